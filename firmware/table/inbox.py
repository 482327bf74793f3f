"""What others want of a worker: handed over from any thread, done in the worker's own, one by one."""

import contextlib
from collections.abc import Callable
from concurrent.futures import Future
from queue import Empty, SimpleQueue

from scoring.referee.contracts.refusals import RefusedError
from scoring.sentence import marked

Command = Callable[[], None]

REST_S = 0.05
"""So long a worker rests at most, where nobody wakes it."""
BUSY = marked("The table is busy; try again in a moment.")
CLOSED = marked("The table has been switched off.")


class Inbox:
    """The inbox of a worker.

    Args:
        refusals: What a command may raise for whoever asked for it; anything else ends the worker.
    """

    def __init__(self, *refusals: type[Exception]) -> None:
        self._refusals = refusals
        self._waiting: SimpleQueue[tuple[Command, Future[None]]] = SimpleQueue()
        self._is_closed = False

    def ask(self, command: Command, patience_s: float) -> None:
        """Have a command done and wait for it.

        Raises:
            RefusedError: The worker has no time for it, or is no more.
            Exception: What the command raised.
        """
        if self._is_closed:
            raise RefusedError(CLOSED)
        done: Future[None] = Future()
        self._waiting.put((command, done))
        try:
            done.result(patience_s)
        except TimeoutError:
            done.cancel()  # what nobody waits for any more is not done later
            raise RefusedError(BUSY) from None

    def post(self, command: Command) -> None:
        """Have a command done without waiting for it."""
        self._waiting.put((command, Future()))

    def wake(self) -> None:
        """Let the worker go on at once: there is something else for it to do."""
        self.post(lambda: None)

    def run(self) -> None:
        """Do what is waiting, or rest a little until something is; called by the worker."""
        with contextlib.suppress(Empty):
            command, done = self._waiting.get(timeout=REST_S)
            while True:
                if done.set_running_or_notify_cancel():
                    self._run(command, done)
                command, done = self._waiting.get_nowait()

    def _run(self, command: Command, done: Future[None]) -> None:
        try:
            command()
        except self._refusals as error:
            done.set_exception(error)
        else:
            done.set_result(None)

    def close(self) -> None:
        """Refuse whatever still comes; called by the worker as it ends."""
        self._is_closed = True
        with contextlib.suppress(Empty):
            while True:
                _, done = self._waiting.get_nowait()
                if done.set_running_or_notify_cancel():
                    done.set_exception(RefusedError(CLOSED))
