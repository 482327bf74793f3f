"""Asking the net for things where on a board figures, cottages and coins are."""

from itertools import pairwise, product
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.nets.session import ask
from vision.reader import Image

STRIDE_PX = 2
"""It answers for every second pixel of every second row of a view."""
THINGS_PX_PER_MM = 1.6
"""How large it is shown the board."""
THINGS = ("figure", "cottage", "coin")
KINDS = ("small", "tall", "big")
COLOURS = ("blue", "green", "red", "yellow")
SEEN_AT, BASE_AT = slice(0, 3), slice(3, 6)
KIND_AT, COLOUR_AT = slice(6, 9), slice(9, 13)
TOLD = 13
"""For each place, log-odds: of ``THINGS``, each; of the middle of the base of each of them; for a figure that
stands there, of ``KINDS`` against each other and of ``COLOURS`` against each other."""
MOST_LEAN = 0.9
_WHOLE = 16
"""Views are shown to it whole multiples of this wide and high."""
PART_PX, AROUND_PX = 640, 96
"""It is asked of parts so large at most, of which each is shown with so much around it: a whole table at once
takes 480 MB, parts a third of that."""

Floats = NDArray[np.floating]


class Answer(NamedTuple):
    """What is told of an (h, w) view; see ``TOLD``.

    Attributes:
        seen: (3, h / 2, w / 2); base: likewise.
        kinds: (3, h / 2, w / 2); colours: (4, h / 2, w / 2).
    """

    seen: Floats
    base: Floats
    kinds: Floats
    colours: Floats


def leans(size_px: tuple[int, int], foot_px: Floats, high_px: float) -> NDArray[np.float32]:
    """Tell how far things lean to the right and down in a view, per height, (2, h, w).

    Args:
        size_px: Width and height of the view.
        foot_px: Over which place of the view the camera is.
        high_px: How high.
    """
    # Along each side first: a whole table's worth of it at once takes 130 MB.
    sides = ((np.arange(size_px[side]) + 0.5 - foot_px[side]) / high_px for side in (0, 1))
    x, y = (np.clip(side, -MOST_LEAN, MOST_LEAN).astype(np.float32) for side in sides)
    return np.stack(np.broadcast_arrays(x[None, :], y[:, None]))


class _Part(NamedTuple):
    """A part of one side of a view.

    Attributes:
        shown: What of the view the net is shown.
        kept: Which of its answers are kept; places: where those belong.
    """

    shown: slice
    kept: slice
    places: slice


def _parts(side_px: int) -> list[_Part]:
    """Divide the side of a view, a multiple of ``_WHOLE``, into parts that are alike."""
    number = -(-side_px // PART_PX)
    ends = [side_px * each // number // _WHOLE * _WHOLE for each in range(number + 1)]
    found = []
    for begin, end in pairwise(ends):
        first, last = max(begin - AROUND_PX, 0), min(end + AROUND_PX, side_px)
        kept = slice((begin - first) // STRIDE_PX, (end - first) // STRIDE_PX)
        found.append(_Part(slice(first, last), kept, slice(begin // STRIDE_PX, end // STRIDE_PX)))
    return found


def ask_for_things(view: Image, foot_px: Floats, high_px: float) -> Answer:
    """Ask where things are in a view at ``THINGS_PX_PER_MM``; see ``leans``."""
    height, width = view.shape[:2]
    padded = cv2.copyMakeBorder(view, 0, -height % _WHOLE, 0, -width % _WHOLE, cv2.BORDER_REPLICATE)
    lean = leans((padded.shape[1], padded.shape[0]), foot_px, high_px)
    prediction = np.empty((TOLD, padded.shape[0] // STRIDE_PX, padded.shape[1] // STRIDE_PX), np.float32)
    for rows, columns in product(_parts(padded.shape[0]), _parts(padded.shape[1])):
        shown = np.asarray(padded[rows.shown, columns.shown], np.uint8)
        lean_there = lean[None, :, rows.shown, columns.shown]
        answer = ask("vision.games.cornwall.things", shown[None], lean_there)[0][0]
        prediction[:, rows.places, columns.places] = answer[:, rows.kept, columns.kept]
    prediction = prediction[:, : -(-height // STRIDE_PX), : -(-width // STRIDE_PX)]
    return Answer(prediction[SEEN_AT], prediction[BASE_AT], prediction[KIND_AT], prediction[COLOUR_AT])
