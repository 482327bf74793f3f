"""Looking at fields straight from above: where a hex lies in a frame, and how its patch is cut out.

A lattice here is a homography from millimetres (see ``middle_mm`` of ``hexes.py``) to pixels
of the frame, in which the middle of the first pixel lies at (0.5, 0.5).
"""

from collections.abc import Collection, Sequence
from math import sqrt
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.game import Cell
from scoring.games.cornwall.land.hexes import PITCH_MM, corners_mm, middle_mm
from vision.geometry.homography import Homography, project
from vision.reader import Image

PATCH_PX = 64
"""Pixels of a patch's side: a field with a little of what lies around it."""
PITCH_PX = 48
"""Pixels from the middle of a field to its neighbour's, in a patch."""
PX_PER_MM = PITCH_PX / PITCH_MM
FINER = 1.5
"""A frame that shows more than so many pixels for one of a view is shrunk before it is cut, so that nothing
is skipped."""
MOST_PX = 4000
"""A view is never larger than this."""

Floats = NDArray[np.floating]
Point = tuple[float, float]


class HexView(NamedTuple):
    """A part of the board straight from above, the lattice's north up.

    Attributes:
        image: (h, w, 3) bytes, black where the frame ends.
        corner_mm: The lattice's place at its upper left corner.
        px_per_mm: Its scale.
        lattice: The lattice it was made by.
    """

    image: Image
    corner_mm: Point
    px_per_mm: float
    lattice: Homography

    def to_px(self, places_mm: Floats) -> NDArray[np.float64]:
        """Take (n, 2) places of the lattice to pixels of the view."""
        return np.asarray((np.asarray(places_mm) - self.corner_mm) * self.px_per_mm, np.float64)

    def to_mm(self, points_px: Floats) -> NDArray[np.float64]:
        """Take (n, 2) pixels of the view to places of the lattice."""
        return np.asarray(np.asarray(points_px) / self.px_per_mm + self.corner_mm, np.float64)

    def to_frame(self, points_px: Floats) -> NDArray[np.float64]:
        """Take (n, 2) pixels of the view to those of the frame."""
        return project(self.lattice, self.to_mm(points_px))


def show(
    image: Image,
    lattice: Homography,
    cells: Collection[Cell],
    *,
    margin_mm: float = PITCH_MM,
    px_per_mm: float = PX_PER_MM,
) -> HexView:
    """Show some cells and what is around them straight from above.

    Args:
        image: The frame.
        lattice: Millimetres to pixels of the frame.
        cells: At least one.
        margin_mm: So much beyond the outermost middles is shown.
        px_per_mm: How large.
    """
    middles = np.array([middle_mm(cell) for cell in cells])
    low, high = middles.min(axis=0) - margin_mm, middles.max(axis=0) + margin_mm
    scale = min(px_per_mm, MOST_PX / float((high - low).max()))
    width, height = (max(8, round(float(length))) for length in (high - low) * scale)
    corner: Point = (float(low[0]), float(low[1]))
    return HexView(_cut(image, lattice, corner, scale, (width, height)), corner, scale, lattice)


def cut_patches(
    image: Image, lattice: Homography, cells: Sequence[Cell], turn_deg: float = 0.0
) -> NDArray[np.uint8]:
    """Cut the patches of some cells out of a frame.

    Args:
        image: The frame.
        lattice: Millimetres to pixels of the frame.
        cells: Which.
        turn_deg: The board's drawing is turned so far clockwise in the patch.

    Returns:
        (n, 64, 64, 3) blue, green, red.
    """
    return cut_patches_at(image, lattice, np.array([middle_mm(cell) for cell in cells]), turn_deg)


def cut_patches_at(
    image: Image, lattice: Homography, middles_mm: Floats, turn_deg: float = 0.0
) -> NDArray[np.uint8]:
    """Cut patches around any (n, 2) places of the lattice out of a frame; see ``cut_patches``."""
    middles = np.asarray(middles_mm, np.float64).reshape(-1, 2)
    turns_rad = np.full(len(middles), -np.deg2rad(turn_deg))
    return cut_squares(image, lattice, middles, turns_rad, PATCH_PX, PX_PER_MM)


def cut_squares(
    image: Image,
    lattice: Homography,
    middles_mm: Floats,
    turns_rad: Sequence[float] | Floats,
    side_px: int,
    px_per_mm: float,
) -> NDArray[np.uint8]:
    """Cut squares out of a frame.

    Args:
        image: The frame.
        lattice: Millimetres to pixels of the frame.
        middles_mm: (n, 2) places of the lattice.
        turns_rad: (n,) which way, clockwise from the lattice's east, is to the right in each square.
        side_px: Of the squares.
        px_per_mm: Their scale.

    Returns:
        (n, side, side, 3) blue, green, red.
    """
    middles = np.asarray(middles_mm, np.float64).reshape(-1, 2)
    squares = np.zeros((len(middles), side_px, side_px, 3), np.uint8)
    half_mm = side_px / px_per_mm / 2
    small, whole = _shrunk(image, lattice, middles, px_per_mm)
    for square, middle, turn in zip(squares, middles, turns_rad, strict=True):
        corner = (float(middle[0] - half_mm), float(middle[1] - half_mm))
        square[:] = _warped(
            small, whole @ _turning(middle, float(turn)), corner, px_per_mm, (side_px, side_px)
        )
    return squares


def _turning(middle: Floats, turn_rad: float) -> Homography:
    """(3, 3): turn places clockwise about a middle."""
    cos, sin = np.cos(turn_rad), np.sin(turn_rad)
    rotation, turning = np.array([[cos, -sin], [sin, cos]]), np.eye(3)
    turning[:2, :2], turning[:2, 2] = rotation, middle - rotation @ middle
    return turning


def _cut(
    image: Image, lattice: Homography, corner_mm: Point, px_per_mm: float, size_px: tuple[int, int]
) -> Image:
    middle = np.array(corner_mm) + np.array(size_px) / px_per_mm / 2
    small, whole = _shrunk(image, lattice, middle[None], px_per_mm)
    return _warped(small, whole, corner_mm, px_per_mm, size_px)


def _shrunk(
    image: Image, lattice: Homography, middles_mm: Floats, px_per_mm: float
) -> tuple[Image, Homography]:
    """Shrink a frame that is much finer than wanted, and give the lattice of what is left."""
    if not len(middles_mm):
        return image, lattice
    finer = float(np.median([scale_at(lattice, each) for each in middles_mm])) / px_per_mm
    if finer <= FINER:
        return image, lattice
    size = tuple(max(1, round(length / finer)) for length in image.shape[1::-1])
    small = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
    shrink = np.diag([size[0] / image.shape[1], size[1] / image.shape[0], 1.0])
    return np.asarray(small, np.uint8), shrink @ lattice


def _warped(
    image: Image, lattice: Homography, corner_mm: Point, px_per_mm: float, size_px: tuple[int, int]
) -> Image:
    """Cut a part out; OpenCV puts whole numbers at the middles of pixels, we put halves there."""
    to_mm = np.array([[1 / px_per_mm, 0, corner_mm[0]], [0, 1 / px_per_mm, corner_mm[1]], [0, 0, 1]])
    half_on = np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, 1]])
    to_frame = np.linalg.inv(half_on) @ lattice @ to_mm @ half_on
    shown = cv2.warpPerspective(image, to_frame, size_px, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
    return np.asarray(shown, np.uint8)


def scale_at(lattice: Homography, place_mm: Floats) -> float:
    """Measure how many pixels of the frame a millimetre is at a place, on the mean of all directions."""
    steps = np.array([(0.5, 0), (-0.5, 0), (0, 0.5), (0, -0.5)]) + np.asarray(place_mm)
    east, west, south, north = project(lattice, steps)
    across, down = east - west, south - north
    return float(np.sqrt(abs(across[0] * down[1] - across[1] * down[0])))


def hex_px(lattice: Homography, cell: Cell) -> tuple[Point, ...]:
    """Give a field's corners in the frame, clockwise from the board's north-east."""
    return tuple((float(x), float(y)) for x, y in project(lattice, np.array(corners_mm(cell))))


def cell_at(place_mm: Sequence[float]) -> Cell:
    """Tell which cell a place of the lattice lies in."""
    x, y = place_mm[0] / PITCH_MM, place_mm[1] / (PITCH_MM * sqrt(3) / 2)
    q, r = x - y / 2, y
    whole = np.round([q, r, -q - r])
    off = np.abs(whole - [q, r, -q - r])
    if off[0] > off[1] and off[0] > off[2]:
        whole[0] = -whole[1] - whole[2]
    elif off[1] > off[2]:
        whole[1] = -whole[0] - whole[2]
    return int(whole[0]), int(whole[1])


def whole_cells(
    lattice: Homography, cells: Sequence[Cell], size_px: tuple[int, int], slack_px: float = 0.0
) -> list[Cell]:
    """Keep the cells that lie in the frame with all their corners, give or take ``slack_px``."""
    corners = np.array([hex_px(lattice, cell) for cell in cells]).reshape(-1, 6, 2)
    inside = np.asarray(((corners > -slack_px) & (corners < np.array(size_px) + slack_px)).all(axis=(1, 2)))
    return [cell for cell, is_in in zip(cells, inside, strict=True) if is_in]


def in_hex(size_px: int = PATCH_PX, pitch_px: float = PITCH_PX) -> NDArray[np.bool_]:
    """(size, size): which pixels of a patch lie within its field."""
    along = np.arange(size_px) + 0.5 - size_px / 2
    x, y = np.abs(along)[None, :], np.abs(along)[:, None]
    return np.asarray((x < pitch_px / 2) & (x / 2 + y * sqrt(3) / 2 < pitch_px / 2))
