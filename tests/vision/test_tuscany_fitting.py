"""What thresholds of The Castles of Tuscany are fitted to: games by chance, looks whose truth is known."""

import pytest

from tests.some import some
from vision.games.tuscany.live.seeing import BLUISH, OFF_BLUE_DEG
from vision.games.tuscany.live.yields import A_CARD
from vision.games.tuscany.training.cards import cards, tell_cards
from vision.games.tuscany.training.habits import count_habits, tell_habits
from vision.games.tuscany.training.heaps import known_marks, tell_marks
from vision.games.tuscany.training.idle import tell_visits, visits
from vision.games.tuscany.training.wood import hues, tell_hues

SEEDS = [(4, 1)]


def test_habits_are_counted_from_what_players_do():
    habits = count_habits([(3, 1), (4, 1)])
    assert 0.2 < habits["DREW"].share < 0.4
    assert 0.2 < habits["WITH_MARBLE"].share < 0.8
    assert habits["SEEN_DRAW"].times == habits["DREW"].times
    assert max(habits[name].share for name in ("ALIKE", "LATER", "UNFILLED", "ILLEGAL")) < 0.1
    assert "DREW: " in tell_habits(habits)


@pytest.mark.slow
def test_things_of_a_heap_cover_more_than_nothing_and_markers_lie_on_their_steps():
    marks = known_marks(SEEDS)
    bare = some([heap.seen.area_mm2 for heap in marks.heaps if not heap.lies])
    full = some([heap.seen.area_mm2 for heap in marks.heaps if heap.lies])
    assert max(bare) < min(full)
    assert all(each.is_right and each.off_steps < 0.2 for each in some(marks.markers) if not each.is_knocked)
    assert "MISSED: 0 of " in tell_marks(marks)


@pytest.mark.slow
def test_yield_cards_are_likelier_than_cards_that_paid():
    seen = some(cards(SEEDS))
    assert {each.log_likelihood > A_CARD for each in seen if each.is_yield} == {True}
    assert {each.log_likelihood > A_CARD for each in seen if not each.is_yield} == {False}
    assert "0 above A_CARD" in tell_cards(seen)


@pytest.mark.slow
def test_wood_is_blue_and_nothing_else_is():
    seen = some(hues(SEEDS))
    is_blue = [abs(each.off_deg) < OFF_BLUE_DEG and each.strength > BLUISH for each in seen]
    assert is_blue == [each.is_wood for each in seen]
    assert 0 < sum(is_blue) < len(seen)
    assert f"wood: {sum(is_blue)}, " in tell_hues(seen)


@pytest.mark.slow
def test_hands_that_draw_change_less_than_others():
    seen = some(visits(SEEDS))
    idle, others = ([each.changed for each in seen if each.is_idle is so] for so in (True, False))
    assert max(some(idle)) < min(some(others))
    assert "0 told wrong" in tell_visits(seen)
