"""Laying a square exactly on the outline of a tile that lies alone on the table."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.games.carcassonne.face_templates import FINE_PX
from vision.geometry.outlines import CellOutline
from vision.image.colour import Floats, to_lab
from vision.reader import Image

ROUNDS, EDGES = 3, (0.03, 0.06, 0.1)
REACH = ((0.1, 21), (0.1, 21), (0.16, 33), (np.deg2rad(6.0), 25))
"""The square is moved by so many sides, sized and turned by so much, a few times over; what lies so far on
both sides of its outline is compared, in sides; not at once beside it, since some boxes are printed with an
edge."""
POINTS = np.linspace(-0.42, 0.42, 22)


def snapped(image: Image, square: CellOutline) -> tuple[CellOutline, float]:
    """Move, size and turn a square so that on all its four sides something ends.

    Along each side the mean colours just inside and just outside are compared: no grain outweighs that.

    Args:
        image: The photograph.
        square: In its pixels; seen straight from above.

    Returns:
        The square, and how clear its outline is, in CIELAB units.
    """
    side = square.straight
    scale = FINE_PX / abs(side)
    to_part = np.array(
        [
            [scale, 0, FINE_PX - scale * square.middle.real],
            [0, scale, FINE_PX - scale * square.middle.imag],
        ]
    )
    part = cv2.warpAffine(image, to_part, (2 * FINE_PX,) * 2, borderMode=cv2.BORDER_REPLICATE)
    lab = to_lab(np.asarray(cv2.GaussianBlur(part, (0, 0), 1.0), np.uint8))
    best, clear = np.array([0.0, 0.0, 1.0, 0.0]), 0.0
    for _ in range(ROUNDS):
        for axis, (reach, steps) in enumerate(REACH):
            tried = np.tile(best, (steps, 1))
            tried[:, axis] += np.linspace(-reach, reach, steps)
            found = [_clearness(lab, each, side / abs(side)) for each in tried]
            best, clear = tried[int(np.argmax(found))], max(found)
    middle = square.middle + complex(best[0], best[1]) * abs(side)
    return CellOutline(middle, complex(side * best[2] * np.exp(1j * best[3])), 0j, square.places), clear


def _clearness(lab: Floats, way: NDArray[np.floating], direction: complex) -> float:
    """Measure how much a square differs from what lies around it: the mean and the least of its sides."""
    x, y, size, turn_rad = way
    east = direction * np.exp(1j * turn_rad) * size
    aways = [sign * away for sign in (-1, 1) for away in EDGES]
    lines = [east * 1j**side * (POINTS + 1j * (0.5 + away)) for side in range(4) for away in aways]
    at = (np.array(lines) + complex(x, y) + (1 + 1j)) * FINE_PX
    observed = cv2.remap(lab, at.real.astype(np.float32), at.imag.astype(np.float32), cv2.INTER_LINEAR)
    inside, outside = np.moveaxis(observed.mean(axis=1).reshape(4, 2, len(EDGES), 3), 1, 0)
    apart = np.linalg.norm((outside - inside).mean(axis=1), axis=1)
    return float(apart.mean() + apart.min()) / 2
