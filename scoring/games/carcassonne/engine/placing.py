"""Where a tile may be laid."""

from collections.abc import Iterator
from functools import lru_cache

from scoring.documents.complaints import shown
from scoring.errors import IllegalMoveError
from scoring.game import Cell
from scoring.games.carcassonne.engine.moves import TilePlacement
from scoring.games.carcassonne.engine.river import check_stage, continues_river, makes_u_turn
from scoring.games.carcassonne.engine.sentences import place_words
from scoring.games.carcassonne.engine.state import CarcassonneState, is_over, remaining
from scoring.games.carcassonne.land.catalogue import SIDES, distinct, distinct_faces, faces
from scoring.games.carcassonne.land.placed_tile import lay_face
from scoring.games.carcassonne.land.regions import Wanted
from scoring.games.carcassonne.land.words import FEATURES, name_sides
from scoring.sentence import counted, marked, sentence


def placements(state: CarcassonneState, face: str) -> Iterator[tuple[Cell, int]]:
    """Give every cell and turn at which a face may be laid now."""
    is_river = faces()[face].is_river
    for cell, wanted in state.land.frontier.items():
        for turns in turns_that_fit(face, wanted):
            if not is_river or _river_problem(state, face, cell, turns) is None:
                yield cell, turns


@lru_cache(4096)
def turns_that_fit(face: str, wanted: Wanted) -> tuple[int, ...]:
    """Give the turns in which a face matches all neighbours of an empty cell."""
    return tuple(turns for turns in range(4) if not _mismatches(face, turns, wanted))


def check_draw(state: CarcassonneState, face: str) -> None:
    """Refuse a face that cannot have been drawn now.

    Raises:
        IllegalMoveError: The game is over, the box holds no more of it, or it is not its time.
    """
    check_face(face)
    if is_over(state):
        raise IllegalMoveError("game_is_over", sentence("The last tile has been laid; the game is over."))
    check_stage(state, face)
    kind, _ = distinct(face)
    if remaining(state)[kind] < 1:
        count = distinct_faces()[kind].count
        says = sentence("The box holds only {count} of face {face}, all drawn.", count=count, face=face)
        raise IllegalMoveError("too_many_of_face", says)


def check_face(face: str) -> None:
    """Refuse a face that no box holds.

    Raises:
        IllegalMoveError: Carcassonne has no such face.
    """
    if face not in faces():
        raise IllegalMoveError("unknown_face", f"Carcassonne has no face {shown(face)}.")


def check_turns(move: TilePlacement) -> None:
    """Refuse a tile turned less than not at all or more than three times.

    Raises:
        IllegalMoveError: There are only four ways to turn a tile.
    """
    if move.turns not in range(4):
        raise IllegalMoveError("turns", f"A tile is turned 0 to 3 times, not {move.turns}.")


def check_vacant(state: CarcassonneState, move: TilePlacement) -> None:
    """Refuse a tile laid on another.

    Raises:
        IllegalMoveError: A tile lies there already.
    """
    if move.cell in state.land.tiles:
        raise IllegalMoveError("cell_is_taken", sentence("There is already a tile there."))


def check_placement(state: CarcassonneState, move: TilePlacement) -> None:
    """Refuse a tile laid where the rules do not let it lie.

    Raises:
        IllegalMoveError: Saying which rule of placing it breaks.
    """
    check_turns(move)
    _check_garden(state, move)
    check_vacant(state, move)
    wanted = state.land.frontier.get(move.cell)
    if wanted is None:
        place = place_words(move.cell, state.middle)
        says = sentence("A tile {place} would touch no other tile's side.", place=place)
        raise IllegalMoveError("not_adjacent", says)
    _check_edges(move, wanted)
    if faces()[move.face].is_river:
        _check_river(state, move)


def gardens_left(state: CarcassonneState, face: str) -> int:
    """Count the garden copies of a face that may still be drawn."""
    laid = sum(tile.face == face and tile.garden for tile in state.land.tiles.values())
    return faces()[face].garden_count - laid


def check_fits_nowhere(state: CarcassonneState, face: str) -> None:
    """Refuse to discard a tile that can be laid.

    Raises:
        IllegalMoveError: Saying in how many places the face fits.
    """
    fits = len({cell for cell, _ in placements(state, face)})
    if fits:
        says = counted(
            "{face} may not be discarded: it fits in {count} place.",
            "{face} may not be discarded: it fits in {count} places.",
            fits,
            face=face,
        )
        raise IllegalMoveError("discard_fits", says)


def _check_garden(state: CarcassonneState, move: TilePlacement) -> None:
    if move.garden and gardens_left(state, move.face) < 1:
        count = faces()[move.face].garden_count
        words = marked("The box holds {count} of face {face} with a garden, and no more are left.")
        says = sentence(words, count=count, face=move.face)
        raise IllegalMoveError("too_many_gardens", says)


def _check_edges(move: TilePlacement, wanted: Wanted) -> None:
    mismatches = _mismatches(move.face, move.turns, wanted)
    if mismatches:
        side = SIDES.index(mismatches[0])
        ours, theirs = lay_face(move.face, move.turns).edges[side], wanted[side]
        meeting = sentence("{ours} meets {theirs}", ours=FEATURES[ours], theirs=FEATURES[theirs])
        words = marked("The {side} side does not match: {meeting}.")
        says = sentence(words, side=name_sides(mismatches[:1]), meeting=meeting)
        raise IllegalMoveError("edges_do_not_match", says)


def _mismatches(face: str, turns: int, wanted: Wanted) -> tuple[str, ...]:
    edges = lay_face(face, turns).edges
    return tuple(s for s, ours, theirs in zip(SIDES, edges, wanted, strict=True) if theirs not in ("", ours))


def _check_river(state: CarcassonneState, move: TilePlacement) -> None:
    problem = _river_problem(state, move.face, move.cell, move.turns)
    if problem == "river_must_continue":
        raise IllegalMoveError(problem, sentence("A river tile must run on from the river's open end."))
    if problem == "river_u_turn":
        says = sentence("The river may not bend the same way on two tiles in a row.")
        raise IllegalMoveError(problem, says)


def _river_problem(state: CarcassonneState, face: str, cell: Cell, turns: int) -> str | None:
    tile = lay_face(face, turns)
    if not continues_river(state.land, cell, tile):
        return "river_must_continue"
    if state.options.river_u_turn == "forbidden" and makes_u_turn(state.land, cell, tile):
        return "river_u_turn"
    return None
