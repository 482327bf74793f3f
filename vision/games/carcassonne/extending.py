"""Prints that games have taught, added to a set: those of one drawing vote on what it is."""

from collections.abc import Sequence

import cv2
import numpy as np

from vision.games.carcassonne.cold.copies import find_copies
from vision.games.carcassonne.cold.tile_net import TILE_PX
from vision.games.carcassonne.fusion import reading_of
from vision.games.carcassonne.prints import MOST_PER_FACE, FacePixels, balance, load_prints, written


def extended(prints: bytes | None, more: Sequence[FacePixels]) -> bytes:
    """Add prints to a set, or make one of them; at most six of a face are kept, the first ones.

    What was once confirmed wrongly is left out as soon as more prints of the same drawing say otherwise.

    Args:
        prints: The set.
        more: In the light of the set.
    """
    every = _without_outvoted([*([] if prints is None else load_prints(prints)), *more])
    kept = [
        pixels
        for index, pixels in enumerate(every)
        if sum(other.face == pixels.face for other in every[:index]) < MOST_PER_FACE
    ]
    # A set that has been learned lies in the light of its kind already.
    return written(balance(kept) if prints is None else kept)


def _without_outvoted(pictures: Sequence[FacePixels]) -> list[FacePixels]:
    """Leave out prints of a drawing that more prints say is another face, or turned otherwise, than agree."""
    squares = [
        cv2.resize(picture.image, (TILE_PX, TILE_PX), interpolation=cv2.INTER_AREA) for picture in pictures
    ]
    votes = np.ones(len(pictures), int)
    for each, other, quarters in find_copies(np.array(squares, np.uint8)):
        is_same = reading_of(pictures[each].face, 0) == reading_of(pictures[other].face, quarters)
        votes[[each, other]] += 1 if is_same else -1
    return [pixels for pixels, number in zip(pictures, votes, strict=True) if number >= 0]
