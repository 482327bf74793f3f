"""Flat parts: cut from plywood with a paper on it, or printed; the same holes either way."""

from typing import NamedTuple

from hardware.body.fittings import (
    BATTEN_MM,
    CABLE_WIDE_MM,
    CAMERA_CABLE_X_MM,
    CAMERA_HOLES_MM,
    M2,
    M3,
    M5,
    PHONE_MM,
    TRIPOD_HOLE_MM,
    WOOD_SCREW,
    Point,
)


class Hole(NamedTuple):
    """A round hole by its middle, in millimetres."""

    x: float
    y: float
    across: float


class SawnHole(NamedTuple):
    """A hole with four corners, by its middle and its two sides, in millimetres."""

    x: float
    y: float
    width: float
    depth: float


class Plate(NamedTuple):
    """A flat part.

    Attributes:
        name: What it is called in the drawings.
        outline: Its corners, counterclockwise, in millimetres.
        thick_mm: Printed; of plywood it may be thicker.
        holes: To drill.
        openings: To saw, or to drill at their ends.
    """

    name: str
    outline: tuple[Point, ...]
    thick_mm: float
    holes: tuple[Hole, ...]
    openings: tuple[SawnHole, ...] = ()

    @property
    def corner_mm(self) -> Point:
        """Give its lower left corner."""
        return min(x for x, _ in self.outline), min(y for _, y in self.outline)

    @property
    def size_mm(self) -> Point:
        """Give its width and depth."""
        left, low = self.corner_mm
        return max(x for x, _ in self.outline) - left, max(y for _, y in self.outline) - low


CHEEK_MM = 150.0
"""Each leg of a cheek; longer ones stiffen the mast and are too large for small printers."""
CHEEK_THICK_MM = 6.0
CHEEK_ALONG_ARM_MM = (60.0, 130.0)
CHEEK_ALONG_UPRIGHT_MM = (80.0, 130.0)
"""Where the bolts are, from the corner."""
MOUNT_MM = (60.0, 80.0)
HANGER_THICK_MM, CAMERA_PLATE_THICK_MM = 6.0, 4.0
LEVEL_MM = ((-22.0, -33.0), (-22.0, 33.0), (22.0, 33.0))
"""The three screws by which the camera is made level: two give each tilt."""
HANGER_SCREWS_MM = ((-18.0, 0.0), (18.0, 0.0))
FOOT_MM = (130.0, 120.0)
TRAY_RIM_MM = 2.4
TRAY_Y_MM = (-75.0, 25.0)
"""Where a phone's lower edge lies and where its tray ends; its camera looks past the tray and the arm."""
TRAY_THICK_MM, TRAY_SUNK_MM = 6.0, 3.2
"""How thick the tray is, and how deep the heads of its screws are sunk, so that the phone lies flat."""
CUT_MM = 8.0
"""How much of a corner is cut off, so that nobody is hurt."""


def rectangle(width: float, depth: float, cut: float = CUT_MM) -> tuple[Point, ...]:
    """Give a rectangle around the origin whose corners are cut."""
    x, y = width / 2, depth / 2
    return (
        *((x - cut, -y), (x, -y + cut), (x, y - cut), (x - cut, y)),
        *((-x + cut, y), (-x, y - cut), (-x, -y + cut), (-x + cut, -y)),
    )


def cheek() -> Plate:
    """Give one of the two plates that hold arm and upright together.

    Its origin is the outer upper corner of the mast; x runs along the arm, y up.
    """
    wide, leg, cut = BATTEN_MM[1], CHEEK_MM, CUT_MM
    outline = (
        *((cut, -leg), (wide, -leg), (leg, -wide), (leg, -cut)),
        *((leg - cut, 0.0), (cut, 0.0), (0.0, -cut), (0.0, -leg + cut)),
    )
    holes = (
        *(Hole(at, -wide / 2, M5.hole_mm) for at in CHEEK_ALONG_ARM_MM),
        *(Hole(wide / 2, -at, M5.hole_mm) for at in CHEEK_ALONG_UPRIGHT_MM),
    )
    return Plate("cheek", outline, CHEEK_THICK_MM, holes)


def hanger() -> Plate:
    """Give the plate under the arm's end; its origin lies over the lens."""
    level = tuple(Hole(x, y, M3.hole_mm) for x, y in LEVEL_MM)
    screws = tuple(Hole(x, y, WOOD_SCREW.hole_mm) for x, y in HANGER_SCREWS_MM)
    return Plate("hanger", rectangle(*MOUNT_MM), HANGER_THICK_MM, level + screws)


def camera_plate() -> Plate:
    """Give the plate that carries a camera module under it; its origin lies over the lens.

    Its long opening lets the cable through and holds it: nothing pulls at the plug.
    """
    board = tuple(Hole(x, y, M2.hole_mm) for x, y in CAMERA_HOLES_MM)
    relief = SawnHole(CAMERA_CABLE_X_MM - 6.0, 0.0, 3.0, CABLE_WIDE_MM + 2.0)
    return Plate("camera plate", rectangle(*MOUNT_MM), CAMERA_PLATE_THICK_MM, _level() + board, (relief,))


def usb_flange() -> Plate:
    """Give the upper plate of the bracket for a USB camera."""
    return Plate("USB bracket", rectangle(*MOUNT_MM), CAMERA_PLATE_THICK_MM, _level())


def phone_tray() -> Plate:
    """Give the plate on the arm's end that a phone lies on, its screen up.

    x runs along the arm, y along the phone. In wood, strips along three of its sides keep the phone
    where it is.
    """
    half, (low, high) = PHONE_MM[0] / 2 + TRAY_RIM_MM, TRAY_Y_MM
    low -= TRAY_RIM_MM
    outline = ((-half, low), (half, low), (half, high), (-half, high))
    screws = tuple(Hole(x, y, WOOD_SCREW.hole_mm) for x, y in HANGER_SCREWS_MM)
    return Plate("phone tray", outline, TRAY_THICK_MM, screws)


def foot_board() -> Plate:
    """Give the board under a wooden mast, with where its two blocks are screwed on from below.

    x runs towards the table's middle.
    """
    thick = BATTEN_MM[0]
    holes = tuple(Hole(x, y, WOOD_SCREW.hole_mm) for x in (-28.0, 28.0) for y in (-thick, thick))
    return Plate("foot board", rectangle(*FOOT_MM), 18.0, holes)


def usb_leg() -> Plate:
    """Give the plate that stands off the bracket, in wood; its screw goes into the camera's tripod thread."""
    height = 60.0
    slot = SawnHole(0.0, height / 2 - 30.0, TRIPOD_HOLE_MM, 20.0)
    return Plate("USB leg", rectangle(60.0, height), 5.0, (), (slot,))


def _level() -> tuple[Hole, ...]:
    return tuple(Hole(x, y, M3.hole_mm) for x, y in LEVEL_MM)
