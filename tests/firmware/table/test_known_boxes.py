"""A box that no catalogue knows: its tiles are those that the games kept here have shown."""

from random import Random

import pytest

from firmware.store.store import open_store
from firmware.table.known_boxes import faces_before
from scoring.game import PlayerSeat, Setup
from scoring.games import load
from scoring.games.cornwall.chance import random_game
from scoring.referee.record.events import game_started
from scoring.referee.store import Event

RULES = load("cornwall")
SETUP = Setup(
    RULES.info.rule_sets[0].name,
    (PlayerSeat("Ann", "red"), PlayerSeat("Ben", "blue")),
    {},
)
BOX = ["forest-meadow-moor", "forest-meadow-moor", "forest.flag-moor-moor", "meadow-village-village"]


@pytest.fixture
def store(tmp_path):
    with open_store(tmp_path) as store:
        yield store


def keep(store, box, *more):
    moves = random_game(SETUP, Random(1), box=box)[0].moves
    laid = [Event("turn_confirmed", {"move": RULES.dump_move(move)}) for move in moves]
    return store.begin(game_started(SETUP, RULES, ""), *laid, *more)


def test_a_face_is_in_the_box_as_often_as_one_game_has_shown_it(store):
    keep(store, BOX)
    keep(store, BOX[1:2])
    assert faces_before(store, RULES) == {
        "forest-meadow-moor": 2,
        "forest.flag-moor-moor": 1,
        "meadow-village-village": 1,
    }
    assert next(iter(faces_before(store, RULES))) == "forest-meadow-moor"


def test_what_was_taken_back_was_not_seen_and_the_end_taken_back_takes_no_turn(store):
    keep(store, BOX[2:], Event("turn_undone", {}))
    assert faces_before(store, RULES) == {"forest.flag-moor-moor": 1}
    keep(store, BOX[2:], Event("game_ended", {}), Event("turn_undone", {}))
    assert set(faces_before(store, RULES)) == set(BOX[2:])


def test_the_game_on_the_table_and_a_box_that_is_known_show_nothing(store):
    game = keep(store, BOX)
    assert faces_before(store, RULES, but=game) == {}
    assert faces_before(store, load("carcassonne")) == {}
