"""The board alone, straight from above: which part of the table that is, and how it is cut out of a frame."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.referee.observation import Quad
from vision.geometry.homography import Homography, project
from vision.geometry.rectify import rectify
from vision.reader import Image

MARGIN = 10
"""So many tiles around the board are shown too: a part that stays the same while the board grows can be
watched as frames can."""
SLACK = 0.5
ROUNDING = 0.01
SQUARE = 0.25
"""Squares that seem so much larger or smaller than a tile are tiles seen by a camera that leans."""
_CORNERS = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)])


class Above(NamedTuple):
    """A part of the table as it is shown from above.

    Attributes:
        homography: Tiles, as far apart as neighbours are and counted from anywhere, to pixels of the frame.
        first: Column and row at its top left.
        size: How many columns and rows.
        side_px: Pixels a tile.
    """

    homography: Homography
    first: tuple[int, int]
    size: tuple[int, int]
    side_px: int


class TileOutline(NamedTuple):
    """A tile: where the game's picture has its centre, and where a square around it lies in the frame."""

    at_mm: tuple[float, float]
    quad_px: Quad


def board_from_above(tiles: Sequence[TileOutline], size_px: tuple[int, int]) -> Above:
    """Choose the part of the table that holds the board and, as far as the frame shows it, room around it.

    Args:
        tiles: At least one.
        size_px: The frame's width and height.
    """
    centres = np.array([tile.at_mm for tile in tiles], np.float64)
    quads = np.array([tile.quad_px for tile in tiles], np.float64)
    sides_px = np.linalg.norm(quads - np.roll(quads, 1, axis=1), axis=2).mean(axis=1)
    across = _sides(centres, quads.mean(axis=1), sides_px)
    corners = (centres[:, None] / _pitch_mm(centres) + across[:, None, None] * _CORNERS).reshape(-1, 2)
    homography, _ = cv2.findHomography(corners, quads.reshape(-1, 2))
    width, height = size_px
    frame = project(
        np.linalg.inv(homography), np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float64)
    )
    low = np.maximum(corners.min(axis=0) - MARGIN, frame.min(axis=0))
    high = np.minimum(corners.max(axis=0) + MARGIN, frame.max(axis=0))
    first = np.floor(low + ROUNDING).astype(int)
    size = np.ceil(high - ROUNDING).astype(int) - first
    side_px = max(1, round(float(np.median(sides_px / across))))
    (left, top), (columns, rows) = first.tolist(), size.tolist()
    return Above(np.asarray(homography, np.float64), (left, top), (columns, rows), side_px)


def _pitch_mm(centres: NDArray[np.float64]) -> float:
    """Measure how far neighbouring tiles are apart; a tile alone counts as one across."""
    apart = np.linalg.norm(centres[:, None] - centres[None], axis=2)
    return float(apart[apart > 0].min()) if (apart > 0).any() else 1.0


def _sides(
    centres_mm: NDArray[np.float64], centres_px: NDArray[np.float64], sides_px: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Measure the squares around tiles by how far neighbours are apart; square tiles are 1 across."""
    apart_mm, apart_px = (
        np.linalg.norm(at[:, None] - at[None], axis=2)[np.triu_indices(len(at), 1)]
        for at in (centres_mm, centres_px)
    )
    known = apart_px > 0
    if not known.any():
        return np.ones(len(sides_px))
    across = sides_px * float(np.median(apart_mm[known] / apart_px[known])) / _pitch_mm(centres_mm)
    return np.asarray(np.where(np.abs(across - 1) < SQUARE, 1.0, across), np.float64)


def holds(above: Above, quads: Iterable[Quad]) -> bool:
    """Tell whether tiles lie within the part that is shown, give or take half a tile."""
    tiles = project(np.linalg.inv(above.homography), np.array(list(quads), np.float64).reshape(-1, 2))
    low = np.array(above.first) - SLACK
    high = np.array(above.first) + above.size + SLACK
    return bool(((tiles > low) & (tiles < high)).all())


def show(above: Above, image: Image) -> Image:
    """Cut the part out of a frame; what lies beyond the frame is black."""
    return np.asarray(
        rectify(image, above.homography, above.first, above.size, above.side_px).image, np.uint8
    )
