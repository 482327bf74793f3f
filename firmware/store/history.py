"""The games that were played: each put together again from its events, listed and written down."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol

from firmware.errors import InputError, StoreError
from firmware.spreadsheet import as_csv
from scoring.documents.replay import standing_at
from scoring.documents.values import Document
from scoring.errors import ScoringError
from scoring.referee.clocks import taken_s_of
from scoring.referee.contracts.games import GameRecord
from scoring.referee.publication import snapshot
from scoring.referee.record.events import started_of
from scoring.referee.record.replay import resume
from scoring.referee.state import TableState, number_turns
from scoring.referee.store import EventStore
from scoring.roles import AnyRules

FindRules = Callable[[str], AnyRules]


class DatedStore(EventStore, Protocol):
    """A store that also knows when its games began."""

    def begun_s(self, game: str) -> float:
        """Tell when a game began, in seconds since 1970, by a clock that may have been wrong."""

    def noted(self, game: str) -> Document:
        """Give what players wrote about a game: "place" and "notes"."""


def played_games(store: DatedStore, find_rules: FindRules) -> Iterator[GameRecord]:
    """List the games in a store, the newest first."""
    for game in reversed(store.games()):
        yield look_up(store, game, find_rules)


def look_up(store: DatedStore, game: str, find_rules: FindRules) -> GameRecord:
    """Say of one game in a store what was played and how it stands, or why that cannot be told."""
    begun_s = 0.0
    try:
        begun_s = store.begun_s(game)
        return about(store, game, *played_turn(store, game, find_rules))
    except (ScoringError, StoreError) as error:
        return GameRecord(game, begun_s, says=str(error))


def about(store: DatedStore, game: str, table: TableState, rules: AnyRules) -> GameRecord:
    """Say of a game what was played and how it stands."""
    now, noted = snapshot(table, rules), store.noted(game)
    return GameRecord(
        game,
        store.begun_s(game),
        now.title,
        max(number_turns(table.done, rules), default=0),
        table.stage == "ended",
        now.seats,
        tracks=now.tracks,
        currencies=now.currencies,
        box=str(now.box),
        rules=now.rules,
        rule_set=table.setup.rules,
        taken_s=taken_s_of(store.events(game)),
        place=str(noted.get("place", "")),
        notes=str(noted.get("notes", "")),
        from_start=not table.setup.begins,
    )


def played_turn(store: EventStore, game: str, find_rules: FindRules) -> tuple[TableState, AnyRules]:
    """Put a game in the store together again.

    Raises:
        InputError: There is no such game.
        ScoringError: This version cannot read it.
        StoreError: What was kept is damaged.
    """
    rules = rules_for(store, game, find_rules)
    return resume(store.events(game), None, rules), rules


def rules_for(store: EventStore, game: str, find_rules: FindRules) -> AnyRules:
    """Find the rules of a game in the store.

    Raises:
        InputError: There is no such game.
        ScoringError: It is damaged, or of a game that this version does not know.
    """
    events = store.events(game)
    if not events:
        raise InputError(f"There is no game {game!r}; tablekeeper history lists those there are.")
    return find_rules(started_of(events[0]).game)


TOLD = ("points", "standing", "lines", "winners")
"""What a sheet tells of the end beside everybody's balances."""


def points_csv(document: Document, sheet: Document) -> str:
    """Write a game as a table: who moved, and what everybody has after each move and at the end.

    Args:
        document: The game document.
        sheet: Its sheet, from ``Notation.replay``.
    """
    names = {seat["colour"]: seat["name"] for seat in document["players"]}
    counted = ["points", *(name for name in sheet["final"] if name not in TOLD)]
    columns = [(what, colour) for what in counted for colour in names]
    rows: list[list[Any]] = [["move", "player", *(_column(what, names[colour]) for what, colour in columns)]]
    if "begins" in sheet:
        rows.append([0, "", *_counts({**document["begins"], **sheet["begins"]}, columns)])
    for after, move in zip(sheet["after"], document["moves"], strict=True):
        rows.append([after["move"], names[move["player"]], *_counts(after, columns)])
    rows.append(["end" if document["ended"] else "so far", "", *_counts(sheet["final"], columns)])
    return as_csv(rows)


def _column(what: str, name: str) -> str:
    return name if what == "points" else f"{name}: {what}"


def _counts(entry: Document, columns: Sequence[tuple[str, str]]) -> list[int | str]:
    """Give what an entry of a sheet tells of everybody; nothing for what it does not tell.

    Where the points do not tell how everybody stands, that stands in their place.
    """
    entry = {**entry, "points": standing_at(entry)}
    return [entry[what].get(colour, 0) if what in entry else "" for what, colour in columns]
