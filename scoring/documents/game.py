"""Game documents: read leniently, refused in a sentence, and written; a game adds its moves."""

from collections.abc import Callable, Collection, Sequence
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Struct

from scoring.documents.document import as_json, check_format, converted
from scoring.documents.moves import laid_in
from scoring.documents.values import Document, Written
from scoring.errors import UnreadableError
from scoring.game import Cell, GameInfo, PlayerSeat, Setup
from scoring.setups import check_seats

GAME_FORMAT = "tablekeeper.game/1"
SESSION_FORMAT = "tablekeeper.session/1"

Move = TypeVar("Move")
Entry = TypeVar("Entry", bound="MoveEntry")


class GameDocument(Struct, Generic[Move], frozen=True):
    """A game as written down: who plays by which rules, the moves, and whether it has ended.

    Attributes:
        forced: The indexes of moves that break rules and were kept as the table's house rules.
    """

    setup: Setup
    moves: tuple[Move, ...]
    ended: bool
    forced: frozenset[int] = frozenset()


class MoveEntry(Struct, frozen=True, kw_only=True):
    """A move as it stands in a document; each game adds what its moves say."""

    player: str
    house_rule: bool = False


class _SeatEntry(Struct, frozen=True):
    colour: str
    name: str = ""


class GameEntry(Struct, Generic[Entry], frozen=True):
    """A game as it stands in a document."""

    rules: str
    players: tuple[_SeatEntry, ...]
    moves: tuple[Entry, ...] = ()
    options: Document = {}
    begins: Written | None = None
    box: Written | None = None
    ended: bool = False


class GameNotation(Generic[Entry, Move]):
    """Reads and writes the game documents of one game.

    Args:
        info: The game.
        entry: What a move of it is written as.
        options_of: Gives the rules a table plays by; raises ``UnreadableError`` for those there are not.
        dump_beginning: Writes where a game in the middle began; raises ``UnreadableError`` likewise.
        read: Reads a move, given who plays and its number from 1; 0 for one that stands alone.
        write: Writes one.
        amend: Adds to who plays by which rules what only the moves tell.
        dump_box: Writes what is known of a box; raises ``UnreadableError`` likewise. None for a game to which
            boxes are alike.
    """

    def __init__(  # noqa: PLR0917 - all that games differ in
        self,
        info: GameInfo,
        entry: type[Entry],
        options_of: Callable[[Setup], Any],
        dump_beginning: Callable[[Document], Written],
        read: Callable[[Entry, Setup | None, int], Move],
        write: Callable[[Move], Written],
        amend: Callable[[Setup, Sequence[Move]], Setup] = lambda setup, _moves: setup,
        dump_box: Callable[[Document], Written] | None = None,
    ) -> None:
        self._info = info
        self._entry = entry
        self._options_of = options_of
        self._dump_beginning = dump_beginning
        self._read = read
        self._write = write
        self._amend = amend
        self._dump_box = dump_box

    def load_game(self, document: bytes | str | Document) -> GameDocument[Move]:
        """Read a game document; keys it does not know are ignored.

        Raises:
            UnreadableError: Naming the place where the document cannot be understood.
        """
        return self._game(check_format(document, GAME_FORMAT, self._info.name))

    def load_setup(self, document: bytes | str | Document) -> Setup:
        """Read who plays by which rules from a game document or from a recorded session's.

        Raises:
            UnreadableError: Naming the place where the document cannot be understood.
        """
        return self._game(check_format(document, GAME_FORMAT, self._info.name, also=(SESSION_FORMAT,))).setup

    def _game(self, document: Document) -> GameDocument[Move]:
        entry: GameEntry[Entry] = converted(document, GameEntry[self._entry])  # type: ignore[name-defined]
        seats = tuple(PlayerSeat(seat.name or seat.colour.title(), seat.colour) for seat in entry.players)
        check_seats(self._info, seats)
        begins = None if entry.begins is None else self._dump_beginning(entry.begins)
        box = None if entry.box is None or self._dump_box is None else self._dump_box(entry.box)
        setup = Setup(entry.rules, seats, entry.options, begins, box)
        self._options_of(setup)
        moves = tuple(self._numbered(move, setup, number) for number, move in enumerate(entry.moves, start=1))
        forced = frozenset(index for index, move in enumerate(entry.moves) if move.house_rule)
        return GameDocument(self._amend(setup, moves), moves, entry.ended, forced)

    def _numbered(self, entry: Entry, setup: Setup, number: int) -> Move:
        try:
            return self._read(entry, setup, number)
        except UnreadableError as error:
            raise UnreadableError(f"Move {number}: {error}") from error

    def load_move(self, document: Document) -> Move:
        """Read one move.

        Raises:
            UnreadableError: It is none of this game.
        """
        return self._read(converted(document, self._entry), None, 0)

    def dump_move(self, move: Move) -> Written:
        """Write one move as a game document has it."""
        return self._write(move)

    def face_of(self, move: Move) -> str:
        """Name what a move lays: the face that its document tells, empty where it tells none."""
        return str(self.dump_move(move).get("face", ""))

    def where(self, state: object, move: Move) -> tuple[Cell, ...]:
        """Give the cells on which a move lays something, as its document tells them."""
        return tuple(cell for _face, cell in laid_in(self.dump_move(move)))

    def plain_move(self, move: Move) -> Written:
        """Write one move as a document that was read has it."""
        return as_json(self.dump_move(move))

    def dump_game(
        self, setup: Setup, moves: Sequence[Move], *, forced: Collection[int] = (), ended: bool = False
    ) -> Written:
        """Write a game document; ``forced`` are the indexes of moves kept as house rules."""
        return self.game_document(GameDocument(setup, tuple(moves), ended, frozenset(forced)))

    def game_document(self, game: GameDocument[Move]) -> Written:
        """Write a game down, every option with its value, so that a later edition replays it alike."""
        setup = game.setup
        return {
            "format": GAME_FORMAT,
            "game": self._info.name,
            "rules": setup.rules,
            "options": msgspec.to_builtins(self._options_of(setup)),
            "players": [{"name": seat.name, "colour": seat.colour} for seat in setup.players],
            **({} if setup.begins is None else {"begins": self._dump_beginning(setup.begins)}),
            **({} if setup.box is None or self._dump_box is None else {"box": self._dump_box(setup.box)}),
            "moves": [
                {**self.dump_move(move), "house_rule": True} if index in game.forced else self.dump_move(move)
                for index, move in enumerate(game.moves)
            ],
            "ended": game.ended,
        }
