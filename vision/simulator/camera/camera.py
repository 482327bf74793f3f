"""The camera on its mast: where a place on the table, or above it, appears in the frame."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scoring.picture import Point
from vision.simulator.table.things import Bump

Floats = NDArray[np.float64]

FOCAL = 0.85
"""Focal length over the frame's width: the Raspberry Pi's Camera Module 3 has 0.96, the wide one 0.43."""


class SimCamera(NamedTuple):
    """A camera that looks down at the table.

    Attributes:
        matrix: (3, 4), millimetres east, south and above the table to pixels of a perfect lens.
        size_px: Width and height of the frame.
        bend: Of the lens: a point at a distance r of the axis, in focal lengths, appears at
            r (1 + bend r²).
        focal_px: Focal length.
    """

    matrix: Floats
    size_px: tuple[int, int]
    bend: float
    focal_px: float


class SimMast(NamedTuple):
    """How the camera is mounted.

    Attributes:
        px_per_mm: How large the table appears in the middle of the frame.
        tilt_deg: From straight down.
        towards_deg: Which way it is tilted, clockwise from the right.
        turn_deg: How the board lies in the frame, clockwise.
        over_mm: The place of the table in the middle of the frame.
        bend: See ``SimCamera``.
    """

    px_per_mm: float
    tilt_deg: float
    towards_deg: float
    turn_deg: float
    over_mm: Point
    bend: float


def mount(mast: SimMast, size_px: tuple[int, int], focal: float = FOCAL) -> SimCamera:
    """Put the camera up.

    Args:
        mast: How it is mounted.
        size_px: Width and height of the frame.
        focal: Focal length over the frame's width.

    Source:
        The pinhole camera of Hartley and Zisserman, "Multiple View Geometry", chapter 6.
    """
    focal_px = focal * size_px[0]
    around = _turned(mast.towards_deg)
    tilt = np.deg2rad(mast.tilt_deg)
    cos, sin = np.cos(tilt), np.sin(tilt)
    tilted = around @ np.array([[cos, 0, -sin], [0, 1, 0], [sin, 0, cos]]) @ around.T
    rotation = tilted @ _turned(mast.turn_deg) @ np.diag([1.0, 1.0, -1.0])  # up is towards the camera
    shift = np.array([0, 0, focal_px / mast.px_per_mm]) - rotation @ np.array([*mast.over_mm, 0])
    lens = np.array([[focal_px, 0, size_px[0] / 2], [0, focal_px, size_px[1] / 2], [0, 0, 1]])
    return SimCamera(lens @ np.column_stack([rotation, shift]), size_px, mast.bend, focal_px)


def pushed(camera: SimCamera, bump: Bump) -> SimCamera:
    """See the table from where it was pushed to, as if the camera had been pushed the other way."""
    push = np.eye(4)
    push[:3, :3] = _turned(bump.turn_deg)
    push[:2, 3] = bump.by_mm
    return camera._replace(matrix=camera.matrix @ push)


def _turned(angle_deg: float) -> Floats:
    """Turn clockwise, seen with y down."""
    cos, sin = np.cos(np.deg2rad(angle_deg)), np.sin(np.deg2rad(angle_deg))
    return np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1]])


def project(camera: SimCamera, points_mm: object) -> Floats:
    """Take (n, 2) places of the table, or (n, 3) with their height above it, to (n, 2) pixels."""
    points = np.asarray(points_mm, float)
    solid = np.ones((len(points), 4))
    solid[:, 2] = 0.0
    solid[:, : points.shape[1]] = points
    straight = solid @ camera.matrix.T
    return _bent(straight[:, :2] / straight[:, 2:], camera)


def place_at(camera: SimCamera, points_px: object) -> Floats:
    """Take (n, 2) pixels to the (n, 2) places of the table seen there."""
    straight = _straight(np.asarray(points_px, float), camera)
    flat = np.column_stack([straight, np.ones(len(straight))]) @ np.linalg.inv(camera.matrix[:, [0, 1, 3]]).T
    return np.asarray(flat[:, :2] / flat[:, 2:])


def distance(camera: SimCamera, points_mm: Floats) -> Floats:
    """Measure how far (n, 3) points are from the camera, along its axis."""
    return np.asarray(points_mm @ camera.matrix[2, :3] + camera.matrix[2, 3])


def _bent(points_px: Floats, camera: SimCamera) -> Floats:
    off = points_px - np.array(camera.size_px) / 2
    radius = np.linalg.norm(off, axis=1, keepdims=True) / camera.focal_px
    return np.asarray(np.array(camera.size_px) / 2 + off * (1 + camera.bend * radius**2))


def _straight(points_px: Floats, camera: SimCamera) -> Floats:
    """Take the lens's bend out again, by a few steps of fixed-point iteration."""
    straight = points_px
    for _ in range(4):
        straight = points_px - (_bent(straight, camera) - straight)
    return straight
