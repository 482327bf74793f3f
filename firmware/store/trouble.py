"""What keeps turns from being kept: met as one is confirmed, and looked for all the time."""

import threading
import time
from collections.abc import Callable

from scoring.sentence import marked

LOOK_S = 2.0
RETRY_S = 2.0
"""How long after something could not be kept it is tried again."""
HANGING_S = 20.0
HANGS = marked("The disk does not answer; until it does, nothing can be confirmed.")


class Trouble:
    """Knows whether the store could keep a turn now; any thread may ask.

    Args:
        look: Looks whether it could, and says why not; called in a thread of its own, as a disk may hang.
        tell: Called, in that thread, whenever the answer is another one.
    """

    def __init__(self, look: Callable[[], str], tell: Callable[[], None]) -> None:
        self._look = look
        self._tell = tell
        self._met = self._seen = ""
        self._retry_s = 0.0
        self._looked_s = time.monotonic()
        self._ending = threading.Event()
        self._looking = threading.Thread(target=self._keep_looking, name="disk", daemon=True)

    @property
    def says(self) -> str:
        """Why nothing can be kept, in a sentence; empty while all is well."""
        is_hanging = self._looking.is_alive() and time.monotonic() - self._looked_s > HANGING_S
        return self._met or (HANGS if is_hanging else self._seen)

    def start(self) -> None:
        """Begin to look."""
        self._looking.start()

    def close(self) -> None:
        """Look no more; a disk that hangs is not waited for."""
        self._ending.set()
        if self._looking.is_alive():
            self._looking.join(LOOK_S)

    def meet(self, says: str) -> None:
        """Note that something could not be kept just now."""
        self._met, self._retry_s = says, time.monotonic() + RETRY_S

    def is_to_be_tried(self) -> bool:
        """Tell, once, that it is time to try again what could not be kept."""
        is_due = bool(self._met) and time.monotonic() >= self._retry_s
        if is_due:
            self._met = ""
        return is_due

    def forget(self) -> None:
        """Forget what could not be kept: another game is on the table."""
        self._met = ""

    def _keep_looking(self) -> None:
        while not self._ending.wait(LOOK_S):
            seen, self._seen = self._seen, self._look()
            self._looked_s = time.monotonic()
            if seen != self._seen:
                self._tell()
