"""Finding known pictures in a photograph by their keypoints, wherever and however turned they lie."""

from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reader import Image

Floats = NDArray[np.float32]

MIN_LIKENESS = 0.9
"""RootSIFT dot products of true matches mostly lie above this. All that do are kept, not only the
nearest, because copies of one motif stand on several faces and each is right about the square."""

MOST_VOTES = 7000
BLOCK = 1000


class Keypoints(NamedTuple):
    """Described points of one or several pictures.

    Attributes:
        at_px: (n, 2) x and y.
        size_px: (n,) diameter of the described patch.
        angle_rad: (n,) clockwise on the screen.
        descriptors: (n, 128) RootSIFT, each of length 1.
        picture: (n,) index of the picture that the point is from.
    """

    at_px: Floats
    size_px: Floats
    angle_rad: Floats
    descriptors: Floats
    picture: NDArray[np.int32]


class Votes(NamedTuple):
    """Where each matched keypoint says that a whole square picture lies.

    Attributes:
        seen_px: (n, 2) the matched point in the photograph.
        known: (n, 2) the same point in the picture, in shares of its side, 0 to 1.
        centre_px: (n, 2) where the picture's centre must be in the photograph.
        side_px: (n,) how long the picture's side must be there.
        angle_rad: (n,) how far the picture is turned clockwise.
        likeness: (n,) 0 to 1.
        picture: (n,) index of the picture.
    """

    seen_px: Floats
    known: Floats
    centre_px: Floats
    side_px: Floats
    angle_rad: Floats
    likeness: Floats
    picture: NDArray[np.int32]

    def pick(self, chosen: NDArray[np.bool_] | NDArray[np.intp]) -> "Votes":
        """Keep the chosen votes."""
        return Votes._make(column[chosen] for column in self)


def find_keypoints(image: Image, most: int, picture: int = 0) -> Keypoints:
    """Find and describe up to ``most`` points of an image.

    Source:
        Lowe 2004 (SIFT); Arandjelovic and Zisserman 2012 (RootSIFT).
    """
    sift = cv2.SIFT.create(nfeatures=most, contrastThreshold=0.02)
    found, raw = sift.detectAndCompute(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), None)
    if not found:
        nothing = np.zeros(0, np.float32)
        return Keypoints(
            np.zeros((0, 2), np.float32),
            nothing,
            nothing,
            np.zeros((0, 128), np.float32),
            np.zeros(0, np.int32),
        )
    share = raw / (raw.sum(axis=1, keepdims=True) + 1e-6)
    return Keypoints(
        np.array([point.pt for point in found], np.float32),
        np.array([point.size for point in found], np.float32),
        np.deg2rad(np.array([point.angle for point in found], np.float32)),
        np.sqrt(share).astype(np.float32),
        np.full(len(found), picture, np.int32),
    )


def join(parts: list[Keypoints]) -> Keypoints:
    """Put the keypoints of several pictures into one list."""
    return Keypoints(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))


def find_votes(seen: Keypoints, known: Keypoints, side_px: float) -> Votes:
    """Match a photograph's keypoints with those of square pictures, each match voting for a square.

    Args:
        seen: Keypoints of the photograph.
        known: Keypoints of the pictures, all of them ``side_px`` wide and high.
        side_px: The pictures' side.
    """
    rows, columns, likeness = _alike(seen.descriptors, known.descriptors)
    if len(rows) > MOST_VOTES:
        best = np.argpartition(-likeness, MOST_VOTES)[:MOST_VOTES]
        rows, columns, likeness = rows[best], columns[best], likeness[best]
    scale = seen.size_px[rows] / known.size_px[columns]
    angle = seen.angle_rad[rows] - known.angle_rad[columns]
    to_centre = side_px / 2 - known.at_px[columns]
    cos, sin = np.cos(angle) * scale, np.sin(angle) * scale
    moved = np.stack(
        [cos * to_centre[:, 0] - sin * to_centre[:, 1], sin * to_centre[:, 0] + cos * to_centre[:, 1]], axis=1
    )
    return Votes(
        seen.at_px[rows],
        known.at_px[columns] / side_px,
        seen.at_px[rows] + moved,
        scale * side_px,
        angle,
        likeness,
        known.picture[columns],
    )


def _alike(observed: Floats, known: Floats) -> tuple[NDArray[np.intp], NDArray[np.intp], Floats]:
    """Pair descriptors that are alike: the row of each, and how much; block by block, to spare memory."""
    found = []
    for first in range(0, len(observed), BLOCK):
        likeness = observed[first : first + BLOCK] @ known.T
        rows, columns = np.nonzero(likeness > MIN_LIKENESS)
        found.append((rows + first, columns, likeness[rows, columns]))
    if not found:
        return np.zeros(0, np.intp), np.zeros(0, np.intp), np.zeros(0, np.float32)
    rows, columns, likeness = (np.concatenate(parts) for parts in zip(*found, strict=True))
    return rows, columns, likeness
