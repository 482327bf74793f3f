"""Telling small, tall and big figures apart: by their outline, their lean from the camera and their shadow.

A figure that comes on a card that was seen without it changes just the pixels that it covers or shades. Small
and tall figures have about the same foot. How far shadows fall, and how fat figures look, is the same all
through a game, so it is learned from those that are confirmed.
"""

from functools import cache
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.games.cornwall.figures import camera_place
from vision.games.cornwall.live.places import Mask, Points
from vision.games.cornwall.thing_net import KINDS
from vision.patches import Floats
from vision.standing import Projection

PX_PER_MM = 1.6
WINDOW_PX = 80
_HALF = WINDOW_PX // 2

PROFILES_MM = {
    "small": ((0, 5.0), (6.2, 5.0), (8.1, 4.0), (8.9, 2.2), (10.3, 3.1), (12.0, 3.1), (14.0, 0.5)),
    "tall": ((0, 4.2), (8, 3.4), (12, 3.9), (17.4, 4.0), (20.5, 2.0), (22, 2.9), (23.8, 2.9), (26, 0.5)),
    "big": ((0, 8.2), (5, 7.8), (6.6, 8.8), (10.4, 8.4), (14, 3.0), (15.9, 4.1), (18.3, 4.1), (21, 0.5)),
}
"""Height and radius of usual figures."""
SWELLS_MM = (-0.6, -0.3, 0.0, 0.3, 0.6, 0.9, 1.2, 1.5)
"""So much fatter they may look."""
LEANS_MM = (-1.5, 0.0, 1.5)
"""So far the top of a tall figure may appear from where the camera's place puts it, each way."""
LENGTHS = (0.2, 0.35, 0.5, 0.7, 0.9, 1.15)
DIRECTIONS = 30
"""How far and which way the shadow of something one high falls."""
SOFT_MM = 4.5
_LEANS_MM = tuple((x, y) for x in LEANS_MM for y in LEANS_MM)
USUAL_SWELL_MM, SWELL_OFF_MM, LEAN_OFF_MM = 0.5, 0.3, 1.5
NATS_PER_PX = 0.02
"""Of outline: pixels of one edge err together."""
LENGTH_OFF_MM, WIDTH_OFF_MM, OUTLIER_NATS = 0.5, 0.3, -5.0
"""So far off an outline is measured along its lean and across it, and what is said of one measured badly."""
NATS_PER_SHADE = 0.012
MOST_NATS, MOST_HABIT = 4.8, 60.0
LEAST_SHADE, MOST_SHADE = 0.03, 0.5
TALL_MM = 26.0
STEP_MM = 1.6
LEARNED = 0.35
"""How much of what a figure shows beyond what was expected of its lean is believed of the next."""


class Habits(NamedTuple):
    """What the game has taught of how figures look.

    Attributes:
        shadows: (n,) log-likelihood of each way shadows may fall.
        swells: (k,) of each of ``SWELLS_MM``.
        lean_mm: So far tops of tall figures appeared from where they were expected.
    """

    shadows: Floats
    swells: Floats
    lean_mm: tuple[float, float] = (0.0, 0.0)


class Sized(NamedTuple):
    """How well each kind explains what changed.

    Attributes:
        shadows: (n, 3) nats, by how shadows fall.
        outlines: (k, 3) nats, by how outlines lean and, for each lean, swell.
        base_px: The middle of its base in the window.
        off: The share of what changed that no kind explains.
    """

    shadows: Floats
    outlines: Floats
    base_px: tuple[float, float]
    off: float


def no_habits() -> Habits:
    """Know nothing of the game but what is usual."""
    swells = -0.5 * ((np.array(SWELLS_MM) - USUAL_SWELL_MM) / SWELL_OFF_MM) ** 2
    return Habits(np.zeros(len(_falls()), np.float32), np.asarray(swells, np.float32))


def kind_nats(sized: Sized, habits: Habits) -> Floats:
    """(3,): the log-likelihood of each kind."""
    x, y = np.array(_LEANS_MM).T
    leans = -0.5 * (x**2 + y**2) / LEAN_OFF_MM**2
    outlines = (leans[:, None] + habits.swells).ravel()
    told = np.zeros(len(KINDS))
    for by_way, known in ((sized.shadows, habits.shadows), (sized.outlines, outlines)):
        weight = known - np.logaddexp.reduce(known)
        told += np.logaddexp.reduce(weight[:, None] + by_way, axis=0)
    return np.asarray(told - told.max(), np.float32)


def taught(habits: Habits, sized: Sized, kind: str) -> Habits:
    """Learn from a figure whose kind is known."""
    at = KINDS.index(kind)
    shadows = habits.shadows + sized.shadows[:, at]
    outlines = sized.outlines[:, at].reshape(len(_LEANS_MM), len(SWELLS_MM))
    swells = habits.swells + np.logaddexp.reduce(outlines, axis=0)
    leans = np.logaddexp.reduce(outlines + habits.swells, axis=1)
    x, y = LEARNED * (np.exp(leans - np.logaddexp.reduce(leans)) @ np.array(_LEANS_MM))
    lean_mm = habits.lean_mm[0] + float(x), habits.lean_mm[1] + float(y)
    return Habits(_bounded(shadows), _bounded(swells), lean_mm)


def _bounded(nats: Floats) -> Floats:
    return np.asarray(np.maximum(nats - nats.max(), -MOST_HABIT), np.float32)


def size_up(body: Mask, darkened: Floats, free: Mask, lean: Points) -> Sized:
    """Compare what changed with how each kind would look.

    Args:
        body: (80, 80) what a figure covers.
        darkened: (80, 80) the logarithm of how much brighter every pixel is than it was.
        free: (80, 80) where a shadow would be seen.
        lean: (2,) how far what is one high leans out, on the window's plane.
    """
    outlines, base_px, off = _outlines(body, lean)
    return Sized(_shadows(darkened, free, base_px), outlines, base_px, off)


def _outlines(body: Mask, lean: Points) -> tuple[Floats, tuple[float, float], float]:
    """Compare an outline with that of each kind, for every way it may swell and lean, where it fits best."""
    rows, columns = np.nonzero(body)
    middle = np.array([columns.mean(), rows.mean()])
    shown = _around(body, middle)
    total, best = float(body.sum()), -np.inf
    nats = np.zeros((len(_LEANS_MM) * len(SWELLS_MM), len(KINDS)), np.float32)
    sizes_mm = np.zeros((*nats.shape, 2))
    base, off = (float(middle[0]), float(middle[1])), 1.0
    for k, kind in enumerate(KINDS):
        bodies, centres = _bodies(kind, lean)
        sizes_mm[:, k] = _sizes_mm(bodies, lean)
        within = shown @ bodies.T  # (places, ways)
        missed = bodies.sum(axis=1) + total - 2 * within
        nats[:, k] = -NATS_PER_PX * missed.min(axis=0)
        way = int(nats[:, k].argmax())
        if nats[way, k] > best:
            best, place = float(nats[way, k]), SLIDES[int(missed[:, way].argmin())]
            at = middle + place - centres[way]
            base, off = (float(at[0]), float(at[1])), float(missed[:, way].min()) / max(total, 1.0)
    seen_mm = _sizes_mm(shown[len(shown) // 2][None], lean)[0]
    away = (seen_mm - sizes_mm) / ((LENGTH_OFF_MM, WIDTH_OFF_MM) * np.array(1 + off))
    nats += np.logaddexp(-0.5 * np.square(away).sum(axis=2), OUTLIER_NATS)
    return nats - nats.max(), base, off


def _sizes_mm(bodies: Floats, lean: Points) -> NDArray[np.float64]:
    """(n, 2): how long (n, pixels) bodies are along their lean and how wide across it, as ellipses."""
    along = (np.arange(_CUT_PX) + 0.5) / PX_PER_MM
    x, y = (each.ravel() for each in np.meshgrid(along, along))
    way = np.asarray(lean) / max(float(np.hypot(*lean)), 1e-9)
    off = np.stack([x * way[0] + y * way[1], y * way[0] - x * way[1]], axis=1)
    weight = bodies / np.maximum(bodies.sum(axis=1, keepdims=True), 1e-9)
    mean = weight @ off
    return np.asarray(4 * np.sqrt(np.maximum(weight @ (off * off) - mean * mean, 0)), np.float64)


_CUT_PX = 48
_REACH_PX = 3
SLIDES = [
    np.array([x, y], float)
    for y in range(-_REACH_PX, _REACH_PX + 1)
    for x in range(-_REACH_PX, _REACH_PX + 1)
]


def _around(body: Mask, middle: Points) -> Floats:
    """(places, pixels): a body around its middle, moved a little each way."""
    half = _CUT_PX / 2 - 0.5
    shown = []
    for slide in SLIDES:
        shift = np.array(
            [[1, 0, half - middle[0] - slide[0]], [0, 1, half - middle[1] - slide[1]]], np.float32
        )
        cut = cv2.warpAffine(body.astype(np.float32), shift, (_CUT_PX, _CUT_PX), flags=cv2.INTER_LINEAR)
        shown.append(cut.ravel())
    return np.stack(shown)


def _bodies(kind: str, lean: Points) -> tuple[Floats, Floats]:
    """Draw how a kind covers pixels, its middle in the middle, for every way it may swell and lean.

    Returns:
        (ways, pixels) 0 or 1, and (ways, 2) how far its middle is from its base, in pixels.
    """
    high, radius = np.array(_radii(kind, 0.0)).T
    along = (np.arange(_CUT_PX) - _CUT_PX / 2 + 0.5) / PX_PER_MM
    x, y = (each.ravel() for each in np.meshgrid(along, along))
    bodies, centres = [], []
    for east, south in _LEANS_MM:
        tip = np.array([lean[0] + east / TALL_MM, lean[1] + south / TALL_MM])
        away = high - high.mean()
        off_x, off_y = (
            np.subtract.outer(one, far).astype(np.float32)
            for one, far in ((x, tip[0] * away), (y, tip[1] * away))
        )
        near = (np.sqrt(off_x * off_x + off_y * off_y) - radius.astype(np.float32)).min(axis=1)
        bodies += [near < swell for swell in SWELLS_MM]
        centres += [tip * high.mean() * PX_PER_MM] * len(SWELLS_MM)
    return np.asarray(bodies, np.float32), np.asarray(centres, np.float32)


@cache
def _radii(kind: str, swell: float) -> tuple[tuple[float, float], ...]:
    high, wide = np.array(PROFILES_MM[kind]).T
    levels = np.arange(0, high[-1] + 0.5, STEP_MM)
    return tuple(zip(levels.tolist(), (np.interp(levels, high, wide) + swell).tolist(), strict=True))


def _discs(kind: str, swell: float, x: float, y: float, side: int) -> Floats:
    """Draw a figure's discs, each moved as far as it is high, around the middle of a square."""
    drawn = np.zeros((side, side), np.uint8)
    for high, radius in _radii(kind, swell):
        at = [round(((along * high) * PX_PER_MM + side // 2) * 16) for along in (x, y)]
        cv2.circle(drawn, (at[0], at[1]), round(radius * PX_PER_MM * 16), 1, cv2.FILLED, cv2.LINE_8, 4)
    return drawn.astype(np.float32)


@cache
def _falls() -> tuple[tuple[float, float], ...]:
    around = np.arange(DIRECTIONS) * 2 * np.pi / DIRECTIONS
    return tuple(
        (float(length * np.cos(turn)), float(length * np.sin(turn))) for turn in around for length in LENGTHS
    )


@cache
def _shades() -> tuple[Floats, Floats]:
    """(3 n, pixels): the shadow of each kind for each way it may fall, and its squares."""
    soft = SOFT_MM * PX_PER_MM
    drawn = [
        cv2.GaussianBlur(_discs(kind, 0.0, x, y, WINDOW_PX), (0, 0), soft)
        for x, y in _falls()
        for kind in KINDS
    ]
    shades = np.stack(drawn).reshape(len(drawn), -1).astype(np.float32)
    return shades, shades * shades


def _shadows(darkened: Floats, free: Mask, base_px: tuple[float, float]) -> Floats:
    """(n, 3): how well each kind's shadow explains what has become darker, in nats."""
    to_middle = np.array([[1, 0, _HALF - base_px[0]], [0, 1, _HALF - base_px[1]]], np.float32)
    size = (WINDOW_PX, WINDOW_PX)
    seen = cv2.warpAffine(darkened, to_middle, size, flags=cv2.INTER_NEAREST).ravel()
    told = cv2.warpAffine(free.astype(np.float32), to_middle, size, flags=cv2.INTER_NEAREST).ravel()
    if told.sum() < WINDOW_PX:
        return np.zeros((len(_falls()), len(KINDS)), np.float32)
    noise = max(1.4826 * float(np.median(np.abs(seen[told > 0]))), 0.01)
    shades, squares = _shades()
    match = shades @ (np.clip(seen, -0.6, 0.3) * told)
    area = squares @ told + 1e-3
    dark = np.clip(-match / area, LEAST_SHADE, MOST_SHADE)
    nats = NATS_PER_SHADE * (-2 * dark * match - dark * dark * area) / (2 * noise**2)
    return np.asarray(np.maximum(nats - nats.max(), -MOST_NATS).reshape(-1, len(KINDS)), np.float32)


def lean_at(projection: Projection, at_mm: Points) -> NDArray[np.float64]:
    """(2,): how far what stands on a place leans out for every millimetre of height."""
    foot, high = camera_place(projection)
    return np.asarray((np.asarray(at_mm) - foot) / max(high, 1.0), np.float64)
