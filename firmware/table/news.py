"""The newest version of the table, and who is told of it."""

import threading
from collections.abc import Callable

from scoring.referee.contracts.snapshot import Snapshot
from scoring.referee.contracts.table import Forget


class News:
    """What everybody may see of the table; one thread publishes, many wait or are told.

    Args:
        now: The first version.
    """

    def __init__(self, now: Snapshot) -> None:
        self.now = now
        self._is_old = threading.Event()
        self._changing = threading.Lock()
        self._told: tuple[Callable[[], None], ...] = ()

    def publish(self, now: Snapshot) -> None:
        """Have all see a newer version."""
        self.now = now
        is_old, self._is_old = self._is_old, threading.Event()
        is_old.set()  # each version has its own: many that wake must not hold up the next
        for tell in self._told:
            tell()

    def wait(self, version: int, timeout_s: float) -> Snapshot:
        """Give the newest version as soon as it is newer than one, or as it is after the time out."""
        is_old = self._is_old  # taken first, so that nothing published from here on is missed
        if self.now.version <= version:
            is_old.wait(timeout_s)
        return self.now

    def listen(self, tell: Callable[[], None]) -> Forget:
        """Have somebody told at each new version; see ``scoring.referee.contracts.table.TableDesk``."""
        with self._changing:
            self._told = (*self._told, tell)

        def forget() -> None:
            with self._changing:
                self._told = tuple(each for each in self._told if each is not tell)

        return forget
