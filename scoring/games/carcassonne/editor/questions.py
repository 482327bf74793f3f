"""What a player may set about a spot of a photographed board, nearest answers first."""

from collections.abc import Iterable
from functools import cache

from msgspec.structs import replace

from scoring.game import Cell, Choice, Question
from scoring.games.carcassonne.documents.boards import board_land
from scoring.games.carcassonne.drawing.drawing import draw_face
from scoring.games.carcassonne.engine.options import COLOURS
from scoring.games.carcassonne.engine.placing import turns_that_fit
from scoring.games.carcassonne.land.board import CarcassonneBoard, MeepleReading, TileAlternative, TileReading
from scoring.games.carcassonne.land.catalogue import Segment, distinct_faces, faces, one_of_each
from scoring.games.carcassonne.land.regions import Wanted
from scoring.games.carcassonne.land.spots import (
    best_turns,
    face_label,
    fit,
    segment_key,
    segment_label,
    spot_named,
    standing_places,
    stands_on,
    tile_at,
    wanted_at,
)
from scoring.games.carcassonne.land.words import KINDS
from scoring.picture import Picture
from scoring.sentence import sentence

TURNED = (
    sentence("as drawn"),
    sentence("turned right"),
    sentence("upside down"),
    sentence("turned left"),
)
"""How a tile lies, by its clockwise quarter turns."""
NO_YES = (Choice(False, sentence("no")), Choice(True, sentence("yes")))
"""The answers to a question of yes or no."""


def questions(board: CarcassonneBoard, spot: str) -> tuple[Question, ...]:
    """List what a player may set about a spot, with the answers to offer.

    Args:
        spot: "tile:C,R", "cell:C,R" (an empty cell, to add a tile there) or "meeple:INDEX".

    Raises:
        UnreadableError: Nothing like that is on the board.
    """
    found = spot_named(board, spot)
    if found.kind == "meeple":
        return _about_meeple(board, board.meeples[found.index])
    tile = tile_at(board, found.cell)
    return _about_cell(board, found.cell) if tile is None else _about_tile(board, tile)


def _about_tile(board: CarcassonneBoard, tile: TileReading) -> tuple[Question, ...]:
    wanted = wanted_at(board_land(board), tile.cell)
    face = faces()[tile.face]
    garden = (garden_question(tile),) if face.garden_count else ()
    return (
        face_question(
            sentence("Which tile is it?"),
            _likely_faces(board, tile.alternatives, wanted, tile.face),
            tile.face,
        ),
        turns_question(tile, wanted),
        *garden,
        Question(
            "colour", sentence("Add a figure; tap it afterwards to say where it stands"), words(COLOURS)
        ),
        Question("remove", sentence("Take the tile away?"), NO_YES, False),
    )


def _about_cell(board: CarcassonneBoard, cell: Cell) -> tuple[Question, ...]:
    wanted = wanted_at(board_land(board), cell)
    unread = [doubt for doubt in board.doubts if doubt.cell == cell]
    guesses = [guess for doubt in unread for guess in doubt.alternatives]
    face = face_question(sentence("Which tile lies here?"), _likely_faces(board, guesses, wanted))
    leave_out = Question("remove", sentence("Leave it out, as no tile of this game?"), NO_YES[1:])
    return (face, leave_out) if unread else (face,)


def _about_meeple(board: CarcassonneBoard, meeple: MeepleReading) -> tuple[Question, ...]:
    tile = tile_at(board, meeple.cell)
    stands = (_stands_question(tile, meeple),) if tile else ()
    return (
        Question("colour", sentence("Whose figure is it?"), words(COLOURS), meeple.colour),
        Question("kind", sentence("Figure or abbot?"), kinds(), meeple.kind),
        *stands,
        Question("remove", sentence("Take the figure away?"), NO_YES, False),
    )


def _stands_question(tile: TileReading, meeple: MeepleReading) -> Question:
    key = stands_on(tile, meeple.feature, meeple.sides)
    return Question("stands_on", sentence("Where does it stand?"), place_choices(standing_places(tile)), key)


def turns_question(tile: TileReading, wanted: Wanted) -> Question:
    """Ask how a tile is turned, telling which turns fit its neighbours."""
    different, fitting = faces()[tile.face].symmetry, turns_that_fit(tile.face, wanted)
    choices = tuple(
        Choice(
            turns,
            sentence("{turned}, fits", turned=TURNED[turns]) if turns in fitting else TURNED[turns],
            _drawing(tile.face, turns, tile.garden),
        )
        for turns in range(different)
    )
    return Question("turns", sentence("How is it turned?"), choices, tile.turns % different)


def garden_question(tile: TileReading) -> Question:
    """Ask whether this copy of a face carries a garden."""
    return Question("garden", sentence("Has it a garden?"), NO_YES, tile.garden)


def _likely_faces(
    board: CarcassonneBoard, alternatives: Iterable[TileAlternative], wanted: Wanted, now: str | None = None
) -> tuple[str, ...]:
    """Order distinct faces: as it was read, its alternatives by likelihood, then by how well edges fit.

    Those of the River come last where none of it lies on the board.
    """
    has_river = any(faces()[tile.face].is_river for tile in board.tiles)
    likely = [other.face for other in sorted(alternatives, key=lambda other: -other.confidence)]

    def rank(face: str) -> tuple[bool, float]:
        return faces()[face].is_river and not has_river, -fit(face, best_turns(face, wanted), wanted)

    by_fit = sorted(distinct_faces(), key=rank)
    return one_of_each([*([now] if now else []), *likely, *by_fit])


def face_question(title: str, order: Iterable[str], chosen: str | None = None) -> Question:
    """Ask which face a tile has, each drawn, in the order given."""
    choices = tuple(Choice(face, face_label(face), _drawing(face)) for face in order)
    return Question("face", title, choices, chosen)


@cache
def _drawing(face: str, turns: int = 0, garden: bool = False) -> Picture:
    drawn = draw_face(faces()[face], garden)
    return replace(drawn, placed=tuple(replace(p, turn_deg=90.0 * turns) for p in drawn.placed))


def kinds() -> tuple[Choice, ...]:
    """Offer the kinds of figures."""
    return tuple(Choice(kind, says) for kind, says in KINDS.items())


def words(offered: Iterable[str]) -> tuple[Choice, ...]:
    """Offer words as they are."""
    return tuple(Choice(word, word) for word in offered)


def place_choices(segments: Iterable[Segment]) -> tuple[Choice, ...]:
    """Offer segments to stand on."""
    return tuple(Choice(segment_key(segment), segment_label(segment)) for segment in segments)
