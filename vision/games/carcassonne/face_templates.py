"""Looks: every print in all four turns, ready to be compared with the cells of a board."""

from collections.abc import Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.games.carcassonne.land.catalogue import Face, Segment, distinct, faces
from vision.games.carcassonne.prints import FacePixels, usual_grounds
from vision.image.colour import Floats, to_lab
from vision.match.keypoints import Keypoints, find_keypoints, join
from vision.match.template import Target, make_target

ROUGH_PX = 32
FINE_PX = 64
SOFT_PX = 1.0
"""Both sides of a comparison are blurred by this, so that a pixel's slip costs little."""
KEYPOINTS_PER_PRINT = 250


class FaceTemplates(NamedTuple):
    """n looks: prints times four turns.

    Attributes:
        face: (n,) the distinct face of each look.
        turns: (n,) clockwise quarter turns as the rules tell them apart (a straight road has two).
        art_turns: (n,) clockwise quarter turns of the picture itself from that face as it is drawn, 0 to 3.
        rough: (n, 3 * 32 * 32) pixels with zero mean per channel and length 1.
        rough_lab: (n, 32, 32, 3).
        fine: (n, 64, 64, 3) CIELAB, softened.
        target: The same, ready to lay patches on.
        grounds: (k, 3) the usual colour of fields and of cities.
        keypoints: Of the prints, unturned, 160 pixels a side.
    """

    face: tuple[str, ...]
    turns: NDArray[np.intp]
    art_turns: NDArray[np.intp]
    rough: Floats
    rough_lab: Floats
    fine: Floats
    target: Target
    grounds: Floats
    keypoints: Keypoints


def make_templates(pictures: Sequence[FacePixels]) -> FaceTemplates:
    """Turn prints into looks; of a box that nobody has learned there are none."""
    if not pictures:
        return _no_looks()
    every = [(picture, turns) for picture in pictures for turns in range(4)]
    rough = np.array([_sized(pixels, turns, ROUGH_PX) for pixels, turns in every])
    fine = np.array(
        [cv2.GaussianBlur(_sized(pixels, turns, FINE_PX), (0, 0), SOFT_PX) for pixels, turns in every]
    )
    named = [distinct(pixels.face, turns) for pixels, turns in every]
    return FaceTemplates(
        face=tuple(face for face, _ in named),
        turns=np.array([turns % faces()[face].symmetry for face, turns in named]),
        art_turns=np.array([turns for _, turns in named]),
        rough=normed(rough),
        rough_lab=rough,
        fine=fine,
        target=make_target(fine),
        grounds=usual_grounds(pictures),
        keypoints=join(
            [
                find_keypoints(pixels.image, KEYPOINTS_PER_PRINT, index)
                for index, pixels in enumerate(pictures)
            ]
        ),
    )


def _no_looks() -> FaceTemplates:
    fine = np.zeros((1, FINE_PX, FINE_PX, 3), np.float32)
    target = Target(*(each[:0] for each in make_target(fine)))
    rough, nothing = np.zeros((0, ROUGH_PX, ROUGH_PX, 3), np.float32), np.zeros(0, np.intp)
    grounds = np.zeros((0, 3), np.float32)
    none = find_keypoints(np.zeros((FINE_PX, FINE_PX, 3), np.uint8), 1)
    return FaceTemplates(
        (), nothing, nothing, rough.reshape(0, 3 * ROUGH_PX**2), rough, fine[:0], target, grounds, none
    )


def _sized(pixels: FacePixels, turns: int, side_px: int) -> Floats:
    small = cv2.resize(pixels.image, (side_px, side_px), interpolation=cv2.INTER_AREA)
    return to_lab(np.ascontiguousarray(np.rot90(small, -turns)))


def normed(patches: Floats) -> Floats:
    """Flatten (n, h, w, 3) patches to zero mean per channel and length 1, for correlation."""
    pixels = np.asarray(patches, np.float32).reshape(len(patches), -1, 3)
    share = np.full((1, pixels.shape[1]), 1 / pixels.shape[1], np.float32)
    flat = (pixels - share @ pixels).reshape(len(pixels), -1)  # numpy's mean is slow over so short rows
    length = np.sqrt(np.einsum("ij,ij->i", flat, flat))[:, None]
    return np.asarray(flat / (length + 1e-6), np.float32)


def _without_shields(face: Face) -> tuple[Segment, ...]:
    return tuple(
        Segment(segment.feature, segment.sides, 0, segment.cities)
        for segment in face.segments
        if segment.feature != "garden"
    )


@cache
def shield_twins() -> Mapping[str, str]:
    """Pair the faces that differ by a shield alone: F and G, M and N, O and P, Q and R, S and T."""
    twins = {}
    for face in faces().values():
        for other in faces().values():
            same = _without_shields(face) == _without_shields(other) and face.is_river == other.is_river
            if face.name != other.name and same and has_shield(face.name) != has_shield(other.name):
                twins[face.name] = other.name
    return MappingProxyType(twins)


@cache
def has_shield(face: str) -> bool:
    """Tell whether a face carries a shield; what is no face is not known to."""
    return bool(face) and any(segment.shields for segment in faces()[face].segments)
