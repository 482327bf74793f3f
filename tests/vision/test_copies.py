"""Copies of a drawing on one board are of one face, however they lie and whatever the light there."""

import cv2
import numpy as np
import pytest

from scoring.games.carcassonne.land.catalogue import faces
from vision.games.carcassonne.cold.copies import Copy, find_copies, find_groups, read_together
from vision.games.carcassonne.cold.kinds import READINGS
from vision.games.carcassonne.cold.tile_net import TILE_PX
from vision.games.carcassonne.fusion import Reading
from vision.simulator.made_up.drawing import draw_face
from vision.simulator.made_up.styles import draw_style


def drawn(face, style, seed):
    """A square with one drawing of a face and a rim of what lies beside."""
    chance = np.random.default_rng([style, seed])
    art = draw_face(faces()[face], draw_style(np.random.default_rng(style)), chance)
    inside = cv2.resize(art, (57, 57), interpolation=cv2.INTER_AREA)
    return cv2.copyMakeBorder(inside, 3, 4, 3, 4, cv2.BORDER_REPLICATE)


def lying(square, quarters, light=1.0, slip=(0, 0)):
    """The same tile turned clockwise, in another light, cut out a little beside."""
    turned = np.roll(np.rot90(square, -quarters), slip, axis=(0, 1))
    return np.asarray(np.clip(turned * light, 0, 255), np.uint8)


@pytest.mark.parametrize("style", range(920_001, 920_009))
@pytest.mark.parametrize("quarters", range(4))
def test_copies_are_found_however_they_lie(style, quarters):
    one = drawn("P", style, 1)
    squares = np.stack([one, drawn("V", style, 2), lying(one, quarters, 0.9, (1, -1))])
    assert Copy(0, 2, (-quarters) % 4) in find_copies(squares)
    assert all({copy.one, copy.other} == {0, 2} for copy in find_copies(squares))


@pytest.mark.parametrize("style", range(920_001, 920_009))
def test_faces_that_differ_by_a_shield_are_no_copies(style):
    squares = np.stack([drawn("P", style, 1), drawn("O", style, 1), drawn("E", style, 3)])
    assert find_copies(squares) == []


def test_what_is_told_of_copies_is_told_of_each_in_its_own_turn():
    one = drawn("P", 920_001, 1)
    squares = np.stack([one, lying(one, 1)])
    nats = np.zeros((2, len(READINGS)))
    nats[0, READINGS.index(Reading("P", 2))] = 4.0
    together = read_together(nats, find_groups(squares))
    assert READINGS[int(together[0].argmax())] == Reading("P", 2)
    assert READINGS[int(together[1].argmax())] == Reading("P", 3)
    assert together.max() == pytest.approx(2.0)


def test_more_copies_than_the_box_holds_are_another_face():
    one = drawn("O", 920_001, 1)
    squares = np.stack([lying(one, turns) for turns in range(faces()["O"].count + 1)])
    together = read_together(np.zeros((len(squares), len(READINGS))), find_groups(squares))
    assert together[0, READINGS.index(Reading("O", 0))] < together[0, READINGS.index(Reading("P", 0))]


@pytest.mark.parametrize("number", [0, 1])
def test_few_squares_have_no_copies(number):
    squares = np.zeros((number, TILE_PX, TILE_PX, 3), np.uint8)
    assert read_together(np.ones((number, len(READINGS))), find_groups(squares)).shape == (
        number,
        len(READINGS),
    )
