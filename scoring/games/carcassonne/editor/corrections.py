"""What a player says of a photographed board, put in place of what was read."""

from typing import Any

from msgspec.structs import replace

from scoring.documents.complaints import shown
from scoring.documents.document import flag
from scoring.documents.values import Document
from scoring.errors import UnreadableError
from scoring.game import Cell
from scoring.games.carcassonne.documents.boards import board_land
from scoring.games.carcassonne.documents.status import status
from scoring.games.carcassonne.engine.options import COLOURS
from scoring.games.carcassonne.engine.state import SUPPLY
from scoring.games.carcassonne.land.board import CarcassonneBoard, MeepleReading, TileReading
from scoring.games.carcassonne.land.catalogue import faces
from scoring.games.carcassonne.land.names import face_named
from scoring.games.carcassonne.land.spots import (
    best_turns,
    place_named,
    segment_key,
    spot_named,
    standing_places,
    tile_at,
    wanted_at,
)

Answers = Document

_FOLLOWER_PLACES = ("cloister", "city", "road", "field", "garden")
_ABBOT_PLACES = ("cloister", "garden", "city", "road", "field")


def correct(board: CarcassonneBoard, spot: str, answers: Answers) -> CarcassonneBoard:
    """Put a player's answers about one spot in place of what was read, and list the faults anew.

    Args:
        spot: The spot the answers are about, as in ``questions``.
        answers: Values by the questions' names; what is missing stays as it is.

    Raises:
        UnreadableError: Nothing like that spot is on the board, or an answer is impossible.
    """
    found = spot_named(board, spot)
    if found.kind == "meeple":
        corrected = _with_meeple(board, found.index, answers)
    elif flag(answers, "remove"):
        corrected = _without_tile(board, found.cell)
    else:
        corrected = _with_tile(board, found.cell, answers)
    return replace(corrected, faults=status(corrected))


def _without_tile(board: CarcassonneBoard, cell: Cell) -> CarcassonneBoard:
    """Take away a tile, or what was not read as one, and the figures on it with it."""
    return replace(
        board,
        tiles=tuple(tile for tile in board.tiles if tile.cell != cell),
        meeples=tuple(meeple for meeple in board.meeples if meeple.cell != cell),
        doubts=tuple(doubt for doubt in board.doubts if doubt.cell != cell),
    )


def _with_tile(board: CarcassonneBoard, cell: Cell, answers: Answers) -> CarcassonneBoard:
    before = tile_at(board, cell)
    tile = corrected_tile(board, cell, before, answers)
    new = (*_added_meeple(tile, answers),)
    kept = [tile if other.cell == cell else other for other in board.tiles]
    return replace(
        board,
        tiles=tuple(kept if before else [*kept, tile]),
        meeples=(*board.meeples, *new),
        doubts=tuple(doubt for doubt in board.doubts if doubt.cell != cell),
    )


def corrected_tile(
    board: CarcassonneBoard, cell: Cell, before: TileReading | None, answers: Answers
) -> TileReading:
    """Put a player's answers about a tile's face, garden and turn in place of what was read.

    Args:
        board: The board around it, with or without the tile.
        cell: Where it lies.
        before: How it was read, if it was.
        answers: Values by the questions' names; what is missing stays, a new face is turned to fit.

    Raises:
        UnreadableError: An answer is impossible.
    """
    named = answers.get("face") or (before.face if before else None)
    if named is None:
        raise UnreadableError("Say which face the new tile has.")
    face = face_named(str(named))
    garden = _garden(face, before, answers)
    turns = _turns(board, cell, face, before, answers)
    unread = (doubt.quad_px for doubt in board.doubts if doubt.cell == cell)
    quad_px = before.quad_px if before else next(unread, ())
    return TileReading(cell, face, turns, garden=garden, quad_px=quad_px)


def _garden(face: str, before: TileReading | None, answers: Answers) -> bool:
    can_have = faces()[face].garden_count > 0
    garden = flag(answers, "garden") if "garden" in answers else can_have and bool(before and before.garden)
    if garden and not can_have:
        raise UnreadableError(f"No tile of face {face} has a garden.")
    return garden


def _turns(
    board: CarcassonneBoard, cell: Cell, face: str, before: TileReading | None, answers: Answers
) -> int:
    """Take the turn given, else the one that was read with this face, else the one that fits best.

    A turn that looks the same as the one read leaves that as it is.
    """
    if answers.get("turns") is not None:
        turns = _whole_turns(answers["turns"])
        looks_the_same = (
            before and before.face == face and (before.turns - turns) % faces()[face].symmetry == 0
        )
        return before.turns if before and looks_the_same else turns
    others = [other for doubt in board.doubts if doubt.cell == cell for other in doubt.alternatives]
    read = [(before.face, before.turns)] if before else []
    read += [(other.face, other.turns) for other in (*(before.alternatives if before else ()), *others)]
    for known, turns in read:
        if known == face:
            return turns
    return best_turns(face, wanted_at(board_land(board), cell), before.turns if before else 0)


def _whole_turns(value: Any) -> int:
    if str(value) not in ("0", "1", "2", "3"):
        raise UnreadableError(f"A tile is turned 0 to 3 times, not {shown(value)}.")
    return int(value)


def _added_meeple(tile: TileReading, answers: Answers) -> tuple[MeepleReading, ...]:
    """Give the figure a player adds to a tile, if they name a colour; a later tap can move it."""
    if not answers.get("colour"):
        return ()
    colour, kind = _colour_and_kind(answers, "", "follower")
    key = answers.get("stands_on") or _likely_place(tile, kind)
    return (_standing(MeepleReading(tile.cell, colour, "", kind), tile, key),)


def _likely_place(tile: TileReading, kind: str) -> str:
    """Name the segment that players most often put such a figure on."""
    order = _FOLLOWER_PLACES if kind == "follower" else _ABBOT_PLACES
    return segment_key(min(standing_places(tile), key=lambda segment: order.index(segment.feature)))


def _with_meeple(board: CarcassonneBoard, index: int, answers: Answers) -> CarcassonneBoard:
    meeples = list(board.meeples)
    if flag(answers, "remove"):
        del meeples[index]
        return replace(board, meeples=tuple(meeples))
    meeple = meeples[index]
    colour, kind = _colour_and_kind(answers, meeple.colour, meeple.kind)
    meeple = replace(meeple, colour=colour, kind=kind, confidence=1.0)
    tile = tile_at(board, meeple.cell)
    if answers.get("stands_on"):
        if tile is None:
            raise UnreadableError("The figure stands on no tile; add the tile first.")
        meeple = _standing(meeple, tile, answers["stands_on"])
    meeples[index] = meeple
    return replace(board, meeples=tuple(meeples))


def _colour_and_kind(answers: Answers, colour: str, kind: str) -> tuple[str, str]:
    colour = str(answers.get("colour") or colour)
    if colour not in COLOURS:
        raise UnreadableError(f"A figure is {', '.join(COLOURS)}, not {shown(colour)}.")
    return colour, kind_answered(answers, kind)


def kind_answered(answers: Answers, kind: str) -> str:
    """Read which kind of figure a player names; the one given where they name none.

    Raises:
        UnreadableError: There is no such kind.
    """
    kind = str(answers.get("kind") or kind)
    if kind not in SUPPLY:
        raise UnreadableError(f"A figure is a follower or an abbot, not {shown(kind)}.")
    return kind


def _standing(meeple: MeepleReading, tile: TileReading, key: Any) -> MeepleReading:
    """Put a figure on a segment; one in a field lies down."""
    segment = place_named(tile, key)
    pose = "lying" if segment.feature == "field" else "standing"
    return replace(meeple, feature=segment.feature, sides=segment.sides, pose=pose)
