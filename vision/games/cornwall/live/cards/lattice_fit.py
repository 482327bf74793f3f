"""Fitting the lattice to where cards really lie, each of them a little out of place."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from scoring.games.cornwall.land.hexes import PITCH_MM, corners_mm
from vision.follow.lattice_fit import refit as refit_to
from vision.games.cornwall.live.places import CardPose, Cells, slid
from vision.geometry.homography import Homography, project


def refit(lattice: Homography, places: Mapping[Cells, CardPose]) -> tuple[Homography, dict[Cells, CardPose]]:
    """Fit the lattice to where cards lie, and count their places from it.

    Returns:
        Millimetres to pixels, and the same places in the new lattice.
    """
    ideal = [np.array([corners_mm(cell) for cell in cells]).reshape(-1, 2) for cells in places]
    seen = [
        project(slid(cells, place), each) for (cells, place), each in zip(places.items(), ideal, strict=True)
    ]
    fitted, back = refit_to(lattice, np.concatenate(ideal), np.concatenate(seen), PITCH_MM)
    counted = {
        cells: _place(project(back, there), each)
        for cells, there, each in zip(places, seen, ideal, strict=True)
    }
    return fitted, counted


def _place(corners: NDArray[np.float64], ideal: NDArray[np.float64]) -> CardPose:
    """Lay a card where its (n, 2) corners are nearest to these (Kabsch 1976)."""
    (x, y), middle = corners.mean(axis=0), ideal.mean(axis=0)
    a, b = (ideal - middle).T, (corners - (x, y)).T
    turn = np.arctan2((a[0] * b[1] - a[1] * b[0]).sum(), (a * b).sum())
    return CardPose(float(x), float(y), float(turn))
