"""How long the turn and the game have taken, pauses left out; they run whether they are shown or not."""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from scoring.documents.values import Document, Written
from scoring.referee.contracts.snapshot import Timing
from scoring.referee.state import ConfirmedMove, TableState
from scoring.referee.store import Event
from scoring.roles import AnyTurns

Clock = Callable[[], float]
"""Seconds that only ever go forward, ``time.monotonic`` on the appliance: a Pi may not know the date."""


GAME_S = "game_s"
"""Under this an event says how long the game had taken by then."""
MOST_GAME_S = 1e7
"""No game takes longer, nearly four months of nothing else: whatever says so is damaged."""


class _ClockDraft(Struct, frozen=True):
    turns: int
    turn_s: float
    game_s: float
    shown: bool = False


class Clocks:
    """The clocks of the game on the table; they run while it is played. Used by the worker alone.

    Args:
        clock: Tells the seconds.

    Attributes:
        shown: Whether the players want to see them.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._counted: tuple[ConfirmedMove, ...] | None = None
        self.begin()

    def begin(self, events: Sequence[Event] = (), draft: Document | None = None) -> None:
        """Begin to count from nothing, or from where a kept game had come to.

        Args:
            events: Those of the game that goes on.
            draft: What was kept last, ``kept`` in it.
        """
        taken_s = taken_s_of(events)
        kept = _draft_in(draft)
        if kept is None or not kept.game_s >= taken_s:
            kept = _ClockDraft(0, 0.0, taken_s, bool(kept and kept.shown))
        self._turns, self.shown = kept.turns, kept.shown
        self._counted = None
        self._timing = Timing(kept.turn_s, kept.game_s, self._clock())

    def tell(self, table: TableState, rules: AnyTurns) -> Timing | None:
        """Count on to now and give the clocks if they are shown.

        That of the turn begins anew as a turn ends or is taken back, and not with each of a turn's moves.

        Args:
            table: How the table stands.
            rules: They tell which moves end a turn.
        """
        now, was = self._timing.at(self._clock()), self._turns
        if table.done is not self._counted:
            self._counted = table.done
            self._turns = sum(rules.ends_turn(done.before, done.move) for done in table.done)
        turn_s = now.turn_s if self._turns == was else 0.0
        runs = not (table.paused or table.stage == "ended")
        self._timing = replace(now, turn_s=turn_s, runs=runs)
        return self._timing if self.shown else None

    def sign(self, events: Sequence[Event]) -> tuple[Event, ...]:
        """Write into events how long the game has taken."""
        game_s = round(self._timing.at(self._clock()).game_s, 1)
        return tuple(event._replace(body={**event.body, GAME_S: game_s}) for event in events)

    def document(self) -> Written:
        """Write down, as JSON, how the clocks stand, to be kept with a draft."""
        now = self._timing.at(self._clock())
        return {"clocks": msgspec.to_builtins(_ClockDraft(self._turns, now.turn_s, now.game_s, self.shown))}


def taken_s_of(events: Sequence[Event]) -> float:
    """Tell how long a game has taken, pauses left out; 0 where nobody counted."""
    said = [event.body[GAME_S] for event in events if isinstance(event.body, dict) and GAME_S in event.body]
    return float(said[-1]) if said and _is_time(said[-1]) else 0.0


def _draft_in(draft: Document | None) -> _ClockDraft | None:
    try:
        kept = msgspec.convert((draft or {})["clocks"], _ClockDraft)
    except (KeyError, msgspec.ValidationError):
        return None
    return kept if _is_time(kept.game_s) and 0 <= kept.turn_s <= kept.game_s else None


def _is_time(value: Any) -> bool:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return is_number and 0 <= value <= MOST_GAME_S
