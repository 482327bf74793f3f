"""Plays every game in ``tests/games/tuscany`` and checks the sums after every move, by both scorers."""

import json
from pathlib import Path
from typing import Any

import pytest

from scoring.games.tuscany import RULES
from scoring.games.tuscany.documents.games import NOTATION
from scoring.games.tuscany.land.box import dump_box, sample_box
from tests.scoring.tuscany.tuscany_slow_scorer import slow_points
from tests.some import perhaps

GAMES = sorted((Path(__file__).parents[2] / "games/tuscany").glob("*.json"))
every_game = pytest.mark.parametrize("path", GAMES, ids=[path.stem for path in GAMES])


def read(path: Path) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(path.read_text())
    return document


def plain(document: dict[str, Any]) -> dict[str, Any]:
    """Give a game as the slow scorer reads it: every move, and the box that ships, spelled out."""
    written = json.loads(json.dumps(NOTATION.game_document(NOTATION.load_game(document))))
    for move in written["moves"]:
        if move.get("box") == "sample":
            move["box"] = json.loads(json.dumps(dump_box(sample_box())))
    return written


def changes(sums: list[list[int]]) -> dict[str, list[int]]:
    """Give the sums after each move that changes them."""
    before = [[0] * len(sums[0]), *sums[:-1]]
    return {str(n): now for n, (was, now) in enumerate(zip(before, sums, strict=True), 1) if was != now}


def test_there_are_at_least_45_games_and_each_says_what_it_proves() -> None:
    assert len(GAMES) >= 45
    assert all(read(path)["proves"].endswith(".") for path in GAMES)


@every_game
def test_a_game_has_the_sums_written_in_it(path: Path) -> None:
    document = read(path)
    sheet, expect = RULES.replay(document), document["expect"]
    colours = [seat["colour"] for seat in document["players"]]
    assert (
        changes([[entry["points"][colour] for colour in colours] for entry in sheet["after"]])
        == expect["red"]
    )
    assert (
        changes([[entry["green"][colour] for colour in colours] for entry in sheet["after"]])
        == expect["green"]
    )
    assert sheet["final"]["points"] == expect["final"]["points"]
    assert sheet["final"]["winners"] == expect["final"]["winners"]
    for what in ("marble", "workers"):
        assert sheet["final"][what] == expect.get(what, sheet["final"][what])


@every_game
def test_the_slow_scorer_finds_the_same_sums_and_winners(path: Path) -> None:
    document = plain(read(path))
    after, points, winners = slow_points(document)
    sheet = RULES.replay(document)
    assert after == [[*entry["points"].values()] for entry in sheet["after"]]
    assert points == sheet["final"]["points"]
    assert winners == sheet["final"]["winners"]


@every_game
def test_red_points_grow_by_exactly_the_lines_of_each_move(path: Path) -> None:
    document = read(path)
    sheet = RULES.replay(document)
    points = {seat["colour"]: 0 for seat in document["players"]}
    for entry in [*sheet["after"], sheet["final"]]:
        for line in perhaps(entry["lines"]):
            assert line["points"] == sum(term["count"] * term["each"] for term in line["terms"])
            for player in perhaps([] if "currency" in line else line["players"]):
                points[player] += line["points"]
        assert entry["points"] == points


@every_game
def test_a_game_written_down_again_replays_alike(path: Path) -> None:
    document = read(path)
    assert RULES.replay(json.dumps(NOTATION.game_document(NOTATION.load_game(document)))) == RULES.replay(
        document
    )
