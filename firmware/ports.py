"""The seams to devices on one page: what stands behind it may be a device, a file or a fake."""

from collections.abc import Callable
from typing import NamedTuple, Protocol

from vision.reader import Image


class Frame(NamedTuple):
    """A look through the camera.

    Attributes:
        number: Counts the frames of this camera from 0, left-out ones included.
        at_s: When it was taken, on the camera's clock.
        small: The frame about 320 pixels wide, for watching, (height, width, 3), blue, green, red.
        full: Gives the frame in full, for reading; only until the next frame is taken.
        remarks: Sentences for the log about what the camera does otherwise than it was told to: a size it
            does not have, a lock that does not hold. Each is said once.
    """

    number: int
    at_s: float
    small: Image
    full: Callable[[], Image]
    remarks: tuple[str, ...] = ()


class Camera(Protocol):
    """Looks down at the table."""

    @property
    def says(self) -> str:
        """What kind of camera this is: "Raspberry Pi Camera Module 3"; empty where none is there."""

    def take(self, timeout_s: float) -> Frame | None:
        """Wait for the next frame; None once a recording has ended.

        Raises:
            CameraError: The camera is gone or sends nothing; ``take`` may be tried again.
        """

    def hold(self) -> tuple[str, ...]:
        """Lock exposure, gain, colours and focus as they are now.

        Returns:
            A sentence for each of them that cannot be locked.
        """

    def close(self) -> None: ...


class Lights(Protocol):
    """The light of the panel: one colour, one pattern."""

    def show(self, colour: str, pattern: str) -> None:
        """Show a player's colour in a pattern: steady, breathing, blinking, flashing, off."""

    def sound(self, sound: str) -> None:
        """Sound the buzzer, unless it is muted: seen, confirmed, doubt, illegal, error."""

    def close(self) -> None: ...


PRESSES = ("confirm", "next", "undo", "pause")
"""What the panel's buttons and their twins on the page do."""
