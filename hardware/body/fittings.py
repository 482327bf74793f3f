"""What is bought and has its size: battens, screws, boards of computers and cameras.

Source:
    Raspberry Pi mechanical drawings of the models 3 B+, 4 B, 5, Zero 2 W and of the camera modules 2 and 3:
    boards, and where their holes are. ISO 4762, 4032 and 7380: screws and nuts. Logitech, data sheet of the
    C920: a USB camera.
"""

from typing import NamedTuple

BATTEN_MM = (20.0, 40.0)
"""A planed batten as shops have it: its thickness and its width. The arm stands on its narrow side."""
PLAY_MM = 0.4
"""How much wider a printed socket is than what goes in."""
BED_MM = (180.0, 180.0, 180.0)
"""What the smallest of the common printers can print."""

Point = tuple[float, float]


class Thread(NamedTuple):
    """A metric screw.

    Attributes:
        across_mm: Its diameter.
        hole_mm: Of the hole that it goes through.
        head_mm: The diameter of its head; the nut is no wider.
        nut_mm: How thick its nut is.
    """

    across_mm: float
    hole_mm: float
    head_mm: float
    nut_mm: float


M2 = Thread(2.0, 2.3, 4.5, 1.6)
M3 = Thread(3.0, 3.3, 6.4, 2.4)
M5 = Thread(5.0, 5.4, 10.0, 4.7)
WOOD_SCREW = Thread(4.0, 4.3, 8.0, 0.0)
"""A wood screw of 4 mm; it has no nut."""
CUT_M3_MM = 2.6
"""The hole in which an M3 screw cuts its own thread."""
CUT_M25_MM = 2.1
"""The same for M2.5, which a Pi's holes are made for."""


class CircuitBoard(NamedTuple):
    """The board of a computer, its longer side along x, its power socket on the side y = 0.

    Attributes:
        fits: Which models it stands for.
        size_mm: Without what stands out over its edges.
        holes_mm: The middles of its holes.
        wall_from_mm: From here on x, no plug needs the side y = 0.
        card_mm: Where its card is pulled out, along the side x = 0.
        screws_mm: Where the case is screwed to the batten.
        camera_mm: The part of the lid that is left open for the camera's cable: x, y, width, depth.
    """

    fits: str
    size_mm: Point
    holes_mm: tuple[Point, ...]
    wall_from_mm: float
    card_mm: Point
    screws_mm: tuple[Point, ...]
    camera_mm: tuple[float, float, float, float]


PI = CircuitBoard(
    "Pi 3, 4 and 5",
    (85.0, 56.0),
    ((3.5, 3.5), (61.5, 3.5), (3.5, 52.5), (61.5, 52.5)),
    62.0,
    (12.0, 44.0),
    ((20.0, 28.0), (70.0, 28.0)),
    (40.0, 0.0, 24.0, 22.0),
)
ZERO = CircuitBoard(
    "Pi Zero 2",
    (65.0, 30.0),
    ((3.5, 3.5), (61.5, 3.5), (3.5, 26.5), (61.5, 26.5)),
    61.0,
    (7.0, 30.0),
    ((17.0, 15.0), (48.0, 15.0)),
    (57.0, 5.0, 8.0, 20.0),
)
BOARD_THICK_MM = 1.4
ABOVE_BOARD_MM = 24.0
"""Room over the board: a plug on the pins is 17 mm high and its wires bend above it."""
UNDER_BOARD_MM = 5.0
"""Room under it, for the solder and the card."""

CAMERA_BOARD_MM = (24.0, 25.0)
"""Of every module; the longer side lies along the longer side of the picture, here y."""
CAMERA_HOLES_MM = ((0.0, -10.5), (0.0, 10.5), (12.5, -10.5), (12.5, 10.5))
"""Seen from the lens, which stands between two of the holes."""
CAMERA_CABLE_X_MM = -9.5
"""The edge of the board where the cable comes out, seen from the lens."""
CAMERA_THICK_MM = 1.0
LENS_BELOW_MM = 4.0
"""From the board's front to about where the lens's rays meet."""
CABLE_WIDE_MM = 16.0
CABLES_MM = (200, 300, 500)
"""Lengths that the maker sells."""
USB_CAMERA_MM = (94.0, 29.0, 24.0)
"""A USB camera without its clip, as wide as any: its width, from its foot to its top, from front to back."""
TRIPOD_HOLE_MM = 6.6
"""For the 1/4 inch screw of every tripod."""

PHONE_MM = (84.0, 165.0, 9.0)
"""The largest phone that lies on its tray, in its cover."""
PHONE_TOP_TO_LENS_MM = 20.0
"""From a phone's upper edge to the middle of its main camera, about."""

BUTTON_HOLE_MM, BUTTON_NUT_MM, BUTTON_DEEP_MM = 12.2, 17.0, 24.0
"""A push button with a thread of 12 mm: its hole, its nut, and the room behind the panel with its wires."""
LIGHT_HOLE_MM = 8.0
"""A light of 5 mm in its holder; 5.1 without."""
GRILLE_HOLE_MM = 2.5
