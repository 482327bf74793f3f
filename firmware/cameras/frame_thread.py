"""Taking the next frame in a thread of its own, so that whoever waits for it can listen meanwhile."""

from collections.abc import Callable
from concurrent.futures import Future

from firmware.cameras.patience import Awaited
from firmware.ports import Camera, Frame

TAKE_S = 0.1
"""So long a camera is waited for before it is asked once more."""
CLOSING_S = 2.0
"""So long the frame that is being taken may hold up the end of the program."""


class FrameThread:
    """A camera whose frames are taken in a thread of its own; see ``firmware.ports.Camera``.

    Args:
        camera: The camera; it is this one's to close.
        tell: Called, in that thread, whenever a frame has come, or could not be taken.
    """

    def __init__(self, camera: Camera, tell: Callable[[], None]) -> None:
        self._camera = camera
        self._tell = tell
        self._thread = Awaited("camera")
        self._taking: Future[Frame | None] | None = None

    @property
    def says(self) -> str:
        return self._camera.says

    def is_ready(self) -> bool:
        """Begin to take a frame unless that is under way, and tell whether ``take`` would not wait."""
        self._taking = self._taking or self._begin()
        return self._taking.done()

    def take(self) -> Frame | None:
        """Give the next frame; None once a recording has ended.

        Raises:
            CameraError: The camera is gone or sends nothing; ``take`` may be tried again.
        """
        capture, self._taking = self._taking or self._begin(), None
        frame = capture.result()
        if frame is None:
            self._taking = capture  # nothing comes any more, and nobody is to be told so again and again
        return frame

    def _begin(self) -> Future[Frame | None]:
        capture = self._thread.ask(lambda: self._camera.take(TAKE_S))
        capture.add_done_callback(lambda _: self._tell())
        return capture

    def hold(self) -> tuple[str, ...]:
        """Lock the camera's light between two frames; see ``firmware.ports.Camera``."""
        return self._thread.ask(self._camera.hold).result()

    def close(self) -> None:
        """Wait for the frame that is being taken, unless the camera hangs, and close it."""
        self._thread.finish(self._camera.close, CLOSING_S)
