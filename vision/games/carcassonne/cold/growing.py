"""A board put together tile by tile, where too few seams are to be seen to find all its squares at once."""

from collections import Counter
from collections.abc import Sequence
from itertools import product

import numpy as np

from scoring.game import Cell
from vision.games.carcassonne.cold.laying import cells_beside, clearness, cut_from, part_for
from vision.games.carcassonne.cold.squares import Floats, SquareBoard, fit_board, square_at
from vision.games.carcassonne.cold.tile_net import ask_once
from vision.games.carcassonne.scene import PhotoPart
from vision.geometry.outlines import CellOutline
from vision.reader import Image

LEAST_CLEAR = 5.0
"""A tile is as clear as this; see ``laying.clearness``."""
MOST_ASKED = 2
"""So often it is asked whether a tile lies in a cell: the lattice becomes clearer with every tile."""
SEEDS, LEAST_GROWN, MOST_GROWN = 3, 8, 160
"""So many squares are begun with until a board has so many tiles; none has more than the last."""
OFF = 0.12
"""The next tile lies where the last ones say or so far off, in sides."""
_OFFS = tuple(complex(x, y) for x, y in product((0.0, -OFF, OFF), repeat=2))


def grow_board(image: Image, squares: Sequence[CellOutline]) -> SquareBoard | None:
    """Put a board together from the clearest of some squares on.

    Args:
        image: The photograph.
        squares: From ``square_net.NET.find``; many may lie askew.

    Returns:
        None where hardly any tile lies beside it.
    """
    if not squares:
        return None
    part = part_for(image, float(np.median([square.pitch_px for square in squares])))
    clearest = np.argsort(-_clearness(part, squares))[:SEEDS]
    grown = (_grown(part, squares[index]) for index in clearest)
    return next((board for board in grown if len(board.squares) >= LEAST_GROWN), None)


def _grown(part: PhotoPart, first: CellOutline) -> SquareBoard:
    outlines, asked = {(0, 0): first}, Counter[Cell]()
    while len(outlines) < MOST_GROWN:
        board = fit_board(outlines)
        free = [cell for cell in sorted(cells_beside(outlines)) if asked[cell] < MOST_ASKED]
        found = _tiles_at(part, board, free) if free else {}
        if not found:
            break
        outlines |= found
        asked.update(free)
    return fit_board(outlines)


def _tiles_at(part: PhotoPart, board: SquareBoard, cells: Sequence[Cell]) -> dict[Cell, CellOutline]:
    """Find the tiles that lie at some cells of a board's lattice, or a little beside."""
    tried = {cell: _about(square_at(board, cell)) for cell in cells}
    clear = _clearness(part, [outline for some in tried.values() for outline in some]).reshape(len(tried), -1)
    best = zip(tried.items(), clear.argmax(axis=1), clear.max(axis=1) > LEAST_CLEAR, strict=True)
    return {cell: some[at] for (cell, some), at, is_clear in best if is_clear}


def _about(square: CellOutline) -> list[CellOutline]:
    offs = (each.real * square.east + each.imag * square.south for each in _OFFS)
    return [square._replace(middle=square.middle + off, places=1) for off in offs]


def _clearness(part: PhotoPart, squares: Sequence[CellOutline]) -> Floats:
    return np.asarray(clearness(ask_once(cut_from(part, squares))))
