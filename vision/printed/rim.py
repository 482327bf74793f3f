"""The rim of a printed board on a photograph, and the board straight from above."""

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image.colour import to_lab
from vision.reader import Image

Corners = NDArray[np.float64]
"""(4, 2): x and y, clockwise from the upper left."""
LOOKED_AT_PX = 640
"""So large the longer side of a photograph is while its rim is sought."""
LEAST_SHARE, MOST_SHARE = 0.15, 0.985
"""Of the photograph that a board covers."""
EDGE_SHARE = 0.08
"""So wide a strip along the photograph's border tells how the table looks."""
BENT = 0.02
"""Of a contour's length, by which a side may be bent."""
INSET = 0.06
"""So far within the photograph the corners are guessed where no rim is found."""
BOARD_PX = 1400
"""The longer side of a board shown from above."""


def find_rim(image: Image) -> Corners | None:
    """Find the four corners of the board, the largest thing with four sides.

    Args:
        image: The photograph.

    Returns:
        In pixels of the photograph; None where nothing has four sides.
    """
    scale = LOOKED_AT_PX / max(image.shape[:2])
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    quads = [quad for mask in _masks(small.astype(np.uint8, copy=False)) for quad in _quads(mask)]
    best = max(quads, key=_score, default=None)
    return None if best is None else _clockwise(best) / scale


def guess_corners(size_px: tuple[int, int]) -> Corners:
    """Give corners a little within a photograph, for somebody to move."""
    x, y = size_px[0] * INSET, size_px[1] * INSET
    return np.array([(x, y), (size_px[0] - x, y), (size_px[0] - x, size_px[1] - y), (x, size_px[1] - y)])


def _masks(small: Image) -> Iterator[NDArray[np.uint8]]:
    """Tell the board from the table: by what differs from the border, and by the lines around it."""
    lab = to_lab(cv2.GaussianBlur(small, (0, 0), 2).astype(np.uint8, copy=False))
    strip = round(max(lab.shape[:2]) * EDGE_SHARE)
    inner = np.zeros(lab.shape[:2], bool)
    inner[strip:-strip, strip:-strip] = True
    table = lab[~inner]
    off = np.linalg.norm(lab - np.median(table, axis=0), axis=2)
    usual = np.median(np.linalg.norm(table - np.median(table, axis=0), axis=1))
    for times in (3.0, 6.0):
        yield (off > max(8.0, times * float(usual))).astype(np.uint8)
    edges = cv2.Canny(small, 30, 90)
    yield cv2.dilate(edges, np.ones((5, 5), np.uint8)).astype(np.uint8, copy=False)


def _quads(mask: NDArray[np.uint8]) -> Iterator[NDArray[np.float64]]:
    closed = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((9, 9), np.uint8))
    whole = mask.shape[0] * mask.shape[1]
    for contour in cv2.findContours(closed, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)[0]:
        hull = cv2.convexHull(contour)
        quad = cv2.approxPolyDP(hull, BENT * cv2.arcLength(hull, True), True).reshape(-1, 2)
        if len(quad) == 4 and LEAST_SHARE < cv2.contourArea(quad) / whole < MOST_SHARE:
            filled = cv2.contourArea(hull) / cv2.contourArea(quad)
            if filled > 0.9:
                yield quad.astype(np.float64)


def _score(quad: NDArray[np.float64]) -> float:
    """Prefer the largest, and of those alike the one with the rightest angles."""
    sides = np.roll(quad, -1, 0) - quad
    units = sides / np.linalg.norm(sides, axis=1, keepdims=True)
    skew = float(np.abs((units * np.roll(units, -1, 0)).sum(1)).max())
    return float(cv2.contourArea(quad.astype(np.float32))) * (1 - skew)


def _clockwise(quad: NDArray[np.float64]) -> Corners:
    middle = quad.mean(0)
    around = quad[np.argsort(np.arctan2(*(quad - middle).T[::-1]))]
    first = int(np.argmin(around.sum(1)))
    return np.roll(around, -first, 0)


def flatten_board(image: Image, corners_px: Corners) -> Image:
    """Show the board straight from above, as high as its sides say.

    Args:
        image: The photograph.
        corners_px: Clockwise from the upper left.
    """
    lengths = np.linalg.norm(np.roll(corners_px, -1, 0) - corners_px, axis=1)
    across, down = (lengths[0] + lengths[2]) / 2, (lengths[1] + lengths[3]) / 2
    scale = BOARD_PX / max(across, down)
    width, height = max(1, round(across * scale)), max(1, round(down * scale))
    to = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    homography = cv2.getPerspectiveTransform(corners_px.astype(np.float32), to)
    return cv2.warpPerspective(image, homography, (width, height), flags=cv2.INTER_AREA).astype(np.uint8)
