"""What lies on a place, by the prints of the box: whatever way up, and in whatever light."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image.colour import Floats, to_lab

SIDE_PX = 32
"""Of a print as it is compared."""
SIXTHS = 6
SLIDES = (-2, -1, 0, 1, 2)
"""So many pixels up, down and aside a print is slid over what is seen."""
CHANNELS = np.array([0.7, 1.0, 1.0], np.float32)
UNLIKE, OFF_COLOUR = 0.045, 7.0
"""How much less than exactly a true print correlates, and how far its colour is off, in CIELAB units."""
SHARP = 3.0
"""So much surer faces are told than that: the likeliest of 0.5 to 6, or more, by
``training 1 8`` of this game."""
FLOOR = -30.0
NEARLY = 1.0
"""A variance in CIELAB units that grain has everywhere."""


class FacePrints(NamedTuple):
    """Prints made ready to be compared.

    Attributes:
        faces: (k,) what each shows.
        pixels: (k, m) of the discs within them, their means taken away, each of length 1.
        lab: (k, 3) their mean colours.
        disc: (SIDE_PX, SIDE_PX) what of a square is compared.
    """

    faces: tuple[str, ...]
    pixels: Floats
    lab: Floats
    disc: NDArray[np.bool_]


def disc(share: float) -> NDArray[np.bool_]:
    """(SIDE_PX, SIDE_PX): the middle of a square, up to a share of half its side."""
    along = np.arange(SIDE_PX) + 0.5 - SIDE_PX / 2
    return np.asarray(np.hypot(along[:, None], along[None]) < share * SIDE_PX / 2)


def make_ready(prints: Mapping[str, NDArray[np.uint8]], share: float, ways: int = SIXTHS) -> FacePrints:
    """Turn prints every way in which they may lie.

    Args:
        prints: By face, each (k, h, w, 3) blue, green, red.
        share: What of each square is compared, from its middle to a side.
        ways: In how many ways up they may lie.
    """
    within = disc(share)
    faces, pixels, lab = [], [], []
    for face, pictures in prints.items():
        for picture in pictures:
            small = cv2.resize(picture, (SIDE_PX, SIDE_PX), interpolation=cv2.INTER_AREA)
            for way in range(ways):
                turn = cv2.getRotationMatrix2D(((SIDE_PX - 1) / 2,) * 2, -360 * way / ways, 1.0)
                turned = cv2.warpAffine(small, turn, (SIDE_PX, SIDE_PX), borderMode=cv2.BORDER_REPLICATE)
                shown = to_lab(np.asarray(turned, np.uint8))[within]
                faces.append(face)
                lab.append(shown.mean(axis=0))
                pixels.append(_normal(shown[None])[0])
    size = int(within.sum()) * 3
    return FacePrints(
        tuple(faces),
        np.stack(pixels) if pixels else np.zeros((0, size), np.float32),
        np.stack(lab).astype(np.float32) if lab else np.zeros((0, 3), np.float32),
        within,
    )


def _normal(pixels: Floats) -> Floats:
    """(k, m * 3): the pixels of (k, m, 3) patches without their means, each of length 1."""
    off = ((pixels - pixels.mean(axis=1, keepdims=True)) * CHANNELS).reshape(len(pixels), -1)
    return np.asarray(
        off / np.sqrt(np.square(off).sum(axis=1, keepdims=True) + NEARLY * off.shape[1]), np.float32
    )


class FacesTold(NamedTuple):
    """What patches may show.

    Attributes:
        odds: Of each by face the log-likelihood: 0 where a print fits exactly.
        alike: (n, k) how each print correlates, -1 to 1.
    """

    odds: list[dict[str, float]]
    alike: NDArray[np.float64]

    @property
    def likeness(self) -> NDArray[np.float64]:
        """(n,): how well the best print of all correlates."""
        return np.asarray(self.alike.max(axis=1, initial=-1.0))


def tell_faces(patches: Floats, prints: FacePrints, light: Floats | None = None) -> FacesTold:
    """Tell what patches may show.

    Args:
        patches: (n, SIDE_PX + 4, SIDE_PX + 4, 3) CIELAB, with a rim to slide in.
        prints: From ``make_ready``.
        light: (2, 3) how colours here come of those of the prints: a gain and an offset per channel; None
            where that is not known, so that colours say nothing.
    """
    if not prints.faces or not len(patches):
        return FacesTold([{} for _ in patches], np.zeros((len(patches), len(prints.faces))))
    middle = max(SLIDES)
    slid = [
        patches[:, middle + y : middle + y + SIDE_PX, middle + x : middle + x + SIDE_PX][:, prints.disc]
        for y in SLIDES
        for x in SLIDES
    ]
    alike = np.stack([_normal(np.asarray(each, np.float32)) @ prints.pixels.T for each in slid]).max(axis=0)
    told = -2 * np.log1p(np.square((1 - alike) / UNLIKE))
    if light is not None:
        seen = slid[len(slid) // 2].mean(axis=1)
        off = np.linalg.norm((seen[:, None] - (prints.lab * light[0] + light[1])[None]) * (0.6, 1, 1), axis=2)
        told = told - np.square(np.minimum(off / OFF_COLOUR, 4.0)) / 2
    found = []
    for row in np.maximum(SHARP * told, FLOOR):
        odds: dict[str, float] = {}
        for face, value in zip(prints.faces, row, strict=True):
            odds[face] = max(odds.get(face, FLOOR), float(value))
        found.append(odds)
    return FacesTold(found, np.asarray(alike, np.float64))


def fit_light(seen: Sequence[Floats], known: Sequence[Floats]) -> Floats | None:
    """Learn how colours look here from things whose prints are known; None from too few.

    Args:
        seen: CIELAB of each.
        known: CIELAB of its print.

    Returns:
        (2, 3) a gain and an offset for each channel.
    """
    if len(seen) < 3:
        return None
    now, then = np.array(seen, np.float64), np.array(known, np.float64)
    found = np.zeros((2, 3), np.float32)
    for channel in range(3):
        x, y = then[:, channel], now[:, channel]
        stiff = 120.0
        for _ in range(3):
            gain = (((x - x.mean()) * (y - y.mean())).sum() + stiff) / (np.square(x - x.mean()).sum() + stiff)
            gain = float(np.clip(gain, 0.5, 1.8))
            offset = float(np.median(y - gain * x))
            off = np.abs(y - gain * x - offset)
            kept = off <= np.percentile(off, 80)
            x, y = x[kept], y[kept]
        found[:, channel] = gain, offset
    return found
