"""A turn entered by a player: the tile in hand, where it fits, and what may be put on it."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from msgspec.structs import replace

from scoring.errors import UnreadableError, is_allowed
from scoring.game import Cell, Choice
from scoring.games.carcassonne.documents.games import NOTATION
from scoring.games.carcassonne.drawing.closeups import draw_move, draw_standing, figure_of, tile_of
from scoring.games.carcassonne.drawing.drawing import draw_board, draw_face
from scoring.games.carcassonne.editor.inspecting import outlines
from scoring.games.carcassonne.editor.questions import TURNED
from scoring.games.carcassonne.engine.followers import abbot_of, meeples, segment_of
from scoring.games.carcassonne.engine.moves import Discard, Meeple, Move, TilePlacement
from scoring.games.carcassonne.engine.placing import gardens_left, placements, turns_that_fit
from scoring.games.carcassonne.engine.points import score_region
from scoring.games.carcassonne.engine.river import check_stage
from scoring.games.carcassonne.engine.sentences import figure_words, place_words
from scoring.games.carcassonne.engine.state import CarcassonneState, is_over, remaining, supply
from scoring.games.carcassonne.land.board import CarcassonneBoard
from scoring.games.carcassonne.land.catalogue import Face, distinct_faces, faces
from scoring.games.carcassonne.land.placed_tile import PlacedTile, lay_face
from scoring.games.carcassonne.land.spots import face_label, segment_key
from scoring.hand import Addition, Hand, Landing, PendingTile
from scoring.picture import Picture
from scoring.roles.seated import name_of, with_turn
from scoring.sentence import counted, sentence
from scoring.spots import write_cell

GARDEN = "+garden"
"""Ends the part of a tile that carries a garden."""

_ASKS = sentence("Which tile was drawn? Tap it, or type its letter.")


def in_hand(
    state: CarcassonneState,
    held: Sequence[str] = (),
    *,
    anywhere: bool = False,
    box: Mapping[str, int] = {},
    begun: Move | None = None,
) -> Hand:
    """Tell what can be in hand now and, once that is said, where it may be laid.

    Args:
        held: The tile, as the palette names it: "V", "E+garden".
        anywhere: Whether places are wanted that the rules do not allow, for a house rule.
        box: Not needed: the catalogue knows it.
        begun: Not needed: a turn is one move.

    Raises:
        UnreadableError: No such tile can be drawn now.
    """
    palette = _palette(state)
    if not held:
        return Hand(_ASKS, 1, (), palette)
    face, garden = _tile(held, palette)
    tiles = tuple(_landings(state, face, garden, anywhere=anywhere))
    fits = (bool(tiles) and not anywhere) or any(placements(state, face))
    back = None if fits else NOTATION.plain_move(Discard(state.player, face))
    return Hand(_ASKS, 1, (held[0],), palette, draw_face(faces()[face], garden), tiles, back)


def _tile(held: Sequence[str], palette: Sequence[Sequence[Choice]]) -> tuple[str, bool]:
    offered = {choice.value: choice.left for group in palette for choice in group}
    if len(held) != 1 or not offered.get(held[0]):
        there = ", ".join(value for value, left in offered.items() if left)
        raise UnreadableError(f"There is no tile {' '.join(held)!r} to be drawn now; there are: {there}.")
    return held[0].removesuffix(GARDEN), held[0].endswith(GARDEN)


def _palette(state: CarcassonneState) -> tuple[tuple[Choice, ...], ...]:
    """Offer the tiles of which some can be drawn now, or were before, those that look alike side by side."""
    if is_over(state):
        return ()
    left = remaining(state)
    those = sorted((face for name, face in distinct_faces().items() if name in left), key=_looks)
    drawn_now = (face for face in those if is_allowed(check_stage, state, face.name))
    return (tuple(each for face in drawn_now for each in _copies(state, face, left[face.name])),)


def _looks(face: Face) -> tuple[int, bool, int, str]:
    """Order faces by how much city they show, then by cloisters and roads."""
    shown = [segment.feature for segment in face.segments]
    return face.edges.count("city"), "cloister" in shown, face.edges.count("road"), face.name


def _copies(state: CarcassonneState, face: Face, left: int) -> Iterator[Choice]:
    """Offer a face and, where gardens count, its copies with a garden by themselves."""
    label = face_label(face.name)
    key = label.split()[-1][0] if not face.is_river else face.name.removeprefix("river_")[0]
    gardens = min(left, max(0, gardens_left(state, face.name))) if state.options.abbot else 0
    if face.count > face.garden_count or not state.options.abbot:
        yield Choice(face.name, label, _drawn(face.name), left - gardens, key)
    if face.garden_count and state.options.abbot:
        words = sentence("{face} with a garden", face=label)
        yield Choice(face.name + GARDEN, words, _drawn(face.name, garden=True), gardens, key)


@cache
def _drawn(face: str, *, garden: bool = False) -> Picture:
    return draw_face(faces()[face], garden)


def _landings(state: CarcassonneState, face: str, garden: bool, *, anywhere: bool) -> Iterator[Landing]:
    turns_at: dict[Cell, list[int]] = {}
    different = range(faces()[face].symmetry)
    if anywhere:
        turns_at = {cell: list(different) for cell in state.land.frontier}
    else:
        for cell, turns in placements(state, face):
            if turns in different:
                turns_at.setdefault(cell, []).append(turns)
    for cell, turned in sorted(turns_at.items(), key=lambda each: each[0][::-1]):
        moves = (TilePlacement(state.player, face, turns, cell, garden=garden) for turns in turned)
        (outline,) = outlines([cell])
        yield Landing(
            write_cell(cell),
            place_words(cell, state.middle),
            outline,
            tuple(NOTATION.plain_move(move) for move in moves),
        )


# --- what is laid ----------------------------------------------------------------------------------


def preview(state: CarcassonneState, move: Move) -> PendingTile:
    """Tell how a move that lays a tile looks, and what may be added to it or turned about it."""
    if isinstance(move, Discard):
        return PendingTile("", NOTATION.plain_move(move), None, draw_move(move))
    now = with_turn(state, move.player)
    tile = lay_face(move.face, move.turns, move.garden)
    figures = tuple(meeples(now, move.cell, tile)) if move.cell in state.land.frontier else ()
    additions = (*_figures(move, figures, tile), *_recall(now, move))
    spots = {each.spot: each.is_chosen for each in additions if each.spot}
    return PendingTile(
        spot=write_cell(move.cell),
        move=NOTATION.plain_move(move),
        picture=_on_table(move),
        closeup=draw_standing(move, tuple(sorted(spots.items()))),
        rotations=tuple(_ways(state, move)),
        additions=additions,
        note="" if additions else _note(now, move),
    )


def _on_table(move: TilePlacement) -> Picture:
    drawn = draw_board(CarcassonneBoard(tiles=(tile_of(move),), meeples=figure_of(move)), {move.cell})
    return replace(drawn, placed=tuple(each for each in drawn.placed if each.emphasis != "empty"))


def _ways(state: CarcassonneState, move: TilePlacement) -> Iterator[Choice]:
    """Offer the tile turned as it fits here or, where it does not fit at all, in every way."""
    wanted = state.land.frontier.get(move.cell, ("", "", "", ""))
    every = range(faces()[move.face].symmetry)
    fitting = [turns for turns in every if turns in turns_that_fit(move.face, wanted)]
    for turns in sorted({*(fitting or every), move.turns % len(every)}):
        placement = replace(move, turns=turns, meeple=move.meeple if turns == move.turns else None)
        yield Choice(
            NOTATION.plain_move(placement), TURNED[turns], draw_move(replace(placement, meeple=None))
        )


def _figures(move: TilePlacement, figures: Sequence[Meeple], tile: PlacedTile) -> Iterator[Addition]:
    chosen = (segment_of(tile, move.meeple), move.meeple.kind) if move.meeple else None
    taken = set[str]()
    for meeple in figures:
        index = segment_of(tile, meeple)
        key = segment_key(tile.segments[index])
        is_chosen = (index, meeple.kind) == chosen
        after = replace(move, meeple=None if is_chosen else meeple, recall_abbot=False)
        spot = "" if key in taken else key
        taken.add(key)
        yield Addition(spot, figure_words(move, meeple), "", is_chosen, NOTATION.plain_move(after))


def _recall(state: CarcassonneState, move: TilePlacement) -> Iterator[Addition]:
    abbot = abbot_of(state, move.player) if state.options.abbot else None
    if abbot is None:
        return
    line = score_region(state.land, state.land.region_at(abbot.part), [abbot], state.options)
    price = counted("brings {count} point", "brings {count} points", line.points)
    after = replace(move, meeple=None, recall_abbot=not move.recall_abbot)
    yield Addition("", sentence("Take the abbot back"), price, move.recall_abbot, NOTATION.plain_move(after))


def _note(state: CarcassonneState, move: TilePlacement) -> str:
    name = name_of(state, move.player)
    if not supply(state, move.player, "follower"):
        return sentence("{name} has no figure left to place.", name=name)
    return sentence("No figure can stand on this tile here.")
