"""The Pi's own camera: picamera2, with one stream for reading and a small one for watching."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

from firmware.cameras.pi.exposure_locks import choose_locks, find_deviations, focus_by_itself, is_searching
from firmware.cameras.pi.streams import configure, to_bgr
from firmware.cameras.reconnection import Locked
from firmware.cameras.thumbnail import make_small
from firmware.errors import CameraError
from firmware.ports import Frame
from scoring.documents.values import Document
from scoring.sentence import marked, sentence
from vision.reader import Image

PATIENCE_S = 3.0
"""A camera that sends nothing for so long is taken for lost, however short the wait that was asked for."""
SETTLING_FRAMES = 12
"""How many frames it takes at most until a control that was set is in force."""
SEARCHING_FRAMES = 60
"""How many frames the camera is given to find its exposure and focus."""
CHANGED = marked("The camera changed its {what} although it was locked; it is set again.")
ADVICE = marked("check its cable, and that no other program uses it")


def open_picamera2() -> Any:
    """Open the first camera on the Pi's own connector.

    Raises:
        CameraError: picamera2 is not installed, or there is no such camera.
    """
    try:
        from picamera2 import Picamera2  # noqa: PLC0415 # it is there on a Pi only
    except ImportError as error:
        raise CameraError(
            f"The Pi camera needs picamera2 ({error}); install it with: sudo apt install python3-picamera2"
        ) from error
    for number, info in enumerate(Picamera2.global_camera_info()):
        if "/usb" not in info["Id"]:
            return Picamera2(number)
    raise CameraError(f"No Pi camera was found; {ADVICE}.")


class PiDevice:
    """An open Pi camera; it has delivered a frame once it is made.

    Args:
        locked: Controls to start with.
        open_camera: Gives an open ``Picamera2``.

    Raises:
        CameraError: It cannot be opened, delivers nothing, or delivers what cannot be read here.
    """

    def __init__(self, locked: Locked, open_camera: Callable[[], Any] = open_picamera2) -> None:
        with ExitStack() as undo, _sentences():
            self._camera = open_camera()
            undo.callback(self.close)
            self._request: Any = None
            self.locked = locked
            wanted = locked or focus_by_itself(self._camera.camera_controls)
            self._remarks = configure(self._camera, wanted)
            self._camera.start()
            self._begin()
            self._first_number = self._take_request(PATIENCE_S).request.sequence + 1
            self.says = _describe(self._camera)
            undo.pop_all()

    def take(self, timeout_s: float) -> Frame:
        with _sentences():
            request = self._take_request(max(timeout_s, PATIENCE_S))
            metadata = request.get_metadata()
            self._remarks += self._find_deviations(metadata)
            remarks, self._remarks = tuple(self._remarks), []
            small, full = self._pictures(request)
        at_s = metadata["SensorTimestamp"] / 1e9
        return Frame(request.request.sequence - self._first_number, at_s, small, full, remarks)

    def hold(self) -> tuple[str, ...]:
        with _sentences():
            metadata = self._wait_until_found()
            self.locked, missing = choose_locks(self._camera.camera_controls, metadata)
            self._camera.set_controls(dict(self.locked))
        self._begin()
        return tuple(f"This camera cannot lock its {what}." for what in missing)

    def close(self) -> None:
        with _sentences(), ExitStack() as after:
            after.callback(self._camera.close)
            after.callback(self._release)  # only now: libcamera needs every request until it has stopped
            if self._camera.started:
                # Its thread may have died with the camera; stop would wait for it for good.
                self._camera.stop_preview()
            self._camera.stop()

    def _begin(self) -> None:
        self._settling = SETTLING_FRAMES
        self._told: set[str] = set()

    def _wait_until_found(self) -> Document:
        """Let the camera find its exposure and focus, and give what it found."""
        metadata: Document = {}
        for _ in range(SEARCHING_FRAMES):
            metadata = self._take_request(PATIENCE_S, flush=True).get_metadata()
            if not is_searching(metadata):
                break
        return metadata

    def _take_request(self, timeout_s: float, *, flush: bool = False) -> Any:
        """Give the last request back to the camera and wait for another.

        Args:
            flush: Whether the frame must have been begun after this call; picamera2 can tell where the
                camera says how long it exposed.
        """
        sure = flush and "ExposureTime" in self._camera.camera_controls
        self._release()
        job = self._camera.capture_request(wait=False, flush=sure or None)
        try:
            self._request = self._camera.wait(job, timeout_s)
        except TimeoutError:
            # The job would wait on and swallow a later frame.
            self._camera.cancel_all_and_flush()
            raise CameraError(
                sentence("The Pi camera sends no pictures; {advice}.", advice=sentence(ADVICE))
            ) from None
        return self._request

    def _release(self) -> None:
        request, self._request = self._request, None
        if request is not None:
            request.release()

    def _pictures(self, request: Any) -> tuple[Image, Callable[[], Image]]:
        streams = self._camera.camera_configuration()

        def picture(name: str) -> Image:
            return to_bgr(request.make_array(name), streams[name]["format"], streams[name]["size"])

        if streams["lores"] is not None:
            return picture("lores"), lambda: picture("main")
        full = picture("main")
        return make_small(full), lambda: full

    def _find_deviations(self, metadata: Document) -> list[str]:
        """Say what is no longer as it was locked, once each time, and lock it again."""
        if self._settling:
            self._settling -= 1
            return []
        off = set(find_deviations(self.locked, metadata))
        fresh, self._told = off - self._told, off
        if fresh:
            self._camera.set_controls(dict(self.locked))
        return [sentence(CHANGED, what=sentence(what)) for what in fresh]


def _describe(camera: Any) -> str:
    width, height = camera.camera_configuration()["main"]["size"]
    name = f"Pi camera {camera.camera_properties.get('Model', '')}".strip()
    return sentence("{camera} at {width} x {height}", camera=name, width=width, height=height)


@contextmanager
def _sentences() -> Iterator[None]:
    """Turn what picamera2 raises when a camera fails or goes into a sentence."""
    try:
        yield
    except (RuntimeError, OSError, IndexError) as error:
        raise CameraError(
            sentence(
                "The Pi camera has failed ({error}); {advice}.", error=str(error), advice=sentence(ADVICE)
            )
        ) from error
