"""How the shields of one box look, whoever drew it: told by its tiles whose faces are known.

All shields of a box are much alike, and nothing else on its tiles looks like them: spots, each a colour, how
it differs from what lies around it and how busy it is there, are looked for that most tiles with a shield
show and hardly any other tile. On boards 900021-900026, a third of the tiles known, it tells shields as well
as the net does (91 %), and makes other mistakes.
"""

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image.colour import Floats

RIM_PX, STRIDE = 4, 2
"""Of a picture, a rim is left out and every second pixel of a row is looked at, of every second row."""
SPOT_PX, NEAR_PX, AROUND_PX = 1.5, 3.0, 4.0
LIGHT = np.array([0.5, 1.0, 1.0], np.float32)
"""What lightness counts beside colour."""
LEAST_KNOWN = 2
"""So many tiles of each kind must be known."""
TRIED, TRIED_ON, LIKELY = 600, 6, 150
"""So many spots are tried on a few tiles without a shield; the likelier ones of them on all tiles."""
KEPT = 8
MOST_SHIELDS, FEW_OTHERS = 0.75, 0.05
"""Most tiles with a shield come so near to a spot, and so few others."""
CLEAR_MARGIN = 0.15
"""A spot whose two distances are so far apart, in shares of both, tells as much as there is to tell."""
STEEP, NOISE = 12.0, 0.4
"""Between the two distances it is decided within a twelfth of what lies between, and in no less than this."""
HIDES = 3.0
"""A figure hides a shield so many times oftener than any pixel of the tile: it stands where shields are."""
NOWHERE = 99.0


class Spots(NamedTuple):
    """What a tile shows.

    Attributes:
        each: (m, 9) every spot that is not hidden; see ``Shields``.
        covered: The share of the tile that is hidden, 0 to 1.
    """

    each: Floats
    covered: float


class Shields(NamedTuple):
    """How shields look.

    Attributes:
        spots: (k, 9) colour, in CIELAB with half the lightness, difference from around, and spread.
        near, far: (k,) how near to each spot most tiles with a shield come, and hardly any others do.
        with_one, without: Of how many tiles of each kind that is known.
    """

    spots: Floats
    near: Floats
    far: Floats
    with_one: int
    without: int

    def odds(self, shown: Spots) -> float:
        """Tell whether a tile carries a shield.

        Args:
            shown: From ``find_spots``, of a picture in the light of those that are known.

        Returns:
            Log-odds in nats, never more than the number of tiles that are known allows.

        Source:
            The rule of succession, Laplace 1814: what n of n tiles showed one more does not with 1 / (n + 2).
        """
        distance = _distances(shown.each, self.spots)
        middle, gap = (self.near + self.far) / 2, np.maximum(self.far - self.near, 0)
        steps = np.clip((distance - middle) / (gap / STEEP + NOISE), -20, 20)
        seen = float((1 / (1 + np.exp(steps))).mean())
        missed = min(1 / (self.with_one + 2) + HIDES * shown.covered, 0.5)
        stray = 1 / (self.without + 2)
        if_shield = seen * (1 - missed) + (1 - seen) * missed
        if_plain = seen * stray + (1 - seen) * (1 - stray)
        clear = np.clip(_margins(self.near, self.far) / CLEAR_MARGIN, 0, 1).mean()
        return float(clear * np.log(if_shield / if_plain))


def learn_shields(with_one: Sequence[Spots], without: Sequence[Spots]) -> Shields | None:
    """Learn how the shields of a box look.

    Args:
        with_one: Tiles with a shield.
        without: Other tiles.

    Returns:
        None where too few are known.
    """
    if min(len(with_one), len(without)) < LEAST_KNOWN:
        return None
    shields, others = ([each.each for each in some] for some in (with_one, without))
    owner = np.repeat(np.arange(len(shields)), [len(shield) for shield in shields])
    every = np.linspace(0, len(owner) - 1, min(TRIED, len(owner))).astype(np.intp)
    few = others[:: -(-len(others) // TRIED_ON)]
    spots = np.concatenate(shields)[every]
    lonely = np.min([_distances(each, spots) for each in few], axis=0)
    every, spots = every[np.argsort(-lonely)[:LIKELY]], spots[np.argsort(-lonely)[:LIKELY]]
    far = np.quantile([_distances(other, spots) for other in others], FEW_OTHERS, axis=0)
    near = np.array([_distances(shield, spots) for shield in shields])
    near[owner[every], np.arange(len(every))] = np.inf  # every spot is to be seen where it is taken from
    near = np.quantile(np.sort(near, axis=0)[:-1], MOST_SHIELDS, axis=0)
    best = np.argsort(-_margins(near, far))[:KEPT]
    return Shields(spots[best], near[best], far[best], len(shields), len(others))


def find_spots(picture: Floats, hidden: NDArray[np.bool_] | None = None) -> Spots:
    """Find every spot of a picture that is not hidden.

    Args:
        picture: (64, 64, 3) CIELAB.
        hidden: (64, 64) where something stands on it.
    """
    lab = np.asarray(picture, np.float32) * LIGHT
    colour, near = _blurred(lab, SPOT_PX), _blurred(lab, NEAR_PX)
    busy = np.sqrt(np.maximum(_blurred(lab**2, NEAR_PX) - near**2, 0))
    spots = np.concatenate([colour, colour - _blurred(lab, AROUND_PX), busy], axis=2)
    inside = slice(RIM_PX, -RIM_PX, STRIDE), slice(RIM_PX, -RIM_PX, STRIDE)
    is_seen = np.ones(spots[inside].shape[:2], bool) if hidden is None else ~hidden[inside]
    return Spots(np.asarray(spots[inside][is_seen]), 0.0 if hidden is None else float(hidden.mean()))


def _blurred(lab: Floats, sigma_px: float) -> Floats:
    return np.asarray(cv2.GaussianBlur(lab, (0, 0), sigma_px), np.float32)


def _distances(shown: Floats, spots: Floats) -> Floats:
    """(k,): how near a picture's (m, 9) spots come to each of k."""
    if not len(shown):
        return np.full(len(spots), NOWHERE, np.float32)
    apart = (shown**2).sum(axis=1)[:, None] - 2 * shown @ spots.T
    return np.asarray(np.sqrt(np.maximum(apart.min(axis=0) + (spots**2).sum(axis=1), 0)))


def _margins(near: Floats, far: Floats) -> Floats:
    return np.asarray((far - near) / (near + far + 2))
