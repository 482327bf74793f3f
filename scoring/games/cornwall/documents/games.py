"""Game documents of Cornwall: how its moves stand there."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from scoring.documents.bounds import Count
from scoring.documents.game import GameNotation, MoveEntry
from scoring.documents.values import Written
from scoring.errors import UnreadableError
from scoring.game import Cell, Setup
from scoring.games.cornwall.documents.beginning import dump_beginning
from scoring.games.cornwall.engine.moves import (
    FigurePlacement,
    Move,
    Opening,
    PutBack,
    Recount,
    TriplePlacement,
    placed,
)
from scoring.games.cornwall.engine.options import INFO, options_of
from scoring.games.cornwall.engine.placing import as_laid
from scoring.games.cornwall.land.fields import Field, check_field, face_of, fields_of
from scoring.games.cornwall.land.hexes import AROUND


class _FieldEntry(Struct, frozen=True):
    cell: Cell
    terrain: str
    symbols: tuple[str, ...] = ()


class _StandEntry(Struct, frozen=True):
    cell: Cell
    kind: str = "small"


class _MoveEntry(MoveEntry, frozen=True):
    start: tuple[_FieldEntry, ...] | None = None
    face: str | None = None
    turns: int = 0
    cell: Cell | None = None
    fields: tuple[_FieldEntry, ...] | None = None
    figures: tuple[_StandEntry, ...] = ()
    pub: tuple[str, ...] = ()
    put_back: str | None = None
    coins: Mapping[str, Count] | None = None


def _read(entry: _MoveEntry, _setup: Setup | None, _number: int) -> Move:
    kinds = (entry.start, entry.put_back, entry.coins, entry.face or entry.fields)
    if sum(kind is not None for kind in kinds) > 1:
        raise UnreadableError("A move lays a tile, puts one back or counts coins, only one of these.")
    if entry.start is not None:
        return Opening(entry.player, tuple(sorted(_fields(entry.start))))
    if entry.put_back is not None:
        return PutBack(entry.player, face_of(fields_of(entry.put_back)))
    if entry.coins is not None:
        return Recount(entry.player, dict(entry.coins))
    return _placement(entry)


def _placement(entry: _MoveEntry) -> TriplePlacement:
    figures = tuple(sorted(FigurePlacement(stand.cell, stand.kind) for stand in entry.figures))
    pub = tuple(sorted(entry.pub))
    if entry.fields is not None:
        fields = dict(_fields(entry.fields))
        if len(fields) != len(entry.fields):
            raise UnreadableError("Two fields of a tile cannot lie on one place.")
        try:
            return placed(entry.player, fields, figures, pub)
        except ValueError as error:
            raise UnreadableError(str(error)) from error
    if entry.face is None or entry.cell is None:
        raise UnreadableError("A move needs a face and a cell, fields, a start tile, put_back or coins.")
    fields_of(entry.face)
    move = TriplePlacement(entry.player, entry.face, entry.turns, entry.cell, figures, pub)
    return as_laid(move) if 0 <= entry.turns < len(AROUND) else move


def _fields(entries: Sequence[_FieldEntry]) -> list[tuple[Cell, Field]]:
    return [(entry.cell, check_field(Field(entry.terrain, entry.symbols))) for entry in entries]


def _write(move: Move) -> Written:
    match move:
        case Opening():
            return {"player": move.player, "start": [_written(cell, field) for cell, field in move.fields]}
        case PutBack():
            return {"player": move.player, "put_back": move.face}
        case Recount():
            return {"player": move.player, "coins": dict(move.coins)}
        case TriplePlacement():
            return _placement_written(move)


def _placement_written(move: TriplePlacement) -> Written:
    written = {"player": move.player, "face": move.face, "turns": move.turns, "cell": list(move.cell)}
    if move.figures:
        written["figures"] = [{"cell": list(figure.cell), "kind": figure.kind} for figure in move.figures]
    if move.pub:
        written["pub"] = list(move.pub)
    return written


def _written(cell: Cell, field: Field) -> Written:
    written: Written = {"cell": list(cell), "terrain": field.terrain}
    return {**written, "symbols": list(field.symbols)} if field.symbols else written


NOTATION = GameNotation(INFO, _MoveEntry, options_of, dump_beginning, _read, _write)
