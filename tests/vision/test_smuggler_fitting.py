"""The odds of stories of Cornish Smuggler, fitted to looks whose truth is known."""

import json
from importlib.resources import files

import pytest

from scoring.games.smuggler.engine import moves as m
from tests.some import some
from vision.games import smuggler
from vision.games.smuggler.explaining import StoryOdds, TableStory, story_odds
from vision.games.smuggler.registration import SeeingLimits, seeing_limits
from vision.games.smuggler.training.crowds import crowds
from vision.games.smuggler.training.fitting import fit_hides, fit_odds, judge
from vision.games.smuggler.training.limits import FEWER, count_wrong, fit_limits, photographed
from vision.games.smuggler.training.sightings import MeasuredGoods, SeenLook

SAIL, PASSED = m.Sail("red", "channel"), TableStory((m.Sail("blue", "channel"),), ("red",), (), 0.0)
CROWDED = [MeasuredGoods(4, 4 + off, 2.0) for off in (-1.0, -0.4, 0.2, 0.6, 1.0)]


def look(is_first_true):
    """Look at what red has done, or else blue, whom red let go first."""
    stories = (TableStory((SAIL,), (), (), 0.0), PASSED)
    return SeenLook(stories, (is_first_true, not is_first_true), [[(0.1, 0.0)]] * 2)


def test_what_is_so_more_often_tells_less_against_a_story():
    seldom, often = (fit_odds([look(True)] * (40 - n) + [look(False)] * n, CROWDED) for n in (1, 15))
    assert seldom.skipped < often.skipped < 0
    assert seldom.misread < seldom.skipped


def test_fitted_odds_surprise_less_than_others():
    looks = [look(True)] * 30 + [look(False)] * 3
    fitted = fit_odds(looks, CROWDED)
    for skipped in (-8.0, 3.0):
        other = judge(looks, fitted._replace(skipped=skipped))
        assert judge(looks, fitted)["nats_a_look"] < other["nats_a_look"]
    assert judge(looks, fitted)["likeliest_wrong"] == 3


def test_goods_that_are_hidden_are_farther_off_the_worse_they_measure():
    worse = [each._replace(seen=4 + 2 * (each.seen - 4)) for each in CROWDED]
    assert 0.1 < fit_hides(CROWDED, 0.2) < fit_hides(worse, 0.2)


@pytest.mark.slow
def test_goods_on_which_pieces_stand_are_measured():
    goods = some([each for seed in (5101, 5102) for each in crowds(seed, 1)])
    assert any(each.hidden > 0.5 for each in goods)
    near = [abs(each.seen - each.true) < 1 + each.hidden for each in goods]
    assert sum(near) >= 0.75 * len(near)


@pytest.fixture(scope="module")
def tables():
    return [photographed(7701)]


def test_what_is_seen_wrong_is_counted(tables):
    assert count_wrong(tables, seeing_limits()) < FEWER
    blind = seeing_limits()._replace(covered=1.1)
    pegs = sum(sum(table.true.pegs.values()) for table in tables)
    assert count_wrong(tables, blind) >= pegs > FEWER


@pytest.mark.slow
def test_limits_that_are_wrong_are_mended_by_fitting_and_those_that_are_right_stay(tables):
    right = seeing_limits()
    wrong = right._replace(covered=1.1)
    limits, tried = fit_limits(tables, wrong)
    assert count_wrong(tables, limits) + FEWER <= count_wrong(tables, wrong)
    assert {name: len(values) for name, values in tried.items()} == dict.fromkeys(right._fields, 5)
    assert fit_limits(tables, right)[0] == right
    assert fit_limits(tables, wrong, ["told"])[0].covered == 1.1


def test_limits_say_what_they_were_fitted_to():
    kept = json.loads((files(smuggler) / "limits.json").read_bytes())
    assert seeing_limits() == SeeingLimits(**kept["limits"])
    assert {name for run in kept["runs"] for name in run["wrong_by_those_tried"]} == kept["limits"].keys()
    for run in kept["runs"]:
        assert run["fitted_by"].startswith("python -m vision.games.smuggler.training.limits ")
        assert run["fitted_to"]["pieces"] > run["held_out"]["pieces"] > 0


def test_odds_say_what_they_were_fitted_to():
    kept = json.loads((files(smuggler) / "odds.json").read_bytes())
    assert story_odds() == StoryOdds(**kept["odds"])
    assert kept["fitted_by"].startswith("python -m vision.games.smuggler.training ")
    assert kept["unit"]
    assert kept["fitted_to"]["looks"] > kept["held_out"]["looks"] > 0
