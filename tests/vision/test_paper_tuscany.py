"""Our printed box, cut up and photographed: another look of the same thing than the simulated table's."""

import cv2
import numpy as np
import pytest

from scoring.games.tuscany.drawing.components import own_design
from scoring.games.tuscany.engine.state import faces_of
from scoring.games.tuscany.land.tiles import FIELDS
from scoring.spots import read_spot
from tests.some import some
from tests.vision.papertop import Table
from vision import games as readers_of

ENOUGH = 0.95
"""So many fields of a photographed region are read right at least, with nothing learned of the box."""


@pytest.fixture(scope="module")
def table():
    return Table(3, players=2, turns=40)


def tones(photograph, colour):
    """Give the tones of the bare fields of a colour, beside their middles."""
    found = [each.at_px for each in photograph.seen if each.colour == colour and not each.holds]
    at = np.round(np.add(found, (9, 0))).astype(int)
    return np.array([np.median(photograph.image[y - 2 : y + 3, x - 2 : x + 3], axis=(0, 1)) for x, y in at])


def test_the_same_look_is_the_same_photograph_and_another_is_not(table):
    one, same, other = (table.photograph(seed) for seed in (1, 1, 2))
    assert np.array_equal(one.image, same.image)
    assert one.truth == same.truth
    assert cv2.absdiff(one.image, other.image).mean() > 2
    assert [each.holds for each in one.seen] == [each.holds for each in other.seen]


def test_the_truth_tells_what_the_game_has(table):
    photograph = table.photograph(1)
    seen = {each.spot: each for each in photograph.seen}
    for player, realm in some(table.state.realms.items()):
        fields = {
            read_spot(spot).key: each for spot, each in seen.items() if spot.startswith(f"{player}/tile:")
        }
        assert {cell: each.colour for cell, each in fields.items()} == realm.fields
        assert {cell: each.holds for cell, each in fields.items() if each.holds} == realm.covered
        assert seen[f"{player}/mark:green"].count == realm.green % 50
    assert [seen[f"display:{at}"].holds for at in range(8)] == faces_of(table.state)


def test_fields_are_where_the_truth_says_in_the_inks_of_the_page(table):
    photograph, palette = table.photograph(1), own_design().palette
    inks = {
        name: np.array([int(palette[f"ground_{name}"][at : at + 2], 16) for at in (5, 3, 1)])
        for name in FIELDS
    }
    shown = {name: tones(photograph, name) for name in FIELDS}
    light = np.mean([shown[name].mean(axis=0) / inks[name] for name in FIELDS], axis=0)
    right = [
        name == min(FIELDS, key=lambda other: np.linalg.norm(tone / light - inks[other]))
        for name in some(FIELDS)
        for tone in shown[name]
    ]
    assert np.mean(right) > 0.95


def test_a_hard_look_is_warmer_and_noisier_and_shows_the_same(table):
    easy, hard = table.photograph(4), table.photograph(4, hard=1.0)
    blue, _, red = (hard.image.astype(float).mean(axis=(0, 1)) / easy.image.mean(axis=(0, 1))).tolist()
    assert red > blue
    assert [each.spot for each in easy.seen] == [each.spot for each in hard.seen]


def test_a_region_is_photographed_from_near_with_all_its_fields(table):
    photograph = table.photograph(6, only="red")
    spots = [read_spot(each.spot) for each in photograph.seen]
    assert sum(spot.board == "red" and spot.kind == "tile" for spot in spots) == 30
    assert not [spot for spot in spots if spot.board == "blue" and spot.kind == "tile"]
    pitch = np.linalg.norm(np.subtract(*(each.at_px for each in photograph.seen[:2])))
    assert pitch > 2 * np.linalg.norm(np.subtract(*(each.at_px for each in table.photograph(6).seen[:2])))


@pytest.mark.skipif("tuscany" not in readers_of.names(), reason="no reader of it yet")
@pytest.mark.parametrize("hard", [0.0, 0.5])
def test_regions_are_read_from_a_photograph_of_the_printed_box(table, hard):
    photograph = table.photograph(5, hard=hard)
    board = readers_of.load("tuscany").read(photograph.image, None)
    agreement = readers_of.load_yardstick("tuscany").compare(board, photograph.truth)
    assert agreement.tiles == 60
    assert agreement.tiles_right >= ENOUGH * agreement.tiles


@pytest.mark.skipif("tuscany" not in readers_of.names(), reason="no reader of it yet")
def test_one_region_is_read_from_near(table):
    found = []
    for rounds in range(1, 5):
        photograph = table.photograph(rounds, only="red")
        board = readers_of.load("tuscany").read(photograph.image, None)
        found.append(readers_of.load_yardstick("tuscany").compare(board, photograph.truth))
    assert {agreement.tiles for agreement in found} == {30}
    assert sum(agreement.tiles_right for agreement in found) >= ENOUGH * 30 * len(found)
