"""What the known tiles of a box tell about its other tiles."""

from functools import cache

import numpy as np
import pytest

from scoring.games.carcassonne.land.catalogue import faces
from tests.some import some
from vision.games.carcassonne.cold.kinds import READINGS, SHIELD, index_of
from vision.games.carcassonne.cold.laying import cut_squares
from vision.games.carcassonne.cold.tile_net import tell
from vision.games.carcassonne.cold.tuning import in_order, tune, tuned, tuned_by_others
from vision.games.carcassonne.fusion import Reading
from vision.geometry.rectify import View
from vision.match.template import Pose
from vision.simulator.made_up.drawing import draw_face
from vision.simulator.made_up.styles import draw_style

LAND = tuple(name for name, face in faces().items() if not face.is_river)
STYLES = range(700, 716)


def box(style):
    """A tile of every face of a made-up box, and which reading each is."""
    chance = np.random.default_rng(style)
    how, squares = draw_style(chance), []
    for name in LAND:
        drawn = draw_face(faces()[name], how, chance)
        middle = len(drawn) / 2
        view = View(drawn, (0, 0), len(drawn), np.eye(3))
        squares.append(cut_squares(view, [Pose(middle, middle, 0.0)])[0])
    return np.array(squares), np.array([index_of(name, 0) for name in LAND])


@pytest.fixture(scope="module")
def told_of():
    """Gives what the net tells of a made-up box, asked once for all tests, and which readings are true."""
    told = cache(lambda style: (box(style)[1], tell(box(style)[0])))
    return lambda style: (told(style)[0].copy(), told(style)[1])


def sure_of(truth):
    return np.eye(len(READINGS))[truth]


def unlikely(nats, truth):
    """Minus the log-probability of the truth, the mean over the tiles."""
    return float(np.mean(np.logaddexp.reduce(nats, axis=1) - nats[np.arange(len(truth)), truth]))


def test_tiles_that_are_known_tell_of_the_others_of_their_box(told_of):
    before, after = [], []
    for style in STYLES:
        truth, told = told_of(style)
        known, others = np.arange(0, len(LAND), 2), np.arange(1, len(LAND), 2)
        nats = tuned(told.of(others), tune(told.of(known), sure_of(truth[known])))
        before.append(unlikely(told.nats[others], truth[others]))
        after.append(unlikely(nats, truth[others]))
    assert np.mean(after) < 0.85 * np.mean(before)


@pytest.mark.slow(but=1)
@pytest.mark.parametrize("styles", [STYLES[::2], STYLES], ids=len)
def test_one_tile_that_is_known_is_hardly_believed_about_all_others(told_of, styles):
    for style in some(styles):
        truth, told = told_of(style)
        nats = tuned(told.of(range(1, len(LAND))), tune(told.of([0]), sure_of(truth[:1])))
        assert unlikely(nats, truth[1:]) < unlikely(told.nats[1:], truth[1:]) + 0.3


@pytest.mark.parametrize("turns", [1, 2, 3])
def test_a_box_that_lies_turned_is_told_as_it_would_be_straight(told_of, turns):
    (squares, _), (truth, straight) = box(STYLES[0]), told_of(STYLES[0])
    turned = tell(np.rot90(squares, -turns, axes=(1, 2)))
    turned.answers[:, SHIELD] = straight.answers[:, SHIELD]  # looked for in one turn only
    lies = np.array([index_of(READINGS[one].face, turns) for one in truth])
    told = tuned(straight, tune(straight, sure_of(truth)))
    again = tuned(turned, tune(turned, sure_of(lies)))
    assert np.allclose(again[range(len(lies)), lies], told[range(len(truth)), truth], atol=1e-2)


def test_what_a_tile_is_believed_to_be_does_not_tell_what_it_is(told_of):
    truth, told = told_of(STYLES[0])
    apart = np.arange(len(truth))
    right = tuned_by_others(told, sure_of(truth), apart)
    truth[0] = index_of("C", 0)
    wrong = tuned_by_others(told, sure_of(truth), apart)
    assert np.allclose(right[0], wrong[0])
    assert not np.allclose(right[1:], wrong[1:])


def test_copies_do_not_tell_of_each_other(told_of):
    truth, told = told_of(STYLES[0])
    apart = np.arange(len(truth)) // 2
    right = tuned_by_others(told, sure_of(truth), apart)
    truth[0] = index_of("C", 0)
    assert np.allclose(right[1], tuned_by_others(told, sure_of(truth), apart)[1])


def test_a_single_group_is_told_as_the_net_tells_it(told_of):
    truth, told = told_of(STYLES[0])
    alone = tuned_by_others(told, sure_of(truth), np.zeros(len(truth), int))
    assert (alone.argmax(axis=1) == told.nats.argmax(axis=1)).mean() > 0.9


def test_probabilities_stand_in_the_order_of_all_readings():
    (row,) = in_order([{Reading("D", 1): 0.75, Reading("E", 0): 0.25}])
    assert row[index_of("D", 1)] == 0.75
    assert row[index_of("E", 0)] == 0.25
    assert row.sum() == 1
