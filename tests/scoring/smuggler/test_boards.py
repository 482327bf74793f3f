"""Photographed boards of Cornish Smuggler: documents and what the rules say of them."""

import json
from random import Random

import msgspec
import pytest

from scoring.errors import UnreadableError
from scoring.game import PlayerSeat, Setup
from scoring.games.smuggler.chance import random_game
from scoring.games.smuggler.documents.boards import (
    OFFICER,
    SmugglerBoard,
    board_of,
    dump_board,
    load_board,
    score_board,
    step_of,
)
from tests.some import some

SETUP = Setup("rulebook-003", tuple(map(PlayerSeat, ("Ann", "Ben", "Cleo"), ("red", "blue", "green"))))
BOARD = {"format": "tablekeeper.board/1", "game": "smuggler"}


def through_json(document):
    return json.loads(msgspec.json.encode(document))


@pytest.fixture(scope="module", params=[20, 60, 100])
def state(request):
    return random_game(SETUP, Random(request.param), most=request.param)[1]


def test_a_board_of_a_game_is_written_and_read_back_whole(state):
    board = board_of(state)
    written = through_json(dump_board(board))
    assert load_board(written) == board
    assert through_json(dump_board(load_board(written))) == written
    assert "box" not in written
    assert {each.place for each in some(board.of_kind(OFFICER)) if step_of(each.place) is None} == {
        officer.place for officer in state.officers
    }


def test_a_board_of_another_box_has_it_in_its_document(state):
    box = msgspec.structs.replace(state.box, name="ours", made_up=False)
    board = msgspec.structs.replace(board_of(state), box=box)
    written = through_json(dump_board(board))
    assert written["box"]["name"] == "ours"
    assert load_board(written).box == box


def test_a_board_is_worth_no_line_since_gold_and_reputation_lie_beside_it(state):
    assert score_board(board_of(state), SETUP) == ()
    with pytest.raises(UnreadableError, match="rule set"):
        score_board(board_of(state), msgspec.structs.replace(SETUP, rules="none"))


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ({"pieces": [{"kind": "marker", "place": "atlantis", "player": "red"}]}, "atlantis"),
        ({"pieces": [{"kind": "officer", "place": "track:99"}]}, "no step 99"),
        ({"pieces": [{"kind": "marker", "place": "track:3", "player": "red"}]}, "track:3"),
        ({"pieces": [{"kind": "marker", "place": "newlyn", "player": "brown"}]}, "brown"),
        ({"pieces": [{"kind": "ship", "place": "lands_end"}]}, "say whose"),
        ({"goods": [{"squares": 3, "place": "atlantis"}]}, "atlantis"),
        ({"goods": [{"squares": -1, "place": "newlyn"}]}, "-1|0"),
        ({"turn": {"first": "brown"}}, "brown"),
        ({"game": "cornwall"}, "cornwall"),
    ],
)
def test_what_makes_no_sense_on_a_board_is_refused_in_a_sentence(more, says):
    with pytest.raises(UnreadableError, match=says) as refused:
        load_board({**BOARD, **more})
    assert str(refused.value).endswith(".")


def test_a_board_of_nothing_is_an_empty_one_on_our_own_box():
    assert load_board(BOARD) == SmugglerBoard()
