"""How well a reading agrees with a truth, counted alike for every game."""

from collections.abc import Sequence
from typing import NamedTuple

from scoring.game import Cell

TRUTH_FORMAT = "tablekeeper.truth/1"


class Agreement(NamedTuple):
    """Counts of a comparison.

    Attributes:
        tiles: Tiles of the game in the truth.
        tiles_right: Of those, read in their place with the right face and turns.
        others: Tiles in the truth that are no face of the game.
        others_named: Of those, given a face with a confidence above one half.
        invented: Tiles read where there is none.
        meeples: Figures in the truth.
        meeples_right: Of those, read on the right tile in the right colour.
        meeples_on_feature: Of those, on the right feature too.
        meeples_false: Figures read that are not there.
    """

    tiles: int
    tiles_right: int
    others: int
    others_named: int
    invented: int
    meeples: int
    meeples_right: int
    meeples_on_feature: int
    meeples_false: int


class TileCheck(NamedTuple):
    """One tile of a truth, and what was read in its place.

    Attributes:
        true: Its face.
        read: The face read there; empty where none was.
        is_right: Whether face and turns are right.
        is_edges_right: Whether at least what it shows on its four sides is.
        confidence: Of the reading; 0 where there is none.
        kind: What it is, in a game that has several kinds: "officer"; else empty.
    """

    true: str
    read: str
    is_right: bool
    is_edges_right: bool
    confidence: float
    kind: str = ""


class FigureCheck(NamedTuple):
    """The colour of a figure of a truth, and of the one read nearest to it on its tile; empty for none."""

    true: str
    read: str


class TruthFrame(NamedTuple):
    """How the frame of a reading follows from that of a truth: clockwise turns by a side, then a shift.

    Attributes:
        sides: 4 for squares, 6 for hexes.
    """

    sides: int
    turns: int = 0
    shift: Cell = (0, 0)

    def cell(self, cell: Sequence[int]) -> Cell:
        """Take a cell of the truth to that of the reading."""
        x, y = cell
        for _ in range(self.turns):
            x, y = -y, x + (y if self.sides == 6 else 0)
        return x + self.shift[0], y + self.shift[1]


def likeliest_frame(sides: int, pairs: Sequence[tuple[Sequence[int], Cell]]) -> TruthFrame:
    """Find the turn and shift that bring most cells of a truth onto those read at the same place."""
    best, most = TruthFrame(sides), 0
    for turns in range(sides):
        plain = TruthFrame(sides, turns)
        shifts = [(near[0] - plain.cell(cell)[0], near[1] - plain.cell(cell)[1]) for cell, near in pairs]
        usual = max(set(shifts), key=shifts.count, default=(0, 0))
        if shifts.count(usual) > most:
            best, most = plain._replace(shift=usual), shifts.count(usual)
    return best
