"""The pieces and marks that lie on the fields: figures of three sizes, cottages, the pub, coins, signs."""

from collections.abc import Mapping
from itertools import pairwise
from types import MappingProxyType

from scoring.games.cornwall.drawing.digits import number_shapes
from scoring.games.cornwall.drawing.scenery import inked, moved, ring
from scoring.games.cornwall.engine.state import STRENGTHS
from scoring.games.cornwall.land.hexes import corners_mm
from scoring.picture import Point, Shape
from scoring.signs import WORRY_SIGNS

PIECES: Mapping[str, str] = MappingProxyType(
    {
        "red": "#d8352a",
        "blue": "#2f6fd0",
        "yellow": "#f6c915",
        "green": "#2f9a46",
        "neutral": "#9a9a9a",
        "shadow": "#3e3a33",
        "halo": "#fffaf0",
        "ink": "#2a211b",
        "place": "#a9a79c",
        "room": "#eeebe2",
        "unknown": "#cfcac0",
        "fault": "#c81e1e",
        "doubt": "#e08a00",
        "mark": "#ffffff",
        "proposed": "#7b3fe4",
        "closed": "#2a211b",
        "cottage_wall": "#f4e4c4",
        "cottage_roof": "#8a4b2a",
        "cottage_lit": "#a8643b",
        "pub_board": "#5b3a29",
        "pub_wall": "#efe2c6",
        "pub_roof": "#3c4a40",
        "pub_door": "#8d2b22",
        "gold": "#e2b33a",
        "gold_lit": "#f4d477",
        "gold_shade": "#a87b17",
    }
)
"""The colours of the players' pieces, of cottages, pub and coins, and of marks."""

HEIGHTS_MM: Mapping[str, float] = MappingProxyType({"small": 14.0, "tall": 26.0, "big": 21.0})
"""How high figures stand; the rulebook does not say."""

COTTAGE_FOOT_MM = (13.0, 10.0)
"""How far a cottage of wood or card reaches from west to east and from north to south."""
COTTAGE_HIGH_MM = 13.0
PUB_MM = (120.0, 46.0)
"""The board on which the guests of the pub stand, from west to east and from north to south."""
COIN_MM = 18.0
"""Across a coin."""
GUEST_MM = 15.0
"""Between two guests of the pub."""
GUESTS_A_ROW = 5
_ROW_MM = 30.0

_HALVES: Mapping[str, tuple[Point, ...]] = {
    "small": (
        (0.0, -14.0), (1.9, -13.5), (3.1, -12.0), (3.1, -10.3), (2.2, -8.9), (4.0, -8.1), (5.0, -6.2),
        (4.9, -4.2), (4.4, -3.4), (4.8, 0.0),
    ),
    "tall": (
        (0.0, -26.0), (1.8, -25.4), (2.9, -23.8), (2.9, -22.0), (2.0, -20.5), (3.4, -19.6), (4.0, -17.4),
        (3.9, -12.0), (3.3, -8.0), (4.2, 0.0),
    ),
    "big": (
        (0.0, -21.0), (2.6, -20.3), (4.1, -18.3), (4.1, -15.9), (3.0, -14.0), (6.2, -13.0), (8.4, -10.4),
        (8.8, -6.6), (7.8, -5.0), (8.2, 0.0),
    ),
}  # fmt: skip


def _whole(half: tuple[Point, ...]) -> tuple[Point, ...]:
    """Mirror the right half of a figure, given from top to bottom."""
    return (*half, *((-x, y) for x, y in reversed(half) if x))


OUTLINES_MM: Mapping[str, tuple[Point, ...]] = MappingProxyType(
    {kind: _whole(half) for kind, half in _HALVES.items()}
)
"""The figures as they stand, seen from the side: x to the right and y down from the middle of the foot."""

_BADGE_AT: Mapping[str, float] = {"small": -4.2, "tall": -9.5, "big": -6.6}


def figure_shapes(kind: str) -> tuple[Shape, ...]:
    """Draw a standing figure with the number that says how strong it is, from the middle of its foot."""
    outline, wide = OUTLINES_MM[kind], max(x for x, _ in OUTLINES_MM[kind])
    at = (0.0, _BADGE_AT[kind])
    return (
        Shape(ring((1.4, 0.2), wide + 0.9, 2.2), "shadow"),
        Shape(outline, "halo", "halo", 2.2),
        Shape(outline, "player", "ink", 0.7),
        Shape(ring(at, 3.4, corners=18), "mark", "ink", 0.5),
        *number_shapes(STRENGTHS[kind], at, 1.9, "ink", 0.9),
    )


def cottage_shapes() -> tuple[Shape, ...]:
    """Draw a cottage that stands on a field, from the middle of its front wall's foot."""
    wall = ((-5.6, 0.0), (-5.6, -5.4), (5.6, -5.4), (5.6, 0.0))
    roof = ((-7.2, -4.6), (-4.6, -11.0), (4.6, -11.0), (7.2, -4.6))
    light = ((-7.2, -4.6), (-4.6, -11.0), (-1.4, -11.0), (-2.4, -4.6))
    chimney = ((2.0, -10.6), (2.0, -13.4), (4.2, -13.4), (4.2, -10.6))
    return (
        Shape(ring((1.2, 0.0), 7.4, 2.2), "shadow"),
        *(Shape(points, "halo", "halo", 2.2) for points in (wall, roof, chimney)),
        inked(chimney, "cottage_roof", 0.6),
        inked(wall, "cottage_wall", 0.6),
        inked(roof, "cottage_roof", 0.6),
        Shape(light, "cottage_lit"),
        Shape(((-1.2, 0.0), (-1.2, -3.6), (1.2, -3.6), (1.2, 0.0)), "pub_door"),
        Shape(((-4.2, -1.8), (-4.2, -3.6), (-2.6, -3.6), (-2.6, -1.8)), "ink"),
        Shape(((2.6, -1.8), (2.6, -3.6), (4.2, -3.6), (4.2, -1.8)), "ink"),
    )


def pub_shapes(guests: int = 0) -> tuple[Shape, ...]:
    """Draw the pub around its middle: its house in the west, room for its guests in the east."""
    east, south = PUB_MM[0] / 2, pub_high_mm(guests) / 2
    board = ((-east, -south), (east, -south), (east, south), (-east, south))
    at = (-east + 20.0, 14.0)
    wall = ((-13.0, 0.0), (-13.0, -15.0), (13.0, -15.0), (13.0, 0.0))
    roof = ((-16.0, -14.0), (-11.0, -28.0), (11.0, -28.0), (16.0, -14.0))
    return (
        inked(board, "pub_board", 0.8),
        inked(moved(wall, at), "pub_wall", 0.7),
        inked(moved(roof, at), "pub_roof", 0.7),
        inked(moved(((-3.0, 0.0), (-3.0, -9.0), (3.0, -9.0), (3.0, 0.0)), at), "pub_door", 0.5),
        *(
            inked(moved(((x, -4.0), (x, -10.0), (x + 5.0, -10.0), (x + 5.0, -4.0)), at), "gold_lit", 0.5)
            for x in (-10.5, 5.5)
        ),
        *_mug((at[0], at[1] - 20.5)),
    )


def pub_high_mm(guests: int) -> float:
    """Tell how far the pub reaches from north to south: as usual, or further for many guests."""
    rows = max(1, -(-guests // GUESTS_A_ROW))
    return PUB_MM[1] + (rows - 1) * _ROW_MM


def guest_at_mm(index: int, guests: int) -> Point:
    """Say where the foot of a guest stands, from the middle of the pub."""
    row, place = divmod(index, GUESTS_A_ROW)
    x = PUB_MM[0] / 2 - (GUESTS_A_ROW - place - 0.5) * GUEST_MM - 2.0
    return x, -pub_high_mm(guests) / 2 + 36.0 + row * _ROW_MM


def _mug(at: Point) -> tuple[Shape, ...]:
    """Draw the mug on the pub's sign."""
    handle = ((2.6, -2.0), (4.6, -1.6), (4.6, 1.2), (2.6, 1.6))
    return (
        Shape(ring(at, 6.4, corners=20), "mark", "ink", 0.5),
        Shape(moved(handle, at), stroke="gold_shade", stroke_mm=1.0),
        inked(moved(((-2.6, -2.6), (2.6, -2.6), (2.3, 3.4), (-2.3, 3.4)), at), "gold", 0.4),
        inked(moved(((-3.0, -2.2), (-2.6, -4.0), (2.6, -4.0), (3.0, -2.2)), at), "mark", 0.4),
    )


def coin_shapes() -> tuple[Shape, ...]:
    """Draw a coin around its middle."""
    half = COIN_MM / 2
    rim = ring((0.0, 0.0), half - 2.2, corners=28)
    arrow = ((-2.6, -0.6), (0.0, -3.6), (2.6, -0.6), (1.6, -0.6), (1.6, 3.2), (-1.6, 3.2), (-1.6, -0.6))
    return (
        Shape(ring((0.0, 0.0), half, corners=28), "gold_shade"),
        Shape(ring((0.0, 0.0), half - 0.8, corners=28), "gold"),
        Shape((*rim, rim[0]), stroke="gold_shade", stroke_mm=0.5),
        Shape(arrow, "gold_lit", "gold_shade", 0.5),
    )


def pile_shapes(count: int) -> tuple[Shape, ...]:
    """Draw a player's coins around their middle: one of them, how many there are, and whose they are."""
    return (
        Shape(ring((0.0, 0.0), COIN_MM / 2 + 2.4, corners=28), "player", "ink", 0.6),
        *coin_shapes()[:2],
        *number_shapes(count, (0.0, 0.0), 4.2, "ink", 1.5),
    )


def hex_ring(inset_mm: float) -> tuple[Point, ...]:
    """Give a field's outline drawn so far within its sides, closed."""
    corners = corners_mm((0, 0))
    by = 1 - inset_mm / abs(corners[0][0])
    inner = tuple((by * x, by * y) for x, y in corners)
    return (*inner, inner[0])


def _frame(colour: str) -> tuple[Shape, ...]:
    return (Shape(hex_ring(1.2), stroke=colour, stroke_mm=2.0),)


def _place() -> tuple[Shape, ...]:
    """Show an empty field as a broken outline and a plus."""
    edge = hex_ring(2.0)
    legs = tuple(
        Shape(leg, "", "place", 0.6)
        for a, b in pairwise(edge)
        for leg in ((a, _between(a, b, 0.22)), (_between(a, b, 0.78), b))
    )
    plus = (
        Shape(((-2.6, 0.0), (2.6, 0.0)), "", "place", 0.6),
        Shape(((0.0, -2.6), (0.0, 2.6)), "", "place", 0.6),
    )
    return (Shape(edge[:-1], "room"), *legs, *plus)


def _between(a: Point, b: Point, share: float) -> Point:
    return a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])


MARKS: Mapping[str, tuple[Shape, ...]] = MappingProxyType(
    {
        **{kind: figure_shapes(kind) for kind in OUTLINES_MM},
        "cottage_piece": cottage_shapes(),
        "coin": coin_shapes(),
        "place": _place(),
        "awaited": (Shape(hex_ring(1.0)[:-1], "room", "place", 0.8),),
        "unknown": (Shape(corners_mm((0, 0)), "unknown"),),
        "frame_fault": _frame("fault"),
        "frame_doubt": _frame("doubt"),
        "frame_proposed": _frame("proposed"),
        **WORRY_SIGNS,
    }
)
"""Every piece and mark by name, in millimetres."""
