"""Which fields are one tile, from the seams between them alone."""

import numpy as np
import pytest

from scoring.games.cornwall.land.fields import TERRAINS
from scoring.games.cornwall.land.hexes import neighbours, stepped
from tests.some import some
from vision.games.cornwall.locate.tiles import find_tiles, five_shapes, pairs_of
from vision.games.cornwall.training.tables import grow


def _shown(tiles, chance):
    """Give every field of some tiles a terrain, the start tile all five."""
    shown = {}
    for cells in tiles:
        names = chance.permutation(5)[: len(cells)] if len(cells) == 5 else chance.integers(0, 5, len(cells))
        for cell, name in zip(cells, names, strict=True):
            shown[cell] = np.full(len(TERRAINS), 0.01)
            shown[cell][name] = 0.96
    return shown


def _seams(tiles, chance, sure=3.0, noise=1.0):
    tile_of = {cell: number for number, cells in enumerate(tiles) for cell in cells}
    return {
        pair: (sure if tile_of[pair[0]] == tile_of[pair[1]] else -sure) + chance.normal(0, noise)
        for pair in pairs_of(list(tile_of))
    }


def _land(seed, number=20):
    chance = np.random.default_rng(seed)
    tiles = grow(number, chance)
    while len(tiles[0]) != 5:
        tiles = grow(number, chance)
    return tiles, chance


@pytest.mark.parametrize("seed", range(5))
def test_tiles_are_found_again_from_seams_that_are_mostly_right(seed):
    tiles, chance = _land(seed)
    found = find_tiles(_seams(tiles, chance), _shown(tiles, chance))
    assert {one.cells for one in found} == {tuple(sorted(cells)) for cells in tiles}
    assert all(one.confidence > 0.9 for one in found)


@pytest.mark.parametrize("seed", range(3))
def test_a_few_seams_told_wrongly_are_set_right_by_the_others(seed):
    tiles, chance = _land(100 + seed)
    found = find_tiles(_seams(tiles, chance, 2.5, 1.8), _shown(tiles, chance))
    right = {one.cells for one in found} & {tuple(sorted(cells)) for cells in tiles}
    assert len(right) >= 0.8 * len(tiles)


def test_where_seams_say_nothing_the_shape_of_the_land_still_tells_most_tiles():
    tiles, chance = _land(7)
    found = find_tiles(dict.fromkeys(_seams(tiles, chance), 0.0), _shown(tiles, chance))
    right = [one.cells in {tuple(sorted(cells)) for cells in tiles} for one in found]
    assert len(found) < len(tiles), "what is not likely must not be claimed"
    assert np.mean(right) > np.mean([one.confidence for one in found]) - 0.15


def test_no_field_is_of_two_tiles_and_all_tiles_hang_together():
    tiles, chance = _land(3)
    found = find_tiles(_seams(tiles, chance, 0.5, 2.0), _shown(tiles, chance))
    every = [cell for one in found for cell in one.cells]
    assert len(every) == len(set(every)) > 0
    for one in some(found):
        assert [cell for cell in one.cells if not set(neighbours(cell)) & set(one.cells)] == []


def test_five_fields_without_all_five_terrains_are_no_start_tile():
    tiles, chance = _land(11, 1)
    shown = {cell: np.eye(5)[0] * 0.96 + 0.008 for cell in tiles[0]}
    found = find_tiles(_seams(tiles, chance), shown)
    assert 5 not in [len(one.cells) for one in found]


def test_a_field_alone_is_of_no_tile():
    assert find_tiles({}, {(0, 0): np.full(5, 0.2)}) == []
    assert find_tiles({}, {}) == []


def test_five_fields_hang_together_in_as_many_ways_as_are_known():
    """Fixed pentahexes: 186, the On-Line Encyclopedia of Integer Sequences A001207."""
    assert len(five_shapes()) == 186


def test_every_pair_of_neighbours_is_listed_once():
    cells = [(0, 0), (1, 0), (0, 1)]
    assert {frozenset(pair) for pair in pairs_of(cells)} == {
        frozenset({a, b}) for a in cells for b in cells if a < b
    }
    assert pairs_of([(0, 0), stepped((0, 0), 4)]) == [(stepped((0, 0), 4), (0, 0))]
