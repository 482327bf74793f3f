"""What may hang, such as a driver, a pipe or a dead network: waited for, but not for good."""

import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from queue import SimpleQueue
from typing import Any, Generic, TypeVar

from firmware.cameras.recorded.playback import Recording, Shot
from firmware.errors import CameraError, InputError
from scoring.sentence import as_sentence, marked, sentence

PATIENCE_S = 2.0
"""A picture that a game waits for and has not come by then is taken for lost."""
OPENING_S = 10.0
"""So long a folder or a video may take to be opened."""
SILENT = marked(
    "The pictures of the camera ({camera}) do not arrive; its disk or network may hang. They are asked for "
    "until they do."
)
UNUSABLE = marked("The camera shows nothing: {why} It is tried again until it does.")
NO_ANSWER = marked("Nothing can be read of the camera ({camera}); its disk or network may hang.")

T = TypeVar("T")
R = TypeVar("R", bound=Recording)


class Awaited:
    """Does one thing after the other in a thread of its own, for which nobody waits when the program ends.

    Args:
        name: What the thread is called.
    """

    def __init__(self, name: str) -> None:
        self._asked = SimpleQueue[tuple[Callable[[], Any], Future[Any]] | None]()
        self._last = Future[Any]()
        self._last.set_result(None)
        threading.Thread(target=self._work, name=name, daemon=True).start()

    @property
    def hangs(self) -> bool:
        """Whether what was asked for last is still being done."""
        return not self._last.done()

    def call(self, do: Callable[[], T], timeout_s: float) -> T:
        """Have something done; what hangs is not asked for once more until it has come.

        Raises:
            TimeoutError: It, or what was asked for before it, takes longer than that.
        """
        if self.hangs:
            self._last.exception(timeout_s)  # whatever comes of it, nobody waits for that any more
        return self.ask(do).result(timeout_s)

    def ask(self, do: Callable[[], T]) -> Future[T]:
        """Have something done after what was asked for before."""
        self._last = asked = Future[T]()
        self._asked.put((do, asked))
        return asked

    def finish(self, do: Callable[[], object], timeout_s: float = 0.0) -> None:
        """Have a last thing done, whenever that can be, and let the thread go.

        Args:
            timeout_s: How long to wait for it.
        """
        last = self.ask(do)
        self._asked.put(None)
        with suppress(TimeoutError):
            last.exception(timeout_s)

    def _work(self) -> None:
        while (asked := self._asked.get()) is not None:
            do, done = asked
            try:
                done.set_result(do())
            except Exception as error:  # noqa: BLE001 - whoever asked is to hear of it
                done.set_exception(error)


class AwaitedRecording(Generic[R]):
    """A recording of which a picture may be missing, broken or late; see ``played.Recording``.

    Args:
        name: What it is, as long as it has not said so.
        open_recording: Opens it.
        patience_s: A picture that has not come by then is taken for lost.

    Raises:
        CameraError: It does not answer.
        InputError: It is none.
    """

    def __init__(self, name: str, open_recording: Callable[[], R], patience_s: float = PATIENCE_S) -> None:
        self._thread = Awaited("recording")
        self._patience_s = patience_s
        try:
            self.recording = self._thread.call(open_recording, OPENING_S)
        except TimeoutError:
            raise CameraError(sentence(NO_ANSWER, camera=name)) from None
        self.says, self.times_s = self.recording.says, self.recording.times_s

    def shot(self, index: int) -> Shot | None:
        """Give a picture.

        Raises:
            CameraError: It is not there, or cannot be used, for now.
        """
        patience_s = 0.0 if self._thread.hangs else self._patience_s
        try:
            return self._thread.call(lambda: self.recording.shot(index), patience_s)
        except TimeoutError:
            raise CameraError(sentence(SILENT, camera=self.says)) from None
        except InputError as error:
            raise CameraError(sentence(UNUSABLE, why=as_sentence(error.says))) from error

    def close(self) -> None:
        self._thread.finish(self.recording.close)
