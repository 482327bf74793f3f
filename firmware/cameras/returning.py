"""A camera that may vanish and come back: its cable is pulled, its driver gives up, its power dips."""

import time
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from firmware.errors import CameraError
from firmware.ports import Frame

RETRY_S = 1.0

Locked = Mapping[str, Any]
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

    Raises:
        CameraError: The device is not there to begin with.
    """

    def __init__(
        self, open_device: Callable[[Locked], Device], wait: Callable[[float], None] = time.sleep
    ) -> None:
        self._open_device = open_device
        self._wait = wait
        self._locked: Locked = {}
        self._device: Device | None = open_device(self._locked)
        self.says = self._device.says
        self._first = self._next = 0

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
