"""Styles by chance: what all the tiles of one made-up box have in common.

No box of the shops is drawn here. Whatever a drawing may be, a city is a walled place along a side, a
road a ribbon of one width and the fields what is left: the bounds below are wide, so that what is learned
from the drawings is that, and not how one artist saw it.
"""

import colorsys
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

Colour = NDArray[np.floating]
"""(3,) blue, green and red, 0 to 255."""
Range = tuple[float, float]
Bounds = tuple[Range, Range, Range]
"""Of hue, saturation and value, each 0 to 1."""

GREEN_FIELDS, SNOWY_FIELDS, SANDY_FIELDS = 0.72, 0.12, 0.08
LEAST_APART = 45.0
"""Between the colours of ground, city and road: a box whose own makers could not tell them apart is none."""


class TilePalette(NamedTuple):
    """The colours of a box."""

    field: Colour
    city: Colour
    road: Colour
    water: Colour
    wall: Colour
    rim: Colour
    border: Colour
    roofs: tuple[Colour, ...]
    trees: tuple[Colour, ...]
    shield: Colour
    blazon: Colour
    cloister: Colour
    cloister_roof: Colour


class Walls(NamedTuple):
    """How cities are bounded; lengths in tiles.

    Attributes:
        depth: How far a city along one side reaches into the tile.
        inset: How far from the tile's corners its wall begins.
        squareness: 0 for a round wall, 1 for one like a box.
        waist: How deep the fields reach in where a city has two opposite sides.
        mouth: ... and where it has three.
        diagonal: How far the wall of a city around a corner bulges, outwards or inwards.
        width: Of the wall.
        is_outlined, is_dashed: Whether a dark line follows it, and whether it has gaps.
        towers: How many stand on it, and how wide they are.
    """

    depth: float
    inset: float
    squareness: float
    waist: float
    mouth: float
    diagonal: float
    width: float
    is_outlined: bool
    is_dashed: bool
    towers: int
    tower_radius: float


class Ways(NamedTuple):
    """Roads and rivers; lengths in tiles, ``wave`` from 0 for straight to 1."""

    road: float
    road_rim: float
    river: float
    river_rim: float
    wave: float
    is_under_cities: bool
    end: int


class Decoration(NamedTuple):
    """How much there is to look at besides; numbers are those expected on a tile."""

    field_grain: NDArray[np.floating]
    city_grain: NDArray[np.floating]
    houses: float
    house_size: float
    is_house_outlined: bool
    is_roof_ridged: bool
    trees: float
    tree_radius: float
    farms: float
    specks: float


class Signs(NamedTuple):
    """The shapes of shields, cloisters and gardens.

    Attributes:
        is_shield_inked: Whether a dark line runs around shields.
        in_corners: Whether shields lie as far out on their tiles as they can, and not anywhere.
    """

    shield: int
    shield_radius: float
    has_shield_rim: bool
    is_shield_inked: bool
    in_corners: bool
    cloister: int
    cloister_radius: float
    has_cloister_ground: bool
    garden: int


class TileStyle(NamedTuple):
    """A box.

    Attributes:
        border: Width of the printed edge, in tiles.
        softness: Blur of the print, in pixels of a drawing.
        tremble: How far the hand that drew it strayed, in tiles.
        light: Where painted light comes from, (2,).
    """

    palette: TilePalette
    walls: Walls
    ways: Ways
    decoration: Decoration
    signs: Signs
    border: float
    softness: float
    tremble: float
    light: NDArray[np.floating]


def colour(hue: float, saturation: float, value: float) -> Colour:
    """Give a colour by hue, saturation and value, each 0 to 1."""
    red, green, blue = colorsys.hsv_to_rgb(hue % 1, min(max(saturation, 0), 1), min(max(value, 0), 1))
    return np.array([blue, green, red]) * 255


def any_colour(chance: Generator, darkest: float = 0.0) -> Colour:
    """Give any colour at all, of any value from the darkest on."""
    return colour(chance.random(), chance.random(), chance.uniform(darkest, 1))


def draw_style(chance: Generator) -> TileStyle:
    """Make up a box."""
    return TileStyle(
        _palette(chance),
        _walls(chance),
        _ways(chance),
        _decoration(chance),
        _signs(chance),
        border=chance.uniform(0, 0.025),
        softness=chance.uniform(0, 0.8),
        tremble=chance.uniform(0, 0.035),
        light=chance.uniform(-1, 1, 2),
    )


def between(chance: Generator, bounds: Bounds) -> Colour:
    """Give a colour with hue, saturation and value between bounds."""
    hue, saturation, value = (chance.uniform(*bound) for bound in bounds)
    return colour(hue, saturation, value)


def _palette(chance: Generator) -> TilePalette:
    field = _field(chance)
    return TilePalette(
        field=field,
        city=_apart(chance, field, _city),
        road=_apart(chance, field, _road),
        water=_mostly(chance, 0.9, ((0.48, 0.68), (0.25, 0.9), (0.35, 0.95)), ((0, 1), (0, 0.4), (0.5, 1))),
        wall=between(chance, ((0, 0.17), (0, 0.6), (0.15, 0.9))),
        rim=_mostly(chance, 0.7, ((0, 0.2), (0, 0.5), (0.05, 0.45)), ((0, 0.3), (0, 0.5), (0.6, 1))),
        border=between(chance, ((0, 1), (0, 0.4), (0, 1))),
        roofs=tuple(
            _mostly(chance, 0.75, ((0, 0.12), (0.2, 0.9), (0.25, 0.9)), ((0, 1), (0.2, 0.9), (0.25, 0.9)))
            for _ in range(chance.integers(1, 5))
        ),
        trees=tuple(
            _mostly(chance, 0.85, ((0.15, 0.45), (0.2, 0.9), (0.12, 0.6)), ((0, 1), (0, 0.6), (0.2, 0.95)))
            for _ in range(3)
        ),
        shield=_mostly(chance, 0.75, ((0.52, 0.7), (0.45, 1), (0.35, 0.95)), ((0, 1), (0.3, 1), (0.3, 1))),
        blazon=_mostly(chance, 0.7, ((0, 1), (0, 0.5), (0.7, 1)), ((0.1, 0.16), (0.5, 1), (0.6, 1))),
        cloister=between(chance, ((0, 0.2), (0, 0.4), (0.6, 1))),
        cloister_roof=_mostly(
            chance, 0.7, ((0, 0.1), (0.2, 0.9), (0.3, 0.85)), ((0, 1), (0.2, 0.9), (0.3, 0.85))
        ),
    )


def _mostly(chance: Generator, share: float, usual: Bounds, else_: Bounds) -> Colour:
    return between(chance, usual if chance.random() < share else else_)


def _field(chance: Generator) -> Colour:
    kind = chance.random()
    if kind < GREEN_FIELDS:
        return between(chance, ((0.18, 0.42), (0.25, 0.85), (0.3, 0.85)))
    if kind < GREEN_FIELDS + SNOWY_FIELDS:
        return between(chance, ((0, 1), (0, 0.15), (0.75, 1)))
    if kind < GREEN_FIELDS + SNOWY_FIELDS + SANDY_FIELDS:
        return between(chance, ((0.07, 0.17), (0.2, 0.7), (0.5, 0.95)))
    return between(chance, ((0, 1), (0.1, 0.8), (0.25, 0.95)))


def _city(chance: Generator) -> Colour:
    kind = chance.random()
    if kind < 0.75:
        return between(chance, ((0.02, 0.14), (0.2, 0.75), (0.3, 0.9)))
    return _mostly(chance, 0.6, ((0, 1), (0, 0.2), (0.3, 0.9)), ((0, 1), (0.1, 0.8), (0.25, 0.95)))


def _road(chance: Generator) -> Colour:
    kind = chance.random()
    if kind < 0.6:
        return between(chance, ((0.05, 0.2), (0, 0.35), (0.75, 1)))
    return _mostly(chance, 0.6, ((0.03, 0.13), (0.2, 0.6), (0.45, 0.8)), ((0, 1), (0, 0.15), (0.4, 0.9)))


def _apart(chance: Generator, ground: Colour, made: Callable[[Generator], Colour]) -> Colour:
    """Make a colour up until it differs from the ground beside it."""
    while np.linalg.norm((found := made(chance)) - ground) < LEAST_APART:
        pass
    return found


def _walls(chance: Generator) -> Walls:
    return Walls(
        depth=chance.uniform(0.18, 0.38),
        inset=max(0.0, chance.uniform(-0.1, 0.18)),
        squareness=chance.uniform(0, 1),
        waist=chance.uniform(0.12, 0.3),
        mouth=chance.uniform(0.14, 0.32),
        diagonal=chance.uniform(-0.16, 0.16),
        width=chance.uniform(0.012, 0.06),
        is_outlined=chance.random() < 0.6,
        is_dashed=chance.random() < 0.25,
        towers=int(chance.integers(3, 9)) * int(chance.random() < 0.6),
        tower_radius=chance.uniform(0.02, 0.045),
    )


def _ways(chance: Generator) -> Ways:
    has_rim = chance.random() < 0.7
    return Ways(
        road=chance.uniform(0.04, 0.13),
        road_rim=chance.uniform(0.008, 0.03) * has_rim,
        river=chance.uniform(0.1, 0.22),
        river_rim=chance.uniform(0.01, 0.03) * (chance.random() < 0.7),
        wave=chance.uniform(0, 0.6),
        is_under_cities=chance.random() < 0.5,
        end=int(chance.integers(0, 4)),
    )


def _decoration(chance: Generator) -> Decoration:
    return Decoration(
        field_grain=chance.uniform(0, (14, 12, 10)),
        city_grain=chance.uniform(0, (16, 14, 10)),
        houses=chance.random() ** 1.3 * 26,
        house_size=chance.uniform(0.035, 0.085),
        is_house_outlined=chance.random() < 0.6,
        is_roof_ridged=chance.random() < 0.7,
        trees=chance.random() ** 2 * 14,
        tree_radius=chance.uniform(0.015, 0.05),
        farms=chance.random() ** 2 * 1.2,
        specks=chance.random() ** 2 * 6,
    )


def _signs(chance: Generator) -> Signs:
    aside = chance.spawn(1)[0]  # so that boxes are as they were before these were drawn
    return Signs(
        shield=int(chance.integers(0, 6)),
        shield_radius=chance.uniform(0.05, 0.095),
        has_shield_rim=chance.random() < 0.7,
        is_shield_inked=aside.random() < 0.4,
        in_corners=aside.random() < 0.4,
        cloister=int(chance.integers(0, 4)),
        cloister_radius=chance.uniform(0.13, 0.25),
        has_cloister_ground=chance.random() < 0.5,
        garden=int(chance.integers(0, 3)),
    )
