"""Game documents of Carcassonne: how its moves stand there."""

from collections.abc import Sequence

import msgspec

from scoring.documents.game import GameNotation, MoveEntry
from scoring.documents.values import Written
from scoring.errors import UnreadableError
from scoring.game import Cell, Setup
from scoring.games.carcassonne.documents.beginning import dump_beginning
from scoring.games.carcassonne.engine.moves import Discard, Meeple, Move, TilePlacement
from scoring.games.carcassonne.engine.options import INFO, options_of
from scoring.games.carcassonne.engine.river import MIDDLE_TILES
from scoring.games.carcassonne.land.names import face_named


class _MoveEntry(MoveEntry, frozen=True):
    face: str | None = None
    turns: int = 0
    cell: Cell | None = None
    meeple: Meeple | None = None
    garden: bool = False
    recall_abbot: bool = False
    discard: str | None = None


def _read(entry: _MoveEntry, setup: Setup | None, number: int) -> Move:
    # Tiles of the River come first, so that their bare letters are enough; a house rule may lay any other.
    is_early = number <= MIDDLE_TILES + 1 and not entry.house_rule
    is_rivers = is_early and setup is not None and setup.begins is None and options_of(setup).river
    if entry.discard is not None:
        if entry.face is not None or entry.cell is not None or entry.meeple is not None:
            raise UnreadableError("A move lays a tile or discards one, not both.")
        return Discard(entry.player, face_named(entry.discard, is_rivers))
    if entry.face is None or entry.cell is None:
        raise UnreadableError("A move needs a face and a cell, or a discard.")
    face = face_named(entry.face, is_rivers)
    return TilePlacement(
        entry.player, face, entry.turns, entry.cell, entry.meeple, entry.garden, entry.recall_abbot
    )


def _with_spring_of_box(setup: Setup, moves: Sequence[Move]) -> Setup:
    """Take the spring that comes with the lake in the moves, where the document does not say which."""
    if "spring" in setup.options or not any(move.face == "river_L_C3" for move in moves):
        return setup
    return msgspec.structs.replace(setup, options={**setup.options, "spring": "with_road"})


def _write(move: Move) -> Written:
    if isinstance(move, Discard):
        return {"player": move.player, "discard": move.face}
    written = {"player": move.player, "face": move.face, "turns": move.turns, "cell": list(move.cell)}
    if move.garden:
        written["garden"] = True
    if move.recall_abbot:
        written["recall_abbot"] = True
    if move.meeple is not None:
        written["meeple"] = msgspec.to_builtins(move.meeple)
    return written


NOTATION = GameNotation(INFO, _MoveEntry, options_of, dump_beginning, _read, _write, _with_spring_of_box)
