"""Every option of The Castles of Tuscany, both ways: what it changes, and that nothing else does it."""

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from scoring.errors import IllegalMoveError
from scoring.games.tuscany.documents.games import NOTATION
from scoring.games.tuscany.engine.options import OPTIONS
from scoring.games.tuscany.engine.play import apply
from scoring.games.tuscany.engine.points import points_after, score_phase, winners
from scoring.games.tuscany.engine.state import DisplayTile, TuscanyState, faces_of
from tests.scoring.tuscany.tuscany_notation import (
    begun,
    covered,
    done,
    given,
    greens,
    laying,
    opening,
    played,
    table,
)


def rule_of(act: Any, *arguments: Any, **named: Any) -> str:
    """Give the rule that refuses something; empty where it is done."""
    try:
        act(*arguments, **named)
    except IllegalMoveError as refusal:
        return refusal.rule
    return ""


def test_every_option_is_tried_here_with_every_value() -> None:
    text = Path(__file__).read_text()
    assert len(OPTIONS) == 14
    assert [option.name for option in OPTIONS if f"{option.name}=" not in text] == []
    values = [str(value.value) for option in OPTIONS for value in option.values]
    assert [value for value in values if f'"{value}"' not in text] == []


@pytest.mark.parametrize(("value", "cards"), [("3", 4), ("2", 3)])
def test_three_cards_are_drawn_or_two(value: str, cards: int) -> None:
    after, _ = done(begun(2, cards_drawn=value, hands="followed"), {"draw": True})
    assert after.realms["red"].hand == 5 + cards


@pytest.mark.parametrize(("value", "points"), [("5", 1), ("3", 3)])
def test_five_cards_are_a_point_or_three(value: str, points: int) -> None:
    assert points_after(given(begun(2, cards_a_point=value), "red", hand=9))["red"] == points


@pytest.mark.parametrize(
    ("value", "won", "shared"),
    [("more_green", ["blue"], ["red", "blue"]), ("fewer_green", ["red"], ["blue"])],
)
def test_a_tie_of_points_and_bare_fields_is_won_by_more_green_or_by_fewer(
    value: str, won: list[str], shared: list[str]
) -> None:
    state = replace(begun(2, last_tie=value), scored=3)
    state = given(given(state, "red", red=20, green=8, hand=4), "blue", red=20, green=9, hand=3)
    assert winners(state) == won
    assert winners(given(state, "blue", green=8)) == (shared if value == "more_green" else ["blue"])
    assert winners(covered(state, "red", (1, 1))) == ["blue"]
    assert winners(given(state, "red", red=21)) == ["red"]


def test_even_in_everything_players_share_the_win() -> None:
    for value in ("more_green", "fewer_green"):
        assert winners(begun(3, last_tie=value)) == ["red", "blue", "green"]


@pytest.mark.parametrize(("value", "points"), [("not_counted", 1), ("counted", 13)])
def test_tiles_in_stacks_are_not_counted_at_the_end_or_are(value: str, points: int) -> None:
    state = given(begun(2, stacks_at_end=value), "red", put_out=9, store=("city",))
    assert points_after(state)["red"] == points


@pytest.mark.parametrize(("value", "rule"), [("any", ""), ("buildable", "none_fits")])
def test_any_tile_may_be_taken_or_only_one_that_could_be_laid(value: str, rule: str) -> None:
    state = begun(2, take=value)
    assert rule_of(done, state, {"take": "estate", "store": 0, "refill": ["city"]}) == rule
    assert rule_of(done, state, {"take": "monastery", "store": 0, "refill": ["city"]}) == ""


@pytest.mark.parametrize(("value", "rule"), [("any_space", ""), ("free_first", "no_space")])
def test_a_tile_goes_on_any_space_or_on_a_free_one_first(value: str, rule: str) -> None:
    state = given(begun(2, store=value), "red", store=("city", None))
    assert rule_of(done, state, {"take": "quarry", "store": 0, "refill": ["city"]}) == rule
    full = given(state, "red", store=("city", "city"))
    after, _ = done(full, {"take": "quarry", "store": 0, "refill": ["city"]})
    assert after.realms["red"].store == ("quarry", "city")


def castle_on_castle(value: str, outer: str, inner: str) -> tuple[TuscanyState, Any]:
    """Have a castle lay a castle that lays what came for it."""
    state = covered(begun(2, castle_refill=value), "red", (0, 3), (-4, 7))
    takes = {"face": "castle", "cell": [-5, 7], "refill": [inner]}
    takes["takes"] = {"face": "farm:wine", "cell": [-4, 6]}
    return laying(state, "red", "castle", (0, 4), takes=takes, refill=[outer])


def test_a_castles_tile_is_replaced_after_it_is_laid_or_at_once() -> None:
    with pytest.raises(IllegalMoveError) as caught:
        castle_on_castle("after", "farm:wine", "city")
    assert caught.value.rule == "not_in_display"
    after, _ = castle_on_castle("at_once", "farm:wine", "city")
    assert after.realms["red"].covered[-4, 6] == "farm:wine"
    assert faces_of(after)[0] == "city"


@pytest.mark.parametrize(("value", "rule"), [("may", ""), ("must", "castle_must_pick")])
def test_a_castle_may_lay_a_tile_or_must(value: str, rule: str) -> None:
    state = covered(begun(2, castle_pick=value), "red", (0, 3))
    assert rule_of(laying, state, "red", "castle", (0, 4)) == rule
    none = replace(state, display=(DisplayTile("estate", is_neutral=True),) * 8)
    assert rule_of(laying, none, "red", "castle", (0, 4)) == ""


@pytest.mark.parametrize(
    ("value", "drops", "red", "store"),
    [
        ("two_red", {}, 2, ("hex", "city")),
        ("lost", {}, 0, ("hex", "city")),
        ("drop_one", {}, 0, ("hex", "city")),
        ("drop_one", {"drops": 1}, 0, ("hex", "hex")),
    ],
)
def test_a_hex_without_a_space_is_two_red_or_lost_or_something_is_dropped(
    value: str, drops: dict[str, int], red: int, store: tuple[str, ...]
) -> None:
    state = begun(2, hex_without_space=value)
    state = given(state, "red", tokens=("storage", "yield"), store=(None, "city"))
    two = {"yield": [{"hex": 1}, {"hex": 1}]}
    after, _ = laying(state, "red", "carriage", (0, 0), **two, **drops)
    assert (after.realms["red"].red, after.realms["red"].store) == (red, store)


@pytest.mark.parametrize(("value", "green"), [("nothing", 0), ("points", 1)])
def test_a_start_castle_by_itself_brings_nothing_or_a_point(value: str, green: int) -> None:
    assert played(table(2, start_castle_area=value), opening(2)).realms["red"].green == green


@pytest.mark.parametrize(("value", "reds"), [("after_extra_round", [0, 0, 0, 7]), ("before", [0, 5, 5, 5])])
def test_the_third_scoring_comes_after_the_extra_round_or_before(value: str, reds: list[int]) -> None:
    state = begun(2, third_scoring=value)
    for _ in range(2):
        state, _ = score_phase(state)
    state = given(given(state, "red", green=5), "blue", put_out=20)
    found = []
    for act in (
        {"draw": True},
        {"take": "city", "store": 0, "refill": ["city"]},
        {"draw": True},
        {"draw": True},
    ):
        state = given(state, "red", green=7) if len(found) == 2 else state
        state, _ = done(state, act)
        found.append(state.realms["red"].red)
    assert found == reds
    assert state.is_played
    assert state.scored == 3


def with_area_of_four(**options: str) -> TuscanyState:
    """Give a game in which Anna's four grey fields hang together, three of them covered."""
    state = played(table(2, **options), opening(2)[:2])
    fields = {f"{q},{r}": colour for (q, r), colour in state.realms["red"].fields.items()}
    fields |= {"-4,8": "red", "-1,2": "grey"}
    moves = [*opening(2)[:1], {"player": "red", "fields": fields}, *opening(2)[2:]]
    return covered(played(table(2, **options), moves), "red", (-1, 2), (-2, 3), (-1, 3))


def test_an_area_of_four_is_asked_for_or_brings_six() -> None:
    state, lines = laying(with_area_of_four(big_area="six"), "red", "quarry", (0, 2))
    assert greens(lines, "area") == 6
    assert not state.questions
    state, lines = laying(with_area_of_four(big_area="ask"), "red", "quarry", (0, 2))
    assert greens(lines, "area") == 0
    assert [(question.kind, question.key) for question in state.questions] == [("area", "4")]
    told = NOTATION.load_move({"player": "blue", "box": {"area_points": {"4": 10}}})
    state, lines = apply(state, told)
    assert greens(lines, "area") == state.realms["red"].green - 3 == 10
    assert not state.questions


@pytest.mark.parametrize(("value", "rule"), [("allowed", ""), ("two_colours", "price_not_met")])
def test_two_equal_pairs_pay_or_must_be_of_two_colours(value: str, rule: str) -> None:
    state = begun(2, equal_pairs=value)
    equal = {"cards": {"red": 4}, "workers": 0}
    assert rule_of(laying, state, "red", "quarry", (0, 2), pays=equal) == rule
    unequal = {"cards": {"red": 2, "beige": 2}, "workers": 0}
    assert rule_of(laying, state, "red", "quarry", (0, 2), pays=unequal) == ""


@pytest.mark.parametrize(("value", "hand"), [("at_end", None), ("followed", 7)])
def test_hands_are_told_at_the_end_or_followed(value: str, hand: int | None) -> None:
    state, _ = done(begun(2, hands=value), {"draw": True})
    pays = {"cards": {"grey": 2}, "workers": 0}
    state, _ = laying(state, "red", "quarry", (0, 2), pays=pays)
    assert state.realms["red"].hand == hand
    state, _ = laying(state, "red", "monastery", (1, 1))
    assert state.realms["red"].hand is None
