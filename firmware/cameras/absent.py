"""No camera: every turn is entered on a phone."""

import time

from firmware.errors import CameraError
from firmware.ports import Frame
from scoring.sentence import marked

WITHOUT = marked("tablekeeper was started without a camera; with another --camera it looks through one.")


class NoCamera:
    """Stands where a camera would, and never looks for one; see ``firmware.ports.Camera``."""

    says = ""

    def take(self, timeout_s: float) -> Frame:
        time.sleep(timeout_s)
        raise CameraError(WITHOUT)

    def hold(self) -> tuple[str, ...]:
        return ()

    def close(self) -> None:
        """Nothing is held open."""
