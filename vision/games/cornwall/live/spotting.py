"""Figures that have come on a card that was seen without them: by what has changed there."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import cv2
import numpy as np

from vision.games.cornwall.live.places import Mask
from vision.games.cornwall.live.sizing import PX_PER_MM, TALL_MM, WINDOW_PX, Habits, Sized, lean_at, size_up
from vision.patches import Floats
from vision.reader import Image
from vision.standing import Projection

AROUND_MM = 40.0
TINT, LIGHT = 14.0, 22.0
"""A pixel is another thing where its tint or its light differs by more, in CIELAB units."""
FAINT = 0.6
LEAST_MM2, MOST_MM2 = 30.0, 420.0
SOFT_PX = 1.2
COLOURS_AB = {"red": (56.0, 40.0), "blue": (8.0, -50.0), "yellow": (6.0, 78.0), "green": (-44.0, 28.0)}
"""Tints of painted wood, a and b of CIELAB, in usual light."""
TINT_OFF = 20.0
STRANGE_NATS = -6.5
"""Of a thing that has no player's colour."""
_HALF = WINDOW_PX // 2


class Spot(NamedTuple):
    """Something that has come.

    Attributes:
        at_mm: The middle of its base, on the card's own plane.
        colours: How likely it has each player's colour, in all at most 1.
        confidence: That it is a figure.
        sized: How well each kind explains it.
    """

    at_mm: tuple[float, float]
    colours: Mapping[str, float]
    confidence: float
    sized: Sized


def spots_of(now: Image, plain: Image, projection: Projection, habits: Habits) -> list[Spot]:
    """Find the figures on a card.

    Args:
        now: The card and ``AROUND_MM`` around it, ``sizing.PX_PER_MM``.
        plain: The same as it was seen without figures.
        projection: The card's plane to the frame.
        habits: What the game has taught of figures.
    """
    before, after = plain.astype(np.float32) + 6, now.astype(np.float32) + 6
    before = before * np.median(after / before, axis=(0, 1))
    seen, was = _lab(after - 6), _lab(before - 6)
    off = np.abs(seen - was)
    tint = np.maximum(off[..., 1], off[..., 2])
    strange = np.maximum(tint / TINT, off[..., 0] / LIGHT)
    darkened = cv2.GaussianBlur(np.log(after.sum(axis=2) / before.sum(axis=2)), (0, 0), SOFT_PX)
    free = cv2.dilate((strange > FAINT).astype(np.uint8), np.ones((5, 5), np.uint8)) == 0
    return [
        _spot(body, seen, np.asarray(darkened, np.float32), free, projection, habits)
        for body in _bodies(strange)
    ]


def _lab(image: Floats) -> Floats:
    return np.asarray(cv2.cvtColor(np.clip(image, 0, 255) / 255, cv2.COLOR_BGR2LAB), np.float32)


def _bodies(strange: Floats) -> Iterator[Mask]:
    """Mark each thing that has come and is as large as a figure."""
    mask = cv2.morphologyEx((strange > 1).astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    mask = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    number, labels, stats, _ = cv2.connectedComponentsWithStats(mask)
    for part in range(1, number):
        if LEAST_MM2 < stats[part, cv2.CC_STAT_AREA] / PX_PER_MM**2 < MOST_MM2:
            yield labels == part


def _spot(
    body: Mask, seen: Floats, darkened: Floats, free: Mask, projection: Projection, habits: Habits
) -> Spot:
    rows, columns = np.nonzero(body)
    middle = np.array([columns.mean(), rows.mean()])
    side = body.shape[0]
    corner = np.clip(np.round(middle).astype(int) - _HALF, 0, side - WINDOW_PX)
    part = np.s_[corner[1] : corner[1] + WINDOW_PX, corner[0] : corner[0] + WINDOW_PX]
    lean = lean_at(projection, (middle + 0.5 - side / 2) / PX_PER_MM) + np.array(habits.lean_mm) / TALL_MM
    sized = size_up(body[part], darkened[part], free[part], lean)
    base = (np.array(sized.base_px) + corner + 0.5 - side / 2) / PX_PER_MM
    core = cv2.erode(body.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    tint = np.median(seen[core if core.any() else body], axis=0)[1:]
    nats = {name: _tint_nats(tint, at) for name, at in COLOURS_AB.items()}
    whole = float(np.logaddexp.reduce([*nats.values(), STRANGE_NATS]))
    colours = {name: float(np.exp(value - whole)) for name, value in nats.items()}
    sure = sum(colours.values()) * float(np.clip(1.6 - 2 * sized.off, 0.02, 0.99))
    return Spot((float(base[0]), float(base[1])), colours, sure, sized)


def _tint_nats(tint: Floats, wood: tuple[float, float]) -> float:
    return float(-0.5 * ((tint - np.array(wood)) ** 2).sum() / TINT_OFF**2)
