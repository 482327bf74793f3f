"""The board of Cornish Smuggler as hands leave it: where every piece really stands, right or wrong."""

import math
from collections.abc import Mapping
from random import Random

from msgspec import Struct

from scoring.games.smuggler.drawing.layout import IN_STOCK
from scoring.picture import Point
from vision.simulator.camera.levels import Conditions
from vision.simulator.camera.stage import quarters
from vision.simulator.games.smuggler.pieces import (
    BOARD,
    DISC_MM,
    PEG_MM,
    SQUARE_MM,
    THICK_MM,
    cells_of,
    squares_of,
)
from vision.simulator.games.smuggler.plans import BoardPlan
from vision.simulator.table.acts import turned
from vision.simulator.table.things import Act, Card, Lay, Lift, Put, SimFigure, Take

_TRIES = 400
FOLD_MM = 3.0
"""So far the fold in the middle stands up at most."""
CLEAR_MM = 0.6
"""Between pieces."""
NEAR_MM, FAR_MM = 3.0, 20.0
"""So far from its spot's middle a piece stands where there is room, and at most."""
_ASKEW_MM, _ASKEW_DEG = 0.5, 2.0
"""How far off its squares a piece of goods lies in a stock."""
SPACE_MM = 7.0
"""So far from the middle of a space of the wheel or the track at most."""
NEARER_MM = 4.0
"""So much nearer than to any other spot a piece is to its own."""


class TablePiece(Struct, frozen=True):
    """Something that stands or lies on the board.

    Attributes:
        name: Which one it is, unlike any other's.
        kind: peg, ship, disc or goods.
        owner: A colour of the palette; a shape of ``SHAPES`` for goods.
        spot: Where, as ``BoardPlan.spots`` names it; ``stock:`` and a name for goods in a stock.
    """

    name: str
    kind: str
    owner: str
    spot: str


class MapTable:
    """Where pieces stand.

    Args:
        plan: The board.
        how: How crooked things are put.
        chance: Of the game.
    """

    def __init__(self, plan: BoardPlan, how: Conditions, chance: Random) -> None:
        self._plan, self._chance = plan, chance
        self._spots = plan.spots()
        self.at_mm: Point = (chance.uniform(-6, 6), chance.uniform(-6, 6))
        # However the camera hangs, all of the board is in its picture.
        self.turn_deg = chance.uniform(-2, 2) - 90 * (quarters(how.turn_deg) % 2)
        self.fold_mm = FOLD_MM * chance.random() * min(1.0, 0.5 + how.level)
        self.pieces: dict[str, TablePiece] = {}
        self._discs: dict[str, list[tuple[Point, float]]] = {}
        self._cells: dict[str, set[tuple[str, int, int]]] = {}

    def boards(self) -> list[Card]:
        """Give the two halves of the board."""
        quarter = self._plan.size_mm[0] / 4
        rise = self.fold_mm / (2 * quarter)
        middle = self.fold_mm / 2
        return [
            Card(
                f"{BOARD}:{at}",
                f"{BOARD}:{at}",
                self.place((self._plan.size_mm[0] / 2 + side * quarter, self._plan.size_mm[1] / 2)),
                self.turn_deg,
                middle,
                rise=-side * rise,
            )
            for at, side in ((0, -1), (1, 1))
        ]

    def place(self, on_board_mm: Point) -> Point:
        """Give where on the table a place of the board is."""
        off = (on_board_mm[0] - self._plan.size_mm[0] / 2, on_board_mm[1] - self._plan.size_mm[1] / 2)
        x, y = turned(off, self.turn_deg)
        return self.at_mm[0] + x, self.at_mm[1] + y

    def high_mm(self, on_board_mm: Point) -> float:
        """Tell how much higher than its edge the board is at a place of its own."""
        half = self._plan.size_mm[0] / 2
        return self.fold_mm * (1 - abs(on_board_mm[0] - half) / half)

    def put(self, piece: TablePiece) -> Act:
        """Put a piece down near its spot, where there is room; goods of a stock square by square."""
        self.pieces[piece.name] = piece
        at, turn_deg = self._stocked(piece) if piece.spot.startswith(IN_STOCK) else self._room(piece)
        place, high = self.place(at), round(self.high_mm(at), 1)
        if piece.kind == "goods":
            return Lay(
                Card(piece.name, f"goods:{piece.owner}", place, turn_deg + self.turn_deg, THICK_MM + high)
            )
        return Put(SimFigure(piece.name, piece.owner, piece.kind, False, place, turn_deg, high))

    def take(self, name: str) -> Act:
        """Take a piece away."""
        piece = self.pieces.pop(name)
        self._discs.pop(name, None)
        self._cells.pop(name, None)
        return Lift(name) if piece.kind == "goods" else Take(name)

    def _stocked(self, piece: TablePiece) -> tuple[Point, float]:
        """Lay goods on the first squares of a stock that are free; over others where none are."""
        name = piece.spot.removeprefix(IN_STOCK)
        left, top, width, height = self._plan.stocks[name]
        columns, rows = int(width // SQUARE_MM), int(height // SQUARE_MM)
        taken = set().union(*self._cells.values()) if self._cells else set()
        ways = [(x, y, turns) for y in range(rows) for x in range(columns) for turns in range(4)]
        fits = (way for way in ways if self._fits(piece, name, way, (columns, rows), taken))
        x, y, turns = next(fits, self._chance.choice(ways))
        cells = _turned_cells(piece.owner, turns)
        self._cells[piece.name] = {(name, x + a, y + b) for a, b in cells}
        wide, high = (max(values) + 1 for values in zip(*cells, strict=True))
        off = [self._chance.uniform(-_ASKEW_MM, _ASKEW_MM) for _ in range(2)]
        at = (left + SQUARE_MM * (x + wide / 2) + off[0], top + SQUARE_MM * (y + high / 2) + off[1])
        return at, 90.0 * turns + self._chance.uniform(-_ASKEW_DEG, _ASKEW_DEG)

    @staticmethod
    def _fits(
        piece: TablePiece,
        name: str,
        way: tuple[int, int, int],
        size: tuple[int, int],
        taken: set[tuple[str, int, int]],
    ) -> bool:
        x, y, turns = way
        cells = [(x + a, y + b) for a, b in _turned_cells(piece.owner, turns)]
        return all(a < size[0] and b < size[1] and (name, a, b) not in taken for a, b in cells)

    def _room(self, piece: TablePiece) -> tuple[Point, float]:
        """Find room near a spot, farther and farther away."""
        middle = self._spots[piece.spot]
        others = [disc for discs in self._discs.values() for disc in discs]
        far_mm = SPACE_MM if piece.spot not in self._plan.places else FAR_MM
        best: tuple[float, Point, float, list[tuple[Point, float]]] | None = None
        for tried in range(_TRIES):
            away = self._chance.uniform(0, NEAR_MM + (far_mm - NEAR_MM) * (tried / _TRIES) ** 1.5)
            x, y = turned((away, 0.0), self._chance.uniform(0, 360))
            at, turn_deg = (middle[0] + x, middle[1] + y), self._chance.uniform(0, 360)
            discs = _discs_of(piece, at, turn_deg)
            gap = min((math.dist(a, b) - r - s for a, r in discs for b, s in others), default=math.inf)
            inside = min(
                min(x - r, y - r, self._plan.size_mm[0] - x - r, self._plan.size_mm[1] - y - r)
                for (x, y), r in discs
            )
            gap = min(gap, inside, self._nearer(piece.spot, at) - NEARER_MM)
            if best is None or gap > best[0]:
                best = gap, at, turn_deg, discs
            if gap > CLEAR_MM:
                best = gap, at, turn_deg, discs
                break
        assert best is not None  # noqa: S101 - there were tries
        self._discs[piece.name] = best[3]
        return best[1], best[2]

    def _nearer(self, spot: str, at: Point) -> float:
        """Tell by how much a place is nearer to a spot than to any other."""
        return min(math.dist(at, other) for name, other in self._spots.items() if name != spot) - math.dist(
            at, self._spots[spot]
        )


def _turned_cells(shape: str, turns: int) -> list[tuple[int, int]]:
    """Give a piece's squares, turned clockwise by quarter turns, from its upper left corner."""
    cells = [*cells_of(shape)]
    for _ in range(turns):
        cells = [(-y, x) for x, y in cells]
    left, top = (min(values) for values in zip(*cells, strict=True))
    return [(x - left, y - top) for x, y in cells]


def _discs_of(piece: TablePiece, at: Point, turn_deg: float) -> list[tuple[Point, float]]:
    """Give circles that cover a piece."""
    offs: Mapping[str, list[Point]] = {
        "ship": [(-6.0, 0.0), (0.0, 0.0), (6.0, 0.0)],
        "goods": [(x + SQUARE_MM / 2, y + SQUARE_MM / 2) for x, y in squares_of(piece.owner)]
        if piece.kind == "goods"
        else [],
    }
    radius = {"peg": PEG_MM / 2, "disc": DISC_MM / 2, "ship": 5.6, "goods": 0.6 * SQUARE_MM}[piece.kind]
    found = []
    for off in offs.get(piece.kind, [(0.0, 0.0)]):
        x, y = turned(off, turn_deg)
        found.append(((at[0] + x, at[1] + y), radius))
    return found
