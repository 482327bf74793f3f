"""A table that was recorded, or is painted as it goes, shown as if it lay under a camera now."""

import time
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

from firmware.errors import CameraError
from firmware.ports import Frame
from scoring.referee.clocks import Clock
from vision.reader import Image

RETRY_S = 1.0
JUST_BEFORE_S = 0.001
"""A recording that waits before a picture stands so far before its time."""


class Shot(NamedTuple):
    """A picture for watching, and what gives it in full."""

    small: Image
    full: Callable[[], Image]


class Recording(Protocol):
    """Pictures with their times.

    Attributes:
        says: What it is, in a few words.
        times_s: When each picture was taken, in seconds from any beginning, never going back.
    """

    says: str
    times_s: Sequence[float]

    def shot(self, index: int) -> Shot | None:
        """Give a picture, each later in the recording than the one before; None where it ends early."""

    def close(self) -> None: ...


class Stops(NamedTuple):
    """Where a recording may have to wait.

    Attributes:
        at: The pictures before which it may, by their indices, in order.
        may_pass: Tells whether it may go on to one of them.
    """

    at: Sequence[int] = ()
    may_pass: Callable[[int], bool] = lambda _index: True


class PlayedCamera:
    """Shows a recording in its own time, or as fast as frames are taken.

    In its own time, pictures that come too late for whoever takes them are left out, as a camera would, and
    where the next is not due yet when time is out, the table still looks as it did: the last one is given
    again.

    Args:
        recording: What is shown; it is the camera's to close.
        clock: Tells the time it goes by; None shows every picture as fast as they are taken.
        wait: Lets seconds pass.
        stops: Where the recording waits, while the table looks as it did before.
    """

    def __init__(
        self,
        recording: Recording,
        clock: Clock | None,
        wait: Callable[[float], None] = time.sleep,
        stops: Stops = Stops(),  # noqa: B008 - it never changes
    ) -> None:
        self._recording = recording
        self._is_lost = False
        self._clock = clock
        self._wait = wait
        self._stops = stops
        self._began_s: float | None = None
        self._waited_s = 0.0
        self._next = 0
        self._shown: Shot | None = None

    @property
    def says(self) -> str:
        """What it is; nothing while no picture comes of it, or none any more."""
        return "" if self._is_lost else self._recording.says

    def take(self, timeout_s: float) -> Frame | None:
        try:
            frame = self._take(timeout_s)
        except CameraError:
            self._is_lost = True
            # Whoever asks again at once must not keep a core busy with what is not there.
            self._wait(min(timeout_s, RETRY_S))
            raise
        self._is_lost = frame is None
        return frame

    def _take(self, timeout_s: float) -> Frame | None:
        times_s = self._recording.times_s
        if self._next >= len(times_s):
            return None
        if self._clock is None:
            return self._show(self._next, times_s[self._next])
        now_s = self._wait_for_next(self._clock, timeout_s)
        latest = bisect_right(times_s, now_s) - 1
        at_s = times_s[latest] if latest >= self._next else now_s
        return self._show(latest, at_s + self._waited_s)

    def hold(self) -> tuple[str, ...]:
        return ()

    def close(self) -> None:
        self._recording.close()

    def _wait_for_next(self, clock: Clock, timeout_s: float) -> float:
        """Wait until the next picture is due or time is out, and give the recording's own time then."""
        due_s = self._recording.times_s[self._next]
        if self._began_s is None:
            self._began_s = clock() - due_s
        now_s = clock() - self._began_s - self._waited_s
        if now_s < due_s:
            self._wait(min(due_s - now_s, timeout_s))
            now_s = min(due_s, now_s + timeout_s)
        stop = self._next_stop()
        if stop is None or now_s < self._recording.times_s[stop] or self._stops.may_pass(stop):
            return now_s
        return self._stop(clock, stop, timeout_s)

    def _stop(self, clock: Clock, index: int, timeout_s: float) -> float:
        """Let the recording's own time stand still just before a picture, and give it."""
        if index == self._next:
            self._wait(timeout_s)
        now_s = self._recording.times_s[index] - JUST_BEFORE_S
        self._waited_s = clock() - (self._began_s or 0.0) - now_s
        return now_s

    def _next_stop(self) -> int | None:
        """Give the next picture before which the recording may have to wait."""
        at = self._stops.at
        place = bisect_left(at, self._next)
        return at[place] if place < len(at) else None

    def _show(self, index: int, at_s: float) -> Frame | None:
        if index >= self._next:
            self._shown = self._recording.shot(index)
            self._next = index + 1
        if self._shown is None:
            self._next = len(self._recording.times_s)
            return None
        return Frame(index, at_s, *self._shown)
