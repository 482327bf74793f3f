"""Small pictures by themselves: what is done, by whom, a piece of goods, a hold."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache

from scoring.game import Player
from scoring.games.smuggler.drawing.lettering import written
from scoring.games.smuggler.drawing.pieces import base_pieces, goods_shapes, size_of, squares_of
from scoring.games.smuggler.drawing.style import own_style
from scoring.games.smuggler.engine.moves import Buy, Move, name_of_move
from scoring.picture import Picture, Placed, Point, Shape, ring

ICON_MM = 36.0
"""Width and height of what shows an action."""
_SIDE_MM = 9.0
_SOMEBODY: Player = ""


def draw_face(face: str, player: Player = _SOMEBODY) -> Picture:
    """Draw an action by itself.

    Args:
        face: As documents call it: "ship", "sell".
        player: In whose colour; of nobody's by default.

    Returns:
        A sign; an empty place for what has none.
    """
    return _icon(face, player)


def draw_move(move: Move) -> Picture:
    """Draw what a move does, in its player's colour."""
    if isinstance(move, Buy) and move.squares:
        return draw_piece(move.squares)
    return _icon(name_of_move(move), move.player)


def draw_piece(squares: int, shape: str = "") -> Picture:
    """Draw a piece of goods.

    Args:
        squares: How many it has.
        shape: Rows of # and .; a bar where nobody has told.
    """
    columns, rows = size_of(squares_of(squares, shape))
    side = max(columns, rows, 3) * _SIDE_MM
    at = (side - columns * _SIDE_MM) / 2, (side - rows * _SIDE_MM) / 2
    symbols = {"goods": goods_shapes(squares, shape, "", _SIDE_MM)}
    return Picture((-2.0, -2.0, side + 4, side + 4), own_style().palette, symbols, (Placed("goods", at),))


def draw_hold(shape: str) -> Picture:
    """Draw the squares of a hold or a stash, given as rows of # and ."""
    cells = sorted(squares_of(0, shape)) or [(0, 0)]
    columns, rows = size_of(frozenset(cells))
    side = max(columns, rows, 3) * _SIDE_MM
    x, y = (side - columns * _SIDE_MM) / 2, (side - rows * _SIDE_MM) / 2
    squares = tuple(
        Shape(_box(x + _SIDE_MM * column, y + _SIDE_MM * row, _SIDE_MM, _SIDE_MM), "plate", "pieceline", 0.8)
        for column, row in cells
    )
    box = (-2.0, -2.0, side + 4, side + 4)
    return Picture(box, own_style().palette, {"hold": squares}, (Placed("hold", (0.0, 0.0)),))


@cache
def _icon(name: str, player: Player) -> Picture:
    """Put a sign on a card in the middle of which it stands."""
    half = ICON_MM / 2
    edge = player or "shore"
    ground = Shape(_box(1 - half, 1 - half, ICON_MM - 2, ICON_MM - 2), "plate", edge, 2.0)
    shapes = (ground, *(_SIGNS[name](player) if name in _SIGNS else ()))
    box = (-half, -half, ICON_MM, ICON_MM)
    return Picture(box, own_style().palette, {"icon": shapes}, (Placed("icon", (0.0, 0.0)),))


# --- signs -----------------------------------------------------------------------------------------


def _moved(shapes: Iterable[Shape], by: Point, scale: float = 1.0) -> Iterator[Shape]:
    for shape in shapes:
        points = tuple((round(by[0] + scale * x, 2), round(by[1] + scale * y, 2)) for x, y in shape.points_mm)
        yield Shape(points, shape.fill, shape.stroke, scale * shape.stroke_mm)


def _peg(player: Player, at: Point, scale: float = 1.2) -> Iterator[Shape]:
    name = f"peg_{player}"
    if name in base_pieces():
        yield from _moved(base_pieces()[name], at, scale)
    else:
        yield Shape(ring(at, 4.5 * scale, corners=20), "wood", "pieceline", 0.8)


def _vessel(player: Player, at: Point, scale: float) -> Iterator[Shape]:
    name = f"ship_{player}"
    if name in base_pieces():
        yield from _moved(base_pieces()[name], at, scale)
        return
    for shape in _moved(base_pieces()["ship_red"], at, scale):
        yield Shape(
            shape.points_mm, "wood" if shape.fill == "red" else shape.fill, shape.stroke, shape.stroke_mm
        )


def _arrow(start: Point, end: Point) -> Iterator[Shape]:
    (ax, ay), (bx, by) = start, end
    long = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
    ux, uy = (bx - ax) / long, (by - ay) / long
    foot = bx - 5 * ux, by - 5 * uy
    yield Shape((start, foot), stroke="proposed", stroke_mm=2.4)
    yield Shape(
        (end, (foot[0] - 3.4 * uy, foot[1] + 3.4 * ux), (foot[0] + 3.4 * uy, foot[1] - 3.4 * ux)), "proposed"
    )


def _coin(at: Point, wide: float = 6.0) -> Iterator[Shape]:
    yield Shape(ring(at, wide, corners=24), "coin", "pieceline", 0.8)
    yield Shape(ring(at, 0.62 * wide, corners=20), stroke="pieceline", stroke_mm=0.6)


def _crate(at: Point, side: float = 11.0) -> Iterator[Shape]:
    x, y = at[0] - side / 2, at[1] - side / 2
    yield Shape(_box(x, y, side, side), "goods", "goods_line", 1.0)
    for share in (0.3, 0.7):
        yield Shape(
            ((x + 1, y + share * side), (x + side - 1, y + share * side)), stroke="goods_light", stroke_mm=1.2
        )


def _man(at: Point, fill: str) -> Iterator[Shape]:
    x, y = at
    yield Shape(
        ((x - 6, y + 9), (x - 5, y + 1), (x, y - 1), (x + 5, y + 1), (x + 6, y + 9)), fill, "pieceline", 0.8
    )
    yield Shape(ring((x, y - 5), 4.0, corners=18), fill, "pieceline", 0.8)


def _black(at: Point, scale: float = 1.5) -> Iterator[Shape]:
    yield from _moved(base_pieces()["officer_"], at, scale)


def _ship(player: Player) -> Iterator[Shape]:
    yield from _vessel(player, (0, -2), 1.15)
    wave = ((-12.0, 11.0), (-8.0, 9.0), (-4.0, 11.0), (0.0, 9.0), (4.0, 11.0), (8.0, 9.0), (12.0, 11.0))
    yield Shape(wave, stroke="port", stroke_mm=1.6)


def _move(player: Player) -> Iterator[Shape]:
    yield from _peg(player, (-9, 4), 1.3)
    yield from _arrow((-2, 1), (12, -8))


def _officer(_: Player) -> Iterator[Shape]:
    yield from _black((-8, 4))
    yield from _arrow((0, 1), (12, -8))


def _work(_: Player) -> Iterator[Shape]:
    yield Shape(((-9.0, 11.0), (5.0, -5.0)), stroke="wood", stroke_mm=3.2)
    yield Shape(
        ((-7.0, -7.0), (-1.0, -10.5), (6.0, -9.0), (10.5, -3.0), (11.0, 3.5), (5.0, -3.5)),
        "shore",
        "pieceline",
        0.8,
    )


def _land(player: Player) -> Iterator[Shape]:
    yield from _vessel(player, (-6, -7), 0.8)
    yield Shape(((-15.0, 15.0), (-4.0, 9.0), (6.0, 6.0), (15.0, 4.0), (15.0, 15.0)), "land", "shore", 0.8)
    yield from _crate((7, 5), 9.0)
    yield from _arrow((4, -10), (8, -1))


def _buy(_: Player) -> Iterator[Shape]:
    yield from _coin((-8, 5))
    yield from _arrow((8, 8), (-0.5, 8))
    yield from _crate((6, -5), 13.0)


def _sell(_: Player) -> Iterator[Shape]:
    yield from _crate((-6, -5), 13.0)
    yield from _arrow((-8, 8), (0.5, 8))
    yield from _coin((9, 6))


def _reputation(_: Player) -> Iterator[Shape]:
    tips = ring((0.0, 0.5), 13.0, corners=5)
    dents = tuple((-0.42 * x, -0.42 * (y - 0.5) + 0.5) for x, y in tips)
    star = tuple(point for at in range(5) for point in (tips[at], dents[(at + 3) % 5]))
    yield Shape(star, "coin", "pieceline", 1.0)


def _secret(_: Player) -> Iterator[Shape]:
    yield Shape(_box(-8, -12, 16, 24), "merchant", "pieceline", 1.0)
    yield from written("?", (0, 0), 13.0, "shine", 0.17)


def _hire(player: Player) -> Iterator[Shape]:
    yield from _man((-4, 2), player or "wood")
    yield Shape(((9.0, -8.0), (9.0, 2.0)), stroke="proposed", stroke_mm=2.6)
    yield Shape(((4.0, -3.0), (14.0, -3.0)), stroke="proposed", stroke_mm=2.6)


def _bribe(player: Player) -> Iterator[Shape]:
    yield from _moved(base_pieces().get(f"officer_{player}", base_pieces()["officer_"]), (-5, -3), 1.8)
    yield from _coin((8, 7), 6.5)


def _raid(_: Player) -> Iterator[Shape]:
    yield Shape(((-14.0, -3.0), (-4.0, -12.0), (6.0, -3.0)), "town", "pieceline", 0.8)
    yield Shape(_box(-12, -3, 16, 14), "plate", "pieceline", 1.0)
    yield from _crate((-4, 5), 9.0)
    yield from _arrow((2, 5), (14, 5))


def _pass(_: Player) -> Iterator[Shape]:
    yield Shape(ring((0.0, 0.0), 12.0, corners=24), "plate", "town", 3.0)
    yield Shape(((-8.0, 8.0), (8.0, -8.0)), stroke="town", stroke_mm=3.0)


def _begin(player: Player) -> Iterator[Shape]:
    yield from _peg(player, (-8, 5), 1.2)
    yield from _vessel(player, (5, -4), 0.8)


def _stash(_: Player) -> Iterator[Shape]:
    yield from _crate((0, 6), 10.0)
    yield Shape(((-13.0, 0.0), (0.0, -11.0), (13.0, 0.0)), "town", "pieceline", 0.8)


def _cards(_: Player) -> Iterator[Shape]:
    yield Shape(_box(-11, -9, 13, 19), "plate", "pieceline", 1.0)
    yield Shape(_box(-3, -11, 13, 19), "coin", "pieceline", 1.0)


def _lose(player: Player) -> Iterator[Shape]:
    yield from _man((-4, 2), player or "wood")
    yield Shape(((4.0, -3.0), (14.0, -3.0)), stroke="proposed", stroke_mm=2.6)


def _cove(_: Player) -> Iterator[Shape]:
    for corner in ring((0.0, 0.0), 10.0, corners=12):
        yield Shape(ring(corner, 1.6, corners=8), "pieceline")


def _count(_: Player) -> Iterator[Shape]:
    yield from _coin((-5, 4), 7.0)
    yield from _coin((5, -3), 7.0)


def _box_lid(_: Player) -> Iterator[Shape]:
    yield Shape(_box(-12, -4, 24, 15), "wood", "pieceline", 1.0)
    yield Shape(_box(-13, -10, 26, 6), "cove", "pieceline", 1.0)


_SIGNS: Mapping[str, Callable[[Player], Iterator[Shape]]] = {
    "ship": _ship,
    "move": _move,
    "officer": _officer,
    "work": _work,
    "land": _land,
    "buy": _buy,
    "sell": _sell,
    "reputation": _reputation,
    "secret": _secret,
    "hire": _hire,
    "bribe": _bribe,
    "raid": _raid,
    "pass": _pass,
    "begin": _begin,
    "stash": _stash,
    "box": _box_lid,
    "open": _cards,
    "lose": _lose,
    "cove": _cove,
    "card": _cards,
    "count": _count,
    "last": _pass,
    "walks": _officer,
    "new_officers": _officer,
}
"""By what is done, what shows it in a player's colour."""


def _box(x: float, y: float, width: float, height: float) -> tuple[Point, ...]:
    return (x, y), (x + width, y), (x + width, y + height), (x, y + height)
