"""What room a board has left: rectangles put where they cover least."""

from collections.abc import Iterator, Sequence
from itertools import pairwise, product
from math import dist, inf

from scoring.picture import Point

CELL_MM = 6.0
"""BoardRoom is measured in squares of this side."""
_OVER_PLACE, OVER_WAY, OVER_LAND, _OVER_ROOM = 9.0, 3.0, 0.6, 100.0
"""How bad it is to cover a square of each."""
_EDGE_MM, _NEAR = 5.0, 0.1
"""Left free along the board's edge; how bad each millimetre away from where something belongs is."""

Box = tuple[float, float, float, float]
"""x, y, width and height."""


class BoardRoom:
    """The squares of a board, and how bad it would be to cover each."""

    def __init__(self, board_mm: Point) -> None:
        """Begin with an empty board."""
        self.board_mm = board_mm
        self.columns, self.rows = (int(side // CELL_MM) + 1 for side in board_mm)
        self._bad = [[0.0] * self.columns for _ in range(self.rows)]

    def take_dot(self, at: Point, wide: float) -> None:
        """Take the room of a round thing.

        Args:
            at: Its middle.
            wide: Its radius, and that of what should stay free around it.
        """
        for column, row in self._cells((at[0] - wide, at[1] - wide, 2 * wide, 2 * wide)):
            if dist(at, (column * CELL_MM, row * CELL_MM)) <= wide:
                self._bad[row][column] = max(self._bad[row][column], _OVER_PLACE)

    def take_line(self, line: Sequence[Point], wide: float = 3.0, bad: float = OVER_WAY) -> None:
        """Take the squares along a line.

        Args:
            line: Its points.
            wide: How far to either side.
            bad: How bad it is to cover one of them.
        """
        for (ax, ay), (bx, by) in pairwise(line):
            parts = int(dist((ax, ay), (bx, by)) // CELL_MM) + 1
            for part in range(parts + 1):
                x, y = ax + (bx - ax) * part / parts, ay + (by - ay) * part / parts
                for column, row in self._cells((x - wide, y - wide, 2 * wide, 2 * wide)):
                    self._bad[row][column] = max(self._bad[row][column], bad)

    def take_box(self, box: Box) -> None:
        """Take a rectangle, so that nothing else is put there if that can be helped."""
        for column, row in self._cells(box):
            self._bad[row][column] = _OVER_ROOM

    def find(self, size: Point, near: Point) -> Box:
        """Find the rectangle of a size that covers least, near some point, and take it."""
        _, box = self.look(size, near)
        self.take_box(box)
        return box

    def look(self, size: Point, near: Point) -> tuple[float, Box]:
        """Find a rectangle as ``find`` does, but leave it; and tell how bad it is there."""
        width, height = (
            min(side, full - 2 * _EDGE_MM) for side, full in zip(size, self.board_mm, strict=True)
        )
        sums = self._sums()
        across = [(x, *_span(x, width, self.columns)) for x in _steps(self.board_mm[0] - width)]
        least, found = inf, (0.0, 0.0)
        for y in _steps(self.board_mm[1] - height):
            top, bottom = _span(y, height, self.rows)
            above, below = sums[top], sums[bottom]
            for x, left, right in across:
                bad = below[right] - above[right] - below[left] + above[left]
                if bad > least:
                    continue  # however near it is
                bad += _NEAR * dist((x + width / 2, y + height / 2), near)
                least, found = min((least, found), (bad, (x, y)))
        return least, (*found, width, height)

    def _sums(self) -> list[list[float]]:
        """Sum the badness of all squares above and left of each corner."""
        sums = [[0.0] * (self.columns + 1)]
        for row in self._bad:
            line = [0.0]
            for at, bad in enumerate(row):
                line.append(line[-1] + bad + sums[-1][at + 1] - sums[-1][at])
            sums.append(line)
        return sums

    def _cells(self, box: Box) -> Iterator[tuple[int, int]]:
        x, y, width, height = box
        columns = range(max(0, int(x // CELL_MM)), min(self.columns, int((x + width) // CELL_MM) + 1))
        rows = range(max(0, int(y // CELL_MM)), min(self.rows, int((y + height) // CELL_MM) + 1))
        return product(columns, rows)


def _span(at: float, long: float, most: int) -> tuple[int, int]:
    """Give the first square along an edge that something covers, and the one after the last."""
    return int(at // CELL_MM), min(most, int((at + long) // CELL_MM) + 1)


def _steps(free: float) -> Iterator[float]:
    """Give places along an edge, from one end to the other."""
    at = _EDGE_MM
    while at <= max(_EDGE_MM, free - _EDGE_MM):
        yield at
        at += CELL_MM
