"""Draws one field in flat colours, around its own middle: five terrains and what is printed on them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from math import cos, hypot, pi, sin
from random import Random
from types import MappingProxyType

from scoring.games.cornwall.drawing.scenery import (
    boulder,
    chapel,
    cottage_sign,
    fir,
    flag,
    flower,
    house,
    inked,
    oak,
    peak,
    ring,
    tuft,
    wall_line,
)
from scoring.games.cornwall.land.fields import Field
from scoring.games.cornwall.land.hexes import PITCH_MM, corners_mm
from scoring.picture import Point, Shape

GROUND: Mapping[str, str] = MappingProxyType(
    {
        "moor": "#7a5b66",
        "moor_lit": "#92707a",
        "moor_shade": "#644853",
        "heather": "#b98abf",
        "reed": "#c3ad7d",
        "pool": "#3f5f7d",
        "pool_lit": "#8fb2cc",
        "forest": "#2c5537",
        "forest_lit": "#38653f",
        "fir": "#2f7a45",
        "fir_lit": "#57a05f",
        "fir_shade": "#205c36",
        "oak": "#4f9447",
        "oak_lit": "#7ab85f",
        "trunk": "#54391f",
        "mountain": "#9a9ca3",
        "mountain_lit": "#aeb0b6",
        "rock": "#8a8d96",
        "rock_lit": "#c2c4c9",
        "rock_shade": "#5f636d",
        "snow": "#fdfdfb",
        "village": "#dfc48f",
        "village_lit": "#ead5a9",
        "roof": "#c4452f",
        "roof_shade": "#a33a35",
        "wall": "#f6ead0",
        "pane": "#6fa3c4",
        "meadow": "#8fc843",
        "meadow_lit": "#a6d75f",
        "meadow_shade": "#76b136",
        "petal_white": "#ffffff",
        "petal_red": "#e8506a",
        "petal_blue": "#5b78d8",
        "pollen": "#f7cf3c",
        "flag": "#d4202c",
        "slate": "#4d5b78",
        "thatch": "#b9812f",
        "door": "#7a3b23",
        "halo": "#fffaf0",
        "ink": "#2a211b",
        "seam": "#3d342a",
    }
)
"""The colours of fields and of what is printed on them."""

INNER_MM = PITCH_MM / 2
"""From a field's middle to its sides."""
SYMBOL_MM = 12.5
"""How high a printed symbol is drawn."""
SYMBOL_AT_MM = -4.0
"""Where symbols stand, below a field's middle; figures stand on the southern half."""

_Taken = Sequence[tuple[Point, float]]


@cache
def field_shapes(field: Field, variant: int = 0) -> tuple[Shape, ...]:
    """Draw a field around its own middle, back to front.

    Args:
        variant: Grows the same land otherwise, so that neighbours do not look alike.
    """
    chance = Random(f"{field.terrain} {'.'.join(field.symbols)} {variant}")
    spots = _symbol_spots(field)
    taken = [((x, y - SYMBOL_MM / 2), 7.5) for x, y in spots]
    return (
        Shape(corners_mm((0, 0)), field.terrain),
        *_LANDS[field.terrain](chance, taken),
        *(shape for symbol, at in zip(field.symbols, spots, strict=True) for shape in _SIGNS[symbol](at)),
    )


def _symbol_spots(field: Field) -> tuple[Point, ...]:
    """Say where a field's symbols touch the ground: side by side in its northern half."""
    count = len(field.symbols)
    apart = 14.0 if count < 3 else 11.0
    return tuple(((k - (count - 1) / 2) * apart, SYMBOL_AT_MM + (count > 1) * 3.0) for k in range(count))


def symbol_spot(field: Field, symbol: str) -> Point:
    """Say where a printed symbol touches the ground, from its field's middle."""
    return _symbol_spots(field)[field.symbols.index(symbol)]


def _inside(at: Point, brink_mm: float) -> bool:
    """Tell whether a point lies in the field, so far from its sides at least."""
    x, y = at
    reach = INNER_MM - brink_mm
    return all(abs(x * cos(k * pi / 3) + y * sin(k * pi / 3)) <= reach for k in range(3))


def _scatter(
    chance: Random, count: int, apart_mm: float, brink_mm: float, taken: _Taken = (), tries: int = 60
) -> list[Point]:
    """Scatter points over the field, apart from each other and from what is taken, north first.

    Args:
        brink_mm: How far from the field's sides they stay; half the size of what is to stand there.
    """
    found: list[Point] = []
    for _ in range(tries * count):
        at = (chance.uniform(-INNER_MM, INNER_MM), chance.uniform(-1.2 * INNER_MM, 1.2 * INNER_MM))
        free = all(hypot(at[0] - x, at[1] - y) > apart_mm for x, y in found)
        clear = all(hypot(at[0] - x, at[1] - y) > reach for (x, y), reach in taken)
        if len(found) < count and free and clear and _inside(at, brink_mm):
            found.append(at)
    return sorted(found, key=lambda at: at[1])


def _patches(chance: Random, colour: str, count: int, half_mm: float) -> Iterator[Shape]:
    for at in _scatter(chance, count, 1.6 * half_mm, half_mm + 0.8):
        yield Shape(ring(at, half_mm * chance.uniform(0.8, 1.0), half_mm * chance.uniform(0.5, 0.7)), colour)


def _moor(chance: Random, taken: _Taken) -> Iterator[Shape]:
    """Let pools stand and heather grow."""
    yield from _patches(chance, "moor_shade", 4, 6.0)
    yield from _patches(chance, "moor_lit", 4, 5.0)
    pools = _scatter(chance, 3, 11.0, 7.5, taken)
    for x, y in pools:
        half = chance.uniform(4.6, 6.0)
        yield inked(ring((x, y), half, 0.5 * half, corners=12), "pool", 0.5)
        yield Shape(((x - 0.5 * half, y - 0.4), (x + 0.2 * half, y - 0.8)), stroke="pool_lit", stroke_mm=0.6)
    wet = [*taken, *((at, 6.6) for at in pools)]
    for at in _scatter(chance, 12, 4.2, 3.0, wet):
        yield tuft(at, 2.6, chance.choice(("reed", "heather", "heather")))


def _forest(chance: Random, taken: _Taken) -> Iterator[Shape]:
    """Fill the field with trees."""
    yield from _patches(chance, "forest_lit", 4, 5.0)
    for x, y in _scatter(chance, 20, 5.6, 5.4, [((x, y - 1.0), reach) for (x, y), reach in taken]):
        grow = oak if chance.random() < 0.3 else fir
        yield from grow((x, y + 3.8), chance.uniform(8.0, 9.2))


def _mountain(chance: Random, taken: _Taken) -> Iterator[Shape]:
    """Raise peaks, and let stones lie about."""
    yield from _patches(chance, "mountain_lit", 5, 5.5)
    peaks = _scatter(chance, 5, 8.6, 7.6, [((x, y), reach + 1.5) for (x, y), reach in taken])
    for x, y in peaks:
        yield from peak((x, y + 4.5), chance.uniform(9.0, 10.4))
    for at in _scatter(chance, 6, 4.0, 3.0, [*taken, *((at, 7.5) for at in peaks)]):
        yield boulder(at, chance.uniform(1.0, 1.7))


def _village(chance: Random, taken: _Taken) -> Iterator[Shape]:
    """Build houses round a square."""
    yield from _patches(chance, "village_lit", 5, 5.0)
    roofs = ("roof", "roof", "roof_shade")
    for x, y in _scatter(chance, 7, 9.2, 6.8, [((x, y), reach + 1.5) for (x, y), reach in taken], tries=120):
        yield from house((x, y + 3.4), chance.uniform(8.4, 9.4), chance.choice(roofs))


def _meadow(chance: Random, taken: _Taken) -> Iterator[Shape]:
    """Let flowers grow along a wall of dry stones."""
    yield from _patches(chance, "meadow_lit", 4, 6.0)
    yield from _patches(chance, "meadow_shade", 3, 4.0)
    tilt = chance.uniform(-2.5, 2.5)
    height = chance.uniform(7.0, 11.0)
    yield from wall_line((-15.0, height + tilt), (15.0, height - tilt), 15)
    clear = [*taken, *(((x, height), 3.2) for x in range(-15, 16, 3))]
    for at in _scatter(chance, 13, 4.4, 2.6, clear):
        petals = chance.choice(("petal_white", "petal_white", "petal_red", "petal_blue"))
        yield from flower(at, 1.25, petals)
    for at in _scatter(chance, 6, 5.0, 3.0, clear):
        yield tuft(at, 2.2, "meadow_shade")


_LANDS: Mapping[str, Callable[[Random, _Taken], Iterator[Shape]]] = {
    "moor": _moor,
    "forest": _forest,
    "mountain": _mountain,
    "village": _village,
    "meadow": _meadow,
}
_SIGNS: Mapping[str, Callable[[Point], Iterator[Shape]]] = {
    "flag": lambda at: flag(at, SYMBOL_MM),
    "chapel": lambda at: chapel(at, SYMBOL_MM),
    "cottage": lambda at: cottage_sign(at, SYMBOL_MM),
}
