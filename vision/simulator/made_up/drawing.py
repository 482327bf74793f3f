"""A face drawn in the style of a made-up box."""

from typing import NamedTuple

import cv2
import numpy as np
from numpy.random import Generator

from scoring.games.carcassonne.land.catalogue import Face
from vision.reader import Image
from vision.simulator.made_up.canvas import (
    SIDE_PX,
    Brush,
    Mask,
    Points,
    area,
    blank,
    ellipse,
    grain,
    line,
    places_in,
    stamp,
    trembled,
)
from vision.simulator.made_up.layout import City, Layout, lay_out
from vision.simulator.made_up.styles import Colour, TileStyle, any_colour, colour

_SHIELD = np.array([[-1, -1.1], [1, -1.1], [1, 0.1], [0.7, 0.7], [0, 1.25], [-0.7, 0.7], [-1, 0.1]]) * [
    0.85,
    1,
]
_SHIELDS = (
    _SHIELD,
    _SHIELD,
    _SHIELD,
    np.array([[-0.9, -0.9], [0.9, -0.9], [0.9, 0.9], [-0.9, 0.9]]),
    np.stack([np.cos(np.linspace(0, 6.28, 14)), np.sin(np.linspace(0, 6.28, 14))], axis=1),
    np.array([[0, -1.2], [1, 0], [0, 1.2], [-1, 0]]),
)
TileBrush = Brush[TileStyle]
_QUARTERED, _STRIPED = (1, 3), 2
_OUTMOST_OF = 12
"""Of so many places by chance the outmost is in a corner, more or less."""
_INK = 0.12
_CLEAR = 0.17
"""No house stands nearer to a shield."""


class Shield(NamedTuple):
    """Where a shield is drawn: its middle, 0 to 1, and its radius, in tiles."""

    middle: Points
    radius: float


class Drawing(NamedTuple):
    """A drawn face.

    Attributes:
        image: (96, 96, 3) blue, green and red.
        shield: Where it has one.
    """

    image: Image
    shield: Shield | None


def draw_face(face: Face, style: TileStyle, chance: Generator, *, garden: bool = False) -> Image:
    """Draw a face as it lies in the catalogue; no two drawings are the same.

    Args:
        face: The face.
        style: The box.
        chance: For what differs from tile to tile.
        garden: Whether to draw one.

    Returns:
        (96, 96, 3) blue, green and red.
    """
    return draw(face, style, chance, garden=garden).image


def draw(face: Face, style: TileStyle, chance: Generator, *, garden: bool = False) -> Drawing:
    """Draw a face and tell where its shield is; see ``draw_face``."""
    plan = lay_out(face, style, chance)
    cities = [_covered(each) for each in plan.cities]
    painting = np.asarray(style.palette.field + grain(chance, style.decoration.field_grain), np.float32)
    free = _free(plan, cities, style)
    brush = TileBrush(painting, style, chance)
    _decorate_fields(brush, free)
    _paint_water(brush, plan)
    if style.ways.is_under_cities:
        _paint_roads(brush, plan)
    places = [_paint_city(brush, city, covered) for city, covered in zip(plan.cities, cities, strict=True)]
    if not style.ways.is_under_cities:
        _paint_roads(brush, plan)
    if plan.junction is not None:
        _paint_junction(brush, plan.junction)
    if plan.cloister is not None:
        _paint_cloister(brush, plan.cloister)
    for at in places_in(chance, _clear_of_edges(free), int(garden), 0.1):
        _paint_garden(brush, at)
    shields = [_paint_shield(brush, place) for place in places if place is not None]
    return Drawing(_finished(brush), next(iter(shields), None))


def _covered(city: City) -> Mask:
    mask = area(city.land)
    for cut in city.cuts:
        mask = np.asarray(cv2.subtract(mask, area(cut)), np.uint8)
    return mask


def _free(plan: Layout, cities: list[Mask], style: TileStyle) -> Mask:
    """Mask the fields, clear of everything that is drawn over them."""
    busy = blank()
    for city in (
        *cities,
        *(line(road, style.ways.road * 1.4) for road in plan.roads),
        *(line(river, style.ways.river) for river in plan.rivers),
    ):
        busy = np.maximum(busy, city)
    if plan.cloister is not None:
        radius = style.signs.cloister_radius * 1.2
        busy = np.maximum(busy, ellipse(plan.cloister, radius, radius))
    return np.asarray(255 - busy, np.uint8)


def _clear_of_edges(mask: Mask) -> Mask:
    """Leave out the tile's own edges, which signs keep away from as from any other border."""
    inner = blank()
    inner[1:-1, 1:-1] = mask[1:-1, 1:-1]
    return inner


def _finished(brush: TileBrush) -> Image:
    _, style, chance = brush
    painting = trembled(chance, brush.painting, style.tremble)
    if style.softness > 0.2:
        painting = np.asarray(cv2.GaussianBlur(painting, (0, 0), style.softness), np.float32)
    edge_px = round(style.border * SIDE_PX)
    if edge_px:
        rim = np.full((SIDE_PX, SIDE_PX), 255, np.uint8)
        rim[edge_px:-edge_px, edge_px:-edge_px] = 0
        stamp(painting, rim, style.palette.border, 0.8)
    return np.asarray(np.clip(painting, 0, 255), np.uint8)


# --- fields, water, roads --------------------------------------------------------------------------


def _decorate_fields(brush: TileBrush, free: Mask) -> None:
    _, style, chance = brush
    extras = style.decoration
    for at in places_in(chance, free, chance.poisson(extras.specks), 0.02):
        brush.disc(at, chance.uniform(0.006, 0.02), any_colour(chance))
    for at in places_in(chance, free, chance.poisson(extras.trees), 0.01):
        _paint_tree(brush, at)
    for at in places_in(chance, free, chance.poisson(extras.farms), 0.05):
        _paint_house(brush, at, extras.house_size * chance.uniform(0.8, 1.2))


def _paint_tree(brush: TileBrush, at: Points) -> None:
    _, style, chance = brush
    radius = style.decoration.tree_radius * chance.uniform(0.6, 1.5)
    leaves = style.palette.trees[chance.integers(3)]
    brush.disc(at, radius, leaves * chance.uniform(0.7, 1.2))
    brush.disc(at + style.light * radius * 0.3, radius * 0.5, np.minimum(leaves * 1.5, 255), 0.6)


def _paint_house(brush: TileBrush, at: Points, size: float) -> None:
    _, style, chance = brush
    angle = chance.uniform(0, np.pi) if chance.random() < 0.6 else chance.choice([0, np.pi / 2])
    wide, high = size * chance.uniform(0.7, 1.2), size * chance.uniform(0.5, 1)
    across = np.array([np.cos(angle), np.sin(angle)])
    down = np.array([-across[1], across[0]])
    walls = np.array(
        [at + across * wide * x + down * high * y for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    )
    roof = style.palette.roofs[chance.integers(len(style.palette.roofs))] * chance.uniform(0.8, 1.15)
    if chance.random() < 0.5:
        brush.spot(walls + np.array([0.012, 0.015]), np.full(3, 25.0))
    if style.decoration.is_house_outlined:
        brush.spot(at + (walls - at) * 1.2, roof * 0.3)
    brush.spot(walls, np.minimum(roof, 255))
    if style.decoration.is_roof_ridged:
        half = np.array([walls[0], walls[1], (walls[1] + walls[2]) / 2, (walls[0] + walls[3]) / 2])
        brush.spot(half, np.minimum(roof * chance.uniform(0.55, 0.85), 255))


def _paint_water(brush: TileBrush, plan: Layout) -> None:
    _, style, chance = brush
    ways, palette = style.ways, style.palette
    for river in plan.rivers:
        if ways.river_rim:
            brush.stamp(line(river, ways.river + 2 * ways.river_rim), palette.rim)
        brush.stamp(line(river, ways.river), palette.water)
        for _ in range(chance.integers(0, 4)):
            ripple = river + chance.uniform(-0.3, 0.3, 2) * ways.river
            brush.stamp(line(ripple, 0.012), np.minimum(palette.water * 1.3, 255), 0.5)
    if plan.pond is not None:
        brush.stamp(ellipse(plan.pond, chance.uniform(0.1, 0.24), chance.uniform(0.08, 0.2)), palette.water)


def _paint_roads(brush: TileBrush, plan: Layout) -> None:
    style = brush.style
    ways = style.ways
    for road in plan.roads if ways.road_rim else ():
        brush.stamp(line(road, ways.road + 2 * ways.road_rim), style.palette.rim)
    for road in plan.roads:
        brush.stamp(line(road, ways.road), style.palette.road)


def _paint_junction(brush: TileBrush, at: Points) -> None:
    """Paint what stands where roads end: houses, a square, one large house or trees."""
    _, style, chance = brush
    size = style.decoration.house_size
    if style.ways.end == 0:
        for place in at + chance.normal(0, 0.06, (chance.integers(3, 8), 2)):
            _paint_house(brush, place, size)
    elif style.ways.end == 1:
        radius = chance.uniform(0.06, 0.12)
        brush.stamp(ellipse(at, radius, radius), style.palette.road * 0.8)
        if chance.random() < 0.6:
            _paint_house(brush, at, size)
    elif style.ways.end == 2:
        _paint_house(brush, at, size * 1.4)
    else:
        for place in at + chance.normal(0, 0.05, (chance.integers(2, 5), 2)):
            _paint_tree(brush, place)


# --- cities, cloisters, gardens, shields -----------------------------------------------------------


def _paint_city(brush: TileBrush, city: City, covered: Mask) -> Points | None:
    """Paint a city and choose where its shield goes, if it has one."""
    _, style, chance = brush
    ground = np.asarray(style.palette.city + grain(chance, style.decoration.city_grain), np.float32)
    brush.stamp(covered, ground)
    shield = _place_of_shield(covered, style, chance) if city.has_shield else None
    number = chance.poisson(style.decoration.houses * float((covered > 127).mean()) * 2)
    for at in places_in(chance, covered, number, 0.035):
        if shield is None or np.linalg.norm(at - shield) > _CLEAR:
            _paint_house(brush, at, style.decoration.house_size)
    for wall in city.walls:
        _paint_wall(brush, wall)
    return shield


def _place_of_shield(covered: Mask, style: TileStyle, chance: Generator) -> Points:
    room, signs = _clear_of_edges(covered), style.signs
    ways = ((signs.shield_radius, _OUTMOST_OF),) if signs.in_corners else ()
    for margin, number in (*ways, (0.1, 1), (0.06, 1), (0.0, 1)):
        places = places_in(chance, room, number, margin)
        if len(places):
            return np.asarray(places[np.linalg.norm(places - 0.5, axis=1).argmax()])
    return np.array([0.5, 0.12])


def _paint_wall(brush: TileBrush, wall: Points) -> None:
    style = brush.style
    walls, stone = style.walls, style.palette.wall
    if walls.is_outlined:
        brush.stamp(line(wall, walls.width + 0.02), stone * 0.35)
    pieces = [wall[i : i + 2] for i in range(0, len(wall) - 1, 2)] if walls.is_dashed else [wall]
    for piece in pieces:
        brush.stamp(line(piece, walls.width), stone)
    for index in np.linspace(0, len(wall) - 1, walls.towers).round().astype(int):
        brush.disc(wall[index], walls.tower_radius, stone * 0.8)


def _paint_block(
    brush: TileBrush, middle: Points, half: tuple[float, float], wall: Colour, roof: Colour
) -> None:
    """Paint a building seen a little from the south: its wall below its two-sided roof."""
    wide, high = half
    walls = np.array([[-wide, -high], [wide, -high], [wide, high], [-wide, high]]) + middle
    brush.spot(walls + np.array([0.02, 0.03]), np.full(3, 30.0))
    brush.spot(walls, wall)
    top = walls - np.array([[0, 0], [0, 0], [0, high * 0.5], [0, high * 0.5]])
    brush.spot(top, roof)
    brush.spot(np.array([top[0], top[1], (top[1] + top[2]) / 2, (top[0] + top[3]) / 2]), roof * 0.75)


_BLOCKS = (
    ((0, 0, 0.9, 0.5), (-0.5, -0.3, 0.3, 0.8)),
    ((0, -0.7, 0.9, 0.25), (0, 0.7, 0.9, 0.25), (-0.7, 0, 0.25, 0.6), (0.7, 0, 0.25, 0.6)),
    ((0, 0, 0.45, 0.95), (0, 0.1, 0.9, 0.35)),
    ((0.2, 0.2, 0.7, 0.6), (-0.4, -0.5, 0.25, 0.5)),
)
"""Cloisters put together of blocks: middle and half sides, in radii."""


def _paint_cloister(brush: TileBrush, at: Points) -> None:
    _, style, chance = brush
    signs, palette = style.signs, style.palette
    radius = signs.cloister_radius
    if signs.has_cloister_ground:
        ground = np.asarray(cv2.GaussianBlur(ellipse(at, radius * 1.5, radius * 1.5), (0, 0), 2), np.uint8)
        brush.stamp(ground, palette.road * chance.uniform(0.7, 1))
    for x, y, wide, high in _BLOCKS[signs.cloister]:
        shade = chance.uniform(0.9, 1.05)
        _paint_block(
            brush,
            at + np.array([x, y]) * radius,
            (wide * radius, high * radius),
            palette.cloister,
            palette.cloister_roof * shade,
        )
    if chance.random() < 0.5:
        cross = at + chance.uniform(-0.3, 0.3, 2) * radius
        dark = palette.cloister * 0.4
        brush.stamp(line(cross + radius * np.array([[0, -0.5], [0, 0.2]]), 0.02), dark)
        bar = radius * np.array([0.2, 0.25])
        brush.stamp(line(cross + bar * np.array([[-1, -1], [1, -1]]), 0.02), dark)


def _paint_garden(brush: TileBrush, at: Points) -> None:
    """Paint flowers in a hedge: round, square, or beds by a path."""
    _, style, chance = brush
    radius = chance.uniform(0.09, 0.15)
    hedge, kind = style.palette.trees[0], style.signs.garden
    square = at + np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * radius
    if kind == 0:
        brush.stamp(ellipse(at, radius, radius), hedge)
    else:
        brush.spot(square, hedge)
    if kind == 2:
        brush.stamp(line(at + radius * np.array([[-1, 0], [1, 0]]), 0.025), style.palette.road)
        brush.stamp(line(at + radius * np.array([[0, -1], [0, 1]]), 0.025), style.palette.road)
    for _ in range(chance.integers(8, 24)):
        flower = colour(chance.random(), chance.uniform(0.4, 1), chance.uniform(0.6, 1))
        brush.disc(at + np.clip(chance.normal(0, 0.45, 2), -0.9, 0.9) * radius, 0.014, flower)


def _paint_shield(brush: TileBrush, at: Points) -> Shield:
    _, style, chance = brush
    signs, palette = style.signs, style.palette
    angle = chance.normal(0, 0.15) + (chance.integers(0, 4) * np.pi / 2 if chance.random() < 0.4 else 0)
    cos, sin = np.cos(angle), np.sin(angle)
    radius = signs.shield_radius * chance.uniform(0.9, 1.1)
    outline = _SHIELDS[signs.shield] @ np.array([[cos, sin], [-sin, cos]]) * radius
    if signs.is_shield_inked:
        brush.spot(at + outline * (1.22 + 0.2 * signs.has_shield_rim), palette.shield * _INK)
    if signs.has_shield_rim:
        brush.spot(at + outline * 1.22, palette.blazon)
    brush.spot(at + outline, palette.shield)
    inside = area(at + outline)
    if signs.shield in _QUARTERED:
        quarters = blank()
        x, y = np.round(at * SIDE_PX).astype(int)
        quarters[:y, x:] = quarters[y:, :x] = 255
        brush.stamp(np.minimum(quarters, inside), palette.blazon)
    elif signs.shield == _STRIPED or chance.random() < 0.3:
        stripe = line(at + np.array([[-0.1, -0.1], [0.1, 0.1]]), 0.03)
        brush.stamp(np.minimum(stripe, inside), palette.blazon)
    return Shield(at, radius)
