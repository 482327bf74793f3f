"""The shape of a follower, standing and lying, as the camera sees it over the lattice."""

from functools import cache
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry.homography import project
from vision.geometry.projection import Projection, project_solid
from vision.geometry.rectify import View

TILE_MM = 45.0
CellOutline = tuple[tuple[float, float], ...]

_HALF_OUTLINE_MM: CellOutline = (
    (0.0, 16.0),
    (1.9, 15.4),
    (2.6, 13.6),
    (2.4, 11.8),
    (5.6, 10.9),
    (7.8, 9.0),
    (7.4, 7.2),
    (4.6, 6.6),
    (5.6, 4.0),
    (7.4, 1.2),
    (6.6, 0.0),
    (2.2, 0.0),
    (0.9, 2.6),
    (0.0, 3.0),
)
"""Right half of a follower seen from its front, from the head down to between the legs."""
_HALF_ABBOT_MM = (
    (0.0, 17.8),
    (1.5, 16.2),
    (2.2, 14.1),
    (1.7, 13.0),
    (2.2, 11.8),
    (4.1, 10.9),
    (5.1, 8.6),
    (4.9, 7.0),
    (4.0, 6.7),
    (5.1, 2.9),
    (5.5, 0.7),
    (4.8, 0.0),
    (2.4, 0.0),
    (0.0, 0.0),
)
"""The same of an abbot, who is slim."""
THICK_MM = 10.0


def _outline(half_mm: CellOutline) -> NDArray[np.float64]:
    """(n, 2) across and up, in tile units."""
    half = np.array(half_mm)
    return np.vstack([half, (half * [-1, 1])[-2:0:-1]]) / TILE_MM


class Silhouette(NamedTuple):
    """A figure as it appears in a view.

    Attributes:
        mask: (s, s) bool, centred on the centre of its area.
        base: Where the middle of its base lies, in view pixels from the mask's centre.
        pose: standing, lying, or abbot for one who stands.
    """

    mask: NDArray[np.bool_]
    base: tuple[float, float]
    pose: str


class _Solid(NamedTuple):
    """A figure around the origin: (2 n + 1, 3) its two faces and the middle of its base, in tile units."""

    pose: str
    points: NDArray[np.float64]


@cache
def _solids(*, abbots: bool) -> tuple[_Solid, ...]:
    """Give a follower in every way it may stand or lie, and an abbot in every way he may stand."""
    steps = [step * np.pi / 12 for step in range(24)]
    followers = [_Solid("standing", _standing(_HALF_OUTLINE_MM, rotation)) for rotation in steps[:12]]
    farmers = [_Solid("lying", _lying(rotation)) for rotation in steps]
    others = (
        [_Solid("abbot", _standing(_HALF_ABBOT_MM, rotation)) for rotation in steps[:12]] if abbots else []
    )
    return (*followers, *farmers, *others)


def _standing(half_mm: CellOutline, turn_rad: float) -> NDArray[np.float64]:
    across, up = _outline(half_mm).T
    half = THICK_MM / TILE_MM / 2
    cos, sin = np.cos(turn_rad), np.sin(turn_rad)
    faces = [
        np.stack([cos * across - sin * off, sin * across + cos * off, up], axis=1) for off in (-half, half)
    ]
    return np.vstack([*faces, np.zeros(3)])


def _lying(turn_rad: float) -> NDArray[np.float64]:
    across, up = _outline(_HALF_OUTLINE_MM).T
    along = up - up.max() / 2
    cos, sin = np.cos(turn_rad), np.sin(turn_rad)
    flat = np.stack([cos * across - sin * along, sin * across + cos * along], axis=1)
    faces = [np.hstack([flat, np.full((len(flat), 1), height)]) for height in (0.0, THICK_MM / TILE_MM)]
    return np.vstack([*faces, np.zeros(3)])


def silhouettes(
    view: View, projection: Projection, at: tuple[float, float], size_px: int, *, abbots: bool = False
) -> list[Silhouette]:
    """Draw a figure in every way it may stand or lie at a place.

    Args:
        view: The view to draw in.
        projection: From ``fit_projection``, of the photograph.
        at: The place, in lattice coordinates.
        size_px: Side of the masks.
        abbots: Whether it may be an abbot.
    """
    solids = _solids(abbots=abbots)
    points = np.stack([solid.points for solid in solids]) + np.array([*at, 0.0])
    photographed = project_solid(projection, points.reshape(-1, 3))
    observed = project(np.linalg.inv(view.homography), photographed).reshape(len(solids), -1, 2)
    observed += size_px / 2 - observed[:, :-1].mean(axis=1, keepdims=True)
    masks = _filled(observed[:, :-1], size_px)
    return [
        _centred(solid.pose, mask, points[-1])
        for solid, mask, points in zip(solids, masks, observed, strict=True)
    ]


def _centred(pose: str, mask: NDArray[np.uint8], base: NDArray[np.float64]) -> Silhouette:
    """Move a figure to the middle of its mask; ``base`` is where it stands in there."""
    side_px = len(mask)
    area = cv2.moments(mask, binaryImage=True)
    shift = side_px / 2 - np.array([area["m10"], area["m01"]]) / area["m00"]
    moved = cv2.warpAffine(mask, np.array([[1, 0, shift[0]], [0, 1, shift[1]]]), (side_px, side_px))
    return Silhouette(moved > 0, tuple((base + shift - side_px / 2).tolist()), pose)


def _filled(faces: NDArray[np.float64], size_px: int) -> NDArray[np.uint8]:
    """Fill what k solids cover: their (k, 2 n, 2) two faces, and the sides between these."""
    masks = np.zeros((len(faces), size_px, size_px), np.uint8)
    fixed = np.round(faces * 16).astype(np.int32)
    first, second = np.split(fixed, 2, axis=1)
    sides = np.stack([np.roll(first, 1, axis=1), first, second, np.roll(second, 1, axis=1)], axis=2)
    for mask, front, back, around in zip(masks, first, second, sides, strict=True):
        for outline in (front, back):
            cv2.fillPoly(mask, [outline], 1, shift=4)
        for side in around:
            cv2.fillConvexPoly(mask, side, 1, shift=4)
    return masks
