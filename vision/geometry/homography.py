"""Planes seen by a camera: points of one taken to another."""

import numpy as np
from numpy.typing import NDArray

Homography = NDArray[np.floating]
"""(3, 3), lattice coordinates to pixels, last element 1."""
HORIZON, FAR = 1e-9, 1e7
"""Points on a plane's horizon lie infinitely far; this far is far enough, and a number."""


def project(homography: Homography, points: NDArray[np.floating]) -> NDArray[np.float64]:
    """Take (n, 2) points through a homography."""
    flat = np.asarray(points, np.float64).reshape(-1, 2)
    lifted = np.hstack([flat, np.ones((len(flat), 1))]) @ homography.T
    depth = np.where(np.abs(lifted[:, 2:]) < HORIZON, HORIZON, lifted[:, 2:])
    return np.clip(lifted[:, :2] / depth, -FAR, FAR)


def quads_px(homography: Homography, cells: NDArray[np.integer]) -> NDArray[np.float64]:
    """Give each cell's corners in the photograph.

    Args:
        homography: Lattice coordinates to pixels.
        cells: (n, 2) columns and rows.

    Returns:
        (n, 4, 2): NW, NE, SE and SW in the lattice's own frame, in pixels.
    """
    corners = np.array([[0, 0], [1, 0], [1, 1], [0, 1]])
    every = (np.asarray(cells)[:, None, :] + corners[None]).reshape(-1, 2)
    return project(homography, every).reshape(-1, 4, 2)
