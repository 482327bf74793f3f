"""The leaflets' own worked examples, each realised by a game that builds it."""

import json
from pathlib import Path
from typing import Any

import pytest

from scoring.game import Setup
from scoring.games.carcassonne import RULES
from scoring.games.carcassonne.documents.boards import load_board, score_board
from scoring.games.carcassonne.engine.options import options_of
from scoring.games.carcassonne.engine.points import score_region
from scoring.games.carcassonne.engine.state import SegmentFigure
from scoring.games.carcassonne.land.regions import FeatureRegion, Land
from tests.scoring.carcassonne.notation import played, table
from tests.some import some

HERE = Path(__file__).parent
EXAMPLES = json.loads((HERE / "worked_examples.json").read_text())
RING = [(-1, -1), (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0)]


def expected_points(expected: Any) -> list[Any]:
    """Give what an example expects of each of its games; "2+s" and its like are realised without shields."""
    if isinstance(expected, dict):
        return [v for v in expected.values() if isinstance(v, dict)] or [expected]
    return [{"2+s": 2, "4+2s": 4, "1+n": 1 + 3}.get(expected, expected)]


@pytest.mark.parametrize("example", EXAMPLES, ids=[example["id"] for example in EXAMPLES])
def test_a_worked_example_scores_as_the_leaflet_says(example: dict[str, Any]) -> None:
    for game, expected in some(zip(example["games"], expected_points(example["expected"]), strict=True)):
        document = json.loads((HERE.parents[1] / f"games/carcassonne/{game['file']}.json").read_text())
        sheet = RULES.replay(document)
        entry = sheet["after"][game["after"] - 1] if "after" in game else sheet["final"]
        assert {colour: entry["points"][colour] for colour in game["points"]} == game["points"]
        if isinstance(expected, dict):
            assert game["points"] == expected
        else:
            assert set(game["points"].values()) == {expected}


@pytest.mark.parametrize(("rules", "expected"), [("leaflet-001", (2, 3, 4)), ("leaflet-004", (4, 6, 8))])
def test_a_finished_city_of_two_tiles_counts_its_shields(rules: str, expected: tuple[int, ...]) -> None:
    city = frozenset({((0, 0), 0), ((0, 1), 0)})
    knight = SegmentFigure("red", "follower", ((0, 0), 0))
    options = options_of(Setup(rules, ()))
    lines = [score_region(Land(), FeatureRegion("city", city, 0, s), [knight], options) for s in (0, 1, 2)]
    assert tuple(line.points for line in lines) == expected


@pytest.mark.parametrize("around", range(9))
def test_an_abbot_is_worth_one_and_a_point_for_each_neighbour(around: int) -> None:
    tiles = [{"cell": [0, 0], "face": "V", "turns": 0, "garden": True}]
    tiles += [{"cell": list(cell), "face": "B", "turns": 0} for cell in RING[:around]]
    abbot = {"cell": [0, 0], "colour": "red", "kind": "abbot", "feature": "garden"}
    (line,) = score_board(load_board({"tiles": tiles, "meeples": [abbot]}), table(abbot=True))
    assert line.points == 1 + around
    assert line.players == ("red",)


def test_the_small_city_exception_is_about_tiles_not_about_segments() -> None:
    state = played(table("leaflet-001"), ["R1@0,-1 city:N", "N1@0,-2", "N3@1,-1", "I2@1,-2"])
    assert state.points == {"red": 10, "blue": 0}
