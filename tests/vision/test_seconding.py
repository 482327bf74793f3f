"""Where prints leave a doubt: twins drawn anew, tiles half hidden, drawings that look like wood."""

import cv2
import numpy as np
import pytest

from scoring.games.carcassonne.land.catalogue import faces
from vision.games.carcassonne.cold.figure_net import look_for_wood
from vision.games.carcassonne.face_templates import FINE_PX, make_templates
from vision.games.carcassonne.fusion import NO_FACE, Reading, most_believed
from vision.games.carcassonne.judge import Cellwise, judge, likelihoods
from vision.games.carcassonne.meeples import FIGURE_PX, DetectedFigure
from vision.games.carcassonne.prints import SIDE_PX, FacePixels
from vision.games.carcassonne.seconding import ask_again, not_drawn
from vision.games.carcassonne.tiles import FaceCandidate, Presence, look_closely, look_roughly
from vision.geometry.rectify import View
from vision.image.colour import from_lab, to_lab
from vision.match.template import Pose
from vision.simulator.made_up.drawing import draw_face
from vision.simulator.made_up.styles import draw_style

CELL, MIDDLE = (1, 1), Pose(1.5 * FINE_PX, 1.5 * FINE_PX, 0.0)
TILE = Presence(worth=1.0, likeness=0.9, tint=0.0, explained=0.8)
EXPLAINED, HALF_HIDDEN = 0.0, 0.2


def _drawn(face, box):
    style, chance = draw_style(np.random.default_rng([9, box])), np.random.default_rng([9, box, ord(face)])
    art = draw_face(faces()[face], style, chance, garden=False)
    return FacePixels(face, cv2.resize(art, (SIDE_PX, SIDE_PX), interpolation=cv2.INTER_AREA))


def _lying(tile):
    """Show a tile, blue, green and red, in the middle of nine cells of grey table."""
    board = np.full((3 * FINE_PX, 3 * FINE_PX, 3), 120, np.uint8)
    board[FINE_PX : 2 * FINE_PX, FINE_PX : 2 * FINE_PX] = cv2.resize(
        tile, (FINE_PX, FINE_PX), interpolation=cv2.INTER_AREA
    )
    return View(board, (0, 0), FINE_PX, np.eye(3))


def _cell(face, turns=0):
    """What prints tell of a tile that they take for a face."""
    lab = np.zeros((FINE_PX, FINE_PX, 3), np.float32)
    one = FaceCandidate(face, turns, -0.5, 0, MIDDLE, lab, np.zeros(2, np.float32))
    return Cellwise([one], TILE, {Reading(face, turns): -12.0})


@pytest.mark.parametrize("box", range(6))
@pytest.mark.parametrize(("plain", "shielded"), [("N", "M"), ("R", "Q"), ("T", "S")])
def test_twins_drawn_anew_are_told_by_all_of_their_prints(box, plain, shielded):
    looks = make_templates([_drawn(plain, box), _drawn(shielded, box)])
    seen, other = (looks.fine[looks.face.index(face)].copy() for face in (plain, shielded))
    apart = cv2.GaussianBlur(((seen - other) ** 2).sum(axis=2), (0, 0), 2.2)
    row, column = np.unravel_index(int(apart.argmax()), apart.shape)
    hidden = cv2.circle(np.zeros(apart.shape, np.uint8), (int(column), int(row)), 6, 1, cv2.FILLED) > 0
    seen[hidden] = other[hidden]
    view = _lying(from_lab(seen))
    small = cv2.resize(view.image, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    (rough,) = look_roughly(View(to_lab(small), (0, 0), FINE_PX // 2, np.eye(3)), [CELL], looks)
    candidates = look_closely(view._replace(image=to_lab(view.image)), CELL, rough, looks, 5.0)
    assert most_believed(likelihoods(candidates, looks, 5.0)).face == plain


@pytest.mark.parametrize("box", range(4))
def test_the_net_confirms_a_face_and_contradicts_another(box):
    for face, wrong in [("L", "E"), ("U", "C"), ("B", "V"), ("R", "X")]:
        view = _lying(_drawn(face, box).image)
        right = ask_again(view, {CELL: _cell(face)}, {CELL: HALF_HIDDEN})
        other = ask_again(view, {CELL: _cell(wrong)}, {CELL: HALF_HIDDEN})
        assert right[CELL] > 0 > other[CELL]


def test_of_tiles_that_prints_explain_nothing_is_asked():
    view = _lying(_drawn("L", 1).image)
    assert ask_again(view, {CELL: _cell("L")}, {CELL: EXPLAINED}) == {}


@pytest.mark.parametrize(("seconded", "believed"), [(5.0, "L"), (-2.0, ""), (None, "")])
def test_a_tile_much_of_which_is_hidden_is_its_face_if_the_net_says_so_too(seconded, believed):
    asked = {} if seconded is None else {CELL: seconded}
    beliefs = judge({CELL: _cell("L")}, {CELL: HALF_HIDDEN}, asked)
    assert most_believed(beliefs[CELL]).face == believed


def test_a_tile_that_prints_explain_stays_its_face():
    beliefs = judge({CELL: _cell("L")}, {CELL: EXPLAINED})
    assert beliefs[CELL][NO_FACE] < 0.05


def test_what_the_net_sees_on_the_prints_as_well_is_no_figure():
    looks = make_templates([_drawn("B", 3)])
    lying = FaceCandidate("B", 0, -0.5, 0, MIDDLE, looks.fine[0], np.zeros(2, np.float32))
    figure = DetectedFigure("red", np.ones((FIGURE_PX, FIGURE_PX), bool), (MIDDLE.x_px, MIDDLE.y_px), {}, {})
    bare = look_for_wood(_lying(from_lab(looks.fine[0])).image).odds
    assert not_drawn([figure], bare, [lying], looks) == []
    assert len(not_drawn([figure], np.full(bare.shape, 3.0, np.float32), [lying], looks)) == 1
    assert not_drawn([], bare, [lying], looks) == []
