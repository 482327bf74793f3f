"""Whatever is put in place of a part of a document, it is used or refused in a sentence, never worse."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.errors import ScoringError, UnreadableError
from scoring.games.carcassonne import RULES
from tests.scoring.carcassonne.notation import table

GAME = Path(__file__).parents[2] / "games/carcassonne/abbot_recalled_early.json"
BOARD = {
    "tiles": [
        {
            "cell": [0, 0],
            "face": "D",
            "turns": 0,
            "confidence": 0.9,
            "quad_px": [[0, 0], [9, 0], [9, 9], [0, 9]],
        },
        {
            "cell": [1, 0],
            "face": "U",
            "turns": 1,
            "alternatives": [{"face": "V", "turns": 0, "confidence": 0.1}],
        },
    ],
    "meeples": [{"cell": [0, 0], "colour": "red", "feature": "city", "sides": ["N"], "at_px": [1, 2]}],
    "faults": [{"kind": "edges_do_not_match", "cells": [[0, 0]], "says": "road meets field"}],
    "doubts": [{"kind": "hidden", "says": "A hand covers it.", "cell": [0, 1]}],
}

words = st.sampled_from(["", "D", "river_A", "N", "NL", "red", "city", "abbot", "tablekeeper.game/1"])
leaves = st.none() | st.booleans() | st.integers() | st.floats() | words | st.text(max_size=3)
things = st.recursive(
    leaves, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3)
)
STEADY = settings(max_examples=150)


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


def spoiled(document: Any, data: st.DataObject) -> Any:
    return replaced(document, data.draw(st.sampled_from(list(places(document)))), data.draw(things))


def outcome(use: Callable[[Any], Any], document: Any) -> tuple[Any, str]:
    """Give what comes of a document, or the sentence that refuses it."""
    try:
        return use(document if isinstance(document, dict) else json.dumps(document)), ""
    except ScoringError as refusal:
        return None, str(refusal)


@STEADY
@given(st.data())
def test_a_spoiled_game_is_played_or_refused_in_a_sentence(data: st.DataObject) -> None:
    sheet, refusal = outcome(RULES.replay, spoiled(json.loads(GAME.read_text()), data))
    assert refusal.endswith(".") if sheet is None else sheet["format"] == "tablekeeper.sheet/1"


@STEADY
@given(st.data())
def test_a_spoiled_board_is_used_or_refused_in_a_sentence(data: st.DataObject) -> None:
    board, refusal = outcome(RULES.load_board, spoiled(BOARD, data))
    if board is None:
        assert refusal.endswith(".")
        return
    assert RULES.load_board(RULES.dump_board(board)) == board
    RULES.status(board)
    RULES.score_board(board, table())
    for placed in RULES.picture_board(board).placed:
        if placed.spot:
            RULES.questions(board, placed.spot)


@pytest.mark.parametrize("text", ["[" * 100_000, b"\x00", "", "1e999", '{"players":' * 50_000])
def test_text_that_is_no_document_is_refused(text: bytes | str) -> None:
    with pytest.raises(UnreadableError):
        RULES.replay(text)
    with pytest.raises(UnreadableError):
        RULES.load_board(text)
