"""Everything that lies on a table of the game, as it may be printed: pieces, tiles, boards, tokens and cards.

Sizes are assumed, but for that of the cards, and the drawings are ours: the rulebook tells neither. Whoever
makes up another box hands in another ``Design``.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import cos, pi, sin
from typing import NamedTuple

from scoring.game import Cell, Player
from scoring.games.tuscany.drawing.art import PALETTE, fill_of, tile_shapes
from scoring.games.tuscany.engine.options import TRACK
from scoring.games.tuscany.land.box import YieldCard
from scoring.games.tuscany.land.tiles import CROPS, FARM, KIND_OF, TOKENS, colour_of, crops_of, read_face
from scoring.geometry.hexes import corners_mm, middle_mm
from scoring.picture import Picture, Placed, Point, Shape, around, ring

TILE_MM, FIELD_MM = 27.0, 28.0
"""Across the flats of a tile, and from the middle of a printed field to its neighbour's."""
TABLEAU_MM, CARD_MM = (150.0, 110.0), (44.0, 68.0)
PLAN_MM, TOKEN_MM, MARKER_MM, BONUS_MM, COUNTER_MM = 250.0, 22.0, 10.0, 25.0, 15.0
RINGS_MM: Mapping[str, float] = {"green": 114.0, "red": 97.0}
"""How far from the middle of the score plan the markers of each track go."""
STACKS_MM: tuple[Point, ...] = ((-56.0, -34.0), (-27.0, -34.0), (2.0, -34.0))
STORES_MM: tuple[Point, ...] = ((-56.0, -1.0), (-27.0, -1.0), (2.0, -1.0), (-41.5, 30.0), (-12.5, 30.0))
TOKENS_MM: tuple[Point, ...] = ((32.0, -24.0), (58.0, -24.0), (32.0, 1.0), (58.0, 1.0))
HEAPS_MM: Mapping[str, Point] = {"marble": (28.0, 27.0), "workers": (57.0, 27.0)}
MAT_MM, MAT_PITCH_MM = (136.0, 74.0), 32.0
GIVES = ("red", "green", "cards", "marble", "workers", "hex")
"""What yield cards give, in the order in which their names tell it."""

TOKEN, YIELD = "token", "yield"
"""What begins the names of pictures of tokens and yield cards."""
_GIVEN = re.compile(rf"({'|'.join(GIVES)})(\d{{1,2}})")

Corners = tuple[Point, ...]


class Component(NamedTuple):
    """A printed thing around its middle, and where it is cut."""

    picture: Picture
    outline_mm: Corners


class Design(NamedTuple):
    """How a box looks.

    Attributes:
        palette: Colours by name: those of ``art.PALETTE``, ``ground_COLOUR`` of bare fields, and boards.
        icons: By kind of tile, goods, token and thing that a card gives: shapes around (0, 0), 16 mm at most.
        motifs: By colour, what is printed on its bare fields besides their ground.
        line_mm: Around fields and tiles; 0 for none.
        numbered: Every so many steps of the tracks bear their number.
        is_round: Whether steps are round, and not sectors.
    """

    palette: Mapping[str, str]
    icons: Mapping[str, tuple[Shape, ...]]
    motifs: Mapping[str, tuple[Shape, ...]]
    line_mm: float = 0.6
    numbered: int = 5
    is_round: bool = True


def yield_name(card: YieldCard) -> str:
    """Name what a yield card shows.

    >>> yield_name(YieldCard(green=1, cards=2)), yield_name(YieldCard(hex=1))
    ('green1+cards2', 'hex1')
    """
    return "+".join(f"{what}{count}" for what in GIVES if (count := getattr(card, what)))


def read_print(face: str) -> str:
    """Read what a picture of a single thing shows: a tile as documents write it, a token, or a yield card.

    >>> read_print("farm:wine+boar"), read_print("token:marble"), read_print("yield:cards2+green1")
    ('farm:boar+wine', 'token:marble', 'yield:green1+cards2')

    Raises:
        UnreadableError: There is no such thing.
    """
    kind, _, name = face.partition(":")
    if kind == TOKEN and name in TOKENS:
        return face
    if kind == YIELD and (shows := yield_name(read_yield(name))):
        return f"{YIELD}:{shows}"
    return read_face(face)


def read_yield(name: str) -> YieldCard:
    """Read what a yield card shows by its name; a card that gives nothing where that is none.

    >>> read_yield("green1+cards2") == YieldCard(green=1, cards=2)
    True
    """
    return YieldCard(**{what: int(count) for what, count in _GIVEN.findall(name)})


def own_design() -> Design:
    """Give our own drawings, those of the pages."""
    kinds = {kind: tile_shapes(kind)[1:] for kind in KIND_OF.values() if kind != FARM}
    goods = {crop: tile_shapes(f"{FARM}:{crop}")[1:] for crop in CROPS}
    grounds = {f"ground_{colour}": _paler(PALETTE[fill_of(colour)]) for colour in KIND_OF}
    boards = {"board": "#d9c7a3", "board_line": "#8a6f45", "ring_green": "#8fae7d", "ring_red": "#c98d7f"}
    heaps = {"stone": "#e9e7e2", "worker": "#8a4f9e"}
    icons = {**kinds, **goods, **things()}
    mark = (Shape(ring((0, 0), 3.0, corners=12), stroke="white", stroke_mm=0.6),)
    return Design(
        {**PALETTE, **grounds, **boards, **heaps, "white": "#ffffff"}, icons, dict.fromkeys(KIND_OF, mark)
    )


def _paler(code: str) -> str:
    parts = (int(code[at : at + 2], 16) for at in (1, 3, 5))
    return "#{:02x}{:02x}{:02x}".format(*(round(0.72 * part + 0.28 * 238) for part in parts))


def things() -> dict[str, tuple[Shape, ...]]:
    """Draw what tokens and yield cards speak of: points, cards, marble, workers, wood, a storage space."""
    card = Shape(_box(-3.5, -5, 7, 10), "paper", "line", 0.5)
    return {
        "red": (Shape(ring((0, 0), 5), "red_field", "line", 0.5),),
        "green": (Shape(ring((0, 0), 5), "light_green", "line", 0.5),),
        "cards": (card, Shape(((-2, -2), (2, -2)), stroke="line", stroke_mm=0.8)),
        "marble": (
            Shape(((-5, 3), (-4, -3), (2, -5), (5, -1), (4, 4)), "stone", "line", 0.5),
            Shape(((-4, -3), (0, 0), (4, 4)), stroke="line", stroke_mm=0.4),
        ),
        "workers": (
            Shape(((-4, 6), (-3, -1), (3, -1), (4, 6)), "worker", "line", 0.5),
            Shape(ring((0, -4), 3, corners=12), "worker", "line", 0.5),
        ),
        "hex": (Shape(_hexagon(11.0), "wood", "line", 0.5),),
        "storage": (Shape(_hexagon(12.0), "paper", "line", 1.0),),
        "yield": (card, Shape(ring((0, 0), 2, corners=10), "orange", "line", 0.4)),
    }


_SPOKEN: Mapping[str, str] = {"card": "cards", "worker": "workers"}
"""Tokens that have another name than what they bring."""


# --- tiles and pieces ------------------------------------------------------------------------------


def tile(face: str, design: Design) -> Component:
    """Draw a tile: its colour's ground within a rim, and its icon, or those of a farm's goods."""
    colour = colour_of(face)
    fill = fill_of(colour) if colour else "paper"
    ground = (Shape(_hexagon(1.1 * TILE_MM), fill), _rim(fill, design))
    kind = face.partition(":")[0]
    goods = sorted(crops_of(face))
    if goods:
        apart = 4.8 * (len(goods) - 1)
        ways = [-apart, apart][: len(goods)]
        icons = [(crop, (way, 0.0)) for crop, way in zip(goods, ways, strict=True)]
    else:
        icons = [(kind, (0.0, 0.0))] if kind in design.icons else []
    return _component(ground, icons, _hexagon(TILE_MM), design)


def _rim(fill: str, design: Design) -> Shape:
    return Shape(_hexagon(TILE_MM - 2), fill, "line" if design.line_mm else "", design.line_mm)


def back(owner: str, design: Design) -> Component:
    """Draw the back of a player's own tile or, for "neutral", of one that is nobody's."""
    fill = owner if owner in design.palette else "paper"
    shapes = (
        Shape(_hexagon(1.1 * TILE_MM), fill),
        Shape(_hexagon(TILE_MM - 4), fill, "line", 0.6),
        Shape(_hexagon(9.0), "paper" if fill != "paper" else "board_line", "line", 0.5),
    )
    return _component(shapes, (), _hexagon(TILE_MM), design)


def piece(shape: Sequence[Cell], colours: Sequence[str], design: Design) -> Component:
    """Draw a piece of a region around the middle of its fields.

    Args:
        shape: Its cells.
        colours: Of its fields, in that order.
    """
    x, y = piece_middle(shape)
    middles = [(a - x, b - y) for a, b in (middle_mm(cell, FIELD_MM) for cell in shape)]
    shapes = [
        *_fields(zip(middles, colours, strict=True), 1.06, 0.0),
        *_fields(zip(middles, colours, strict=True), 1.0, design.line_mm),
    ]
    for at, colour in zip(middles, colours, strict=True):
        shapes += _moved_shapes(design.motifs[colour], at)
    fields = ([(round(a, 2), round(b, 2)) for a, b in corners_mm(cell, FIELD_MM)] for cell in shape)
    cut = tuple((a - x, b - y) for a, b in around(fields))
    return _component(shapes, (), cut, design)


def _fields(fields: Iterable[tuple[Point, str]], wide: float, line_mm: float) -> Iterator[Shape]:
    for at, colour in fields:
        yield Shape(
            _moved(_hexagon(wide * FIELD_MM), at), f"ground_{colour}", "line" if line_mm else "", line_mm
        )


def piece_middle(shape: Sequence[Cell]) -> Point:
    """Give the middle of a piece, from that of its cell (0, 0)."""
    xs, ys = zip(*(middle_mm(cell, FIELD_MM) for cell in shape), strict=True)
    return sum(xs) / len(xs), sum(ys) / len(ys)


# --- boards ----------------------------------------------------------------------------------------


def tableau(player: Player, drawn: int, design: Design) -> Component:
    """Draw a player's small board: stacks, storage, tokens and heaps.

    Args:
        drawn: How many cards its upper right corner says are drawn in a turn.
    """
    width, height = TABLEAU_MM
    shapes = [Shape(_box(-width / 2, -height / 2, width, height), "board")]
    shapes += [Shape(_box(-width / 2 + 3, -height / 2 + 3, width - 6, height - 6), "board", player, 2.5)]
    shapes += [_ring_of(_moved(_hexagon(TILE_MM), at), player, 1.2) for at in STACKS_MM]
    shapes += [Shape(_moved(_hexagon(TILE_MM + 0.5), at), "paper", "board_line", 0.8) for at in STORES_MM]
    shapes += [_ring_of(ring(at, TOKEN_MM / 2, corners=24), "board_line", 0.8) for at in TOKENS_MM]
    icons = [(what, (x, y + 16.0)) for what, (x, y) in HEAPS_MM.items()]
    shapes += number(drawn, (62.0, -43.0), 7.0)
    return _component(
        shapes, [*icons, ("cards", (52.0, -43.0))], _box(-width / 2, -height / 2, width, height), design
    )


def plan(design: Design) -> Component:
    """Draw the round score plan: the outer track for green points and the inner one for red."""
    shapes = [Shape(ring((0, 0), PLAN_MM / 2 + 2, corners=96), "board")]
    for track, wide in RINGS_MM.items():
        shapes += [Shape(ring((0, 0), wide + 8.2, corners=96), f"ring_{track}", "line", 0.6)]
        shapes += [Shape(ring((0, 0), wide - 8.2, corners=96), "board", "line", 0.6)]
    for track, wide in RINGS_MM.items():
        for step in range(TRACK):
            shapes += _step(track, step, wide, design)
    shapes += [_ring_of(_moved(_hexagon(BONUS_MM), bonus_place(at)), "board_line", 0.6) for at in range(8)]
    return _component(shapes, (), ring((0, 0), PLAN_MM / 2, corners=96), design)


def _step(track: str, step: int, wide: float, design: Design) -> Iterator[Shape]:
    at = plan_place(track, step)
    if design.is_round:
        yield Shape(ring(at, MARKER_MM / 2 + 0.4, corners=18), "paper", "line", 0.3)
    else:
        angle = 2 * pi * (step + 0.5) / TRACK
        yield Shape(
            tuple((r * sin(angle), -r * cos(angle)) for r in (wide - 8, wide + 8)),
            stroke="line",
            stroke_mm=0.5,
        )
    if step % design.numbered == 0:
        yield from number(step or TRACK, at, 4.2)


def plan_place(track: str, step: int) -> Point:
    """Give where a marker goes, from the middle of the score plan: step 0 is north, and they run clockwise.

    >>> plan_place("green", 0)
    (0.0, -114.0)
    """
    angle = 2 * pi * step / TRACK
    return RINGS_MM[track] * sin(angle), -RINGS_MM[track] * cos(angle)


def bonus_place(at: int) -> Point:
    """Give where a colour's bonus tile lies, from the middle of the score plan."""
    angle = 2 * pi * at / len(KIND_OF)
    return 52.0 * sin(angle), -52.0 * cos(angle)


def mat(design: Design) -> Component:
    """Draw what the eight open tiles lie on."""
    width, height = MAT_MM
    shapes = [Shape(_box(-width / 2, -height / 2, width, height), "board", "board_line", 2.0)]
    shapes += [
        Shape(_moved(_hexagon(TILE_MM + 0.5), mat_place(at)), "paper", "board_line", 0.8) for at in range(8)
    ]
    return _component(shapes, (), _box(-width / 2, -height / 2, width, height), design)


def mat_place(at: int) -> Point:
    """Give where a tile of the display lies, from the middle of its two rows."""
    return MAT_PITCH_MM * (at % 4 - 1.5), 34.0 * (at // 4 - 0.5)


# --- tokens and cards ------------------------------------------------------------------------------


def token(kind: str, design: Design) -> Component:
    """Draw a bonus token: a plus and what there is more of."""
    shapes = [
        Shape(ring((0, 0), TOKEN_MM / 2 + 1, corners=32), "paper"),
        _ring_of(ring((0, 0), TOKEN_MM / 2 - 1.2, corners=32), "line", 0.6),
        Shape(((-7.5, 0), (-3.5, 0)), stroke="line", stroke_mm=1.0),
        Shape(((-5.5, -2), (-5.5, 2)), stroke="line", stroke_mm=1.0),
    ]
    return _component(
        shapes, [(_SPOKEN.get(kind, kind), (2.5, 0.0))], ring((0, 0), TOKEN_MM / 2, corners=32), design
    )


def disc(fill: str, across_mm: float, design: Design) -> Component:
    """Draw a plain disc, such as a marker."""
    shapes = (Shape(ring((0, 0), across_mm / 2 + 1, corners=32), fill),)
    return _component(shapes, (), ring((0, 0), across_mm / 2, corners=32), design)


def counter(what: str, design: Design) -> Component:
    """Draw a small disc that stands for a thing, such as a worker."""
    wide = COUNTER_MM / 2
    shapes = (Shape(ring((0, 0), wide + 1, corners=32), "board"),)
    return _component(shapes, [(what, (0.0, 0.0))], ring((0, 0), wide, corners=32), design)


def bonus(colour: str, value: int, place: int, design: Design) -> Component:
    """Draw a colour's bonus tile: what it brings who completes the colour first, or second."""
    fill = fill_of(colour)
    shapes = [
        Shape(_hexagon(1.1 * BONUS_MM), fill),
        Shape(_hexagon(BONUS_MM - 2), "paper", "line", 0.6),
        Shape(ring((0, -0.5), 7.2, corners=20), fill, "line", 0.5),
        *number(value, (0.0, -0.5), 7.5),
        *(
            Shape(((x, 9.2), (x, 10.8)), stroke="line", stroke_mm=1.0)
            for x in ((0.0,), (-1.2, 1.2))[place - 1]
        ),
    ]
    return _component(shapes, (), _hexagon(BONUS_MM), design)


def yield_card(name: str, design: Design) -> Component:
    """Draw a yield card: everything it gives, as often as it gives it."""
    given = [part for part in name.split("+") for _ in range(int(part[-1]))]
    icons = [(part[:-1], (0.0, 15.0 * (at - (len(given) - 1) / 2))) for at, part in enumerate(given)]
    ground = [*_card("paper"), Shape(_rounded(CARD_MM[0] - 8, CARD_MM[1] - 8), "paper", "orange", 1.5)]
    return _component(ground, icons, _rounded(*CARD_MM), design)


def yield_back(design: Design) -> Component:
    """Draw the back of the yield cards."""
    shapes = [
        *_card("orange"),
        Shape(_hexagon(24.0), "paper", "line", 0.8),
        *_moved_shapes(design.icons["yield"], (0, 0)),
    ]
    return _component(shapes, (), _rounded(*CARD_MM), design)


def card(colour: str, design: Design) -> Component:
    """Draw a hand card: its colour, and the icon of that colour's tiles."""
    shapes = [
        *_card(fill_of(colour)),
        Shape(_rounded(CARD_MM[0] - 6, CARD_MM[1] - 6), fill_of(colour), "line", 0.6),
    ]
    kind = KIND_OF[colour]
    icons = [
        (each, (0.0, y))
        for each, y in zip((kind,) if kind != FARM else ("wine", "grain"), (0.0, 16.0), strict=False)
    ]
    return _component(shapes, icons, _rounded(*CARD_MM), design)


def card_back(design: Design) -> Component:
    """Draw the back of the hand cards."""
    shapes = [*_card("board"), Shape(_rounded(CARD_MM[0] - 8, CARD_MM[1] - 8), "board", "board_line", 1.5)]
    shapes += [
        Shape(_moved(_hexagon(12.0), (0.0, y)), "paper", "board_line", 0.8) for y in (-16.0, 0.0, 16.0)
    ]
    return _component(shapes, (), _rounded(*CARD_MM), design)


def _card(fill: str) -> list[Shape]:
    width, height = CARD_MM
    return [Shape(_box(-width / 2 - 1, -height / 2 - 1, width + 2, height + 2), fill)]


# --- shapes ----------------------------------------------------------------------------------------

_SEGMENTS: Sequence[tuple[Point, Point]] = (
    ((-0.3, -0.5), (0.3, -0.5)), ((0.3, -0.5), (0.3, 0.0)), ((0.3, 0.0), (0.3, 0.5)),
    ((0.3, 0.5), (-0.3, 0.5)), ((-0.3, 0.5), (-0.3, 0.0)), ((-0.3, 0.0), (-0.3, -0.5)),
    ((-0.3, 0.0), (0.3, 0.0)),
)  # fmt: skip
_DIGITS = ("abcdef", "bc", "abged", "abgcd", "fgbc", "afgcd", "afgedc", "abc", "abcdefg", "abfgcd")


def number(value: int, at: Point, high_mm: float) -> Iterator[Shape]:
    """Draw a number in straight strokes around a place."""
    digits = str(value)
    for place, digit in enumerate(digits):
        x = at[0] + high_mm * 0.85 * (place - (len(digits) - 1) / 2)
        for letter in _DIGITS[int(digit)]:
            ends = _SEGMENTS["abcdefg".index(letter)]
            line = tuple((x + high_mm * a, at[1] + high_mm * b) for a, b in ends)
            yield Shape(line, stroke="line", stroke_mm=0.12 * high_mm)


def _component(
    shapes: Iterable[Shape], icons: Iterable[tuple[str, Point]], outline: Corners, design: Design
) -> Component:
    there = [*icons]
    symbols = {"ground": tuple(shapes), **{f"icon_{name}": design.icons[name] for name, _ in there}}
    placed = (Placed("ground", (0.0, 0.0)), *(Placed(f"icon_{name}", at) for name, at in there))
    left, top = (min(corner[axis] for corner in outline) for axis in (0, 1))
    right, bottom = (max(corner[axis] for corner in outline) for axis in (0, 1))
    box = (left, top, right - left, bottom - top)
    return Component(Picture(box, design.palette, symbols, placed), outline)


def _ring_of(corners: Corners, stroke: str, stroke_mm: float) -> Shape:
    """Draw a closed line."""
    return Shape((*corners, corners[0], corners[1]), stroke=stroke, stroke_mm=stroke_mm)


def _hexagon(across_mm: float) -> Corners:
    return corners_mm((0, 0), across_mm)


def _moved(corners: Iterable[Point], by: Point) -> Corners:
    return tuple((x + by[0], y + by[1]) for x, y in corners)


def _moved_shapes(shapes: Iterable[Shape], by: Point) -> list[Shape]:
    return [Shape(_moved(each.points_mm, by), each.fill, each.stroke, each.stroke_mm) for each in shapes]


def _box(x: float, y: float, width: float, height: float) -> Corners:
    return (x, y), (x + width, y), (x + width, y + height), (x, y + height)


def _rounded(width: float, height: float, radius: float = 3.0) -> Corners:
    """Draw a card's outline, its corners cut off."""
    x, y, r = width / 2, height / 2, radius / 2
    return (
        (-x + r, -y),
        (x - r, -y),
        (x, -y + r),
        (x, y - r),
        (x - r, y),
        (-x + r, y),
        (-x, y - r),
        (-x, -y + r),
    )
