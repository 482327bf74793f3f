"""Hexagons in axial coordinates, and where three of them make a tile."""

from collections.abc import Collection, Iterator

from scoring.game import Cell
from scoring.geometry import hexes
from scoring.geometry.hexes import AROUND, neighbours, turned
from scoring.picture import Point

__all__ = ["AROUND", "PITCH_MM", "corners_mm", "innermost", "middle_mm", "neighbours", "stepped", "trefoil"]
__all__ += ["trefoils_over", "turned"]

PITCH_MM = 40.0
"""From the middle of a field to its neighbour's in our drawing; the rulebook does not say."""


def stepped(cell: Cell, step: int) -> Cell:
    """Give the neighbour in a direction, an index into ``AROUND`` that may run over."""
    q, r = AROUND[step % 6]
    return cell[0] + q, cell[1] + r


def trefoil(cell: Cell, turns: int) -> tuple[Cell, Cell, Cell]:
    """Give the three cells of a tile, clockwise around the corner they share.

    Args:
        cell: Of its first field.
        turns: Clockwise sixth turns about the first field; unturned its second field lies to the east.
    """
    return cell, stepped(cell, turns), stepped(cell, turns + 1)


def trefoils_over(cell: Cell) -> Iterator[tuple[Cell, Cell, Cell]]:
    """Give the six tiles that would cover a cell."""
    return (trefoil(cell, turns) for turns in range(6))


def innermost(cells: Collection[Cell]) -> Cell:
    """Give the cell nearest to the midst of some; of several, the northernmost and then westernmost."""
    number, east, south = len(cells), sum(q for q, _ in cells), sum(r for _, r in cells)

    def away(cell: Cell) -> int:
        q, r = number * cell[0] - east, number * cell[1] - south
        return q * q + q * r + r * r

    return min(cells, key=lambda cell: (away(cell), cell[1], cell[0]))


def middle_mm(cell: Cell) -> Point:
    """Give the middle of a field, from that of cell (0, 0), x to the east and y to the south."""
    return hexes.middle_mm(cell, PITCH_MM)


def corners_mm(cell: Cell) -> tuple[Point, ...]:
    """Give the corners of a field, clockwise from the north-east; side ``i`` runs from corner ``i``."""
    return hexes.corners_mm(cell, PITCH_MM)
