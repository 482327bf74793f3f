"""The light of a photograph, learned from what is known on it.

Two steps: plain gains of linear red, green and blue (white balance), which keep the hue of colours that
no print shows, such as painted wood; and from there an affine map of CIELAB into the light of the prints,
for comparing with prints.
"""

from functools import cache
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image.colour import Floats
from vision.reader import Image

LEAST_SPREAD = 5.0
ROUNDS = 6
LEAST_PIXELS = 200
HELD = 12.0
"""A variance in CIELAB units: what varies less says little about how channels mix."""
LEAST_PLACES = 4
MOST_SHADE = 1.6
PLACE_OFF = 0.1
USUAL_SHADE = (10.0, 1.0, 1.0, 2.0, 2.0, 2.0)
"""Standard deviations: of how far one place is off its shade, and of the coefficients of shades."""
STEPS = 1 << 14
"""Of linear light, when it is made bytes again: fine enough for the darkest of them."""
GREYISH = 18.0
"""Chroma below which a colour counts as grey."""
DARK, BRIGHT = 0.5, 99.0
"""So many percent of a picture's light are less than its dark parts, and than its bright ones."""
NEARLY_BLACK = 0.02
"""What is dark on tiles, in shares of what is bright: 0.014 at most on four real photographs, 0.016 on nearly
all made-up boards."""


class Light(NamedTuple):
    """How the prints' light is reached from the photograph's.

    Attributes:
        gains: (3,) of linear blue, green and red.
        affine: (4, 3) CIELAB after the gains, and 1, to CIELAB.
        spread: Standard deviation of what remains, in CIELAB units.
    """

    gains: Floats
    affine: Floats
    spread: float


NO_CHANGE = Light(np.ones(3, np.float32), np.vstack([np.eye(3), np.zeros(3)]).astype(np.float32), 8.0)


def fit_light(observed: Floats, known: Floats) -> Light:
    """Learn the light from pixels whose true colour is known.

    Args:
        observed: (n, 3) CIELAB in the photograph.
        known: (n, 3) CIELAB of the same places on the prints.

    Returns:
        The light; no change where fewer than 200 pixels are known. Where they show few colours, each
        channel is scaled by itself: ridge regression holds the map back from mixing them.
    """
    if len(observed) < LEAST_PIXELS:
        return NO_CHANGE
    gains = _gains(observed, known)
    observed = _balanced_lab(observed, gains)
    lifted = np.hstack([observed, np.ones((len(observed), 1), np.float32)])
    weight = np.ones(len(observed), np.float32)
    affine, typical = NO_CHANGE.affine, 0.0
    held = np.diag([HELD, HELD, HELD, 0.0]) * len(observed)
    for _ in range(ROUNDS):
        alone = _scaled_alone(observed, known, weight)
        weighed = lifted * weight[:, None]
        affine = np.linalg.solve(
            weighed.T @ weighed + held, weighed.T @ (known * weight[:, None]) + held @ alone
        )
        apart = np.linalg.norm(lifted @ affine - known, axis=1)
        typical = float(np.median(apart))
        weight = 1 / (1 + (apart / (1.5 * typical + 1e-6)) ** 2)
    return Light(gains, affine.astype(np.float32), max(LEAST_SPREAD, 0.9 * typical))


def _scaled_alone(observed: Floats, known: Floats, weight: Floats) -> NDArray[np.floating]:
    """(4, 3): the map that scales and shifts each channel by itself."""
    share = weight / weight.sum()
    middle_seen, middle_known = share @ observed, share @ known
    together = share @ ((observed - middle_seen) * (known - middle_known))
    scale = np.clip((together + HELD) / (share @ (observed - middle_seen) ** 2 + HELD), 0.5, 2.0)
    return np.vstack([np.diag(scale), middle_known - scale * middle_seen])


def _gains(observed: Floats, known: Floats) -> Floats:
    """Balance by what is grey or nearly so on the prints, roads above all: fields have too little blue."""
    greyish = np.linalg.norm(known[:, 1:], axis=1) < GREYISH
    if greyish.sum() < 100:
        greyish = np.ones(len(known), bool)
    seen_light, known_light = _linear_of_lab(observed[greyish]), _linear_of_lab(known[greyish])
    return np.asarray(
        (known_light * seen_light).sum(axis=0) / ((seen_light**2).sum(axis=0) + 1e-9), np.float32
    )


def without_veil(image: Image, tiles: NDArray[np.uint8]) -> Image:
    """Take out the veil that stray light lays over a picture, so that what is dark is dark again.

    Through a veil painted wood has too little colour for its light.

    Args:
        image: (h, w, 3) blue, green, red bytes.
        tiles: (n, 3) those of its pixels that show tiles: their outlines and shadows are nearly black.

    Returns:
        The picture itself where there is no veil.
    """
    if not len(tiles):
        return image
    dark, bright = np.percentile(_linear_bytes()[tiles], (DARK, BRIGHT), axis=0).astype(np.float32)
    veil = np.float32((dark / np.maximum(bright, 1e-6)).min() - NEARLY_BLACK)
    if veil <= 0:
        return image
    clear = np.clip((_linear_bytes()[:, None] - veil * bright) / (1 - veil), 0, 1)
    return np.asarray(cv2.LUT(image, np.asarray(_encoded(clear) * 255 + 0.5, np.uint8)[None]), np.uint8)


def fit_shade(places: NDArray[np.floating], log_gains: NDArray[np.floating]) -> Floats:
    """Learn how much brighter a lamp makes one end of the table than the other.

    Args:
        places: (n, 2) where on the board, in a unit of a few tiles, about the middle of them.
        log_gains: (n,) natural logarithm of how much darker than on its print each place looks.

    Returns:
        (6,) coefficients of 1, x, y, x squared, x times y and y squared; all 0 for fewer than four
        places. What the places say little about, as those in one row do of the light across it, stays as
        small as shades usually are: Bayesian ridge regression.
    """
    if len(places) < LEAST_PLACES:
        return np.zeros(6, np.float32)
    terms = shade_terms(places)
    weight = np.ones(len(places))
    held = np.diag((PLACE_OFF / np.array(USUAL_SHADE)) ** 2)
    shade: NDArray[np.floating] = np.zeros(6)
    for _ in range(ROUNDS):
        weighed = terms * weight[:, None]
        shade = np.linalg.solve(weighed.T @ terms + held, weighed.T @ log_gains)
        weight = 1 / (1 + ((terms @ shade - log_gains) / 0.15) ** 2)
    return np.asarray(shade, np.float32)


def shade_terms(places: NDArray[np.floating]) -> NDArray[np.floating]:
    """Give of (..., 2) places the (..., 6) terms that ``fit_shade`` has coefficients of."""
    x, y = places[..., 0], places[..., 1]
    return np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=-1)


def even_out(image: Image, places: NDArray[np.floating], shade: Floats) -> Image:
    """Undo the shade of a lamp.

    Args:
        image: (h, w, 3) blue, green, red bytes.
        places: (k, l, 2) where on the board a grid over the image lies, in the unit of ``fit_shade``; it
            may be much coarser than the image, since shade is smooth.
        shade: From ``fit_shade``.
    """
    coarse = np.exp(np.clip(shade_terms(places) @ shade, -MOST_SHADE, MOST_SHADE)).astype(np.float32)
    gain = cv2.resize(coarse, image.shape[1::-1], interpolation=cv2.INTER_LINEAR)
    bright = np.asarray(cv2.LUT(image, _linear_bytes()), np.float32)
    bright *= gain[..., None] * np.float32(STEPS - 1)
    np.minimum(bright, STEPS - 1, out=bright)
    return np.take(_encoded_bytes(), bright.astype(np.uint16))


@cache
def _linear_bytes() -> Floats:
    """(256,): the linear light of every byte."""
    return _linear(np.arange(256, dtype=np.float32) / 255)


@cache
def _encoded_bytes() -> NDArray[np.uint8]:
    """(STEPS,): the byte for every step of linear light."""
    steps = np.linspace(0, 1, STEPS, dtype=np.float32)
    return np.asarray(_encoded(steps) * 255 + 0.5, np.uint8)


def brightness(lab: Floats) -> Floats:
    """Give linear brightness, 0 to 1, of the L of (..., 3) CIELAB (CIE 15, above its linear foot)."""
    return np.asarray(((np.maximum(lab[..., 0], 0) + 16) / 116) ** 3, np.float32)


def in_print_light(lab: Floats, light: Light) -> Floats:
    """Show (h, w, 3) CIELAB of the photograph, white balanced, in the light of the prints."""
    return np.asarray(cv2.transform(lab, light.affine.T), np.float32)


def balanced(image: Image, light: Light) -> Floats:
    """White balance (h, w, 3) blue, green, red bytes and give them as CIELAB."""
    lit = np.asarray(_linear_bytes()[:, None] * light.gains, np.float32)
    curves = np.clip(_encoded(lit), 0, 1)
    return np.asarray(cv2.cvtColor(cv2.LUT(image, curves[None]), cv2.COLOR_BGR2LAB), np.float32)


def _linear(shares: NDArray[np.floating]) -> Floats:
    """Undo the sRGB curve (IEC 61966-2-1)."""
    return np.asarray(
        np.where(shares <= 0.04045, shares / 12.92, ((shares + 0.055) / 1.055) ** 2.4), np.float32
    )


def _encoded(linear: Floats) -> Floats:
    curved = 1.055 * np.maximum(linear, 0) ** (1 / 2.4) - 0.055
    return np.asarray(np.where(linear <= 0.0031308, linear * 12.92, curved), np.float32)


def _balanced_lab(lab: Floats, gains: Floats) -> Floats:
    bright = np.asarray(np.clip(_encoded(_linear_of_lab(lab) * gains), 0, 1), np.float32)
    return np.asarray(cv2.cvtColor(bright[None], cv2.COLOR_BGR2LAB)[0], np.float32)


def _linear_of_lab(lab: Floats) -> Floats:
    bgr = cv2.cvtColor(np.ascontiguousarray(lab[None], np.float32), cv2.COLOR_LAB2BGR)[0]
    return _linear(np.clip(bgr, 0, 1))
