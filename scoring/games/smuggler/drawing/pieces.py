"""Pegs, ships, officers, goods and markers as pages show them: each colour has a sign of its own as well."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from math import ceil, sqrt

from scoring.game import Player
from scoring.games.smuggler.engine.options import COLOURS
from scoring.picture import Point, Shape, ring
from scoring.signs import mark_of

PEG_MM, SHIP_MM, TOKEN_MM = 9.0, 20.0, 11.0
"""How wide a peg, how long a ship and how wide the markers of wheel and track are."""
SQUARE_OF_A_MAP_MM = 5.5
"""Side of a square of goods at a place of the map: smaller than life, or it would cover the next place."""
_LIGHT = frozenset({"yellow", "pink"})
"""Colours whose sign is drawn dark."""

Squares = frozenset[tuple[int, int]]
"""Columns and rows that a piece of goods covers."""


def squares_of(squares: int, shape: str) -> Squares:
    """Give what a piece covers; one whose shape nobody knows is a bar.

    >>> sorted(squares_of(3, "##,#."))
    [(0, 0), (0, 1), (1, 0)]
    """
    rows = shape.split(",") if shape else ["#" * squares]
    return frozenset(
        (column, row) for row, line in enumerate(rows) for column, sign in enumerate(line) if sign == "#"
    )


def base_pieces() -> dict[str, tuple[Shape, ...]]:
    """Give the symbols of everything but goods: pegs, ships, officers, markers."""
    pegs = {f"peg_{player}": (*_peg(player, mark_of(player)),) for player in COLOURS}
    ships = {f"ship_{player}": (*_ship(player),) for player in COLOURS}
    officers = {f"officer_{player}": (*_officer(player),) for player in ("", *COLOURS)}
    tokens = {"token_wheel": (*_coin(),), "token_track": (*_frame(),)}
    return {**pegs, **ships, **officers, **tokens, "new": (*_glow(),)}


def _peg(player: Player, mark: Sequence[Point]) -> Iterator[Shape]:
    yield Shape(ring((0.0, 0.0), PEG_MM / 2, corners=20), player, "pieceline", 0.8)
    sign = tuple((0.27 * PEG_MM * x, 0.27 * PEG_MM * y) for x, y in mark)
    yield Shape(sign, "pieceline" if player in _LIGHT else "shine")


def _ship(player: Player) -> Iterator[Shape]:
    """Draw a ship from its side, its bow to the right; the sign of its colour on the sail."""
    hull = ((-10, 2.5), (10, 2.5), (6.5, 8), (-7, 8))
    yield Shape(_floats(hull), player, "pieceline", 0.9)
    yield Shape(((0.0, 2.5), (0.0, -9.5)), stroke="pieceline", stroke_mm=1.2)
    yield Shape(_floats(((-6.5, -7.5), (6.5, -7.5), (8, 1), (-8, 1))), player, "pieceline", 0.9)
    sign = tuple((2.9 * x, 2.9 * y - 3.2) for x, y in mark_of(player))
    yield Shape(sign, "pieceline" if player in _LIGHT else "shine")


def _officer(briber: Player) -> Iterator[Shape]:
    """Draw a black peg with a hat and, where he is bribed, a band with the sign of his briber."""
    yield Shape(ring((0.0, 0.0), PEG_MM / 2, corners=20), "black", "shine", 0.6)
    if briber:
        yield Shape(ring((0.0, 0.0), PEG_MM / 2 + 0.6, corners=20), briber, "pieceline", 0.5)
        yield Shape(ring((0.0, 0.0), PEG_MM / 2 - 1.3, corners=16), "black")
    yield Shape(_floats(((-3, 0.6), (0, -2.6), (3, 0.6))), "shine")
    yield Shape(_floats(((-1.7, 1.2), (1.7, 1.2), (1.2, 2.6), (-1.2, 2.6))), "shine")
    if briber:
        sign = tuple((1.6 * x + 4.4, 1.6 * y + 4.4) for x, y in mark_of(briber))
        yield Shape(ring((4.4, 4.4), 2.6, corners=14), "shine", "pieceline", 0.4)
        yield Shape(sign, "pieceline")


def _coin() -> Iterator[Shape]:
    yield Shape(ring((0.0, 0.0), TOKEN_MM / 2, corners=24), "coin", "pieceline", 1.2)
    yield Shape(ring((0.0, 0.0), TOKEN_MM / 4, corners=16), "shine", "pieceline", 0.8)


def _frame() -> Iterator[Shape]:
    """Draw what shows which step of the track counts: a frame with an arrow to it on either side."""
    side = ((-12, -12), (12, -12), (12, 12), (-12, 12), (-12, -12), (12, -12))
    yield Shape(_floats(side), stroke="shine", stroke_mm=4.2)
    yield Shape(_floats(side), stroke="red", stroke_mm=2.6)
    for way in (-1, 1):
        yield Shape(_floats(((way * 12, 0), (way * 18, -4.5), (way * 18, 4.5))), "red", "shine", 0.8)


def _glow() -> Iterator[Shape]:
    """Draw what lies under a piece that is only proposed."""
    yield Shape(ring((0.0, 0.0), 8.5, corners=24), "shine", "proposed", 2.2)


def _floats(points: Iterable[tuple[float, float]]) -> tuple[Point, ...]:
    return tuple((float(x), float(y)) for x, y in points)


# --- goods -----------------------------------------------------------------------------------------


def goods_symbol(squares: int, shape: str, owner: Player, side_mm: float) -> str:
    """Name a piece of goods as it is drawn with squares of a side."""
    return (
        f"goods_{shape.replace(',', '_').replace('.', 'o').replace('#', 'x') or squares}_{owner}_{side_mm:g}"
    )


@cache
def goods_shapes(squares: int, shape: str, owner: Player, side_mm: float) -> tuple[Shape, ...]:
    """Draw a piece of goods from its upper left corner, edged in its owner's colour."""
    cells = sorted(squares_of(squares, shape))
    edge = owner or "goods_line"
    under = [Shape(_square(cell, side_mm, 0.1), edge, edge, 0.32 * side_mm) for cell in cells]
    over = [Shape(_square(cell, side_mm, 0.0), "goods", "goods_line", 0.06 * side_mm) for cell in cells]
    boards = [Shape(_plank(cell, side_mm), stroke="goods_light", stroke_mm=0.12 * side_mm) for cell in cells]
    return (*(under if owner else ()), *over, *boards)


def _square(cell: tuple[int, int], side: float, inset: float) -> tuple[Point, ...]:
    x, y, wide = (cell[0] + inset) * side, (cell[1] + inset) * side, (1 - 2 * inset) * side
    return (x, y), (x + wide, y), (x + wide, y + wide), (x, y + wide)


def _plank(cell: tuple[int, int], side: float) -> tuple[Point, ...]:
    x, y = cell[0] * side, cell[1] * side
    return (x + 0.25 * side, y + 0.3 * side), (x + 0.75 * side, y + 0.3 * side)


def size_of(cells: Squares) -> tuple[int, int]:
    """Give how many columns and rows a piece needs."""
    return max(column for column, _ in cells) + 1, max(row for _, row in cells) + 1


def packed(pieces: Mapping[str, Squares], columns: int) -> dict[str, tuple[int, int]]:
    """Put pieces into rows of squares, each where there is room first.

    Args:
        pieces: By key, the larger ones best first.
        columns: How wide the room is; there are as many rows as are needed.

    Returns:
        By key the column and row of each piece's upper left square.
    """
    taken: set[tuple[int, int]] = set()
    found: dict[str, tuple[int, int]] = {}
    for key, cells in pieces.items():
        wide = max(1, columns - size_of(cells)[0] + 1)
        at = next(spot for spot in _spots(wide) if not taken & _moved(cells, spot))
        found[key] = at
        taken |= _moved(cells, at)
    return found


def _spots(columns: int) -> Iterator[tuple[int, int]]:
    row = 0
    while True:
        yield from ((column, row) for column in range(columns))
        row += 1


def _moved(cells: Squares, by: tuple[int, int]) -> set[tuple[int, int]]:
    return {(column + by[0], row + by[1]) for column, row in cells}


# --- several on one place --------------------------------------------------------------------------


def beside(count: int, apart_mm: float) -> list[Point]:
    """Give where several pieces stand side by side, in rows around a middle.

    >>> beside(2, 10.0)
    [(-5.0, 0.0), (5.0, 0.0)]
    """
    columns = ceil(sqrt(count)) if count else 0
    rows = ceil(count / columns) if count else 0
    spots = []
    for row in range(rows):
        here = min(columns, count - row * columns)
        y = (row - (rows - 1) / 2) * apart_mm
        spots += [((at - (here - 1) / 2) * apart_mm, y) for at in range(here)]
    return spots
