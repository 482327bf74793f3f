"""Boards that lie on the table from the beginning on: followed from look to look, each by itself."""

from typing import NamedTuple

import cv2
import numpy as np
from cv2.typing import MatLike
from numpy.typing import NDArray

from vision.follow.tracking import Mask, correlation, lay_closer, slide
from vision.geometry.homography import Homography, project
from vision.image.colour import Floats
from vision.match.keypoints import Keypoints, find_keypoints
from vision.match.registered import BoardPrint, find_board
from vision.reader import Image

STAYS = 0.9
"""A board whose picture correlates so well where it lay lies there still."""
HOLDS = 0.6
"""One that correlates less after it was found again was not found."""
SLIDES_PX = 14
"""So far, in pixels of its picture, a board is looked for before it is searched by its keypoints."""
AROUND = 0.6
"""So far around where it lay it is searched then, in shares of its size."""
_MOST_PX = 160
"""Boards are compared no larger than this: how they lie is as sure as on a larger picture."""


class FollowedBoard(NamedTuple):
    """Where a board lies.

    Attributes:
        homography: Pixels of its picture to pixels of the frame.
        likeness: How its picture correlates with what is seen there, -1 to 1.
        has_moved: Whether it lies elsewhere than it did.
    """

    homography: Homography
    likeness: float
    has_moved: bool


def cut_board(frame: Image, homography: Homography, size_px: tuple[int, int]) -> Image:
    """Cut a board out of a frame as its picture shows it.

    Args:
        homography: Pixels of the picture to pixels of the frame.
        size_px: Width and height of the picture.
    """
    return np.asarray(
        cv2.warpPerspective(frame, homography, size_px, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP),
        np.uint8,
    )


def follow_board(
    board: BoardPrint, frame: Image, lay: Homography, mask: Mask | None = None
) -> FollowedBoard | None:
    """Find a board again near where it lay; None where it is not found.

    Args:
        board: As it was seen last.
        frame: (h, w, 3) the table now.
        lay: Pixels of the board's picture to pixels of the frame, as it lay.
        mask: (h, w) of the picture, what of it is to be compared; all of it by default.
    """
    height, width = board.picture.shape[:2]
    shrink = min(1.0, _MOST_PX / max(height, width))
    size_px = round(width * shrink), round(height * shrink)
    small = _middles(width / size_px[0], height / size_px[1])
    known = _brightness(cv2.resize(board.picture, size_px, interpolation=cv2.INTER_AREA))
    counts = np.ones(known.shape, bool)
    if mask is not None:
        counts = cv2.resize(mask.astype(np.uint8), size_px, interpolation=cv2.INTER_NEAREST) > 0
    likeness = _likeness(known, frame, lay @ small, counts)
    if likeness > STAYS:
        return FollowedBoard(lay, likeness, has_moved=False)
    reach = max(2, round(SLIDES_PX * shrink))
    around = np.array([[1, 0, -reach], [0, 1, -reach], [0, 0, 1.0]])
    wide_px = size_px[0] + 2 * reach, size_px[1] + 2 * reach
    off, _ = slide(_brightness(cut_board(frame, lay @ small @ around, wide_px)), known, counts)
    slid = lay @ small @ off
    seen = _brightness(cut_board(frame, slid, size_px))
    closer = lay_closer(seen, known, counts)
    tried: list[Homography] = [slid] if closer is None else [slid, slid @ closer_to_pixels(closer, size_px)]
    tried.append(lay @ small)
    best = max(tried, key=lambda each: _likeness(known, frame, each, counts))
    likeness = _likeness(known, frame, best, counts)
    if likeness < HOLDS:
        return _found_anew(board, frame, lay, known, counts, small)
    return FollowedBoard(best @ np.linalg.inv(small), likeness, has_moved=best is not tried[-1])


def _middles(across: float, down: float) -> NDArray[np.float64]:
    """Give pixels of a smaller picture in those of the picture, middle on middle: else boards drift."""
    return np.array([[across, 0, (across - 1) / 2], [0, down, (down - 1) / 2], [0, 0, 1.0]])


def closer_to_pixels(closer: Homography, size_px: tuple[int, int]) -> Homography:
    """Give what ``lay_closer`` found, about a picture's middle, in the picture's pixels."""
    there = np.eye(3)
    there[:2, 2] = (size_px[0] / 2 - 0.5, size_px[1] / 2 - 0.5)
    return np.asarray(there @ closer @ np.linalg.inv(there))


def _found_anew(
    board: BoardPrint,
    frame: Image,
    lay: Homography,
    known: Floats,
    counts: Mask,
    small: NDArray[np.float64],
) -> FollowedBoard | None:
    """Search a board by its keypoints, further around where it lay."""
    seen = keypoints_around(frame, lay, board.picture.shape[1::-1])
    found = find_board(board, seen)
    if found is None:
        return None
    likeness = _likeness(known, frame, found.homography @ small, counts)
    return FollowedBoard(found.homography, likeness, has_moved=True) if likeness > HOLDS else None


def keypoints_around(frame: Image, lay: Homography, size_px: tuple[int, ...]) -> Keypoints:
    """Find keypoints of a frame around where a board lay, in pixels of the frame."""
    width, height = size_px
    corners = project(lay, np.array([(0, 0), (width, 0), (width, height), (0, height)]))
    margin = AROUND * (corners.max(axis=0) - corners.min(axis=0))
    low = np.maximum(np.floor(corners.min(axis=0) - margin), 0).astype(int)
    high = np.minimum(np.ceil(corners.max(axis=0) + margin), frame.shape[1::-1]).astype(int)
    if (high - low < 8).any():
        return find_keypoints(np.zeros((8, 8, 3), np.uint8), 1)
    points = find_keypoints(np.ascontiguousarray(frame[low[1] : high[1], low[0] : high[0]]), 4000)
    return points._replace(at_px=(points.at_px + low).astype(np.float32))


def _likeness(known: Floats, frame: Image, lay: Homography, counts: Mask) -> float:
    size_px = known.shape[1], known.shape[0]
    return correlation(_brightness(cut_board(frame, lay, size_px)), known, counts)


def _brightness(image: MatLike) -> Floats:
    return np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.float32)
