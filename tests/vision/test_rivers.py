"""The River read without prints: equal tiles as one, short pieces of a long river, spring and lake."""

import cv2
import numpy as np
import pytest

from firmware.evaluation.photographs import FIRST_STYLE
from scoring.game import PlayerSeat, Setup
from scoring.games.carcassonne.drawing.drawing import draw_face
from scoring.games.carcassonne.land.catalogue import distinct, faces
from vision.games import load
from vision.games.carcassonne.agreement import check_tiles
from vision.games.carcassonne.cold.rivers import TELLS, river_cells, tell_ends
from vision.games.carcassonne.fusion import Reading
from vision.geometry.rectify import View
from vision.image.paint import paint
from vision.match.template import Pose
from vision.reader import Image
from vision.simulator.made_up.drawing import draw_face as draw_made_up
from vision.simulator.made_up.styles import draw_style
from vision.simulator.table.boards import photograph_end
from vision.simulator.table.timeline import script

SETUP = Setup("leaflet-001", (PlayerSeat("Ann", "red"), PlayerSeat("Ben", "blue")), {"river": True})
PX_PER_MM = 4.0
SIDE_PX = 64
ENDS = ("river_A", "river_L")
SPRING, LAKE = Reading("river_A", 0), Reading("river_L", 2)
"""Both with the river running south."""
UNSURE = {SPRING: 0.45, LAKE: 0.45, Reading("U", 0): 0.1}


@pytest.mark.slow
def test_every_tile_of_a_river_is_read_and_its_ends_are_taken_for_ends():
    told = script(700, 0, (2304, 1296), 25, SETUP, game="carcassonne", style=FIRST_STYLE + 700)
    image, truth = photograph_end(told)
    checks = [one for one in check_tiles(load("carcassonne").read(image, None), truth) if "river" in one.true]
    assert len(checks) == 12
    assert {one.read for one in checks if one.true in ("river_A", "river_L")} == {"river_A", "river_L"}
    others = [one for one in checks if one.true not in ("river_A", "river_L")]
    assert others
    assert all(one.is_right and one.read == distinct(one.true)[0] for one in others)


def test_a_piece_of_a_river_that_one_tile_parts_from_the_rest_is_part_of_it():
    river = {(0, 0), (1, 0), (2, 0)}
    assert river_cells({*river, (4, 0), (5, 1), (9, 9)}, 20) == {*river, (4, 0), (5, 1)}
    assert river_cells({(0, 0), (1, 0), (5, 0)}, 20) == set()


def ends_told(drawn: list[Image]) -> list[float]:
    """How surely each of two tiles that look like an end of a river is taken for the lake."""
    shown = [cv2.resize(one, (SIDE_PX, SIDE_PX), interpolation=cv2.INTER_AREA) for one in drawn]
    view = View(np.hstack(shown), (0, 0), SIDE_PX, np.eye(3))
    poses = {(x, 0): Pose((x + 0.5) * SIDE_PX, 0.5 * SIDE_PX, 0.0) for x in range(2)}
    told = tell_ends(dict.fromkeys(poses, UNSURE), view, poses, 1.0)
    assert [sum(own.values()) for own in told.values()] == pytest.approx([1, 1])
    assert {own[Reading("U", 0)] for own in told.values()} == {UNSURE[Reading("U", 0)]}
    return [own[LAKE] / (own[LAKE] + own[SPRING]) for own in told.values()]


def test_of_the_two_ends_of_a_river_the_one_with_more_water_is_the_lake():
    spring, lake = (paint(draw_face(faces()[name]), PX_PER_MM) for name in ENDS)
    assert ends_told([spring, np.rot90(lake, 2)])[1] > 0.8
    assert ends_told([np.rot90(lake, 2), spring])[0] > 0.8


def test_no_end_is_surely_taken_for_a_lake_where_chance_drew_its_pond():
    """So ``TELLS`` is fitted: with one more of it an end would be."""
    surest = 0.5
    for seed in range(200):
        chance = np.random.default_rng([FIRST_STYLE + seed, *b"box"])
        style = draw_style(chance)
        surest = max(surest, *ends_told([draw_made_up(faces()[one], style, chance) for one in ENDS]))
    odds = np.log(surest / (1 - surest))
    assert odds < np.log(9) < odds * (TELLS + 1) / TELLS


def test_a_lone_end_of_a_river_stays_as_likely_either():
    unsure = {SPRING: 0.5, LAKE: 0.5}
    view = View(np.zeros((64, 64, 3), np.uint8), (0, 0), 64, np.eye(3))
    assert tell_ends({(0, 0): unsure}, view, {(0, 0): Pose(32, 32, 0.0)}, 1.0) == {(0, 0): unsure}
