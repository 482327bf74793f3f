"""Pictures of many tiles, which are not to be learned as if they showed one."""

import cv2
import numpy as np

from scoring.sentence import marked, sentence
from vision.errors import PrintsError
from vision.games.carcassonne.cold.square_net import NET, glances
from vision.games.carcassonne.cold.squares import find_boards
from vision.reader import Image, Sample

MANY = 12
"""So many squares on one lattice are tiles side by side, and not what is drawn on one.

Fitted to 158 pictures of single tiles, 55 of them real, in one size or two (9 squares at the most), and to
125 cut-outs of 4 x 3 tiles and more from seven real photographs (12 at the least); see
``tests/vision/test_many_tiles.py``.
"""
LONG_PX = 816
LEAST_LONG_PX = 360
"""A smaller picture is a cut-out of a tile: nobody could read many in it."""
MANY_TILES = marked(
    "The picture labelled {face} shows many tiles side by side. Learn from pictures of single tiles, or lay "
    "one of each kind as the chart shows them and learn from that one photo."
)


def single(sample: Sample) -> Sample:
    """Give a labelled picture again, if it can be of a single tile.

    Raises:
        PrintsError: It shows many.
    """
    if count_tiles(sample.image) >= MANY:
        raise PrintsError(sentence(MANY_TILES, face=sample.face))
    return sample


def count_tiles(image: Image) -> int:
    """Count the squares of the largest lattice in a picture; what is drawn on a tile may look like a few."""
    long_px = max(image.shape[:2])
    if long_px < LEAST_LONG_PX:
        return 0
    scale = min(1.0, LONG_PX / long_px)
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    boards = find_boards(NET.find(glances(np.asarray(small, np.uint8))))
    return max((len(board.squares) for board in boards), default=0)
