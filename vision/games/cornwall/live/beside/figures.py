"""Beside the land: the figures that stand and the coins that lie there."""

import math
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

import cv2
import numpy as np

from scoring.game import Cell, Player
from scoring.games.cornwall.drawing.figures import COIN_MM
from scoring.games.cornwall.land.hexes import middle_mm
from vision.games.cornwall.live.cards.tracking import FrameLattice
from vision.games.cornwall.live.figures.changes import COLOURS_AB, tints_off
from vision.games.cornwall.live.memory import CornwallTrackState, OffBoardFigure
from vision.games.cornwall.live.places import Mask
from vision.games.cornwall.locate.view import Point, cell_at, scale_at
from vision.games.cornwall.pieces.figures import HARDLY, Found, Thing, Things, find_things
from vision.geometry.homography import project
from vision.image.colour import Floats, to_lab
from vision.reader import Image

LEAST_MM2, MOST_MM2 = 25.0, 2500.0
"""How large what has changed is where a figure has come or gone, or several side by side."""
CLEAR_MM = 30.0
"""So near to the middle of a field of the land nothing stands beside it."""
SAME_MM = 8.0
LEAST_CONFIDENCE, SURE = 0.3, 0.5
"""What is seen beside the land is remembered with so much confidence, and is believed with so much where no
guest of that player is in the pub."""
BY_TINT, NEAR_TINT, CLEARLY = 0.31, 30.0, 15.0
"""What is so near to a player's colour, and so much nearer than before, is a figure with so much confidence
though the net sees none."""
PILES_MM = 1.5 * COIN_MM
"""So near to a coin lies another pile of the same player."""
MOST_BLOBS = 12
"""Where more has changed, it is the light."""


class Beside(NamedTuple):
    """What is beside the land.

    Attributes:
        lodgers: The figures.
        coins: Where coins lie: the middle of each in the frame.
        is_told: Whether it could be told; else it is what was there before.
    """

    lodgers: tuple[OffBoardFigure, ...]
    coins: tuple[Point, ...]
    is_told: bool = True


def beside_now(
    layout: FrameLattice,
    changed: Floats,
    memory: CornwallTrackState,
    land: Collection[Cell],
    colours: Sequence[Player],
) -> Beside:
    """Follow figures and coins beside the land: where nothing has changed, they are where they were.

    Args:
        changed: From ``bare.changed_pixels``.
        land: Cells on which fields lie or may lie.
    """
    lying = memory.purses.lying if memory.purses is not None else ()
    blobs = list(_blobs(layout, changed, land))
    if len(blobs) > MOST_BLOBS:
        return Beside(memory.lodgers, lying, is_told=False)
    found = [each for each in memory.lodgers if not any(_is_in(layout, each.at_px, blob) for blob in blobs)]
    coins = [at_px for at_px in lying if not any(_is_in(layout, at_px, blob) for blob in blobs)]
    for blob in blobs:
        things = _things(layout, blob, colours)
        for figure in _found(layout, memory.bare, blob, things, colours):
            if all(_apart_mm(layout, figure.at_px, other.at_px) > SAME_MM for other in found):
                found.append(figure)
        for at_px in coins_of(things):
            if _is_near(layout, at_px, blob) and all(
                _apart_mm(layout, at_px, other) > SAME_MM for other in coins
            ):
                coins.append(at_px)
    seen = {each.colour for each in found if each.confidence > BY_TINT}
    lodgers = tuple(
        each
        for each in found
        if each.confidence > BY_TINT or (each.colour not in seen and _is_far(layout, each, coins))
    )
    return Beside(lodgers, tuple(coins))


def _is_far(layout: FrameLattice, figure: OffBoardFigure, coins_px: Sequence[Point]) -> bool:
    """Tell whether no coin lies near, of which what has a player's tint may be a pile that is growing."""
    return all(_apart_mm(layout, figure.at_px, coin_px) > PILES_MM for coin_px in coins_px)


def coins_of(things: Things) -> list[Point]:
    """Give what is rather a coin than a figure: the middle of each in the frame."""
    return [
        coin.at_px
        for coin in things.coins
        if coin.confidence > LEAST_CONFIDENCE
        and not any(_is_rather(figure, coin) for figure in things.figures)
    ]


def _blobs(layout: FrameLattice, changed: Floats, land: Collection[Cell]) -> Iterator[Mask]:
    """Mark each patch of the small frame beside the land that has changed and is as large as figures."""
    mask = (changed > 0).astype(np.uint8)
    lattice = layout.small_lattice
    for cell in land:
        middle = project(lattice, np.array([middle_mm(cell)]))[0]
        radius = CLEAR_MM * scale_at(lattice, np.array(middle_mm(cell)))
        cv2.circle(mask, (round(float(middle[0])), round(float(middle[1]))), round(radius), 0, cv2.FILLED)
    opened = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((2, 2), np.uint8))
    number, labels, stats, middles = cv2.connectedComponentsWithStats(opened)
    for part in range(1, number):
        place = project(np.linalg.inv(lattice), middles[part][None])[0]
        area = stats[part, cv2.CC_STAT_AREA] / scale_at(lattice, place) ** 2
        if LEAST_MM2 < area < MOST_MM2:
            yield cv2.dilate((labels == part).astype(np.uint8), np.ones((5, 5), np.uint8)) > 0


def _is_near(layout: FrameLattice, at_px: Point, blob: Mask) -> bool:
    """Tell whether a coin at a place has to do with what has changed, which may be the rim of a pile."""
    middle = [tuple(axis.mean() + 0.5 for axis in np.nonzero(blob)[::-1])]
    [middle_px] = project(np.linalg.inv(layout.shrink), np.array(middle)).tolist()
    return _is_in(layout, at_px, blob) or _apart_mm(layout, at_px, middle_px) < COIN_MM / 2


def _is_in(layout: FrameLattice, at_px: Point, blob: Mask) -> bool:
    x, y = project(layout.shrink, np.array([at_px]))[0]
    row, column = round(float(y)), round(float(x))
    inside = 0 <= row < blob.shape[0] and 0 <= column < blob.shape[1]
    return bool(inside and blob[row, column])


def _things(layout: FrameLattice, blob: Mask, colours: Sequence[Player]) -> Things:
    """Find what stands or lies where something has changed."""
    rows, columns = np.nonzero(blob)
    points = np.column_stack([columns, rows])[:: max(1, len(rows) // 200)].astype(float) + 0.5
    places = project(np.linalg.inv(layout.small_lattice), points)
    cells = {cell_at(place) for place in places.tolist()}
    return find_things(layout.image, layout.lattice, layout.projection(np.eye(3)), cells, colours, HARDLY)


def _found(
    layout: FrameLattice, bare: Image, blob: Mask, seen: Things, colours: Sequence[Player]
) -> list[OffBoardFigure]:
    """Give the figures that stand where something has changed."""
    figures = [figure for figure in seen.figures if not any(_is_rather(coin, figure) for coin in seen.coins)]
    every = [OffBoardFigure(figure.colour, figure.at_px, figure.confidence) for figure in figures]
    found = [
        figure
        for figure in every
        if figure.confidence > LEAST_CONFIDENCE and _is_in(layout, figure.at_px, blob)
    ]
    coins = [coin.at_px for coin in seen.coins]
    others = [colour for colour in colours if all(figure.colour != colour for figure in found)]
    return [*found, *_by_tint(layout, bare, blob, coins, others)]


def _is_rather(found: Thing | Found, other: Thing | Found) -> bool:
    """Tell whether what is seen at a place is the one thing rather than the other."""
    return found.confidence > other.confidence and math.dist(found.at_mm, other.at_mm) < COIN_MM


def _by_tint(
    layout: FrameLattice, bare: Image, blob: Mask, coins_px: Sequence[Point], colours: Sequence[Player]
) -> Iterator[OffBoardFigure]:
    """Find what has taken on players' colours where something has changed, though the net sees no figure."""
    left, top, width, height = cv2.boundingRect(blob.astype(np.uint8))
    window = np.s_[top : top + height, left : left + width]
    now, before = (tints_off(to_lab(each[window])) for each in (layout.small, bare))
    is_near = (now < NEAR_TINT) & (before - now > CLEARLY) & blob[window][..., None]
    near = np.where(is_near.any(axis=2), now.argmin(axis=2), -1).astype(np.int32)
    middle = np.array([[left + width / 2, top + height / 2]])
    scale = scale_at(layout.small_lattice, project(np.linalg.inv(layout.small_lattice), middle)[0])
    for x, y in project(layout.shrink, np.array(coins_px).reshape(-1, 2)):
        cv2.circle(near, (round(x) - left, round(y) - top), round(COIN_MM * scale), -1, cv2.FILLED)
    for colour in colours:
        mine = (near == list(COLOURS_AB).index(colour)).astype(np.uint8)
        number, _, stats, middles = cv2.connectedComponentsWithStats(mine)
        for part in range(1, number):
            if stats[part, cv2.CC_STAT_AREA] > LEAST_MM2 * scale**2:
                [at] = project(np.linalg.inv(layout.shrink), middles[part][None] + (left, top) + 0.5)
                yield OffBoardFigure(colour, (float(at[0]), float(at[1])), BY_TINT)


def _apart_mm(layout: FrameLattice, one_px: Point, other_px: Point) -> float:
    a, b = project(np.linalg.inv(layout.lattice), np.array([one_px, other_px]))
    return float(np.hypot(*(a - b)))
