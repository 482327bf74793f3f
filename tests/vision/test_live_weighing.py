"""The live reader weighs what it saw of a tile before its figure came, and what it sees under it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.games.carcassonne.fusion import Reading
from vision.games.carcassonne.live.weighing import weigh_again

ROAD_END, CLOISTER, SHIELD = Reading("A", 0), Reading("B", 0), Reading("M", 0)
probabilities = st.lists(st.floats(0.01, 1.0), min_size=3, max_size=3).map(
    lambda parts: dict(zip((ROAD_END, CLOISTER, SHIELD), (one / sum(parts) for one in parts), strict=True))
)


@given(probabilities, probabilities)
def test_both_looks_give_probabilities(first: dict[Reading, float], now: dict[Reading, float]) -> None:
    both = weigh_again(first, now)
    assert both.keys() == first.keys()
    assert sum(both.values()) == pytest.approx(1)


@given(probabilities)
def test_two_looks_that_agree_are_surer_than_one(first: dict[Reading, float]) -> None:
    best = max(first, key=lambda one: first[one])
    assert weigh_again(first, first)[best] >= first[best] - 1e-9


@given(probabilities)
def test_a_look_that_tells_nothing_changes_nothing(first: dict[Reading, float]) -> None:
    assert weigh_again(first, dict.fromkeys(first, 1 / 3)) == pytest.approx(first)


def test_a_sure_look_under_a_figure_sets_an_unsure_first_one_right() -> None:
    both = weigh_again({ROAD_END: 0.78, CLOISTER: 0.22}, {CLOISTER: 0.998, ROAD_END: 0.002})
    assert both[CLOISTER] > 0.9


def test_a_look_that_rather_tells_another_reading_makes_none_surer() -> None:
    first = {SHIELD: 0.84, CLOISTER: 0.155, ROAD_END: 0.005}
    assert weigh_again(first, {ROAD_END: 0.6, SHIELD: 0.4}) == first


def test_an_unsure_look_under_a_figure_does_not_shake_a_sure_first_one() -> None:
    assert weigh_again({SHIELD: 0.99, CLOISTER: 0.01}, {CLOISTER: 0.7, SHIELD: 0.3})[SHIELD] > 0.97
