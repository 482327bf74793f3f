"""Figures as solid pieces of wood: their sides as the camera sees them, and their shadows."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image.paint import bgr
from vision.simulator.camera.camera import SimCamera, distance, project
from vision.simulator.table.things import Body, SimBox, SimFigure

THICK_MM = 8.0
"""How thick a figure is cut."""
_SHIFT = 4

Floats = NDArray[np.float64]


class Side(NamedTuple):
    """A flat side of a solid.

    Attributes:
        corners_mm: (n, 3).
        faces: The way it faces, of length 1.
        colour: "#rrggbb", or empty for the colour of whoever the solid belongs to.
    """

    corners_mm: Floats
    faces: Floats
    colour: str = ""


def solid(figure: SimFigure, box: SimBox, ground_mm: float) -> list[Side]:
    """Cut a figure out of wood and put it on the table.

    Args:
        box: Knows its outline or body.
        ground_mm: How high what it stands on is.
    """
    shape = box.figures[figure.kind]
    if isinstance(shape, Body):
        return list(_sides_of(shape, figure, ground_mm))
    outline = np.array(shape)
    across, up = outline[:, 0], outline[:, 1].max() - outline[:, 1]
    thick = np.array([[0.0], [THICK_MM]])
    if figure.lying:
        points = _stacked(across, up - up.max() / 2, thick + ground_mm)
    else:
        points = _stacked(across, thick - THICK_MM / 2, up + ground_mm)
    _place(points, figure)
    return list(_sides(points))


def _place(points: Floats, figure: SimFigure) -> None:
    """Turn points (..., 3) as a figure is turned and move them to its place."""
    angle = np.deg2rad(figure.turn_deg)
    cos, sin = np.cos(angle), np.sin(angle)
    points[..., :2] = points[..., :2] @ np.array([[cos, sin], [-sin, cos]]) + figure.at_mm


def _sides_of(body: Body, figure: SimFigure, ground_mm: float) -> Iterator[Side]:
    """Put a body on the table."""
    counts = [len(facet.corners_mm) for facet in body.facets]
    points = np.array([corner for facet in body.facets for corner in facet.corners_mm])
    points[:, 2] += ground_mm
    _place(points, figure)
    first = np.cumsum([0, *counts[:-1]])
    across = np.cross(points[first + 1] - points[first], points[first + 2] - points[first])
    faces = across / np.maximum(np.linalg.norm(across, axis=1, keepdims=True), 1e-9)
    for facet, corners, towards in zip(body.facets, _split(points, counts), faces, strict=True):
        yield Side(corners, towards, facet.colour)


def _split(points: Floats, counts: Iterable[int]) -> Iterator[Floats]:
    """Give the points of every side of a solid, from those of all of them."""
    start = 0
    for count in counts:
        yield points[start : start + count]
        start += count


def _stacked(*columns: Floats) -> Floats:
    return np.stack(np.broadcast_arrays(*columns), axis=-1).astype(float)


def _sides(solid_mm: Floats) -> Iterator[Side]:
    """Give every side of a prism of shape (2, n, 3)."""
    low, high = solid_mm
    middle = solid_mm.reshape(-1, 3).mean(axis=0)
    walls = (np.array([low[i - 1], low[i], high[i], high[i - 1]]) for i in range(len(low)))
    for corners in (low, high, *walls):
        across = np.cross(corners[1] - corners[0], corners[-1] - corners[0])
        faces = across / max(float(np.linalg.norm(across)), 1e-9)
        yield Side(corners, faces if faces @ (corners.mean(axis=0) - middle) > 0 else -faces)


def draw(
    image: NDArray[Any], sides: list[Side], colour: str, camera: SimCamera, corner_px: Floats, lit: Floats
) -> None:
    """Draw a solid, its far sides first.

    Args:
        image: A part of the frame, bytes or floats from 0 to 255.
        colour: "#rrggbb".
        corner_px: Where in the frame the part begins.
        lit: The way the light comes from, of length 1, with its height.
    """
    counts = [len(side.corners_mm) for side in sides]
    places = np.vstack([side.corners_mm for side in sides])
    outlines = _split(project(camera, places) - corner_px, counts)
    far = [-float(away.mean()) for away in _split(distance(camera, places), counts)]
    drawn = sorted(zip(far, range(len(sides)), sides, outlines, strict=True), key=lambda each: each[:2])
    for _, _, side, outline_px in drawn:
        wood = np.array(bgr(side.colour or colour), float)
        shade = 0.62 + 0.38 * max(0.0, float(side.faces @ lit))
        fill(image, outline_px, tuple((wood * shade).tolist()))


def fill(image: NDArray[np.uint8], points_px: Floats, colour: tuple[float, ...] | float) -> None:
    """Fill a polygon with smooth edges; (n, 2) pixels from the picture's corner."""
    fixed = np.round((points_px - 0.5) * (1 << _SHIFT)).astype(np.int32)
    cv2.fillPoly(image, [fixed], colour, cv2.LINE_AA, _SHIFT)


def shadow(sides: list[Side], camera: SimCamera, falls: Floats, ground_mm: float) -> list[Floats]:
    """CellOutline a solid's shadow: every side's own, as (n, 2) pixels of the frame.

    Args:
        falls: The way over the table that the shadow of something 1 mm high reaches.
        ground_mm: How high what it falls on is.
    """
    fallen = _fallen(np.vstack([side.corners_mm for side in sides]), falls, ground_mm)
    return list(_split(project(camera, fallen), [len(side.corners_mm) for side in sides]))


def _fallen(corners_mm: Floats, falls: Floats, ground_mm: float) -> Floats:
    height = corners_mm[:, 2:] - ground_mm
    return np.hstack([corners_mm[:, :2] + height * falls, np.full_like(height, ground_mm)])
