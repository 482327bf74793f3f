"""Asking the net for squares where tiles are in a photograph, whatever is drawn on them."""

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.nets.session import ask
from vision.reader import Image

FRAME_PX = 128
"""What the net is taught with; it takes pictures of any size."""
STRIDE_PX = 8
"""It answers for every eighth pixel of every eighth row."""
USUAL_SIDE_PX = 40.0
"""It knows tiles of about this size, so a photograph is shown to it in several."""
LEAST_SIDE_PX, MOST_SIDE_PX = 30.0, 54.0
TOLD = 9
"""For each place: log-odds of a tile; how far east and south in the frame its middle is, in sides; the binary
logarithm of its side over the usual; the fourth power of its direction and its shear, both complex numbers;
log-odds of a figure, for which the net for figures is asked instead."""
LONG_SIDES_PX = (104, 160, 240, 360, 544, 816, 1224)
"""From a picture of a single tile to one of a whole table."""
_WHOLE = 32
"""Pictures are shown to it whole multiples of this wide and high."""

Floats = NDArray[np.floating]


class Glance(NamedTuple):
    """What was told of a photograph at one size.

    Attributes:
        scale: How many times as large as the photograph it was shown.
        told: (9, rows, columns); see ``TOLD``.
    """

    scale: float
    told: Floats


def glances(image: Image) -> list[Glance]:
    """Ask what lies where in a photograph, in every size that it is large enough for, the largest first."""
    long_px, shown, every = max(image.shape[:2]), image, []
    for wanted_px in reversed(LONG_SIDES_PX):
        if wanted_px <= max(long_px, LONG_SIDES_PX[0]):
            scale = wanted_px / long_px
            shown = _resized(shown, image.shape, scale)  # the last one made smaller: that is faster
            every.append(_asked(shown, scale))
    return every


def glance(image: Image, wanted_px: int) -> Glance:
    """Ask what lies where in a photograph, shown so that its long side has so many pixels."""
    scale = wanted_px / max(image.shape[:2])
    return _asked(_resized(image, image.shape, scale), scale)


def _resized(image: Image, shape: Sequence[int], scale: float) -> Image:
    """Show a photograph of some shape at a scale."""
    height, width = (max(1, round(side * scale)) for side in shape[:2])
    method = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(image, (width, height), interpolation=method), np.uint8)


def _asked(shown: Image, scale: float) -> Glance:
    height, width = shown.shape[:2]
    down, right = -height % _WHOLE, -width % _WHOLE
    padded = cv2.copyMakeBorder(shown, 0, down, 0, right, cv2.BORDER_REPLICATE)
    (told,) = ask("vision.games.carcassonne.cold.squares", np.asarray(padded, np.uint8)[None])
    return Glance(scale, told[0, :, : -(-height // STRIDE_PX), : -(-width // STRIDE_PX)])
