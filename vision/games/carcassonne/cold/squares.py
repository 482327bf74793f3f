"""Single squares made of what the net tells of many places, and the boards that they lie together to."""

from collections.abc import Iterator, Mapping, Sequence
from heapq import heappop, heappush
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.game import Cell
from vision.games.carcassonne.cold.square_net import STRIDE_PX, USUAL_SIDE_PX, Glance
from vision.geometry.homography import HORIZON, Homography, project
from vision.geometry.pieces import pieces_of

LEAST_ODDS = 0.0
SAME_PLACE, SAME_SIZE, SAME_ANGLE_RAD = 0.3, 0.3, np.deg2rad(15)
"""Places tell of one square when their middles are so near each other (in sides), the logarithms of its side
alike, and its directions, quarter turns apart being alike."""
LEAST_PLACES = 4
MOST_SQUARES = 250
NEAREST, FURTHEST, ASIDE = 0.8, 1.5, 0.3
"""The next tile lies so far on and at most so far aside, in sides: gaps may be a third of a tile wide."""
MOST_SEEDS, MOST_BOARDS = 8, 4
ROUNDS, OFF = 4, 0.3
"""So often squares are gathered, and so far off its cell's middle one may lie, in tiles."""
MOST_GAP = 2
"""In tiles: what lies further from every tile of a board is not of it."""
MANY_PLACES = 12
"""A square is certain when so many places tell of it."""
LOOSE = 0.15
"""In sides: a tile further off the lattice than this does not bend it."""
FLAT = 6
"""So few tiles do not tell the perspective."""

Complex = NDArray[np.complexfloating]
Floats = NDArray[np.floating]


class Places(NamedTuple):
    """What n places of a photograph tell of the tiles they lie on; points are x + iy, in its pixels.

    Attributes:
        middle: (n,) the middle of the tile.
        straight, mirrored: (n,) its side, taken apart; see ``training.squares``.
        odds: (n,) log-odds that there is one.
    """

    middle: Complex
    straight: Complex
    mirrored: Complex
    odds: Floats


class Square(NamedTuple):
    """A tile as it appears in a photograph, whatever is drawn on it.

    Attributes:
        middle: x + iy, in pixels.
        straight, mirrored: See ``Places``; the square may as well lie turned by quarters.
        places: How many places told of it.
    """

    middle: complex
    straight: complex
    mirrored: complex
    places: int

    @property
    def east(self) -> complex:
        """From its west side to its east side."""
        return self.straight + self.mirrored

    @property
    def south(self) -> complex:
        """From its north side to its south side."""
        return 1j * (self.straight - self.mirrored)

    @property
    def side_px(self) -> float:
        """How long its side would be, were it seen straight from above."""
        return abs(self.straight)

    def turned(self, quarters: int) -> "Square":
        """Call another of its sides its north."""
        turn = 1j**quarters
        return self._replace(straight=self.straight * turn, mirrored=self.mirrored / turn)


class SquareBoard(NamedTuple):
    """Squares that lie together.

    Attributes:
        squares: By their cells, each turned as the board is.
        size: The side of a tile, in cells: less than 1 where there are gaps.
        lattice: Lattice coordinates to pixels of the photograph.
    """

    squares: Mapping[Cell, Square]
    size: float
    lattice: Homography

    @property
    def places(self) -> int:
        """How many places told of it."""
        return sum(one.places for one in self.squares.values())

    @property
    def side_px(self) -> float:
        """The side of a usual tile of it."""
        return float(np.median([one.side_px for one in self.squares.values()]))


def places_of(seen: Glance) -> Places:
    """Give what the places of a glance tell, as far as they lie on tiles."""
    there = np.nonzero(seen.told[0] > LEAST_ODDS)
    told = seen.told[:, there[0], there[1]]
    at = (there[1] + 0.5 + 1j * (there[0] + 0.5)) * STRIDE_PX
    side_px = USUAL_SIDE_PX * 2.0 ** told[3]
    straight = np.exp(1j * np.angle(told[4] + 1j * told[5]) / 4)
    mirrored = (told[6] + 1j * told[7]) / straight
    middle = at + (told[1] + 1j * told[2]) * side_px
    size = side_px / seen.scale
    return Places(middle / seen.scale, straight * size, mirrored * size, told[0])


def find_squares(glances: Sequence[Glance]) -> list[Square]:
    """Find the squares that places agree on, those of which the most places tell first."""
    every = [places_of(one) for one in glances]
    places = Places._make(np.concatenate(columns) for columns in zip(*every, strict=True))
    found, left = [], np.ones(len(places.odds), bool)
    for seed in np.argsort(-places.odds):
        if left[seed]:
            members = np.flatnonzero(left & _agree(places, int(seed)))
            left[members] = False
            left[seed] = False
            if len(members) >= LEAST_PLACES:
                found.append(_square(places, int(seed), members))
    return sorted(found, key=lambda one: -one.places)[:MOST_SQUARES]


def _agree(places: Places, seed: int) -> NDArray[np.bool_]:
    side_px = np.abs(places.straight[seed])
    near = np.abs(places.middle - places.middle[seed]) < SAME_PLACE * side_px
    alike = np.abs(np.log(np.abs(places.straight) / side_px)) < SAME_SIZE
    off = np.angle((places.straight / places.straight[seed]) ** 4) / 4
    return np.asarray(near & alike & (np.abs(off) < SAME_ANGLE_RAD))


def _square(places: Places, seed: int, members: NDArray[np.intp]) -> Square:
    """Put what some places tell together, their quarter turns brought to that of the first."""
    quarters = np.round(np.angle(places.straight[members] / places.straight[seed]) / (np.pi / 2))
    turn = 1j**quarters
    middle = np.median(places.middle[members].real) + 1j * np.median(places.middle[members].imag)
    straight, mirrored = places.straight[members] / turn, places.mirrored[members] * turn
    return Square(complex(middle), complex(straight.mean()), complex(mirrored.mean()), len(members))


# --- boards ----------------------------------------------------------------------------------------


def find_boards(squares: Sequence[Square], most: int = MOST_BOARDS) -> list[SquareBoard]:
    """Find boards that squares may lie together to, the one that covers most of the photograph first.

    Tiles that lie beside, or are turned too far, are not of it. Some of the boards may be no boards: what
    looks like a tile may be a quarter of one.
    """
    found: list[SquareBoard] = []
    left = list(squares)
    while left and len(found) < most:
        seeds = sorted(range(len(left)), key=lambda index: -left[index].places)[:MOST_SEEDS]
        best = _in_one_piece(_gathered(left, max((_grown(left, seed) for seed in seeds), key=_cover_px)))
        found.append(best)
        used = {one.middle for one in best.squares.values()}
        left = [one for one in left if one.middle not in used]
    return sorted(found, key=lambda one: -_cover_px(one.squares))


def _cover_px(squares: Mapping[Cell, Square]) -> float:
    """Measure how many pixels squares cover, those of which few places tell counting less."""
    return float(sum(one.side_px**2 * min(one.places / MANY_PLACES, 1.0) for one in squares.values()))


def _grown(squares: Sequence[Square], seed: int) -> dict[Cell, Square]:
    """Lay squares beside each other from a first one on, each turned as the first."""
    first = squares[seed]
    upright = first.turned(-round(float(np.angle(first.straight)) / (np.pi / 2)))
    laid, used = {(0, 0): upright}, {seed}
    queue = [(-first.places, (0, 0))]
    middles = np.array([one.middle for one in squares])
    while queue:
        _, cell = heappop(queue)
        for step, index in _beside(squares, middles, laid[cell]):
            there = (cell[0] + step[0], cell[1] + step[1])
            if there not in laid and index not in used:
                laid[there] = squares[index].turned(_quarters(squares[index], laid[cell]))
                used.add(index)
                heappush(queue, (-squares[index].places, there))
    return laid


def _beside(squares: Sequence[Square], middles: Complex, one: Square) -> Iterator[tuple[Cell, int]]:
    """Give the squares, with their middles, on the four sides of one, those most places tell of first."""
    area = one.east.real * one.south.imag - one.east.imag * one.south.real
    if abs(area) < HORIZON:
        return
    away = middles - one.middle
    across = (away.real * one.south.imag - away.imag * one.south.real) / area
    down = (away.imag * one.east.real - away.real * one.east.imag) / area
    along, aside = np.maximum(abs(across), abs(down)), np.minimum(abs(across), abs(down))
    near = np.flatnonzero((along > NEAREST) & (along < FURTHEST) & (aside < ASIDE))
    for index in sorted(near.tolist(), key=lambda each: -squares[each].places):
        if _is_alike(squares[index], one):
            x, y = across[index], down[index]
            yield ((int(np.sign(x)), 0) if abs(x) > abs(y) else (0, int(np.sign(y)))), index


def _is_alike(one: Square, other: Square) -> bool:
    off = np.angle((one.straight / other.straight) ** 4) / 4
    return bool(abs(off) < SAME_ANGLE_RAD and abs(np.log(one.side_px / other.side_px)) < SAME_SIZE)


def _gathered(squares: Sequence[Square], grown: Mapping[Cell, Square]) -> SquareBoard:
    """Fit the lattice and gather every square that lies on it, also those beyond a gap, a few times over."""
    board = fit_board(grown)
    for _ in range(ROUNDS):
        again = _on_lattice(squares, board)
        if again.keys() == board.squares.keys():
            break
        board = fit_board(again)
    return board


def _in_one_piece(board: SquareBoard) -> SquareBoard:
    """Keep the largest of the pieces that a board is in; the others lie on its lattice by chance."""
    found = pieces_of(board.squares, _is_near)
    pieces = [{cell: board.squares[cell] for cell in board.squares if cell in piece} for piece in found]
    return board if len(pieces) == 1 else fit_board(max(pieces, key=_cover_px))


def _is_near(cell: Cell, other: Cell) -> bool:
    return max(abs(cell[0] - other[0]), abs(cell[1] - other[1])) <= MOST_GAP


def _on_lattice(squares: Sequence[Square], board: SquareBoard) -> dict[Cell, Square]:
    """Give for each cell of a lattice the square that lies in it, turned as the board is.

    Where no seams are to be seen some squares lie askew, and those laid beside them came to a wrong cell.
    """
    cells, off = _places_on(board, list(board.squares.values()))
    laid = zip(board.squares.items(), cells, strict=True)
    found = {own: one for (own, one), cell in laid if own == cell}
    used = {one.middle for one in found.values()}
    free = [one for one in squares if one.middle not in used]
    cells, off = _places_on(board, free)
    for one, (column, row), is_near in zip(free, cells, off < OFF, strict=True):
        if is_near and (column, row) not in found:
            expected = square_at(board, (column, row))
            if _is_alike(one, expected):
                found[column, row] = one.turned(_quarters(one, expected))
    return found


def _places_on(board: SquareBoard, squares: Sequence[Square]) -> tuple[list[Cell], Floats]:
    """Tell the cell of a lattice that each square's middle lies in, and how far off the cell's middle."""
    middles = np.array([(one.middle.real, one.middle.imag) for one in squares]).reshape(-1, 2)
    at = project(np.linalg.inv(board.lattice), middles)
    cells = np.floor(at).astype(int)
    return [(column, row) for column, row in cells.tolist()], np.abs(at - cells - 0.5).max(axis=1)


def square_at(board: SquareBoard, cell: Cell) -> Square:
    """Give the square that a lattice has in a cell."""
    middle = np.array(cell) + 0.5
    steps = np.array([(0, 0), (-0.5, 0), (0.5, 0), (0, -0.5), (0, 0.5)])
    seen = project(board.lattice, middle + steps) @ (1, 1j)
    east, south = (seen[2] - seen[1]) * board.size, (seen[4] - seen[3]) * board.size
    return Square(complex(seen[0]), complex(east - 1j * south) / 2, complex(east + 1j * south) / 2, 0)


def _quarters(one: Square, other: Square) -> int:
    """Tell by how many quarters to turn a square so that it lies as another."""
    return round(float(np.angle(other.straight / one.straight)) / (np.pi / 2))


def fit_board(squares: Mapping[Cell, Square]) -> SquareBoard:
    """Fit the lattice to the corners of squares."""
    size, shape = _size(squares), np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)])
    ideal = np.concatenate([np.array(cell) + 0.5 + size * shape for cell in squares])
    seen = np.concatenate([one.middle + shape @ (one.east, one.south) for one in squares.values()])
    pixels = np.stack([seen.real, seen.imag], axis=1)
    loose_px = LOOSE * float(np.median([one.side_px for one in squares.values()]))
    affine, _ = cv2.estimateAffine2D(ideal, pixels, method=cv2.RANSAC, ransacReprojThreshold=loose_px)
    lattice = np.vstack([affine, [0, 0, 1]])
    if len(squares) > FLAT and min(np.ptp(np.array(list(squares)), axis=0)) > 0:
        found, _ = cv2.findHomography(ideal, pixels, cv2.RANSAC, loose_px)
        lattice = lattice if found is None else found
    return SquareBoard(squares, size, np.asarray(lattice, np.float64))


def _size(squares: Mapping[Cell, Square]) -> float:
    """Measure how large tiles are against how far they lie apart."""
    shares = [
        abs(side / (squares[there].middle - one.middle))
        for (x, y), one in squares.items()
        for there, side in (((x + 1, y), one.east), ((x, y + 1), one.south))
        if there in squares
    ]
    return float(np.clip(np.median(shares), 0.6, 1.0)) if shares else 1.0
