"""What came of the games that have ended, kept in a file so that many need not be put together again."""

import threading
from collections.abc import Callable, Mapping
from importlib.metadata import version
from pathlib import Path
from zlib import crc32

import msgspec
from msgspec import Struct

from firmware.store.atomic_write import write_whole
from firmware.store.files import read_data_file
from firmware.store.quarantine import Aside
from scoring.documents.document import as_json, check_format, converted
from scoring.errors import UnreadableError
from scoring.referee.contracts.games import Earnings, Record, Result
from scoring.referee.record.history import features_of
from scoring.sentence import marked

RESULTS = "results.json"
FORMAT = "tablekeeper.results/1"
CHANGED = marked("It is not what was written.")


class _Entry(Struct, frozen=True):
    """A result, and the mark of the game that it came of; None for one that goes on or cannot be read."""

    mark: str
    result: Result | None = None


class _Kept(Struct, frozen=True):
    results: Mapping[str, _Entry]


def result_of(record: Record) -> Result:
    """Tell what came of a game."""
    players = record.about.players
    balances = record.turns[-1].balances if record.turns else {}
    earnings = {
        each.name: Earnings(
            balances.get(each.name, {}),
            {seat.colour: features_of(record, seat, each.name) for seat in players},
        )
        for each in record.about.currencies
        if not each.is_private
    }
    return Result(record.about, {seat.colour: features_of(record, seat) for seat in players}, earnings)


class Results:
    """The results that are known; any thread may call it.

    Args:
        file: Where they are kept; None for nowhere. Nothing is lost with it: what it lacks is counted again.
        aside: Sets a file aside that cannot be used.
    """

    def __init__(self, file: Path | None = None, aside: Aside | None = None) -> None:
        self._file = file
        self._aside = aside or Aside()
        self._counting = threading.Lock()
        self._known: dict[str, _Entry] | None = None
        self._fresh = 0

    def of(
        self,
        marks: Mapping[str, str],
        count: Callable[[str], Result | None],
        is_over: Callable[[], bool] = lambda: False,
    ) -> dict[str, Result]:
        """Give the results of the games that have ended, the newest last.

        Args:
            marks: The games, each with what changes whenever it does.
            count: Counts one anew; None for one that goes on or cannot be read.
            is_over: Tells when to leave the rest uncounted.
        """
        found = {}
        for game, mark in marks.items():
            if is_over():
                break
            with self._counting:  # game by game: others who wait for the same go on with what is counted
                found[game] = self._find(game, mark, count)
        with self._counting:
            self._keep(marks)
        return {game: result for game, result in found.items() if result}

    def _find(self, game: str, mark: str, count: Callable[[str], Result | None]) -> Result | None:
        if self._known is None:
            self._known = (self._aside.read(self._file, _read) if self._file else None) or {}
        entry = self._known.get(game)
        if entry is None or entry.mark != mark:
            entry = self._known[game] = _Entry(mark, count(game))
            self._fresh += 1
        return entry.result

    def _keep(self, marks: Mapping[str, str]) -> None:
        """Write down what was counted anew, without the games that are gone."""
        if self._file and self._known and self._fresh:
            self._known = {game: entry for game, entry in self._known.items() if game in marks}
            _write(self._file, self._known)
            self._fresh = 0


def _read(file: Path) -> dict[str, _Entry]:
    found = check_format(read_data_file(file), FORMAT)
    if found.get("version") != version("tablekeeper"):
        return {}
    if found.get("crc32") != _checksum(found.get("results")):
        raise UnreadableError(CHANGED)
    return dict(converted(found, _Kept).results)


def _write(file: Path, known: Mapping[str, _Entry]) -> None:
    results = as_json(known)
    kept = {"version": version("tablekeeper"), "crc32": _checksum(results), "results": results}
    try:
        write_whole(file, msgspec.json.encode({"format": FORMAT, **kept}))
    except OSError:
        return  # the disk is full: they are counted again next time


def _checksum(results: object) -> int:
    """Sum the results up: a changed figure would be shown to everybody."""
    return crc32(msgspec.json.encode(results, order="deterministic"))
