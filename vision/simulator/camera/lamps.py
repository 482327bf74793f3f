"""The light on the table: what colour a lamp is, and how much of its light arrives where.

Light is multiplied straight into pixel values: since those follow a power of the light, a product of
lights is a product of pixel values (with the light's own power).
"""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.simulator.camera.levels import Conditions, Lamp

GAMMA = 2.2
_FAINT = 0.01
NEUTRAL_K = 5000.0
"""The light that the camera's colours are held to."""
HEADROOM = 0.7
"""What is stored for a full pixel before exposure, so that a longer exposure is not cut off too early."""

Floats = NDArray[np.float32]


def light_over(how: Conditions, size_px: tuple[int, int]) -> Floats:
    """Give the light over a frame.

    Returns:
        (height, width, 3), what to multiply the pixel values of things by, blue, green, red.
    """
    small = (max(2, size_px[0] // 16), max(2, size_px[1] // 16))
    brightness = _brightness(how, small)
    mixed = sum(_falling(lamp, small)[..., None] * lamp.share * _colour(lamp) for lamp in how.lamps)
    colour = mixed / np.asarray(mixed).mean(axis=2, keepdims=True)
    light = brightness[..., None] * colour
    light *= how.white / np.percentile(light, 99)
    seen = HEADROOM * light ** (1 / GAMMA)
    return np.asarray(cv2.resize(seen.astype(np.float32), size_px, interpolation=cv2.INTER_CUBIC), np.float32)


def _brightness(how: Conditions, size_px: tuple[int, int]) -> Floats:
    """Give how bright it is everywhere, its ends as far apart as the session's light is uneven."""
    width, height = size_px
    x, y = np.meshgrid(np.linspace(-1, 1, width), np.linspace(-1, 1, height) * height / width)
    uneven = sum(lamp.share * _falling(lamp, size_px) for lamp in how.lamps) * (
        1 - how.vignette * (x**2 + y**2) / 1.32
    )
    logs = np.log(uneven)
    level = (logs - logs.min()) / max(float(np.ptp(logs)), 1e-9)
    return np.asarray(how.light_ratio ** (level - 1), np.float32)


def _falling(lamp: Lamp, size_px: tuple[int, int]) -> Floats:
    """Let a lamp's light fall off with the square of the way, as from a lamp beside the table."""
    width, height = size_px
    x, y = np.meshgrid(np.linspace(-1, 1, width), np.linspace(-1, 1, height) * height / width)
    towards = np.deg2rad(lamp.towards_deg)
    away = (x - 1.2 * np.cos(towards)) ** 2 + (y - 1.2 * np.sin(towards)) ** 2
    return np.asarray(1 / (1.0 + away), np.float32)


def _colour(lamp: Lamp) -> Floats:
    tinted = colour_of(lamp.kelvin) * np.array([1, 1 + lamp.tint, 1])
    return np.asarray(tinted / tinted.mean(), np.float32)


def colour_of(kelvin: float) -> Floats:
    """Give the linear blue, green and red of a lamp, its mean 1, where 5000 K is white.

    Source:
        Kim et al. 2002 (US patent 7024034): cubic splines of the Planckian locus; IEC 61966-2-1 for
        the colours of a screen.
    """
    rgb = _screen_rgb(kelvin) / _screen_rgb(NEUTRAL_K)
    return np.asarray((rgb / rgb.mean())[::-1], np.float32)


def _screen_rgb(kelvin: float) -> NDArray[np.float64]:
    x, y = _chromaticity(kelvin)
    to_rgb = np.array([[3.2406, -1.5372, -0.4986], [-0.9689, 1.8758, 0.0415], [0.0557, -0.2040, 1.0570]])
    return np.asarray(np.maximum(to_rgb @ np.array([x / y, 1.0, (1 - x - y) / y]), 0.02))


def _chromaticity(kelvin: float) -> tuple[float, float]:
    t = 1000 / kelvin
    if kelvin < 4000:
        x = _cubic(t, -0.2661239, -0.2343589, 0.8776956, 0.179910)
    else:
        x = _cubic(t, -3.0258469, 2.1070379, 0.2226347, 0.240390)
    if kelvin < 2222:
        return x, _cubic(x, -1.1063814, -1.34811020, 2.18555832, -0.20219683)
    if kelvin < 4000:
        return x, _cubic(x, -0.9549476, -1.37418593, 2.09137015, -0.16748867)
    return x, _cubic(x, 3.0817580, -5.87338670, 3.75112997, -0.37001483)


def _cubic(t: float, *factors: float) -> float:
    return float(np.polyval(factors, t))


def glare_over(how: Conditions, size_px: tuple[int, int], px_per_mm: float) -> Floats | None:
    """Give how much of white lies over every pixel where a lamp is mirrored.

    Returns:
        (height, width), 0 to 1; None where nothing is mirrored.
    """
    if not how.glares:
        return None
    glare = np.zeros(size_px[::-1], np.float32)
    for each in how.glares:
        y, x = np.ogrid[: size_px[1], : size_px[0]]
        away = np.hypot(x - each.at[0] * size_px[0], y - each.at[1] * size_px[1]) / px_per_mm
        glare += each.strength * np.exp(-((away / each.size_mm) ** 2))
    return np.where(glare > _FAINT, np.minimum(glare, 1.0), 0).astype(np.float32)


def shade_colour(lamps: Sequence[Lamp], shade: float) -> Floats:
    """Give what a shadow of the first lamp leaves of the light: the others' light stays.

    Returns:
        Factors for the pixel values of blue, green and red.
    """
    lights = [lamp.share * _colour(lamp) for lamp in lamps]
    whole = np.sum(lights, axis=0)
    return np.asarray(((whole - shade * lights[0]) / whole) ** (1 / GAMMA), np.float32)
