"""What came of the games that have ended, kept in a file so that many need not be put together again."""

import threading
from collections.abc import Callable, Mapping
from importlib.metadata import version
from pathlib import Path

import msgspec
from msgspec import Struct

from firmware.durable import write_whole
from firmware.errors import InputError
from firmware.files import read_file
from scoring.document import check_format, converted
from scoring.errors import UnreadableError
from webui.records import Record, Result
from webui.statistics import features_of

RESULTS = "results.json"
FORMAT = "tablekeeper.results/1"


class _Entry(Struct, frozen=True):
    """A result, and the mark of the game that it came of."""

    mark: str
    result: Result


class _Kept(Struct, frozen=True):
    version: str
    results: Mapping[str, _Entry] = {}


def result_of(record: Record) -> Result:
    """Tell what came of a game."""
    features = {seat.colour: features_of(record, seat) for seat in record.about.players}
    return Result(record.about, features)


class Results:
    """The results that are known; any thread may call it.

    Args:
        file: Where they are kept; None for nowhere. Nothing is lost with it: what it lacks is counted again.
    """

    def __init__(self, file: Path | None = None) -> None:
        self._file = file
        self._counting = threading.Lock()
        self._known: Mapping[str, _Entry] | None = None

    def of(self, marks: Mapping[str, str], count: Callable[[str], Result | None]) -> dict[str, Result]:
        """Give the results of the games that have ended, the newest last.

        Args:
            marks: The games, each with what changes whenever it does.
            count: Counts one anew; None for one that goes on or cannot be read.
        """
        with self._counting:
            if self._known is None:
                self._known = _read(self._file) if self._file else {}
            before = self._known
            self._known = known = {
                game: entry for game, mark in marks.items() if (entry := _entry(before, game, mark, count))
            }
            if self._file and known != before:
                _write(self._file, known)
            return {game: entry.result for game, entry in known.items()}


def _entry(
    known: Mapping[str, _Entry], game: str, mark: str, count: Callable[[str], Result | None]
) -> _Entry | None:
    entry = known.get(game)
    if entry and entry.mark == mark:
        return entry
    result = count(game)
    return _Entry(mark, result) if result else None


def _read(file: Path) -> Mapping[str, _Entry]:
    try:
        kept = converted(check_format(read_file(file), FORMAT), _Kept)
    except (InputError, UnreadableError):
        return {}
    return kept.results if kept.version == version("tablekeeper") else {}


def _write(file: Path, known: Mapping[str, _Entry]) -> None:
    kept = {"format": FORMAT, "version": version("tablekeeper"), "results": known}
    try:
        write_whole(file, msgspec.json.encode(kept))
    except OSError:
        return  # the disk is full: they are counted again next time
