"""The colours of wooden figures: those that editions have, and any other, told from one look at it."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.patches import Floats, lengths


class Wood(NamedTuple):
    """A colour of painted wood in daylight, by its hue and by how much colour it has for its light.

    Attributes:
        hue_deg: The middle of its hues, CIELAB: 0 red-violet, 90 yellow, 180 green, 270 blue.
        reach_deg: How far its hues stray from there under lamps.
        least: The least chroma over (L + 10) that counts as this colour.
        darkest, lightest: Its least and most L.
    """

    hue_deg: float
    reach_deg: float
    least: float
    darkest: float = 0.0
    lightest: float = np.inf


class Grey(NamedTuple):
    """Wood without a colour: its least and most L, and its most chroma."""

    darkest: float
    lightest: float
    chroma: float


USUAL: Mapping[str, Wood] = {
    "red": Wood(28, 26, 0.75),
    "yellow": Wood(88, 18, 0.75),
    "green": Wood(150, 32, 0.40),
    "blue": Wood(262, 52, 0.22, darkest=20),
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
Woods = Mapping[str, Wood | Grey]
PALE_CHROMA = 12.0
"""Wood of less chroma has no hue to tell it by."""
OWN_REACH_DEG, OWN_LEAST = 16.0, 0.6
OWN_LIGHT = 1.6
"""Wood that was looked at once is told again by a hue so near, so much of its chroma for its light, and no
more than so many times as light or as dark."""


def known_colours() -> tuple[str, ...]:
    """Name the colours that figures are looked for in, where nobody says which are played with."""
    return (*USUAL, BLACK)


def only(colours: Iterable[str], woods: Woods = WOODS) -> Woods:
    """Give the wood of some colours."""
    return {colour: woods[colour] for colour in colours}


def wood_distance(lab: Floats, woods: Woods) -> Floats:
    """Tell how far every pixel is from each wood colour.

    Args:
        lab: (h, w, 3) CIELAB, white balanced.
        woods: How the wood of k colours looks.

    Returns:
        (h, w, k): below 1 within the colour.
    """
    chroma = lengths(lab[..., 1:])
    hue_deg = np.rad2deg(np.arctan2(lab[..., 2], lab[..., 1]))
    rich = chroma / (np.maximum(lab[..., 0], DARK_L) + 10)
    layers = [np.zeros((*lab.shape[:2], 0), np.float32)]
    for wood in woods.values():
        if isinstance(wood, Grey):
            far = chroma / wood.chroma
        else:
            turn_deg = np.abs((hue_deg - wood.hue_deg + 180) % 360 - 180)
            far = np.maximum(turn_deg / wood.reach_deg, wood.least / np.maximum(rich, 1e-3))
        light = np.maximum(lab[..., 0], 1.0)
        far = np.maximum(far, np.maximum(wood.darkest / light, light / wood.lightest))
        layers.append(np.asarray(far[..., None], np.float32))
    return np.concatenate(layers, axis=-1)


def wood_of(pixels: NDArray[np.floating]) -> Wood | Grey:
    """Tell how the wood of a figure looks.

    Args:
        pixels: (n, 3) CIELAB, white balanced.
    """
    light, green_red, blue_yellow = np.median(pixels, axis=0).tolist()
    chroma, darkest, lightest = float(np.hypot(green_red, blue_yellow)), light / OWN_LIGHT, light * OWN_LIGHT
    if chroma < PALE_CHROMA:
        return Grey(darkest, lightest, 2 * PALE_CHROMA)
    hue_deg = float(np.rad2deg(np.arctan2(blue_yellow, green_red)))
    return Wood(hue_deg, OWN_REACH_DEG, OWN_LEAST * chroma / (max(light, DARK_L) + 10), darkest, lightest)
