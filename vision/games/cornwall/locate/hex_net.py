"""Asking the net for hexes where fields are in a photograph, whatever is drawn on them."""

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
USUAL_PITCH_PX = 36.0
"""It knows fields of about this size, so a photograph is shown to it in several."""
LEAST_PITCH_PX, MOST_PITCH_PX = 26.0, 50.0
TOLD = 8
"""For each place: log-odds of a field; how far right and down in the frame its middle is, in pitches; the
binary logarithm of the pitch over the usual; the sixth power of its direction and its shear, both complex
numbers."""
LONG_SIDES_PX = (104, 160, 256, 400, 620, 900, 1240)
"""From a picture of a single tile to one of a whole table."""
_WHOLE = 32
"""Pictures are shown to it whole multiples of this wide and high."""


class Glance(NamedTuple):
    """What was told of a photograph at one size.

    Attributes:
        scale: How many times as large as the photograph it was shown.
        told: (8, rows, columns); see ``TOLD``.
    """

    scale: float
    told: NDArray[np.floating]


def glance(image: Image, wanted_px: int) -> Glance:
    """Ask what lies where in a photograph, shown so that its long side has so many pixels."""
    scale = wanted_px / max(image.shape[:2])
    method = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    height, width = (max(1, round(side * scale)) for side in image.shape[:2])
    small = cv2.resize(image, (width, height), interpolation=method)
    padded = cv2.copyMakeBorder(small, 0, -height % _WHOLE, 0, -width % _WHOLE, cv2.BORDER_REPLICATE)
    told = ask("vision.games.cornwall.hexes", np.asarray(padded, np.uint8)[None])[0][0]
    return Glance(scale, told[:, : -(-height // STRIDE_PX), : -(-width // STRIDE_PX)])
