"""Tiles found again near where they lay, by how they looked there."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry.homography import Homography
from vision.image.colour import Floats

ECC_STEPS = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 30, 1e-4)
ECC_SOFT_PX = 3

Mask = NDArray[np.bool_]


def is_lost(missing: int, expected: int) -> bool:
    """Tell whether so few of a game's tiles lie where they did that the whole table has to be found anew.

    >>> is_lost(2, 4), is_lost(3, 4), is_lost(1, 1)
    (False, True, True)
    """
    return missing > expected // 2


def is_pushed(slid: int, found: int) -> bool:
    """Tell whether so many tiles have slid that all of them have: the whole board was pushed.

    >>> is_pushed(1, 1), is_pushed(3, 4)
    (False, True)
    """
    return slid > max(1, found / 2)


def correlation(floats: Floats, other: Floats, mask: Mask) -> float:
    """Correlate two (h, w) pictures where a mask is set, -1 to 1."""
    a, b = floats[mask], other[mask]
    a, b = a - a.mean(), b - b.mean()
    return float((a @ b) / np.sqrt((a @ a) * (b @ b) + 1e-6))


def slide(around: Floats, known: Floats, mask: Mask) -> tuple[Homography, float]:
    """Slide a picture over what is seen around its place to where it fits best.

    Args:
        around: (h + 2 r, w + 2 r) what is seen.
        known: (h, w) the picture.
        mask: (h, w) what of it counts.

    Returns:
        (3, 3) how far it slides, in pixels, and its correlation there.
    """
    likeness = cv2.matchTemplate(around, known, cv2.TM_CCOEFF_NORMED, mask=mask.astype(np.float32))
    likeness = np.where(np.isfinite(likeness), likeness, -1.0)
    y, x = (int(index) for index in np.unravel_index(int(likeness.argmax()), likeness.shape))
    off = np.eye(3)
    off[:2, 2] = np.array([x, y]) - (np.array(likeness.shape[::-1]) - 1) / 2
    return off, float(likeness[y, x])


def lay_closer(observed: Floats, known: Floats, mask: Mask) -> Homography | None:
    """Slide and turn a picture about its middle until it lies on what is seen exactly.

    Args:
        observed: (h, w) what is seen.
        known: (h, w) the picture.
        mask: (h, w) what of it counts.

    Returns:
        (3, 3) how far it slides, in pixels, and turns; None where nothing of it is to be seen.

    Source:
        Evangelidis and Psarakis 2008, enhanced correlation coefficient maximisation.
    """
    start = np.eye(2, 3, dtype=np.float32)
    try:
        _, warp = cv2.findTransformECC(
            known, observed, start, cv2.MOTION_EUCLIDEAN, ECC_STEPS, mask.astype(np.uint8), ECC_SOFT_PX
        )
    except cv2.error:  # it does not converge
        return None
    middle = np.array([observed.shape[1] / 2 - 0.5, observed.shape[0] / 2 - 0.5])
    off = np.eye(3)
    off[:2, :2] = warp[:, :2]
    off[:2, 2] = warp[:, :2] @ middle + warp[:, 2] - middle
    return off
