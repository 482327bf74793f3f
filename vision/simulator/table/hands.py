"""Hands and arms over the table, and the shadows they cast."""

from collections.abc import Iterator
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image.paint import bgr
from vision.reader import Image
from vision.simulator.camera.camera import SimCamera, project
from vision.simulator.table.figures import fill
from vision.simulator.table.things import SimHand

HEIGHT_MM = 35.0
"""How high a hand is held, about its middle."""

Floats = NDArray[np.float64]
Mask = NDArray[np.uint8]

_WRIST, _CUFF = -185.0, -230.0
_FINGERS = (
    ((-88.0, 28.0), (-22.0, 17.0), 16.0),
    ((-94.0, 10.0), (0.0, 8.0), 18.0),
    ((-96.0, -10.0), (4.0, -2.0), 19.0),
    ((-92.0, -30.0), (-8.0, -9.0), 18.0),
)
"""Each finger from its knuckle to its tip, and its width; x towards the tips, from the place touched."""
_THUMB = ((-120.0, -40.0), (-45.0, -38.0), (-6.0, -14.0))
_PALM = (
    (-86.0, -36.0), (-84.0, 0.0), (-86.0, 34.0), (-140.0, 36.0),
    (_WRIST, 27.0), (_WRIST, -27.0), (-140.0, -42.0),
)  # fmt: skip


class _Part(NamedTuple):
    """A polygon or, with a width, a line with round ends; millimetres along and across the arm."""

    points: tuple[tuple[float, float], ...]
    width: float
    colour: str
    tone: float = 1.0


def _parts(hand: SimHand) -> Iterator[_Part]:
    """Give the parts of a hand and its arm, back to front."""
    skin, sleeve, end = hand.arm.skin, hand.arm.sleeve, -_length_mm(hand)
    yield _Part(((_WRIST, -28), (_WRIST, 28), (_CUFF - 9, 31), (_CUFF - 9, -31)), 0, skin)
    yield _Part(_PALM, 0, skin)
    for knuckle, tip, wide in _FINGERS:
        yield _Part((knuckle, tip), wide + 2.5, skin, 0.72)
        yield _Part((knuckle, tip), wide, skin)
    yield _Part(_THUMB, 22, skin, 0.75)
    yield _Part(_THUMB, 20, skin, 0.97)
    yield _Part(((_CUFF, -36), (_CUFF, 36), (end, 55), (end, -55)), 0, sleeve)
    yield _Part(((_CUFF, -36), (_CUFF, 36)), 3, sleeve, 0.7)


def _length_mm(hand: SimHand) -> float:
    return max(400.0, float(np.hypot(*np.subtract(hand.tip_mm, hand.arm.from_mm))))


def bounds_mm(hand: SimHand) -> Floats:
    """Give the corners (4, 3) of a box around a hand and its arm."""
    end = -_length_mm(hand)
    return _placed(((25, -70), (25, 70), (end, 70), (end, -70)), hand)


def _placed(points: tuple[tuple[float, float], ...], hand: SimHand) -> Floats:
    """Put points of the hand over the table: (n, 3) millimetres."""
    along = np.subtract(hand.tip_mm, hand.arm.from_mm)
    along = along / np.linalg.norm(along)
    flat = np.array(points) @ np.array([along, [-along[1], along[0]]]) + hand.tip_mm
    return np.column_stack([flat, np.full(len(flat), HEIGHT_MM)])


def draw(hand: SimHand, camera: SimCamera, corner_px: Floats, image: Image) -> Mask:
    """Draw a hand and its arm, without light, over a part of the frame.

    Args:
        corner_px: Where in the frame the part begins.
        image: The part; what the hand does not cover stays as it is.

    Returns:
        (height, width), 255 where the hand is.
    """
    cover = np.zeros(image.shape[:2], np.uint8)
    for part in _parts(hand):
        points = project(camera, _placed(part.points, hand)) - corner_px
        colour = tuple((np.array(bgr(part.colour)) * part.tone).tolist())
        _paint(image, part, points, colour, camera)
        _paint(cover, part, points, 255, camera)
    return cover


def _paint(
    image: Image, part: _Part, points_px: Floats, colour: tuple[float, ...] | float, camera: SimCamera
) -> None:
    if not part.width:
        fill(image, points_px, colour)
        return
    scale = camera.focal_px / (float(camera.matrix[2, 3]) - HEIGHT_MM)
    fixed = np.round((points_px - 0.5) * 16).astype(np.int32)
    wide = max(1, round(part.width * scale))
    cv2.polylines(image, [fixed], False, colour, wide, cv2.LINE_AA, 4)


def rounded(image: Image, cover: Mask, px_per_mm: float) -> Image:
    """Shade a hand as round things are: darker towards their edges."""
    small = cv2.resize(cover, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    depth = cv2.blur(small, (max(1, round(6 * px_per_mm)),) * 2)
    tone = cv2.resize(depth, cover.shape[::-1], interpolation=cv2.INTER_LINEAR)
    shaded = cv2.LUT(tone, np.array([0.5 + 0.5 * min(1.0, v / 230) for v in range(256)], np.float32))
    return np.asarray(cv2.multiply(image, cv2.merge([shaded] * 3), dtype=cv2.CV_8U), np.uint8)


def shadow(hand: SimHand, camera: SimCamera, falls: Floats, corner_px: Floats, cover: Mask) -> None:
    """Draw the shadow of a hand and its arm.

    Args:
        falls: The way over the table that the shadow of something 1 mm high reaches.
        corner_px: Where in the frame the part begins.
        cover: (height, width), a part of the frame; 255 is drawn where the lamp's light is taken.
    """
    for part in _parts(hand):
        points = _placed(part.points, hand)
        fallen = points[:, :2] + HEIGHT_MM * falls
        _paint(cover, part, project(camera, fallen) - corner_px, 255, camera)
