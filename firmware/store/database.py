"""The file that keeps the games: SQLite, one event a row, each with its checksum."""

import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple, Self
from zlib import crc32

from firmware.errors import StoreError
from firmware.store.atomic_write import put_in_place

VERSION = 1
LAST_VERSION = 255
"""A file that says it is of a later version than there will ever be is damaged, not new."""
SCHEMA = f"""
    CREATE TABLE events (
        game INTEGER NOT NULL,
        place INTEGER NOT NULL,  -- counts the events of a game from 0
        at_s REAL NOT NULL,      -- what the clock on the wall said, which may have been wrong
        kind TEXT NOT NULL,
        body TEXT NOT NULL,      -- JSON
        crc32 INTEGER NOT NULL,
        PRIMARY KEY (game, place)
    ) WITHOUT ROWID;
    CREATE TABLE drafts (game INTEGER PRIMARY KEY, body TEXT NOT NULL, crc32 INTEGER NOT NULL);
    PRAGMA user_version = {VERSION};
"""
# A new file is synced and named once it is finished; a journal left by a crash would spoil the next try.
SCRATCH = "PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF;"
PATIENCE_S = 5.0
_READ = "SELECT game, place, at_s, kind, body, crc32 FROM events"
_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_WHY = {
    sqlite3.SQLITE_FULL: "cannot grow: the disk is full. Make room; nothing confirmed is lost",
    sqlite3.SQLITE_READONLY: "cannot be changed: the disk can only be read, or you have no permission",
    sqlite3.SQLITE_PERM: "cannot be used: you have no permission",
    sqlite3.SQLITE_CANTOPEN: "cannot be opened: the disk can only be read, or you have no permission",
    sqlite3.SQLITE_IOERR: "cannot be used: the disk fails or has no room. Nothing confirmed is lost",
    sqlite3.SQLITE_BUSY: "is in use by another program; end that first",
    **dict.fromkeys(
        _DAMAGED, "is damaged; tablekeeper play saves what can be saved when it is started again"
    ),
}


class DamagedError(sqlite3.DatabaseError):
    """A row that SQLite takes for good and that is not what was written."""

    sqlite_errorcode = sqlite3.SQLITE_CORRUPT


class EventRow(NamedTuple):
    """An event as the file keeps it; ``body`` is JSON."""

    game: int
    place: int
    at_s: float
    kind: str
    body: str

    @property
    def checksum(self) -> int:
        """The checksum to keep with it."""
        return crc32(repr(tuple(self)).encode())


class Extent(NamedTuple):
    """How much a file holds; two files of the same extent hold the same."""

    games: int
    events: int
    checksum: int


class GameFile(sqlite3.Connection):
    """An open file of games; as a context it is one transaction."""

    def __enter__(self) -> Self:
        self.execute("BEGIN IMMEDIATE")
        return self

    def write(self, rows: Iterable[EventRow]) -> None:
        """Add events; the transaction is the caller's."""
        self.executemany(
            "INSERT INTO events VALUES (?, ?, ?, ?, ?, ?)", ((*row, row.checksum) for row in rows)
        )

    def rows(self, game: str | None = None) -> Iterator[EventRow]:
        """Give the events of one game, or of all of them, game by game.

        Raises:
            DamagedError: One is missing or is not what was written.
        """
        where, names = ("WHERE game = ?", (game,)) if game else ("", ())
        now, place = 0, 0
        for *values, checksum in self.execute(f"{_READ} {where} ORDER BY game, place", names):
            row = EventRow(*values)
            now, place = row.game, place + 1 if row.game == now else 0
            if row.place != place or row.checksum != checksum:
                raise DamagedError(f"event {place} of game {now} is damaged")
            yield row

    def find(self, game: int, place: int) -> EventRow | None:
        """Give one event of a file that may be damaged, if it is there and whole."""
        try:
            found = self.execute(f"{_READ} WHERE game = ? AND place = ?", (game, place)).fetchone()
        except sqlite3.DatabaseError:
            return None
        row = EventRow(*found[:-1]) if found else None
        return row if row and row.checksum == found[-1] else None

    def extent(self) -> Extent:
        """Tell how much it holds."""
        count = "SELECT count(DISTINCT game), count(*), total(crc32) FROM events"
        return Extent(*map(int, self.execute(count).fetchone()))


def open_games(file: Path, *, write: bool) -> GameFile:
    """Open a file of games: WAL and synchronous FULL, so that what is committed survives a power cut.

    Args:
        file: It must be there.
        write: Without it the file may lie on a disk that can only be read.

    Raises:
        sqlite3.DatabaseError: It cannot be opened.

    Source:
        https://www.sqlite.org/wal.html, "Read-Only Databases": on a disk that can only be read, a file
        without a log opens as an immutable one.
    """
    is_fixed = not write and not log_of(file).exists() and not os.access(file.parent, os.W_OK)
    games = _connect(file, f"mode={'rw' if write else 'ro'}&immutable={int(is_fixed)}")
    if write:
        try:
            games.execute("PRAGMA journal_mode = WAL")
            games.execute("PRAGMA synchronous = FULL")
        except sqlite3.DatabaseError:
            games.close()
            raise
    return games


def same_files(file: Path) -> tuple[tuple[int, int] | None, ...]:
    """Tell which files on the disk the games are in: the file, its log and the log's index, None for none.

    Another answer later means that somebody has taken one away: what is written then is in no folder.
    """

    def which(each: Path) -> tuple[int, int] | None:
        try:
            found = each.stat()
        except OSError:
            return None
        return found.st_dev, found.st_ino

    return which(file), which(log_of(file)), which(index_of(file))


def create(file: Path, rows: Iterable[EventRow] = ()) -> None:
    """Make a file of games, in place of an older one, that is there whole or not at all."""
    fresh = file.with_name(f".{file.name}.new")
    fresh.unlink(missing_ok=True)
    with closing(_connect(fresh, "mode=rwc")) as games:
        games.executescript(SCRATCH + SCHEMA)
        with games:
            games.write(rows)
    for old in (log_of(file), index_of(file)):
        old.unlink(missing_ok=True)  # SQLite would play an older file's log into the new one
    put_in_place(fresh, file)


def _connect(file: Path, how: str) -> GameFile:
    games = sqlite3.connect(
        f"{file.absolute().as_uri()}?{how}",
        PATIENCE_S,
        isolation_level=None,
        check_same_thread=False,
        factory=GameFile,
        uri=True,
    )
    games.text_factory = _text
    return games


def _text(stored: bytes) -> str:
    return stored.decode(errors="replace")  # where that replaces anything, the checksum tells


def is_whole(file: Path) -> bool:
    """Tell whether a file of games is undamaged: its pages, and each event in it.

    Raises:
        StoreError: It cannot be read at all, or a newer tablekeeper made it.
    """
    with saying(file), closing(open_games(file, write=False)) as games:
        try:
            return _is_whole(games)
        except sqlite3.DatabaseError as error:
            if _code(error) in _WHY and _code(error) not in _DAMAGED:
                raise
            return False


def _is_whole(games: GameFile) -> bool:
    version = games.execute("PRAGMA user_version").fetchone()[0]
    if VERSION < version <= LAST_VERSION:
        raise StoreError("The games were kept by a newer tablekeeper; update this one.")
    pages = games.execute("PRAGMA integrity_check(1)").fetchone()[0]
    return bool(version == VERSION and pages == "ok" and all(games.rows()))


@contextmanager
def saying(file: Path) -> Iterator[None]:
    """Turn what SQLite refuses into a sentence.

    Raises:
        StoreError: With that sentence.
    """
    try:
        yield
    except sqlite3.DatabaseError as error:
        if _code(error) not in _WHY:
            raise
        raise StoreError(f"{file} {_WHY[_code(error)]}.") from error


def _code(error: sqlite3.Error) -> int:
    """Give the primary result code, which is the low byte of the extended one."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def log_of(file: Path) -> Path:
    """Name SQLite's write-ahead log of a file."""
    return file.with_name(f"{file.name}-wal")


def index_of(file: Path) -> Path:
    """Name the index that SQLite keeps of that log."""
    return file.with_name(f"{file.name}-shm")
