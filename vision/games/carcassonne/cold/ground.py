"""The ground that a board lies on: stone and grained wood look like tiles, but all of a table is alike."""

from collections.abc import Collection, Sequence

import numpy as np
from numpy.typing import NDArray

from scoring.game import Cell
from vision.games.carcassonne.cold.squares import Board
from vision.patches import Floats, to_lab
from vision.reader import Image
from vision.view import rectify, whole_cells

CELL_PX, RIM_PX = 16, 2
AROUND = 4
"""So many cells of table around the board are looked at, those that touch it left out."""
INSIDE = 6
"""A cell with so many of its eight neighbours lies well inside the board."""
LEAST_TABLE, LEAST_INSIDE = 5, 5
LIKE_TABLE, LIKE_TILES = 5, 3
"""A place is held against so many, the most alike."""
WEIGHT = np.array([0.5, 1, 1, 1, 1.5, 1.5], np.float32)
"""Of the mean and the spread of lightness and both colours; lightness changes with the lamp."""
NOISE = 1.0


def like_tiles(
    image: Image, board: Board, tiles: Collection[Cell], cells: Sequence[Cell]
) -> dict[Cell, float]:
    """Tell how much more cells look like the tiles well inside a board than like the table around it.

    Args:
        image: The photograph.
        board: The board.
        tiles: Its cells in which tiles seem to lie.
        cells: The cells to look at.

    Returns:
        For each cell, the log of how much further it is from the table than from the tiles; nothing where too
        little of either is to be seen. Above 0 are 7 of 216 places on 78 made-up boards that seemed to be
        tiles and were none, and all but one of 5,462 tiles.
    """
    inside = [cell for cell in tiles if _neighbours(cell, tiles) >= INSIDE]
    table = _table_around(board, (image.shape[1], image.shape[0]))
    if len(inside) < LEAST_INSIDE or len(table) < LEAST_TABLE:
        return {}
    look = _looks(image, board, [*cells, *inside, *table])
    tables = np.array([look[one] for one in table])
    return {
        cell: rather_tile(look[cell], np.array([look[one] for one in inside if one != cell]), tables)
        for cell in cells
    }


def rather_tile(look: Floats, tiles: NDArray[np.floating], table: NDArray[np.floating]) -> float:
    """Tell how much more a place looks like tiles than like table.

    Args:
        look: (6,) from ``looks_of``, that of the place.
        tiles: (n, 6) those of tiles.
        table: (m, 6) those of bare table.

    Returns:
        The log of how much further it is from the table than from the tiles.
    """
    return float(np.log(_away(look, table, LIKE_TABLE) / _away(look, tiles, LIKE_TILES)))


def looks_of(squares: NDArray[np.floating]) -> Floats:
    """(n, 6): the mean and the spread of every colour of (n, h, w, 3) squares, CIELAB, weighed."""
    return np.asarray(np.concatenate([squares.mean(axis=(1, 2)), squares.std(axis=(1, 2))], axis=1) * WEIGHT)


def _neighbours(cell: Cell, among: Collection[Cell]) -> int:
    return len(touching(cell) & set(among)) - 1


def touching(cell: Cell) -> set[Cell]:
    """Give a cell and the eight that touch it."""
    x, y = cell
    return {(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)}


def _table_around(board: Board, size_px: tuple[int, int]) -> list[Cell]:
    """List the cells around a board that do not touch it, as far as the picture shows them."""
    every = np.array(list(board.squares))
    (left, top), (right, bottom) = every.min(axis=0) - AROUND, every.max(axis=0) + AROUND
    touched = {near for cell in board.squares for near in touching(cell)}
    free = [(x, y) for y in range(top, bottom + 1) for x in range(left, right + 1) if (x, y) not in touched]
    return whole_cells(board.lattice, free, size_px, 0.0)


def _looks(image: Image, board: Board, cells: Sequence[Cell]) -> dict[Cell, Floats]:
    """Give the mean and the spread of every cell's colours."""
    every = np.array(cells)
    left, top = every.min(axis=0).tolist()
    columns, rows = (every.max(axis=0) - (left, top) + 1).tolist()
    view = rectify(image, board.lattice, (left, top), (columns, rows), CELL_PX)
    lab = to_lab(np.asarray(view.image, np.uint8)).reshape(rows, CELL_PX, columns, CELL_PX, 3)
    inner = lab.swapaxes(1, 2)[:, :, RIM_PX:-RIM_PX, RIM_PX:-RIM_PX]
    look = looks_of(inner[every[:, 1] - top, every[:, 0] - left])
    return dict(zip(cells, look, strict=True))


def _away(look: Floats, others: NDArray[np.floating], number: int) -> float:
    """Measure how far a look is from those of some others that are most like it."""
    nearest = np.sort(np.linalg.norm(others - look, axis=1))[:number]
    return float(nearest.mean()) + NOISE
