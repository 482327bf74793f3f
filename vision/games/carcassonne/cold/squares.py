"""The boards that squares lie together to."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.game import Cell
from vision.games.carcassonne.cold.square_net import SQUARES
from vision.geometry.homography import HORIZON, Homography, project
from vision.geometry.outlines import (
    ENDS,
    CellOutline,
    Complex,
    best_seeds,
    cover_px,
    middles_px,
    outline_at,
    pieces_apart,
)

NEAREST, FURTHEST, ASIDE = 0.8, 1.5, 0.3
"""The next tile lies so far on and at most so far aside, in sides: gaps may be a third of a tile wide."""
MOST_SEEDS, MOST_BOARDS = 8, 4
ROUNDS, OFF = 4, 0.3
"""So often squares are gathered, and so far off its cell's middle one may lie, in tiles."""
MOST_GAP = 2
"""In tiles: what lies further from every tile of a board is not of it."""
CERTAIN = 12
"""A square is certain when so many places tell of it."""
LOOSE = 0.15
"""In sides: a tile further off the lattice than this does not bend it."""
FLAT = 6
"""So few tiles do not tell the perspective."""

Floats = NDArray[np.floating]


class SquareBoard(NamedTuple):
    """Squares that lie together.

    Attributes:
        squares: By their cells, each turned as the board is.
        size: The side of a tile, in cells: less than 1 where there are gaps.
        lattice: Lattice coordinates to pixels of the photograph.
    """

    squares: Mapping[Cell, CellOutline]
    size: float
    lattice: Homography

    @property
    def places(self) -> int:
        """How many places told of it."""
        return sum(square.places for square in self.squares.values())

    @property
    def side_px(self) -> float:
        """The side of a usual tile of it."""
        return float(np.median([square.pitch_px for square in self.squares.values()]))


def find_boards(squares: Sequence[CellOutline], most: int = MOST_BOARDS) -> list[SquareBoard]:
    """Find boards that squares may lie together to, the one that covers most of the photograph first.

    Tiles that lie beside, or are turned too far, are not of it. Some of the boards may be no boards: what
    looks like a tile may be a quarter of one.
    """
    found: list[SquareBoard] = []
    left = list(squares)
    while left and len(found) < most:
        beside = partial(_beside, left, middles_px(left) @ (1, 1j))
        grown = (SQUARES.grown(left, seed, beside) for seed in best_seeds(left, MOST_SEEDS))
        best = _in_one_piece(_gathered(left, max(grown, key=_cover_px)))
        found.append(best)
        used = {square.middle for square in best.squares.values()}
        left = [outline for outline in left if outline.middle not in used]
    return sorted(found, key=lambda board: -_cover_px(board.squares))


def _cover_px(squares: Mapping[Cell, CellOutline]) -> float:
    return cover_px(squares, CERTAIN)


def _beside(
    squares: Sequence[CellOutline], middles: Complex, outline: CellOutline
) -> Iterator[tuple[Cell, int]]:
    """Give the squares, with their middles, on the four sides of one, those most places tell of first."""
    area = outline.east.real * outline.south.imag - outline.east.imag * outline.south.real
    if abs(area) < HORIZON:
        return
    away = middles - outline.middle
    across = (away.real * outline.south.imag - away.imag * outline.south.real) / area
    down = (away.imag * outline.east.real - away.real * outline.east.imag) / area
    along, aside = np.maximum(abs(across), abs(down)), np.minimum(abs(across), abs(down))
    near = np.flatnonzero((along > NEAREST) & (along < FURTHEST) & (aside < ASIDE))
    for index in sorted(near.tolist(), key=lambda each: -squares[each].places):
        if SQUARES.is_alike(squares[index], outline):
            x, y = across[index], down[index]
            yield ((int(np.sign(x)), 0) if abs(x) > abs(y) else (0, int(np.sign(y)))), index


def _gathered(squares: Sequence[CellOutline], grown: Mapping[Cell, CellOutline]) -> SquareBoard:
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
    pieces = pieces_apart(board.squares, _is_near)
    return board if len(pieces) == 1 else fit_board(max(pieces, key=_cover_px))


def _is_near(cell: Cell, other: Cell) -> bool:
    return max(abs(cell[0] - other[0]), abs(cell[1] - other[1])) <= MOST_GAP


def _on_lattice(squares: Sequence[CellOutline], board: SquareBoard) -> dict[Cell, CellOutline]:
    """Give for each cell of a lattice the square that lies in it, turned as the board is.

    Where no seams are to be seen some squares lie askew, and those laid beside them came to a wrong cell.
    """
    cells, off = _places_on(board, list(board.squares.values()))
    laid = zip(board.squares.items(), cells, strict=True)
    found = {own: each for (own, each), cell in laid if own == cell}
    used = {each.middle for each in found.values()}
    free = [square for square in squares if square.middle not in used]
    cells, off = _places_on(board, free)
    for outline, (column, row), is_near in zip(free, cells, off < OFF, strict=True):
        if is_near and (column, row) not in found:
            expected = square_at(board, (column, row))
            if SQUARES.is_alike(outline, expected):
                found[column, row] = SQUARES.like(outline, expected)
    return found


def _places_on(board: SquareBoard, squares: Sequence[CellOutline]) -> tuple[list[Cell], Floats]:
    """Tell the cell of a lattice that each square's middle lies in, and how far off the cell's middle."""
    at = project(np.linalg.inv(board.lattice), middles_px(squares))
    cells = np.floor(at).astype(int)
    return [(column, row) for column, row in cells.tolist()], np.abs(at - cells - 0.5).max(axis=1)


def square_at(board: SquareBoard, cell: Cell) -> CellOutline:
    """Give the square that a lattice has in a cell."""
    return outline_at(board.lattice, np.array(cell) + 0.5 + ENDS, 0, board.size)


def fit_board(squares: Mapping[Cell, CellOutline]) -> SquareBoard:
    """Fit the lattice to the corners of squares."""
    size, shape = _size(squares), np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)])
    ideal = np.concatenate([np.array(cell) + 0.5 + size * shape for cell in squares])
    observed = np.concatenate(
        [square.middle + shape @ (square.east, square.south) for square in squares.values()]
    )
    pixels = np.stack([observed.real, observed.imag], axis=1)
    loose_px = LOOSE * float(np.median([square.pitch_px for square in squares.values()]))
    affine, _ = cv2.estimateAffine2D(ideal, pixels, method=cv2.RANSAC, ransacReprojThreshold=loose_px)
    lattice = np.vstack([affine, [0, 0, 1]])
    if len(squares) > FLAT and min(np.ptp(np.array(list(squares)), axis=0)) > 0:
        found, _ = cv2.findHomography(ideal, pixels, cv2.RANSAC, loose_px)
        lattice = lattice if found is None else found
    return SquareBoard(squares, size, np.asarray(lattice, np.float64))


def _size(squares: Mapping[Cell, CellOutline]) -> float:
    """Measure how large tiles are against how far they lie apart."""
    shares = [
        abs(side / (squares[there].middle - outline.middle))
        for (x, y), outline in squares.items()
        for there, side in (((x + 1, y), outline.east), ((x, y + 1), outline.south))
        if there in squares
    ]
    return float(np.clip(np.median(shares), 0.6, 1.0)) if shares else 1.0
