"""Printed markers on the table: where they are, and the table's plane through them.

Nobody measures where the markers lie. Each is a square of known size on the same plane as the others,
and that is enough to tell millimetres on the table from pixels.
"""

from collections.abc import Mapping
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry.homography import Homography, project
from vision.geometry.robust import fit_damped
from vision.reader import Image

MARKERS = ("marker 1", "marker 2", "marker 3", "marker 4")
"""What each is called, by its number; any one lies anywhere, flat on the table."""
SIDE_MM = 50.0
"""The side of a marker's black square as it is printed."""
FIT_ERROR = 0.05
"""No corner may lie further from where the plane puts it than this share of its marker's side."""

Corners = NDArray[np.floating]
"""(4, 2): a marker's own top left corner, then clockwise as it is printed."""

Grey = NDArray[np.uint8]

_SQUARE = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])


class Plane(NamedTuple):
    """The table's plane as a camera sees it.

    Attributes:
        homography: Millimetres on the table to pixels of the frame. The origin lies between the markers,
            x runs to the right in the frame.
        corners_mm: Where each marker lies, by its number, (4, 2).
    """

    homography: Homography
    corners_mm: Mapping[int, Corners]


def _dictionary() -> cv2.aruco.Dictionary:
    return cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)


def marker_squares(number: int) -> NDArray[np.bool_]:
    """Tell which squares of a marker are black: (6, 6), row by row, its black rim included."""
    return np.asarray(cv2.aruco.generateImageMarker(_dictionary(), number, 6) == 0)


def find_markers(image: Image) -> dict[int, Corners]:
    """Find the printed markers in a frame; one that is seen twice is left out, being nowhere for sure.

    Args:
        image: The frame, (height, width, 3), blue, green, red.

    Returns:
        The corners of each in pixels, by its number.
    """
    grey: Grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
    return {number: _sharpen(grey, number, corners) for number, corners in _detect(grey).items()}


def _detect(grey: Grey, refinement: int = cv2.aruco.CORNER_REFINE_NONE) -> dict[int, Corners]:
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = refinement
    quads, numbers, _ = cv2.aruco.ArucoDetector(_dictionary(), settings).detectMarkers(grey)
    seen = [] if numbers is None else [int(number) for number in np.ravel(numbers)]
    return {
        number: np.asarray(quad.reshape(4, 2), np.float64)
        for number, quad in zip(seen, quads, strict=True)
        if number < len(MARKERS) and seen.count(number) == 1
    }


def _sharpen(grey: Grey, number: int, corners: Corners) -> Corners:
    """Find a marker's corners to a tenth of a pixel, where its edges meet.

    AprilTag's way of fitting lines to the edges takes seconds on a whole frame, and no time around a
    marker. The quicker ways put the corners of a blurred marker too far inside.
    """
    margin = 0.3 * _sides(corners[None])[0]
    left, top = np.maximum(corners.min(axis=0) - margin, 0).astype(int)
    right, bottom = (corners.max(axis=0) + margin).astype(int) + 1
    found = _detect(grey[top:bottom, left:right], cv2.aruco.CORNER_REFINE_APRILTAG)
    return found[number] + (left, top) if number in found else corners


def fit_plane(markers: Mapping[int, Corners], side_mm: float = SIDE_MM) -> Plane | None:
    """Find the table's plane from two or more markers that lie on it anywhere.

    What is unknown is the homography and, for each marker but the first, its place and its turn; each
    marker brings eight numbers. They are fitted together, from a camera looking straight down.

    Args:
        markers: From ``find_markers``.
        side_mm: The side of a marker's black square.

    Returns:
        The plane, or None where there are too few markers, or they do not agree on one plane.
    """
    if len(markers) < 2:
        return None
    observed = np.stack(list(markers.values()))
    centre, scale = observed.mean(axis=(0, 1)), _sides(observed).mean()
    unknown = _fit(_start((observed - centre) / scale), (observed - centre) / scale)
    to_px = np.array([[scale, 0, centre[0]], [0, scale, centre[1]], [0, 0, 1]]) @ _homography(unknown)
    to_sides = _upright(to_px, centre) @ np.diag([1 / side_mm, 1 / side_mm, 1])
    homography = to_px @ to_sides
    places = project(np.linalg.inv(to_sides), _laid(unknown).reshape(-1, 2)).reshape(-1, 4, 2)
    plane = Plane(homography / homography[2, 2], dict(zip(markers, places, strict=True)))
    return plane if agrees(plane.homography, plane.corners_mm, markers) else None


def agrees(homography: Homography, corners_mm: Mapping[int, Corners], markers: Mapping[int, Corners]) -> bool:
    """Tell whether every known marker that is seen lies where a plane puts it."""
    return all(
        np.linalg.norm(project(homography, corners_mm[number]) - seen, axis=1).max()
        < FIT_ERROR * _sides(seen[None])[0]
        for number, seen in markers.items()
        if number in corners_mm
    )


def _sides(quads: NDArray[np.floating]) -> NDArray[np.float64]:
    """(n,): the mean side of each of (n, 4, 2) quads."""
    return np.asarray(np.linalg.norm(quads - np.roll(quads, -1, axis=1), axis=2).mean(axis=1), np.float64)


def _start(observed: NDArray[np.floating]) -> NDArray[np.float64]:
    """Guess the unknowns as if the camera looked straight down: 8 of the homography, 3 a further marker."""
    turn = np.arctan2(*(observed[:, 1] - observed[:, 0]).T[::-1])
    cos, sin = np.cos(turn[0]), np.sin(turn[0])
    centres = observed.mean(axis=1)
    away = (centres[1:] - centres[0]) @ np.array([[cos, -sin], [sin, cos]])
    homography = [cos, -sin, centres[0, 0], sin, cos, centres[0, 1], 0, 0]
    return np.concatenate([homography, np.column_stack([away, turn[1:] - turn[0]]).ravel()])


def _homography(unknown: NDArray[np.floating]) -> Homography:
    return np.append(unknown[:8], 1.0).reshape(3, 3)


def _laid(unknown: NDArray[np.floating]) -> NDArray[np.float64]:
    """(n, 4, 2): the markers' corners on the table in marker sides, the first marker in the middle."""
    x, y, turn = np.vstack([np.zeros(3), unknown[8:].reshape(-1, 3)]).T
    turned = np.stack([np.cos(turn), np.sin(turn), -np.sin(turn), np.cos(turn)], axis=1).reshape(-1, 2, 2)
    return np.asarray(_SQUARE @ turned + np.stack([x, y], axis=1)[:, None])


def _fit(unknown: NDArray[np.float64], observed: NDArray[np.floating]) -> NDArray[np.float64]:
    """Change the unknowns until the markers appear where they are seen, as nearly as can be."""

    def errors(tried: NDArray[np.float64]) -> NDArray[np.float64]:
        return (project(_homography(tried), _laid(tried).reshape(-1, 2)) - observed.reshape(-1, 2)).ravel()

    return fit_damped(errors, unknown)


def _upright(to_px: Homography, centre_px: NDArray[np.floating]) -> NDArray[np.float64]:
    """(3, 3): turn and shift the plane so that its origin is seen at a point and x runs right there."""
    origin, right = project(np.linalg.inv(to_px), np.stack([centre_px, centre_px + np.array([1.0, 0.0])]))
    east = (right - origin) / np.linalg.norm(right - origin)
    return np.array([[east[0], -east[1], origin[0]], [east[1], east[0], origin[1]], [0, 0, 1]])
