"""A board that is seen from far aside, looked for again as it would look from straight above."""

import numpy as np

from vision.games.carcassonne.cold.square_net import USUAL_SIDE_PX, glance
from vision.games.carcassonne.cold.squares import Square, SquareBoard, find_boards, find_squares, square_at
from vision.games.carcassonne.scene import take_part
from vision.geometry.homography import Homography, project
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
_ENDS = np.array([(0, 0), (-0.5, 0), (0.5, 0), (0, -0.5), (0, 0.5)])


def is_slanted(board: SquareBoard) -> bool:
    """Tell whether a board is seen from far aside."""
    seen = [square_at(board, cell) for cell in board.squares]
    sides_px = [one.side_px for one in seen]
    is_flat = max(abs(one.mirrored) / one.side_px for one in seen) > FLAT
    return is_flat or max(sides_px) > FAR * min(sides_px)


def boards_from_above(image: Image, board: SquareBoard, *, is_well_told: bool) -> list[SquareBoard]:
    """Find boards in the photograph as it would look from straight above one that was found.

    Args:
        image: The photograph.
        board: What was found of it.
        is_well_told: Else it may lie rather otherwise, and what is found is looked at from above in its turn.
    """
    looks: list[list[SquareBoard]] = []
    for _ in range(1 if is_well_told else MOST_LOOKS):
        looks.append(find_boards(squares_from_above(image, board)))
        if not looks[-1]:
            break
        board = max(looks[-1], key=lambda one: one.places)
    return max(looks, key=lambda found: max((one.places for one in found), default=0))


def squares_from_above(image: Image, board: SquareBoard) -> list[Square]:
    """Find squares in the photograph as it would look from straight above a board.

    Args:
        image: The photograph.
        board: What was found of it.

    Returns:
        The squares as they lie in the photograph.
    """
    cells, side_px = np.array(list(board.squares)), round(USUAL_SIDE_PX)
    first = cells.min(axis=0) - AROUND
    columns, rows = np.minimum(cells.max(axis=0) + 1 + AROUND - first, MOST_CELLS).tolist()
    part = take_part(image, min(1.0, FINER * side_px / board.side_px))
    to_part = np.linalg.inv(part.to_photo) @ board.lattice
    view = rectify(part.image, to_part, (int(first[0]), int(first[1])), (columns, rows), side_px)
    seen = [glance(view.image, round(size * max(view.image.shape[:2]))) for size in SIZES]
    found = (_seen_through(part.to_photo @ view.homography, one) for one in find_squares(seen))
    return [one for one in found if _is_within(one, image)]


def _seen_through(homography: Homography, square: Square) -> Square:
    """Give a square as it appears through a homography."""
    ends = square.middle + _ENDS @ (square.east, square.south)
    middle, west, east, north, south = project(homography, np.stack([ends.real, ends.imag], axis=1)) @ (1, 1j)
    across, down = complex(east - west), complex(south - north)
    return Square(complex(middle), (across - 1j * down) / 2, (across + 1j * down) / 2, square.places)


def _is_within(square: Square, image: Image) -> bool:
    height, width = image.shape[:2]
    return bool(0 <= square.middle.real < width and 0 <= square.middle.imag < height)
