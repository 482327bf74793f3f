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
    for number, middle in enumerate(middles):
        there = project(to_px, middle + corner).astype(np.float32)
        warp = cv2.getPerspectiveTransform(sheet, there)
        cut[number] = cv2.warpPerspective(
            frame, warp, (side_px, side_px), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        )
    return to_lab(cut.reshape(-1, side_px, 3)).reshape(cut.shape) if len(cut) else cut.astype(np.float32)


def compare_spots(seen: Floats, known: Floats, mask: NDArray[np.bool_] | None = None) -> SpotChanges:
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
    """
    side, rim = known.shape[1], (seen.shape[1] - known.shape[1]) // 2
    counts = np.ones((side, side), bool) if mask is None else mask
    pixels = np.empty((2, len(seen), int(counts.sum()), 3), np.float32)
    slid_px = np.zeros((len(seen), 2), np.intp)
    weight = np.repeat(counts.astype(np.float32)[..., None], 3, axis=2)
    for number, (around, first) in enumerate(zip(seen, known, strict=True)):
        off = cv2.matchTemplate(around, first, cv2.TM_CCOEFF_NORMED, mask=weight) if rim else np.zeros((1, 1))
        off = np.where(np.isfinite(off), off, -1.0)
        y, x = np.unravel_index(int(off.argmax()), off.shape)
        slid_px[number] = x - rim, y - rim
        pixels[0, number] = around[y : y + side, x : x + side][counts]
        pixels[1, number] = first[counts]
    now, then = pixels
    moved = np.median(now, axis=1) - np.median(then, axis=1)
    colour = np.linalg.norm((moved - np.median(moved, axis=0)) * (0.6, 1, 1), axis=1)
    now, then = now - now.mean(axis=1, keepdims=True), then - then.mean(axis=1, keepdims=True)
    both, one, other = ((a * b).mean(axis=(1, 2)) for a, b in ((now, then), (now, now), (then, then)))
    likeness = (both + SLACK / 3) / np.sqrt((one + SLACK / 3) * (other + SLACK / 3))
    gain = np.clip(both / np.maximum(other, SLACK / 3), 0.5, 2.0)[:, None, None]
    rest = np.sqrt(np.square(now - gain * then).mean(axis=(1, 2)))
    alike, moved_on, left = (np.asarray(each, np.float64) for each in (likeness, colour, rest))
    return SpotChanges(alike, moved_on, left, slid_px)


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
