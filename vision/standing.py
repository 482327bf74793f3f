"""Things that stand on the table: where their sides and tops appear, since they lean from the camera.

Heights and places are in lattice units (one tile's side); see ``vision.lattice``.
"""

import numpy as np
from numpy.typing import NDArray

from vision.lattice import Homography

Projection = NDArray[np.floating]
"""(3, 4): lattice x, y and height to photograph pixels."""

USUAL_FOCAL = 0.9
"""Focal length over the picture's long side: phones and small cameras lie around it."""


def focal_px(lattice: Homography, size_px: tuple[int, int]) -> float:
    """Estimate the focal length from how the lattice's two directions must be at right angles.

    Where the board is seen from straight above nothing can be estimated, and nothing much depends
    on it: the usual focal length is given.

    Args:
        lattice: Lattice coordinates to pixels.
        size_px: The photograph's width and height; its middle is taken for the optical axis.

    Source:
        Zhang 2000, the constraints on the image of the absolute conic from one plane.
    """
    usual = USUAL_FOCAL * max(size_px)
    first, second = (_centred(lattice, size_px)[:, column] for column in (0, 1))
    plane = np.array([first[:2] @ second[:2], first[:2] @ first[:2] - second[:2] @ second[:2]]) / usual**2
    depth = np.array([first[2] * second[2], first[2] ** 2 - second[2] ** 2])
    if np.linalg.norm(depth) < 0.02 * (first[:2] @ first[:2]) / usual**2:
        return usual
    ratio = -(plane @ depth) / max(plane @ plane, 1e-12)
    return usual / float(np.sqrt(np.clip(ratio, 0.1, 4.0)))


def _centred(lattice: Homography, size_px: tuple[int, int]) -> NDArray[np.float64]:
    to_axis = np.array([[1, 0, -size_px[0] / 2], [0, 1, -size_px[1] / 2], [0, 0, 1]])
    return np.asarray(to_axis @ lattice)


def fit_projection(lattice: Homography, size_px: tuple[int, int]) -> Projection:
    """Find where points above the table appear.

    Args:
        lattice: Lattice coordinates to pixels.
        size_px: The photograph's width and height.
    """
    focal = focal_px(lattice, size_px)
    camera = np.diag([focal, focal, 1.0])
    east, south, origin = (np.linalg.inv(camera) @ _centred(lattice, size_px)).T
    side = (np.linalg.norm(east) + np.linalg.norm(south)) / 2
    normal = np.cross(east, south) / side
    towards_camera = normal if normal @ origin < 0 else -normal
    from_axis = np.array([[1, 0, size_px[0] / 2], [0, 1, size_px[1] / 2], [0, 0, 1]])
    return np.asarray(from_axis @ camera @ np.stack([east, south, towards_camera, origin], axis=1))


def project_solid(projection: Projection, points: NDArray[np.floating]) -> NDArray[np.float64]:
    """Take (n, 3) points on and above the table to (n, 2) pixels."""
    lifted = np.hstack([points, np.ones((len(points), 1))]) @ projection.T
    return np.asarray(lifted[:, :2] / lifted[:, 2:])
