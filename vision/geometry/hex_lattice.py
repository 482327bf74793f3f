"""Lattices of hexagons found in a photograph: each one by its outline, and how they lie together.

Lattice coordinates count pitches: the middle of cell (q, r) lies at (q + r / 2, r * sqrt(3) / 2).
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import cv2
import numpy as np
from cv2.typing import MatLike
from numpy.typing import NDArray

from scoring.game import Cell
from scoring.geometry.hexes import AROUND, middle_mm
from vision.geometry.homography import Homography, project
from vision.geometry.robust import fit_lattice
from vision.image.colour import Floats, colour_steps
from vision.reader import Image

EDGES = (3.5, 4.5, 6.0, 9.0, 16.0, 28.0)
"""In CIELAB units over two pixels: steps from which on two things are told apart, faint and strong ones. With
these and ``SOLID`` 861 of 874 hexagons were found on eight tables of The Castles of Tuscany at level 2, seeds
1201 to 1208; with four steps from 5 on, and 0.9, it were 738."""
SOLID = 0.75
"""So much of its convex hull a hexagon fills at least."""
ANGLES = 72
IDEAL_SIXTH = 0.0245
"""How strongly a hexagon's outline goes in and out six times, in shares of its mean radius."""
LEAST_SIXTH, MOST_OTHER, MOST_OVAL = 0.5, 0.035, 0.09
"""What goes in and out six times at least so much as a hexagon does, other ways no more than so, and is no
longer than wide by more than so, is a hexagon seen by a camera."""
SAME = 0.3
"""Two hexagons nearer than so much of the smaller one's width are one, seen twice."""
SEVERAL = 3
"""An outline around the middles of so many hexagons is none of a field."""
REACH = (0.78, 1.3)
"""Neighbours' middles are so far apart, in widths of the hexagons seen: their rims are not."""
OFF = 0.22
"""So far from where the lattice has it, in pitches, a hexagon may lie: pieces slide."""
LEAST_FOR_SLANT = 8
STEP = 8.0
"""In CIELAB units over two pixels: a side that is a step of so much is surely there."""
_ON_A_SIDE = np.linspace(0.2, 0.8, 9)
_IN_THE_MIDDLE = np.array([0.1, 0.2, 0.3, 0.4])


class Hexagon(NamedTuple):
    """A hexagon seen by its outline.

    Attributes:
        at_px: Its middle.
        across_px: From side to side.
        turn_rad: Clockwise, from one that stands on a corner; sixths of a whole turn are alike.
    """

    at_px: tuple[float, float]
    across_px: float
    turn_rad: float


class HexLattice(NamedTuple):
    """Hexagons that lie together.

    Attributes:
        homography: Lattice coordinates to pixels.
        cells: Of each cell in which a hexagon was seen, its middle in pixels.
    """

    homography: Homography
    cells: Mapping[Cell, tuple[float, float]]


def find_hexagons(image: Image, across_px: tuple[float, float]) -> list[Hexagon]:
    """Find hexagons by their outlines, of fields and tiles alike.

    Args:
        image: (h, w, 3) the photograph.
        across_px: How wide one is from side to side, at least and at most.

    Returns:
        Those of which the outline is whole, the clearest of each.
    """
    step = colour_steps(image)
    found: list[tuple[float, Hexagon]] = []
    for threshold in EDGES:
        even = (step < threshold).astype(np.uint8)
        contours, _ = cv2.findContours(even, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
        found += [each for contour in contours for each in _hexagons(contour, across_px)]
    found.sort(key=lambda each: each[0])
    return _clearest([hexagon for _, hexagon in found])


def _hexagons(contour: MatLike, across_px: tuple[float, float]) -> Iterator[tuple[float, Hexagon]]:
    """Give the hexagon that a contour is, with how far from one it is; nothing where it is none."""
    area = cv2.contourArea(contour)
    low, high = (0.866 * each**2 for each in across_px)
    if not low < area < high:
        return
    hull = cv2.convexHull(contour)
    if area < SOLID * cv2.contourArea(hull):
        return
    moments = cv2.moments(hull)
    at = np.array([moments["m10"], moments["m01"]]) / moments["m00"]
    waves = np.fft.rfft(_radii(hull[:, 0].astype(np.float64), at))
    waves = waves / waves[0].real
    others = float(np.abs(waves[[1, 3, 4, 5, 7, 8]]).max())
    is_one = abs(waves[6]) > LEAST_SIXTH * IDEAL_SIXTH and others < MOST_OTHER
    if is_one and abs(waves[2]) < MOST_OVAL:
        turn = (-np.angle(waves[6]) / 6 + np.pi / 6) % (np.pi / 3)
        across = float(np.sqrt(cv2.contourArea(hull) / 0.866))
        yield others + abs(waves[2]), Hexagon((float(at[0]), float(at[1])), across, float(turn))


def _radii(hull: NDArray[np.float64], at: NDArray[np.float64]) -> NDArray[np.float64]:
    """(ANGLES,): how far an outline is from its middle, clockwise from the east."""
    closed = np.concatenate([hull, hull[:1]])
    ways = np.linspace(0, 1, 8, endpoint=False)[None, :, None]
    dense = (closed[:-1, None] * (1 - ways) + closed[1:, None] * ways).reshape(-1, 2) - at
    angle = np.arctan2(dense[:, 1], dense[:, 0])
    asked = np.arange(ANGLES) * 2 * np.pi / ANGLES
    radius: NDArray[np.float64] = np.hypot(dense[:, 0], dense[:, 1])
    return np.asarray(np.interp(asked, angle % (2 * np.pi), radius, period=2 * np.pi), np.float64)


def _clearest(hexagons: Sequence[Hexagon]) -> list[Hexagon]:
    """Keep the first of those that are seen in one place: an icon's outline is none beside its tile's.

    Several that lie together have an outline too, which may be much like that of a hexagon.
    """
    kept: list[Hexagon] = []
    for each in sorted(hexagons, key=lambda one: -round(one.across_px / 6)):
        if all(_apart_px(each, one) > SAME * each.across_px for one in kept):
            kept.append(each)
    return [each for each in kept if sum(_is_within(one, each) for one in kept) < SEVERAL]


def _is_within(one: Hexagon, other: Hexagon) -> bool:
    return one is not other and _apart_px(one, other) < other.across_px / 2


def _apart_px(one: Hexagon, other: Hexagon) -> float:
    return float(np.hypot(one.at_px[0] - other.at_px[0], one.at_px[1] - other.at_px[1]))


def sides_seen(steps: Floats, corners_px: NDArray[np.floating]) -> NDArray[np.float64]:
    """Tell which share of the sides of hexagons is seen, of the three of each that are seen worst.

    >>> lines = np.zeros((40, 40), np.float32)
    >>> _ = cv2.rectangle(lines, (10, 10), (30, 30), 20.0)
    >>> square = np.array([[(10, 10), (20, 10), (30, 10), (30, 30), (20, 30), (10, 30)]])
    >>> [float(each) for each in sides_seen(lines, np.concatenate([square, square + 4]))]
    [1.0, 0.0]

    Args:
        steps: From ``colour_steps``, each spread over what may be beside it.
        corners_px: (n, 6, 2) in the frame.

    Returns:
        (n,) 0 to 1.
    """
    ends = np.roll(corners_px, -1, axis=1)
    along = corners_px[:, :, None] + (ends - corners_px)[:, :, None] * _ON_A_SIDE[None, None, :, None]
    sides = np.median(_steps_at(steps, along), axis=2)
    return np.asarray(np.sort(sides, axis=1)[:, :3].mean(axis=1), np.float64)


def middles_seen(steps: Floats, corners_px: NDArray[np.floating]) -> NDArray[np.float64]:
    """Tell how surely something is printed in the middles of hexagons, or lies there: bare ground is even.

    Args:
        steps: From ``colour_steps``.
        corners_px: (n, 6, 2) in the frame.

    Returns:
        (n,) 0 to 1.
    """
    middle = corners_px.mean(axis=1, keepdims=True)
    about = middle[:, :, None] + (corners_px - middle)[:, :, None] * _IN_THE_MIDDLE[None, None, :, None]
    return np.asarray(_steps_at(steps, about).mean(axis=(1, 2)), np.float64)


def _steps_at(steps: Floats, at_px: NDArray[np.floating]) -> NDArray[np.float64]:
    """(n, 6, k): how surely there is a step at each of (n, 6, k, 2) places, 0 to 1; 0 out of the frame."""
    at = np.round(at_px.reshape(-1, 2)).astype(int)
    high, wide = steps.shape
    inside = (at >= 0).all(axis=1) & (at[:, 0] < wide) & (at[:, 1] < high)
    value = np.zeros(len(at))
    value[inside] = steps[at[inside, 1], at[inside, 0]]
    return np.minimum(value.reshape(at_px.shape[:-1]) / STEP, 1.0)


# --- lattices --------------------------------------------------------------------------------------


def fit_hex_lattices(hexagons: Sequence[Hexagon]) -> list[HexLattice]:
    """Lay hexagons together that are neighbours of each other; the largest lattice first.

    Every one is used once; one without neighbours is a lattice by itself. Cell (0, 0) is any of a lattice's,
    and its first axis points to the right as well as may be.
    """
    left = dict(enumerate(hexagons))
    lattices = []
    while left:
        at = np.array([each.at_px for each in left.values()])
        apart = np.linalg.norm(at[:, None] - at[None], axis=2)
        width = np.array([each.across_px for each in left.values()])
        beside = (apart > REACH[0] * width[:, None]) & (apart < REACH[1] * width[:, None])
        keys = [*left]
        lattice, used = _grown(left, keys[int(beside.sum(axis=1).argmax())])
        lattices.append(lattice)
        for key in used:
            del left[key]
    return sorted(lattices, key=lambda each: -len(each.cells))


def _grown(hexagons: Mapping[int, Hexagon], first: int) -> tuple[HexLattice, list[int]]:
    """Grow a lattice from one hexagon, neighbour by neighbour, fitting it anew as it grows."""
    seed = hexagons[first]
    homography = _by_one(seed)
    cells: dict[Cell, int] = {(0, 0): first}
    keys, at = [*hexagons], np.array([each.at_px for each in hexagons.values()])
    while True:
        fresh = dict[Cell, int]()
        for cell in _beside(cells):
            place = project(homography, np.array([middle_mm(cell, 1.0)]))[0]
            apart = np.hypot(*(at - place).T)
            nearest = int(apart.argmin())
            pitch = _pitch_px(homography, cell)
            is_free = keys[nearest] not in cells.values() and keys[nearest] not in fresh.values()
            if apart[nearest] < OFF * pitch and is_free:
                fresh[cell] = keys[nearest]
        if not fresh:
            break
        cells |= fresh
        homography = fit_cells({cell: hexagons[key].at_px for cell, key in cells.items()}, homography)
    middles = {cell: hexagons[key].at_px for cell, key in cells.items()}
    return HexLattice(homography, middles), [*cells.values()]


def _beside(cells: Mapping[Cell, int]) -> list[Cell]:
    near = [(q + east, r + south) for q, r in cells for east, south in AROUND]
    return [cell for cell in dict.fromkeys(near) if cell not in cells]


def _by_one(hexagon: Hexagon) -> Homography:
    """Give the lattice of a single hexagon, its first axis to the right as well as may be."""
    angle = (hexagon.turn_rad + np.pi / 6) % (np.pi / 3) - np.pi / 6
    pitch = hexagon.across_px * (1 + 2 / hexagon.across_px)
    cos, sin = pitch * np.cos(angle), pitch * np.sin(angle)
    x, y = hexagon.at_px
    return np.array([[cos, -sin, x], [sin, cos, y], [0, 0, 1]])


def fit_cells(middles_px: Mapping[Cell, Sequence[float]], near: Homography) -> Homography:
    """Fit a lattice to the middles of some cells: shifted for one, turned for two, and slanted for many.

    Args:
        middles_px: Where they were seen.
        near: The lattice as it is known so far.
    """
    ideal = np.array([middle_mm(cell, 1.0) for cell in middles_px])
    seen = np.array([*middles_px.values()], np.float64)
    if len(ideal) < LEAST_FOR_SLANT:
        if len(ideal) < 3:
            off = np.eye(3)
            off[:2, 2] = (seen - project(near, ideal)).mean(axis=0)
            return np.asarray(off @ near)
        affine, _ = cv2.estimateAffinePartial2D(ideal, seen, method=cv2.LMEDS)
        return np.asarray(near if affine is None else np.vstack([affine, [0, 0, 1]]))
    rough, _ = cv2.estimateAffine2D(ideal, seen, method=cv2.LMEDS)
    base = near if rough is None else np.vstack([rough, [0, 0, 1]])
    mended = fit_lattice(ideal, project(np.linalg.inv(base), seen))
    fitted = base @ mended
    return np.asarray(fitted / fitted[2, 2])


def _pitch_px(homography: Homography, cell: Cell) -> float:
    x, y = middle_mm(cell, 1.0)
    here, east = project(homography, np.array([(x, y), (x + 1, y)]))
    return float(np.hypot(*(east - here)))
