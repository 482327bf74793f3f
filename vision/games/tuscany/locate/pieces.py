"""Regions as they are joined: of three pieces alike, in rows, each this way up or the other.

All regions of a table are joined of pieces of one shape. Nobody has told it: regions that are seen whole do,
or else it is the one by which what is seen of all of them is explained best.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from itertools import accumulate, pairwise, product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scoring.game import Cell
from scoring.geometry.hexes import turned

PIECES, FIELDS = 3, 10
MOST_ROWS, LEAST_LONG = 4, 2
"""How many rows a piece has, and fields a row, where no region tells its shape."""
MOST_SHIFT = 1.5
"""Rows of neighbours that lie side by side are shifted by so many fields at most, from middle to middle: the
rulebook has one, and boxes made up by chance more."""
_BESIDE = 12
"""A region may reach so many rows and columns beyond what is seen of it."""

Shape = tuple[Cell, ...]
"""A piece row by row, its first field at (0, 0)."""
Trio = tuple[tuple[Shape, Cell], ...]
"""Three pieces, each as it is turned, and where its first field lies from that of the first piece."""


@cache
def usual_shapes() -> tuple[Shape, ...]:
    """Give shapes whose rows are about as long as those beside them, each in one way up."""
    found = set[Shape]()
    for count in range(2, MOST_ROWS + 1):
        for longs in product(range(LEAST_LONG, FIELDS), repeat=count):
            for steps in product((-1, 0), repeat=count - 1):
                begins = accumulate(steps, initial=0)
                rows = [range(at, at + long) for at, long in zip(begins, longs, strict=True)]
                if sum(longs) == FIELDS and all(_are_alike(*pair) for pair in pairwise(rows)):
                    found.add(_upright([(q, r) for r, row in enumerate(rows) for q in row]))
    return tuple(sorted(found))


def _are_alike(upper: Collection[int], lower: Collection[int]) -> bool:
    return abs(len(upper) - len(lower)) <= 1 and abs(_shift(upper, lower)) < 1


def _shift(upper: Collection[int], lower: Collection[int]) -> float:
    """Tell how far east of the middle of one row that of the next one is, by their columns."""
    return sum(lower) / len(lower) + 0.5 - sum(upper) / len(upper)


def _from_first(cells: Collection[Cell]) -> Shape:
    q0, r0 = min(cells, key=lambda cell: cell[::-1])
    return tuple(sorted(((q - q0, r - r0) for q, r in cells), key=lambda cell: cell[::-1]))


def flipped(shape: Collection[Cell]) -> Shape:
    """Turn a piece by half.

    >>> flipped([(0, 0), (1, 0), (0, 1)])
    ((0, 0), (-1, 1), (0, 1))
    """
    return _from_first([turned(cell, 3) for cell in shape])


def _upright(cells: Collection[Cell]) -> Shape:
    """Give of both ways up always the same."""
    return min(_from_first(cells), flipped(cells))


def shapes_of(region: Collection[Cell]) -> Iterator[Shape]:
    """Give the shapes of pieces of which a region may be joined, whichever way its rows run."""
    for way in range(3):
        cells = sorted((turned(cell, way) for cell in region), key=lambda cell: cell[::-1])
        parts = [cells[at : at + FIELDS] for at in range(0, len(cells), FIELDS)]
        are_apart = all(upper[-1][1] < lower[0][1] for upper, lower in pairwise(parts))
        shapes = {_upright(part) for part in parts}
        if len(cells) == PIECES * FIELDS and are_apart and len(shapes) == 1:
            yield from shapes


def likeliest_shape(regions: Collection[Mapping[Cell, float]], shapes: Sequence[Shape]) -> Shape:
    """Tell of pieces of which of some shapes regions are joined, by what their cells' values come to."""
    if len(shapes) == 1:
        return shapes[0]
    return max(shapes, key=lambda shape: sum(_most(values, shape) for values in regions))


def _most(values: Mapping[Cell, float], shape: Shape) -> float:
    return max(float(layings.totals.max()) for layings in _layings(values, shape))


def lay(values: Mapping[Cell, float], shape: Shape, most: int) -> list[frozenset[Cell]]:
    """Lay three pieces in the ways in which their cells' values come to most, the best first."""
    found = list[tuple[float, _Layings, int]]()
    for layings in _layings(values, shape):
        best = np.argpartition(layings.totals.ravel(), -most)[-most:]
        found += [(float(layings.totals.flat[at]), layings, int(at)) for at in best]
    found.sort(key=lambda each: -each[0])
    distinct = dict.fromkeys(layings.cells(at) for _, layings, at in found[: PIECES * most])
    return [*distinct][:most]


class _Layings(NamedTuple):
    """Three pieces laid anywhere.

    Attributes:
        sixths: How the cells were turned before.
        corner: (q, r) of the first of ``totals``.
        totals: (q, r) what their values come to, by where the first field of the first piece lies.
    """

    sixths: int
    trio: Trio
    corner: NDArray[np.intp]
    totals: NDArray[np.float64]

    def cells(self, at: int) -> frozenset[Cell]:
        """Give all thirty fields of one of them."""
        q, r = map(int, np.array(np.unravel_index(at, self.totals.shape)) + self.corner)
        return frozenset(
            turned((q + east + column, r + south + row), -self.sixths)
            for shape, (east, south) in self.trio
            for column, row in shape
        )


def _layings(values: Mapping[Cell, float], shape: Shape) -> Iterator[_Layings]:
    for sixths in range(3):
        at = np.array([turned(cell, sixths) for cell in values])
        corner = at.min(axis=0) - _BESIDE
        grid = np.zeros(at.max(axis=0) + _BESIDE + 1 - corner)
        grid[tuple((at - corner).T)] = [*values.values()]
        sums = {way: _sum(_moved(grid, cell) for cell in way) for way in {shape, flipped(shape)}}
        for trio in _trios(shape):
            yield _Layings(sixths, trio, corner, _sum(_moved(sums[way], cell) for way, cell in trio))


def _trios(shape: Shape) -> Iterator[Trio]:
    for trio in product(sorted({shape, flipped(shape)}), repeat=PIECES):
        for first, second in product(*map(_steps, trio, trio[1:])):
            south = shape[-1][1] + 1
            yield tuple(zip(trio, ((0, 0), (first, south), (first + second, 2 * south)), strict=True))


def _steps(upper: Shape, lower: Shape) -> list[int]:
    """Tell how far east the first field of a piece may lie from that of the piece above it."""
    last = [q for q, r in upper if r == upper[-1][1]]
    shift = _shift(last, [q for q, r in lower if r == 0])
    return [step for step in range(-2 * FIELDS, 2 * FIELDS) if abs(shift + step) <= MOST_SHIFT]


def _moved(grid: NDArray[np.float64], cell: Cell) -> NDArray[np.float64]:
    return np.roll(grid, (-cell[0], -cell[1]), (0, 1))


def _sum(grids: Iterator[NDArray[np.float64]]) -> NDArray[np.float64]:
    return np.asarray(np.sum([*grids], axis=0))
