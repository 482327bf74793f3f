"""Plays every game in ``tests/games/cornwall`` and checks the sums after every move, by both scorers."""

import json
from pathlib import Path
from typing import Any

import pytest

from scoring.games.cornwall import RULES
from scoring.games.cornwall.documents.games import NOTATION
from tests.scoring.cornwall.cornwall_slow_scorer import slow_points
from tests.some import perhaps

GAMES = sorted((Path(__file__).parents[2] / "games/cornwall").glob("*.json"))
every_game = pytest.mark.parametrize("path", GAMES, ids=[path.stem for path in GAMES])


def read(path: Path) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(path.read_text())
    return document


def test_there_are_at_least_forty_games_and_each_says_what_it_proves() -> None:
    assert len(GAMES) >= 40
    assert all(read(path)["proves"].endswith(".") for path in GAMES)


@every_game
def test_a_game_has_the_sums_written_in_it(path: Path) -> None:
    document = read(path)
    sheet = RULES.replay(document)
    colours = [seat["colour"] for seat in document["players"]]
    sums = [[entry["points"][colour] for colour in colours] for entry in sheet["after"]]
    assert sums == document["expect"]["after"]
    assert sheet["final"]["points"] == document["expect"]["final"]["points"]
    assert sheet["final"]["winners"] == document["expect"]["final"]["winners"]
    assert sheet["after"][-1]["coins"] == document["expect"].get("coins", sheet["final"]["coins"])


@every_game
def test_the_slow_scorer_finds_the_same_sums_and_winners(path: Path) -> None:
    document = read(path)
    after, points, winners = slow_points(NOTATION.game_document(NOTATION.load_game(document)))
    assert after == document["expect"]["after"]
    assert points == document["expect"]["final"]["points"]
    assert winners == document["expect"]["final"]["winners"]


@every_game
def test_points_grow_by_exactly_the_lines_of_each_move(path: Path) -> None:
    document = read(path)
    sheet = RULES.replay(document)
    points = {seat["colour"]: 0 for seat in document["players"]}
    for entry in [*sheet["after"], sheet["final"]]:
        for line in perhaps(entry["lines"]):
            assert line["points"] == sum(term["count"] * term["each"] for term in line["terms"]) > 0
            for player in line["players"]:
                points[player] += line["points"]
        assert entry["points"] == points


@every_game
def test_a_game_written_down_again_replays_alike(path: Path) -> None:
    document = read(path)
    assert RULES.replay(json.dumps(NOTATION.game_document(NOTATION.load_game(document)))) == RULES.replay(
        document
    )
