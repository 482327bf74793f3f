"""A camera on USB, by its number: what Video4Linux lets a program set, set and read back."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from firmware.cameras.patience import Awaited
from firmware.cameras.reconnection import Locked
from firmware.cameras.thumbnail import make_small
from firmware.errors import CameraError
from firmware.ports import Frame
from scoring.referee.clocks import Clock
from scoring.sentence import marked, sentence
from vision.reader import Image

SIZE_PX = (1920, 1080)
LEAST_WIDTH_PX = 640
PATIENCE_S = 3.0
NONE = marked("There is no USB camera {number}; plug one in, or name another: --camera usb:0")
TOO_FEW = marked("The {camera} sends {width} x {height} pixels, too few to tell tiles apart; use another.")
SMALLER = marked("{camera} at {width} x {height} pixels instead of {wide} x {high}.")

BY_HAND, BY_ITSELF = "by hand", "by itself"
MODES = {
    "exposure": (cv2.CAP_PROP_AUTO_EXPOSURE, {BY_HAND: 1.0, BY_ITSELF: 3.0}),
    "colours": (cv2.CAP_PROP_AUTO_WB, {BY_HAND: 0.0, BY_ITSELF: 1.0}),
    "focus": (cv2.CAP_PROP_AUTOFOCUS, {BY_HAND: 0.0, BY_ITSELF: 1.0}),
}
"""What chooses between the camera and a program, with its values.

Source:
    Linux, V4L2 camera controls: V4L2_EXPOSURE_MANUAL is 1, V4L2_EXPOSURE_APERTURE_PRIORITY 3.
"""

VALUES = {
    marked("exposure"): cv2.CAP_PROP_EXPOSURE,
    marked("gain"): cv2.CAP_PROP_GAIN,
    marked("colours"): cv2.CAP_PROP_WB_TEMPERATURE,
    marked("focus"): cv2.CAP_PROP_FOCUS,
}


def open_capture(number: int) -> Any:
    """Open a camera of this machine as OpenCV does.

    Raises:
        CameraError: There is none of this number.
    """
    linux = sys.platform == "linux"
    if linux and not Path(f"/dev/video{number}").exists():
        raise CameraError(sentence(NONE, number=number))
    return cv2.VideoCapture(number, cv2.CAP_V4L2 if linux else cv2.CAP_ANY)


class UsbDevice:
    """An open USB camera; it has delivered a frame once it is made.

    A driver may take seconds to notice that a camera is gone, so a thread of its own waits for it.

    Args:
        number: 0 for the first.
        locked: What to lock, and to which values.
        clock: Tells when a frame was taken.
        open_capture: Gives an open ``cv2.VideoCapture``.

    Raises:
        CameraError: It cannot be opened, sends nothing, or sends pictures too small to read.
    """

    def __init__(
        self,
        number: int,
        locked: Locked,
        clock: Clock,
        open_capture: Callable[[int], Any] = open_capture,
    ) -> None:
        self._name = f"USB camera {number}"
        self._clock = clock
        self._taken = 0
        self._remarks: list[str] = []
        self._capture = open_capture(number)
        self._reader = Awaited(f"usb{number}")
        self.locked: Locked = {}
        try:
            self._set_up(locked)
        except CameraError:
            self.close()
            raise

    def take(self, timeout_s: float) -> Frame:
        image = self._read(max(timeout_s, PATIENCE_S))
        remarks, self._remarks = tuple(self._remarks), []
        self._taken += 1
        return Frame(self._taken - 1, self._clock(), make_small(image), lambda: image, remarks)

    def hold(self) -> tuple[str, ...]:
        return self._lock({what: self._capture.get(code) for what, code in VALUES.items()})

    def close(self) -> None:
        self._reader.finish(self._capture.release)

    def _set_up(self, locked: Locked) -> None:
        capture = self._capture
        # Compressed pictures are what fits through USB 2 at this size; one buffer keeps frames fresh.
        capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        capture.set(cv2.CAP_PROP_FRAME_WIDTH, SIZE_PX[0])
        capture.set(cv2.CAP_PROP_FRAME_HEIGHT, SIZE_PX[1])
        capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        if not locked:
            for code, values in MODES.values():
                capture.set(code, values[BY_ITSELF])
        self._remarks = [*self._lock(locked), *self._compare(self._read(PATIENCE_S))]

    def _compare(self, image: Image) -> list[str]:
        height, width = image.shape[:2]
        size = {"width": width, "height": height}
        self.says: str = sentence("{camera} at {width} x {height}", camera=self._name, **size)
        if width < LEAST_WIDTH_PX:
            raise CameraError(sentence(TOO_FEW, camera=self._name, **size))
        if (width, height) == SIZE_PX:
            return []
        return [sentence(SMALLER, camera=self._name, **size, wide=SIZE_PX[0], high=SIZE_PX[1])]

    def _lock(self, values: Locked) -> tuple[str, ...]:
        """Set each of these by hand, keep what the driver took, and say what it did not."""
        taken = {what: value for what, value in values.items() if self._obeys(what, value)}
        self.locked = taken
        free = [what for what in values if what not in taken]
        return tuple(sentence("This camera cannot lock its {what}.", what=sentence(what)) for what in free)

    def _obeys(self, what: str, value: float) -> bool:
        wanted = [(VALUES[what], value)]
        if what in MODES:
            code, modes = MODES[what]
            wanted.insert(0, (code, modes[BY_HAND]))
        return all(self._capture.set(code, it) and self._capture.get(code) == it for code, it in wanted)

    def _read(self, timeout_s: float) -> Image:
        try:
            got, image = self._reader.call(self._capture.read, timeout_s)
        except TimeoutError:
            got, image = False, None
        if not got:
            words = marked("The {camera} sends no pictures; check its cable and plug it in again.")
            raise CameraError(sentence(words, camera=self._name))
        return np.asarray(image, np.uint8)
