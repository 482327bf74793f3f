"""Prints: how each face looks in one box, learned from pictures of single tiles.

A print set is kept as MessagePack: for every print its face and a JPEG of the straightened tile in
the catalogue's orientation, all brought to one light so that colours mean the same in every set.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.games.carcassonne.land.catalogue import faces
from scoring.games.carcassonne.land.shapes import segment_shapes
from vision.errors import PrintsError
from vision.image.colour import Floats, from_lab, to_lab
from vision.print_set import dump_print_set, load_print_set, unpacked
from vision.reader import Image, Sample

GAME = "carcassonne"
SIDE_PX = 160
SIZE_PX = (SIDE_PX, SIDE_PX)
QUALITY = 92
MOST_PER_FACE = 6
LEAST_PIECE = 0.02
"""Less of a picture than this that differs from its ground is a speck, not a piece of a tile."""
RIM = 0.02
"""Ground is seen all around a tile when so much of the picture's side, and more, is free of it."""

STANDARD_MEAN = np.array([57.0, -11.0, 36.0], np.float32)
STANDARD_SPREAD = np.array([13.0, 19.0, 13.0], np.float32)
"""The CIELAB mean and spread that whole sets are brought to: green fields, sandy cities, daylight."""
RECOLOURED = 30.0
"""A set whose mean CIELAB tint is farther than this from the standard's shows fields of snow, sand or violet
rather than a lamp's colour, and stays as it is: to make them green would make all wood green."""
ENOUGH_FACES = 12
"""A smaller set does not show enough of the game for its average to mean anything."""


class FacePixels(NamedTuple):
    """A print as pixels: (160, 160, 3) blue, green, red, in the catalogue's orientation."""

    face: str
    image: Image


def load_prints(data: bytes) -> list[FacePixels]:
    """Decode a print set.

    Raises:
        PrintsError: The data is no print set of Carcassonne.
    """
    prints = load_print_set(data, GAME, MOST_PER_FACE * len(faces()))
    return [
        FacePixels(each.face, unpacked(each, SIZE_PX if each.face in faces() else None)) for each in prints
    ]


def learn_prints(samples: Iterable[Sample]) -> bytes:
    """Learn a print set from pictures of single tiles.

    Args:
        samples: Pictures of single tiles, each nearly filling its picture or lying on a plain
            ground; at most six of a face are kept.

    Raises:
        PrintsError: No picture came, or one of a face that the game does not have.
    """
    straightened: dict[str, list[Image]] = defaultdict(list)
    for sample in samples:
        if sample.face not in faces():
            raise PrintsError(
                f"There is no face {sample.face!r} in Carcassonne; faces are {', '.join(faces())}."
            )
        if len(straightened[sample.face]) < MOST_PER_FACE:
            tile = straighten(sample.image)
            straightened[sample.face].append(np.ascontiguousarray(np.rot90(tile, sample.turns)))
    if not straightened:
        raise PrintsError("No picture of a tile came; at least one is needed to learn from.")
    pictures = [FacePixels(face, image) for face, images in straightened.items() for image in images]
    return written(balance(pictures))


def written(pictures: Iterable[FacePixels]) -> bytes:
    """Encode a print set."""
    return dump_print_set(GAME, pictures, QUALITY)


def count_prints(data: bytes) -> dict[str, int]:
    """Count the prints of each face in a set."""
    counts: dict[str, int] = defaultdict(int)
    for pixels in load_prints(data):
        counts[pixels.face] += 1
    return dict(sorted(counts.items(), key=lambda item: list(faces()).index(item[0])))


# --- straightening -------------------------------------------------------------------------------


def straighten(image: Image) -> Image:
    """Cut the one tile in a picture out and make it square, 160 pixels a side.

    Where no tile is told apart from the ground, the picture itself is taken to be the tile.
    """
    scale = min(1.0, 480 / max(image.shape[:2]))
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    quad = _tile_quad(np.asarray(small, np.uint8))
    if quad is None:
        return np.asarray(cv2.resize(image, (SIDE_PX, SIDE_PX), interpolation=cv2.INTER_AREA), np.uint8)
    target = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32) * SIDE_PX
    to_tile = cv2.getPerspectiveTransform((quad / scale).astype(np.float32), target)
    softened = cv2.GaussianBlur(image, (0, 0), max(0.1, 0.35 / scale * max(small.shape[:2]) / SIDE_PX / 2))
    return np.asarray(cv2.warpPerspective(softened, to_tile, (SIDE_PX, SIDE_PX)), np.uint8)


def _tile_quad(image: Image) -> NDArray[np.float64] | None:
    """Find the corners NW, NE, SE, SW of a tile that lies on a plain ground, or None."""
    lab = to_lab(image)
    rim = np.concatenate([lab[:2].reshape(-1, 3), lab[-2:].reshape(-1, 3), lab[:, 0], lab[:, -1]])
    ground = np.median(rim, axis=0)
    apart = np.linalg.norm(lab - ground, axis=2)
    limit = max(9.0, 3 * float(np.median(np.linalg.norm(rim - ground, axis=1))))
    closed = cv2.morphologyEx((apart > limit).astype(np.uint8), cv2.MORPH_CLOSE, np.ones((7, 7), np.uint8))
    found, _ = cv2.findContours(closed, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    if not found:
        return None
    outlines = [np.asarray(like, np.int32).reshape(-1, 2) for like in found]
    largest = max(outlines, key=cv2.contourArea)
    quad = _quad_of(largest, cv2.contourArea(largest), apart.size)
    pieces = _pieces(outlines, apart.shape) if quad is None else None
    return quad if pieces is None else _quad_of(pieces, cv2.contourArea(cv2.convexHull(pieces)), apart.size)


def _pieces(outlines: Sequence[NDArray[np.int32]], size_px: tuple[int, ...]) -> NDArray[np.int32] | None:
    """Put the pieces of a tile together that is cut up by a road or a city of its ground's colour.

    Returns:
        Their outlines; None where something reaches the picture's rim, since it may be the ground's.
    """
    every, (height, width) = np.concatenate(outlines), size_px
    free = min(*every.min(axis=0), *((width - 1, height - 1) - every.max(axis=0)))
    large = [outline for outline in outlines if cv2.contourArea(outline) > LEAST_PIECE * height * width]
    return np.concatenate(large) if large and free > RIM * max(size_px) else None


def _quad_of(outline: NDArray[np.int32], filled_px: float, picture_px: int) -> NDArray[np.float64] | None:
    """Give the corners NW, NE, SE, SW of what has an outline, or None where that is no tile's."""
    box = np.asarray(cv2.boxPoints(cv2.minAreaRect(outline)), np.float64)
    sides = np.linalg.norm(box - np.roll(box, -1, axis=0), axis=1)
    area = float(sides[0] * sides[1])
    is_tile = 0.12 * picture_px < area and sides.min() > 0.75 * sides.max() and filled_px > 0.9 * area
    return _sharpened(outline, _ordered(box)) if is_tile else None


def _ordered(box: NDArray[np.floating]) -> NDArray[np.float64]:
    """Put a box's corners in the order NW, NE, SE, SW, the tile turned by less than an eighth."""
    centre = box.mean(axis=0)
    around = box[np.argsort(np.arctan2(*(box - centre).T[::-1]))].astype(np.float64)
    first = int(np.argmin((around - centre).sum(axis=1)))
    return np.roll(around, -first, axis=0)


def _sharpened(outline: NDArray[np.integer], box: NDArray[np.float64]) -> NDArray[np.float64]:
    """Fit a line to each side of the outline, away from the rounded corners, and cross them."""
    lines = []
    for start, end in zip(box, np.roll(box, -1, axis=0), strict=True):
        along = (end - start) / np.linalg.norm(end - start)
        offset = outline - start
        share = offset @ along / np.linalg.norm(end - start)
        away = np.abs(offset @ np.array([-along[1], along[0]]))
        near = outline[(share > 0.15) & (share < 0.85) & (away < 0.08 * np.linalg.norm(end - start))]
        if len(near) < 10:
            return box
        vx, vy, x, y = cv2.fitLine(near.astype(np.float32), cv2.DIST_HUBER, 0, 0.01, 0.01).ravel()
        lines.append(np.cross([x, y, 1], [x + vx, y + vy, 1]))
    corners = [np.cross(lines[i - 1], lines[i]) for i in range(4)]
    return np.array([corner[:2] / corner[2] for corner in corners])


# --- one light for all prints --------------------------------------------------------------------


_GROUND_PX = 40


@cache
def _ground(face: str, feature: str) -> NDArray[np.bool_]:
    """(40, 40): where a face shows a kind of ground, well inside and clear of what lies on it."""
    known = faces()[face]
    shown = np.zeros((_GROUND_PX, _GROUND_PX), np.uint8)
    outlines = [
        (segment.feature, polygons)
        for segment, polygons in zip(known.segments, segment_shapes(known), strict=True)
    ]
    for wanted in (True, False):
        for kind, polygons in outlines:
            if (kind == feature) == wanted:
                for polygon in polygons:
                    cv2.fillPoly(
                        shown, [np.array(np.array(polygon) * _GROUND_PX * 16, np.int32)], int(wanted), shift=4
                    )
    return np.asarray(cv2.erode(shown, np.ones((3, 3), np.uint8)) > 0)


def _ground_colours(each: FacePixels) -> dict[str, NDArray[np.floating]]:
    """Give the median CIELAB colour of each kind of ground that a print shows enough of."""
    small = to_lab(np.asarray(cv2.resize(each.image, (40, 40), interpolation=cv2.INTER_AREA), np.uint8))
    grounds = {feature: small[_ground(each.face, feature)] for feature in ("city", "field")}
    return {feature: np.median(pixels, axis=0) for feature, pixels in grounds.items() if len(pixels) > 40}


def _usual(colours: Sequence[Mapping[str, NDArray[np.floating]]]) -> dict[str, NDArray[np.floating]]:
    return {
        feature: np.median([c[feature] for c in colours if feature in c], axis=0)
        for feature in ("city", "field")
        if any(feature in c for c in colours)
    }


def usual_grounds(pictures: Sequence[FacePixels]) -> Floats:
    """(k, 3): the CIELAB colour that cities and fields have in a set, as far as it shows them."""
    usual = _usual([_ground_colours(picture) for picture in pictures])
    return np.array(list(usual.values()), np.float32).reshape(-1, 3)


def balance(pictures: Sequence[FacePixels]) -> list[FacePixels]:
    """Bring all prints of a set to one light.

    First each print's field and city are given the colours that the set's fields and cities have
    on the whole, then the whole set is brought to a standard mean and contrast, unless its edition has
    other colours.
    """
    colours = [_ground_colours(picture) for picture in pictures]
    usual = _usual(colours)
    labs = []
    for pixels, own in zip(pictures, colours, strict=True):
        shifts = [usual[feature] - colour for feature, colour in own.items()]
        labs.append(to_lab(pixels.image) + np.float32(np.mean(shifts, axis=0) if shifts else 0))
    gain, offset = (
        _standard_light(labs) if len({picture.face for picture in pictures}) >= ENOUGH_FACES else (1, 0)
    )
    return [
        FacePixels(each.face, from_lab(lab * gain + offset)) for each, lab in zip(pictures, labs, strict=True)
    ]


def _standard_light(labs: Sequence[Floats]) -> tuple[Floats, Floats]:
    every = np.concatenate([lab[::4, ::4].reshape(-1, 3) for lab in labs])
    mean = every.mean(axis=0)
    if np.linalg.norm((mean - STANDARD_MEAN)[1:]) > RECOLOURED:
        return np.ones(3, np.float32), np.zeros(3, np.float32)
    gain = np.clip(STANDARD_SPREAD / every.std(axis=0), 0.6, 1.7)
    return gain, STANDARD_MEAN - mean * gain
