"""The board as a frame shows it: straight from above, in its picture's light, and what differs from that."""

from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.picture import Point
from vision.follow.boards import cut_board
from vision.games.smuggler.registration import PX_PER_MM, MapPose, MapPrint, SeeingLimits
from vision.geometry.homography import project
from vision.geometry.projection import fit_projection
from vision.reader import Image

BLOCK_PX = 40
"""Light is compared block by block, in as many pixels of the map's picture."""
COARSE = 4
DARK = 6.0
"""Light that every pixel is given before light is compared: what is nearly black says little of it."""
SOFT_PX = 0.8
"""So much a frame is softened, the board's picture a little more."""
BESIDE_PX = tuple((x, y) for x in range(-2, 3) for y in range(-2, 3) if abs(x) + abs(y) <= 2)
"""What is printed so far beside a pixel may be seen there: the picture lies nearly right."""
ROWS_PX = 50
MIRRORED, ALIKE = 0.05, 0.12
"""A lamp that is mirrored takes all channels such a share of the way to white at least, and as far as each
other to within this."""
MIRROR_PX = 9
"""In coarse pixels: what is narrower and white is no lamp's mirror image."""
AROUND_BLOCKS = 2.0
"""So many blocks around tell the light of those that something else tints."""
EDGE_PX = 7
"""A board's pixels within half of this of the frame's edge say nothing."""
BLINDED = 0.7
"""Where a lamp is mirrored so strongly, nothing more is seen."""

Floats = NDArray[np.float32]


class MapEye(NamedTuple):
    """Where the camera is: millimetres from the board's upper left corner, and above it."""

    x_mm: float
    y_mm: float
    high_mm: float

    def seen_at(self, at_mm: Point, high_mm: float) -> Point:
        """Give where on the board something so high above a place appears."""
        share = high_mm / (self.high_mm - high_mm)
        return at_mm[0] + (at_mm[0] - self.x_mm) * share, at_mm[1] + (at_mm[1] - self.y_mm) * share


class MapView(NamedTuple):
    """What a frame shows of the board, at ``PX_PER_MM``.

    Attributes:
        evened: (h, w, 3) in the light of the board's picture, 0 to 255 and above.
        bare: (h, w, 3) the board's picture, as soft.
        changed: (h, w) bytes: how much each pixel differs from all that is printed around it.
        mirrored: (h, w) how far a lamp's mirror image takes each pixel to white, 0 to 1; ``evened`` is
            without it.
        eye: Where the camera is.
        limits: By what everything on it is told.
    """

    evened: Floats
    bare: Image
    changed: NDArray[np.uint8]
    mirrored: Floats
    eye: MapEye
    limits: SeeingLimits


def see_board(known: MapPrint, frame: Image, pose: MapPose) -> MapView:
    """Show the board straight from above in its picture's light.

    Args:
        known: The board's picture.
        frame: (h, w, 3) the photograph.
        pose: Where the board lies in it.
    """
    bare = known.soft
    height, width = bare.shape[:2]
    cut = cut_board(frame, pose.homography, (width, height))
    evened = np.asarray(cv2.GaussianBlur(cut, (0, 0), SOFT_PX), np.float32)
    outside = _outside(frame, pose, (width, height))
    evened[outside] = bare[outside]
    gains = _gains(evened, bare, known.limits.tinted)
    evened += DARK
    evened /= gains
    evened -= DARK
    mirrored = _mirrored(evened, bare, gains)
    there = np.nonzero(mirrored > 0)  # hardly any: they are named faster than masked
    share = np.minimum(mirrored[there], BLINDED)[:, None]
    evened[there] = (evened[there] - share * _white(gains[there])) / (1 - share)
    changed = _changed(np.asarray(cv2.add(evened, np.zeros(4), dtype=cv2.CV_8U), np.uint8), bare)
    changed[(mirrored > BLINDED) | outside] = 0
    eye = standpoint(pose, (frame.shape[1], frame.shape[0]))
    return MapView(evened, bare, changed, mirrored, eye, known.limits)


def _outside(frame: Image, pose: MapPose, size_px: tuple[int, int]) -> NDArray[np.bool_]:
    """Tell which of a map's pixels lie beyond a frame's edge, or at it."""
    high, wide = frame.shape[:2]
    corners = project(pose.homography, np.array([(x, y) for x in (0, size_px[0]) for y in (0, size_px[1])]))
    if (corners > EDGE_PX).all() and (corners < np.array([wide, high]) - EDGE_PX).all():
        return np.zeros(size_px[::-1], np.bool_)
    whole = cut_board(np.full(frame.shape[:2], 255, np.uint8), pose.homography, size_px)
    return np.asarray(cv2.erode(whole, np.ones((EDGE_PX, EDGE_PX), np.uint8)) < 255)


def _white(gains: Floats) -> Floats:
    return (255 + DARK) / gains - DARK


def _mirrored(seen: Floats, bare: Image, gains: Floats) -> Floats:
    """Tell how far a lamp that is mirrored takes every pixel to white; nothing where there is none."""
    small, light = (each[::COARSE, ::COARSE] for each in (seen, gains))
    under = bare[::COARSE, ::COARSE]
    first, second, third = cv2.split((small - under) / np.maximum(_white(light) - under, 20.0))
    least = np.minimum(np.minimum(first, second), third)
    most = np.maximum(np.maximum(first, second), third)
    is_bare = np.asarray(most - least <= ALIKE, np.float32)
    least[(is_bare == 0) | (least < MIRRORED)] = 0.0
    steps = np.asarray(np.clip(least, 0, 1) * 255, np.uint8)
    shares = cv2.medianBlur(steps, MIRROR_PX).astype(np.float32) / 255
    # What lies there tells nothing of the lamp, which goes on beside it.
    around, near = (cv2.GaussianBlur(is_bare * each, (0, 0), MIRROR_PX / 2) for each in (shares, 1.0))
    shares = np.where(is_bare > 0, shares, around / (near + 1e-6))
    calm = cv2.GaussianBlur(shares, (0, 0), 1.0)
    calm[calm < MIRRORED] = 0.0
    return np.asarray(cv2.resize(calm, seen.shape[1::-1], interpolation=cv2.INTER_LINEAR), np.float32)


def standpoint(pose: MapPose, size_px: tuple[int, int]) -> MapEye:
    """Tell where the camera is that sees a board so."""
    projection = fit_projection(pose.homography @ np.diag([PX_PER_MM, PX_PER_MM, 1.0]), size_px)
    x, y, high = (-np.linalg.solve(projection[:, :3], projection[:, 3])).tolist()
    return MapEye(x, y, abs(high))


def _changed(seen: Image, bare: Image) -> NDArray[np.uint8]:
    """Tell how much every pixel differs from whatever is printed near it, rows by rows: those fit a cache."""
    reach = max(abs(value) for off in BESIDE_PX for value in off)
    wide = cv2.copyMakeBorder(bare, reach, reach, reach, reach, cv2.BORDER_REPLICATE)
    changed: NDArray[np.uint8] = np.full(seen.shape[:2], 255, np.uint8)
    for top in range(0, len(seen), ROWS_PX):
        least = changed[top : top + ROWS_PX]
        high, across = least.shape
        shown, under = cv2.split(seen[top : top + high]), cv2.split(wide[top : top + high + 2 * reach])
        for x, y in BESIDE_PX:
            there = np.s_[reach + y : reach + y + high, reach + x : reach + x + across]
            first, second, third = (cv2.absdiff(a, b[there]) for a, b in zip(shown, under, strict=True))
            cv2.min(least, cv2.max(cv2.max(first, second), third), least)
    return changed


def _gains(seen: Floats, bare: Image, tinted: float) -> Floats:
    """Tell how much brighter each channel is everywhere: what most of each block's surroundings say."""
    coarse = BLOCK_PX // COARSE
    ratio = np.divide(*(each[::COARSE, ::COARSE] + np.float32(DARK) for each in (seen, bare)))
    rows, columns = (side // coarse for side in ratio.shape[:2])
    blocks = ratio[: rows * coarse, : columns * coarse].reshape(rows, coarse, columns, coarse, 3)
    middles = _filled(np.median(blocks, axis=(1, 3)).astype(np.float32), tinted)
    calm = np.stack([cv2.medianBlur(middles[..., each], 5) for each in range(3)], axis=-1)
    smooth = cv2.GaussianBlur(calm, (0, 0), 0.8)
    return np.asarray(cv2.resize(smooth, seen.shape[1::-1], interpolation=cv2.INTER_LINEAR), np.float32)


def _filled(ratios: Floats, tinted: float) -> Floats:
    """Take the light of blocks that goods cover from those around: no lamp tints a part of a board so."""
    logs = np.log(ratios)
    tint = logs - logs.mean(axis=2, keepdims=True)
    odd = np.abs(tint - np.median(tint, axis=(0, 1))).max(axis=2) > tinted
    weights = np.asarray(~odd, np.float32)
    near = cv2.GaussianBlur(weights, (0, 0), AROUND_BLOCKS)[..., None] + 1e-6
    around = cv2.GaussianBlur(logs * weights[..., None], (0, 0), AROUND_BLOCKS) / near
    return np.asarray(np.exp(np.where(odd[..., None], around, logs)), np.float32)
