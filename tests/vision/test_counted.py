"""Spots given to colours of which there are so many each."""

import numpy as np
import pytest

from vision.image.light import shade_terms
from vision.match.counted import give_colours

COUNTS = np.array([3, 3, 2, 5, 4, 5, 4, 4])
FOOT = np.array([16, 0, 0])
COLOURS = np.array(
    [
        (40, -25, 18),
        (44, 48, 30),
        (62, -28, -5),
        (74, -26, 46),
        (59, -1, -3),
        (66, 28, 55),
        (82, 1, 62),
        (81, 3, 22),
    ],
    np.float32,
)


def table(seed, players, noise, *, warm=0.0, shade=0.0):
    """Paint the thirty fields of some players, each a little off its colour, under a lamp."""
    chance = np.random.default_rng(seed)
    true = np.concatenate([chance.permutation(np.repeat(np.arange(8), COUNTS)) for _ in range(players)])
    inks = COLOURS + chance.normal(0, 5, COLOURS.shape)
    spots = inks[true] + chance.normal(0, noise, (len(true), 3)) + (-8 * warm, 6 * warm, 22 * warm)
    places = chance.uniform(-1.5, 1.5, (len(true), 2))
    gain = np.exp(shade_terms(places) @ np.array([0, shade, -shade / 2, 0, 0, 0]) / 3)[:, None]
    lit = (spots + FOOT) * gain - FOOT
    return np.asarray(lit, np.float32), true, np.repeat(np.arange(players), 30), places


def nearest(spots):
    return np.linalg.norm(spots[:, None] - COLOURS[None], axis=2).argmin(axis=1)


@pytest.mark.parametrize("players", [1, 2, 4])
def test_counts_mend_what_wrong_inks_and_a_warm_lamp_have_bent(players):
    right, alone, asked = 0, 0, 0
    for seed in range(25):
        spots, true, groups, _ = table(seed, players, 2.5, warm=1.0)
        right += (give_colours(spots, COUNTS, COLOURS, groups).colour == true).sum()
        alone += (nearest(spots) == true).sum()
        asked += len(true)
    assert right > 0.99 * asked > 0.9 * asked > alone


def test_a_lamp_at_one_end_is_evened_out_where_places_are_told():
    told, untold, asked = 0, 0, 0
    for seed in range(25):
        spots, true, groups, places = table(seed, 3, 2.0, warm=0.6, shade=0.5)
        told += (give_colours(spots, COUNTS, COLOURS, groups, places).colour == true).sum()
        untold += (give_colours(spots, COUNTS, COLOURS, groups).colour == true).sum()
        asked += len(true)
    assert told > 0.98 * asked
    assert told > untold


def test_every_group_gets_each_colour_as_often_as_there_are_of_it():
    spots, _, groups, _ = table(5, 4, 12.0)
    given = give_colours(spots, COUNTS, COLOURS, groups)
    for group in range(4):
        assert (np.bincount(given.colour[groups == group], minlength=8) == COUNTS).all()


def test_doubtful_pairs_are_those_that_may_have_to_change_places():
    spots, true, groups, _ = table(7, 2, 1.0)
    one, other = (int(np.flatnonzero((true == colour) & (groups == 0))[0]) for colour in (4, 7))
    spots[one] = spots[other] = (spots[one] + spots[other]) / 2
    given = give_colours(spots, COUNTS, COLOURS, groups)
    doubtful = {int(each) for each in np.argsort(given.margin)[:2]}
    assert doubtful == {one, other}
    assert {int(given.partner[each]) for each in doubtful} == doubtful
