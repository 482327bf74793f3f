"""Shields of one box: learned from its own tiles, whatever they look like."""

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.games.carcassonne.land.catalogue import faces
from vision.games.carcassonne.face_templates import has_shield, shield_twins
from vision.games.carcassonne.shields import find_spots, learn_shields
from vision.image.colour import to_lab
from vision.simulator.made_up.drawing import draw_face
from vision.simulator.made_up.styles import draw_style

CITIES = sorted({*shield_twins(), *shield_twins().values(), "C"})
PLAIN = sorted(name for name, face in faces().items() if not face.is_river and not has_shield(name))


def _tiles(box, names, seed):
    """Draw tiles of a box, 64 pixels a side."""
    style, chance = draw_style(np.random.default_rng([7, box])), np.random.default_rng([8, box, seed])
    drawn = [draw_face(faces()[name], style, chance, garden=False) for name in names]
    return [to_lab(cv2.resize(one, (64, 64), interpolation=cv2.INTER_AREA)) for one in drawn]


def _learned(box, shields=4, plain=12):
    with_one = [name for name in CITIES if has_shield(name)][:shields]
    return learn_shields(
        [find_spots(one) for one in _tiles(box, with_one, 1)],
        [find_spots(one) for one in _tiles(box, PLAIN[:plain], 2)],
    )


@pytest.mark.slow
def test_shields_of_boxes_nobody_has_seen_are_told_from_a_few_known_tiles():
    right = total = 0
    for box in range(12):
        shields = _learned(box)
        assert shields is not None
        for name, tile in zip(CITIES, _tiles(box, CITIES, 3), strict=True):
            right += (shields.odds(find_spots(tile)) > 0) == has_shield(name)
            total += 1
    assert right >= 0.85 * total


@pytest.mark.parametrize(("shields", "plain"), [(0, 5), (1, 5), (5, 1), (0, 0)])
def test_from_a_single_tile_nothing_is_learned(shields, plain):
    assert _learned(1, shields, plain) is None


@settings(max_examples=20)
@given(st.integers(0, 30), st.integers(2, 6), st.integers(2, 15))
def test_nothing_is_surer_than_the_number_of_known_tiles_allows(box, with_one, without):
    shields = _learned(box, with_one, without)
    for tile in _tiles(box, ["M", "N", "B"], 4):
        assert -np.log(with_one + 2) <= shields.odds(find_spots(tile)) <= np.log(without + 2)


def test_a_figure_that_may_hide_the_shield_makes_it_less_sure_that_there_is_none():
    hidden = np.zeros((64, 64), bool)
    hidden[20:36, 20:36] = True
    every = [(_learned(box), *_tiles(box, ["N"], 5)) for box in range(10)]
    sure = [(shields, tile) for shields, tile in every if shields.odds(find_spots(tile)) < -1]
    assert len(sure) > 5
    for shields, tile in sure:
        assert shields.odds(find_spots(tile)) + 0.2 < shields.odds(find_spots(tile, hidden))


def test_a_tile_of_which_nothing_is_to_be_seen_is_told_from_no_other():
    shields, (tile,) = _learned(3), _tiles(3, ["M"], 5)
    assert abs(shields.odds(find_spots(tile, np.ones((64, 64), bool)))) < 1.0
