"""The pieces that cells of a lattice lie in."""

from collections.abc import Callable, Collection

from scoring.game import Cell


def pieces_of(cells: Collection[Cell], are_near: Callable[[Cell, Cell], bool]) -> list[set[Cell]]:
    """Part cells so that those that are near each other, or linked by such, are in one piece."""
    left, pieces = set(cells), []
    while left:
        piece, edge = set[Cell](), {left.pop()}
        while edge:
            piece |= edge
            edge = {cell for cell in left if any(are_near(cell, other) for other in edge)}
            left -= edge
        pieces.append(piece)
    return pieces
