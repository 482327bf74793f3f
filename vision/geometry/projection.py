"""Things that stand on the table: where their sides and tops appear, since they lean from the camera.

Heights and places are in lattice units (one tile's side); see ``vision.geometry.lattice``.
"""

import numpy as np
from numpy.typing import NDArray

from vision.geometry.homography import Homography

Projection = NDArray[np.floating]
"""(3, 4): lattice x, y and height to photograph pixels."""

USUAL_FOCAL, FOCAL_SPREAD = 0.8, 0.25
"""Focal length over the picture's long side: phones and small cameras lie around it, and stray from it by
so much of it."""
FOCALS = np.geomspace(0.35, 2.0, 60)
"""From wide angles to long zooms."""
USUAL_TILT = 0.12
"""A standard deviation, radians: so far from straight down a camera above a table looks."""
SKEWED = 0.01
"""So far the squares of a lattice that was fitted to cardboard are from right angles and equal sides."""


def focal_px(lattice: Homography, size_px: tuple[int, int]) -> float:
    """Estimate the focal length from how the lattice's two directions must be at right angles.

    A board seen from nearly above tells little, and the usual focal length is about what is given; nothing
    much depends on it there.

    Args:
        lattice: Lattice coordinates to pixels.
        size_px: The photograph's width and height; its middle is taken for the optical axis.

    Source:
        Zhang 2000, the constraints on the image of the absolute conic from one plane.
    """
    long_side_px = max(size_px)
    columns = _centred(lattice, size_px)[:, :2] / np.array([[long_side_px], [long_side_px], [1]])
    east, south = (
        columns[:, axis, None] / np.vstack([FOCALS, FOCALS, np.ones_like(FOCALS)]) for axis in (0, 1)
    )
    along, across = (east**2).sum(axis=0), (south**2).sum(axis=0)
    skew = (2 * (east * south).sum(axis=0) / (along + across)) ** 2 + (
        (along - across) / (along + across)
    ) ** 2
    unusual = (np.log(FOCALS / USUAL_FOCAL) / FOCAL_SPREAD) ** 2
    return float(FOCALS[np.argmin(skew / SKEWED**2 + unusual)]) * long_side_px


def _centred(lattice: Homography, size_px: tuple[int, int]) -> NDArray[np.float64]:
    to_axis = np.array([[1, 0, -size_px[0] / 2], [0, 1, -size_px[1] / 2], [0, 0, 1]])
    return np.asarray(to_axis @ lattice)


def calmed(
    lattice: Homography, size_px: tuple[int, int], observed: NDArray[np.floating], off: float
) -> Homography:
    """Bend a lattice less that was fitted to few places by a camera that looks down.

    How far things lean follows from how the lattice is bent, and a little cardboard hardly tells: where it
    says less than is known of cameras above a table, they are believed.

    Args:
        lattice: Lattice coordinates to pixels.
        size_px: The photograph's width and height.
        observed: (n, 2) the places that it was fitted to, of the lattice, spread out at least as far as
            ``off``.
        off: How far off they may lie.

    Returns:
        The same around the middle of the places.
    """
    middle = observed.mean(axis=0)
    there, back = np.eye(3), np.eye(3)
    there[:2, 2], back[:2, 2] = middle, -middle
    around = lattice @ there
    around = around / around[2, 2]
    at_px, bend = around[:2, 2], around[2, :2]
    flat = around[:2, :2] - np.outer(at_px, bend)
    high = USUAL_FOCAL * max(size_px) / np.sqrt(abs(np.linalg.det(flat)))
    usual = (USUAL_TILT / high) ** 2
    known = (off / max(float(np.square(observed - middle).sum(axis=1).mean()), off**2)) ** 2
    bend = bend * usual / (usual + known)
    calm = np.vstack([np.column_stack([flat + np.outer(at_px, bend), at_px]), [*bend, 1.0]])
    return np.asarray(calm @ back, np.float64)


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
