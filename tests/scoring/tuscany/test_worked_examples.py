"""The rulebook's own worked examples and numbers, each played in the sample box."""

import json
from pathlib import Path
from typing import Any

import pytest

from scoring.errors import IllegalMoveError
from scoring.games.tuscany.engine.course import cards_drawn
from scoring.games.tuscany.engine.points import AREA_POINTS, points_after, score_phase
from scoring.games.tuscany.engine.state import TuscanyState
from tests.scoring.tuscany.tuscany_notation import begun, covered, done, given, greens, laying

EXAMPLES = {
    each["id"]: each for each in json.loads((Path(__file__).parent / "worked_examples.json").read_text())
}
YELLOW_OF_THREE = ((1, 0), (1, 1), (1, 2))
"""Anna's: the start castle lies beside the second."""
GREEN_OF_THREE = ((77, 7), (78, 6), (79, 6))
"""Clara's."""
YIELD = [{"red": 2}]


def example(name: str) -> tuple[dict[str, Any], dict[str, Any]]:
    return EXAMPLES[name]["input"], EXAMPLES[name]["expected"]


def test_every_example_of_the_rulebook_is_played_here() -> None:
    text = Path(__file__).read_text()
    assert len(EXAMPLES) == 16
    assert [name for name in EXAMPLES if f'"{name}"' not in text] == []


def test_annas_second_monastery_of_three_brings_nothing_and_the_third_six() -> None:
    (said, second), (_, third) = example("monastery"), example("monastery-complete")
    state = begun(2)
    assert len(state.realms["red"].areas[1, 1]) == said["areaSize"]
    cards = {"cards": {"yellow": 2}, "workers": 0}
    state, _ = laying(state, "red", "monastery", (1, 1), pays=cards)
    state, lines = laying(state, "red", "monastery", (1, 0), pays=cards)
    assert greens(lines, "area") == second["green"] == 0
    state, lines = laying(state, "red", "monastery", (1, 2), pays=cards)
    assert greens(lines, "area") == third["green"] == 6
    assert state.realms["red"].green == 6


@pytest.mark.parametrize(
    ("name", "cell", "before"),
    [
        ("area-1", (0, 0), []),
        ("area-2", (-3, 4), [(0, 2), (-1, 3), (-2, 3), (-2, 4)]),
        ("area-3", (0, 2), [(-1, 2), (-2, 3), (-1, 3)]),
    ],
)
def test_an_area_completed_brings_1_3_and_6(
    name: str, cell: tuple[int, int], before: list[tuple[int, int]]
) -> None:
    said, expected = example(name)
    state = covered(begun(2), "red", *before)
    realm = state.realms["red"]
    assert len(realm.areas[cell]) == said["areaSize"]
    more = {"yield": YIELD} if realm.fields[cell] == "beige" else {}
    _, lines = laying(state, "red", "hex", cell, **more)
    assert greens(lines, "area") == expected["green"] == AREA_POINTS[said["areaSize"]]


def test_bennos_hex_on_light_green_is_paid_by_a_pair_and_a_card_and_brings_one() -> None:
    said, expected = example("estate-hex-on-light-green")
    assert said["discard"] == ["red", "red", "lightgreen"]
    state = covered(begun(2), "blue", (41, 1), (40, 1), (39, 1))
    pays = {"cards": {"red": 2, "light_green": 1}, "workers": 0}
    _, lines = laying(state, "blue", "hex", (42, 1), pays=pays)
    assert expected["legal"]
    assert greens(lines, "farm") == expected["greenExtra"] == 1


def test_claras_boar_and_wine_beside_wine_bring_one() -> None:
    _, expected = example("agriculture")
    state = covered(begun(3), "green", (79, 5))
    state = covered(state, "green", (78, 6), face="farm:wine")
    assert state.realms["green"].areas[79, 6] == GREEN_OF_THREE
    cards = {"cards": {"light_green": 2}, "workers": 0}
    after, lines = laying(state, "green", "farm:boar+wine", (79, 6), pays=cards)
    assert greens(lines, "farm") == after.realms["green"].green == expected["green"] == 1


def test_darios_city_is_paid_by_a_worker_and_a_pair() -> None:
    said, expected = example("worker-joker")
    assert (said["workers"], said["tileColour"], expected["legal"]) == (1, "red", True)
    state = given(covered(begun(4), "yellow", (120, 1)), "yellow", workers=1)
    pays = {"cards": {"light_green": 2}, "workers": said["workers"]}
    after, _ = laying(state, "yellow", "city", (120, 2), token="yield", pays=pays)
    assert after.realms["yellow"].workers == 0
    assert after.realms["yellow"].tokens == ("card", "yield")
    with pytest.raises(IllegalMoveError, match="workers"):
        laying(given(state, "yellow", workers=0), "yellow", "city", (120, 2), token="yield", pays=pays)


def test_a_quarry_with_two_tokens_brings_three_marble() -> None:
    said, expected = example("quarry-2-bonus")
    state = given(begun(2), "red", tokens=("marble",) * said["bonusMarble"])
    after, _ = laying(state, "red", "quarry", (0, 2))
    assert after.realms["red"].marble == expected["marble"] == 3


def test_a_village_with_one_token_brings_two_workers() -> None:
    said, expected = example("village-1-bonus")
    state = covered(given(begun(2), "red", tokens=("worker",) * said["bonusWorker"]), "red", (1, 1))
    after, _ = laying(state, "red", "village", (2, 1))
    assert after.realms["red"].workers == expected["workers"] == 2


def test_a_carriage_with_three_tokens_turns_four_yield_cards() -> None:
    said, expected = example("carriage-3-bonus")
    state = given(begun(2), "red", tokens=("yield",) * said["bonusYield"])
    after, _ = laying(state, "red", "carriage", (0, 0), **{"yield": YIELD * expected["yieldCards"]})
    assert after.realms["red"].red == 8
    for count in (1, 3, 5):
        with pytest.raises(IllegalMoveError, match="are 4 yield cards to turn"):
            laying(state, "red", "carriage", (0, 0), **{"yield": YIELD * count})


def test_a_monastery_with_two_card_tokens_brings_three_cards() -> None:
    said, expected = example("monastery-cards")
    state = given(begun(2, hands="followed"), "red", tokens=("card",) * said["bonusCard"], hand=2)
    after, _ = laying(state, "red", "monastery", (1, 1), pays={"cards": {"yellow": 2}, "workers": 0})
    assert after.realms["red"].hand == expected["cards"] == 3


@pytest.mark.parametrize(("drawn", "cards"), [("3", 6), ("2", 5)])
def test_three_card_tokens_draw_three_cards_more(drawn: str, cards: int) -> None:
    state = given(begun(2, cards_drawn=drawn, hands="followed"), "red", tokens=("card",) * 3)
    assert cards_drawn(state, "red") == cards
    after, _ = done(state, {"draw": True})
    assert after.realms["red"].hand == 5 + cards


@pytest.mark.parametrize(
    ("cards", "workers", "left"),
    [
        ({"yellow": 1, "red": 2}, 0, 7),
        ({"red": 2, "grey": 2}, 0, 6),
        ({}, 2, 10),
        ({"yellow": 2}, 0, 8),
        ({"red": 2}, 1, 8),
    ],
)
def test_a_joker_pair_costs_three_cards_two_cost_four_and_two_workers_none(
    cards: dict[str, int], workers: int, left: int
) -> None:
    state = given(begun(2, hands="followed"), "red", workers=2, hand=10)
    pays = {"cards": cards, "workers": workers}
    after, _ = laying(state, "red", "monastery", (1, 1), pays=pays)
    assert after.realms["red"].hand == left + 3


def test_a_storage_token_brings_two_green_each_time() -> None:
    _, expected = example("bonus-storage")
    state = begun(2, tokens=("storage", "card"))
    assert state.realms["red"].green == expected["green"] == 2
    state = covered(state, "red", (0, 2))
    after, lines = laying(state, "red", "city", (-1, 2), token="storage")
    assert greens(lines, "token") == 2
    assert len(after.realms["red"].store) == 3


def test_a_second_hex_without_a_free_space_brings_two_red() -> None:
    _, expected = example("second-hex-no-space")
    state = given(begun(2), "red", tokens=("yield",))
    after, lines = laying(state, "red", "carriage", (0, 0), **{"yield": [{"hex": 1}, {"hex": 1}]})
    assert after.realms["red"].store == ("hex",)
    assert (
        after.realms["red"].red
        == sum(line.points for line in lines if not line.currency)
        == expected["red"]
        == 2
    )


def test_green_points_are_added_at_each_scoring_and_stay() -> None:
    said, expected = example("phase-scoring")
    first, second = said["phases"]
    state = given(begun(2), "red", green=first["green"], red=first["redBefore"])
    state, lines = score_phase(state)
    assert [line.points for line in lines] == [9]
    assert (state.realms["red"].red, state.realms["red"].green) == (expected["redAfter"][0], 9) == (13, 9)
    red = state.realms["red"].red + second["redGainedInPhase"]
    state, _ = score_phase(given(state, "red", green=second["green"], red=red))
    assert state.realms["red"].red == expected["redAfter"][1] == 37


@pytest.mark.parametrize(("hand", "brings"), [(0, 0), (4, 0), (5, 1), (9, 1), (10, 2)])
def test_at_the_end_everything_left_over_and_every_five_cards_are_a_point(hand: int, brings: int) -> None:
    assert example("final")[1] == {"red": "n + floor(h/5)"}
    state = given(begun(2), "red", store=("quarry", "hex"), marble=2, workers=1, hand=hand)
    assert points_after(state)["red"] == 2 + 2 + 1 + brings


def turns_until(state: TuscanyState, player: str, put_out: int) -> list[int]:
    """Have somebody take a tile with so many out, the others draw; give the scorings after each turn."""
    state = given(state, player, put_out=put_out)
    scored = []
    for colour in state.realms:
        act = {"take": "city", "store": 0, "refill": ["castle"]} if colour == player else {"draw": True}
        state, _ = done(state, act)
        scored.append(state.scored)
    return scored


@pytest.mark.parametrize(("put_out", "before"), [(6, 0), (13, 1)])
def test_a_phase_ends_with_the_round_in_which_a_stack_was_emptied(put_out: int, before: int) -> None:
    state = begun(3)
    for _ in range(before):
        state, _ = score_phase(state)
    assert turns_until(state, "green", put_out) == [before, before, before + 1]
    assert turns_until(state, "red", put_out) == [before, before, before + 1]
    assert turns_until(state, "red", put_out - 1) == [before] * 3


def test_after_21_one_more_full_round_is_played_before_the_third_scoring() -> None:
    state = begun(3)
    for _ in range(2):
        state, _ = score_phase(state)
    state = given(state, "green", put_out=20)
    for act in ({"draw": True}, {"draw": True}, {"take": "city", "store": 0, "refill": ["castle"]}):
        state, _ = done(state, act)
    assert (state.scored, state.is_last_round, state.is_played) == (2, True, False)
    for _ in range(3):
        assert not state.is_played
        state, _ = done(state, {"draw": True})
    assert (state.scored, state.is_played) == (3, True)


def test_three_tokens_of_a_kind_are_allowed_and_the_sixth_of_a_kind_is_refused() -> None:
    state = covered(begun(4), "red", (0, 2), (-1, 3), (-1, 4))
    assert [realm.tokens for realm in state.realms.values()] == [("card",)] * 4
    state, _ = laying(state, "red", "city", (-1, 2), token="card")
    assert state.realms["red"].tokens == ("card", "card")
    with pytest.raises(IllegalMoveError, match="left") as caught:
        laying(state, "red", "city", (-1, 5), token="card")
    assert caught.value.rule == "token_gone"
    mine = given(state, "blue", tokens=("yield",))
    after, _ = laying(mine, "red", "city", (-1, 5), token="card")
    assert after.realms["red"].tokens == ("card",) * 3
