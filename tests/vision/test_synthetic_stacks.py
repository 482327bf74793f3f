"""Things that lie on each other at the synthetic table: pushed together, piled up and all in view."""

import cv2
import numpy as np
import pytest
from msgspec.structs import replace

from tests.some import some
from vision.simulator.camera.camera import project
from vision.simulator.camera.film import load_film
from vision.simulator.camera.levels import draw_conditions
from vision.simulator.camera.stage import camera_for, quarters
from vision.simulator.camera.still import compose
from vision.simulator.games import load
from vision.simulator.table.acts import card_at, done, figure_named
from vision.simulator.table.things import Card, Change, Push, Reach, SimFigure, SimTable
from vision.simulator.table.timeline import script

SMALL = (1152, 648)
BELOW = Card("below", "tableau:red", (0.0, 0.0), 10.0)
ON_IT = Card("on it", "castle", (30.0, 10.0), 0.0, above_mm=2.0)
BESIDE = Card("beside", "castle", (120.0, 0.0), 0.0)
WITH_IT = Card("with it", "castle", (-120.0, 0.0), 0.0)
FIGURE = SimFigure("on it too", "red", "marker_red", False, (-20.0, 5.0), 0.0)
TABLE = SimTable((BELOW, ON_IT, BESIDE, WITH_IT), (FIGURE,))


@pytest.fixture(scope="module")
def film():
    return load_film(script(1, 0, SMALL, turns=1, game="tuscany"))


def test_what_lies_on_a_card_slides_with_it_and_what_lies_beside_stays(film):
    pushed = done(TABLE, Push("below", (7.0, -3.0), 90.0), 0.0, film.stage.box.outlines)
    assert card_at(pushed, "below").at_mm == (7.0, -3.0)
    assert card_at(pushed, "on it").at_mm == pytest.approx((-10 + 7, 30 - 3))
    assert card_at(pushed, "on it").turn_deg == 90.0
    assert figure_named(pushed, "on it too").at_mm == pytest.approx((-5 + 7, -20 - 3))
    assert card_at(pushed, "beside") == BESIDE


def test_several_cards_slide_as_one_about_the_first(film):
    pushed = done(TABLE, Push("below", (0.0, 0.0), 90.0, ("with it",)), 0.0, film.stage.box.outlines)
    assert card_at(pushed, "with it").at_mm == pytest.approx((0.0, -120.0))


def test_a_hand_that_changes_nothing_leaves_all_as_it_was_and_one_that_changes_a_stack_leaves_the_rest():
    assert done(TABLE, Reach((0.0, 0.0)), 0.0) == TABLE
    lower = replace(BESIDE, layers=3)
    assert done(TABLE, Change(lower), 0.0).cards == (BELOW, ON_IT, lower, WITH_IT)


def test_a_stack_leans_out_as_far_as_it_is_high(film):
    stage, place = film.stage, (250.0, 160.0)
    bare = compose(stage, SimTable()).plain
    tops = {}
    for layers in (1, 20):
        stood = compose(stage, SimTable((Card("stack", "back:red", place, 0.0, 0.0, layers),))).plain
        red = (stood[..., 2] > 120) & (stood[..., 1] < 90) & (cv2.absdiff(stood, bare).max(axis=2) > 30)
        tops[layers] = np.argwhere(red).mean(axis=0)[::-1]
    flat, high = (project(stage.camera, [(*place, 2.0 * layers)])[0] for layers in (1, 20))
    assert tops[20] - tops[1] == pytest.approx(high - flat, abs=1.5)
    assert np.linalg.norm(high - flat) > 3


def test_the_mast_is_as_high_as_the_room_of_the_game_needs_and_no_higher_than_drawn_elsewhere():
    for seed in some(range(12)):
        how, host = draw_conditions(seed, 2), load("tuscany")
        box = host.box(host.seat(seed), seed=seed)
        camera = camera_for(how, box, SMALL)
        x, y = np.array(box.room_mm)[:: -1 if quarters(how.turn_deg) % 2 else 1] / 2
        corners = project(camera, [(-x, -y), (x, -y), (x, y), (-x, y)])
        assert (corners >= 0).all()
        assert (corners <= SMALL).all()
        free = camera_for(how, replace(box, room_mm=(0.0, 0.0)), SMALL)
        assert camera.matrix[2, 3] >= free.matrix[2, 3]
