"""Bare tables by chance, photographed in any light: what the made-up tables of all games have in common.

What is true of them is told as ``outlines`` asks for it.
"""

from collections.abc import Callable
from typing import NamedTuple

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.nets.outline_net import STRIDE_PX
from vision.reader import Image
from vision.simulator.camera.camera import SimCamera, distance, project
from vision.simulator.made_up.styles import Colour, colour

FRAME_PX = 256
FINER = 2
"""Painted so much larger, then shrunk, as a lens and a sensor smooth what they see."""
PATTERN_SHARE = 0.2
"""So many tables are speckled, as many put together of planks or squares."""
_OUTSIDE_PX = 4000

Floats = NDArray[np.floating]
Painting = NDArray[np.float32]
Palette = Callable[[Generator], Colour]
"""Gives any colour at all."""
Range = tuple[float, float]


def paint_bare(chance: Generator, finest: int, any_colour: Palette) -> tuple[Colour, Painting]:
    """Give the colour of a bare table of wood, cloth or stone, and (512, 512) how uneven it is there.

    Args:
        chance: The same gives the same table.
        finest: So many of the smallest spots go side by side.
        any_colour: What a plain table is painted with.
    """
    side_px = FRAME_PX * FINER
    is_plain = chance.random() < 0.35
    own = any_colour(chance) if is_plain else colour(*chance.uniform((0, 0.1, 0.1), (0.17, 0.7, 0.95)))
    is_grained = chance.random() < 0.6
    uneven = np.zeros((side_px, side_px), np.float32)
    for cells, amount in ((6, 10), (30, 8), (finest, 6)):
        across = max(2, cells // int(chance.integers(1, 12))) if is_grained else cells
        rough = chance.normal(0, 1, (cells + 2, across + 2)).astype(np.float32)
        rough = rough.T.copy() if chance.random() < 0.5 else rough
        uneven += amount * chance.random() * cv2.resize(rough, (side_px,) * 2, interpolation=cv2.INTER_CUBIC)
    return own, uneven


def speckle(ground: Floats, chance: Generator, any_colour: Palette) -> None:
    """Speckle a table like granite or terrazzo: grains of one to a dozen pixels."""
    grains = np.asarray(chance.normal(0, 1, ground.shape[:2]), np.float32)
    soft = cv2.GaussianBlur(grains, (0, 0), np.exp(chance.uniform(0, np.log(12))))
    share = np.clip(soft / soft.std() - chance.uniform(0.3, 1.8), 0, 1)[..., None]
    ground += (any_colour(chance) - ground) * (share * chance.uniform(0.1, 0.8))


def join(ground: Floats, chance: Generator, any_colour: Palette) -> None:
    """Put a table together of planks or squares: lines of one colour, evenly apart, at any angle."""
    y, x = np.mgrid[: ground.shape[0], : ground.shape[1]]
    angle, apart = chance.uniform(0, np.pi), chance.uniform(30, 250)
    ink, width, strength = any_colour(chance), chance.uniform(1, 6), chance.uniform(0.2, 0.9)
    for turn in range(1 + int(chance.random() < 0.5)):
        along = x * np.cos(angle + turn * np.pi / 2) + y * np.sin(angle + turn * np.pi / 2)
        is_line = along % apart < width
        ground[is_line] += (ink - ground[is_line]) * strength


def project_flat(camera: SimCamera, places_mm: Floats) -> Floats | None:
    """Project places of the table; None where they are behind the camera or far out of the frame."""
    flat = np.hstack([places_mm, np.zeros((len(places_mm), 1))])
    if (distance(camera, flat) < 1.0).any():
        return None
    found = project(camera, places_mm)
    return found if np.abs(found).max() < _OUTSIDE_PX else None


def tell_lattice(
    told: NDArray[np.float32],
    here: NDArray[np.bool_],
    middle: Floats,
    east: complex,
    south: complex,
    sides: int,
) -> None:
    """Tell of the places of one tile or field that it is there, and where and how it lies.

    Args:
        told: (told, rows, columns), told into.
        here: (rows, columns) which places are its.
        middle: Where its middle is in the frame, in pixels.
        east, south: From its middle so far, in pixels of the frame, as x + iy.
        sides: How many it has.
    """
    places = (np.arange(here.shape[0]) + 0.5) * STRIDE_PX
    x, y = np.meshgrid(places, places)
    straight, mirrored = (east - 1j * south) / 2, (east + 1j * south) / 2
    pitch_px = abs(straight)
    direction, shear = (straight / pitch_px) ** sides, straight * mirrored / pitch_px**2
    told[0, here] = 1
    told[1, here], told[2, here] = (middle[0] - x[here]) / pitch_px, (middle[1] - y[here]) / pitch_px
    rest = (np.log2(pitch_px), direction.real, direction.imag, shear.real, shear.imag)
    told[3:8, here] = np.array(rest)[:, None]


# --- light, lens and sensor ------------------------------------------------------------------------


class AnyLight(NamedTuple):
    """In what lights tables are photographed, and how well.

    Attributes:
        gamma, colourful, bright: The least and the most.
        tint: Gives a lamp's blue, green and red.
        slope: Standard deviation of how much brighter it is on one side than on the other.
        shade_share, glare_share: So often something throws a shadow, and a lamp is mirrored.
        blur_px, noise: The most.
        packed_share, quality: So often a photograph is packed as JPEG, and how well.
    """

    gamma: Range
    colourful: Range
    bright: Range
    tint: Callable[[Generator], Floats]
    slope: float
    shade_share: float
    glare_share: float
    blur_px: float
    noise: float
    packed_share: float
    quality: tuple[int, int]


def photograph(
    painting: Painting, light: AnyLight, chance: Generator, noise: Generator | None = None
) -> Image:
    """Photograph a table in a light of its own.

    Args:
        painting: (512, 512, 3) the table.
        light: In what lights.
        chance: Of the light and the lens.
        noise: Of the sensor's noise, where it is not that.

    Returns:
        (256, 256, 3).
    """
    small = cv2.resize(painting, (FRAME_PX, FRAME_PX), interpolation=cv2.INTER_AREA)
    observed = np.clip(small, 0, 255) / 255
    y, x = np.mgrid[:FRAME_PX, :FRAME_PX] / FRAME_PX - 0.5
    observed = observed ** chance.uniform(*light.gamma)
    grey = observed.mean(axis=2, keepdims=True)
    observed = grey + (observed - grey) * chance.uniform(*light.colourful)
    slope = np.clip(1 + chance.normal(0, light.slope) * x + chance.normal(0, light.slope) * y, 0.2, 2)
    observed = observed * light.tint(chance) * chance.uniform(*light.bright) * slope[..., None]
    if chance.random() < light.shade_share:
        across = x * np.cos(angle := chance.uniform(0, 2 * np.pi)) + y * np.sin(angle)
        observed = (
            observed * np.where(across > chance.uniform(-0.4, 0.4), chance.uniform(0.4, 0.85), 1)[..., None]
        )
    if chance.random() < light.glare_share:
        left, top = chance.uniform(-0.5, 0.5, 2)
        glare = np.exp(-((x - left) ** 2 + (y - top) ** 2) / chance.uniform(0.002, 0.03))
        observed = observed + chance.uniform(0.3, 1) * glare[..., None]
    blur_px = chance.uniform(0, light.blur_px)
    if blur_px > 0.4:
        observed = cv2.GaussianBlur(observed, (0, 0), blur_px)
    sensor = chance if noise is None else noise
    observed = observed + sensor.normal(0, chance.uniform(0, light.noise), observed.shape)
    shown = np.asarray(np.clip(observed * 255, 0, 255), np.uint8)
    if chance.random() < light.packed_share:
        packed = cv2.imencode(
            ".jpg", shown, [cv2.IMWRITE_JPEG_QUALITY, int(chance.integers(*light.quality))]
        )[1]
        shown = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
    return shown
