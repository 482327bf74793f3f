"""Photographed boards of The Castles of Tuscany: documents, faults, sums and corrections."""

import json
from random import Random

import msgspec
import pytest

from scoring.errors import UnreadableError
from scoring.game import PlayerSeat, Setup
from scoring.games.tuscany.chance import random_game
from scoring.games.tuscany.documents.boards import board_of, dump_board, load_board
from scoring.games.tuscany.land.box import sample_box

SEATS = tuple(map(PlayerSeat, ("Anna", "Benno", "Clara"), ("red", "blue", "green")))


def played(seed=1, moves=None):
    return random_game(Setup("rulebook-002", SEATS), Random(seed), sample_box(), moves)[1]


@pytest.fixture(scope="module")
def board():
    return board_of(played(moves=40))


def through_json(board):
    return json.loads(msgspec.json.encode(dump_board(board)))


def test_a_board_is_written_and_read_back(board):
    assert load_board(through_json(board)) == board
    assert len(board.fields) == 90
    assert board.covers
    assert board.display


@pytest.mark.parametrize(
    "wrong",
    [
        {"regions": [{"player": "red"}], "fields": [{"cell": [25, 0], "colour": "red"}]},
        {"regions": [{"player": "red"}], "fields": [{"cell": [0, 0], "colour": "pink"}]},
        {"regions": [{"player": "red"}], "covers": [{"cell": [0, 0], "face": "palace"}]},
        {"regions": [{"player": "red"}], "covers": [{"cell": [0, 0], "face": "hex"}] * 2},
        {"regions": [{"player": "pink"}]},
        {"regions": [{"player": "red"}] * 5},
        {"store": [{"number": 0, "face": "city"}]},
        {"display": [{"number": 8, "face": "city"}]},
        {"regions": [{"player": "red"}], "tokens": [{"number": 0, "face": "city"}]},
        {"phase": 6},
        {"counts": [{"what": "green", "player": "red", "count": -1}]},
    ],
)
def test_nonsense_is_refused_in_a_sentence(wrong):
    with pytest.raises(UnreadableError, match=r"\.$"):
        load_board({"format": "tablekeeper.board/1", "game": "tuscany", **wrong})
