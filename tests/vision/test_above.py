"""The board straight from above: which part of the table is shown, and that it is shown right."""

import cv2
import numpy as np
import pytest

from vision.geometry.above import TileOutline, board_from_above, holds, show
from vision.geometry.homography import project

TILTED = np.array([[62.0, 9.0, 500.0], [-7.0, 58.0, 330.0], [0.004, 0.011, 1.0]])
"""Tiles to pixels of a frame whose camera does not hang straight above."""
MM = 45.0
SIZE_PX = (1280, 720)


def lying(column, row, homography=TILTED):
    corners = np.array([(column, row), (column + 1, row), (column + 1, row + 1), (column, row + 1)])
    quad = tuple(map(tuple, project(homography, corners)))
    return TileOutline(((column + 0.5) * MM, (row + 0.5) * MM), quad)


BOARD = [lying(column, row) for column, row in [(0, 0), (1, 0), (2, 0), (2, 1), (-1, 0), (2, -1)]]


def above_px(above, column, row):
    return (column - above.first[0]) * above.side_px, (row - above.first[1]) * above.side_px


@pytest.fixture
def frame():
    """A frame with a white tile at (2, 1) on black."""
    image = np.zeros((720, 1280, 3), np.uint8)
    cv2.fillConvexPoly(image, np.round(BOARD[3].quad_px).astype(np.int32), (255, 255, 255))
    return image


def test_the_part_shown_ends_with_the_frame():
    above = board_from_above(BOARD, SIZE_PX)
    low, high = np.array(above.first), np.array(above.first) + above.size
    corners = np.array([(0, 0), (1280, 0), (1280, 720), (0, 720)])
    frame = project(np.linalg.inv(TILTED), corners)
    assert (low == np.maximum(np.floor(frame.min(axis=0)), (-11, -11))).all()
    assert (high == np.minimum(np.ceil(frame.max(axis=0)), (13, 12))).all()


def test_on_a_large_table_ten_tiles_around_the_board_are_shown():
    above = board_from_above(BOARD, (12800, 7200))
    assert above.size[1] <= 3 + 10 + 10
    assert project(above.homography, np.array([(2, 1)])) == pytest.approx(project(TILTED, np.array([(2, 1)])))


def test_tiles_are_square_where_they_are_shown(frame):
    above = board_from_above(BOARD, SIZE_PX)
    view = show(above, frame)
    assert view.shape == (above.size[1] * above.side_px, above.size[0] * above.side_px, 3)
    left, top, width, height = cv2.boundingRect((view[..., 0] > 127).astype(np.uint8))
    assert (left, top) == pytest.approx(above_px(above, 2, 1), abs=2)
    assert (width, height) == pytest.approx((above.side_px, above.side_px), abs=3)
    assert 45 < above.side_px < 65


def test_a_board_that_grows_within_the_part_does_not_change_it():
    above = board_from_above(BOARD, SIZE_PX)
    assert holds(above, [tile.quad_px for tile in (*BOARD, lying(3, 0), lying(-2, 0))])


@pytest.mark.parametrize("cell", [(40, 0), (0, 30), (-30, 0), (0, -30)])
def test_a_board_that_grows_out_of_the_part_is_noticed(cell):
    assert not holds(board_from_above(BOARD, SIZE_PX), [lying(*cell).quad_px])


HEXES_MM = [(0.0, 0.0), (60.0, 34.64), (-60.0, 34.64), (0.0, 80.83), (80.0, -23.09)]
"""The middles of tiles of three hexagons; the first is a larger one."""


@pytest.mark.parametrize("side_mm", [92.0, 30.0])
def test_a_board_whose_tiles_are_no_squares_is_shown_true_to_scale(side_mm):
    """A square around a tile may be larger or smaller than neighbouring tiles are apart."""
    unit = np.array([[1 / MM, 0, 3.0], [0, 1 / MM, 2.0], [0, 0, 1]])
    tiles = []
    for index, (x, y) in enumerate(HEXES_MM):
        half = side_mm / 2 * (1.3 if index == 0 else 1.0)
        square = np.array(
            [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]
        )
        tiles.append(TileOutline((x, y), tuple(map(tuple, project(TILTED @ unit, square)))))
    above = board_from_above(tiles, SIZE_PX)
    pitch_mm = min(
        np.hypot(ax - bx, ay - by) for ax, ay in HEXES_MM for bx, by in HEXES_MM if (ax, ay) != (bx, by)
    )
    seen = project(above.homography, np.array(HEXES_MM) / pitch_mm)
    true = project(TILTED @ unit, np.array(HEXES_MM))
    assert np.abs(seen - true).max() < 6
    assert holds(above, [tile.quad_px for tile in tiles])
