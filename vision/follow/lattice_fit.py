"""Fitting a lattice to where tiles really lie, each of them a little out of place."""

import numpy as np
from numpy.typing import NDArray

from vision.geometry.homography import Homography
from vision.geometry.robust import fit_lattice


def refit(
    lattice: Homography, ideal: NDArray[np.float64], seen: NDArray[np.float64], pitch: float = 1.0
) -> tuple[Homography, Homography]:
    """Fit a lattice to where tiles lie.

    It is mended where it is, on the table: what is known of the perspective stays.

    Args:
        lattice: Lattice coordinates to pixels of the frame.
        ideal: (n, 2) the corners of all tiles if they lay exactly in their cells.
        seen: (n, 2) the same where they lie, in the same lattice.
        pitch: From one cell to the next, in lattice coordinates.

    Returns:
        The mended lattice, and (3, 3) what takes places of the one before to it.
    """
    mended = np.diag([pitch, pitch, 1.0]) @ fit_lattice(ideal / pitch, seen / pitch)
    mended = mended @ np.diag([1 / pitch, 1 / pitch, 1.0])
    fitted = lattice @ mended
    return fitted / fitted[2, 2], np.linalg.inv(mended)
