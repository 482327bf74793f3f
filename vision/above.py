"""The board alone, straight from above: which part of the table that is, and how it is cut out of a frame."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.lattice import Homography, project
from vision.live import Quad
from vision.reader import Image
from vision.view import rectify

MARGIN = 2
"""So many tiles around the board are shown too: the next ones will lie there."""
LEAST_MARGIN = 0.5
_CORNERS = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)])


class Above(NamedTuple):
    """A part of the table as it is shown from above.

    Attributes:
        homography: Tiles, counted from anywhere, to pixels of the frame.
        first: Column and row at its top left.
        size: How many columns and rows.
        side_px: Pixels a tile.
    """

    homography: Homography
    first: tuple[int, int]
    size: tuple[int, int]
    side_px: int


class Lying(NamedTuple):
    """A tile: where the game's picture has its centre, and where it lies in the frame."""

    at_mm: tuple[float, float]
    quad_px: Quad


def board_from_above(tiles: Sequence[Lying]) -> Above:
    """Choose the part of the table that holds the board and room for more tiles around it.

    Args:
        tiles: At least one.
    """
    centres = np.array([tile.at_mm for tile in tiles], np.float64)
    corners = (centres[:, None] / _pitch_mm(centres) + _CORNERS).reshape(-1, 2)
    quads = np.array([tile.quad_px for tile in tiles], np.float64)
    homography, _ = cv2.findHomography(corners, quads.reshape(-1, 2))
    first = np.floor(corners.min(axis=0) + LEAST_MARGIN).astype(int) - MARGIN
    size = np.ceil(corners.max(axis=0) - LEAST_MARGIN).astype(int) + MARGIN - first
    sides_px = np.linalg.norm(quads - np.roll(quads, 1, axis=1), axis=2)
    side_px = max(1, round(float(np.median(sides_px))))
    (left, top), (columns, rows) = first.tolist(), size.tolist()
    return Above(np.asarray(homography, np.float64), (left, top), (columns, rows), side_px)


def _pitch_mm(centres: NDArray[np.float64]) -> float:
    """Measure how far neighbouring tiles are apart; a tile alone counts as one across."""
    apart = np.linalg.norm(centres[:, None] - centres[None], axis=2)
    return float(apart[apart > 0].min()) if (apart > 0).any() else 1.0


def holds(above: Above, quads: Iterable[Quad]) -> bool:
    """Tell whether tiles lie well within the part that is shown."""
    tiles = project(np.linalg.inv(above.homography), np.array(list(quads), np.float64).reshape(-1, 2))
    low = np.array(above.first) + LEAST_MARGIN
    high = np.array(above.first) + above.size - LEAST_MARGIN
    return bool(((tiles > low) & (tiles < high)).all())


def show(above: Above, image: Image) -> Image:
    """Cut the part out of a frame; what lies beyond the frame is black."""
    return np.asarray(
        rectify(image, above.homography, above.first, above.size, above.side_px).image, np.uint8
    )
