"""Regions joined of pieces alike: which shape they have, and what is missing of a region."""

from random import Random

import pytest

from scoring.games.tuscany.chance import random_region
from scoring.games.tuscany.land.regions import cells_of
from scoring.geometry.hexes import neighbours, turned
from tests.some import some
from vision.games.tuscany.locate.pieces import flipped, lay, likeliest_shape, shapes_of, usual_shapes
from vision.simulator.games.tuscany.box import made_up_facts

MOST = 12


def _region(seed, sixths):
    facts = made_up_facts(Random(seed))
    names = {letter: f"{letter}1" for letter in "ABC"}
    laid = random_region(facts, names, 0, Random(seed))
    cells = {cell for piece in laid for cell in cells_of(facts.region.shape, piece)}
    return facts.region.shape, frozenset(turned(cell, sixths) for cell in cells)


def _values(seen):
    """One for what is seen of a region, nothing for what is beside it."""
    return dict.fromkeys(seen, 1.0)


@pytest.mark.parametrize("seed", range(12))
def test_a_whole_region_tells_the_shape_of_its_pieces_however_it_lies(seed):
    shape, region = _region(seed, seed)
    assert len(region) == 30
    [told] = {*shapes_of(region)} & {*usual_shapes()}
    assert told in (shape, flipped(shape))


def test_a_region_that_is_not_joined_in_rows_tells_no_shape():
    region = {(0, 0)}
    chance = Random(5)
    while len(region) < 30:
        region.add(chance.choice(sorted({near for cell in region for near in neighbours(cell)} - region)))
    assert not [*shapes_of(region)]


@pytest.mark.parametrize("seed", range(12))
def test_of_regions_none_of_which_is_whole_the_shape_is_told_all_the_same(seed):
    regions = [_region(seed, sixths)[1] for sixths in range(3)]
    seen = [[*sorted(region)][3 * at : 24 + 3 * at] for at, region in enumerate(regions)]
    shape = likeliest_shape([_values(each) for each in seen], usual_shapes())
    assert shape in shapes_of(regions[0])


@pytest.mark.parametrize("seed", range(12))
def test_what_is_missing_of_a_region_is_laid_as_its_pieces_go(seed):
    _, region = _region(seed, seed)
    [shape] = {*shapes_of(region)} & {*usual_shapes()}
    hidden = Random(seed).sample(sorted(region), 4)
    ways = lay(_values(region - {*hidden}), shape, MOST)
    assert region in ways
    assert all(shape in shapes_of(each) for each in some(ways))
    assert len({*ways}) == len(ways)


def test_what_is_taken_for_a_field_but_is_none_is_left_out():
    _, region = _region(3, 1)
    [shape] = {*shapes_of(region)} & {*usual_shapes()}
    beside = sorted({near for cell in region for near in neighbours(cell)} - region)[:3]
    assert lay(_values(region.union(beside)), shape, MOST)[0] == region
