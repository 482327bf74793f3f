"""What a player may set about a spot of a photographed board, nearest answers first."""

from collections.abc import Iterable
from functools import cache

from msgspec.structs import replace

from scoring.game import Cell, Choice, Question
from scoring.games.carcassonne.board import Alternative, Board, MeepleReading, TileReading
from scoring.games.carcassonne.boards import board_land
from scoring.games.carcassonne.catalogue import faces
from scoring.games.carcassonne.drawing import draw_face
from scoring.games.carcassonne.laid import lay_face, segments_named
from scoring.games.carcassonne.land import Wanted
from scoring.games.carcassonne.options import COLOURS
from scoring.games.carcassonne.spots import (
    best_turns,
    face_label,
    fit,
    segment_key,
    segment_label,
    spot_named,
    standing_places,
    tile_at,
    wanted_at,
)
from scoring.games.carcassonne.state import SUPPLY
from scoring.picture import Picture

_TURNS = ("as drawn", "turned right", "upside down", "turned left")
_NO_YES = (Choice(False, "no"), Choice(True, "yes"))


def questions(board: Board, spot: str) -> tuple[Question, ...]:
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
    return (_new_face(board, found.cell),) if tile is None else _about_tile(board, tile)


def _about_tile(board: Board, tile: TileReading) -> tuple[Question, ...]:
    wanted = wanted_at(board_land(board), tile.cell)
    face = faces()[tile.face]
    garden = (Question("garden", "Has it a garden?", _NO_YES, tile.garden),) if face.garden_count else ()
    return (
        Question("face", "Which tile is it?", _face_choices(tile.alternatives, wanted, tile.face), tile.face),
        _turns_question(tile),
        *garden,
        Question("colour", "Add a figure; tap it afterwards to say where it stands", _words(COLOURS)),
        Question("remove", "Take the tile away?", _NO_YES, False),
    )


def _new_face(board: Board, cell: Cell) -> Question:
    wanted = wanted_at(board_land(board), cell)
    guesses = [guess for doubt in board.doubts if doubt.cell == cell for guess in doubt.alternatives]
    return Question("face", "Which tile lies here?", _face_choices(guesses, wanted))


def _about_meeple(board: Board, meeple: MeepleReading) -> tuple[Question, ...]:
    tile = tile_at(board, meeple.cell)
    stands = (_stands_question(tile, meeple),) if tile else ()
    return (
        Question("colour", "Whose figure is it?", _words(COLOURS), meeple.colour),
        Question("kind", "Follower or abbot?", _words(SUPPLY), meeple.kind),
        *stands,
        Question("remove", "Take the figure away?", _NO_YES, False),
    )


def _stands_question(tile: TileReading, meeple: MeepleReading) -> Question:
    laid = lay_face(tile.face, tile.turns, tile.garden)
    indexes = segments_named(laid, meeple.feature, meeple.sides)
    chosen = segment_key(laid.segments[indexes[0]]) if len(indexes) == 1 else None
    return Question("stands_on", "Where does it stand?", _places(tile), chosen)


def _turns_question(tile: TileReading) -> Question:
    different = faces()[tile.face].symmetry
    choices = tuple(
        Choice(turns, _TURNS[turns], _drawing(tile.face, turns, tile.garden)) for turns in range(different)
    )
    return Question("turns", "How is it turned?", choices, tile.turns % different)


def _face_choices(
    alternatives: Iterable[Alternative], wanted: Wanted, now: str | None = None
) -> tuple[Choice, ...]:
    """Offer all faces: as it was read, its alternatives by likelihood, then by how well edges fit."""
    likely = [other.face for other in sorted(alternatives, key=lambda other: -other.confidence)]
    by_fit = sorted(faces(), key=lambda face: -fit(face, best_turns(face, wanted), wanted))
    order = dict.fromkeys([*([now] if now else []), *likely, *by_fit])
    return tuple(Choice(face, face_label(face), _drawing(face)) for face in order)


@cache
def _drawing(face: str, turns: int = 0, garden: bool = False) -> Picture:
    drawn = draw_face(faces()[face], garden)
    return replace(drawn, placed=tuple(replace(p, turn_deg=90.0 * turns) for p in drawn.placed))


def _words(words: Iterable[str]) -> tuple[Choice, ...]:
    return tuple(Choice(word, word) for word in words)


def _places(tile: TileReading) -> tuple[Choice, ...]:
    return tuple(Choice(segment_key(s), segment_label(s)) for s in standing_places(tile))
