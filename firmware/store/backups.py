"""Backups of the games: made, listed, put back, and used when the file with the games is damaged."""

import re
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from itertools import count, takewhile
from pathlib import Path
from typing import NamedTuple

from firmware.errors import InputError
from firmware.store.atomic_write import write_whole
from firmware.store.database import EventRow, Extent, GameFile, create, is_whole, log_of, open_games, saying
from firmware.store.receipt import NAME as RECEIPT
from firmware.store.receipt import confirmed_in
from scoring.sentence import counted, joined, marked, sentence

GAMES = "games.sqlite"
ANEW = marked("{file} was lost and there is no whole backup of it: all games begin anew.")
HELPED = marked("{saved} were saved with the help of the backup {backup}; it is kept as {aside}.")
FOLDER = "backups"
KEEP = 10
_NUMBERED = re.compile(r"games-(\d+)\.sqlite")


class Backup(NamedTuple):
    """A backup, and what it holds; None where it is damaged itself.

    Attributes:
        made_s: When, in seconds since 1970, by a clock that may have been wrong.
    """

    file: Path
    made_s: float
    extent: Extent | None


def backup_files(data: Path) -> tuple[Path, ...]:
    """Name the backups in a data folder, oldest first."""
    numbered = {file: _NUMBERED.fullmatch(file.name) for file in (data / FOLDER).glob("*.sqlite")}
    return tuple(sorted((file for file, name in numbered.items() if name), key=_number))


def _number(file: Path) -> int:
    name = _NUMBERED.fullmatch(file.name)
    return int(name[1]) if name else 0


def backups(data: Path) -> Iterator[Backup]:
    """Look into every backup, newest first."""
    for file in reversed(backup_files(data)):
        extent = extent_of(file) if is_whole(file) else None
        yield Backup(file, file.stat().st_mtime, extent)


def extent_of(file: Path) -> Extent:
    """Tell how much a whole file of games holds."""
    with saying(file), closing(open_games(file, write=False)) as games:
        return games.extent()


def back_up(games: GameFile, data: Path) -> None:
    """Copy the games while they are open, unless the newest backup holds the same; the oldest ones go.

    Raises:
        sqlite3.DatabaseError: It cannot be done, as when the disk is full.
        OSError: The same.
    """
    present, before = games.extent(), backup_files(data)
    newest = before[-1] if before else None
    if not present.events or (newest and is_whole(newest) and extent_of(newest) == present):
        return
    (data / FOLDER).mkdir(exist_ok=True)
    create(data / FOLDER / f"games-{_number(newest) + 1 if newest else 1:04d}.sqlite", games.rows())
    for old in before[: -KEEP + 1]:
        old.unlink()


def mend(data: Path) -> str:
    """Make sure that the data folder has a whole file of games, from a backup where it must be.

    Returns:
        What had to be done, in a sentence; empty where all was well.

    Raises:
        StoreError: It cannot be done.
    """
    file, confirmed = data / GAMES, confirmed_in(data)
    is_there = file.exists() and file.stat().st_size > 0
    is_good = is_there and is_whole(file)
    if is_good and extent_of(file).events >= confirmed:
        return ""
    good = next((backup.file for backup in backups(data) if backup.extent), None)
    if is_good:
        return _catch_up(file, good, confirmed)
    if not is_there and not good:
        was_played = confirmed or log_of(file).exists() or backup_files(data)
        with saying(file):
            create(file)
        return sentence(ANEW, file=str(file)) if was_played else ""
    return _rescue(file, good, is_there=is_there)


def _catch_up(file: Path, good: Path | None, confirmed: int) -> str:
    """Add to a whole file what it has lost, as far as a backup of the same games still holds it."""
    with saying(file):
        has, backed_up = _rows_in(file), _rows_in(good) if good else {}
        is_same = all(backed_up.get(place, row) == row for place, row in has.items())
        rows = {**backed_up, **has} if is_same else has
        saved, missing = len(rows) - len(has), confirmed - len(has)
        aside = put_aside(file, "damaged") if saved else None
        if saved:
            create(file, rows.values())
    lacks = counted(
        "{file} holds {count} entry fewer than were confirmed; its log was lost, or it is an older file.",
        "{file} holds {count} entries fewer than were confirmed; its log was lost, or it is an older file.",
        missing,
        file=str(file),
    )
    helped = [sentence(HELPED, saved=saved, backup=good.name, aside=aside.name)] if aside and good else []
    look = sentence("Please look at the last turns; tablekeeper restore lists the backups.")
    return joined([lacks, *helped, look])


def _rows_in(file: Path) -> dict[tuple[int, int], EventRow]:
    """Give every event of a whole file by its game and place."""
    with closing(open_games(file, write=False)) as games:
        return {(row.game, row.place): row for row in games.rows()}


def _rescue(file: Path, good: Path | None, *, is_there: bool) -> str:
    sources = [path for path in (file if is_there else None, good) if path]
    with saying(file):
        with ExitStack() as opened:
            games = [opened.enter_context(closing(open_games(path, write=False))) for path in sources]
            rows = tuple(saved_rows(games))
        aside = put_aside(file, "damaged") if is_there else None
        create(file, rows)
    return _say_rescue(file, aside, rows, good)


def _say_rescue(file: Path, aside: Path | None, rows: Sequence[EventRow], good: Path | None) -> str:
    was = sentence("{file} was missing.", file=str(file))
    if aside:
        was = sentence("{file} was damaged and is kept as {aside}.", file=str(file), aside=aside.name)
    if not rows:
        return joined(
            [was, sentence("No turn could be read of it or of a backup. Games are kept in a new file.")]
        )
    games = counted("{count} game", "{count} games", sum(row.place == 0 for row in rows))
    saved = sentence("{entries} entries of {games} were saved.", entries=len(rows), games=games)
    helped = [sentence("The backup {name} helped.", name=good.name)] if good else []
    look = sentence("Please look at the last turns.")
    return joined([was, saved, *helped, look])


def saved_rows(sources: list[GameFile]) -> Iterator[EventRow]:
    """Gather the events that any of several files still holds, each game up to its first gap.

    A damaged file often holds turns that no backup has yet.
    """
    for game in range(1, max(map(_last_game, sources), default=0) + 1):
        found = (_first(sources, game, place) for place in count())
        yield from (row for row in takewhile(lambda row: row is not None, found) if row)


def _first(sources: list[GameFile], game: int, place: int) -> EventRow | None:
    return next((row for games in sources if (row := games.find(game, place))), None)


def _last_game(games: GameFile) -> int:
    try:
        return int(games.execute("SELECT max(game) FROM events").fetchone()[0] or 0)
    except (sqlite3.DatabaseError, ValueError):
        return 0


def put_aside(file: Path, word: str) -> Path:
    """Copy a file of games, with its log, under a new name: "games.damaged-1.sqlite"."""
    names = (file.with_name(f"{file.stem}.{word}-{number}{file.suffix}") for number in count(1))
    aside = next(name for name in names if not name.exists())
    for old, new in ((log_of(file), log_of(aside)), (file, aside)):
        if old.exists():
            write_whole(new, old.read_bytes())
    return aside


def restore_backup(data: Path, name: str) -> Path | None:
    """Put a backup in the place of the present games; nobody else may have them open.

    Args:
        name: One of the data folder's backups or, with a slash in it, any file of games.

    Returns:
        Under which name the games until now are kept, if there were any.

    Raises:
        InputError: There is no such backup, or it is damaged.
    """
    backup = Path(name) if "/" in name else data / FOLDER / name
    if not backup.is_file():
        raise InputError(f"There is no backup {backup}; tablekeeper restore lists those there are.")
    if not is_whole(backup):
        raise InputError(f"The backup {backup} is damaged; choose another.")
    file = data / GAMES
    with saying(file):
        with closing(open_games(backup, write=False)) as games:
            rows = tuple(games.rows())
        aside = put_aside(file, "replaced") if file.exists() else None
        (data / RECEIPT).unlink(missing_ok=True)  # what is given up on purpose is not missed
        create(file, rows)
    return aside
