"""How high the camera hangs: the mast for a play area, and how many pixels a tile then gets."""

import math
import sys
from typing import Literal, NamedTuple, TypeAlias

TILE_MM = 45
READABLE_PX = 65
"""A tile needs this many pixels to be read as surely as the benchmark says."""
MARGIN_MM = 20
"""Room around the play area on each side, so that the mast need not be exact."""


Mount: TypeAlias = Literal["plate", "bracket", "tray"]
"""What holds a camera: screws in its board, a tripod's thread, or it only lies there."""


class CameraModule(NamedTuple):
    """A camera as its maker describes it.

    Attributes:
        name: What it is called.
        view_deg: The angles it sees, horizontally and vertically.
        size_px: Width and height of the frames taken from it, which show what these angles say.
        mount: What holds it.
    """

    name: str
    view_deg: tuple[float, float]
    size_px: tuple[int, int]
    mount: Mount = "plate"


MODULES = (
    CameraModule("Module 2", (62.2, 37.5), (2304, 1296)),
    CameraModule("Module 2 in its own mode", (62.2, 48.8), (1640, 1232)),
    CameraModule("Module 3", (66.0, 41.0), (2304, 1296)),
    CameraModule("Module 3 Wide", (102.0, 67.0), (2304, 1296)),
    CameraModule("USB camera", (70.4, 43.3), (1920, 1080), "bracket"),
    CameraModule("Phone", (67.3, 53.1), (4032, 3024), "tray"),
)
"""tablekeeper takes 2304 x 1296 from every module and 1920 x 1080 by USB. Module 2 sees 62.2 x 48.8
degrees at 4:3, so a frame of 16:9 has its full width and, upright, 2 atan(9/16 tan 31.1) = 37.5 degrees. The
USB camera is one of 78 degrees from corner to corner: tan 39 times 16 and 9 over 18.36. The phone
is one whose main camera is said to be as 26 mm on film, whose pictures are 43.27 mm from corner to corner:
21.63 / 26 times 4 and 3 over 5.

Source:
    Raspberry Pi documentation, "Camera hardware specification": horizontal and vertical field of view.
    Logitech, "C920 technical specifications": diagonal field of view.
"""
AREAS_MM = ((600, 400), (700, 500), (800, 600), (900, 650), (1000, 700), (1100, 800))


PAGE = f"""# How high the camera hangs

Made by `python -m hardware.mast`. The camera looks straight down on the middle of the play area, and a margin
of {MARGIN_MM} mm is seen on each side. Each cell: from the table to the lens; the side of a tile of
{TILE_MM} mm in the frame; and how slanted the corners of the area are seen. Figures in slanted corners hide
more of their tiles; under 40 degrees is comfortable. tablekeeper takes 2304 x 1296 from every module; the
frame of module 2 then has its full width and not its full height. Printed markers lie inside the play
area, at its edge: the margin does not show the whole of one.

{{table}}

Tiles smaller than {READABLE_PX} pixels are read less surely: choose a smaller area or another camera. The
USB camera is one of 78 degrees from corner to corner, the phone's main camera one as of 26 mm on film;
move another up or down until all is seen.
"""


class Mast(NamedTuple):
    """A camera over a play area, looking straight down on its middle.

    Attributes:
        height_mm: From the table to the lens.
        tile_px: The side of a tile in the frame.
        lean_deg: How slanted the camera looks at the corners of the play area, where figures lean most.
    """

    height_mm: float
    tile_px: float
    lean_deg: float

    @property
    def is_readable(self) -> bool:
        """Tell whether tiles come out large enough."""
        return self.tile_px >= READABLE_PX


def plan_mast(camera: CameraModule, area_mm: tuple[float, float]) -> Mast:
    """Find how high a camera must hang to see a whole play area.

    The longer side of the area lies along the longer side of the frame. Where the published angles
    disagree a little about the focal length, each side gets the height that its own angle asks for, and
    tiles are counted with the shorter focal length.

    Args:
        camera: The camera.
        area_mm: Width and depth of the play area.
    """
    slopes = [math.tan(math.radians(angle / 2)) for angle in camera.view_deg]
    height_mm = max((side / 2 + MARGIN_MM) / slope for side, slope in zip(area_mm, slopes, strict=True))
    focal_px = min(side / 2 / slope for side, slope in zip(camera.size_px, slopes, strict=True))
    corner_mm = math.hypot(*area_mm) / 2
    return Mast(height_mm, focal_px * TILE_MM / height_mm, math.degrees(math.atan(corner_mm / height_mm)))


def mast_table() -> str:
    """Write the page with the masts for every camera and play area, in Markdown."""
    heads = [f"{camera.name}: {camera.size_px[0]} x {camera.size_px[1]}" for camera in MODULES]
    rows = [heads, *([_cell(plan_mast(camera, area)) for camera in MODULES] for area in AREAS_MM)]
    names = ["play area", *(f"{width // 10} x {depth // 10} cm" for width, depth in AREAS_MM)]
    lines = [f"| {name} | {' | '.join(cells)} |" for name, cells in zip(names, rows, strict=True)]
    lines.insert(1, "|---|" + "---|" * len(heads))
    return PAGE.format(table="\n".join(lines))


def _cell(mast: Mast) -> str:
    small = "" if mast.is_readable else ", **too small**"
    return f"{mast.height_mm / 10:.0f} cm, {int(mast.tile_px)} px{small}, {mast.lean_deg:.0f}°"


if __name__ == "__main__":
    sys.stdout.write(mast_table())
