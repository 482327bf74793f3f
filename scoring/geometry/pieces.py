"""Cells that hang together, on any lattice."""

from collections.abc import Callable, Collection, Iterable, Iterator

from scoring.game import Cell


def pieces_of(cells: Collection[Cell], around: Callable[[Cell], Iterable[Cell]]) -> Iterator[set[Cell]]:
    """Split cells into pieces that hang together side by side.

    Args:
        cells: Any.
        around: Gives the cells beside one.

    >>> row = {(0, 0), (1, 0), (3, 0)}
    >>> sorted(map(len, pieces_of(row, lambda cell: [(cell[0] - 1, 0), (cell[0] + 1, 0)])))
    [1, 2]
    """
    left = set(cells)
    while left:
        piece, edge = set[Cell](), [left.pop()]
        while edge:
            cell = edge.pop()
            piece.add(cell)
            near = left.intersection(around(cell))
            left -= near
            edge.extend(near)
        yield piece


def pieces_near(cells: Collection[Cell], are_near: Callable[[Cell, Cell], bool]) -> Iterator[set[Cell]]:
    """Split cells so that those that are near each other, or linked by such, are in one piece."""
    return pieces_of(cells, lambda cell: (other for other in cells if are_near(cell, other)))
