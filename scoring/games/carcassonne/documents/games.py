"""Game documents: read leniently, refused in a sentence, and written."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from scoring.documents.document import GameDocument, as_json, check_format, converted
from scoring.errors import UnreadableError
from scoring.game import Cell, PlayerSeat, Setup
from scoring.games.carcassonne.documents.beginning import dump_beginning
from scoring.games.carcassonne.engine.moves import Discard, Meeple, Move, TilePlacement
from scoring.games.carcassonne.engine.options import options_of
from scoring.games.carcassonne.engine.river import MIDDLE_TILES
from scoring.games.carcassonne.engine.state import check_seats
from scoring.games.carcassonne.land.names import face_named

GAME_FORMAT = "tablekeeper.game/1"
SESSION_FORMAT = "tablekeeper.session/1"


class _MoveEntry(Struct, frozen=True):
    player: str
    face: str | None = None
    turns: int = 0
    cell: Cell | None = None
    meeple: Meeple | None = None
    garden: bool = False
    recall_abbot: bool = False
    discard: str | None = None
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
    return _game(check_format(document, GAME_FORMAT, "carcassonne"))


def load_setup(document: bytes | str | Mapping[str, Any]) -> Setup:
    """Read who plays by which rules from a game document or from a recorded session's.

    Raises:
        UnreadableError: Naming the place where the document cannot be understood.
    """
    return _game(check_format(document, GAME_FORMAT, "carcassonne", also=(SESSION_FORMAT,))).setup


def _game(document: Mapping[str, Any]) -> GameDocument[Move]:
    entry = converted(document, _GameEntry)
    seats = tuple(PlayerSeat(seat.name or seat.colour.title(), seat.colour) for seat in entry.players)
    check_seats(seats)
    begins = None if entry.begins is None else dump_beginning(entry.begins)
    setup = Setup(entry.rules, seats, entry.options, begins)
    is_river = options_of(setup).river and begins is None
    moves = tuple(_numbered_move(number, move, is_river) for number, move in enumerate(entry.moves, start=1))
    forced = frozenset(index for index, move in enumerate(entry.moves) if move.house_rule)
    return GameDocument(_with_spring_of_box(setup, moves), moves, entry.ended, forced)


def load_move(document: Mapping[str, Any]) -> Move:
    """Read one move, its face by its full name.

    Raises:
        UnreadableError: It names no face, or no place for it.
    """
    return _move(converted(document, _MoveEntry))


def _numbered_move(number: int, entry: _MoveEntry, is_river: bool) -> Move:
    # Tiles of the River come first, so that their bare letters are enough; a house rule may lay any other.
    is_rivers = is_river and number <= MIDDLE_TILES + 1 and not entry.house_rule
    try:
        return _move(entry, is_rivers)
    except UnreadableError as error:
        raise UnreadableError(f"Move {number}: {error}") from error


def _move(entry: _MoveEntry, river: bool = False) -> Move:
    if entry.discard is not None:
        if entry.face is not None or entry.cell is not None or entry.meeple is not None:
            raise UnreadableError("A move lays a tile or discards one, not both.")
        return Discard(entry.player, face_named(entry.discard, river))
    if entry.face is None or entry.cell is None:
        raise UnreadableError("A move needs a face and a cell, or a discard.")
    face = face_named(entry.face, river)
    return TilePlacement(
        entry.player, face, entry.turns, entry.cell, entry.meeple, entry.garden, entry.recall_abbot
    )


def _with_spring_of_box(setup: Setup, moves: Sequence[Move]) -> Setup:
    """Take the spring that comes with the lake in the moves, where the document does not say which."""
    if "spring" in setup.options or not any(move.face == "river_L_C3" for move in moves):
        return setup
    return msgspec.structs.replace(setup, options={**setup.options, "spring": "with_road"})


def dump_game(
    setup: Setup, moves: Sequence[Move], *, forced: Collection[int] = (), ended: bool = False
) -> dict[str, Any]:
    """Write a game document; ``forced`` are the indexes of moves kept as house rules."""
    return game_document(GameDocument(setup, tuple(moves), ended, frozenset(forced)))


def game_document(game: GameDocument[Move]) -> dict[str, Any]:
    """Write a game down, every option with its value, so that a later edition replays it alike."""
    return {
        "format": GAME_FORMAT,
        "game": "carcassonne",
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


def plain_move(move: Move) -> dict[str, Any]:
    """Write one move as a document that was read has it."""
    return as_json(dump_move(move))
