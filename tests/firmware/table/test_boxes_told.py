"""What a game has told of its box is there for the next with it, and finished games keep what they had."""

import json

import pytest
from msgspec.structs import replace

from firmware.cameras.absent import NoCamera
from firmware.desks.boxes import BoxFiles
from firmware.desks.games import StoredGames
from firmware.panel import NoPanel
from firmware.store.history import played_turn
from firmware.store.quarantine import Aside
from firmware.store.store import open_store
from firmware.table.worker import Games, Table
from scoring.games import load
from scoring.referee.contracts.table import NewGame
from tests.scoring.tuscany.tuscany_notation import opening
from tests.waiting import press

RULES = load("tuscany")
NEW = NewGame("tuscany", "rulebook-002", "", (("Anna", "red"), ("Benno", "blue")))
BONUS = {"player": "red", "box": {"colour_bonus": {"red": [2, 1]}}}


@pytest.fixture
def boxes(tmp_path):
    return BoxFiles(tmp_path, Aside(tmp_path))


@pytest.fixture
def desk(tmp_path, boxes):
    games = Games(load, None, lambda name: None, None, boxes)
    with open_store(tmp_path) as store, Table(NoCamera(), store, lambda post: NoPanel(""), games) as table:
        yield table


def enter(desk, *moves):
    for move in moves:
        desk.declare(move, desk.snapshot().version)


def told(desk):
    """Give what the game on the table knows of its box."""
    return RULES.learned(desk.snapshot().view)


def end(desk):
    press(desk, "end")
    return desk.snapshot().game


def test_the_next_game_begins_with_what_the_last_one_was_told(desk):
    desk.start(NEW)
    assert told(desk) == {}
    enter(desk, BONUS)
    first = end(desk)
    desk.start(NEW)
    assert told(desk) == {"colour_bonus": {"red": (2, 1)}}
    enter(desk, {"player": "red", "box": {"colour_bonus": {"red": [3, None]}, "area_points": {"4": 10}}})
    second = end(desk)
    desk.start(NEW)
    assert told(desk) == {"colour_bonus": {"red": (3, 1)}, "area_points": {"4": 10}}
    began = [desk.document(game).get("box") for game in (first, second)]
    assert began == [None, {"colour_bonus": {"red": (2, 1)}}], "a finished game keeps what it was played with"


def test_what_is_told_and_taken_back_is_not_kept(desk):
    desk.start(NEW)
    enter(desk, BONUS)
    desk.press("undo", desk.snapshot().version)
    end(desk)
    desk.start(NEW)
    assert told(desk) == {}


def test_another_box_is_another(desk, boxes):
    boxes.keep("tuscany", "", {"area_points": {"4": 9}})
    desk.start(NEW)
    assert told(desk) == {"area_points": {"4": 9}}
    assert boxes.find(RULES, "Another box") is None


def test_the_box_made_up_by_us_is_said_to_be_and_never_taken_for_the_owners(desk, boxes):
    desk.start(NEW)
    enter(desk, *opening(2))
    assert str(desk.snapshot().box).startswith("This box is made up by us")
    game = end(desk)
    assert desk.document(game)["moves"][0]["box"] == "sample"
    desk.start(NEW)
    assert (told(desk), desk.snapshot().box) == ({}, "")


@pytest.mark.parametrize("game", ["tuscany", "smuggler"])
def test_who_plays_again_with_the_made_up_box_is_not_asked_for_it_again(tmp_path, boxes, game):
    rules, games = load(game), Games(load, None, lambda name: None, None, boxes)
    new = replace(NEW, game=game, rules=rules.info.rule_sets[0].name)
    with open_store(tmp_path) as store, Table(NoCamera(), store, lambda post: NoPanel(""), games) as desk:
        desk.start(new)
        enter(desk, {"player": "red", "box": "sample"})
        first = end(desk)
        desk.start(StoredGames(store, load, tmp_path / "recordings", lambda: first).again(first))
        now = desk.snapshot()
        assert (now.moves, now.game != first) == (0, True)
        assert str(now.box).startswith("This box is made up by us")
        assert boxes.find(rules, "") is None


def test_a_game_goes_on_with_what_it_began_with_after_a_restart(tmp_path, boxes):
    games = Games(load, None, lambda name: None, None, boxes)
    boxes.keep("tuscany", "", {"area_points": {"4": 9}})
    with open_store(tmp_path) as store, Table(NoCamera(), store, lambda post: NoPanel(""), games) as desk:
        desk.start(NEW)
    boxes.keep("tuscany", "", {"area_points": {"4": 1}})
    with open_store(tmp_path) as store, Table(NoCamera(), store, lambda post: NoPanel(""), games) as desk:
        assert told(desk) == {"area_points": {"4": 9}}
        table, _ = played_turn(store, desk.snapshot().game, load)
        assert table.setup.box == {"area_points": {"4": 9}}


@pytest.mark.parametrize("content", ["", "{", json.dumps({"format": "tablekeeper.box/1", "farms": ["barn"]})])
def test_a_file_of_a_box_that_cannot_be_used_is_set_aside(tmp_path, boxes, content):
    boxes.keep("tuscany", "My box", {"area_points": {"4": 9}})
    (tmp_path / "boxes/tuscany/My box.json").write_text(content)
    assert boxes.find(RULES, "My box") is None
    assert (tmp_path / "set-aside/boxes/tuscany/My box.json").read_text() == content


def test_what_is_known_goes_with_the_name_of_a_box_and_is_forgotten_with_it(boxes):
    boxes.keep("tuscany", "My box", {"area_points": {"4": 9}})
    boxes.rename("My box", "Our box")
    assert (boxes.find(RULES, "My box"), boxes.find(RULES, "Our box")) == (None, {"area_points": {"4": 9}})
    boxes.rename("Our box", "")
    assert boxes.find(RULES, "Our box") is None
