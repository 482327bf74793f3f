"""The bare table as it was last seen: what differs from it, and how it is remembered."""

from collections.abc import Iterable

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image.colour import Floats, largest, to_lab
from vision.reader import Image

DIFFERENT = 9.0
"""In CIELAB units: what differs more shows another thing."""
SOFT_PX = 0.8
DARK = 4.0
"""Light that every pixel is given before light is compared: what is nearly black says little of it."""

Outlines = Iterable[NDArray[np.float64]]
"""(n, 2) each: corners in pixels."""


def changed_pixels(now: Image, bare: Image, covered: Outlines) -> Floats:
    """Tell which pixels of a frame differ from the bare table, in whatever light.

    Args:
        now: (h, w, 3) the frame.
        bare: The same as it was bare.
        covered: What is known to lie on the table.

    Returns:
        (h, w): 1 where a pixel has changed, -1 where it has not, 0 where a known thing lies.
    """
    seen, before = (np.asarray(cv2.GaussianBlur(each, (0, 0), SOFT_PX), np.uint8) for each in (now, bare))
    lit = np.median(
        (seen[::4, ::4].astype(np.float32) + DARK) / (before[::4, ::4].astype(np.float32) + DARK), axis=(0, 1)
    )
    table = np.clip((np.arange(256)[:, None] + DARK) * lit - DARK, 0, 255).astype(np.uint8)
    evened = np.asarray(cv2.LUT(before, table[None]), np.uint8)
    off = largest(np.abs(to_lab(seen) - to_lab(evened)))
    changed = np.where(off > DIFFERENT, 1.0, -1.0).astype(np.float32)
    for outline in covered:
        cv2.fillConvexPoly(changed, np.round(outline).astype(np.int32), 0.0)
    return changed


def remember_bare(now: Image, before: Image, covered: Outlines) -> Image:
    """Remember the bare table: as it is now, and under what lies on it as it was before that came."""
    mask: NDArray[np.uint8] = np.zeros(now.shape[:2], np.uint8)
    for outline in covered:
        cv2.fillConvexPoly(mask, np.round(outline).astype(np.int32), 1)
    kept = now.copy()
    cv2.copyTo(before, cv2.dilate(mask, np.ones((3, 3), np.uint8)), kept)
    return kept
