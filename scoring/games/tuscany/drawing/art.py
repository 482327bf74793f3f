"""Fields, tiles, tokens and wood in flat colours: our own drawings, told apart by shape as by colour."""

from collections.abc import Iterable, Mapping
from functools import cache

from scoring.games.tuscany.land.tiles import CROPS, FARM, HEX, KIND_OF, TOKENS, colour_of, crops_of
from scoring.geometry.hexes import corners_mm
from scoring.picture import Point, Shape, ring

PITCH_MM = 27.0
"""From the middle of a field to its neighbour's in our drawing; the rulebook does not say."""
PALETTE: Mapping[str, str] = {
    "dark_green": "#2f6b3c",
    "red_field": "#b8433a",
    "turquoise": "#3fa7a0",
    "light_green": "#9cc45a",
    "grey": "#8d9196",
    "orange": "#de8a35",
    "yellow_field": "#e8c94d",
    "beige": "#dcc7a0",
    "wood": "#3566c4",
    "line": "#2b2b2b",
    "faint": "#8a8478",
    "paper": "#f4efe3",
    "wine": "#7a2e63",
    "boar": "#5d4636",
    "olive": "#5c7030",
    "grain": "#c99a2e",
    "red": "#c03030",
    "blue": "#3050c0",
    "green": "#2f9040",
    "yellow": "#d0b020",
    "doubt": "#a05a00",
}
FIELD, TILE, PLACE, BONUS = "field", "tile", "place", "bonus"
"""Begin the names of symbols."""
_INNER = 0.86
"""So large is a tile beside its field."""


def fill_of(colour: str) -> str:
    """Name the palette's colour of a field; red and yellow are players' as well."""
    return f"{colour}_field" if f"{colour}_field" in PALETTE else colour


def hexagon(scale: float = 1.0) -> tuple[Point, ...]:
    """Draw a hexagon around (0, 0), as large as a field by default, with a flat side above."""
    return tuple((y * scale, -x * scale) for x, y in corners_mm((0, 0), PITCH_MM))


def _box(x: float, y: float, width: float, height: float) -> tuple[Point, ...]:
    return (x, y), (x + width, y), (x + width, y + height), (x, y + height)


def _castle() -> Iterable[Shape]:
    yield Shape(_box(-6, -1, 12, 7), "paper", "line", 0.4)
    for x in (-7.0, -1.5, 4.0):
        yield Shape(_box(x, -6, 3, 5), "paper", "line", 0.4)


def _city() -> Iterable[Shape]:
    for x, high in ((-7.0, 6.0), (-2.0, 11.0), (3.0, 8.0)):
        yield Shape(_box(x, 6 - high, 4, high), "paper", "line", 0.4)


def _estate() -> Iterable[Shape]:
    yield Shape(_box(-5, -1, 10, 7), "paper", "line", 0.4)
    yield Shape(((-7, -1), (0, -7), (7, -1)), "paper", "line", 0.4)


def _quarry() -> Iterable[Shape]:
    for x, y in ((-6.5, 1.0), (0.5, 1.0), (-3.0, -4.5)):
        yield Shape(_box(x, y, 6, 5), "paper", "line", 0.4)


def _village() -> Iterable[Shape]:
    for x in (-7.0, 0.5):
        yield Shape(_box(x, 0, 6, 5), "paper", "line", 0.4)
        yield Shape(((x - 0.5, 0), (x + 3, -4), (x + 6.5, 0)), "paper", "line", 0.4)


def _monastery() -> Iterable[Shape]:
    yield Shape(_box(-4, -2, 8, 8), "paper", "line", 0.4)
    yield Shape(((0, -8), (0, -2)), stroke="line", stroke_mm=1.0)
    yield Shape(((-2.2, -6), (2.2, -6)), stroke="line", stroke_mm=1.0)


def _carriage() -> Iterable[Shape]:
    yield Shape(_box(-7, -4, 14, 6), "paper", "line", 0.4)
    for x in (-4.0, 4.0):
        yield Shape(ring((x, 4), 2.4, corners=12), "paper", "line", 0.8)


def _goods(face: str) -> Iterable[Shape]:
    """Draw a farm's goods: a disc each in its colour, with as many strokes as its place in the alphabet."""
    crops = sorted(crops_of(face))
    for at, crop in enumerate(crops):
        x = (at - (len(crops) - 1) / 2) * 9
        yield Shape(ring((x, 0), 4, corners=14), crop, "line", 0.4)
        for stroke in range(CROPS.index(crop) + 1):
            y = 1.4 * stroke - 0.7 * CROPS.index(crop)
            yield Shape(((x - 2, y), (x + 2, y)), stroke="paper", stroke_mm=0.6)


_ICONS = {
    "castle": _castle,
    "city": _city,
    "estate": _estate,
    "quarry": _quarry,
    "village": _village,
    "monastery": _monastery,
    "carriage": _carriage,
}


@cache
def tile_shapes(face: str) -> tuple[Shape, ...]:
    """Draw a tile, a wooden hexagon, or the back of a tile that nobody has read, around its middle."""
    if face == HEX:
        return (Shape(hexagon(_INNER), "wood", "line", 0.6),)
    colour = colour_of(face)
    ground = Shape(hexagon(_INNER), fill_of(colour) if colour else "paper", "line", 0.8)
    kind = face.partition(":")[0]
    if kind == FARM:
        return (ground, *_goods(face))
    return (ground, *(_ICONS[kind]() if kind in _ICONS else ()))


@cache
def base_symbols() -> Mapping[str, tuple[Shape, ...]]:
    """Give what every picture may show: bare fields, an empty place, and the tokens."""
    fields = {
        f"{FIELD}_{colour}": (
            Shape(hexagon(), fill_of(colour), "line", 0.3),
            Shape(ring((0, 0), 2.2, corners=10), stroke="paper", stroke_mm=0.5),
        )
        for colour in KIND_OF
    }
    places = {
        PLACE: (Shape((*hexagon(_INNER), hexagon(_INNER)[0]), stroke="faint", stroke_mm=0.8),),
        "seat": (Shape(_box(-105, -2, 210, 4), "player"),),
    }
    tokens = {f"token_{token}": (*_token(token),) for token in TOKENS}
    bonuses = {
        f"{BONUS}_{colour}_{left}": (*_bonus(colour, left),) for colour in KIND_OF for left in range(3)
    }
    return {**fields, **places, **tokens, **bonuses}


def _bonus(colour: str, left: int) -> Iterable[Shape]:
    """Draw a colour's bonus: a dot for each that is left, and only its outline once all are gone."""
    outline = _box(-9, -5, 18, 10)
    if not left:
        yield Shape((*outline, outline[0]), stroke="faint", stroke_mm=0.5)
        return
    yield Shape(outline, fill_of(colour), "line", 0.5)
    for dot in range(left):
        yield Shape(ring((7.0 * (dot - (left - 1) / 2), 0), 2.2, corners=10), "paper", "line", 0.4)


def _token(token: str) -> Iterable[Shape]:
    """Draw a token: a square with what there is one more of."""
    yield Shape(_box(-8, -8, 16, 16), "paper", "line", 0.5)
    yield from _MORE[token]()


def _card() -> Iterable[Shape]:
    yield Shape(_box(-3.5, -5, 7, 10), "beige", "line", 0.5)


def _storage() -> Iterable[Shape]:
    yield Shape(hexagon(0.36), "grey", "line", 0.5)


def _marble() -> Iterable[Shape]:
    yield Shape(_box(-4.5, -3, 9, 7), "line", "line", 0.4)
    yield Shape(_box(-3.5, -4.5, 9, 7), "paper", "line", 0.5)


def _worker() -> Iterable[Shape]:
    yield Shape(((-4.5, 5.5), (-2, -1), (2, -1), (4.5, 5.5)), "orange", "line", 0.5)
    yield Shape(ring((0, -3), 2.4, corners=12), "orange", "line", 0.5)


def _yield() -> Iterable[Shape]:
    yield Shape(_box(-3.5, -5, 7, 10), "red_field", "line", 0.5)
    yield Shape(ring((0, 0), 2, corners=10), "paper", "line", 0.3)


_MORE = {"card": _card, "storage": _storage, "marble": _marble, "worker": _worker, "yield": _yield}
