"""Who may come in: so much for each address, so that one phone that runs wild shuts out no other."""

import asyncio
import threading
import time
from collections import Counter
from typing import NamedTuple

from scoring.referee.clocks import Clock
from webui.addresses import whose

ALL_CONNECTIONS = 700
"""So many connections at a time are open at most; a program may have 1,024 files open."""
ALL_STREAMS = 240
"""So many phones can follow the table at a time; others look every few seconds."""
MOST_KNOWN = 4096
"""So many addresses are remembered by their pace; those that were slow for a while are forgotten first."""


class Limits(NamedTuple):
    """What one address may have at a time.

    Attributes:
        connections: So many connections; a browser opens six, and one for each page that follows the table.
        streams: So many of them may follow the table.
        answers: So many requests are answered beside each other, the others one after another.
        uploads: So many pictures come in beside each other.
        work: So much of one core is spent on it, in the long run.
        burst_s: So much of it at once after a rest: a page with all its parts takes 0.1 s on a Pi.
    """

    connections: int = 48
    streams: int = 12
    answers: int = 4
    uploads: int = 1
    work: float = 0.15
    burst_s: float = 3.0


LIMITS = Limits()
LEAST_S = 0.002
"""So much work a connection is, or a request, before any page has seen it."""
PATIENCE_S = 30.0
"""So long whoever asks too much waits before they are told: longer than for what one answer has cost."""


class _Pace(NamedTuple):
    left_s: float
    at_s: float


class Gate:
    """Counts what each address has, and says no to more; see ``Limits``.

    The machine itself and proxies that are trusted have no limits of their own: whoever is behind a
    proxy is known by the address that it names.

    Args:
        trusted: The addresses of proxies.
        clock: Counts seconds.

    Example:
        >>> gate = Gate(limits=Limits(connections=1))
        >>> gate.enter("192.168.1.7"), gate.enter("192.168.1.7"), gate.enter("192.168.1.8")
        (True, False, True)
    """

    def __init__(
        self, trusted: frozenset[str] = frozenset(), limits: Limits = LIMITS, clock: Clock = time.monotonic
    ) -> None:
        self._trusted = trusted
        self._limits = limits
        self._clock = clock
        self._counting = threading.Lock()  # streams begin in the threads that answer
        self._connections: Counter[str] = Counter()
        self._streams: Counter[str] = Counter()
        self._turns: dict[tuple[str, str], asyncio.Semaphore] = {}
        self._paces: dict[str, _Pace] = {}

    def enter(self, address: str) -> bool:
        """Count a connection, or tell that there are too many."""
        whose = self._whose(address)
        if self._connections.total() >= ALL_CONNECTIONS:
            return False
        if whose and self._connections[whose] >= self._limits.connections:
            return False
        self._connections[whose] += 1
        return True

    def leave(self, address: str) -> None:
        """Forget a connection that had entered."""
        _less(self._connections, self._whose(address))

    async def has_breath(self, address: str) -> bool:
        """Wait until something that somebody wants may be had, or tell that it takes too long.

        Of a slow machine one page is more than may be had at once; whoever asked for it waits for the next.
        """
        end_s = self._clock() + PATIENCE_S
        while wait_s := self.wait_s(address):
            if self._clock() + wait_s > end_s:
                return False
            await asyncio.sleep(wait_s)
        return True

    def wait_s(self, address: str) -> float:
        """Count something that somebody wants; or, where it may not be had now, tell in how many seconds."""
        if not (whose := self._whose(address)):
            return 0.0
        left_s = self._left_s(whose)
        owed_s = max(0.0, LEAST_S - left_s)
        self._spend(whose, left_s, 0.0 if owed_s else LEAST_S)
        return owed_s / self._limits.work

    def worked(self, address: str, work_s: float) -> None:
        """Count how long an answer was worked at; the next may have to wait for it."""
        if whose := self._whose(address):
            self._spend(whose, self._left_s(whose), work_s)

    def _left_s(self, whose: str) -> float:
        """Tell how much work may be done for somebody now; less than nothing where they owe some."""
        now_s, most_s = self._clock(), self._limits.burst_s
        pace = self._paces.pop(whose, _Pace(most_s, now_s))
        return min(most_s, pace.left_s + (now_s - pace.at_s) * self._limits.work)

    def _spend(self, whose: str, left_s: float, work_s: float) -> None:
        self._paces[whose] = _Pace(max(-self._limits.burst_s, left_s - work_s), self._clock())
        while len(self._paces) > MOST_KNOWN:
            del self._paces[next(iter(self._paces))]

    def follow(self, address: str) -> bool:
        """Count a stream, or tell that there are too many."""
        whose = self._whose(address)
        with self._counting:
            if self._streams.total() >= ALL_STREAMS or (
                whose and self._streams[whose] >= self._limits.streams
            ):
                return False
            self._streams[whose] += 1
            return True

    def unfollow(self, address: str) -> None:
        """Forget a stream that had been counted."""
        with self._counting:
            _less(self._streams, self._whose(address))

    def turns(self, address: str, kind: str) -> asyncio.Semaphore:
        """Give what lets an address have so much of a kind at a time: "answers" or "uploads"."""
        whose = self._whose(address)
        many: int = getattr(self._limits, kind)
        key = (kind, whose)
        if key not in self._turns:
            if len(self._turns) > MOST_KNOWN:
                self._turns = {k: turn for k, turn in self._turns.items() if turn.locked()}
            self._turns[key] = asyncio.Semaphore(many if whose else many * 4)
        return self._turns[key]

    def _whose(self, address: str) -> str:
        """Name whoever has an address; nobody where it has no limits."""
        return "" if address in self._trusted else whose(address)


def _less(counted: Counter[str], whose: str) -> None:
    counted[whose] -= 1
    if counted[whose] <= 0:
        del counted[whose]
