"""What tables are made of: wood, cloth, felt, stone, painted boards, each different by chance."""

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reader import Image

SIDE_PX = 1024
"""A surface goes on and on: its pictures are squares that continue themselves on all sides."""
PX_PER_MM = 1.6

Floats = NDArray[np.float32]
Chance = np.random.Generator
Cloud = tuple[float, float, float]


def paint_surface(name: str, seed: int) -> Image:
    """Paint a square of a surface, ``SIDE_PX`` wide, at ``PX_PER_MM``.

    Args:
        name: A key of ``SURFACES``.
        seed: For its colour and grain.

    Raises:
        KeyError: There is no such surface.
    """
    chance = np.random.default_rng([seed, *name.encode()])
    return np.asarray(np.clip(SURFACES[name](chance), 0, 255), np.uint8)


def _cloud(chance: Chance, wide_px: float, high_px: float) -> Floats:
    """Give soft clouds that continue on all sides, with a standard deviation of 1."""
    grain = chance.standard_normal((SIDE_PX, SIDE_PX), dtype=np.float32)
    waves = np.fft.rfft2(grain)
    down, across = np.fft.fftfreq(SIDE_PX)[:, None], np.fft.rfftfreq(SIDE_PX)[None]
    waves *= np.exp(-2 * np.pi**2 * ((across * wide_px) ** 2 + (down * high_px) ** 2))
    cloud = np.fft.irfft2(waves, s=grain.shape)
    return np.asarray(cloud / cloud.std(), np.float32)


def _tinted(colour_bgr: tuple[float, float, float], chance: Chance, shade: Floats) -> Floats:
    """Lay a shade, as a share of the colour, over a colour somewhere near the given one."""
    near = np.array(colour_bgr) * chance.uniform(0.85, 1.15) * chance.uniform(0.93, 1.07, 3)
    return np.asarray(near * (1 + shade[..., None]), np.float32)


def _wood(chance: Chance) -> Floats:
    colour = [(52, 92, 140), (38, 58, 92), (96, 148, 188), (40, 48, 104)][chance.integers(4)]
    streaks = (
        0.10 * _cloud(chance, 120, 1.6) + 0.06 * _cloud(chance, 40, 0.8) + 0.08 * _cloud(chance, 160, 25)
    )
    planks = np.zeros_like(streaks)
    for row in range(0, SIDE_PX, SIDE_PX // int(chance.integers(4, 9))):
        planks[row : row + 2] = -0.35
    return _tinted(colour, chance, streaks + planks)


def _cloth(chance: Chance) -> Floats:
    colour = [(150, 96, 70), (72, 60, 148), (140, 150, 160), (92, 120, 82)][chance.integers(4)]
    across = np.sin(np.arange(SIDE_PX) * 2 * np.pi / 4)
    weave = 0.05 * (across[None] + across[:, None]) + 0.05 * _cloud(chance, 0.6, 0.6)
    folds = 0.05 * _cloud(chance, 60, 200)
    return _tinted(colour, chance, np.asarray(weave + folds, np.float32))


def _plain(colour: tuple[float, float, float], fine: Cloud, soft: Cloud, chance: Chance) -> Floats:
    """Paint a surface of one colour, with clouds of two sizes: how dark each is, how wide and how high."""
    return _tinted(colour, chance, fine[0] * _cloud(chance, *fine[1:]) + soft[0] * _cloud(chance, *soft[1:]))


def _stone(chance: Chance) -> Floats:
    specks = 0.10 * _cloud(chance, 1.2, 1.2) + 0.08 * _cloud(chance, 4, 4)
    veins = -0.25 * np.exp(-((_cloud(chance, 50, 50) / 0.06) ** 2))
    return _tinted(
        (128, 132, 138), chance, np.asarray(specks + veins + 0.06 * _cloud(chance, 70, 70), np.float32)
    )


SURFACES: Mapping[str, Callable[[Chance], Floats]] = MappingProxyType(
    {
        "wood": _wood,
        "cloth": _cloth,
        "felt": partial(_plain, (58, 104, 42), (0.07, 0.8, 0.8), (0.04, 30, 30)),
        "dark": partial(_plain, (42, 40, 42), (0.06, 1, 1), (0.08, 80, 60)),
        "white": partial(_plain, (206, 212, 214), (0.008, 1, 1), (0.015, 90, 90)),
        "stone": _stone,
    }
)
"""Every surface by its name."""


def spread(surface: Image, places_mm: NDArray[np.float32]) -> Image:
    """Spread a surface over a frame.

    Args:
        surface: From ``paint_surface``.
        places_mm: (height, width, 2), the place of the table that each pixel sees.
    """
    at_px = np.mod(places_mm * PX_PER_MM, SIDE_PX)
    wrapped = cv2.copyMakeBorder(surface, 0, 1, 0, 1, cv2.BORDER_WRAP)
    spread_out = cv2.remap(wrapped, at_px.astype(np.float32), None, cv2.INTER_LINEAR)  # type: ignore[call-overload]
    return np.asarray(spread_out, np.uint8)
