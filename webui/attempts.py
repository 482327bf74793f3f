"""Wrong codes and PINs, counted, so that nobody can go on guessing."""

import threading
import time
from collections.abc import Callable
from typing import NamedTuple

from webui.addresses import whose

EACH = 5
"""So many wrong tries one address has within ``WINDOW_S``."""
MANY = 30
"""After so many of all addresses together each has ``FEW``: whoever guesses may have many addresses, and
whoever knows the code needs one try."""
FEW = 1
WINDOW_S = 600.0


class _Try(NamedTuple):
    at_s: float
    door: str
    whose: str


class Tries:
    """Counts tries at a door, the code's or the PIN's; those that fitted are forgotten.

    A try is counted before it is looked at, so that many at once are no way around the limit. Nobody is kept
    out by what others try.

    Args:
        clock: Counts seconds.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._tries: list[_Try] = []

    def take(self, door: str, address: str) -> bool:
        """Count a try, or tell that there have been too many."""
        with self._lock:
            now_s, of = self._clock(), whose(address)
            self._tries = [each for each in self._tries if now_s - each.at_s < WINDOW_S]
            all_of = [each.whose for each in self._tries if each.door == door]
            if all_of.count(of) >= (EACH if len(all_of) < MANY else FEW):
                return False
            self._tries.append(_Try(now_s, door, of))
            return True

    def forgive(self, door: str, address: str) -> None:
        """Forget the tries of an address that had it right in the end."""
        with self._lock:
            self._tries = [each for each in self._tries if (each.door, each.whose) != (door, whose(address))]
