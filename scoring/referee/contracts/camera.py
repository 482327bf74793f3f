"""What the pages ask about the table's camera."""

from collections.abc import Mapping, Sequence
from typing import Literal, Protocol

from msgspec import Struct

Grade = Literal["good", "fair", "bad"]


class Finding(Struct, frozen=True):
    """What came of checking one thing: how good it is and, in plain sentences, what to do about it."""

    what: str
    grade: Grade
    says: str


class Outline(Struct, frozen=True):
    """Something that was recognised in a frame, by its corners in pixels."""

    kind: Literal["marker", "tile"]
    corners_px: tuple[tuple[float, float], ...]

    @property
    def line_px(self) -> float:
        """How wide a line around it is that leaves most of it to be seen: a twentieth of its own extent."""
        across, down = ([corner[axis] for corner in self.corners_px] for axis in (0, 1))
        return min(max(across) - min(across), max(down) - min(down)) / 20


class CameraCheck(Struct, frozen=True):
    """How the table looks through its camera.

    Attributes:
        number: Counts the frames that were checked.
        camera: What looks at the table, in a few words.
        size_px: Width and height of the frame.
        focus: How sharp it is, 0 to 100; None where there is nothing to focus on.
        best: The sharpest seen since the table was switched on, 0 to 100.
        glare: Share of the picture that shows nothing but light, 0 to 1.
        findings: What there is to say about focus and light.
        outlines: Where printed markers and the tiles of the game lie.
    """

    number: int
    camera: str
    size_px: tuple[int, int]
    focus: int | None
    best: int
    glare: float
    findings: tuple[Finding, ...]
    outlines: tuple[Outline, ...] = ()


class CameraDesk(Protocol):
    """The table's camera, as those see it who hang it up and put the lamp in its place."""

    def check(self) -> CameraCheck:
        """Look through the camera and say how it does.

        Raises:
            RefusedError: It shows nothing; the text says why.
        """

    def picture(self) -> bytes:
        """Give the frame that was checked last as a small JPEG.

        Raises:
            NotHereError: None has been checked.
        """

    def still(self) -> bytes:
        """Give a frame as it is now, in full, as a JPEG: a photograph of the table.

        Raises:
            RefusedError: It shows nothing; the text says why.
        """

    def find_alike(self, palette: Mapping[str, str]) -> Sequence[tuple[str, str]]:
        """Find the colours that are hard to tell apart in the light on the table, as far as it is known.

        Args:
            palette: Colours by name, "#rrggbb".
        """
