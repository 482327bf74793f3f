"""A photograph of a printed board made ready to be taught."""

from typing import NamedTuple

import numpy as np

from scoring.sentence import marked, sentence
from vision.errors import NoTableError
from vision.printed.rim import Corners, find_rim, flatten_board, guess_corners
from vision.printed.spots import find_water, propose_spots
from vision.reader import Image

LEAST_PX = 700
"""So many pixels the board is wide at least."""
DARK, EVEN = 40, 6.0
"""Levels: a picture whose brightest parts are no brighter is dark, one that varies by less shows nothing."""
TOO_DARK = marked("This picture is too dark. Photograph the bare board from above in even light.")
TOO_EVEN = marked("Nothing is to be seen in this picture. Photograph the bare board from above.")
TOO_SMALL = marked(
    "The board is only {width} pixels wide in this picture; at least {least} are needed. Go nearer, or send "
    "the photo in its full size."
)


class FlatBoard(NamedTuple):
    """A board straight from above.

    Attributes:
        image: What it looks like.
        ratio: Its height, of its width.
        spots: (n, 2) what may be places, in thousandths of its width and height.
        water: Rows of a grid, "~" where it is water.
    """

    image: Image
    ratio: float
    spots: tuple[tuple[float, float], ...]
    water: tuple[str, ...]


def corners_of(photo: Image) -> tuple[tuple[float, float], ...]:
    """Find a board's corners, or guess them where it has no clear rim.

    Returns:
        Clockwise from the upper left, in thousandths of the photograph.

    Raises:
        NoTableError: The picture is too dark, too small or shows nothing.
    """
    if np.percentile(photo, 99) < DARK:
        raise NoTableError(TOO_DARK)
    if photo.std() < EVEN:
        raise NoTableError(TOO_EVEN)
    height, width = photo.shape[:2]
    if max(width, height) < LEAST_PX:
        raise NoTableError(sentence(TOO_SMALL, width=max(width, height), least=LEAST_PX))
    found = find_rim(photo)
    corners = guess_corners((width, height)) if found is None else found
    inside = np.clip(corners / (width, height) * 1000, 0, 1000)
    return tuple((float(x), float(y)) for x, y in inside)


def flat_board(photo: Image, corners: Corners, *, seeks_spots: bool = True) -> FlatBoard:
    """Show a board straight from above, and say what may be its places.

    Args:
        photo: The photograph.
        corners: (4, 2) clockwise from the upper left, in thousandths of the photograph.
        seeks_spots: Whether to look for places.

    Raises:
        NoTableError: The corners lie too near to each other, or not around the board.
    """
    corners_px = np.asarray(corners, np.float64) / 1000 * (photo.shape[1], photo.shape[0])
    sides = np.roll(corners_px, -1, 0) - corners_px
    after = np.roll(sides, -1, 0)
    turns = sides[:, 0] * after[:, 1] - sides[:, 1] * after[:, 0]
    widest = float(np.linalg.norm(sides, axis=1).max())
    if not (turns > 0).all():
        raise NoTableError(marked("These are not the four corners of a board. Tap each of its corners."))
    if widest < LEAST_PX:
        raise NoTableError(sentence(TOO_SMALL, width=round(widest), least=LEAST_PX))
    board = flatten_board(photo, corners_px)
    spots = propose_spots(board).at * 1000 if seeks_spots else np.zeros((0, 2))
    places = tuple((round(float(x), 1), round(float(y), 1)) for x, y in spots)
    return FlatBoard(board, board.shape[0] / board.shape[1], places, find_water(board))
