"""Asking the net for figures where on a board they are, whatever their wood and the drawing under them."""

from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.nets.session import ask
from vision.reader import Image

STRIDE_PX = 2
"""It answers for every second pixel of every second row of a view, in which tiles are 64 pixels wide."""
TOLD = 3
"""For each place: log-odds of a figure; were there one, log-odds that it lies, and that it is an abbot. The
last is not used: it is told no better than by chance."""
LYING_SHARE = 0.3
"""So many figures lay on the tables that it was taught with."""
_WHOLE = 16
"""Views are shown to it whole multiples of this wide and high."""

Floats = NDArray[np.floating]


class WoodPrediction(NamedTuple):
    """What the net says about every pixel of an (h, w) view.

    Attributes:
        odds: (h, w) log-odds of a figure.
        lies: (h, w) log-likelihood of what is seen were a figure lying there, less that of one standing.
    """

    odds: Floats
    lies: Floats


def look_for_wood(view: Image) -> WoodPrediction:
    """Ask where in an (h, w) view of bytes, tiles 64 pixels wide, figures are, and which of them lie."""
    height, width = view.shape[:2]
    padded = cv2.copyMakeBorder(view, 0, -height % _WHOLE, 0, -width % _WHOLE, cv2.BORDER_REPLICATE)
    (prediction,) = ask("vision.games.carcassonne.cold.figures", np.asarray(padded, np.uint8)[None])
    odds, lies = (cv2.resize(each, padded.shape[1::-1])[:height, :width] for each in prediction[0, :2])
    usual = np.float32(np.log(LYING_SHARE / (1 - LYING_SHARE)))
    return WoodPrediction(np.asarray(odds, np.float32), np.asarray(lies - usual, np.float32))
