"""Hexagons in axial coordinates, standing on a corner: neighbours, turns, and where their corners are."""

from collections.abc import Iterator
from math import sqrt

from scoring.game import Cell
from scoring.picture import Point

AROUND: tuple[Cell, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""Steps to the neighbours, clockwise from the east."""


def neighbours(cell: Cell) -> Iterator[Cell]:
    """Give the six cells around one, clockwise from the east."""
    q, r = cell
    return iter([(q + east, r + south) for east, south in AROUND])


def turned(cell: Cell, sixths: int) -> Cell:
    """Turn a cell clockwise about (0, 0).

    >>> turned((1, 0), 1), turned((2, -1), 3)
    ((0, 1), (-2, 1))
    """
    (a, b), (c, d) = AROUND[sixths % 6], AROUND[(sixths + 1) % 6]
    return cell[0] * a + cell[1] * c, cell[0] * b + cell[1] * d


def middle_mm(cell: Cell, pitch_mm: float) -> Point:
    """Give the middle of a hexagon, from that of cell (0, 0), x to the east and y to the south.

    Args:
        pitch_mm: From the middle of a hexagon to its neighbour's.
    """
    q, r = cell
    return (q + r / 2) * pitch_mm, r * pitch_mm * sqrt(3) / 2


def corners_mm(cell: Cell, pitch_mm: float) -> tuple[Point, ...]:
    """Give the corners of a hexagon, clockwise from the north-east; side ``i`` runs from corner ``i``."""
    x, y = middle_mm(cell, pitch_mm)
    half, side = pitch_mm / 2, pitch_mm / sqrt(3)
    offsets = (
        (half, -side / 2),
        (half, side / 2),
        (0, side),
        (-half, side / 2),
        (-half, -side / 2),
        (0, -side),
    )
    return tuple((x + dx, y + dy) for dx, dy in offsets)
