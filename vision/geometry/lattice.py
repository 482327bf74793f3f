"""The square lattice that tiles lie on, found in a photograph without markers.

Lattice coordinates count tiles: x grows by one per column, y by one per row, and the tile in cell
(c, r) covers c to c + 1 and r to r + 1. A homography takes lattice coordinates to pixels.
"""

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry.homography import FAR, HORIZON, Homography, project, quads_px
from vision.match.keypoints import Votes

QUARTER_RAD = np.pi / 2
SAME_PLACE = 0.18
"""Two votes are for one square when their centres differ by less than this share of its side."""
SAME_SIDE = 0.22
"""... and the logarithms of their sides by less than this"""
SAME_ANGLE_RAD = np.deg2rad(14)
"""... and their angles, quarter turns apart being alike, by less than this."""
SEEDS = 4
SAME_DRIFT, LEAST_DRIFTING = 0.05, 4
"""A tile has slid where this many points say so to within this share of its side."""
ENOUGH_SUPPORT = 250
"""Nothing but the board gathers this many points: no other seed need be tried."""
MOST_UNEQUAL = 5.0
"""Tiles near the camera look this much larger than far ones, at most, on a table anyone plays at."""
FIT_ERROR = 0.07
"""A vote's point may lie this share of a side away from the fitted lattice: tiles slide."""


class Lattice(NamedTuple):
    """A fitted lattice.

    Attributes:
        homography: Lattice coordinates to pixels.
        votes: The votes that agree with it.
        cells: (n, 2) int, the column and row each of those votes is for.
        turns: (n,) int, the clockwise quarter turns each of those votes gives its picture.
    """

    homography: Homography
    votes: Votes
    cells: NDArray[np.int32]
    turns: NDArray[np.int32]

    @property
    def support(self) -> int:
        """How many different points of the photograph agree with it."""
        return len(np.unique(self.votes.seen_px, axis=0))


def _angle_between(first: NDArray[np.floating], second: NDArray[np.floating]) -> NDArray[np.floating]:
    """Give the difference of two angles, quarter turns being alike: -45 to 45 degrees, in radians."""
    return np.asarray((first - second + QUARTER_RAD / 2) % QUARTER_RAD - QUARTER_RAD / 2)


def _agreement(votes: Votes, index: NDArray[np.intp]) -> NDArray[np.bool_]:
    """(k, n): which of all votes are for the same square as each of the k indexed ones."""
    apart = np.linalg.norm(votes.centre_px[index, None] - votes.centre_px[None], axis=2)
    near = apart < SAME_PLACE * votes.side_px[index, None]
    size = np.log(votes.side_px)
    alike = np.abs(size[index, None] - size[None]) < SAME_SIDE
    along = np.abs(_angle_between(votes.angle_rad[index, None], votes.angle_rad[None])) < SAME_ANGLE_RAD
    return np.asarray(near & alike & along)


def seed_squares(votes: Votes, most: int = 12) -> list[Homography]:
    """Guess lattices from single squares, those that most points agree on first.

    Args:
        votes: From ``find_votes``.
        most: How many.
    """
    return [_seed_homography(votes, seed) for seed in _seeds(votes, most)] if len(votes.likeness) else []


def _seeds(votes: Votes, most: int = SEEDS) -> list[NDArray[np.intp]]:
    """Find the squares that most points agree on: for each, the votes for it."""
    tried = np.argsort(-votes.likeness)[:700]
    agreement = _agreement(votes, tried)
    seeds: list[NDArray[np.intp]] = []
    free = np.ones(agreement.shape[1], bool)
    for row in np.argsort(-_points_agreeing(agreement, votes)):
        members = np.flatnonzero(agreement[row] & free)
        if len(members) >= 4:
            seeds.append(members)
            free[members] = False
        if len(seeds) == most:
            break
    return seeds


def _points_agreeing(agreement: NDArray[np.bool_], votes: Votes) -> NDArray[np.intp]:
    """(k,): how many different points of the photograph agree, however many votes each of them has."""
    _, point = np.unique(votes.seen_px, axis=0, return_inverse=True)
    order = np.argsort(point.ravel(), kind="stable")
    starts = np.flatnonzero(np.diff(point.ravel()[order], prepend=-1))
    return np.asarray(np.logical_or.reduceat(agreement[:, order], starts, axis=1).sum(axis=1))


def _seed_homography(votes: Votes, members: NDArray[np.intp]) -> Homography:
    """Make a lattice whose cell (0, 0) is the square these votes agree on, as upright as it can be."""
    first = votes.angle_rad[members[0]]
    turned = first + np.median(_angle_between(votes.angle_rad[members], first))
    angle = _angle_between(turned, np.zeros(1))[0]
    side = float(np.median(votes.side_px[members]))
    centre = np.median(votes.centre_px[members], axis=0)
    return square_homography(centre, side, float(angle))


def square_homography(
    centre: Sequence[float] | NDArray[np.floating], side_px: float, angle_rad: float
) -> Homography:
    """Give the lattice whose cell (0, 0) is a square in a photograph.

    Args:
        centre: Of the square, in pixels.
        side_px: Its side.
        angle_rad: How far it is turned clockwise.
    """
    east = side_px * np.array([np.cos(angle_rad), np.sin(angle_rad)])
    south = np.array([-east[1], east[0]])
    corner = np.array(centre) - (east + south) / 2
    return np.array([[east[0], south[0], corner[0]], [east[1], south[1], corner[1]], [0, 0, 1]])


class _Frame(NamedTuple):
    """How the lattice lies around given points: column and row there, side, angle, both in pixels."""

    at: NDArray[np.float64]
    side_px: NDArray[np.float64]
    angle_rad: NDArray[np.float64]


def _local_frame(homography: Homography, points_px: NDArray[np.floating]) -> _Frame:
    at = project(np.linalg.inv(homography), points_px)
    half_east, half_south = np.array([0.5, 0]), np.array([0, 0.5])
    east = project(homography, at + half_east) - project(homography, at - half_east)
    south = project(homography, at + half_south) - project(homography, at - half_south)
    area = np.abs(east[:, 0] * south[:, 1] - east[:, 1] * south[:, 0])
    angle = np.arctan2(east[:, 1] - south[:, 0], east[:, 0] + south[:, 1])
    return _Frame(at, np.sqrt(area), angle)


def _turned(known: NDArray[np.floating], turns: NDArray[np.int32]) -> NDArray[np.float64]:
    """Turn points of a unit square clockwise about its centre by quarter turns."""
    x, y = np.asarray(known, np.float64).T - 0.5
    cos = np.array([1, 0, -1, 0])[turns]
    sin = np.array([0, 1, 0, -1])[turns]
    return np.stack([cos * x - sin * y, sin * x + cos * y], axis=1) + 0.5


def _agreeing(homography: Homography, votes: Votes, reach: float) -> Lattice:
    """Pick the votes that fit a lattice, no further than ``reach`` tiles from its origin's tile."""
    frame = _local_frame(homography, votes.centre_px)
    cells = np.floor(frame.at).astype(np.int32)
    off = np.abs(frame.at - cells - 0.5).max(axis=1)
    angle = votes.angle_rad - frame.angle_rad
    turns = np.round(angle / QUARTER_RAD).astype(np.int32) % 4
    fits = (
        (off < 0.25)
        & (np.abs(np.log(votes.side_px / np.maximum(frame.side_px, 1e-6))) < SAME_SIDE * 1.3)
        & (np.abs(_angle_between(votes.angle_rad, frame.angle_rad)) < SAME_ANGLE_RAD * 1.3)
        & (np.abs(frame.at - 0.5).max(axis=1) < reach)
    )
    return Lattice(homography, votes.pick(fits), cells[fits], turns[fits])


def _one_vote_each(lattice: Lattice) -> Lattice:
    """Keep, of the votes of each point of the photograph, the one that fits the lattice best.

    A motif that stands on several prints gives its point a vote for each of its copies. Without this,
    a lattice that shrinks to nothing at such a point would have them all agree.
    """
    ideal = _turned(lattice.votes.known, lattice.turns) + lattice.cells
    apart = np.linalg.norm(project(lattice.homography, ideal) - lattice.votes.seen_px, axis=1)
    order = np.argsort(apart)
    kept = order[np.unique(lattice.votes.seen_px[order], axis=0, return_index=True)[1]]
    return Lattice(lattice.homography, lattice.votes.pick(kept), lattice.cells[kept], lattice.turns[kept])


def _refit(lattice: Lattice, perspective: bool) -> Lattice | None:
    """Fit the homography anew to the points of a lattice's votes and drop those that do not fit."""
    if len(lattice.cells) < 8:
        return None
    ideal = _turned(lattice.votes.known, lattice.turns) + lattice.cells
    side_px = float(np.median(lattice.votes.side_px))
    observed = lattice.votes.seen_px.astype(np.float64)
    if perspective:
        found, inlier = cv2.findHomography(ideal, observed, cv2.USAC_DEFAULT, FIT_ERROR * side_px)
    else:
        affine, inlier = cv2.estimateAffine2D(
            ideal, observed, method=cv2.USAC_DEFAULT, ransacReprojThreshold=FIT_ERROR * side_px
        )
        found = np.zeros(0) if affine is None else np.vstack([affine, [0, 0, 1]])
    if found is None or np.size(found) == 0:  # whatever the stubs say, None comes where nothing fits
        return None
    kept = inlier.ravel().astype(bool)
    homography = np.asarray(found, np.float64)
    if not kept.any() or not is_plausible(homography, lattice.cells[kept]):
        return None
    return Lattice(homography, lattice.votes.pick(kept), lattice.cells[kept], lattice.turns[kept])


def is_plausible(homography: Homography, cells: NDArray[np.integer]) -> bool:
    """Tell whether a camera could see square tiles like this: none mirrored, none squashed to a sliver.

    Args:
        homography: Lattice coordinates to pixels.
        cells: (n, 2) the cells it is used for.
    """
    if not np.isfinite(homography).all() or abs(np.linalg.det(homography)) < HORIZON:
        return False
    quads = quads_px(homography, np.unique(cells, axis=0))
    sides = np.linalg.norm(quads - np.roll(quads, -1, axis=1), axis=2)
    east, south = quads[:, 1] - quads[:, 0], quads[:, 3] - quads[:, 0]
    upright = (east[:, 0] * south[:, 1] - east[:, 1] * south[:, 0]) > 0
    return bool(upright.all() and sides.min() > 2 and sides.max() < MOST_UNEQUAL * sides.min())


def _grow(votes: Votes, homography: Homography) -> Lattice | None:
    """Widen a lattice from one tile over the board, refitting at every step."""
    lattice: Lattice | None = None
    for reach in (0.6, 1.6, 1.6, 2.6, 3.6, 5.6, 8.6, 13, 20, 40, 40):
        tried = _refit(_one_vote_each(_agreeing(homography, votes, reach)), perspective=reach > 2)
        if tried is None:
            continue
        lattice = tried
        homography = lattice.homography
    return lattice


def fit_lattice(votes: Votes, start: Homography | None = None) -> Lattice | None:
    """Fit one lattice to the votes for single squares.

    Args:
        votes: From ``find_votes``.
        start: A homography to grow from, where the corners of one tile are given.

    Returns:
        The lattice most points agree with, or None where none is to be found.
    """
    if len(votes.likeness) < 8:
        return None
    starts = [start] if start is not None else [_seed_homography(votes, seed) for seed in _seeds(votes)]
    best: Lattice | None = None
    for each in starts:
        lattice = _grow(votes, each)
        if lattice is not None and (best is None or lattice.support > best.support):
            best = lattice
        if best is not None and best.support >= ENOUGH_SUPPORT:
            break
    return best


def find_drifts(homography: Homography, votes: Votes) -> dict[tuple[int, int], tuple[float, float]]:
    """Tell how far single tiles have slid off the lattice, where enough votes say the same.

    Args:
        homography: Lattice coordinates to pixels.
        votes: From ``find_votes``, those that the lattice left out among them.

    Returns:
        For some cells, how far east and south, in tiles.
    """
    near = _agreeing(homography, votes, FAR)
    ideal = _turned(near.votes.known, near.turns) + near.cells
    slid = project(np.linalg.inv(homography), near.votes.seen_px) - ideal
    drifts = {}
    for cell in np.unique(near.cells, axis=0):
        here = slid[(near.cells == cell).all(axis=1)]
        middle = np.median(here, axis=0)
        close = here[np.abs(here - middle).max(axis=1) < SAME_DRIFT]
        if len(close) >= LEAST_DRIFTING:
            drifts[int(cell[0]), int(cell[1])] = (float(close[:, 0].mean()), float(close[:, 1].mean()))
    return drifts
