"""Fitting the lattice to where cards really lie, each of them a little out of place."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from scoring.games.cornwall.land.hexes import PITCH_MM, corners_mm
from vision.games.cornwall.live.places import CardPose, Cells, slid
from vision.geometry.homography import Homography, project

LOOSE, SQUASH, SLANT, ROUNDS = 0.12, 0.03, 0.006, 4
"""Cards lie about so far off the lattice, corners and all, in pitches; what was taken for the lattice may be
squashed by so much (in shares), and what is a pitch further off larger or smaller by so much."""
_HELD = LOOSE * np.array(
    [
        [1 / SQUASH, 0, 0, 0, -1 / SQUASH, 0, 0, 0],
        [0, 1 / SQUASH, 0, 1 / SQUASH, 0, 0, 0, 0],
        [0, 0, 0, 0, 0, 0, 1 / SLANT, 0],
        [0, 0, 0, 0, 0, 0, 0, 1 / SLANT],
    ]
)


def refit(lattice: Homography, places: Mapping[Cells, CardPose]) -> tuple[Homography, dict[Cells, CardPose]]:
    """Fit the lattice to where cards lie, and count their places from it.

    It is mended where it is, on the table: what is known of the perspective stays.

    Returns:
        Millimetres to pixels, and the same places in the new lattice.
    """
    ideal = [np.array([corners_mm(cell) for cell in cells]).reshape(-1, 2) for cells in places]
    seen = [
        project(slid(cells, place), one) for (cells, place), one in zip(places.items(), ideal, strict=True)
    ]
    mended = _fitted(np.concatenate(ideal) / PITCH_MM, np.concatenate(seen) / PITCH_MM)
    mended = np.diag([PITCH_MM, PITCH_MM, 1.0]) @ mended @ np.diag([1 / PITCH_MM, 1 / PITCH_MM, 1.0])
    back = np.linalg.inv(mended)
    counted = {
        cells: _place(project(back, there), one)
        for cells, there, one in zip(places, seen, ideal, strict=True)
    }
    fitted = lattice @ mended
    return fitted / fitted[2, 2], counted


def _place(corners: NDArray[np.float64], ideal: NDArray[np.float64]) -> CardPose:
    """Lay a card where its (n, 2) corners are nearest to these (Kabsch 1976)."""
    (x, y), middle = corners.mean(axis=0), ideal.mean(axis=0)
    a, b = (ideal - middle).T, (corners - (x, y)).T
    turn = np.arctan2((a[0] * b[1] - a[1] * b[0]).sum(), (a * b).sum())
    return CardPose(float(x), float(y), float(turn))


def _fitted(ideal: NDArray[np.float64], seen: NDArray[np.float64]) -> Homography:
    """Fit how a lattice lies in another so that few cards, each a little out of place, cannot bend it.

    Args:
        ideal: (n, 2) corners in pitches.
        seen: (n, 2) the same in the other lattice.

    Source:
        Hartley and Zisserman 2004, 4.1 (DLT), with ridge terms that keep the lattice's angles, and far
        cells as large as near ones.
    """
    middle = ideal.mean(axis=0)
    x, y = (ideal - middle).T
    one, nil = np.ones_like(x), np.zeros_like(x)
    u, v = (seen - middle).T
    to_u = np.stack([x, y, one, nil, nil, nil, -u * x, -u * y], axis=1)
    to_v = np.stack([nil, nil, nil, x, y, one, -v * x, -v * y], axis=1)
    rows, wanted = np.concatenate([to_u, to_v]), np.concatenate([u, v])
    weight, found = np.ones(len(x)), np.zeros(8)
    for _ in range(ROUNDS):
        double = np.concatenate([weight, weight])
        left = np.concatenate([rows * double[:, None], _HELD])
        found = np.linalg.lstsq(left, np.concatenate([wanted * double, np.zeros(4)]), rcond=None)[0]
        off = np.hypot(*(rows @ found - wanted).reshape(2, -1))
        weight = 1 / np.sqrt(1 + (off / (2 * LOOSE)) ** 2)
    there, back = np.eye(3), np.eye(3)
    there[:2, 2], back[:2, 2] = middle, -middle
    fitted = there @ np.append(found, 1.0).reshape(3, 3) @ back
    return np.asarray(fitted / fitted[2, 2], np.float64)
