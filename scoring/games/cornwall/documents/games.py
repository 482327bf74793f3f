"""Game documents: read leniently, refused in a sentence, and written."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from scoring.documents.bounds import Count
from scoring.documents.document import GameDocument, as_json, check_format, converted
from scoring.errors import UnreadableError
from scoring.game import Cell, PlayerSeat, Setup
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
from scoring.games.cornwall.engine.options import options_of
from scoring.games.cornwall.engine.placing import as_laid
from scoring.games.cornwall.engine.state import check_seats
from scoring.games.cornwall.land.fields import Field, check_field, face_of, fields_of
from scoring.games.cornwall.land.hexes import AROUND

GAME_FORMAT = "tablekeeper.game/1"
SESSION_FORMAT = "tablekeeper.session/1"


class _FieldEntry(Struct, frozen=True):
    cell: Cell
    terrain: str
    symbols: tuple[str, ...] = ()


class _StandEntry(Struct, frozen=True):
    cell: Cell
    kind: str = "small"


class _MoveEntry(Struct, frozen=True):
    player: str
    start: tuple[_FieldEntry, ...] | None = None
    face: str | None = None
    turns: int = 0
    cell: Cell | None = None
    fields: tuple[_FieldEntry, ...] | None = None
    figures: tuple[_StandEntry, ...] = ()
    pub: tuple[str, ...] = ()
    put_back: str | None = None
    coins: Mapping[str, Count] | None = None
    house_rule: bool = False


class _SeatEntry(Struct, frozen=True):
    colour: str
    name: str = ""


class _GameEntry(Struct, frozen=True):
    rules: str
    players: tuple[_SeatEntry, ...]
    moves: tuple[_MoveEntry, ...] = ()
    options: Mapping[str, Any] = {}
    begins: dict[str, Any] | None = None
    ended: bool = False


def load_game(document: bytes | str | Mapping[str, Any]) -> GameDocument[Move]:
    """Read a game document; keys it does not know are ignored.

    Raises:
        UnreadableError: Naming the place where the document cannot be understood.
    """
    return _game(check_format(document, GAME_FORMAT, "cornwall"))


def load_setup(document: bytes | str | Mapping[str, Any]) -> Setup:
    """Read who plays by which rules from a game document or from a recorded session's.

    Raises:
        UnreadableError: Naming the place where the document cannot be understood.
    """
    return _game(check_format(document, GAME_FORMAT, "cornwall", also=(SESSION_FORMAT,))).setup


def _game(document: Mapping[str, Any]) -> GameDocument[Move]:
    entry = converted(document, _GameEntry)
    seats = tuple(PlayerSeat(seat.name or seat.colour.title(), seat.colour) for seat in entry.players)
    check_seats(seats)
    begins = None if entry.begins is None else dump_beginning(entry.begins)
    setup = Setup(entry.rules, seats, entry.options, begins)
    options_of(setup)
    moves = tuple(_numbered_move(number, move) for number, move in enumerate(entry.moves, start=1))
    forced = frozenset(index for index, move in enumerate(entry.moves) if move.house_rule)
    return GameDocument(setup, moves, entry.ended, forced)


def load_move(document: Mapping[str, Any]) -> Move:
    """Read one move; a tile's fields may be named one by one in place of its face.

    Raises:
        UnreadableError: It names no tile, no place for it, or what there is not.
    """
    return _move(converted(document, _MoveEntry))


def _numbered_move(number: int, entry: _MoveEntry) -> Move:
    try:
        return _move(entry)
    except UnreadableError as error:
        raise UnreadableError(f"Move {number}: {error}") from error


def _move(entry: _MoveEntry) -> Move:
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


def dump_game(
    setup: Setup, moves: Sequence[Move], *, forced: Collection[int] = (), ended: bool = False
) -> dict[str, Any]:
    """Write a game document; ``forced`` are the indexes of moves kept as house rules."""
    return game_document(GameDocument(setup, tuple(moves), ended, frozenset(forced)))


def game_document(game: GameDocument[Move]) -> dict[str, Any]:
    """Write a game down, every option with its value, so that a later edition replays it alike."""
    return {
        "format": GAME_FORMAT,
        "game": "cornwall",
        "rules": game.setup.rules,
        "options": msgspec.to_builtins(options_of(game.setup)),
        "players": [{"name": seat.name, "colour": seat.colour} for seat in game.setup.players],
        **({} if game.setup.begins is None else {"begins": dump_beginning(game.setup.begins)}),
        "moves": [
            {**dump_move(move), "house_rule": True} if index in game.forced else dump_move(move)
            for index, move in enumerate(game.moves)
        ],
        "ended": game.ended,
    }


def dump_move(move: Move) -> dict[str, Any]:
    """Write one move as a game document has it."""
    match move:
        case Opening():
            return {"player": move.player, "start": [_written(cell, field) for cell, field in move.fields]}
        case PutBack():
            return {"player": move.player, "put_back": move.face}
        case Recount():
            return {"player": move.player, "coins": dict(move.coins)}
        case TriplePlacement():
            return _placement_written(move)


def plain_move(move: Move) -> dict[str, Any]:
    """Write one move as a document that was read has it."""
    return as_json(dump_move(move))


def _placement_written(move: TriplePlacement) -> dict[str, Any]:
    written = {"player": move.player, "face": move.face, "turns": move.turns, "cell": list(move.cell)}
    if move.figures:
        written["figures"] = [{"cell": list(stand.cell), "kind": stand.kind} for stand in move.figures]
    if move.pub:
        written["pub"] = list(move.pub)
    return written


def _written(cell: Cell, field: Field) -> dict[str, Any]:
    written: dict[str, Any] = {"cell": list(cell), "terrain": field.terrain}
    return {**written, "symbols": list(field.symbols)} if field.symbols else written
