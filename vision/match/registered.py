"""Printed boards found again in a photograph by their own first picture, wherever and however they lie."""

from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.match.keypoints import Keypoints, find_keypoints
from vision.reader import Image

MOST_POINTS = 500
NEXT_BEST = 0.85
"""The angle to a point's likeliest match is at most this share of that to the next best one (Lowe 2004)."""
OFF_PX = 3.0
"""So far from where the board has it a point may be seen, in pixels of the photograph."""
LEAST_INLIERS, LEAST_SHARE = 10, 0.25
"""A board is found where so many of its points agree, and such a share of those that were matched."""
MOST_UNEQUAL = 2.5
"""The sides of a board that a camera above the table sees are longer than in its picture by shares that
differ by no more than this."""


class BoardPrint(NamedTuple):
    """A board as it was seen first.

    Attributes:
        picture: (h, w, 3) from above.
        points: Its keypoints.
    """

    picture: Image
    points: Keypoints


class Registration(NamedTuple):
    """A board found in a photograph.

    Attributes:
        homography: (3, 3) pixels of its picture to pixels of the photograph.
        inliers: How many of its points agree.
    """

    homography: NDArray[np.float64]
    inliers: int


def learn_board(picture: Image) -> BoardPrint:
    """Make a picture of a board ready to be found again."""
    return BoardPrint(picture, find_keypoints(picture, MOST_POINTS))


def find_board(board: BoardPrint, seen: Keypoints, off_px: float = OFF_PX) -> Registration | None:
    """Find a board by its keypoints; None where too few agree, or a camera could not see it so.

    Args:
        board: From ``learn_board``.
        seen: Keypoints of the photograph, or of a part of it.
        off_px: How far from their places points may be seen.

    Source:
        Lowe 2004 (the two best matches compared); Barath and others 2020 (MAGSAC++).
    """
    known = board.points
    if min(len(known.at_px), len(seen.at_px)) < LEAST_INLIERS:
        return None
    angles = np.arccos(np.clip(known.descriptors @ seen.descriptors.T, -1, 1))
    best = np.argpartition(angles, 1, axis=1)[:, :2]
    near, next_best = np.take_along_axis(angles, best, axis=1).T
    is_mutual = angles.argmin(axis=0)[best[:, 0]] == np.arange(len(angles))
    kept = np.flatnonzero((near < NEXT_BEST * next_best) & is_mutual)
    if len(kept) < LEAST_INLIERS:
        return None
    there = seen.at_px[best[kept, 0]].astype(np.float64)
    found, inlier = cv2.findHomography(
        known.at_px[kept].astype(np.float64), there, cv2.USAC_MAGSAC, off_px, maxIters=5000
    )
    if found is None or np.size(found) == 0:  # whatever the stubs say, None comes where nothing fits
        return None
    homography, inliers = np.asarray(found, np.float64), int(np.sum(inlier))
    is_held = inliers >= LEAST_INLIERS and inliers >= LEAST_SHARE * len(kept)
    return Registration(homography, inliers) if is_held and _is_plausible(homography, board.picture) else None


def _is_plausible(homography: NDArray[np.float64], picture: Image) -> bool:
    """Tell whether a camera above a table could see a picture so: not mirrored, folded or stretched."""
    height, width = picture.shape[:2]
    corners = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float64)
    quad = cv2.perspectiveTransform(corners[None], homography)[0]
    sides = np.roll(quad, -1, axis=0) - quad
    following = np.roll(sides, -1, axis=0)
    turns = sides[:, 0] * following[:, 1] - sides[:, 1] * following[:, 0]
    longer = np.linalg.norm(sides, axis=1) / np.array([width, height, width, height])
    return bool((turns > 0).all() and longer.max() < MOST_UNEQUAL * longer.min())
