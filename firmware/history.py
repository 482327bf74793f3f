"""The games that were played: each put together again from its events, listed and written down."""

import csv
import io
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Protocol

from msgspec import Struct

from firmware.course import AnyRules, Turn
from firmware.errors import InputError
from firmware.kept import resume
from firmware.ports import EventStore
from firmware.telling import snapshot
from scoring.errors import ScoringError
from webui.desk import LiveSeat

FindRules = Callable[[str], AnyRules]


class DatedStore(EventStore, Protocol):
    """A store that also knows when its games began."""

    def begun_s(self, game: str) -> float:
        """Tell when a game began, in seconds since 1970, by a clock that may have been wrong."""


class Played(Struct, frozen=True):
    """A game that was played, or still is.

    Attributes:
        game: Its id, as ``tablekeeper export`` takes it.
        begun_s: When, in seconds since 1970, by a clock that may have been wrong.
        title: What was played.
        turns: How many turns are confirmed.
        ended: Whether it was played to its end.
        players: In turn order, with their points.
        says: Why it cannot be read, where it cannot.
    """

    game: str
    begun_s: float
    title: str = ""
    turns: int = 0
    ended: bool = False
    players: tuple[LiveSeat, ...] = ()
    says: str = ""


def played_games(store: DatedStore, find_rules: FindRules) -> Iterator[Played]:
    """List the games in a store, the newest first."""
    for game in reversed(store.games()):
        begun_s = store.begun_s(game)
        try:
            rules = rules_for(store, game, find_rules)
            turn = resume(store.events(game), None, rules)
        except ScoringError as error:
            yield Played(game, begun_s, says=str(error))
            continue
        seats = snapshot(turn, rules).seats
        ended = turn.stage == "ended"
        yield Played(game, begun_s, rules.info.title, len(turn.done), ended, seats)


def rules_for(store: EventStore, game: str, find_rules: FindRules) -> AnyRules:
    """Find the rules of a game in the store.

    Raises:
        InputError: There is no such game.
    """
    events = store.events(game)
    if not events:
        raise InputError(f"There is no game {game!r}; tablekeeper history lists those there are.")
    return find_rules(str(events[0].body.get("game")))


def document_of(turn: Turn, rules: AnyRules) -> dict[str, Any]:
    """Write a game down so far, as a game document."""
    forced = [index for index, done in enumerate(turn.done) if done.forced]
    moves = [done.move for done in turn.done]
    document = rules.dump_game(turn.setup, moves, forced=forced, ended=turn.stage == "ended")
    signed = [
        {**move, "by": done.by} if done.by else move
        for move, done in zip(document["moves"], turn.done, strict=True)
    ]
    return {**document, "moves": signed}


def points_csv(document: Mapping[str, Any], sheet: Mapping[str, Any]) -> str:
    """Write a game as a table: who moved, and everybody's points after each move and at the end.

    Args:
        document: The game document.
        sheet: Its sheet, from ``Rules.replay``.
    """
    names = {seat["colour"]: seat["name"] for seat in document["players"]}
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(["move", "player", *names.values()])
    for after, move in zip(sheet["after"], document["moves"], strict=True):
        table.writerow([after["move"], names[move["player"]], *_points(after, names)])
    table.writerow(["end" if document["ended"] else "so far", "", *_points(sheet["final"], names)])
    return text.getvalue()


def _points(entry: Mapping[str, Any], names: Mapping[str, str]) -> list[int]:
    return [entry["points"].get(colour, 0) for colour in names]
