"""Game documents of Cornwall are read leniently, and what cannot be understood is refused in a sentence."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.errors import IllegalMoveError, ScoringError, UnreadableError
from scoring.games.cornwall import RULES
from scoring.games.cornwall.documents.games import NOTATION
from scoring.games.cornwall.engine.moves import FigurePlacement, PutBack, Recount, TriplePlacement

GAMES = Path(__file__).parents[2] / "games/cornwall"
GAME = json.loads((GAMES / "pub_bought_back_and_placed.json").read_text())
PLAYERS = [{"name": "Ann", "colour": "red"}, {"colour": "blue"}]
START = {
    "player": "red",
    "start": [
        {"cell": [q, 0], "terrain": terrain}
        for q, terrain in enumerate(["moor", "forest", "meadow", "village", "mountain"])
    ],
}
TILE = {"player": "red", "face": "forest-village-mountain", "turns": 5, "cell": [1, -1]}


def document(*moves: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"rules": "rulebook-000", "players": PLAYERS, "moves": list(moves), **more}


def test_a_document_may_leave_out_what_has_a_usual_value() -> None:
    game = NOTATION.load_game(document())
    assert [seat.name for seat in game.setup.players] == ["Ann", "Blue"]
    assert (game.moves, game.ended, game.forced) == ((), False, frozenset())


def test_unknown_keys_and_nulls_are_passed_over() -> None:
    assert NOTATION.load_move({**TILE, "pub": None, "weather": "fine"}) == NOTATION.load_move(TILE)


def test_a_face_may_begin_with_any_of_its_fields() -> None:
    turned = NOTATION.load_move({**TILE, "face": "village-mountain-forest", "turns": 1, "cell": [2, -1]})
    again = NOTATION.load_move({**TILE, "face": "mountain-forest-village", "turns": 3, "cell": [2, -2]})
    assert isinstance(turned, TriplePlacement)
    assert isinstance(again, TriplePlacement)
    assert turned.face == again.face == "forest-village-mountain"
    assert NOTATION.load_move(NOTATION.dump_move(turned)) == turned


def test_figures_and_buyers_are_put_in_order() -> None:
    figures = [{"cell": [2, -2], "kind": "tall"}, {"cell": [1, -1]}]
    move = NOTATION.load_move({**TILE, "figures": figures, "pub": ["red", "blue"]})
    assert isinstance(move, TriplePlacement)
    assert move.figures == (FigurePlacement((1, -1), "small"), FigurePlacement((2, -2), "tall"))
    assert move.pub == ("blue", "red")


def test_other_moves_are_read() -> None:
    assert NOTATION.load_move({"player": "red", "put_back": "village-mountain-forest"}) == PutBack(
        "red", "forest-village-mountain"
    )
    assert NOTATION.load_move({"player": "red", "coins": {"blue": 2}}) == Recount("red", {"blue": 2})


@pytest.mark.parametrize("cell", [[10**30, 0], [0, -1000]])
def test_a_tile_farther_away_than_any_table_is_long_is_refused(cell: list[int]) -> None:
    with pytest.raises(UnreadableError, match="cell"):
        NOTATION.load_move({**TILE, "cell": cell})


def test_a_sessions_document_tells_who_plays() -> None:
    session = {"format": "tablekeeper.session/1", "game": "cornwall", **document()}
    assert NOTATION.load_setup(session) == NOTATION.load_setup(document())
    with pytest.raises(UnreadableError, match="session"):
        NOTATION.load_game(session)


FIELDS = [{"cell": [1, -1], "terrain": "moor"}, {"cell": [2, -1], "terrain": "moor"}]


@pytest.mark.parametrize(
    ("wrong", "names"),
    [
        ({"game": "carcassonne"}, "carcassonne"),
        ({"format": "tablekeeper.game/9"}, "tablekeeper.game/9"),
        ({"rules": "leaflet-001"}, "leaflet-001"),
        ({"rules": 3}, "rules"),
        ({"options": {"farmers": True}}, "farmers"),
        ({"players": PLAYERS[:1]}, "2 to 4"),
        ({"players": [{"colour": "red"}, {"colour": "red"}]}, "same colour"),
        ({"players": [{"colour": "red"}, {"colour": "pink"}]}, "'pink'"),
        ({"moves": [{"player": "red"}]}, "Move 1"),
        ({"moves": [START, {**TILE, "face": "forest-village"}]}, "Move 2"),
        ({"moves": [START, {**TILE, "face": "forest-village-sea"}]}, "'sea'"),
        ({"moves": [START, {**TILE, "cell": [1]}]}, "cell"),
        ({"moves": [START, {**TILE, "turns": "one"}]}, "turns"),
        (
            {
                "moves": [
                    {"player": "red", "start": [{"cell": [0, 0], "terrain": "moor", "symbols": ["flag"]}]}
                ]
            },
            "moor",
        ),
        ({"moves": [{"player": "red", "fields": FIELDS}]}, "three cells"),
        ({"moves": [{"player": "red", "fields": [*FIELDS, FIELDS[0]]}]}, "one place"),
        ({"moves": [{"player": "red", "coins": {"red": "many"}}]}, "coins"),
        ({"moves": [{"player": "red", "put_back": "a-b-c"}]}, "'a'"),
        ({"ended": "soon"}, "ended"),
    ],
)
def test_a_malformed_document_is_refused_naming_the_place(wrong: dict[str, Any], names: str) -> None:
    with pytest.raises(UnreadableError, match=r"\.$") as caught:
        NOTATION.load_game(json.dumps(document() | wrong))
    assert names in str(caught.value)


def test_an_illegal_move_stops_the_replay_with_its_number_and_rule() -> None:
    with pytest.raises(IllegalMoveError, match="Move 3: It is Blue's turn") as caught:
        RULES.replay(document(START, TILE, {**TILE, "cell": [1, 1], "turns": 0}))
    assert caught.value.rule == "not_your_turn"


def test_the_sheet_explains_every_sum_in_terms_and_tells_the_coins() -> None:
    sheet = RULES.replay(
        document(START, {**TILE, "figures": [{"cell": [1, -1], "kind": "tall"}]}, ended=True)
    )
    assert sheet["format"] == "tablekeeper.sheet/1"
    assert sheet["after"][1] == {
        "move": 2,
        "points": {"red": 0, "blue": 0},
        "lines": [],
        "coins": {"red": 1, "blue": 1},
    }
    forest, red, blue = sheet["final"]["lines"]
    assert forest == {
        "feature": "forest",
        "cells": [[1, -1], [1, 0]],
        "players": ["red"],
        "points": 2,
        "terms": [{"count": 2, "each": 1, "what": "hexagons"}],
        "why": "majority",
    }
    assert "why" not in red
    assert red["terms"] == blue["terms"] == [{"count": 1, "each": 1, "what": "coins"}]
    assert sheet["final"]["points"] == {"red": 3, "blue": 1}
    assert sheet["final"]["coins"] == {"red": 1, "blue": 1}


# --- nonsense


words = st.sampled_from(["", "red", "forest", "forest-moor-village", "big", "cottage", "tablekeeper.game/1"])
leaves = st.none() | st.booleans() | st.integers() | st.floats() | words | st.text(max_size=3)
things = st.recursive(
    leaves, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3)
)


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield path
    if isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from places(inner, (*path, key))


def replaced(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    if not path:
        return new
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[path[0]] = replaced(value[path[0]], path[1:], new)
    return copy


def outcome(document: Any) -> tuple[Any, str]:
    """Give the sheet of a document, or the sentence that refuses it."""
    try:
        return RULES.replay(document if isinstance(document, dict) else json.dumps(document)), ""
    except ScoringError as refusal:
        return None, str(refusal)


@settings(max_examples=300)
@given(st.data())
def test_a_spoiled_game_is_played_or_refused_in_a_sentence(data: st.DataObject) -> None:
    spoiled = replaced(GAME, data.draw(st.sampled_from(list(places(GAME)))), data.draw(things))
    sheet, refusal = outcome(spoiled)
    assert refusal.endswith(".") if sheet is None else sheet["format"] == "tablekeeper.sheet/1"


@settings(max_examples=300)
@given(st.data())
def test_a_spoiled_house_rule_is_played_or_refused_in_a_sentence(data: st.DataObject) -> None:
    moves = [{**move, "house_rule": True} for move in GAME["moves"]]
    game = {**GAME, "moves": moves}
    paths = [path for path in places(game) if path[:1] == ("moves",)]
    sheet, refusal = outcome(replaced(game, data.draw(st.sampled_from(paths)), data.draw(things)))
    assert refusal.endswith(".") if sheet is None else sheet["format"] == "tablekeeper.sheet/1"


@pytest.mark.parametrize("text", ["[" * 100_000, b"\x00", "", "1e999", '{"players":' * 50_000])
def test_text_that_is_no_document_is_refused(text: bytes | str) -> None:
    with pytest.raises(UnreadableError):
        RULES.replay(text)
