"""A table in a test: what the camera sees is said by the test, what is kept is put together again."""

import json
from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from scoring.game import PlayerSeat, Setup
from scoring.games import load
from scoring.games.carcassonne.engine.moves import Meeple, TilePlacement
from scoring.referee.effects import Effect, Keep, ReadTable
from scoring.referee.inputs import Input, LookRead, Pressed, Settled
from scoring.referee.machine import Refusal, refusal, step
from scoring.referee.observation import Proposal, Sight
from scoring.referee.record.events import game_started
from scoring.referee.record.replay import resume
from scoring.referee.state import ReadingState, TableState
from scoring.referee.store import Event
from scoring.referee.transitions.confirmation import begin
from scoring.roles import AnyRules

RULES: AnyRules = load("carcassonne")
SURE, UNSURE = 0.97, 0.6


def seats(*names: str, rules: str = "leaflet-001", **options: str | bool) -> Setup:
    """Seat players in red, blue, yellow; every option is spelled out, as in a kept game."""
    colours = ("red", "blue", "yellow")
    players = tuple(PlayerSeat(name, colour) for name, colour in zip(names, colours, strict=False))
    return RULES.load_setup(RULES.dump_game(Setup(rules, players, options), ()))


def tile(player: str, face: str, turns: int, cell: tuple[int, int], *figure: str) -> TilePlacement:
    """A tile laid, with a figure: "road", "W"."""
    meeple = Meeple(figure[0], figure[1:]) if figure else None
    return TilePlacement(player, face, turns, cell, meeple)


def proposal(*moves: Any, sure: float = SURE) -> Proposal[Any]:
    return Proposal(moves, sure)


ROAD = tile("red", "U", 1, (1, 0))
THIEF = tile("red", "U", 1, (1, 0), "road", "E")
WEST = tile("red", "U", 1, (-1, 0))
BEND = tile("red", "V", 0, (1, 0))
NEXT = tile("blue", "U", 1, (2, 0))
THIRD = tile("red", "U", 1, (3, 0))
CITY = tile("red", "E", 2, (0, -1))
LORD = tile("red", "E", 2, (0, -1), "city", "S")
WRONG = tile("red", "E", 0, (1, 0))
ON_TOP = tile("red", "E", 0, (0, 0))


class Table:
    """Steps a turn and remembers what it wanted kept.

    Attributes:
        turn: How the table stands.
        effects: What the last step wanted done.
        events: Everything kept so far.
    """

    def __init__(self, setup: Setup | None = None, *, hands_free: bool = False) -> None:
        setup = setup or seats("Ann", "Ben")
        self.turn = replace(begin(setup, RULES, hands_free=hands_free), reading=ReadingState(is_still=True))
        self.effects: tuple[Effect, ...] = ()
        self.events: list[Event] = [game_started(setup, RULES, "box", hands_free=hands_free)]

    def give(self, given: Input) -> None:
        self.turn, self.effects = step(self.turn, given, RULES)
        self.events += [event for e in self.effects if isinstance(e, Keep) for event in e.events]

    def press(self, button: str, version: int | None = None) -> None:
        self.give(Pressed(button, self.turn.version if version is None else version))

    def see(self, *moves: Any, sure: float = SURE, visits: int = 0, **sight: Any) -> None:
        """See something new, or nothing."""
        self.look(proposal(*moves, sure=sure), visits=visits, **sight)

    def look(self, *proposals: Proposal[Any], visits: int = 0, **sight: Any) -> None:
        """See what can be read in several ways; a look at an older game that is under way is repeated."""
        read = LookRead(Sight(proposals, **sight), visits)
        if self.turn.eye == "hand" or not self.turn.reading.is_still:
            self.give(Settled())
        if self.turn.reading.is_outdated:
            self.give(read)
        self.give(read)

    def lay(self, *moves: Any) -> None:
        """See turns one after the other and confirm each."""
        for move in moves:
            self.see(move)
            self.press("confirm")

    @property
    def is_read_again(self) -> bool:
        """Whether the table is read once more, now or after what is being read."""
        return self.turn.reading.is_due or ReadTable() in self.effects

    @property
    def public(self) -> TableState:
        """How the table stands, without what is to be read of it."""
        return replace(self.turn, reading=ReadingState())

    def refused(self, given: Input) -> Refusal:
        refused = refusal(self.turn, given, RULES)
        assert refused is not None
        return refused

    @property
    def moves(self) -> list[Any]:
        return [done.move for done in self.turn.done]

    @property
    def proposed(self) -> Any:
        return self.turn.candidate.move if self.turn.candidate else None

    @property
    def kinds(self) -> list[str]:
        return [event.kind for event in self.events[1:]]

    def again(self, draft: dict[str, Any] | None = None) -> Any:
        """Put the game together again from what was kept, written and read as JSON."""
        return resume(through_json(self.events), json.loads(json.dumps(draft)), RULES)


def through_json(events: Sequence[Event]) -> list[Event]:
    return [Event(event.kind, json.loads(json.dumps(event.body))) for event in events]
