"""The ground that a board lies on: stone and grained wood look like tiles, but all of a table is alike."""

from collections.abc import Collection, Sequence

import numpy as np
from numpy.typing import NDArray

from scoring.game import Cell
from vision.games.carcassonne.cold.squares import SquareBoard
from vision.geometry.homography import project
from vision.geometry.rectify import rectify, whole_cells
from vision.image.colour import Floats, to_lab
from vision.reader import Image

CELL_PX, RIM_PX = 16, 2
AROUND = 4
"""So many cells of table around the board are looked at, those that touch it left out."""
INSIDE = 6
"""A cell with so many of its eight neighbours lies well inside the board."""
LEAST_TABLE, LEAST_INSIDE = 5, 5
LIKE_TABLE, LIKE_TILES = 5, 3
"""A place is held against so many, the most alike."""
LEAST_SEEN = 0.25
"""Of a cell that the picture's edge cuts; less says too little."""
LEAST_BARE, TILE_LIKE = 3, 1.6
"""Where fewer bare cells are seen, what is no further from the tiles than so many times as far as they mostly
are from each other may be one."""
WEIGHT = np.array([0.5, 1, 1, 1, 1.5, 1.5], np.float32)
"""Of the mean and the spread of lightness and both colours; lightness changes with the lamp."""
NOISE = 1.0


def like_tiles(
    image: Image, board: SquareBoard, tiles: Collection[Cell], cells: Sequence[Cell]
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
    tables = np.array([look[each] for each in table])
    return {
        cell: rather_tile(look[cell], np.array([look[each] for each in inside if each != cell]), tables)
        for cell in cells
    }


def tiles_cut_off(
    image: Image, board: SquareBoard, tiles: Sequence[Cell], beside: Collection[Cell]
) -> list[Cell]:
    """Name the cells cut by the picture's edge of which what is seen looks like tiles, not like bare table.

    Args:
        image: The photograph.
        board: The board.
        tiles: Its cells with tiles.
        beside: The cells to look at.

    Returns:
        Of 128 such cells in 24 pictures cut at random 13 of 14 tiles, and 5 others where hardly any table was
        seen.
    """
    size_px = (image.shape[1], image.shape[0])
    cells = sorted(beside)
    is_seen = _seen(board, cells, size_px)
    shares = is_seen.mean(axis=(1, 2))
    cut = [index for index, share in enumerate(shares) if LEAST_SEEN < share < 1]
    if not cut or len(tiles) <= LIKE_TILES:
        return []
    looks = templates_of(_inside_of(image, board, tiles))
    bare = [cell for cell in _cells_around(board, size_px) if cell not in tiles]
    table = templates_of(_inside_of(image, board, bare)) if len(bare) >= LEAST_BARE else None
    shown = _inside_of(image, board, [cells[index] for index in cut])
    parts = (templates_of(own[is_seen[index]][None, None])[0] for index, own in zip(cut, shown, strict=True))
    return [cells[index] for index, part in zip(cut, parts, strict=True) if _is_like(part, looks, table)]


def _is_like(look: Floats, tiles: Floats, table: Floats | None) -> bool:
    """Tell whether a place looks rather like tiles than like the table, as far as that is seen."""
    if table is not None:
        return rather_tile(look, tiles, table) > 0
    apart = [_away(each, np.delete(tiles, index, 0), LIKE_TILES) for index, each in enumerate(tiles)]
    return _away(look, tiles, LIKE_TILES) < TILE_LIKE * float(np.median(apart))


def rather_tile(look: Floats, tiles: NDArray[np.floating], table: NDArray[np.floating]) -> float:
    """Tell how much more a place looks like tiles than like table.

    Args:
        look: (6,) from ``templates_of``, that of the place.
        tiles: (n, 6) those of tiles.
        table: (m, 6) those of bare table.

    Returns:
        The log of how much further it is from the table than from the tiles.
    """
    return float(np.log(_away(look, table, LIKE_TABLE) / _away(look, tiles, LIKE_TILES)))


def templates_of(squares: NDArray[np.floating]) -> Floats:
    """(n, 6): the mean and the spread of every colour of (n, h, w, 3) squares, CIELAB, weighed."""
    return np.asarray(np.concatenate([squares.mean(axis=(1, 2)), squares.std(axis=(1, 2))], axis=1) * WEIGHT)


def _neighbours(cell: Cell, among: Collection[Cell]) -> int:
    return len(touching(cell) & set(among)) - 1


def touching(cell: Cell) -> set[Cell]:
    """Give a cell and the eight that touch it."""
    x, y = cell
    return {(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)}


def _table_around(board: SquareBoard, size_px: tuple[int, int]) -> list[Cell]:
    """List the cells around a board that do not touch it, as far as the picture shows them."""
    touched = {near for cell in board.squares for near in touching(cell)}
    return [cell for cell in _cells_around(board, size_px) if cell not in touched]


def _cells_around(board: SquareBoard, size_px: tuple[int, int]) -> list[Cell]:
    """List the cells around a board in which no square was seen, as far as the picture shows them whole."""
    every = np.array(list(board.squares))
    (left, top), (right, bottom) = every.min(axis=0) - AROUND, every.max(axis=0) + AROUND
    cells = [(x, y) for y in range(top, bottom + 1) for x in range(left, right + 1)]
    free = [cell for cell in cells if cell not in board.squares]
    return whole_cells(board.lattice, free, size_px, 0.0)


def _looks(image: Image, board: SquareBoard, cells: Sequence[Cell]) -> dict[Cell, Floats]:
    """Give the mean and the spread of every cell's colours."""
    return dict(zip(cells, templates_of(_inside_of(image, board, cells)), strict=True))


def _inside_of(image: Image, board: SquareBoard, cells: Sequence[Cell]) -> Floats:
    """(n, 12, 12, 3): cells without their rims, CIELAB."""
    every = np.array(cells)
    left, top = every.min(axis=0).tolist()
    columns, rows = (every.max(axis=0) - (left, top) + 1).tolist()
    view = rectify(image, board.lattice, (left, top), (columns, rows), CELL_PX)
    lab = to_lab(np.asarray(view.image, np.uint8)).reshape(rows, CELL_PX, columns, CELL_PX, 3)
    inner = lab.swapaxes(1, 2)[:, :, RIM_PX:-RIM_PX, RIM_PX:-RIM_PX]
    return np.asarray(inner[every[:, 1] - top, every[:, 0] - left])


def _seen(board: SquareBoard, cells: Sequence[Cell], size_px: tuple[int, int]) -> NDArray[np.bool_]:
    """(n, 12, 12): which pixels of ``_inside_of`` the picture shows."""
    along = (np.arange(RIM_PX, CELL_PX - RIM_PX) + 0.5) / CELL_PX
    steps = np.stack(np.meshgrid(along, along), axis=2).reshape(1, -1, 2)
    points = (np.array(cells, float).reshape(-1, 1, 2) + steps).reshape(-1, 2)
    at = project(board.lattice, points)
    is_seen = ((at >= 0) & (at <= np.array(size_px) - 1)).all(axis=1)
    return np.asarray(is_seen.reshape(-1, len(along), len(along)))


def _away(look: Floats, others: NDArray[np.floating], number: int) -> float:
    """Measure how far a look is from those of some others that are most like it."""
    nearest = np.sort(np.linalg.norm(others - look, axis=1))[:number]
    return float(nearest.mean()) + NOISE
