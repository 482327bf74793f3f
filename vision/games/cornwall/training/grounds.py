"""Bare tables by chance: wood, cloth, stone, anything, with other things lying about."""

import colorsys

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

PATTERN_SHARE = 0.2
"""So many tables are speckled, as many put together of planks or squares."""

Floats = NDArray[np.floating]


def colour(hue: float, saturation: float, value: float) -> Floats:
    """(3,): blue, green and red, 0 to 255."""
    return np.array(colorsys.hsv_to_rgb(hue % 1, saturation, value))[::-1] * 255


def any_colour(chance: Generator) -> Floats:
    """Give any colour at all."""
    return colour(chance.random(), chance.random(), chance.uniform(0.05, 1))


def paint_ground(side_px: int, chance: Generator) -> NDArray[np.float32]:
    """Paint a square of bare table."""
    is_plain = chance.random() < 0.35
    own = any_colour(chance) if is_plain else colour(*chance.uniform((0, 0.1, 0.1), (0.17, 0.7, 0.95)))
    is_grained = chance.random() < 0.6
    uneven = np.zeros((side_px, side_px), np.float32)
    for cells, amount in ((6, 10), (30, 8), (120, 6)):
        across = max(2, cells // int(chance.integers(1, 12))) if is_grained else cells
        rough = chance.normal(0, 1, (cells + 2, across + 2)).astype(np.float32)
        rough = rough.T.copy() if chance.random() < 0.5 else rough
        uneven += amount * chance.random() * cv2.resize(rough, (side_px,) * 2, interpolation=cv2.INTER_CUBIC)
    ground = np.asarray(own + uneven[..., None] * chance.uniform(0.6, 1.2, 3), np.float32)
    for patterned in (_speckled, _joined):
        if chance.random() < PATTERN_SHARE:
            patterned(ground, chance)
    for _ in range(chance.poisson(0.8)):
        _other(ground, chance)
    return ground


def _speckled(ground: NDArray[np.float32], chance: Generator) -> None:
    """Speckle a table like stone: grains of one to a dozen pixels."""
    grains = np.asarray(chance.normal(0, 1, ground.shape[:2]), np.float32)
    soft = cv2.GaussianBlur(grains, (0, 0), np.exp(chance.uniform(0, np.log(12))))
    share = np.clip(soft / soft.std() - chance.uniform(0.3, 1.8), 0, 1)[..., None]
    ground += (any_colour(chance) - ground) * (share * chance.uniform(0.1, 0.8))


def _joined(ground: NDArray[np.float32], chance: Generator) -> None:
    """Put a table together of planks or squares: lines of one colour, evenly apart, at any angle."""
    y, x = np.mgrid[: ground.shape[0], : ground.shape[1]]
    angle, apart = chance.uniform(0, np.pi), chance.uniform(30, 250)
    ink, width, strength = any_colour(chance), chance.uniform(1, 6), chance.uniform(0.2, 0.9)
    for turn in range(1 + int(chance.random() < 0.5)):
        along = x * np.cos(angle + turn * np.pi / 2) + y * np.sin(angle + turn * np.pi / 2)
        is_line = along % apart < width
        ground[is_line] += (ink - ground[is_line]) * strength


def _other(ground: NDArray[np.float32], chance: Generator) -> None:
    """Lay something else on the table: a card, a box lid, a cloth."""
    side_px = len(ground)
    middle, angle = chance.uniform(0, side_px, 2), chance.uniform(0, np.pi)
    half = chance.uniform(0.05, 0.4, 2) * side_px
    cos, sin = np.cos(angle), np.sin(angle)
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half @ np.array([[cos, sin], [-sin, cos]])
    points = np.round(corners + middle).astype(np.int32)
    cv2.fillPoly(ground, [points], any_colour(chance).tolist(), cv2.LINE_AA)
    if chance.random() < 0.5:
        cv2.polylines(ground, [points], True, any_colour(chance).tolist(), int(chance.integers(1, 9)))
    for _ in range(chance.integers(0, 6)):
        at = middle + chance.normal(0, 0.3, 2) * half
        radius = int(chance.integers(3, 20))
        spot = (int(at[0]), int(at[1]))
        cv2.circle(ground, spot, radius, any_colour(chance).tolist(), cv2.FILLED, cv2.LINE_AA)
