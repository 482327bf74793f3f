"""Prints: the bare board of one box as its owner photographed it, and what was taught of that box."""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

import cv2
import numpy as np

from scoring.errors import UnreadableError
from scoring.games.smuggler.documents.teaching import teaching
from scoring.games.smuggler.drawing.ground import draw_ground
from scoring.games.smuggler.drawing.layout import layout_of
from scoring.games.smuggler.land.box import SmugglerBox, load_box, sample_box
from scoring.sentence import marked, sentence
from vision.errors import PrintsError
from vision.image.jpeg import jpeg_size
from vision.image.paint import paint
from vision.print_set import box_of, dump_print_set, load_print_set, unpacked
from vision.reader import Image, Sample

GAME = "smuggler"
QUALITY = 92
MOST_PX, LEAST_PX = 2000, 300
"""The board's picture is kept so large at most, and is so large at least, along its longer side."""
NOT_BOARD = marked(
    "Of this game a picture of the bare board is learned, but this one is said to show {face}. "
    "Use “Teach a board from one photo” instead."
)
NO_BOARD = marked("No picture of the bare board came; one is needed, cut to its edges.")
TOO_SMALL = marked(
    "The picture of the board is too small; at least 300 pixels are needed along its longer side."
)


class LearnedBoard(NamedTuple):
    """How a board looks.

    Attributes:
        board: (h, w, 3) blue, green, red: the bare board, cut to its edges.
        box: What is printed on it.
    """

    board: Image
    box: SmugglerBox


def face() -> str:
    """Name what a picture of the bare board shows."""
    return teaching().face


def load_prints(data: bytes | None) -> LearnedBoard:
    """Decode a print set; None stands for the board made up by us, as it is drawn.

    Raises:
        PrintsError: The data is no print set of Cornish Smuggler.
    """
    if data is None:
        return _sample_prints()
    (kept,) = load_print_set(data, GAME, 1)
    told = box_of(data)
    try:
        box = sample_box() if told is None else load_box(told)
    except UnreadableError as error:
        raise PrintsError(str(error)) from error
    size_px = jpeg_size(kept.picture)
    is_board = kept.face == face() and LEAST_PX <= max(size_px) <= MOST_PX
    return LearnedBoard(unpacked(kept, size_px if is_board else None), box)


@lru_cache(1)
def _sample_prints() -> LearnedBoard:
    """Paint our own board as paper shows it by daylight."""
    box = sample_box()
    drawn = paint(draw_ground(box), MOST_PX / max(layout_of(box).board_mm))
    return LearnedBoard(np.asarray(drawn, np.uint8), box)


def count_prints(data: bytes) -> dict[str, int]:
    """Count the pictures of each face in a learned set: one, of the board.

    Raises:
        PrintsError: The data is no print set of Cornish Smuggler.
    """
    return {each.face: 1 for each in load_print_set(data, GAME, 1)}


def learn_prints(samples: Iterable[Sample]) -> bytes:
    """Learn a board from its picture, cut to its edges; of several the last one counts.

    Raises:
        PrintsError: No picture came, one that is too small, or one of something else.
    """
    boards = [_board(sample) for sample in samples]
    if not boards:
        raise PrintsError(NO_BOARD)
    return dump_print_set(GAME, [(face(), boards[-1])], QUALITY)


def _board(sample: Sample) -> Image:
    long_px = max(sample.image.shape[:2])
    if sample.face != face():
        raise PrintsError(sentence(NOT_BOARD, face=sample.face))
    if long_px < LEAST_PX:
        raise PrintsError(TOO_SMALL)
    share = min(1.0, MOST_PX / long_px)
    return np.asarray(cv2.resize(sample.image, None, fx=share, fy=share, interpolation=cv2.INTER_AREA))
