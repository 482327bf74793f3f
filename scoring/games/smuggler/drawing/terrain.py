"""Land and sea of a board: a coast drawn round the places on land, the same for the same board.

Land is what lies nearer to roads and places on land than to lanes and places at sea; places that nothing
tells apart, as on a board without ways, still get their island each.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise, product
from math import dist, hypot
from typing import NamedTuple

from scoring.games.smuggler.drawing.layout import BoardLayout, along, length
from scoring.games.smuggler.land.box import SmugglerBox, is_land, is_water, split_way
from scoring.picture import Point, contains

REACH_MM = 21.0
"""So far land reaches from a road or a place where no sea is near."""
_FAR_MM = 40.0
"""How far it is said to be from where nothing is near."""
_MEASURED_MM = 34.0
"""Beyond this nothing is measured: no coast runs farther from a road or, but for its width, a lane."""
_SEA_MM, _STUB_MM, _ISLAND_MM = 9.0, 11.0, 8.0
"""Radius of open water round a sea place; where a lane ends before a port; radius of what is surely land."""
_GRID_MM, _WALL_MM = 6.0, 4.5
"""From one crossing of the grid to the next; what is nearer to a road than the second keeps the sea out."""


class CoastLook(NamedTuple):
    """How a coast runs.

    Attributes:
        wobble_mm: How far it strays from where it would run, to either side.
        seed: Which coast of that kind.
    """

    wobble_mm: float = 3.5
    seed: int = 1


Ring = tuple[Point, ...]


def coast_of(box: SmugglerBox, layout: BoardLayout, coast: CoastLook) -> tuple[Ring, ...]:
    """Draw the coast: closed lines, the largest first; what each surrounds is land."""
    field = _Field(layout.board_mm)
    land = [layout.at_mm[place] for place, facts in box.places.items() if is_land(facts)]
    field.come_near(field.land, [*layout.roads.values(), *((at, at) for at in land)], 0.0)
    field.come_near(field.sea, [*_lanes(box, layout), *_waters(box, layout)], _SEA_MM)
    field.fill_in([layout.at_mm[place] for place, facts in box.places.items() if not is_land(facts)])
    rings = [ring for ring in _rings(field.heights(coast, land)) if any(contains(ring, at) for at in land)]
    rings.sort(key=lambda ring: -abs(_area(ring)))
    return tuple(_rounded(ring) for ring in rings if _area(ring) > 0)


def _lanes(box: SmugglerBox, layout: BoardLayout) -> Iterator[Sequence[Point]]:
    """Give the lanes without their ends at ports, which lie on land."""
    for way, line in layout.lanes.items():
        start, end = (is_land(box.places[place]) for place in split_way(way))
        long = length(line)
        first, last = (_STUB_MM if start else 0.0), long - (_STUB_MM if end else 0.0)
        if first < last:
            marks = [first + (last - first) * part / 8 for part in range(9)]
            yield [along(line, mark) for mark in marks]


def _waters(box: SmugglerBox, layout: BoardLayout) -> Iterator[Sequence[Point]]:
    for place, facts in box.places.items():
        if not is_land(facts) and is_water(facts):
            yield layout.at_mm[place], layout.at_mm[place]


class _Field:
    """Distances to land and to sea at the crossings of a grid that reaches beyond the board."""

    def __init__(self, board_mm: Point) -> None:
        self.across, self.down = (int(side // _GRID_MM) + 9 for side in board_mm)
        self.land = [[_FAR_MM] * self.across for _ in range(self.down)]
        self.sea = [[_FAR_MM] * self.across for _ in range(self.down)]

    def come_near(self, far: list[list[float]], lines: Iterable[Sequence[Point]], less_mm: float) -> None:
        """Lower distances to those from some lines, less a width of theirs."""
        for line in lines:
            for a, b in pairwise(line):
                columns, rows = self._near(a, b, _MEASURED_MM)
                for row in rows:
                    _lower(far[row], columns, (row - 4) * _GRID_MM, (a, b), less_mm)

    def _near(self, a: Point, b: Point, far: float) -> tuple[range, range]:
        """Give the columns and rows of the crossings near a line between two points."""
        columns, rows = (
            range(max(0, int((min(ends) - far) // _GRID_MM + 4)), int((max(ends) + far) // _GRID_MM) + 6)
            for ends in zip(a, b, strict=True)
        )
        return columns[: max(0, self.across - columns.start)], rows[: max(0, self.down - rows.start)]

    def fill_in(self, seas: Iterable[Point]) -> None:
        """Make land of what roads surround, where the sea comes neither from the rim nor from a sea place."""
        wet = {(0, 0), *((int(x // _GRID_MM) + 4, int(y // _GRID_MM) + 4) for x, y in seas)}
        waiting = [*wet]
        while waiting:
            column, row = waiting.pop()
            for at in ((column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1)):
                is_inside = 0 <= at[0] < self.across and 0 <= at[1] < self.down
                if is_inside and at not in wet and self.land[at[1]][at[0]] > _WALL_MM:
                    wet.add(at)
                    waiting.append(at)
        for row, line in enumerate(self.land):
            for column, far in enumerate(line):
                if far > _WALL_MM and (column, row) not in wet:
                    line[column] = 0.0
                    self.sea[row][column] = _FAR_MM

    def heights(self, coast: CoastLook, land: Iterable[Point]) -> list[list[float]]:
        """Give how high above the sea each crossing is; the rim is below it, so that coasts close.

        Args:
            coast: How much that strays.
            land: Places that must be above the sea.
        """
        rough = [
            [
                min(REACH_MM, sea) - land + coast.wobble_mm * _noise(column, row, coast.seed)
                for column, (land, sea) in enumerate(zip(lands, seas, strict=True))
            ]
            for row, (lands, seas) in enumerate(zip(self.land, self.sea, strict=True))
        ]
        for at in land:
            for column, row in product(*self._near(at, at, _ISLAND_MM)):
                rough[row][column] = max(rough[row][column], _ISLAND_MM - dist(at, _crossing(column, row)))
        last_row, last_column = self.down - 1, self.across - 1
        for row, line in enumerate(rough):
            for column in range(self.across):
                if row in {0, last_row} or column in {0, last_column}:
                    line[column] = -1.0
        return rough


def _crossing(column: int, row: int) -> Point:
    return (column - 4) * _GRID_MM, (row - 4) * _GRID_MM


def _lower(
    far: list[float], columns: Iterable[int], y: float, between: tuple[Point, Point], less_mm: float
) -> None:
    """Lower the distances of a row of crossings to those from a line between two points, less a width.

    Most of a board's drawing is this: one loop, with nothing called that need not be.
    """
    (ax, ay), (bx, by) = between
    dx, dy, high = bx - ax, by - ay, y - ay
    square = dx * dx + dy * dy
    for column in columns:
        wide = (column - 4) * _GRID_MM - ax
        share = (wide * dx + high * dy) / square if square else 0.0
        share = 0.0 if share < 0.0 else min(share, 1.0)
        away = hypot(wide - share * dx, high - share * dy) - less_mm
        far[column] = min(far[column], away)


def _noise(column: int, row: int, seed: int) -> float:
    """Give a number from -1 to 1 that looks like chance and is none."""
    mixed = (column * 374761393 + row * 668265263 + seed * 2147483647) & 0xFFFFFFFF
    mixed = ((mixed ^ (mixed >> 13)) * 1274126177) & 0xFFFFFFFF
    return ((mixed ^ (mixed >> 16)) & 0xFFFF) / 32767.5 - 1


# --- contour lines ---------------------------------------------------------------------------------

_Edge = tuple[int, int, bool]
"""A side of the grid: its upper left crossing, and whether it runs down."""
_SIDES: Mapping[int, tuple[tuple[int, int], ...]] = {
    1: ((3, 2),), 2: ((2, 1),), 3: ((3, 1),), 4: ((1, 0),), 5: ((3, 2), (1, 0)), 6: ((2, 0),), 7: ((3, 0),),
    8: ((0, 3),), 9: ((0, 2),), 10: ((0, 3), (2, 1)), 11: ((0, 1),), 12: ((1, 3),), 13: ((1, 2),),
    14: ((2, 3),),
}  # fmt: skip
"""Marching squares: from which side a line runs to which (0 above, 1 right, 2 below, 3 left), so that what is
high is on its right, by which corners are high (8 upper left, 4 upper right, 2 lower right, 1 lower left)."""


def _rings(heights: Sequence[Sequence[float]]) -> list[Ring]:
    """Join where a field crosses 0 into closed lines."""
    follows: dict[_Edge, _Edge] = {}
    for row, (upper, lower) in enumerate(pairwise(heights)):
        for column in range(len(upper) - 1):
            corners = upper[column], upper[column + 1], lower[column + 1], lower[column]
            kind = sum(8 >> at for at, high in enumerate(corners) if high > 0)
            sides = (
                (column, row, False), (column + 1, row, True), (column, row + 1, False), (column, row, True),
            )  # fmt: skip
            follows.update((sides[start], sides[end]) for start, end in _SIDES.get(kind, ()))
    return [*_joined(follows, heights)]


def _joined(follows: dict[_Edge, _Edge], heights: Sequence[Sequence[float]]) -> Iterator[Ring]:
    while follows:
        start, at = follows.popitem()
        ring = [_cut(start, heights)]
        while at != start:
            ring.append(_cut(at, heights))
            at = follows.pop(at)
        yield tuple(ring)


def _cut(edge: _Edge, heights: Sequence[Sequence[float]]) -> Point:
    """Give where the field is 0 on a side."""
    column, row, runs_down = edge
    a = heights[row][column]
    b = heights[row + 1][column] if runs_down else heights[row][column + 1]
    share = a / (a - b) if a != b else 0.5
    x, y = _crossing(column, row)
    return (x, y + share * _GRID_MM) if runs_down else (x + share * _GRID_MM, y)


def _area(ring: Ring) -> float:
    """Measure what a line surrounds; clockwise is more than 0."""
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairwise((*ring, ring[0]))) / 2


def _rounded(ring: Ring) -> Ring:
    """Leave out points that lie close together, and cut the corners (Chaikin)."""
    thin = [ring[0]]
    for point in ring[1:]:
        if dist(thin[-1], point) > 0.55 * _GRID_MM:
            thin.append(point)
    cut = []
    for (ax, ay), (bx, by) in pairwise((*thin, thin[0])):
        cut += [
            (ax + 0.25 * (bx - ax), ay + 0.25 * (by - ay)),
            (ax + 0.75 * (bx - ax), ay + 0.75 * (by - ay)),
        ]
    return tuple((round(x, 1), round(y, 1)) for x, y in cut)
