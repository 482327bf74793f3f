"""Asking the net for kinds whether a figure that has come is small, tall or big."""

import numpy as np
from numpy.typing import NDArray

from vision.games.cornwall.nets import ask
from vision.reader import Image

KIND_PX, KIND_PX_PER_MM = 64, 2.4
"""What is shown of a figure: it leans to the right in the middle of a square."""
SIZES = tuple(np.linspace(0.86, 1.14, 9).tolist())
"""How large the figures of a box may be, of the usual: the net answers for each."""
MOST_LEAN = 0.6
LEANS, HIGH_MM = 2.0, 500.0
"""What a lean is multiplied with, and a height divides, when the net is told."""


def ask_for_kinds(now: Image, before: Image, lean: float, high_mm: float) -> NDArray[np.float64]:
    """Ask what kind of figure has come.

    Args:
        now: (64, 64, 3) around it, its lean to the right.
        before: The same without it, in the light of now.
        lean: How far what is one high leans there.
        high_mm: How high the camera is.

    Returns:
        (9, 3): for each of ``SIZES`` the log-odds of small, tall and big against each other.
    """
    told = np.array([LEANS * min(lean, MOST_LEAN), HIGH_MM / high_mm], np.float32)
    flat = np.tile(told[:, None, None], (1, *before.shape[:2]))
    besides = np.concatenate([before.transpose(2, 0, 1).astype(np.float32) / 255, flat])
    odds = ask("kinds", now[None], besides[None])[0].reshape(len(SIZES), -1)
    return np.asarray(odds - np.logaddexp.reduce(odds, axis=1, keepdims=True), np.float64)
