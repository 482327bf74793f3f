"""Spots that something may lie on: each compared with its own first picture, in whatever light."""

from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry.homography import Homography, project
from vision.image.colour import Floats, to_lab
from vision.reader import Image

SLACK = 4.0
"""A variance in CIELAB units: what varies less than so much within a spot is grain."""
GLARE, GLARE_RIM_PX = 99.0, 25
"""In CIELAB units: a lamp is mirrored in what is so bright and three pixels wide, and so wide around it. Set
by one lamp over a region of The Castles of Tuscany that slid, of seed 1508 at level 2: two bare fields of 120
seemed covered, now none does."""
LEAST_SEEN, AS_IT_DID = 0.15, (0.0, 0.0, 0.0, 1.0, 0.0)
"""A spot of which a lamp leaves less than such a share to be seen is told to look as it did."""


class SpotChanges(NamedTuple):
    """How spots look against how they looked first.

    Attributes:
        likeness: (n,) correlation at its best, -1 to 1.
        colour: (n,) how far the colour has moved otherwise than the light, in CIELAB units.
        rest: (n,) what of a spot its first picture does not explain, in CIELAB units.
        slid_px: (n, 2) how far right and down it was slid to where it fits best.
    """

    likeness: NDArray[np.float64]
    colour: NDArray[np.float64]
    rest: NDArray[np.float64]
    slid_px: NDArray[np.intp]


def cut_spots(
    frame: Image, to_px: Homography, middles: NDArray[np.floating], reach: float, side_px: int
) -> Floats:
    """Cut squares out of a frame, straight from above.

    Args:
        to_px: Coordinates of a board to pixels of the frame.
        middles: (n, 2) of the squares, in the board's coordinates.
        reach: From a middle to a side, in the same.
        side_px: Of the squares cut.

    Returns:
        (n, side_px, side_px, 3) CIELAB.
    """
    corner = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * reach
    sheet = np.array([(0, 0), (side_px, 0), (side_px, side_px), (0, side_px)], np.float32) - 0.5
    cut = np.empty((len(middles), side_px, side_px, 3), np.uint8)
    corners_px = project(to_px, middles[:, None] + corner).reshape(-1, 4, 2).astype(np.float32)
    for number, there in enumerate(corners_px):
        warp = cv2.getPerspectiveTransform(sheet, there)
        cut[number] = cv2.warpPerspective(
            frame, warp, (side_px, side_px), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        )
    return to_lab(cut.reshape(-1, side_px, 3)).reshape(cut.shape) if len(cut) else cut.astype(np.float32)


def compare_spots(
    seen: Floats,
    known: Floats,
    mask: NDArray[np.bool_] | None = None,
    light: NDArray[np.floating] | None = None,
) -> SpotChanges:
    """Compare spots with how they looked first, each slid to where it fits best.

    >>> chance = np.random.default_rng(1)
    >>> first = np.asarray(chance.normal(50, 20, (3, 20, 20, 3)), np.float32)
    >>> now = first + np.float32(6)
    >>> now[2] = chance.normal(50, 20, (20, 20, 3))
    >>> [bool(each) for each in compare_spots(now, first[:, 2:-2, 2:-2]).likeness > 0.9]
    [True, True, False]

    Args:
        seen: (n, s + 2 r, s + 2 r, 3) CIELAB, how they look now, with a rim of r pixels to slide in.
        known: (n, s, s, 3) the same without a rim as they looked first.
        mask: (s, s) what of them counts; all by default.
        light: (3,) as ``drift_of`` bare spots tells; else these tell it themselves.
    """
    side, rim = known.shape[1], (seen.shape[1] - known.shape[1]) // 2
    counts = np.ones((side, side), bool) if mask is None else mask
    slid_px = np.zeros((len(seen), 2), np.intp)
    now = np.empty_like(known)
    weight = np.repeat(counts.astype(np.float32)[..., None], 3, axis=2)
    for number, (around, first) in enumerate(zip(seen, known, strict=True)):
        off = cv2.matchTemplate(around, first, cv2.TM_CCOEFF_NORMED, mask=weight) if rim else np.zeros((1, 1))
        off = np.where(np.isfinite(off), off, -1.0)
        y, x = np.unravel_index(int(off.argmax()), off.shape)
        slid_px[number] = x - rim, y - rim
        now[number] = around[y : y + side, x : x + side]
    told = _told(now, known, counts)
    moved = told[:, :3]
    if len(seen):
        moved = moved - (np.median(moved, axis=0) if light is None else light)
    return SpotChanges(told[:, 3], np.linalg.norm(moved * (0.6, 1, 1), axis=1), told[:, 4], slid_px)


def drift_of(seen: Floats, known: Floats, mask: NDArray[np.bool_]) -> NDArray[np.float64]:
    """(3,): how far the light has moved, in CIELAB units, as most of some spots tell.

    Args:
        seen: (n, s, s, 3) CIELAB, how they look now.
        known: The same as they looked first.
        mask: (s, s) what of them counts.
    """
    return np.asarray(np.median(_told(seen, known, mask)[:, :3], axis=0), np.float64)


def _told(now: Floats, first: Floats, counts: NDArray[np.bool_]) -> NDArray[np.float64]:
    """(n, 5): what ``_compared`` gives of spots, each without what a lamp burns out in it."""
    told = np.empty((len(now), 5))
    burnt = np.flatnonzero((np.maximum(now, first)[..., 0] > GLARE).any(axis=(1, 2)))
    whole = np.setdiff1d(np.arange(len(now)), burnt)
    told[whole] = _compared(now[whole][:, counts], first[whole][:, counts])
    for number in burnt:
        kept = counts & ~_burnt(now[number]) & ~_burnt(first[number])
        is_seen = np.count_nonzero(kept) >= LEAST_SEEN * kept.size
        told[number] = (
            _compared(now[[number]][:, kept], first[[number]][:, kept])[0] if is_seen else AS_IT_DID
        )
    return told


def _burnt(spot: Floats) -> NDArray[np.bool_]:
    """(s, s): what of a spot is too bright to tell what lies there: a lamp's glare, and its rim."""
    bright = cv2.erode((spot[..., 0] > GLARE).astype(np.uint8), np.ones((3, 3), np.uint8))
    return np.asarray(cv2.dilate(bright, np.ones((GLARE_RIM_PX,) * 2, np.uint8)), bool)


def _compared(now: Floats, first: Floats) -> NDArray[np.float64]:
    """(n, 5): how far the colour of spots has moved, in three channels, their likeness, and the rest.

    Args:
        now: (n, p, 3) the pixels that count.
        first: The same.
    """
    half = now.shape[1] // 2
    moved = np.partition(now, half, axis=1)[:, half] - np.partition(first, half, axis=1)[:, half]
    now, first = (each - each.mean(axis=1, keepdims=True) for each in (now, first))
    both, here, there = ((a * b).mean(axis=(1, 2)) for a, b in ((now, first), (now, now), (first, first)))
    alike = (both + SLACK / 3) / np.sqrt((here + SLACK / 3) * (there + SLACK / 3))
    gain = np.clip(both / np.maximum(there, SLACK / 3), 0.5, 2.0)
    rest = np.sqrt(np.square(now - gain[:, None, None] * first).mean(axis=(1, 2)))
    return np.column_stack([moved, alike, rest]).astype(np.float64)


def covered_log_odds(changes: SpotChanges, weights: NDArray[np.floating]) -> NDArray[np.float64]:
    """(n,): how surely something lies on each spot that looked bare first, as log-odds.

    Args:
        weights: (4,) of 1, likeness, colour and rest: fitted by each game to tables of its own.

    Source:
        Berkson 1944, logistic regression.
    """
    return np.asarray(_features(changes) @ weights, np.float64)


def _features(changes: SpotChanges) -> NDArray[np.float64]:
    return np.stack([np.ones_like(changes.rest), *changes[:3]], axis=1)


def fit_weights(
    changes: SpotChanges,
    is_covered: NDArray[np.bool_],
    held: float = 1e-5,
) -> NDArray[np.float64]:
    """Fit the weights of ``covered_log_odds`` to spots of which it is known whether something lies there.

    Args:
        held: How stiffly weights are held at nothing.
    """
    each = _features(changes)
    scale = np.maximum(np.abs(each).mean(axis=0), 1e-6)
    scaled, weights = each / scale, np.zeros(each.shape[1])
    for _ in range(60):
        share = 1 / (1 + np.exp(-np.clip(scaled @ weights, -30, 30)))
        spread = np.maximum(share * (1 - share), 1e-6)
        normal = (scaled * spread[:, None]).T @ scaled + held * len(each) * np.eye(len(weights))
        weights = weights + np.linalg.solve(
            normal, scaled.T @ (is_covered - share) - held * len(each) * weights
        )
    return np.asarray(weights / scale, np.float64)
