"""The documents of The Castles of Tuscany: every kind of move as the specification writes it, and the box."""

import json
from typing import Any

import pytest

from scoring.errors import UnreadableError
from scoring.games.tuscany import RULES
from scoring.games.tuscany.documents.games import NOTATION
from scoring.games.tuscany.land.box import BoxFacts, dump_box, load_box, sample_box
from tests.scoring.tuscany.tuscany_notation import begun, opening, table

MOVES: list[dict[str, Any]] = [
    {
        "player": "red",
        "lays": [{"piece": "A1", "turns": 0, "cell": [0, 0]}, {"piece": "C3", "turns": 3, "cell": [0, 5]}],
    },
    {"player": "red", "fields": {"0,0": "beige"}},
    {"player": "red", "castle": [0, 1]},
    {"player": "red", "display": ["castle", "farm:wine"]},
    {"player": "red", "token": "storage"},
    {"player": "red", "actions": [{"draw": True}]},
    {"player": "red", "actions": [{"draw": 2}]},
    {
        "player": "red",
        "actions": [
            {"take": "quarry", "store": 0, "refill": ["city"]},
            {
                "place": "castle",
                "from": 0,
                "face": "castle",
                "cell": [1, 0],
                "takes": {"face": "city", "cell": [2, 0], "token": "marble"},
                "refill": ["village"],
            },
        ],
    },
    {
        "player": "red",
        "face": "carriage",
        "cell": [2, 2],
        "actions": [
            {
                "place": "carriage",
                "from": 0,
                "face": "carriage",
                "cell": [2, 2],
                "yield": [{"red": 2}, {"cards": 2}],
                "pays": {"cards": {"beige": 1, "red": 2}, "workers": 0},
            }
        ],
    },
    {
        "player": "red",
        "actions": [
            {"take": "city", "store": 1, "clears": [{"colour": "grey", "refill": ["city"]}], "refill": [""]}
        ],
    },
    {"player": "red", "count": {"red": {"hand": 7}}},
    {"player": "red", "score": {"red": {"green": 14, "red": 20}}},
    {"player": "red", "box": "sample"},
    {"player": "red", "box": {"colour_bonus": {"red": [2, None]}, "area_points": {"4": 10}}},
    {"player": "red", "yield": {"hex": 1}},
    {"player": "red", "hand": 4},
    {"player": "red", "told": True},
]


@pytest.mark.parametrize("document", MOVES, ids=[[*move][-1] for move in MOVES])
def test_a_move_is_written_as_it_was_read(document: dict[str, Any]) -> None:
    assert json.loads(json.dumps(NOTATION.plain_move(NOTATION.load_move(document)))) == document


def test_a_farm_is_read_with_its_goods_in_any_order_and_cards_of_none_are_left_out() -> None:
    act = {"place": "farm:wine+boar", "cell": [0, 0], "pays": {"cards": {"red": 0, "light_green": 2}}}
    written = NOTATION.plain_move(NOTATION.load_move({"player": "red", "actions": [act]}))
    assert written["face"] == written["actions"][0]["place"] == "farm:boar+wine"
    assert written["actions"][0]["pays"] == {"cards": {"light_green": 2}, "workers": 0}


def test_a_box_document_is_read_written_and_added_to() -> None:
    assert load_box(
        json.dumps({"format": "tablekeeper.box/1", "game": "tuscany", **dump_box(sample_box())})
    ) == (sample_box())
    assert load_box({}) == BoxFacts()
    learned = BoxFacts().with_facts(load_box({"colour_bonus": {"grey": [None, 1]}}))
    learned = learned.with_facts(load_box({"colour_bonus": {"grey": [3, None]}, "made_up": True}))
    assert learned.colour_bonus == {"grey": (3, 1)}
    for wrong in ({"format": "tablekeeper.board/1"}, {"game": "cornwall"}, {"area_points": {"two": 1}}):
        with pytest.raises(UnreadableError, match=r"[.]$"):
            load_box(wrong)


def test_the_sheet_has_green_points_marble_and_workers_beside_the_red_ones_but_no_hands() -> None:
    moves = [*map(NOTATION.load_move, opening(2, tokens=("storage", "card")))]
    sheet = RULES.replay(NOTATION.dump_game(table(hands="followed"), moves))
    last = sheet["after"][-1]
    assert last["points"] == {"red": 0, "blue": 0}
    assert last["green"] == {"red": 2, "blue": 0}
    assert {"marble", "workers"} <= {*last}
    assert "hand" not in last
    line = sheet["after"][-2]["lines"][0]
    assert (line["feature"], line["players"], line["points"]) == ("token", ["red"], 2)
    assert line["currency"] == "green"


def test_moves_are_said_with_what_they_do() -> None:
    state = begun(2)
    said = [str(RULES.say(state, NOTATION.load_move(move))) for move in MOVES]
    assert said[4] == "Anna takes the token +1 storage space."
    assert said[7] == (
        "Anna takes a quarry, and for a marble lays a castle, lays a city and takes the token +1 marble."
    )
    assert len({*said}) > 10
