"""Round spots on a printed board, proposed: somebody takes away what is none and adds what is missing."""

from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image.colour import to_lab
from vision.reader import Image

Floats = NDArray[np.float32]
Dots = NDArray[np.float64]
LOOKED_AT_PX = 1400
"""So wide a board is while spots are sought."""
RADII_PX = np.arange(9, 38)
"""Radii that a place may have, of a board so wide: 4.5 to 18 mm of 700."""
STEEP = 5.0
"""CIELAB levels by which the rim of a spot stands out at least from what is around it."""
CANDIDATES = 900
"""So many places where rims seem to meet are looked at closely."""
DIRECTIONS = 40
RIM_PX = 1.5
"""Colours are compared so far within the rim and outside it."""
HOPEFUL, ROUND_SHARE = 0.5, 0.85
"""So much of a rim must stand out, in the same way all around: at first, and once it is fitted."""
ALIKE = 1.35
"""The largest place of a board is so much larger than the smallest."""
APART, CROWDED, ALONE = 1.3, 3.2, 4.2
"""In radii: two spots nearer than the first are one, one with two others within the second is a letter or a
square of a grid, and one with none within the third stands alone, as most places do."""
MOST = 150
WATER_COLUMNS = 64
BLUER = 6.0
"""CIELAB levels by which water is bluer than the land, at least."""


class Spotted(NamedTuple):
    """Round spots on a board, the clearest first.

    Attributes:
        at: (n, 2) their middles: x of the board's width, y of its height.
        radius: (n,) of the board's width.
        clear: (n,) how much of the rim stands out, 0 to 1.
    """

    at: Dots
    radius: Dots
    clear: Dots


def propose_spots(board: Image) -> Spotted:
    """Find what may be the places of a board: round spots of about one size.

    Args:
        board: Straight from above, no more than its rim.
    """
    scale = LOOKED_AT_PX / board.shape[1]
    small = cv2.resize(board, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    lab = to_lab(cv2.GaussianBlur(small, (0, 0), 1.2).astype(np.uint8, copy=False))
    found = _of_one_size(*_fitted(lab, _candidates(lab)))[:MOST]
    size = np.array([lab.shape[1], lab.shape[0]])
    return Spotted(found[:, :2] / size, found[:, 2] / size[0], found[:, 3])


def _candidates(lab: Floats) -> Dots:
    """(n, 2): where the directions of many slopes meet, as all those of a rim do in its middle."""
    across = np.stack([cv2.Sobel(each, cv2.CV_32F, 1, 0, scale=0.125) for each in cv2.split(lab)])
    down = np.stack([cv2.Sobel(each, cv2.CV_32F, 0, 1, scale=0.125) for each in cv2.split(lab)])
    steep = np.hypot(across, down)
    channel = steep.argmax(0)[None]
    steep, across, down = (np.take_along_axis(each, channel, 0)[0] for each in (steep, across, down))
    y, x = np.nonzero(steep > STEEP / 4)
    units = np.stack([across[y, x], down[y, x]], 1) / steep[y, x][:, None]
    height, width = steep.shape
    best = np.zeros((height, width), np.float32)
    for radius in RADII_PX:
        for sign in (-1, 1):
            to = np.rint(np.stack([x, y], 1) + sign * radius * units).astype(int)
            to = to[((to >= 0) & (to < (width, height))).all(1)]
            counts = np.bincount(to[:, 1] * width + to[:, 0], minlength=width * height)
            votes = cv2.GaussianBlur(counts.reshape(height, width).astype(np.float32), (0, 0), 1.5)
            best = np.maximum(best, np.asarray(votes, np.float32) / np.float32(radius))
    is_peak = best == cv2.dilate(best, np.ones((7, 7), np.uint8))
    at = np.argwhere(is_peak & (best > 0))
    order = np.argsort(-best[at[:, 0], at[:, 1]])[:CANDIDATES]
    return at[order][:, ::-1].astype(np.float64)


def _fitted(lab: Floats, at: Dots) -> tuple[Dots, Dots]:
    """Move candidates so that their rims stand out as well as they can.

    Returns:
        (n, 2) those that may be round, and (n, radii) how much of their rim stands out at each radius.
    """
    every = np.stack([_clearness(lab, at, np.full(len(at), radius)) for radius in RADII_PX], 1)
    at, radius = at[every.max(1) >= HOPEFUL], RADII_PX[every.argmax(1)][every.max(1) >= HOPEFUL]
    shifts = np.array([(x, y) for x in range(-2, 3) for y in range(-2, 3)], np.float64)
    moved = (at[:, None] + shifts).reshape(-1, 2)
    clear = _clearness(lab, moved, np.repeat(radius, len(shifts))).reshape(len(at), len(shifts))
    at = at + shifts[clear.argmax(1)]
    return at, np.stack([_clearness(lab, at, np.full(len(at), radius)) for radius in RADII_PX], 1)


def _clearness(lab: Floats, at: Dots, radius: NDArray[np.integer]) -> Dots:
    """(n,): how much of the rim of each stands out in the same way, at (n, 2) places with (n,) radii."""
    turns = np.arange(DIRECTIONS) * 2 * np.pi / DIRECTIONS
    units = np.stack([np.cos(turns), np.sin(turns)], 1)
    inside, outside = (
        _colours(lab, at[:, None] + units * (radius[:, None, None] + off)) for off in (-RIM_PX, RIM_PX)
    )
    step = outside - inside
    usual = np.median(step, axis=1, keepdims=True)
    length = np.linalg.norm(usual, axis=2)
    along = (step * usual).sum(2) / np.maximum(length, 1e-6)
    return np.asarray((along > np.maximum(STEEP, 0.4 * length)).mean(1), np.float64)


def _colours(lab: Floats, where: Dots) -> Floats:
    """(n, directions, 3): the colours at (n, directions, 2) places."""
    if not len(where):
        return np.zeros((*where.shape[:2], 3), np.float32)
    parts = [
        cv2.remap(lab, part[..., 0], part[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        for part in np.array_split(where.astype(np.float32), max(1, len(where) // 8000))
    ]
    return np.concatenate(parts).astype(np.float32, copy=False)


def _of_one_size(at: Dots, clear: Dots) -> Dots:
    """(n, 4): x, y, radius and clearness of the spots of that size of which most stand alone."""
    best, most = np.zeros((0, 4)), 0.0
    for least in RADII_PX[: np.searchsorted(RADII_PX, RADII_PX[-1] / ALIKE)]:
        sizes = np.flatnonzero((least <= RADII_PX) & (ALIKE * least >= RADII_PX))
        radius, share = RADII_PX[sizes[clear[:, sizes].argmax(1)]], clear[:, sizes].max(1)
        found = np.column_stack([at, radius, share])[share >= ROUND_SHARE]
        found = _apart(found[np.argsort(-found[:, 3], kind="stable")])
        alone = (_near(found, ALONE) == 0).mean() if len(found) else 0.0
        found = found[_near(found, CROWDED) < 2]
        worth = float(alone) * float((found[:, 3] - ROUND_SHARE).sum())
        if worth > most:
            best, most = found, worth
    return best


def _apart(found: Dots) -> Dots:
    """Of those that overlap keep the clearest."""
    is_kept = np.zeros(len(found), bool)
    for number, each in enumerate(found):
        others = found[is_kept]
        reach = APART * np.maximum(each[2], others[:, 2])
        is_kept[number] = not (np.hypot(*(others[:, :2] - each[:2]).T) < reach).any()
    return found[is_kept]


def _near(found: Dots, radii: float) -> NDArray[np.integer]:
    """(n,): how many others lie within so many radii of each."""
    far = np.hypot(*(found[:, None, :2] - found[None, :, :2]).transpose(2, 0, 1))
    return np.asarray((far < radii * found[:, 2:3]).sum(1) - 1)


# --- land and water ----------------------------------------------------------------------------------


def find_water(board: Image) -> tuple[str, ...]:
    """Tell land from water by colour: rows of a grid over the board, "~" where it is water, else "#".

    Water is what is bluer than the rest; where nothing is, all is land.

    Args:
        board: Straight from above, no more than its rim.
    """
    rows = max(1, round(WATER_COLUMNS * board.shape[0] / board.shape[1]))
    small = cv2.resize(board, (WATER_COLUMNS * 8, rows * 8), interpolation=cv2.INTER_AREA)
    yellow = to_lab(cv2.medianBlur(small, 15).astype(np.uint8, copy=False))[..., 2]
    cells = np.median(yellow.reshape(rows, 8, WATER_COLUMNS, 8), axis=(1, 3)).astype(np.float32)
    levels = np.clip(cells + 128, 0, 255).astype(np.uint8)
    split, _ = cv2.threshold(levels, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    water = levels <= split
    if water.all() or not water.any() or levels[~water].mean() - levels[water].mean() < BLUER:
        water = np.zeros_like(water)
    return tuple("".join("~" if each else "#" for each in row) for row in water)
