"""The store: what was confirmed at the table, kept through power cuts, full disks and damaged files."""

import os
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from threading import Lock
from typing import Self
from zlib import crc32

import msgspec

from firmware.errors import StoreError
from firmware.store.backups import GAMES, back_up, backup_files, mend
from firmware.store.database import EventRow, GameFile, open_games, same_files, saying
from firmware.store.files import say_why
from firmware.store.players import PLAYERS, PlayerBook
from firmware.store.quarantine import Aside
from firmware.store.receipt import Receipt
from scoring.documents.document import decoded
from scoring.documents.values import Document
from scoring.errors import UnreadableError
from scoring.referee.store import Event
from scoring.sentence import as_sentence, joined, marked, sentence

ENDED = "game_ended"
LEAST_BYTES = 1_000_000
"""With less room on its disk, the next turns may not be kept."""
GONE = marked("{file} was taken away while tablekeeper uses it, so nothing more is kept.")
REPLACED = marked("{file} was replaced by another file while tablekeeper uses it, so nothing more is kept.")
START_AGAIN = marked("End tablekeeper and start it again.")
SAVED = marked("What was confirmed until now is in the backup {name}.")
FULL = marked("The disk is full: {free} MB are free. Make room; nothing confirmed is lost.")
READ_ONLY = marked("The disk can only be read now. Nothing confirmed is lost.")
FAILS = marked("The disk fails: {why}. Nothing confirmed is lost.")
LAST_S = 4_102_444_800
"""The year 2100: no clock shows more that is right."""
NOTED = "game_noted"
"""What players wrote about a game: kept among its events, and none of what happened at the table."""


class SqliteStore:
    """Keeps the games of a data folder in one SQLite file.

    Any thread may call it; they take turns. While one process writes, others may read the same file.

    Args:
        data: The data folder.
        games: Its file of games, open.
        mended: What was done to the file before it could be opened, in a sentence.
        wall_clock: Gives seconds since 1970, for the eye alone.
        aside: Sets aside what of the players' names cannot be used.

    Attributes:
        book: What the players are called now: games are given with those names.
    """

    def __init__(
        self,
        data: Path,
        games: GameFile,
        *,
        mended: str = "",
        wall_clock: Callable[[], float] = time.time,
        aside: Aside | None = None,
    ) -> None:
        self.book = PlayerBook(data / PLAYERS, aside)
        self._mended = mended
        self._not_backed_up = ""
        self._data = data
        self._games = games
        self._wall_clock = wall_clock
        self._turn, self._backing_up = Lock(), Lock()
        self._beside = ThreadPoolExecutor(1, "backup")
        self._receipt: Receipt | None = None
        self._count = 0
        self._files = same_files(data / GAMES)
        self._lost = ""

    @property
    def says(self) -> str:
        return joined([says for says in (self._mended, self._not_backed_up) if says])

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def keep_count(self) -> None:
        """Count the events from now on, and be sure that they are in the files that were opened."""
        with self._asking() as games:
            self._count, self._receipt = games.extent().events, Receipt(self._data)
            self._receipt.write(self._count)
            self._files = same_files(self._data / GAMES)

    def trouble(self) -> str:
        try:
            with self._asking():
                self._check_files()
                if self._receipt:
                    self._receipt.probe(self._count)
            disk = os.statvfs(self._data)
        except StoreError as error:
            return error.says
        except OSError as error:
            return sentence(FAILS, why=say_why(error))
        free_bytes = disk.f_bavail * disk.f_frsize
        full = sentence(FULL, free=round(free_bytes / 1e6, 1)) if free_bytes < LEAST_BYTES else ""
        return sentence(READ_ONLY) if disk.f_flag & os.ST_RDONLY else full

    def games(self) -> tuple[str, ...]:
        with self._asking() as games:
            return tuple(
                str(game) for (game,) in games.execute("SELECT DISTINCT game FROM events ORDER BY 1")
            )

    def begun_s(self, game: str) -> float:
        """Tell when a game began, in seconds since 1970, by a clock that may have been wrong."""
        return min(max(self._rows(game)[0].at_s, 0.0), LAST_S)

    def begin(self, *events: Event) -> str:
        with self._changing(len(events)) as games:
            number = 1 + (games.execute("SELECT max(game) FROM events").fetchone()[0] or 0)
            games.write(self._row(number, place, event) for place, event in enumerate(events))
        return str(number)

    def append(self, game: str, events: Sequence[Event], draft: Document | None = None) -> None:
        with self._changing(len(events)) as games:
            (first,) = games.execute("SELECT count(*) FROM events WHERE game = ?", (game,)).fetchone()
            if not first:
                raise KeyError(game)
            games.write(self._row(int(game), place, event) for place, event in enumerate(events, first))
            if draft is not None:
                _write_draft(games, game, draft)
        if any(event.kind == ENDED for event in events):
            self._back_up_beside()

    def events(self, game: str) -> tuple[Event, ...]:
        return tuple(self._event(row) for row in self._rows(game) if row.kind != NOTED)

    def starts(self) -> dict[str, Document]:
        """Give how each game was started, the newest last; what is damaged is left out."""
        with self._asking() as games:
            numbers = [int(game) for (game,) in games.execute("SELECT DISTINCT game FROM events ORDER BY 1")]
            rows = [games.find(number, 0) for number in numbers]
        return {str(row.game): self._event(row).body for row in rows if row and _is_readable(row)}

    def marks(self) -> dict[str, str]:
        """Give for each game, the newest last, a text that is another one after each change of it."""
        marks = "SELECT game, count(*), total(crc32) FROM events GROUP BY game ORDER BY game"
        with self._asking() as games:
            return {str(game): f"{count}-{int(sums)}" for game, count, sums in games.execute(marks)}

    def noted(self, game: str) -> Document:
        """Give what players wrote about a game last; nothing where they did not."""
        notes = [row for row in self._rows(game) if row.kind == NOTED and _is_readable(row)]
        body = decoded(notes[-1].body) if notes else {}
        return body if isinstance(body, dict) else {}

    def remember(self, game: str, draft: Document) -> None:
        with self._changing(sync="NORMAL") as games:
            _write_draft(games, game, draft)

    def draft(self, game: str) -> Document | None:
        with self._asking() as games:
            kept = games.execute("SELECT body, crc32 FROM drafts WHERE game = ?", (game,)).fetchone()
        if not kept or crc32(kept[0].encode()) != kept[1]:
            return None
        draft: Document = msgspec.json.decode(kept[0])
        return draft

    def back_up(self) -> None:
        """Make a backup of all games; where that fails, ``says`` tells, and the game goes on meanwhile."""
        file = self._data / GAMES
        try:
            with self._backing_up, saying(file), closing(open_games(file, write=False)) as games:
                back_up(games, self._data)
            self._not_backed_up = ""
        except StoreError as error:
            self._not_backed_up = sentence("No backup could be made: {why}", why=as_sentence(error.says))
        except OSError as error:
            self._not_backed_up = sentence(
                "No backup could be made in {folder}: {why}.", folder=self._data, why=say_why(error)
            )

    def _back_up_beside(self) -> None:
        """Have a backup made while whoever asked goes on."""
        self._beside.submit(self.back_up).add_done_callback(Future.result)  # a fault is logged

    def remove(self, game: str) -> None:
        """Delete a game, and make a backup without it; older backups go in their turn.

        Raises:
            StoreError: It could not be deleted.
        """
        with self._asking() as games:
            (gone,) = games.execute("SELECT count(*) FROM events WHERE game = ?", (game,)).fetchone()
        with self._changing(-gone) as games:
            games.execute("DELETE FROM events WHERE game = ?", (game,))
            games.execute("DELETE FROM drafts WHERE game = ?", (game,))
        self._back_up_beside()

    def close(self) -> None:
        self._beside.shutdown()
        with self._turn:
            self._games.close()
            if self._receipt:
                self._receipt.close()

    def _row(self, game: int, place: int, event: Event) -> EventRow:
        return EventRow(
            game, place, float(self._wall_clock()), event.kind, msgspec.json.encode(event.body).decode()
        )

    def _event(self, row: EventRow) -> Event:
        body = decoded(row.body)
        return Event(row.kind, self.book.named(body) if row.place == 0 else body)

    def _rows(self, game: str) -> tuple[EventRow, ...]:
        with self._asking() as games:
            return tuple(games.rows(game))

    @contextmanager
    def _asking(self) -> Iterator[GameFile]:
        with self._turn, saying(self._data / GAMES):
            yield self._games

    @contextmanager
    def _changing(self, more: int = 0, sync: str = "FULL") -> Iterator[GameFile]:
        """Change the games in one transaction, which nobody hears of before it is sure to be kept.

        Args:
            more: How many events come; fewer than none where some go.
            sync: "NORMAL" for what a power cut may take back: it reaches the disk with what comes next.

        Source:
            https://www.sqlite.org/pragma.html#pragma_synchronous: with a log, NORMAL syncs it only before
            it is brought into the file, and nothing that was committed with FULL depends on what was not.
        """
        with self._asking() as games:
            self._check_files()
            self._count_to(self._count + min(more, 0))  # first: what is deleted is never missed
            games.execute(f"PRAGMA synchronous = {sync}")
            with games:
                yield games
            self._count_to(self._count + max(more, 0))
            try:
                self._check_files()
            except StoreError as error:
                self._lost = error.says if more else ""  # an event in a lost file must not come twice
                raise

    def _count_to(self, count: int) -> None:
        if self._receipt and count != self._count:
            self._receipt.write(count)
        self._count = count

    def _check_files(self) -> None:
        """Make sure that what is written is where it is looked for at the next start.

        Raises:
            StoreError: Somebody has taken the file or its log away, or put others there.
        """
        file = self._data / GAMES
        if self._lost:
            raise StoreError(self._lost)
        if self._receipt and same_files(file) != self._files:
            with suppress(OSError, sqlite3.DatabaseError):
                back_up(self._games, self._data)
            words = REPLACED if same_files(file)[0] not in (None, self._files[0]) else GONE
            saved = [sentence(SAVED, name=each.name) for each in backup_files(self._data)[-1:]]
            raise StoreError(joined([sentence(words, file=file.name), *saved, sentence(START_AGAIN)]))


def _is_readable(row: EventRow) -> bool:
    try:
        decoded(row.body)
    except UnreadableError:
        return False
    return True


def _write_draft(games: GameFile, game: str, draft: Document) -> None:
    body = msgspec.json.encode(draft)
    games.execute("INSERT OR REPLACE INTO drafts VALUES (?, ?, ?)", (game, body.decode(), crc32(body)))


def open_store(
    data: Path, wall_clock: Callable[[], float] = time.time, aside: Aside | None = None
) -> SqliteStore:
    """Open the store of a data folder for playing: mended where it is damaged, and backed up.

    Args:
        data: The data folder, which must be there.
        wall_clock: Gives seconds since 1970, for the eye alone.
        aside: As for ``SqliteStore``.

    Raises:
        StoreError: Nothing can be kept there; the sentence says why.
    """
    file = data / GAMES
    try:
        mended = mend(data)
    except OSError as error:
        raise StoreError(f"{file} cannot be made: {say_why(error)}.") from error
    with saying(file):
        games = open_games(file, write=True)
    store = SqliteStore(data, games, mended=mended, wall_clock=wall_clock, aside=aside)
    store.keep_count()
    store.back_up()
    return store


def read_store(data: Path) -> SqliteStore:
    """Open the store of a data folder for reading alone, while a game may be going on.

    Raises:
        StoreError: There is none, or it cannot be read.
    """
    file = data / GAMES
    if not file.exists():
        raise StoreError(f"No game has been played with the data folder {data} yet.")
    with saying(file):
        return SqliteStore(data, open_games(file, write=False))
