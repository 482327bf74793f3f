"""The colours of wooden figures: those that editions have, and any other, told from one look at it."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.image.colour import Floats
from vision.match.template import lengths


class Wood(NamedTuple):
    """A colour of painted wood in daylight, by its hue and by how much colour it has for its light.

    Attributes:
        hue_deg: The middle of its hues, CIELAB: 0 red-violet, 90 yellow, 180 green, 270 blue.
        reach_deg: How far its hues stray from there under lamps.
        least: The least chroma over (L + 10) that counts as this colour.
        darkest, lightest: Its least and most L.
        rich: The chroma over (L + 10) from which on its hue is plain however dark it is.
    """

    hue_deg: float
    reach_deg: float
    least: float
    darkest: float = 0.0
    lightest: float = np.inf
    rich: float = np.inf


class Grey(NamedTuple):
    """Wood without a colour: its least and most L, and its most chroma."""

    darkest: float
    lightest: float
    chroma: float


class WoodSample(NamedTuple):
    """Wood that was looked at, in CIELAB: other wood of its colour looks alike, be it nearer to a lamp."""

    light: float
    green_red: float
    blue_yellow: float


USUAL: Mapping[str, Wood] = {
    "red": Wood(28, 26, 0.75),
    "yellow": Wood(88, 18, 0.75),
    "green": Wood(150, 32, 0.40),
    "blue": Wood(262, 52, 0.22, darkest=20, rich=0.8),
}
"""Of every edition; others are only looked for where somebody plays with them."""
BLACK = "black"
WOODS: Mapping[str, Wood | Grey] = {
    **USUAL,
    "pink": Wood(352, 24, 0.40, darkest=45),
    "orange": Wood(60, 16, 0.75, darkest=42),
    "purple": Wood(315, 24, 0.45),
    "brown": Wood(60, 22, 0.40, lightest=52),
    BLACK: Grey(0, 36, 16),
    "white": Grey(58, np.inf, 24),
    "grey": Grey(34, 66, 18),
}
"""Every colour that players may choose, as wood is mostly painted."""
DARK_L = 20.0
"""Below this hue means little."""
Woods = Mapping[str, Wood | Grey | WoodSample]
SAME_TINT, SAME_CHROMA = 1.5, 0.04
"""Standard deviation of the a and b of one player's figures, for their light: so much, and so much of their
chroma. In trial games it is half of that; lamps of two colours are not in those."""
OWN_LIGHT, OWN_TINT, OWN_CHROMA = 1.6, 5.0, 0.4
"""Wood that was looked at is told again where it is no more than so many times as light or as dark, and its
a and b, for its light, are as near as this and so much of its chroma: dark wood has hardly a hue, and yet a
tint that tells dark blue from black."""
OWN_LEAST = 0.6
"""It is never nearer than this: what surely looks like another's wood may have been recorded wrongly."""


def known_colours() -> tuple[str, ...]:
    """Name the colours that figures are looked for in, where nobody says which are played with."""
    return (*USUAL, BLACK)


def only(colours: Iterable[str], woods: Woods = WOODS) -> Woods:
    """Give the wood of some colours."""
    return {colour: woods[colour] for colour in colours}


def wood_distance(lab: Floats, colours: Woods) -> Floats:
    """Tell how far every pixel is from each wood colour.

    Args:
        lab: (h, w, 3) CIELAB, white balanced.
        colours: How the wood of k colours looks.

    Returns:
        (h, w, k): below 1 within the colour.
    """
    chroma = lengths(lab[..., 1:])
    hue_deg = np.rad2deg(np.arctan2(lab[..., 2], lab[..., 1]))
    rich, light = chroma / _lit(lab[..., 0]), np.maximum(lab[..., 0], 1.0)
    layers = [np.zeros((*lab.shape[:2], 0), np.float32)]
    for wood in colours.values():
        if isinstance(wood, WoodSample):
            far = _off_sample(lab, wood)
        elif isinstance(wood, Grey):
            far = np.maximum(chroma / wood.chroma, _off_light(light, wood))
        else:
            turn_deg = np.abs((hue_deg - wood.hue_deg + 180) % 360 - 180)
            off_tint = np.maximum(turn_deg / wood.reach_deg, wood.least / np.maximum(rich, 1e-3))
            far = np.maximum(off_tint, np.where(rich < wood.rich, _off_light(light, wood), 0.0))
        layers.append(np.asarray(far[..., None], np.float32))
    return np.concatenate(layers, axis=-1)


def _off_light(light: Floats, wood: Wood | Grey) -> Floats:
    """(h, w): how far too dark or too light pixels are; up to 1 they are not."""
    return np.asarray(np.maximum(wood.darkest / light, light / wood.lightest))


def _off_sample(lab: Floats, wood: WoodSample) -> Floats:
    """(h, w): how far pixels are from wood that was looked at, all in its light; below 1 is near."""
    tint = np.array(wood[1:], np.float32)
    ratio = _lit(lab[..., 0]) / _lit(np.float32(wood.light))
    apart = lengths(lab[..., 1:] / ratio[..., None] - tint) / (OWN_TINT + OWN_CHROMA * np.hypot(*tint))
    off_light = np.abs(np.log(ratio)) / np.log(OWN_LIGHT)
    return np.asarray(np.maximum(np.maximum(apart, off_light), OWN_LEAST), np.float32)


def _lit(light: Floats | np.float32) -> Floats:
    """Tell what a and b grow with: L and some more, and no less where it is dark."""
    return np.asarray(np.maximum(light, DARK_L) + 10, np.float32)


def wood_of(pixels: NDArray[np.floating]) -> WoodSample:
    """Tell how the wood of a figure looks.

    Args:
        pixels: (n, 3) CIELAB, white balanced.
    """
    return WoodSample(*np.median(pixels, axis=0).tolist())


def tint_apart(sample: WoodSample, other: WoodSample) -> float:
    """Tell how far, in standard deviations, wood has another tint than a player's figure in its light."""
    tint = np.array(other[1:])
    ratio = _lit(np.float32(sample.light)) / _lit(np.float32(other.light))
    apart = np.hypot(*(np.array(sample[1:]) / ratio - tint))
    return float(apart / (SAME_TINT + SAME_CHROMA * np.hypot(*tint)))
