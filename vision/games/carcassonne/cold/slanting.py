"""A board that is seen from far aside, looked for again as it would look from straight above."""

import numpy as np

from vision.games.carcassonne.cold.square_net import NET
from vision.games.carcassonne.cold.squares import SquareBoard, find_boards, square_at
from vision.games.carcassonne.scene import take_part
from vision.geometry.homography import Homography
from vision.geometry.outlines import ENDS, CellOutline, outline_at
from vision.geometry.rectify import rectify
from vision.reader import Image

FLAT, FAR = 0.08, 1.25
"""Some tile is flatter than a square by twice the first, as it is from 30 degrees aside, or the nearest tile
appears so many times as large as the farthest."""
AROUND = 3
"""So many cells around what was found are looked at: tiles far away were too small to be seen."""
MOST_CELLS = 40
"""No board is longer."""
MOST_LOOKS = 4
"""So often a board that was told badly is looked at from above: each look shows it straighter."""
FINER = 1.5
SIZES = (1.0, 1.5)
"""The board is shown with tiles of the size that the net knows best, and larger."""


def is_slanted(board: SquareBoard) -> bool:
    """Tell whether a board is seen from far aside."""
    seen = [square_at(board, cell) for cell in board.squares]
    sides_px = [outline.pitch_px for outline in seen]
    is_flat = max(abs(outline.mirrored) / outline.pitch_px for outline in seen) > FLAT
    return is_flat or max(sides_px) > FAR * min(sides_px)


def boards_from_above(image: Image, board: SquareBoard, *, is_well_told: bool) -> list[SquareBoard]:
    """Find boards in the photograph as it would look from straight above one that was found.

    Args:
        image: The photograph.
        board: What was found of it.
        is_well_told: Else it may lie rather otherwise, and what is found is looked at from above in its turn.
    """
    boards: list[list[SquareBoard]] = []
    for _ in range(1 if is_well_told else MOST_LOOKS):
        boards.append(find_boards(squares_from_above(image, board)))
        if not boards[-1]:
            break
        board = max(boards[-1], key=lambda each: each.places)
    return max(boards, key=lambda found: max((each.places for each in found), default=0))


def squares_from_above(image: Image, board: SquareBoard) -> list[CellOutline]:
    """Find squares in the photograph as it would look from straight above a board.

    Args:
        image: The photograph.
        board: What was found of it.

    Returns:
        The squares as they lie in the photograph.
    """
    cells, side_px = np.array(list(board.squares)), round(NET.usual_px)
    first = cells.min(axis=0) - AROUND
    columns, rows = np.minimum(cells.max(axis=0) + 1 + AROUND - first, MOST_CELLS).tolist()
    part = take_part(image, min(1.0, FINER * side_px / board.side_px))
    to_part = np.linalg.inv(part.to_photo) @ board.lattice
    view = rectify(part.image, to_part, (int(first[0]), int(first[1])), (columns, rows), side_px)
    seen = [NET.glance(view.image, round(size * max(view.image.shape[:2]))) for size in SIZES]
    found = (_seen_through(part.to_photo @ view.homography, outline) for outline in NET.find(seen))
    return [outline for outline in found if outline.is_within((image.shape[1], image.shape[0]))]


def _seen_through(homography: Homography, square: CellOutline) -> CellOutline:
    """Give a square as it appears through a homography."""
    ends = square.middle + ENDS @ (square.east, square.south)
    return outline_at(homography, np.stack([ends.real, ends.imag], axis=1), square.places)
