"""A card as it would look without figures, where it never was seen so: by its print and by the bare table."""

from collections.abc import Mapping
from itertools import product

import cv2
import numpy as np

from scoring.game import Cell
from scoring.games.cornwall.land.hexes import middle_mm
from vision.games.cornwall.classify.matches import Match
from vision.games.cornwall.live.cards.tracking import FrameLattice
from vision.games.cornwall.live.figures.bases import PX_PER_MM
from vision.games.cornwall.live.figures.changes import AROUND_MM
from vision.games.cornwall.live.figures.positions import plain_of
from vision.games.cornwall.live.places import (
    HALF,
    UNHALF,
    CardPose,
    Cells,
    Mask,
    card_mask,
    cut,
    field_mask,
    from_square,
    ideal,
    onto_lattice,
    outlines_px,
)
from vision.games.cornwall.locate.view import PATCH_PX
from vision.games.cornwall.locate.view import PX_PER_MM as PATCH_PX_PER_MM
from vision.image.colour import Floats
from vision.reader import Image

RIM_MM = 2.5
"""So near to the outline of a card its edge or its shadow may be seen."""
OFF_PX = range(-3, 4)
"""So far off a field's print may have been cut out, each way."""
BRIGHTER = 6.0
"""Light that every pixel is given before light is compared."""
MOST_OFF = 0.35
"""Logarithms of light that differ by more differ alike: a figure is seen there."""
NEAR_PX = range(-2, 3)
"""What is seen is compared with the pixel of a picture that is most like it, so near to it, each way."""
LIGHT_COUNTS, ALIKE = 0.3, 0.04
"""Of logarithms of light: so much less light counts than tint; and so far pixels are alike, squared."""
SMOOTH_PX = 3.0
"""Shadows are soft by so much."""


def bared(
    layout: FrameLattice,
    cells: Cells,
    place: CardPose,
    bare: Image,
    others: Mapping[Cells, CardPose],
    match: Match,
) -> Image:
    """Show a card and what is around it as ``standing.plain_of`` would, were nothing standing there.

    Args:
        layout: The frame.
        cells: Of the card.
        place: Where it lies.
        bare: The small frame as it was bare.
        others: The other cards and where they lie.
        match: The print of the card.
    """
    shown = plain_of(layout, cells, place).astype(np.float32)
    side, plain = len(shown), shown.copy()
    inner, table = _parts(side, cells, place, others)
    before = cut(bare, layout.small_lattice, cells, place, PX_PER_MM, AROUND_MM).astype(np.float32)
    fill(plain, shown, before, table)
    for cell in cells:
        field = field_mask(cells, cell, PX_PER_MM, AROUND_MM, 0.0) & inner
        fill(plain, shown, _aligned(_laid(match, cells, cell, side), shown, field), field)
    return np.asarray(np.clip(plain, 0, 255), np.uint8)


def _parts(side: int, cells: Cells, place: CardPose, others: Mapping[Cells, CardPose]) -> tuple[Mask, Mask]:
    """Mark the card and the bare table around it, neither where an edge may be seen."""
    card = card_mask(cells, PX_PER_MM, AROUND_MM, 0.0).astype(np.uint8)
    covered = card.copy()
    to_square = np.linalg.inv(onto_lattice(place) @ from_square(side, PX_PER_MM))
    for outline in outlines_px(to_square, others):
        cv2.fillConvexPoly(covered, np.round(outline).astype(np.int32), 1)
    rim = np.ones((2 * round(RIM_MM * PX_PER_MM) + 1,) * 2, np.uint8)
    return cv2.erode(card, rim) > 0, cv2.dilate(covered, rim) == 0


def _laid(match: Match, cells: Cells, cell: Cell, side: int) -> Floats:
    """Lay a field's print where the field is in its card's square."""
    patch = match.patches[list(match.fields).index(cell)]
    at, middle = ideal(cells), np.array(middle_mm(cell))
    cos, sin = np.cos(match.turns * np.pi / 3), np.sin(match.turns * np.pi / 3)
    to_patch = np.eye(3)
    to_patch[:2, :2] = PATCH_PX_PER_MM * np.array([[cos, sin], [-sin, cos]])
    to_patch[:2, 2] = PATCH_PX / 2 - to_patch[:2, :2] @ (middle - at[:2])
    way = (UNHALF @ to_patch @ from_square(side, PX_PER_MM) @ HALF)[:2]
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpAffine(patch, way, (side, side), flags=flags), np.float32)


def _aligned(picture: Floats, shown: Floats, field: Mask) -> Floats:
    """Slide a field's print to where it fits what is seen best, whatever stands on it."""
    rows, columns = np.nonzero(field)
    seen = np.log(shown[rows, columns] + BRIGHTER)
    best, least = picture, np.inf
    for y, x in product(OFF_PX, OFF_PX):
        off = seen - np.log(picture[rows - y, columns - x] + BRIGHTER)
        far = float(np.minimum(np.abs(off - np.median(off, axis=0)), MOST_OFF).mean())
        if far < least:
            best, least = np.roll(picture, (y, x), axis=(0, 1)), far
    return best


def fill(plain: Floats, shown: Floats, picture: Floats, where: Mask) -> None:
    """Show a picture where something else is seen, and what is seen where it is only in shadow."""
    if not where.any():
        return
    lit = picture * np.median((shown[where] + BRIGHTER) / (picture[where] + BRIGHTER), axis=0)
    rows, columns = np.nonzero(where)
    seen, far = np.log(shown[where] + BRIGHTER), len(lit) - 1
    nearest, off, least = lit[where], np.zeros_like(seen), np.full(len(seen), np.inf, np.float32)
    for y, x in product(NEAR_PX, NEAR_PX):
        near = lit[np.clip(rows + y, 0, far), np.clip(columns + x, 0, far)]
        away = seen - np.log(near + BRIGHTER)
        cost = _strange(away)
        better = cost < least
        nearest, off = np.where(better[:, None], near, nearest), np.where(better[:, None], away, off)
        least = np.minimum(cost, least)
    is_alike = least < ALIKE
    shade = np.zeros(shown.shape[:2], np.float32)
    known = np.zeros_like(shade)
    shade[where], known[where] = np.where(is_alike, off.mean(axis=1), 0.0), is_alike
    soft_shade, soft_known = (cv2.GaussianBlur(each, (0, 0), SMOOTH_PX) for each in (shade, known))
    in_light = (shown + BRIGHTER) / np.exp(soft_shade / (soft_known + 1e-3))[..., None] - BRIGHTER
    plain[where] = np.where(is_alike[:, None], in_light[where], nearest)


def _strange(off: Floats) -> Floats:
    """Tell how strange pixels are that are off by so much, (n, 3) in logarithms: a shadow is hardly so."""
    light = off.mean(axis=1)
    tint = np.square(off - light[:, None]).sum(axis=1)
    return np.asarray(tint + np.square(LIGHT_COUNTS * light), np.float32)
