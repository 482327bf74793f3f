"""Asking the net for kinds whether what has come is a figure, and whether it is small, tall or big."""

from typing import NamedTuple

import numpy as np

from vision.image.colour import Floats
from vision.nets.session import ask
from vision.reader import Image

KIND_PX, KIND_PX_PER_MM = 64, 2.4
"""What is shown of a figure: it leans to the right in the middle of a square."""
SIZES = tuple(np.linspace(0.86, 1.14, 9).tolist())
"""How large the figures of a box may be, of the usual: the net answers for each."""
MOST_LEAN = 0.6
LEANS, HIGH_MM = 2.0, 500.0
"""What a lean is multiplied with, and a height divides, when the net is told."""


class KindPrediction(NamedTuple):
    """What the net says of what has come.

    Attributes:
        is_figure: The log-odds that it is a figure.
        kinds: (9, 3): for each of ``SIZES`` the log-odds of small, tall and big against each other, if it is.
    """

    is_figure: float
    kinds: Floats


def ask_what_came(now: Image, before: Image, lean: float, high_mm: float) -> KindPrediction:
    """Ask what has come somewhere, as it is and as in a mirror, and take the mean.

    Args:
        now: (64, 64, 3) around it, its lean to the right.
        before: The same without it, in the light of now.
        lean: How far what is one high leans there.
        high_mm: How high the camera is.
    """
    prediction = np.array([LEANS * min(lean, MOST_LEAN), HIGH_MM / high_mm], np.float32)
    flat = np.tile(prediction[:, None, None], (1, *before.shape[:2]))
    plane = before.transpose(2, 0, 1).astype(np.float32) / 255
    both = np.stack([np.concatenate([each, flat]) for each in (plane, plane[:, ::-1])])
    (answers,) = ask("vision.games.cornwall.kinds", np.stack([now, now[::-1]]), both)
    *kinds, is_figure = answers.mean(axis=0).ravel().tolist()
    odds = np.reshape(kinds, (len(SIZES), -1))
    return KindPrediction(is_figure, odds - np.logaddexp.reduce(odds, axis=1, keepdims=True))
