"""Printed boards found again by their first picture, and followed while they slide."""

import cv2
import numpy as np
import pytest

from vision.follow.boards import cut_board, follow_board
from vision.geometry.homography import project
from vision.match.keypoints import find_keypoints
from vision.match.registered import find_board, learn_board

SIZE_PX = (240, 160)
FRAME_PX = (900, 600)
CORNERS = np.array([(0, 0), (240, 0), (240, 160), (0, 160)], float)


def printed(seed):
    """Draw a board: blobs, strokes and letters of many colours."""
    chance = np.random.default_rng(seed)
    picture = np.full((SIZE_PX[1], SIZE_PX[0], 3), 225, np.uint8)
    for _ in range(60):
        at = tuple(int(value) for value in chance.integers((0, 0), SIZE_PX))
        colour = tuple(int(value) for value in chance.integers(20, 230, 3))
        cv2.circle(picture, at, int(chance.integers(3, 12)), colour, -1)
        cv2.putText(picture, chr(int(chance.integers(65, 90))), at, cv2.FONT_HERSHEY_SIMPLEX, 0.5, colour, 1)
    return picture


def lying(at_px, turn_deg, scale=1.0, lean=0.0):
    """Lay a board so that its middle comes to a place of the frame."""
    angle = np.deg2rad(turn_deg)
    turned = scale * np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    lay = np.eye(3)
    lay[:2, :2] = turned
    lay[:2, 2] = np.array(at_px) - turned @ np.array(SIZE_PX) / 2
    lay[2, :2] = lean / 1000
    return lay


def shown(picture, lay, light=1.0, noise=2.0, seed=1):
    """Photograph a board on a table with some grain."""
    chance = np.random.default_rng(seed)
    frame = cv2.resize(chance.integers(90, 130, (60, 90, 3)).astype(np.uint8), FRAME_PX)
    on_it = cv2.warpPerspective(np.full(picture.shape[:2], 255, np.uint8), lay, FRAME_PX) > 127
    frame[on_it] = cv2.warpPerspective(picture, lay, FRAME_PX)[on_it]
    return np.clip(frame * light + chance.normal(0, noise, frame.shape), 0, 255).astype(np.uint8)


def apart_px(one, other):
    return float(np.linalg.norm(project(one, CORNERS) - project(other, CORNERS), axis=1).max())


@pytest.mark.parametrize(("turn_deg", "scale", "lean"), [(3, 1.0, 0), (95, 1.2, 0.2), (200, 0.8, 0)])
def test_a_board_is_found_by_its_first_picture_however_it_lies(turn_deg, scale, lean):
    board, lay = learn_board(printed(3)), lying((450, 300), turn_deg, scale, lean)
    found = find_board(board, find_keypoints(shown(printed(3), lay, 0.7), 2000))
    assert apart_px(found.homography, lay) < 2


def test_another_board_and_a_bare_table_are_refused():
    board = learn_board(printed(3))
    for seed in range(4, 9):
        assert find_board(board, find_keypoints(shown(printed(seed), lying((450, 300), 10)), 2000)) is None
    assert find_board(board, find_keypoints(np.full((99, 99, 3), 90, np.uint8), 50)) is None


@pytest.mark.parametrize(("by_px", "turn_deg"), [((0, 0), 0), ((6, -4), 1.5), ((-10, 8), -3), ((70, 40), 25)])
def test_a_board_that_slides_is_followed_and_one_that_stays_is_left_alone(by_px, turn_deg):
    was, now = lying((450, 300), 12), lying((450 + by_px[0], 300 + by_px[1]), 12 + turn_deg)
    board = learn_board(cut_board(shown(printed(5), was), was, SIZE_PX))
    found = follow_board(board, shown(printed(5), now, 0.8, seed=2), was)
    assert found.has_moved == bool(turn_deg)
    assert apart_px(found.homography, now) < 1.5


def test_what_lies_on_a_board_is_no_reason_to_lose_it():
    lay = lying((450, 300), 0)
    board = learn_board(cut_board(shown(printed(6), lay), lay, SIZE_PX))
    covered = printed(6)
    covered[30:110, 40:150] = (60, 200, 90)
    mask = np.ones(covered.shape[:2], bool)
    mask[30:110, 40:150] = False
    slid = lying((454, 297), 0.5)
    found = follow_board(board, shown(covered, slid), lay, mask)
    assert apart_px(found.homography, slid) < 1


def test_a_board_that_is_gone_is_not_found():
    lay = lying((450, 300), 0)
    board = learn_board(printed(6))
    assert follow_board(board, shown(printed(7), lying((100, 100), 0)), lay) is None
