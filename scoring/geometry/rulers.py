"""Columns and rows of a photographed board as its drawing numbers them: from 1, at the upper left."""

from collections.abc import Iterable, Mapping

from msgspec import Struct

from scoring.picture import Point
from scoring.sentence import Sentence, sentence

Cell = tuple[int, int]


class RulerLabel(Struct, frozen=True):
    """A number to be written on a board's picture."""

    says: str
    at_mm: Point


class Rulers(Struct, frozen=True):
    """How a board's columns and rows are numbered.

    Attributes:
        corner: The cell before the first column and the first row.
        labels: The numbers, to be written where they stand in the board's picture.
        names: What cells are called that have names, as those of a printed board do.
    """

    corner: Cell
    labels: tuple[RulerLabel, ...] = ()
    names: Mapping[Cell, str] = {}

    def number(self, cell: Cell) -> Cell:
        """Give the column and the row of a cell.

        >>> Rulers((-1, -1)).number((0, 2))
        (1, 3)
        """
        return cell[0] - self.corner[0], cell[1] - self.corner[1]

    def say(self, cell: Cell) -> Sentence:
        """Say where a cell lies: by its name or, where it has none, by its column and row.

        >>> str(Rulers((-1, -1)).say((0, 2))), str(Rulers((-1, -1), names={(0, 0): "Penzance"}).say((0, 0)))
        ('at column 1, row 3', 'in Penzance')
        """
        if cell in self.names:
            return sentence("in {place}", place=self.names[cell])
        return at_number(cell, self.corner)


def corner_before(cells: Iterable[Cell]) -> Cell:
    """Give the cell before the first column and the first row of some cells."""
    known = list(cells) or [(0, 0)]
    return min(column for column, _ in known) - 1, min(row for _, row in known) - 1


def at_number(cell: Cell, corner: Cell = (0, 0)) -> Sentence:
    """Say where a cell lies as the board's drawing numbers it: "at column 3, row 2"."""
    return sentence("at column {column}, row {row}", column=cell[0] - corner[0], row=cell[1] - corner[1])


def at_gap(cell: Cell, corner: Cell) -> Sentence:
    """Say where an empty cell lies, which may be before the first column or row."""
    column, row = cell[0] - corner[0], cell[1] - corner[1]
    if column < 1:
        return sentence("left of column 1, row {row}", row=max(row, 1))
    if row < 1:
        return sentence("above row 1, column {column}", column=column)
    return at_number(cell, corner)
