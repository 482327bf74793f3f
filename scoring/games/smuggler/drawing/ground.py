"""The printed board of any box: sea and land, ways, places and their names, wheel, track and stocks."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from math import cos, dist, hypot, pi, sin
from random import Random

from scoring.games.smuggler.drawing.labels import BADGE_AWAY, BADGE_SHARE, NARROW, labels_of
from scoring.games.smuggler.drawing.layout import (
    SQUARE_MM,
    STEP_MM,
    WHEEL_SPACE_MM,
    BoardLayout,
    BoxKey,
    along,
    layout_of,
    length,
)
from scoring.games.smuggler.drawing.lettering import written
from scoring.games.smuggler.drawing.room import Box
from scoring.games.smuggler.drawing.style import BoardStyle, own_style
from scoring.games.smuggler.drawing.terrain import Ring, coast_of
from scoring.games.smuggler.land.box import SmugglerBox, TrackStep, is_water
from scoring.picture import Picture, Placed, Point, Shape, contains, ring

GROUND = "ground"
"""Names the symbol of all that is printed but for the places."""
MADE_UP = "Sample board, made up by tablekeeper"
_SURF_MM, _SHALLOW_MM = 5.0, 15.0
_WAVE = ((-5.0, 1.0), (-3.0, -1.0), (-1.0, 1.0), (1.0, -1.0), (3.0, 1.0), (5.0, -1.0))
_HILL = ((-4.0, 1.5), (-2.5, -0.8), (0.0, -1.6), (2.5, -0.8), (4.0, 1.5))


def draw_ground(box: SmugglerBox, style: BoardStyle | None = None) -> Picture:
    """Draw the bare board of a box.

    Args:
        box: Any; what nobody has placed lies where there is room.
        style: How it looks; our own look by default.

    Returns:
        The board from its upper left corner, in millimetres: the ground, then each place as a symbol of
        its own, in the order of the box.
    """
    return _own_ground(BoxKey(box)) if style is None else _ground(box, style)


@lru_cache(16)
def _own_ground(key: BoxKey) -> Picture:
    return _ground(key.box, own_style())


def _ground(box: SmugglerBox, style: BoardStyle) -> Picture:
    layout = layout_of(box)
    symbols = {GROUND: tuple(ground_shapes(box, layout, style))}
    placed = [Placed(GROUND, (0.0, 0.0))]
    for place, at in layout.at_mm.items():
        name = place_symbol(box, place)
        symbols[name] = symbols.get(name) or tuple(place_shapes(box, place, layout.spot_mm, style))
        placed.append(Placed(name, at))
    return Picture((0.0, 0.0, *layout.board_mm), style.palette, symbols, tuple(placed))


def ground_shapes(box: SmugglerBox, layout: BoardLayout, style: BoardStyle) -> Iterator[Shape]:
    """Draw all that is printed but for the places themselves, back to front."""
    width, height = layout.board_mm
    coast = coast_of(box, layout, style.coast)
    yield Shape(_box((0.0, 0.0, width, height)), "sea")
    yield from _sea(coast, layout, style)
    yield from (Shape(each, "land", "shore", 1.1) for each in coast)
    yield from _texture(style.land_texture, "hill", coast, layout, style, on_land=True)
    yield from _lanes(layout)
    yield from _roads(layout, style)
    yield from _wheel(layout, style)
    yield from _track(box, layout, style)
    for stock in layout.stock_mm.values():
        yield from _squares(stock, "merchant")
    if layout.house_mm:
        yield from _house(layout.house_mm, style)
    yield from _rose(layout.rose_mm, style)
    yield from _names(box, layout, style)
    if layout.notice_mm:
        yield from _notice(layout.notice_mm, style)
    yield _ring_of(_box((1.5, 1.5, width - 3, height - 3)), "shore", 3.0)


# --- sea, land and ways ----------------------------------------------------------------------------


def _sea(coast: Sequence[Ring], layout: BoardLayout, style: BoardStyle) -> Iterator[Shape]:
    yield from (Shape(each, "shallow", "shallow", 2 * _SHALLOW_MM) for each in coast)
    yield from _texture(style.sea_texture, "faint", coast, layout, style, on_land=False)
    yield from (Shape(each, "surf", "surf", 2 * _SURF_MM) for each in coast)


def _texture(
    kind: str, colour: str, coast: Sequence[Ring], layout: BoardLayout, style: BoardStyle, *, on_land: bool
) -> Iterator[Shape]:
    """Strew small marks over land or sea, each a little off its place in a grid."""
    if not kind:
        return
    chance = Random(style.coast.seed)
    step = style.texture_mm
    width, height = layout.board_mm
    for row in range(int(height // step) + 1):
        for column in range(int(width // step) + 1):
            x = (column + 0.5 + chance.uniform(-0.4, 0.4)) * step
            y = (row + 0.5 + chance.uniform(-0.4, 0.4)) * step
            is_inside = 6 < x < width - 6 and 6 < y < height - 6
            if is_inside and any(contains(each, (x, y)) for each in coast) == on_land:
                yield _mark(kind, colour, (round(x, 1), round(y, 1)))


def _mark(kind: str, colour: str, at: Point) -> Shape:
    x, y = at
    if kind == "waves":
        return Shape(tuple((x + dx, y + dy) for dx, dy in _WAVE), stroke=colour, stroke_mm=0.7)
    if kind == "dots":
        return Shape(ring(at, 1.1, corners=6), colour)
    return Shape(tuple((x + dx, y + dy) for dx, dy in _HILL), stroke=colour, stroke_mm=0.9)


def _roads(layout: BoardLayout, style: BoardStyle) -> Iterator[Shape]:
    yield from (Shape(line, stroke="verge", stroke_mm=style.road_mm + 1.8) for line in layout.roads.values())
    yield from (Shape(line, stroke="road", stroke_mm=style.road_mm) for line in layout.roads.values())


def _lanes(layout: BoardLayout) -> Iterator[Shape]:
    """Draw lanes as dashes."""
    for line in layout.lanes.values():
        long, at = length(line), layout.spot_mm + 1.5
        while at < long - layout.spot_mm - 3:
            yield Shape(
                (_tenth(along(line, at)), _tenth(along(line, min(at + 5.0, long)))),
                stroke="lane",
                stroke_mm=1.5,
            )
            at += 9.0


def _tenth(at: Point) -> Point:
    return round(at[0], 1), round(at[1], 1)


def _names(box: SmugglerBox, layout: BoardLayout, style: BoardStyle) -> Iterator[Shape]:
    if style.label_mm:
        for place, label in labels_of(box, layout, style.label_mm).items():
            if (style.has_plates and not is_water(box.places[place])) or box.places[place].number:
                yield Shape(_box(label.box_mm), "plate", "shore", 0.3)
            yield from written(label.text, label.middle_mm, label.high_mm, "ink", style.bold, NARROW)


# --- places ----------------------------------------------------------------------------------------


def place_symbol(box: SmugglerBox, place: str) -> str:
    """Name the symbol of a place: all of a kind with the same number look alike."""
    facts = box.places[place]
    return f"place_{facts.kind}{'_' if facts.number else ''}{facts.number or ''}"


def place_shapes(box: SmugglerBox, place: str, spot_mm: float, style: BoardStyle) -> Iterator[Shape]:
    """Draw a place around its middle, and its number where it has one."""
    facts = box.places[place]
    wide = spot_mm * style.spot_share
    yield from _cove(wide, style) if facts.kind == "cove" else _plain(facts.kind, wide, style)
    if facts.number:
        yield from _badge(facts.number, spot_mm, facts.kind)


def _badge(number: int, spot_mm: float, kind: str) -> Iterator[Shape]:
    away, wide = -BADGE_AWAY * spot_mm, BADGE_SHARE * spot_mm
    yield Shape(ring((away, away), wide, corners=18), "town" if kind == "town" else "port", "plate", 0.9)
    yield from written(str(number), (away, away), 1.3 * wide, "plate", 0.18, 0.9)


def _cove(wide: float, style: BoardStyle) -> Iterator[Shape]:
    yield Shape(_outline(style.spot, wide), "cove")
    for corner in ring((0, 0), wide - 0.6, corners=14):
        yield Shape(ring(corner, 0.13 * wide, corners=8), "ink")


def _plain(kind: str, wide: float, style: BoardStyle) -> Iterator[Shape]:
    fill = {"sea": "surf", "merchant": "spot"}.get(kind, "spot")
    stroke = {"sea": "lane", "town": "town", "merchant": "merchant"}.get(kind, "shore")
    stroke = "port" if kind in {"port", "scilly"} else stroke
    yield Shape(_outline(style.spot, wide), fill, stroke, 1.6 if kind in {"village", "land"} else 2.4)
    yield from _sign(kind, wide, stroke)


def _outline(look: str, wide: float) -> tuple[Point, ...]:
    if look == "square":
        return _box((-0.9 * wide, -0.9 * wide, 1.8 * wide, 1.8 * wide))
    return ring((0, 0), wide, corners=8 if look == "eight" else 24)


def _sign(kind: str, wide: float, stroke: str) -> Iterator[Shape]:
    """Draw what a kind of place has in its middle: an anchor, a sail, a house; nothing for most."""
    unit = wide / 10
    if kind in {"port", "scilly"}:
        lines = (
            ((0, -4), (0, 5)),
            ((-2, -2), (2, -2)),
            ((-4.5, 1.5), (-3, 4.2), (0, 5.3), (3, 4.2), (4.5, 1.5)),
        )
        for line in lines:
            yield Shape(_scaled(line, unit), stroke=stroke, stroke_mm=1.2 * unit)
        yield Shape(ring((0, -5.2 * unit), 1.3 * unit, corners=10), stroke=stroke, stroke_mm=1.0 * unit)
    elif kind == "merchant":
        yield Shape(_scaled(((-5.5, 2), (5.5, 2), (3.8, 5.5), (-3.8, 5.5)), unit), stroke)
        yield Shape(_scaled(((-0.4, -6.5), (-0.4, 1), (-5, 1)), unit), stroke)
        yield Shape(_scaled(((0.6, -5), (0.6, 1), (4.4, 1)), unit), stroke)
    elif kind == "town":
        yield Shape(_scaled(((-4, 4.5), (-4, -0.5), (0, -4.5), (4, -0.5), (4, 4.5)), unit), stroke)
        yield Shape(_scaled(((-1, 4.5), (-1, 1), (1, 1), (1, 4.5)), unit), "spot")


def _scaled(points: Iterable[Point], by: float) -> tuple[Point, ...]:
    return tuple((round(by * x, 2), round(by * y, 2)) for x, y in points)


# --- wheel, track, stocks --------------------------------------------------------------------------


def _wheel(layout: BoardLayout, style: BoardStyle) -> Iterator[Shape]:
    """Draw a ship's wheel whose handles hold the spaces."""
    spots = layout.wheel_mm
    if not spots:
        return
    middle = sum(x for x, _ in spots) / len(spots), sum(y for _, y in spots) / len(spots)
    wide = sum(dist(middle, spot) for spot in spots) / len(spots)
    for x, y in spots:
        out = 1 + (WHEEL_SPACE_MM + 5.0) / max(1.0, hypot(x - middle[0], y - middle[1]))
        handle = middle[0] + (x - middle[0]) * out, middle[1] + (y - middle[1]) * out
        yield Shape((middle, handle), stroke="shore", stroke_mm=5.0)
        yield Shape((middle, handle), stroke="wheel", stroke_mm=3.4)
    for extra, colour in ((1.2, "shore"), (0.0, "wheel")):
        yield _ring_of(ring(middle, wide, corners=48), colour, 8.0 + extra)
    yield Shape(ring(middle, 0.27 * wide, corners=24), "wheel", "shore", 0.8)
    for number, spot in enumerate(spots):
        yield Shape(ring(spot, WHEEL_SPACE_MM, corners=20), "spot" if number else "cove", "shore", 0.9)
        if number:
            yield from written(str(number), spot, 5.5, "shore", style.bold)
    yield from _arrow(middle, 0.5 * wide)
    first = spots[0]
    inward = 1 - (WHEEL_SPACE_MM + 5.5) / max(1.0, dist(middle, first))
    at = middle[0] + (first[0] - middle[0]) * inward, middle[1] + (first[1] - middle[1]) * inward
    yield Shape(_box((at[0] - 12, at[1] - 4, 24, 8)), "plate", "shore", 0.4)
    yield from written("START", at, 4.6, "ink", style.bold, 0.95)


def _arrow(middle: Point, wide: float) -> Iterator[Shape]:
    """Draw a bow that tells which way round."""
    angles = [pi * (0.55 + 0.9 * k / 10) for k in range(11)]
    bow = tuple(_tenth((middle[0] + wide * sin(a), middle[1] - wide * cos(a))) for a in angles)
    yield Shape(bow, stroke="ink", stroke_mm=1.2)
    (x, y), (before_x, before_y) = bow[-1], bow[-2]
    long = dist(bow[-1], bow[-2])
    ux, uy = (x - before_x) / long, (y - before_y) / long
    yield Shape(((x + 4 * ux, y + 4 * uy), (x - 2.2 * uy, y + 2.2 * ux), (x + 2.2 * uy, y - 2.2 * ux)), "ink")


def _track(box: SmugglerBox, layout: BoardLayout, style: BoardStyle) -> Iterator[Shape]:
    """Draw the customs track: on each step the level, the bribe in a coin, an officer where one comes."""
    steps = layout.track_mm
    if not steps:
        return
    yield Shape(steps, stroke="shore", stroke_mm=5.0)
    for at, step in zip(steps, box.track, strict=False):
        yield from _step(step, at, style)
    x, y = steps[-1]
    wide, high = STEP_MM
    yield Shape(_box((x - wide / 2 + 0.7, y - high / 2 + 0.7, wide - 1.4, high - 1.4)), "town", "shore", 0.8)
    yield from written("END", (x, y), 6.5, "plate", style.bold)


def _step(step: TrackStep, at: Point, style: BoardStyle) -> Iterator[Shape]:
    x, y = at
    wide, high = STEP_MM
    yield Shape(_box((x - wide / 2 + 0.7, y - high / 2 + 0.7, wide - 1.4, high - 1.4)), "track", "shore", 0.8)
    level = "?" if step.level is None else str(step.level)
    yield from written(level, (x - 5.0, y - 3.4), 11.5, "ink", 0.17, 0.9)
    coin = x + 5.4, y + 5.2
    yield Shape(ring(coin, 5.4, corners=20), "coin", "shore", 0.7)
    bribe = "?" if step.bribe is None else str(step.bribe)
    yield from written(bribe, coin, 6.4, "ink", 0.16, 0.9)
    if step.officer:
        yield from _officer((x + 6.3, y - 6.2))


def _officer(at: Point) -> Iterator[Shape]:
    """Draw a small man in a hat."""
    x, y = at
    yield Shape(((x - 3, y + 4), (x - 1.8, y - 0.5), (x + 1.8, y - 0.5), (x + 3, y + 4)), "black")
    yield Shape(ring((x, y - 1.6), 1.7, corners=10), "black")
    yield Shape(((x - 3.4, y - 2.2), (x, y - 4.4), (x + 3.4, y - 2.2)), "black")


def _squares(room: Box, colour: str) -> Iterator[Shape]:
    """Draw squares for goods within a frame."""
    x, y, width, height = room
    yield Shape(_box(room), "plate", colour, 1.6)
    columns, rows = round((width - 6) / SQUARE_MM), round((height - 6) / SQUARE_MM)
    for column in range(columns + 1):
        at = x + 3 + column * SQUARE_MM
        yield Shape(((at, y + 3), (at, y + 3 + rows * SQUARE_MM)), stroke="hill", stroke_mm=0.5)
    for row in range(rows + 1):
        at = y + 3 + row * SQUARE_MM
        yield Shape(((x + 3, at), (x + 3 + columns * SQUARE_MM, at)), stroke="hill", stroke_mm=0.5)


def _house(room: Box, style: BoardStyle) -> Iterator[Shape]:
    yield from _squares(room, "ink")
    x, y, width, height = room
    yield from written("CUSTOMS", (x + width / 2, y + height / 2 - 5), 6.5, "shore", style.bold, 0.9)
    yield from written("HOUSE", (x + width / 2, y + height / 2 + 5), 6.5, "shore", style.bold, 0.9)


def _rose(room: Box, style: BoardStyle) -> Iterator[Shape]:
    """Draw a compass rose; the board's upper edge is north."""
    x, y, width, height = room
    middle, wide = (x + width / 2, y + height / 2 + 3), 0.38 * min(width, height)
    yield _ring_of(ring(middle, 0.62 * wide, corners=24), "faint", 0.8)
    for at in (1, 3, 5, 7, 0, 2, 4, 6):
        long = wide * (0.62 if at % 2 else 1.0)
        for side, colour in ((-1, "faint"), (1, "shore")):
            a, b = pi * at / 4, pi * at / 4 + side * pi / 4
            tip = middle[0] + long * sin(a), middle[1] - long * cos(a)
            flank = middle[0] + 0.22 * wide * sin(b), middle[1] - 0.22 * wide * cos(b)
            yield Shape((middle, _tenth(tip), _tenth(flank)), colour)
    yield from written("N", (middle[0], middle[1] - wide - 4.5), 5.0, "shore", style.bold)


def _notice(room: Box, style: BoardStyle) -> Iterator[Shape]:
    x, y, width, height = room
    yield Shape(_box(room), "plate", "town", 0.8)
    yield from written(MADE_UP, (x + width / 2, y + height / 2), 5.6, "town", style.bold, NARROW)


# --- shapes ----------------------------------------------------------------------------------------


def _box(box: Box) -> tuple[Point, ...]:
    x, y, width, height = box
    return (x, y), (x + width, y), (x + width, y + height), (x, y + height)


def _ring_of(corners: tuple[Point, ...], stroke: str, stroke_mm: float) -> Shape:
    """Draw a closed line."""
    return Shape((*corners, corners[0], corners[1]), stroke=stroke, stroke_mm=stroke_mm)
