"""Lattices of hexagons found in a photograph: by whole outlines, and beside these by some of their sides.

Lattice coordinates count pitches: the middle of cell (q, r) lies at (q + r / 2, r * sqrt(3) / 2).
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

import cv2
import numpy as np
from cv2.typing import MatLike
from numpy.typing import NDArray

from scoring.game import Cell
from scoring.geometry.hexes import AROUND, corners_mm, middle_mm, neighbours
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
TOLD, TOLD_SIDES = 0.5, 4
"""A field is told by so many sides that are seen so surely: fields of one colour may have none between them.
This and what follows is by eye, from boxes made up by chance, seeds 41 to 60 at levels 1 and 2, a third of
which have no lines between fields: ``locate.boards.see_regions`` of The Castles of Tuscany finds all regions
of 39 tables of 40, and of 29 without."""
FEW_OFF = 0.1
"""So far off a field may be told by its sides, in pitches, that has not two neighbours in the lattice yet."""
NEARER = 0.02
"""How much better, in shares of all sides, it must be seen for each pitch further off."""
_SLIDES = np.linspace(-0.2, 0.2, 9)
"""So far off its place, in pitches, a field is looked for by its sides."""
_WITHIN, _DEEP_WITHIN = (0.62, 0.8), (0.5, 0.65)
"""What is seen so far out along the sides of a hexagon, in shares, is the ground's own pattern: deeper within
where steps are spread."""
_ON_A_SIDE = np.linspace(0.2, 0.8, 9)

Pixel = tuple[float, float]


class Hexagon(NamedTuple):
    """A hexagon seen by its outline.

    Attributes:
        at_px: Its middle.
        across_px: From side to side.
        turn_rad: Clockwise, from one that stands on a corner; sixths of a whole turn are alike.
    """

    at_px: Pixel
    across_px: float
    turn_rad: float


class HexLattice(NamedTuple):
    """Hexagons that lie together.

    Attributes:
        homography: Lattice coordinates to pixels.
        cells: Of each cell of which the outline was seen, or most of its sides, the middle in pixels.
        whole: Those of which the outline was.
    """

    homography: Homography
    cells: Mapping[Cell, Pixel]
    whole: frozenset[Cell]


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
    return np.asarray(np.sort(_sides(steps, corners_px), axis=1)[:, :3].mean(axis=1), np.float64)


def _sides(steps: Floats, corners_px: NDArray[np.floating]) -> NDArray[np.float64]:
    """(n, 6): how surely each side of hexagons is seen, 0 to 1."""
    ends = np.roll(corners_px, -1, axis=1)
    along = corners_px[:, :, None] + (ends - corners_px)[:, :, None] * _ON_A_SIDE[None, None, :, None]
    return np.asarray(np.median(_steps_at(steps, along), axis=2), np.float64)


def _clear_sides(
    steps: Floats, corners_px: NDArray[np.floating], within: Sequence[float]
) -> NDArray[np.float64]:
    """(n, 6): how surely each side of hexagons is seen, up to 1, beside a pattern that is within them too."""
    middle = corners_px.mean(axis=1, keepdims=True)
    pattern = [np.median(_sides(steps, middle + (corners_px - middle) * out), axis=1) for out in within]
    return np.asarray(_sides(steps, corners_px) - np.max(pattern, axis=0)[:, None], np.float64)


def how_closed_in(steps: Floats, homography: Homography, cells: Collection[Cell]) -> dict[Cell, float]:
    """Tell how surely cells are closed in: by the side that is seen worst on the best way out.

    Fields are, though of one colour they may have no sides between them; the ground around them is not.

    Args:
        steps: As ``sides_seen`` takes them.
        homography: Of their lattice.
        cells: Whatever lies beside them is out.

    Returns:
        Of each cell 0 to 1, less where there is a pattern.
    """
    every = [*cells]
    numbers = {cell: number for number, cell in enumerate(every)}
    beside = np.array([[numbers.get(near, len(every)) for near in neighbours(cell)] for cell in every])
    side = np.vstack([_clear_sides(steps, corners_px(homography, every), _DEEP_WITHIN), np.zeros((1, 6))])
    side = np.maximum(side[:-1], side[beside, (np.arange(6) + 3) % 6])
    side[beside == len(every)] = 0.0
    closed = np.append(np.ones(len(every)), 0.0)
    for _ in every:
        closed[:-1] = np.maximum(side, closed[beside]).min(axis=1)
    return dict(zip(every, map(float, closed), strict=False))


def corners_px(homography: Homography, cells: Sequence[Cell]) -> NDArray[np.float64]:
    """(n, 6, 2): the corners of a lattice's cells in the frame."""
    corners = np.array([corners_mm(cell, 1.0) for cell in cells])
    return project(homography, corners.reshape(-1, 2)).reshape(corners.shape)


def _steps_at(steps: Floats, at_px: NDArray[np.floating]) -> NDArray[np.float64]:
    """(n, 6, k): how surely there is a step at each of (n, 6, k, 2) places, 0 to 1; 0 out of the frame."""
    at = np.round(at_px.reshape(-1, 2)).astype(int)
    high, wide = steps.shape
    inside = (at >= 0).all(axis=1) & (at[:, 0] < wide) & (at[:, 1] < high)
    value = np.zeros(len(at))
    value[inside] = steps[at[inside, 1], at[inside, 0]]
    return np.minimum(value.reshape(at_px.shape[:-1]) / STEP, 1.0)


# --- lattices --------------------------------------------------------------------------------------


def fit_hex_lattices(hexagons: Sequence[Hexagon], steps: Floats) -> list[HexLattice]:
    """Lay hexagons together that are neighbours of each other; the largest lattice first.

    Every one is used once; one without neighbours is a lattice by itself. Cell (0, 0) is any of a lattice's,
    and its first axis points to the right as well as may be.

    Args:
        hexagons: From ``find_hexagons``.
        steps: (h, w) from ``colour_steps``, by which their neighbours without whole outlines are found.
    """
    left = dict(enumerate(hexagons))
    lattices = []
    while left:
        at = np.array([each.at_px for each in left.values()])
        apart = np.linalg.norm(at[:, None] - at[None], axis=2)
        width = np.array([each.across_px for each in left.values()])
        beside = (apart > REACH[0] * width[:, None]) & (apart < REACH[1] * width[:, None])
        keys = [*left]
        lattice, used = _grown(left, keys[int(beside.sum(axis=1).argmax())], steps)
        lattices.append(lattice)
        for key in used:
            del left[key]
    return sorted(lattices, key=lambda each: -len(each.cells))


def _grown(hexagons: Mapping[int, Hexagon], first: int, steps: Floats) -> tuple[HexLattice, list[int]]:
    """Grow a lattice from one hexagon, neighbour by neighbour, fitting it anew as it grows."""
    seed = hexagons[first]
    homography = _by_one(seed)
    cells, whole = {(0, 0): seed.at_px}, {(0, 0): first}
    keys, at = [*hexagons], np.array([each.at_px for each in hexagons.values()])
    while True:
        fresh, others = dict[Cell, Pixel](), list[Cell]()
        for cell in _beside(cells):
            place = project(homography, np.array([middle_mm(cell, 1.0)]))[0]
            apart = np.hypot(*(at - place).T)
            nearest = int(apart.argmin())
            if apart[nearest] < OFF * _pitch_px(homography, cell) and keys[nearest] not in whole.values():
                fresh[cell] = hexagons[keys[nearest]].at_px
                whole[cell] = keys[nearest]
            else:
                others.append(cell)
        fresh |= _by_sides(steps, homography, others, cells)
        if not fresh:
            break
        cells |= fresh
        homography = fit_cells(cells, homography)
    return HexLattice(homography, cells, frozenset(whole)), [*whole.values()]


def _by_sides(
    steps: Floats, homography: Homography, cells: Sequence[Cell], known: Collection[Cell]
) -> dict[Cell, Pixel]:
    """Find those of some cells of which enough sides are seen, each where they are seen best."""
    slid = _pitch_px(homography, (0, 0)) * np.stack(np.meshgrid(_SLIDES, _SLIDES), axis=-1).reshape(-1, 2)
    tried = (corners_px(homography, cells)[:, None] + slid[None, :, None]).reshape(-1, 6, 2)
    middle = tried.mean(axis=1)
    sides = _clear_sides(steps, tried, _WITHIN).reshape(len(cells), len(slid), 6)
    off = np.hypot(*slid.T) / _pitch_px(homography, (0, 0))
    found = dict[Cell, Pixel]()
    for cell, seen, middles in zip(cells, sides, middle.reshape(-1, len(slid), 2), strict=True):
        is_sure = len(known) < 3 or len({*neighbours(cell)}.intersection(known)) > 1
        fit = seen.mean(axis=1) - NEARER * off
        best = int(np.where(off < (np.inf if is_sure else FEW_OFF), fit, -np.inf).argmax())
        if np.count_nonzero(seen[best] > TOLD) >= TOLD_SIDES:
            found[cell] = (float(middles[best, 0]), float(middles[best, 1]))
    return found


def _beside(cells: Collection[Cell]) -> list[Cell]:
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
