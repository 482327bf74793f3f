"""The bend of a lens, measured on a printed chart and taken out of frames."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import cv2
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from vision.errors import LensError
from vision.reader import Image

CHART_SQUARES, SQUARE_UNITS, MARKER_UNITS = (7, 10), 8, 6
"""The chart is so many squares wide and high, every other one with a marker, in units of its pattern."""
SQUARE_MM = 23.0
LEAST_CORNERS, ENOUGH_VIEWS = 12, 12
"""A view shows so many of the chart's 54 inner corners at least; from so many views a lens is measured."""
APART = 0.04
"""Views are different where the chart's corners have moved by this share of the frame's width."""
MOST_OFF_PX = 1.5
"""Corners of a chart that lies flat are off a measured lens by less on the mean, at 2304 pixels across."""
STEADY = cv2.CALIB_ZERO_TANGENT_DIST | cv2.CALIB_FIX_ASPECT_RATIO | cv2.CALIB_FIX_K3
"""What lenses of such cameras hardly have is not measured: it would fit the noise."""

Floats = NDArray[np.float32]


class Lens(Struct, frozen=True):
    """How a lens bends what it shows.

    Attributes:
        size_px: Width and height of the frames it was measured on; others of that shape are scaled.
        focal_px: Focal length, in their pixels.
        middle_px: Where its axis meets the frame.
        bend: (k1, k2): a point at a distance r of the axis, in focal lengths, appears at
            r (1 + k1 r² + k2 r⁴).
        off_px: How far the corners of the chart were off it on the mean.

    Source:
        Brown 1971, "Close-range camera calibration"; Zhang 2000.
    """

    size_px: tuple[int, int]
    focal_px: float
    middle_px: tuple[float, float]
    bend: tuple[float, float]
    off_px: float = 0.0


class ChartView(NamedTuple):
    """The corners of the chart that a frame shows.

    Attributes:
        corners_px: (n, 2) where.
        numbers: (n,) which.
    """

    corners_px: Floats
    numbers: NDArray[np.int32]


def _chart() -> cv2.aruco.CharucoBoard:
    words = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    units = SQUARE_MM / SQUARE_UNITS
    return cv2.aruco.CharucoBoard(CHART_SQUARES, SQUARE_MM, MARKER_UNITS * units, words)


def chart_units() -> NDArray[np.bool_]:
    """(80, 56): which units of the chart are black, row by row."""
    columns, rows = (SQUARE_UNITS * number for number in CHART_SQUARES)
    return np.asarray(_chart().generateImage((columns, rows)) < 128)


def find_chart(image: Image) -> ChartView | None:
    """Find the chart in a frame, whole or in part; None where too little of it is seen."""
    corners, numbers, _, _ = cv2.aruco.CharucoDetector(_chart()).detectBoard(image)
    if numbers is None or len(numbers) < LEAST_CORNERS:
        return None
    return ChartView(np.asarray(corners, np.float32).reshape(-1, 2), np.ravel(numbers).astype(np.int32))


def is_another_view(view: ChartView, before: Sequence[ChartView], width_px: int) -> bool:
    """Tell whether the chart lies elsewhere in a view, or otherwise, than in all before."""
    return all(_moved_px(view, one) > APART * width_px for one in before)


def _moved_px(view: ChartView, other: ChartView) -> float:
    _, mine, theirs = np.intersect1d(view.numbers, other.numbers, return_indices=True)
    if not len(mine):
        return float("inf")
    return float(np.linalg.norm(view.corners_px[mine] - other.corners_px[theirs], axis=1).mean())


def fit_lens(views: Sequence[ChartView], size_px: tuple[int, int]) -> Lens:
    """Measure a lens from views of the chart.

    Args:
        views: At least some, the chart tilted another way in each, and near every edge in some.
        size_px: Width and height of the frames.

    Raises:
        LensError: They do not tell, or the chart does not lie flat.
    """
    corners = np.asarray(_chart().getChessboardCorners(), np.float32)
    start, no_bend = np.diag([size_px[0], size_px[0], 1.0]), np.zeros(5)
    start[:2, 2] = np.array(size_px) / 2
    off_px, matrix, bend, _, _ = cv2.calibrateCamera(
        [corners[one.numbers] for one in views],
        [one.corners_px for one in views],
        size_px,
        start,
        no_bend,
        flags=STEADY | cv2.CALIB_USE_INTRINSIC_GUESS,
    )
    if not off_px < MOST_OFF_PX * max(1.0, size_px[0] / 2304):
        raise LensError
    (k1, k2), (x, y) = np.ravel(bend)[:2].tolist(), matrix[:2, 2].tolist()
    return Lens(size_px, float(matrix[0, 0]), (x, y), (k1, k2), float(off_px))


def undistort(image: Image, lens: Lens) -> Image:
    """Show a frame as a lens without bend shows it, its axis in the middle; what is not seen is cut off.

    Args:
        image: (height, width, 3); of another shape than those the lens was measured on it stays as it is.
        lens: The lens.
    """
    height, width = image.shape[:2]
    if abs(height * lens.size_px[0] - width * lens.size_px[1]) > max(lens.size_px):
        return image
    along, across = _maps(lens, (width, height))
    return np.asarray(cv2.remap(image, along, across, cv2.INTER_LINEAR), np.uint8)


@lru_cache(maxsize=2)
def _maps(lens: Lens, size_px: tuple[int, int]) -> tuple[NDArray[np.int16], NDArray[np.uint16]]:
    """Tell where each pixel of a straight frame is to be had; 18 MB for a frame of 2304 x 1296."""
    scale = size_px[0] / lens.size_px[0]
    matrix, bend = np.diag([lens.focal_px * scale, lens.focal_px * scale, 1.0]), np.array([*lens.bend, 0, 0])
    matrix[:2, 2] = np.array(lens.middle_px) * scale
    straight, _ = cv2.getOptimalNewCameraMatrix(matrix, bend, size_px, 0, size_px, centerPrincipalPoint=True)
    maps = cv2.initUndistortRectifyMap(matrix, bend, np.eye(3), straight, size_px, cv2.CV_16SC2)
    return np.asarray(maps[0], np.int16), np.asarray(maps[1], np.uint16)
