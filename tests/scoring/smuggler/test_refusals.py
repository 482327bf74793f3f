"""Every refusal of Cornish Smuggler, by its name, and that a house rule may do the same all the same."""

from typing import Any

import pytest
from msgspec.structs import replace

from scoring.games.smuggler.engine.state import CUSTOMS, SmugglerState, with_household
from tests.scoring.smuggler.smuggler_table import (
    after,
    card,
    done,
    refusal,
    stash,
    table,
    with_officers,
    with_pieces,
)


def red(**changes: Any) -> SmugglerState:
    """Give a game in which red, whose turn it is, has something else."""
    return with_household(table(), "red", **changes)


def passed() -> SmugglerState:
    return after(table(), {"player": "red", "do": "pass"}, {"player": "blue", "do": "pass"})


def waiting() -> SmugglerState:
    """Give a game in which an officer has to be chosen."""
    state = with_household(red(markers=("penzance",)), "yellow", gold=0)
    state = with_officers(with_pieces(state, "red", g1="penzance"), "madron", "newlyn")
    return after(state, {"player": "red", "do": "sell", "goods": "g1"})


def new_officer() -> SmugglerState:
    state = with_household(red(markers=("falmouth",)), "yellow", gold=0)
    track = tuple(replace(step, officer=True) for step in state.box.track)
    state = replace(state, box=replace(state.box, track=track))
    state = with_officers(with_pieces(state, "red", g1="falmouth"))
    return after(state, {"player": "red", "do": "sell", "goods": "g1", "row": 2})


MOB = (card("Tom", mob=True), card("Jack", mob=True))
RAID = {"player": "red", "do": "raid", "goods": ["g1"], "cards": ["Tom"], "markers": ["penzance"]}
LAND = {"player": "red", "do": "land", "at": "st_ives", "goods": ["g1"]}
HIRE = {
    "player": "red",
    "do": "hire",
    "marker": "marazion",
    "card": {"name": "Bob", "gold": 1, "reputation": 1},
}


def raiding(**changes: Any) -> SmugglerState:
    state = red(**{"markers": ("penzance", "newlyn"), "cards": MOB, **changes})
    return with_officers(with_pieces(state, "", g1=CUSTOMS, g2=CUSTOMS))


def in_st_ives(**changes: Any) -> SmugglerState:
    state = red(**{"ship": "st_ives", "markers": ("st_ives",), **changes})
    return with_officers(with_pieces(state, "red", g1="aboard"), "penzance")


CASES: dict[str, tuple[SmugglerState, dict[str, Any], str]] = {
    "another's turn": (table(), {"player": "blue", "do": "pass"}, "not_your_turn"),
    "after passing": (passed(), {"player": "red", "do": "secret"}, "has_passed"),
    "no gold": (
        red(gold=2, ship="lands_end"),
        {"player": "red", "do": "ship", "to": "mounts_bay", "pays": "gold"},
        "cannot_pay",
    ),
    "no such currency": (table(), {"player": "red", "do": "secret", "pays": "gold"}, "cannot_pay"),
    "gold for reputation": (red(gold=3), {"player": "red", "do": "reputation"}, "cannot_pay"),
    "goods too dear": (
        red(gold=1, ship="merchant_north"),
        {"player": "red", "do": "buy", "goods": "g1"},
        "cannot_pay",
    ),
    "a marker there is not": (
        table(),
        {"player": "red", "do": "move", "marker": ["newlyn", "penzance"]},
        "no_marker_there",
    ),
    "goods of another": (
        with_officers(with_pieces(red(markers=("newlyn",)), "blue", g1="newlyn")),
        {"player": "red", "do": "sell", "goods": "g1"},
        "no_marker_there",
    ),
    "goods out of the network": (
        with_officers(with_pieces(red(markers=("newlyn",)), "red", g1="newlyn")),
        {"player": "red", "do": "move", "goods": "g1", "to": "penzance"},
        "no_marker_there",
    ),
    "goods from elsewhere": (
        with_officers(with_pieces(red(markers=("newlyn", "penzance")), "red", g1="penzance")),
        {"player": "red", "do": "move", "goods": "g1", "marker": ["newlyn", "st_levan"]},
        "no_marker_there",
    ),
    "a marker too far": (
        red(markers=("newlyn",)),
        {"player": "red", "do": "move", "marker": ["newlyn", "madron"]},
        "not_next_door",
    ),
    "a ship too far": (
        red(ship="lands_end"),
        {"player": "red", "do": "ship", "to": "falmouth_bay"},
        "not_next_door",
    ),
    "an officer too far": (
        table(),
        {"player": "red", "do": "officer", "officer": 1, "to": "lizard"},
        "not_next_door",
    ),
    "a new marker too far": (red(markers=("lizard",)), HIRE, "not_next_door"),
    "not at that merchant": (
        red(ship="merchant_west"),
        {"player": "red", "do": "buy", "goods": "g1"},
        "not_at_merchant",
    ),
    "hold full": (
        red(ship="merchant_north", hold="#.,.."),
        {"player": "red", "do": "buy", "goods": "g1"},
        "hold_full",
    ),
    "stash full": (
        with_officers(
            with_pieces(red(markers=("newlyn",), stashes=(stash("newlyn", "#"),)), "red", g1="newlyn")
        ),
        {"player": "red", "do": "stash", "put": ["g1"], "stash": "newlyn"},
        "hold_full",
    ),
    "a stash elsewhere": (
        with_officers(with_pieces(red(markers=("lelant",), stashes=(stash("newlyn"),)), "red", g1="lelant")),
        {"player": "red", "do": "stash", "put": ["g1"], "stash": "newlyn"},
        "no_stash",
    ),
    "no stash": (table(), {"player": "red", "do": "stash", "stash": "newlyn"}, "no_stash"),
    "nothing in the stash": (
        red(stashes=(stash("newlyn"),)),
        {"player": "red", "do": "stash", "take": ["g1"], "stash": "newlyn"},
        "no_such_goods",
    ),
    "no number": (
        with_officers(with_pieces(red(markers=("newlyn",)), "red", g1="newlyn")),
        {"player": "red", "do": "sell", "goods": "g1"},
        "no_number_here",
    ),
    "a cove closed": (
        with_pieces(red(ship="gwithian", markers=("gwithian",)), "red", g1="aboard"),
        {**LAND, "at": "gwithian"},
        "cove_closed",
    ),
    "no marker to land at": (in_st_ives(markers=()), LAND, "no_marker_there"),
    "a ship elsewhere": (in_st_ives(ship="bay_of_st_ives"), LAND, "ship_not_there"),
    "not aboard": (in_st_ives(), {**LAND, "goods": ["g2"]}, "not_aboard"),
    "no stash to land in": (in_st_ives(), {**LAND, "stash": ["g1"]}, "no_stash"),
    "more than lowers the risk": (in_st_ives(), {**LAND, "extra": 1}, "extra_too_much"),
    "no officer beside": (table(), {"player": "red", "do": "bribe", "officer": 1}, "officer_not_here"),
    "bribed already": (
        with_officers(red(markers=("newlyn",)), "newlyn:red"),
        {"player": "red", "do": "bribe", "officer": 1},
        "wrong_officer",
    ),
    "work with goods": (
        with_pieces(table(), "red", g1="aboard"),
        {"player": "red", "do": "work"},
        "has_goods",
    ),
    "one mob card": (raiding(cards=MOB[:1]), RAID, "no_mob"),
    "too few cards": (raiding(), {**RAID, "goods": ["g1", "g2"]}, "no_mob"),
    "no marker at the customs house": (raiding(markers=("newlyn",)), RAID, "no_marker_there"),
    "no marker given up": (raiding(), {**RAID, "markers": []}, "no_marker_there"),
    "goods not seized": (raiding(), {**RAID, "goods": ["g3"]}, "no_such_goods"),
    "another's choice": (
        waiting(),
        {"player": "blue", "walks": [{"officer": 1, "way": ["penzance"]}]},
        "not_your_choice",
    ),
    "an officer farther away": (
        with_officers(waiting(), "madron", "newlyn", "lizard"),
        {"player": "yellow", "walks": [{"officer": 3, "way": ["mullion"]}]},
        "wrong_officer",
    ),
    "no officer to walk": (
        table(),
        {"player": "red", "walks": [{"officer": 1, "way": ["lelant"]}]},
        "wrong_officer",
    ),
    "no new officer": (table(), {"player": "red", "new_officers": ["lelant"]}, "wrong_officer"),
    "a way round": (
        waiting(),
        {"player": "yellow", "walks": [{"officer": 1, "way": ["zennor"]}]},
        "way_not_shortest",
    ),
    "a place with a marker": (
        new_officer(),
        {"player": "yellow", "new_officers": ["falmouth"]},
        "place_not_free",
    ),
    "before officers have gone": (waiting(), {"player": "blue", "do": "work"}, "officers_first"),
    "twice begun": (table(), {"player": "red", "do": "begin"}, "has_begun"),
    "a character there is not": (table(), {"player": "red", "lose": "Nobody"}, "no_such_card"),
    "a character hired already": (red(markers=("penzance",), cards=(card("Bob"),)), HIRE, "no_such_card"),
    "a card not read": (
        red(markers=("penzance",)),
        {**HIRE, "card": {"name": "Bob"}},
        "fact_missing",
    ),
    "a piece not read": (red(ship="merchant_north"), {"player": "red", "do": "buy"}, "fact_missing"),
}


@pytest.mark.parametrize("name", CASES)
def test_what_the_rules_forbid_is_refused_by_its_name(name: str) -> None:
    state, move, rule = CASES[name]
    assert refusal(state, move) == rule


@pytest.mark.parametrize("name", CASES)
def test_a_house_rule_does_it_all_the_same(name: str) -> None:
    state, move, _ = CASES[name]
    after_it, _ = done(state, move, by_force=True)
    assert min(each.gold for each in after_it.households.values()) >= 0


@pytest.mark.parametrize(
    ("move", "rule"),
    [
        ({"player": "pink", "do": "pass"}, "not_a_player"),
        ({"player": "red", "do": "ship", "to": "newlyn"}, "no_such_place"),
        ({"player": "red", "do": "officer", "officer": 1, "to": "atlantis"}, "no_such_place"),
        ({"player": "red", "do": "officer", "officer": 9, "to": "lelant"}, "wrong_officer"),
        ({"player": "red", "do": "sell", "goods": "g99"}, "no_such_goods"),
        ({"player": "red", "do": "move"}, "nothing_moved"),
        ({"player": "red", "do": "land", "at": "st_ives", "goods": []}, "nothing_moved"),
        ({"player": "red", "card": "Witch", "changes": {"pink": {"gold": 1}}}, "not_a_player"),
        ({"player": "red", "card": "Witch", "officers": {"x": "lelant"}}, "wrong_officer"),
        ({"player": "red", "count": {"pink": {}}}, "not_a_player"),
        ({"player": "red", "walks": [{"officer": 9, "way": ["lelant"]}]}, "wrong_officer"),
        ({"player": "red", "walks": [{"officer": 1, "way": ["lands_end"]}]}, "no_such_place"),
    ],
)
def test_what_makes_no_sense_is_refused_even_as_a_house_rule(move: dict[str, Any], rule: str) -> None:
    state = with_officers(waiting(), "madron", "newlyn") if "walks" in move else table()
    assert refusal(state, {**move, "player": move["player"]}) in {rule, "not_your_choice", "wrong_officer"}
    with pytest.raises(ValueError, match=r"\.$") as caught:
        done(state, move, by_force=True)
    assert getattr(caught.value, "rule", "") == rule


def test_nothing_is_done_after_the_last_turn_or_before_everybody_has_begun() -> None:
    assert refusal(replace(table(), is_played=True), {"player": "red", "do": "pass"}) == "game_is_over"
    assert refusal(replace(table(), number=0), {"player": "red", "do": "pass"}) == "not_set_up"


def test_a_missing_fact_refuses_nothing() -> None:
    """Without ways, track and prices of the box nothing is judged by them."""
    state = red(markers=("newlyn",), ship="lands_end", coves=("all",))
    state = replace(state, box=replace(state.box, ways=(), sea_ways=(), track=()))
    state = after(state, {"player": "red", "do": "move", "marker": ["newlyn", "lizard"]})
    state = after(replace(state, turn=0), {"player": "red", "do": "ship", "to": "lizard"})
    assert (state.box.seen_ways, state.box.seen_sea_ways) == (("lizard-newlyn",), ("lands_end-lizard",))
    state = with_pieces(replace(state, turn=0), "red", g1="aboard")
    walks = [{"officer": 1, "way": ["mullion"]}]
    state = after(state, {"player": "red", "do": "land", "at": "lizard", "goods": ["g1"], "walks": walks})
    assert (state.officers[0].place, state.pending) == ("mullion", ())


def test_what_no_price_list_tells_is_asked_and_then_taken() -> None:
    state = with_officers(with_pieces(red(markers=("helston",)), "red", g1="helston"))
    places = {**state.box.places, "helston": replace(state.box.places["helston"], number=None)}
    state = replace(state, box=replace(state.box, places=places, track=()))
    assert refusal(state, {"player": "red", "do": "sell", "goods": "g1"}) == "fact_missing"
    sold = after(state, {"player": "red", "do": "sell", "goods": "g1", "gets": [7, 1]})
    assert (sold.households["red"].gold, sold.households["red"].reputation) == (37, 6)
    state = with_officers(state, "helston")
    assert refusal(state, {"player": "red", "do": "bribe", "officer": 1}) == "fact_missing"
    assert (
        after(state, {"player": "red", "do": "bribe", "officer": 1, "price": 4}).households["red"].gold == 26
    )
