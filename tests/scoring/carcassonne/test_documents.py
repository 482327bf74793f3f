"""Game documents are read leniently, and what cannot be understood is refused in a sentence."""

import json
from pathlib import Path
from typing import Any

import pytest

from scoring.documents.game import GameDocument
from scoring.errors import IllegalMoveError, UnreadableError
from scoring.games.carcassonne import RULES
from scoring.games.carcassonne.documents.games import NOTATION
from scoring.games.carcassonne.engine.moves import Discard, Move, TilePlacement
from scoring.games.carcassonne.land.catalogue import faces
from scoring.games.carcassonne.land.names import face_named

PLAYERS = [{"name": "Ann", "colour": "red"}, {"name": "Ben", "colour": "blue"}]


def document(*moves: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"rules": "leaflet-001", "players": PLAYERS, "moves": list(moves), **more}


def laid(player: str, face: str, turns: int, column: int, row: int, **more: Any) -> dict[str, Any]:
    return {"player": player, "face": face, "turns": turns, "cell": [column, row], **more}


def first_move(game: GameDocument[Move]) -> Move:
    return game.moves[0]


def test_every_face_is_found_by_its_own_name() -> None:
    assert [face_named(name) for name in faces()] == list(faces())


@pytest.mark.parametrize("text", ["river_B", "river-B", "River B", "RIVER.B", "RB", "R_B", "rb", " river_b "])
def test_a_river_face_is_found_by_any_likely_spelling(text: str) -> None:
    assert face_named(text) == "river_B"


@pytest.mark.parametrize("text", ["river_A_C3", "RA_C3", "River A C3", "river-a-c3", "RAC3"])
def test_the_newer_spring_is_found_by_any_likely_spelling(text: str) -> None:
    assert face_named(text) == "river_A_C3"


def test_a_bare_letter_is_a_river_face_only_while_the_river_is_drawn() -> None:
    assert face_named("L", river=True) == "river_L"
    assert face_named("L_C3", river=True) == "river_L_C3"
    assert face_named("L") == "L"
    assert face_named("R", river=True) == "R"


@pytest.mark.parametrize("text", ["", "Y", "Z", "AA", "river_M", "river", "RR", "river_A_C4"])
def test_what_names_no_face_is_refused(text: str) -> None:
    with pytest.raises(UnreadableError, match="no face"):
        face_named(text)


def test_bare_letters_after_the_lake_are_land_faces() -> None:
    moves = [laid("red", "D", 0, 0, 1)] * 11 + [laid("blue", "D", 0, 0, 12)]
    game = NOTATION.load_game(document(*moves, options={"river": True}))
    assert [move.face for move in game.moves] == ["river_D"] * 11 + ["D"]


def test_the_newer_lake_tells_that_the_box_has_the_newer_spring() -> None:
    lake = laid("red", "river_L_C3", 0, 0, 1)
    assert NOTATION.load_game(document(lake, options={"river": True})).setup.options["spring"] == "with_road"
    told = document(lake, options={"river": True, "spring": "plain"})
    assert NOTATION.load_game(told).setup.options["spring"] == "plain"


def test_unknown_keys_and_nulls_are_passed_over() -> None:
    move = laid("red", "B", 0, 0, 1, meeple=None, comment="well played", recall_abbot=None)
    assert first_move(NOTATION.load_game(document(move, table="kitchen"))) == TilePlacement(
        "red", "B", 0, (0, 1)
    )


def test_a_discard_is_a_move_of_its_own() -> None:
    assert first_move(NOTATION.load_game(document({"player": "red", "discard": "C"}))) == Discard("red", "C")


def test_a_whole_side_is_enough_to_name_a_field_and_nothing_to_name_the_only_road() -> None:
    field = laid("red", "B", 0, 0, 1, meeple={"feature": "field", "sides": ["N"]})
    road = laid("blue", "U", 1, 1, 0, meeple={"feature": "road"})
    lines = RULES.replay(document(field, road, ended=True))["final"]["lines"]
    assert [(line["feature"], line["players"]) for line in lines] == [("road", ["blue"]), ("field", ["red"])]


@pytest.mark.parametrize(
    ("wrong", "names"),
    [
        ({"format": "tablekeeper.board/1"}, "tablekeeper.board/1"),
        ({"format": "tablekeeper.game/2"}, "tablekeeper.game/2"),
        ({"game": "cornwall"}, "cornwall"),
        ({"rules": "leaflet-007"}, "leaflet-007"),
        ({"options": {"dragons": True}}, "dragons"),
        ({"options": {"small_city": "huge"}}, "huge"),
        ({"options": {"farmers": "yes"}}, "farmers"),
        ({"options": {"river": 1}}, "river"),
        ({"players": PLAYERS[:1]}, "2 to 5"),
        ({"players": PLAYERS * 2}, "same colour"),
        ({"players": [{"name": "Ann"}]}, "player 1 lacks 'colour'"),
        ({"players": "Ann"}, "players"),
        ({"moves": [{"player": "red"}]}, "Move 1"),
        ({"moves": [{"player": "red", "face": "B"}]}, "Move 1"),
        ({"moves": [laid("red", "Z", 0, 0, 1)]}, "'Z'"),
        ({"moves": [laid("red", "B", 0, 0, 1), {"face": "B"}]}, "move 2 lacks 'player'"),
        ({"moves": [laid("red", "B", 0, 0, 1, meeple="here")]}, "move 1, meeple"),
        ({"moves": [{"player": "red", "face": "B", "turns": "one", "cell": [0, 1]}]}, "turns"),
        ({"moves": [{"player": "red", "face": "B", "turns": 0, "cell": [0, 1, 2]}]}, "cell"),
        ({"ended": "soon"}, "ended"),
    ],
)
def test_a_malformed_document_is_refused_naming_the_place(wrong: dict[str, Any], names: str) -> None:
    with pytest.raises(UnreadableError, match=r"\.$") as caught:
        NOTATION.load_game(
            json.dumps(document(**{"moves": [], **wrong}) if "moves" not in wrong else document() | wrong)
        )
    assert names in str(caught.value)


def test_an_illegal_move_stops_the_replay_with_its_number_and_rule() -> None:
    with pytest.raises(IllegalMoveError, match="Move 2: The north side") as caught:
        RULES.replay(document(laid("red", "B", 0, 0, 1), laid("blue", "U", 0, 0, 2)))
    assert caught.value.rule == "edges_do_not_match"


def test_the_sheet_explains_every_sum_in_terms() -> None:
    city = laid("red", "E", 2, 0, -1, meeple={"kind": "follower", "feature": "city", "sides": ["S"]})
    sheet = RULES.replay(document(city, ended=True))
    assert sheet["format"] == "tablekeeper.sheet/1"
    assert sheet["after"][0] == {
        "move": 1,
        "points": {"red": 2, "blue": 0},
        "lines": [
            {
                "feature": "city",
                "cells": [[0, -1], [0, 0]],
                "players": ["red"],
                "points": 2,
                "terms": [{"count": 2, "each": 1, "what": "tiles"}],
            }
        ],
    }
    assert sheet["final"] == {"points": {"red": 2, "blue": 0}, "lines": [], "winners": ["red"]}


def test_an_abbot_taken_back_by_the_tile_that_surrounds_him_has_one_line() -> None:
    path = Path(__file__).parents[2] / "games/carcassonne/abbot_recalled_as_the_cloister_is_finished.json"
    cloisters = [
        x for x in RULES.replay(path.read_bytes())["after"][-1]["lines"] if x["feature"] == "cloister"
    ]
    assert [(line["players"], line["points"]) for line in cloisters] == [(["blue"], 9)]


def test_a_finished_feature_where_nobody_stands_is_told_but_pays_nobody() -> None:
    (line,) = RULES.replay(document(laid("red", "E", 2, 0, -1)))["after"][0]["lines"]
    assert (line["feature"], line["players"]) == ("city", [])
