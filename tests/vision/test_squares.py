"""Squares laid together to a board, whatever the gaps, the slant and whatever lies beside."""

from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.games.carcassonne.cold.square_net import NET
from vision.games.carcassonne.cold.squares import find_boards
from vision.geometry.homography import project
from vision.geometry.outlines import by_axes
from vision.nets.outline_net import STRIDE_PX, Glance

BOARD = [(x, y) for x in range(7) for y in range(5) if (x + 2 * y) % 7 or x == y]


def camera(tilt_deg, turn_deg, px=60.0):
    """Give what takes places, in tiles, to pixels of a camera above their middle that is tilted."""
    tilt, turn = np.deg2rad(tilt_deg), np.deg2rad(turn_deg)
    middle = np.array([[1, 0, -3.5], [0, 1, -2.5], [0, 0, 1]])
    around = np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1]])
    away = 14.0
    look = np.array([[1, 0, 0], [0, np.cos(tilt), 0], [0, np.sin(tilt), away]])
    shown = np.array([[away * px, 0, 800], [0, away * px, 600], [0, 0, 1]])
    return shown @ look @ around @ middle


def square(homography, at, turn_deg=0.0, places=20):
    """Give a tile of side 1 whose middle lies at a place, as a net that knows it would tell of it."""
    turn = np.deg2rad(turn_deg)
    east, south = np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)])
    ends = [at, at - east / 2, at + east / 2, at - south / 2, at + south / 2]
    middle, west, across, north, down = project(homography, np.array(ends)) @ (1, 1j)
    right, below = complex(across - west), complex(down - north)
    return by_axes(middle, right, below, places)


def spread(cell, gap):
    """Give the middle of a tile on a board with gaps, around the same place whatever they are."""
    return (np.array(cell) + 0.5 - [3.5, 2.5]) * (1 + gap) + [3.5, 2.5]


def laid(homography, chance, gap=0.0, slip=0.03, askew_deg=2.0):
    return [
        square(
            homography,
            (np.array(cell) + 0.5 - [3.5, 2.5]) * (1 + gap)
            + [3.5, 2.5]
            + [chance.gauss(0, slip) for _ in "xy"],
            90 * chance.randrange(4) + chance.gauss(0, askew_deg),
            chance.randint(8, 40),
        )
        for cell in BOARD
    ]


def cells_of(board, squares):
    """Give for each square its cell, counted from that of the first."""
    names = {one.middle: cell for cell, one in board.squares.items()}
    first = names[squares[0].middle]
    return [(names[one.middle][0] - first[0], names[one.middle][1] - first[1]) for one in squares]


def turned_alike(cells, wanted):
    """Tell whether cells are the wanted ones, the board counted in any of its four turns."""
    first = wanted[0]
    wanted = [(x - first[0], y - first[1]) for x, y in wanted]
    for _ in range(4):
        if cells == wanted:
            return True
        wanted = [(-y, x) for x, y in wanted]
    return False


@settings(max_examples=60)
@given(st.integers(0, 10**6), st.floats(0, 45), st.floats(0, 360), st.floats(0, 0.33))
def test_a_board_is_laid_together_from_any_side_and_with_gaps(seed, tilt, turn, gap):
    squares = laid(camera(tilt, turn), Random(seed), gap)
    board = find_boards(squares)[0]
    assert turned_alike(cells_of(board, squares), BOARD)
    assert board.size == pytest.approx(1 / (1 + gap), abs=0.06)


def test_every_square_of_a_board_is_turned_as_the_board_is():
    squares = laid(camera(20, 30), Random(1))
    board = find_boards(squares)[0]
    turns = [np.angle(one.straight) for one in board.squares.values()]
    assert np.ptp(np.unwrap(turns)) < np.deg2rad(25)
    assert all(abs(turn) < np.deg2rad(60) for turn in turns), "as upright as it can be"


def test_what_lies_beside_is_not_of_the_board():
    view, chance = camera(15, 10), Random(2)
    squares = laid(view, chance)
    loose = [square(view, np.array([10.0, 1.0]), 30), square(view, np.array([-3.0, 4.2]), 50)]
    boards = find_boards([*squares, *loose])
    assert len(boards[0].squares) == len(BOARD)
    assert {one.middle for one in loose} == {
        one.middle for board in boards[1:] for one in board.squares.values()
    }


def test_an_island_beyond_a_hole_is_of_the_board():
    view = camera(10, 0)
    cells = [(x, y) for x in range(4) for y in range(3)] + [(5, 1), (6, 1)]
    squares = [square(view, np.array(cell) + 0.5) for cell in cells]
    assert turned_alike(cells_of(find_boards(squares)[0], squares), cells)


def test_what_lies_far_off_is_a_board_of_its_own_though_it_lies_on_the_same_lattice():
    here, there = (
        [(x, y) for x in range(4) for y in range(4)],
        [(x, y) for x in range(7, 9) for y in range(3)],
    )
    shown = camera(15, 30)
    boards = find_boards([square(shown, np.array(cell) + 0.5) for cell in here + there])
    assert [len(board.squares) for board in boards] == [16, 6]


def test_a_tile_that_lies_ten_degrees_askew_is_of_the_board():
    view = camera(0, 0)
    squares = [square(view, np.array([x + 0.5, 0.5]), 10 if x == 2 else 0) for x in range(5)]
    assert len(find_boards(squares)[0].squares) == 5


def test_tiles_beyond_squares_that_lie_askew_come_to_their_own_cells():
    rows = ("####..#", "#...###", "#...#.#", "#..####")
    askew = [(0.73, 1.85), (1.51, 1.57), (1.56, 2.18), (2.58, 2.25), (1.18, 1.98), (0.2, 2.54), (0.95, 2.7)]
    cells = [(x, y) for x in range(7) for y in range(4) if rows[y][x] == "#"]
    shown = camera(0, 0)
    squares = [square(shown, np.array(cell) + 0.5) for cell in cells]
    between = [square(shown, np.array(corner) + 0.5, places=60) for corner in askew]
    assert turned_alike(cells_of(find_boards([*squares, *between])[0], squares), cells)


def test_a_single_tile_is_a_board():
    [board] = find_boards([square(camera(0, 40), np.array([2.0, 2.0]))])
    assert list(board.squares) == [(0, 0)]
    assert board.size == 1


def test_no_squares_are_no_board():
    assert find_boards([]) == []


def test_places_that_agree_make_one_square_where_they_say():
    told = np.full((9, 12, 12), -9.0, np.float32)
    for row in range(3, 8):
        for column in range(4, 9):
            x, y = (column + 0.5) * STRIDE_PX, (row + 0.5) * STRIDE_PX
            told[:, row, column] = [5, (52 - x) / NET.usual_px, (44 - y) / NET.usual_px, 0, 1, 0, 0, 0, -9]
    [found] = NET.find([Glance(0.5, told)])
    assert found.places == 25
    assert found.middle == pytest.approx(104 + 88j, abs=1e-3), "in pixels of the photograph, twice as large"
    assert found.pitch_px == pytest.approx(2 * NET.usual_px)
    assert abs(found.mirrored) == pytest.approx(0)
