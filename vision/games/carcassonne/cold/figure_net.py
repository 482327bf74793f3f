"""Asking the net for figures where on a board they are, whatever their wood and the drawing under them."""

from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.games.carcassonne.cold.nets import ask
from vision.reader import Image

STRIDE_PX = 2
"""It answers for every second pixel of every second row of a view, in which tiles are 64 pixels wide."""
TOLD = 3
"""For each place: log-odds of a figure; were there one, log-odds that it lies, and that it is an abbot."""
_WHOLE = 16
"""Views are shown to it whole multiples of this wide and high."""

Floats = NDArray[np.floating]


class Wood(NamedTuple):
    """What is told of every pixel of an (h, w) view.

    Attributes:
        odds: Log-odds of a figure.
        lies, is_abbot: Log-odds that the figure that is there, if there is one, lies, and is an abbot.
    """

    odds: Floats
    lies: Floats
    is_abbot: Floats


def tell_wood(view: Image) -> Wood:
    """Ask where in a view of bytes, tiles 64 pixels wide, figures are."""
    height, width = view.shape[:2]
    padded = cv2.copyMakeBorder(view, 0, -height % _WHOLE, 0, -width % _WHOLE, cv2.BORDER_REPLICATE)
    told = ask("figures", np.asarray(padded, np.uint8)[None])[0]
    whole = [cv2.resize(one, padded.shape[1::-1])[:height, :width] for one in told]
    return Wood(*whole)
