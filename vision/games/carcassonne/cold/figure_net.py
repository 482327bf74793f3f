"""Asking the net for figures where on a board they are, whatever their wood and the drawing under them."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.games.carcassonne.cold.nets import ask
from vision.reader import Image

STRIDE_PX = 2
"""It answers for every second pixel of every second row of a view, in which tiles are 64 pixels wide."""
TOLD = 3
"""For each place: log-odds of a figure; were there one, log-odds that it lies, and that it is an abbot. Only
the first is used: the last is told no better than by chance."""
_WHOLE = 16
"""Views are shown to it whole multiples of this wide and high."""

Floats = NDArray[np.floating]


def wood_odds(view: Image) -> Floats:
    """Ask where in an (h, w, 3) view of bytes, tiles 64 pixels wide, figures are: (h, w) log-odds."""
    height, width = view.shape[:2]
    padded = cv2.copyMakeBorder(view, 0, -height % _WHOLE, 0, -width % _WHOLE, cv2.BORDER_REPLICATE)
    (told,) = ask("figures", np.asarray(padded, np.uint8)[None])
    return np.asarray(cv2.resize(told[0, 0], padded.shape[1::-1])[:height, :width], np.float32)
