"""A camera that may vanish and come back: its cable is pulled, its driver gives up, its power dips."""

import math
import time
from collections.abc import Callable, Sequence
from contextlib import nullcontext, suppress
from typing import Protocol

from firmware.errors import CameraError
from firmware.ports import Frame
from scoring.documents.values import Document
from scoring.sentence import marked

RETRY_S = 1.0
LOOK_S = 3.0
"""So long after no camera was found one is looked for again."""
NO_CAMERA = marked("No camera is there; plug one in, and it looks on at once.")

Locked = Document
"""What exposure, gain, colours and focus are locked to, in the device's own names; empty while they float."""


class Device(Protocol):
    """A camera as long as it is there: once it raises ``CameraError`` it is closed and opened anew."""

    says: str
    locked: Locked

    def take(self, timeout_s: float) -> Frame:
        """Wait for the next frame, numbered from 0.

        Raises:
            CameraError: The camera is gone or sends nothing.
        """

    def hold(self) -> tuple[str, ...]:
        """Lock what can be locked, note it in ``locked``, and say what cannot."""

    def close(self) -> None: ...


class ReturningCamera:
    """Opens a device, and opens it again with the same locks when it was lost.

    Args:
        open_device: Opens the device with these locks or raises ``CameraError``.
        wait: Lets seconds pass between two attempts to open it.
        is_there: Whether it must be there to begin with.

    Raises:
        CameraError: The device is not there to begin with.
    """

    def __init__(
        self,
        open_device: Callable[[Locked], Device],
        wait: Callable[[float], None] = time.sleep,
        *,
        is_there: bool = True,
    ) -> None:
        self._open_device = open_device
        self._wait = wait
        self._locked: Locked = {}
        self._device: Device | None = None
        self._first = self._next = 0
        with nullcontext() if is_there else suppress(CameraError):
            self._device = open_device(self._locked)

    @property
    def says(self) -> str:
        """What kind of camera this is; nothing while it is gone."""
        device = self._device
        return device.says if device else ""

    def take(self, timeout_s: float) -> Frame:
        device = self._device or self._reopen(timeout_s)
        try:
            frame = device.take(timeout_s)
        except CameraError:
            self.close()
            raise
        number = self._first + frame.number
        self._next = number + 1
        return frame._replace(number=number)

    def hold(self) -> tuple[str, ...]:
        device = self._device or self._reopen(0)
        try:
            said = device.hold()
        except CameraError:
            self.close()
            raise
        self._locked = device.locked
        return said

    def close(self) -> None:
        device, self._device = self._device, None
        if device is not None:
            device.close()

    def _reopen(self, timeout_s: float) -> Device:
        try:
            self._device = self._open_device(self._locked)
        except CameraError:
            # Whoever asks again at once must not keep a core busy with a cable that is out.
            self._wait(min(timeout_s, RETRY_S))
            raise
        self._first = self._next
        return self._device


class FirstFound:
    """Opens the first camera that is there, and looks for one now and then while none is.

    Args:
        openers: Open the cameras of a kind each, the best first; locks are those of its kind.
        clock: Tells the seconds.
        fixed: The kind that is there from the start or never, so that it is not looked for again.
    """

    def __init__(
        self,
        openers: Sequence[tuple[str, Callable[[Locked], Device]]],
        clock: Callable[[], float],
        fixed: str = "",
    ) -> None:
        self._openers = openers
        self._clock = clock
        self._fixed = fixed
        self._kind = ""
        self._next_s = -math.inf

    def __call__(self, locked: Locked) -> Device:
        if self._clock() < self._next_s:
            raise CameraError(NO_CAMERA)
        for kind, open_device in self._openers:
            try:
                device = open_device(locked if kind == self._kind else {})
            except CameraError:
                continue
            self._kind = kind
            return device
        self._openers = [each for each in self._openers if each[0] == self._kind or each[0] != self._fixed]
        self._next_s = self._clock() + LOOK_S
        raise CameraError(NO_CAMERA)
