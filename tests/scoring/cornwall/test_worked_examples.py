"""The rulebook's own worked examples, each realised by a game that builds it or by a tile laid."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from scoring.errors import IllegalMoveError
from scoring.game import ScoreLine
from scoring.games.cornwall.documents.beginning import start
from scoring.games.cornwall.documents.games import NOTATION
from scoring.games.cornwall.engine.coins import bill, count_standing
from scoring.games.cornwall.engine.moves import TriplePlacement
from scoring.games.cornwall.engine.placing import extended, touching_edges
from scoring.games.cornwall.engine.play import apply, check
from scoring.games.cornwall.engine.regions import region_at
from scoring.games.cornwall.engine.state import CornwallState
from tests.scoring.cornwall.cornwall_notation import played, table, turn
from tests.some import perhaps

HERE = Path(__file__).parent
EXAMPLES = json.loads((HERE / "worked_examples.json").read_text())
PLAYED = [example for example in EXAMPLES if "file" in example]
LAID = [example for example in EXAMPLES if "laid" in example]
BEGUN = "forest@0,0 mountain@1,0 meadow@2,0 village@3,0 moor@4,0"
each_played = pytest.mark.parametrize("example", PLAYED, ids=[example["id"] for example in PLAYED])


def at_the_move(
    example: dict[str, Any],
) -> tuple[CornwallState, TriplePlacement, CornwallState, tuple[ScoreLine, ...]]:
    """Play an example's game up to its move: the game before, the move, the game after and its lines."""
    game = NOTATION.load_game((HERE.parents[1] / f"games/cornwall/{example['file']}.json").read_bytes())
    state = start(game.setup)
    for move in game.moves[: example["move"] - 1]:
        state, _ = apply(state, move)
    move = game.moves[example["move"] - 1]
    assert isinstance(move, TriplePlacement)
    return state, move, *apply(state, move)


def test_all_ten_lettered_examples_and_four_of_laying_are_here() -> None:
    assert "".join(example["id"] for example in PLAYED) == "ABCDEFGHIJ"
    assert len(LAID) == 4


@pytest.mark.parametrize("example", LAID, ids=[example["id"] for example in LAID])
def test_a_tile_is_laid_as_the_rulebook_shows(example: dict[str, Any]) -> None:
    laid, said = example["laid"], example["input"]
    state = played(table(), laid["turns"], BEGUN)
    move = turn(laid["tile"], state.player)
    if "touchesSameTerrain" in said:
        assert bool(extended(state.fields, move.fields)) == bool(said["touchesSameTerrain"])
    if "touchingEdges" in said:
        assert touching_edges(state.fields, move.cells) == said["touchingEdges"]
    if example["expected"]["legal"]:
        assert touching_edges(state.fields, move.cells) == 3
        check(state, move)
        return
    with pytest.raises(IllegalMoveError) as caught:
        check(state, move)
    assert caught.value.rule == laid["rule"]


@each_played
def test_the_regions_extended_earn_the_coins_that_are_printed(example: dict[str, Any]) -> None:
    state, move, _, _ = at_the_move(example)
    assert extended(state.fields, move.fields) == set(example["input"]["terrainsExtended"])
    expected = example["expected"]
    assert bill(state, move).earned == expected.get("coins", expected.get("coinsGained"))


@each_played
def test_the_figures_stand_and_cost_as_it_is_printed(example: dict[str, Any]) -> None:
    state, move, after, _ = at_the_move(example)
    placements = example["input"].get("placements", [])
    if not placements:
        return
    fields = {**state.fields, **move.fields}
    put = Counter(
        (stand.kind, fields[stand.cell].terrain, count_standing(state.figures, region_at(fields, stand.cell)))
        for stand in move.figures
    )
    assert put == Counter((p["piece"], p["on"].split("(")[0], p["figuresAlreadyThere"]) for p in placements)
    symbols = {p["on"].partition("(")[2].rstrip(")") for p in placements} - {""}
    assert symbols <= {symbol for stand in move.figures for symbol in fields[stand.cell].symbols}
    paid = bill(state, move)
    assert paid.figures == example["expected"]["coinsPaid"]
    assert after.coins[move.player] == state.coins[move.player] + paid.earned - paid.figures


@each_played
def test_the_points_are_those_printed(example: dict[str, Any]) -> None:
    state, move, after, lines = at_the_move(example)
    gained = {player: after.points[player] - state.points[player] for player in after.points}
    expected = example["expected"]
    if "pointsNow" in expected:
        assert gained[move.player] == expected["pointsNow"]
    if "points" in expected:
        assert gained == expected["points"]
    for terrain, points in perhaps(expected.get("perRegion", {}).items()):
        paid = Counter[str]()
        for line in lines:
            if line.feature == terrain:
                paid.update(dict.fromkeys(line.players, line.points))
        assert {player: paid[player] for player in points} == points


def test_the_figures_of_example_i_and_j_go_to_the_pub() -> None:
    by_letter = {example["id"]: example for example in PLAYED}
    guests = {letter: at_the_move(by_letter[letter])[2].pub for letter in "IJ"}
    assert {f"{guest.player} {guest.kind}" for guest in guests["I"]} == set(
        by_letter["I"]["expected"]["toPub"]
    )
    assert Counter(guest.player for guest in guests["J"]) == {"blue": 2, "red": 1, "yellow": 3}
    assert [guest.kind for guest in guests["J"] if guest.player == "red"] == ["big"]


def test_the_shares_of_example_j_explain_themselves() -> None:
    example = next(example for example in PLAYED if example["id"] == "J")
    lines = at_the_move(example)[3]
    said = {
        (line.feature, line.players): [(t.count, t.each, str(t.what)) for t in line.terms] for line in lines
    }
    assert said == {
        ("meadow", ("red", "yellow")): [(1, 9, "share (6 \u00d7 3 ÷ 2)")],
        ("village", ("yellow",)): [(3, 3, "hexagons")],
        ("village", ("blue",)): [(3, 1, "hexagons")],
    }
