"""How long the turn and the game have taken, where the players want to know; pauses are left out."""

from msgspec.structs import replace

from firmware.course import Turn
from firmware.ports import Clock
from webui.desk import Timing


class Clocks:
    """The clocks of the game on the table; they run while it is played. Used by the worker alone.

    Args:
        clock: Tells the seconds.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._timing: Timing | None = None
        self._turns = -1

    def show(self, shown: bool) -> None:
        """Begin to count from nothing, or count no more."""
        self._timing = Timing(0.0, 0.0, self._clock()) if shown else None
        self._turns = -1

    def tell(self, turn: Turn) -> Timing | None:
        """Count on to now; the clock of the turn begins anew with every turn confirmed or taken back."""
        if self._timing is None:
            return None
        now = self._timing.at(self._clock())
        turn_s = now.turn_s if len(turn.done) == self._turns else 0.0
        self._turns = len(turn.done)
        runs = not (turn.paused or turn.stage == "ended")
        self._timing = replace(now, turn_s=turn_s, runs=runs)
        return self._timing
