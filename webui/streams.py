"""The streams of events that are open at a time, and what all of them are sent."""

from collections.abc import Callable
from threading import BoundedSemaphore, Lock

from webui.desk import Snapshot


class Streams:
    """Holds a place for each phone that follows the table, and writes each version once for all of them.

    Args:
        most: How many may follow at a time.
        write: Writes a version as an event; it takes longer than sending it.
    """

    def __init__(self, most: int, write: Callable[[Snapshot], str]) -> None:
        self._places = BoundedSemaphore(most)
        self._write = write
        self._writing = Lock()
        self._written: Snapshot | None = None
        self._text = ""

    def enter(self) -> bool:
        """Take a place, or tell that there is none."""
        return self._places.acquire(blocking=False)

    def leave(self) -> None:
        """Give a place back."""
        self._places.release()

    def event(self, now: Snapshot) -> str:
        """Give a version as an event."""
        with self._writing:
            if now is not self._written:
                self._written, self._text = now, self._write(now)
            return self._text
