"""Figures that the net overlooks, found by the wood of others of their player."""

import numpy as np
import pytest

from vision.games.carcassonne.cold.missed_figures import find_missed
from vision.games.carcassonne.meeples import DetectedFigure, blob_of

SIDE_PX = 64
FIELD, RED, HOUSE = (60.0, -30.0, 40.0), (45.0, 60.0, 40.0), (55.0, 40.0, 35.0)
KNOWN, OVERLOOKED = ((40, 40), (40, 140)), (140, 140)
SURE, UNSURE = 2.0, -4.0


class Board:
    """A green board from above, on which wood and houses can be put."""

    def __init__(self):
        self.lab = np.full((4 * SIDE_PX, 4 * SIDE_PX, 3), FIELD, np.float32)
        self.odds = np.full(self.lab.shape[:2], -8.0, np.float32)
        self.found = []

    def put(self, at, colour, odds, half=9):
        """Put a block down; give where it is."""
        where = np.zeros(self.odds.shape, bool)
        where[at[0] - half : at[0] + half, at[1] - half : at[1] + half] = True
        self.lab[where], self.odds[where] = colour, odds
        return where

    def know(self, at, confidence=0.95):
        """Put a red figure down that the net sees."""
        blob = blob_of(self.put(at, RED, SURE), "red")
        self.found.append(DetectedFigure(blob.colour, blob.mask, blob.centre, {}, {}, confidence))

    def kin(self):
        """Give the colour and place of what is found."""
        blobs = list(find_missed(self.lab, self.odds, SIDE_PX, self.found))
        return [(blob.colour, tuple(round(value) for value in blob.centre)) for blob in blobs]


@pytest.fixture
def board():
    board = Board()
    for at in KNOWN:
        board.know(at)
    return board


def test_a_figure_like_two_that_are_known_is_found(board):
    board.put(OVERLOOKED, RED, UNSURE)
    assert board.kin() == [("red", (140, 140))]


def test_a_figure_in_shade_is_one_of_its_player_too(board):
    board.put(OVERLOOKED, np.subtract(RED, (15.0, 8.0, 8.0)), UNSURE)
    assert board.kin() == [("red", (140, 140))]


def test_what_is_known_is_not_found_again(board):
    assert board.kin() == []


def test_houses_of_another_red_are_no_figures(board):
    board.put(OVERLOOKED, HOUSE, UNSURE)
    assert board.kin() == []


def test_what_many_parts_of_a_board_look_like_is_no_figure(board):
    board.put(OVERLOOKED, RED, UNSURE)
    for place in range(20, 220, 16):
        board.put((200, place), RED, UNSURE, half=4)
    assert board.kin() == []


def test_what_the_net_is_sure_of_is_no_wood(board):
    board.put(OVERLOOKED, RED, -7.0)
    assert board.kin() == []


def test_figures_that_may_be_none_teach_no_wood():
    board = Board()
    board.know(KNOWN[0], confidence=0.7)
    board.put(OVERLOOKED, RED, UNSURE)
    assert board.kin() == []
