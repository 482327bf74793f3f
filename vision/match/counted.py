"""Spots given to colours of which there are so many each: the counts mend what the light has bent.

Where it is known how often every colour occurs, spots are not told one by one: all of them are given to the
colours at once, as cheaply as can be, and the colours are taken from what was given to them.
"""

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image.colour import Floats
from vision.image.light import brightness, fit_shade, shade_terms

ROUNDS = 8
"""So often colours are taken anew at most; six are enough for 99 of 100 tables."""
LIGHT_WEIGHT = 0.6
"""Light changes L more than a and b, so a difference in L says less."""
MOST_GAIN = 1.6
"""So much stronger or weaker than expected the differences between colours may look to begin with."""
LEAST_LIGHT = 1e-3
_FOOT = np.array([16, 0, 0], np.float32)
"""Where L, a and b all grow as the cube root of the light does."""


class CountedColours(NamedTuple):
    """Spots with the colours they were given.

    Attributes:
        colour: (n,) which of the colours each spot has.
        margin: (n,) how much worse all would fit, in CIELAB units, if this spot changed places with the
            one that suits best; small for a doubtful pair, infinite where there is nobody to change with.
        partner: (n,) that other spot.
        lab: (k, 3) how each colour looks in this light.
        off: (n,) how far each spot is from its colour, in CIELAB units.
    """

    colour: NDArray[np.intp]
    margin: NDArray[np.float64]
    partner: NDArray[np.intp]
    lab: Floats
    off: NDArray[np.float64]


def give_colours(
    spots: Floats,
    counts: NDArray[np.integer],
    expected: Floats,
    groups: Sequence[int] | NDArray[np.integer] | None = None,
    places: NDArray[np.floating] | None = None,
) -> CountedColours:
    """Give spots to colours with exact counts, all groups together.

    >>> spots = np.array([[40, 0, 0], [41, 0, 0], [52, 0, 0], [70, 0, 0]], np.float32)
    >>> colours = np.array([[30, 0, 0], [50, 0, 0]], np.float32)
    >>> [int(each) for each in give_colours(spots, np.array([2, 2]), colours).colour]
    [0, 0, 1, 1]

    Args:
        spots: (n, 3) CIELAB.
        counts: (k,) how many spots of every group have each colour.
        expected: (k, 3) CIELAB, how the colours look in some other light.
        groups: (n,) of each spot its group; by default all are of one.
        places: (n, 2) where each spot lies, in a unit of a few spots about the middle of all; where it is
            given, a lamp may make one end brighter than the other.

    Source:
        Lloyd 1982, its step of assignment as a transport problem (Hitchcock 1941; ``cv2.EMD`` after Rubner
        and others 2000).
    """
    of = np.zeros(len(spots), np.intp) if groups is None else np.asarray(groups)
    lab = _in_their_light(expected, counts, spots)
    evened, colour = spots, np.full(len(spots), -1)
    cost = np.zeros((len(spots), len(lab)))
    for _ in range(ROUNDS):
        cost = _apart(evened, lab)
        given = _given(cost, counts, of)
        if (given == colour).all():
            break
        colour = given
        if places is not None:
            evened = _evened(spots, lab[colour], places)
        lab = np.stack([np.median(evened[colour == each], axis=0) for each in range(len(lab))])
    margin, partner = _margins(cost, colour, of)
    off = cost[np.arange(len(spots)), colour]
    return CountedColours(colour, margin, partner, np.asarray(lab, np.float32), off)


def _apart(spots: Floats, lab: Floats) -> NDArray[np.float64]:
    off = (spots[:, None] - lab[None]) * np.array([LIGHT_WEIGHT, 1.0, 1.0])
    return np.asarray(np.sqrt((off * off).sum(axis=2)), np.float64)


def _in_their_light(expected: Floats, counts: NDArray[np.integer], spots: Floats) -> Floats:
    """Shift and stretch expected colours so that all spots together look as they should."""
    share = counts / counts.sum()
    middle = share @ expected
    spread = np.sqrt(share @ np.square(expected - middle))
    gain = np.clip(spots.std(axis=0) / np.maximum(spread, 1e-3), 1 / MOST_GAIN, MOST_GAIN)
    return np.asarray((expected - middle) * gain + spots.mean(axis=0), np.float32)


def _given(
    cost: NDArray[np.float64], counts: NDArray[np.integer], groups: NDArray[np.intp]
) -> NDArray[np.intp]:
    """Give the spots of every group to colours as cheaply as can be."""
    colour = np.zeros(len(cost), np.intp)
    for group in np.unique(groups):
        members = np.flatnonzero(groups == group)
        supply = np.ones((len(members), 1), np.float32)
        demand = np.asarray(counts[:, None] * (len(members) / counts.sum()), np.float32)
        asked = np.ascontiguousarray(cost[members], np.float32)
        _, _, flow = cv2.EMD(supply, demand, cv2.DIST_USER, asked)
        colour[members] = np.asarray(flow).argmax(axis=1)
    return colour


def _evened(spots: Floats, wanted: Floats, places: NDArray[np.floating]) -> Floats:
    """Undo the shade over the table, as the spots tell it by the colours they were given."""
    light, due = (np.maximum(brightness(each), LEAST_LIGHT) for each in (spots, wanted))
    shade = fit_shade(places, np.log(due / light))
    gain = np.exp(shade_terms(places) @ shade / 3)[:, None]
    return np.asarray((spots + _FOOT) * gain - _FOOT, np.float32)


def _margins(
    cost: NDArray[np.float64], colour: NDArray[np.intp], groups: NDArray[np.intp]
) -> tuple[NDArray[np.float64], NDArray[np.intp]]:
    """Tell with which other spot of its group each would change places with the least loss."""
    as_other = cost[:, colour]
    own = np.diag(as_other)
    loss = as_other + as_other.T - own[:, None] - own[None]
    loss[(colour[:, None] == colour[None]) | (groups[:, None] != groups[None])] = np.inf
    return loss.min(axis=1), loss.argmin(axis=1)
