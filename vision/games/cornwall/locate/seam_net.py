"""Asking the net for seams whether two neighbouring fields are of one tile."""

import numpy as np
from numpy.typing import NDArray

from vision.nets.session import ask

SEAM_PX = 48
SEAM_PX_PER_MM = 1.6
"""What is shown of a seam: it stands upright in the middle of a square."""


def ask_for_seams(cuts: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Ask of (n, 48, 48, 3) squares whether what is left and right of the middle is of one tile: log-odds."""
    ways = [cuts, cuts[:, :, ::-1], cuts[:, ::-1], cuts[:, ::-1, ::-1]]
    return np.asarray(np.mean([_asked(way) for way in ways], axis=0), np.float64)


def _asked(cuts: NDArray[np.uint8]) -> NDArray[np.floating]:
    answers = ask("vision.games.cornwall.seams", cuts)
    return answers[0][:, 0] if answers else np.zeros(0)
