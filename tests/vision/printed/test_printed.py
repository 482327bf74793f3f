import cv2
import numpy as np
import pytest

from tests.some import some
from tests.vision.printed.made_up import RATIO, draw_board, measure, photograph, score
from vision.errors import NoTableError
from vision.printed.board import corners_of, flat_board
from vision.printed.rim import find_rim
from vision.printed.spots import find_water, propose_spots

WHOLE = ((0, 0), (1000, 0), (1000, 1000), (0, 1000))


def test_the_places_of_boards_in_many_styles_are_proposed():
    found = measure(3)
    assert found["found"] >= 0.97 * found["places"]
    assert found["false"] <= 12 * found["boards"]
    assert found["ground_right"] >= 0.97 * found["places"]
    assert found["corners_off_most"] < 9


def test_a_board_seen_straight_needs_no_photograph():
    board = draw_board(7)
    flat = flat_board(board.image, WHOLE)
    assert abs(flat.ratio - RATIO) < 0.002
    assert score(board, flat).found >= 42


def test_a_board_that_is_mended_is_looked_at_without_looking_for_places():
    flat = flat_board(draw_board(7).image, WHOLE, seeks_spots=False)
    assert flat.spots == ()
    assert "~" in "".join(flat.water)


def test_plain_paper_has_neither_spots_nor_water():
    paper = np.full((900, 1300, 3), (120, 190, 200), np.uint8)
    assert len(propose_spots(paper).at) == 0
    assert {*"".join(find_water(paper))} == {"#"}


def test_a_photograph_without_a_rim_gets_corners_to_be_moved():
    noise = np.random.default_rng(1).integers(60, 200, (800, 1000, 3)).astype(np.uint8)
    assert find_rim(noise) is None
    assert corners_of(noise) == ((60, 60), (940, 60), (940, 940), (60, 940))


def pictures():
    yield np.zeros((900, 1200, 3), np.uint8), "too dark"
    yield np.full((900, 1200, 3), 150, np.uint8), "Nothing is to be seen"
    yield cv2.resize(draw_board(1).image, (420, 300)), "420 pixels wide"


@pytest.mark.parametrize(("picture", "says"), some(pictures()))
def test_a_picture_that_shows_no_board_is_refused_in_a_sentence(picture, says):
    with pytest.raises(NoTableError, match=says):
        corners_of(picture)


@pytest.mark.parametrize(
    ("corners", "says"),
    [
        (((0, 0), (1000, 1000), (1000, 0), (0, 1000)), "four corners"),
        (((0, 0), (0, 1000), (1000, 1000), (1000, 0)), "four corners"),
        (((0, 0), (0, 0), (0, 0), (0, 0)), "four corners"),
        (((0, 0), (100, 0), (100, 100), (0, 100)), "pixels wide"),
    ],
)
def test_corners_that_enclose_no_board_are_refused(corners, says):
    photo, _ = photograph(draw_board(1), 1)
    with pytest.raises(NoTableError, match=says):
        flat_board(photo, corners)
