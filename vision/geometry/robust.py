"""Fits that a few bad places cannot bend."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from vision.geometry.homography import Homography

LOOSE, SQUASH, SLANT, ROUNDS = 0.12, 0.03, 0.006, 4
"""Tiles lie about so far off their lattice, corners and all, in pitches; what was taken for the lattice may
be squashed by so much (in shares), and what is a pitch further off larger or smaller by so much."""
_HELD = LOOSE * np.array(
    [
        [1 / SQUASH, 0, 0, 0, -1 / SQUASH, 0, 0, 0],
        [0, 1 / SQUASH, 0, 1 / SQUASH, 0, 0, 0, 0],
        [0, 0, 0, 0, 0, 0, 1 / SLANT, 0],
        [0, 0, 0, 0, 0, 0, 0, 1 / SLANT],
    ]
)
STEPS, ENOUGH, NUDGE = 60, 1e-10, 1e-6


def fit_lattice(ideal: NDArray[np.float64], observed: NDArray[np.float64]) -> Homography:
    """Fit how a lattice lies in another so that few tiles, each a little out of place, cannot bend it.

    Args:
        ideal: (n, 2) corners in pitches.
        observed: (n, 2) the same in the other lattice, also in pitches.

    Source:
        Hartley and Zisserman 2004, 4.1 (DLT), with ridge terms that keep the lattice's angles, and far
        cells as large as near ones.
    """
    middle = ideal.mean(axis=0)
    x, y = (ideal - middle).T
    each, nil = np.ones_like(x), np.zeros_like(x)
    u, v = (observed - middle).T
    to_u = np.stack([x, y, each, nil, nil, nil, -u * x, -u * y], axis=1)
    to_v = np.stack([nil, nil, nil, x, y, each, -v * x, -v * y], axis=1)
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


def fit_damped(
    errors: Callable[[NDArray[np.float64]], NDArray[np.float64]], unknown: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Change (k,) unknowns until their (n,) errors are as small as can be.

    Source:
        Levenberg 1944 and Marquardt 1963, least squares with a damped step.
    """
    error, damping = errors(unknown), 1e-3
    for _ in range(STEPS):
        nudges = NUDGE * np.eye(len(unknown))
        slope = np.stack([(errors(unknown + nudge) - error) / NUDGE for nudge in nudges], axis=1)
        square = slope.T @ slope
        step = np.linalg.solve(square + damping * np.diag(np.diag(square) + 1e-9), -slope.T @ error)
        tried = errors(unknown + step)
        if tried @ tried < error @ error:
            unknown, error, damping = unknown + step, tried, damping / 5
        else:
            damping *= 5
        if step @ step < ENOUGH**2:
            break
    return unknown
