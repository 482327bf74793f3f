"""What lies on a place, by the prints of the box: whatever way up, and in whatever light."""

from collections.abc import Mapping, Sequence
from itertools import chain, product
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image.colour import Floats, to_lab

SIDE_PX = 32
"""Of a print as it is compared."""
SIXTHS = 6
SOFT_PX = 0.8
"""So soft prints are made, of ``SIDE_PX``, as a camera sees them: of 0, 0.7, 1, 1.4 and 2 what lies about 0.7
and 1 told 18 first tokens the surest, of five tables between seeds 1501 and 1508 at level 2."""
CHANNELS = np.array([0.7, 1.0, 1.0], np.float32)
UNLIKE, OFF_COLOUR = 0.045, 7.0
"""How much less than exactly a true print correlates, and how far its colour is off, in CIELAB units."""
SHARP = 3.0
"""So much surer faces are told than that: the likeliest of 0.5 to 6, or more, by
``training 1 8`` of this game."""
FLOOR = -30.0
"""So much less likely than the likeliest one a face is at most, in nats."""
TOLD, LEAST_TOLD = 0.6, 4
"""What correlates so much with a print is taken for it where light is learned, from so many at least."""
NEARLY_DARK = 1e-4
"""A square of linear light, 0 to 1, that is as good as none."""
NEARLY = 1.0
"""A variance in CIELAB units that grain has everywhere."""
AS_UNPRINTED = 0.87
"""What has no print is as likely as a print that correlates so much: of farms of made-up boxes, seeds 2100 to
2105 and 2204 at level 1, 30 pairs of the same correlated 0.9 at least, and 8 in 100 of 166 others more.
``training 1 81 unprinted`` of this game makes 0.91 likeliest, with 17 of 238 pairs wrong for 33, and 0.93 of
seeds 200 to 239; neither was tried in games yet."""


def log_likelihood(alike: float) -> float:
    """Tell how likely a face is whose print correlates so much: 0 nats at most."""
    return -2 * SHARP * float(np.log1p(((1 - alike) / UNLIKE) ** 2))


UNPRINTED = log_likelihood(AS_UNPRINTED)
"""The log-likelihood of what has no print."""


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
            soft = cv2.GaussianBlur(picture, (0, 0), SOFT_PX * len(picture) / SIDE_PX)
            small = cv2.resize(soft, (SIDE_PX, SIDE_PX), interpolation=cv2.INTER_AREA)
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


def joined(every: Sequence[FacePrints]) -> FacePrints:
    """Take prints of one size together, some at least."""
    return FacePrints(
        (*chain.from_iterable(each.faces for each in every),),
        np.concatenate([each.pixels for each in every]),
        np.concatenate([each.lab for each in every]),
        every[0].disc,
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
        patches: (n, SIDE_PX + 2 r, SIDE_PX + 2 r, 3) CIELAB, with a rim of r pixels to slide prints in.
        prints: From ``make_ready``.
        light: (3, 3) the gains of linear blue, green and red that make daylight of the light here, and how
            colours then come of those of the prints: a gain and an offset for each channel of CIELAB; None
            where that is not known, so that colours say nothing.
    """
    if not prints.faces or not len(patches):
        return FacesTold([{} for _ in patches], np.zeros((len(patches), len(prints.faces))))
    alike, lab = _compared(patches, prints, light)
    told = -2 * np.log1p(np.square((1 - alike) / UNLIKE))
    if light is not None:
        off = (lab[:, None] - (prints.lab * light[1] + light[2])[None]) * (0.6, 1, 1)
        told = told - np.square(np.minimum(np.linalg.norm(off, axis=2) / OFF_COLOUR, 4.0)) / 2
    found = []
    for row in SHARP * told:
        odds: dict[str, float] = {}
        for face, value in zip(prints.faces, np.maximum(row, row.max() + FLOOR), strict=True):
            odds[face] = max(odds.get(face, -np.inf), float(value))
        found.append(odds)
    return FacesTold(found, alike)


def by_daylight(lab: Floats, light: Floats) -> Floats:
    """(..., 3): CIELAB colours as daylight would show them; see ``tell_faces`` for the light."""
    if not lab.size:
        return lab
    linear = cv2.cvtColor(lab.reshape(1, -1, 3), cv2.COLOR_LAB2LBGR) * light[0]
    lit = cv2.cvtColor(np.asarray(linear, np.float32), cv2.COLOR_LBGR2LAB)
    return np.asarray(lit, np.float32).reshape(lab.shape)


def _compared(
    patches: Floats, prints: FacePrints, light: Floats | None
) -> tuple[NDArray[np.float64], Floats]:
    """(n, k): how each print correlates with patches, and (n, 3) their colours, by daylight."""
    patches = patches if light is None else by_daylight(patches, light)
    rim = (patches.shape[1] - SIDE_PX) // 2
    ways = np.array([*product(range(0, 2 * rim + 1, 2), repeat=2)])
    every = _alike(patches, prints, np.repeat(ways[:, None], len(patches), axis=1))
    at = ways[every.max(axis=2).argmax(axis=0)]
    near = np.clip(at + np.array([*product((-1, 0, 1), repeat=2)])[:, None], 0, 2 * rim)
    alike = np.maximum(every.max(axis=0), _alike(patches, prints, near).max(axis=0))
    return np.asarray(alike, np.float64), _slid(patches, prints, at).mean(axis=1)


def _alike(patches: Floats, prints: FacePrints, at: NDArray[np.intp]) -> Floats:
    """(w, n, k): how each print correlates with patches, slid down and aside by each (w, n, 2) pixels."""
    slid = _slid(patches, prints, at)
    alike = _normal(slid.reshape(-1, *slid.shape[2:])) @ prints.pixels.T
    return np.asarray(alike.reshape(*at.shape[:2], -1), np.float32)


def _slid(patches: Floats, prints: FacePrints, at: NDArray[np.intp]) -> Floats:
    """(..., n, m, 3): what of patches a print covers that is slid down and aside by (..., n, 2) pixels."""
    rows, columns = np.nonzero(prints.disc)
    each = np.arange(len(patches))[:, None]
    return np.asarray(patches[each, at[..., :1] + rows, at[..., 1:] + columns], np.float32)


def fit_daylight(lab: Floats, expected: Floats) -> Floats:
    """(3, 3): the light in which colours look so, as ``tell_faces`` takes it, by how they look in daylight.

    Args:
        lab: (n, 3) CIELAB as they are seen.
        expected: (n, 3) CIELAB in daylight.
    """
    here, there = (cv2.cvtColor(each[None], cv2.COLOR_LAB2LBGR)[0] for each in (lab, expected))
    gains = (here * there).sum(axis=0) / (np.square(here).sum(axis=0) + NEARLY_DARK)
    return np.stack([gains, np.ones(3), np.zeros(3)]).astype(np.float32)


def learn_light(patches: Floats, prints: FacePrints, light: Floats) -> Floats:
    """Learn how colours come of those of the prints, from things each taken for what it looks most like.

    Args:
        patches: As ``tell_faces`` takes them.
        prints: From ``make_ready``.
        light: What is known so far.
    """
    if not prints.faces:
        return light
    alike, lab = _compared(patches, prints, light)
    sure = alike.max(axis=1) > TOLD
    if np.count_nonzero(sure) < LEAST_TOLD:
        return light
    return np.vstack([light[:1], fit_light(lab[sure], prints.lab[alike.argmax(axis=1)[sure]])])


def fit_light(seen: Floats, known: Floats) -> Floats:
    """Learn how colours look here from things whose prints are known.

    Args:
        seen: (n, 3) CIELAB of each.
        known: (n, 3) CIELAB of its print.

    Returns:
        (2, 3) a gain and an offset for each channel.
    """
    found = np.zeros((2, 3), np.float32)
    for channel in range(3):
        x, y = known[:, channel].astype(np.float64), seen[:, channel].astype(np.float64)
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
