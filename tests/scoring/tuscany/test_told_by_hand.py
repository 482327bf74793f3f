"""What is told of a turn of The Castles of Tuscany by taps: colours removed, cards paid, fields set right."""

import json
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from scoring.games.tuscany import RULES
from scoring.games.tuscany.engine.moves import ReadFields
from scoring.games.tuscany.engine.play import apply, is_legal
from scoring.games.tuscany.engine.state import TuscanyState
from scoring.spots import place_spot
from tests.scoring.tuscany.tuscany_notation import (
    answered,
    begun,
    given,
    opening,
    pending,
    played,
    read,
    table,
)

GAMES = Path(__file__).parents[2] / "games" / "tuscany"


# --- where none of the open tiles fits -------------------------------------------------------------


def none_fits() -> tuple[TuscanyState, Any]:
    """Give a written game before a turn that removes two colours, and that turn."""
    moves = json.loads((GAMES / "none_of_the_eight_fits.json").read_text())["moves"]
    at = next(at for at, move in enumerate(moves) if "clears" in str(move))
    return played(table(), moves[:at]), moves[at]


def tapped(state: TuscanyState, told: Any, label: str) -> Any:
    """Give the move with the answer tapped that reads so."""
    laid = pending(state, told)
    asked = (*laid.questions, *((laid.closing,) if laid.closing else ()))
    (found,) = (each.value for question in asked for each in question.choices if str(each.label) == label)
    return found


def test_where_none_of_the_display_fits_colours_are_removed_by_taps_until_one_does() -> None:
    state, wanted = none_fits()
    hand = RULES.in_hand(state)
    assert str(hand.asks).startswith("None of the open tiles could be laid now.")
    _, removes = hand.begins
    told = next(each.value for each in removes if str(each.label) == "Remove all that are grey")
    for label in ("city", "village", "Remove all that are beige", "monastery", "Take a monastery"):
        assert not pending(state, told).is_whole
        told = tapped(state, told, label)
    told = tapped(state, told, "quarry")
    assert pending(state, told).is_whole
    assert read(told) == read(wanted)
    after, _ = apply(state, read(told))
    assert after.realms["red"].store == ("monastery",)


def test_five_alike_that_come_for_a_colour_removed_are_told_as_well() -> None:
    state, _ = none_fits()
    castles = tuple(replace(tile, face="castle") for tile in state.display[:4] if tile)
    state = replace(state, display=(*castles, *state.display[4:]))
    told: Any = next(
        each.value for each in RULES.in_hand(state).begins[1] if str(each.label).endswith("grey")
    )
    (asked,) = pending(state, told).questions
    assert str(asked.title) == "Which tile comes as number 1 of 2?"
    (asked,) = pending(state, tapped(state, told, "castle")).questions
    assert str(asked.title) == "Which tile comes as number 2 of 7?"


def test_nothing_is_removed_where_a_tile_of_the_display_could_be_laid() -> None:
    state = begun(2)
    assert len(RULES.in_hand(state).begins) == 1
    assert str(RULES.in_hand(state).asks).startswith("Take an open tile")


def test_a_colour_removed_is_offered_where_a_turn_is_set_right() -> None:
    state, wanted = none_fits()
    draw = read({"player": "red", "actions": [{"draw": True}]})
    told: Any = RULES.dump_move(answered(state, draw, "action1", "Remove all that are grey"))
    for name, label in (
        ("cleared1", "city"),
        ("cleared1", "village"),
        ("further1", "Remove all that are beige"),
        ("cleared1", "monastery"),
        ("taken1", "Take a monastery"),
        ("came1", "quarry"),
    ):
        told = RULES.dump_move(answered(state, read(told), name, label))
    assert read(told) == read(wanted)


# --- which cards pay -------------------------------------------------------------------------------


def priced(**options: str | bool) -> tuple[TuscanyState, Any]:
    """Give a game in which Anna holds nine cards and two workers, and the move that lays her quarry."""
    state = given(begun(2, **options), "red", store=("quarry",), workers=2, hand=9)
    (landing, *_) = RULES.in_hand(state, ["quarry"]).landings
    return state, landing.move


def test_where_hands_are_followed_the_cards_that_pay_are_told_by_two_taps_at_most() -> None:
    state, told = priced(hands="followed")
    assert [question.name for question in pending(state, told).questions] == ["workers", "cards1"]
    own = tapped(state, told, "one grey card")
    assert apply(state, read(own))[0].realms["red"].hand == 7
    assert [question.name for question in pending(state, own).questions] == ["workers", "cards1", "cards2"]
    first, second = pending(state, own).questions[1:]
    assert [len(question.choices) for question in (first, second)] == [9, 9]
    pair = next(each.value for each in second.choices if str(each.label) == "two beige cards")
    assert apply(state, read(pair))[0].realms["red"].hand == 6
    assert pair["actions"][0]["pays"]["cards"] == {"grey": 1, "beige": 2}
    assert apply(state, read(told))[0].realms["red"].hand is None


def test_one_worker_leaves_one_half_of_the_price_for_cards_and_two_leave_none() -> None:
    state, told = priced(hands="followed")
    one = next(each.value for each in pending(state, told).questions[0].choices if each.label == "1")
    paid = tapped(state, one, "two red cards")
    assert [question.name for question in pending(state, paid).questions] == ["workers", "cards1"]
    assert apply(state, read(paid))[0].realms["red"].hand == 7
    two = next(each.value for each in pending(state, told).questions[0].choices if each.label == "2")
    assert [question.name for question in pending(state, two).questions] == ["workers"]
    assert apply(state, read(two))[0].realms["red"].hand == 9


def test_pairs_of_one_colour_are_offered_as_the_table_plays_it() -> None:
    offered = {}
    for equal in ("allowed", "two_colours"):
        state, told = priced(hands="followed", equal_pairs=equal)
        pair = read(tapped(state, told, "two red cards"))
        twice = next(each for each in RULES.ask(state, pair) if each.name == "cards21")
        offered[equal] = {str(choice.label) for choice in twice.choices}
    assert offered["allowed"] - offered["two_colours"] == {"two red cards"}


def test_nobody_is_asked_for_cards_during_a_turn_where_hands_are_not_followed() -> None:
    state, told = priced()
    assert [question.name for question in pending(state, told).questions] == ["workers"]
    told = RULES.dump_move(answered(state, read(told), "cards11", "two beige cards"))
    told = RULES.dump_move(answered(state, read(told), "cards21", "two red cards"))
    assert told["actions"][0]["pays"]["cards"] == {"beige": 2, "red": 2}
    assert is_legal(state, read(told))


# --- a region told field by field, set right -------------------------------------------------------


def told_region() -> tuple[TuscanyState, Any, list[tuple[int, int]]]:
    """Give a game, the move that tells a region in which two fields have changed places, and the two."""
    state = RULES.start(table())
    fields = {**played(table(), opening(2)[:2]).realms["red"].fields}
    red, grey = (next(cell for cell, has in fields.items() if has == colour) for colour in ("red", "grey"))
    swapped = {**fields, red: "grey", grey: "red"}
    return state, ReadFields("red", swapped), [red, grey]


def test_two_fields_of_a_region_are_swapped_by_two_taps() -> None:
    state, move, (red, grey) = told_region()
    right = played(table(), opening(2)[:2]).realms["red"].fields
    for cell in (red, grey):
        (field,) = (each for each in RULES.ask(state, move) if each.name == "field")
        assert place_spot(cell, "red") in [choice.value for choice in field.choices]
        assert field.picture is not None
        move = RULES.answer(state, move, {"field": place_spot(cell, "red")})
    assert apply(state, move)[0].realms["red"].fields == right


def test_a_field_is_told_anew_and_until_then_the_region_is_refused() -> None:
    state, move, (red, _) = told_region()
    assert [each.name for each in RULES.ask(state, move)] == ["move", "field"]
    bare = RULES.answer(state, move, {"field": place_spot(red, "red")})
    assert read(RULES.dump_move(bare)) == bare
    assert not is_legal(state, bare)
    told = answered(state, bare, "colour", "grey")
    assert told == move
    without = answered(state, bare, "colour", "no field")
    assert red not in without.fields  # type: ignore[union-attr]
    assert not is_legal(state, without)


def test_what_lies_covered_cannot_be_tapped() -> None:
    state = begun(2)
    realm = state.realms["red"]
    (field,) = (each for each in RULES.ask(state, ReadFields("red", realm.fields)) if each.name == "field")
    spots = {str(choice.value) for choice in field.choices}
    assert len(spots) == 29
    (castle,) = realm.covered
    assert place_spot(castle, "red") not in spots


def test_a_field_tapped_again_with_its_colour_in_hand_is_none_any_more() -> None:
    state = RULES.start(table())
    (first, *_) = RULES.in_hand(state, ["red"]).landings
    hand = RULES.in_hand(state, ["red"], begun=read(first.move))
    again = next(each for each in hand.landings if each.spot == first.spot)
    assert again.move["fields"] == {}
    hand = RULES.in_hand(state, ["grey"], begun=read(first.move))
    other = next(each for each in hand.landings if each.spot == first.spot)
    assert [*other.move["fields"].values()] == ["grey"]
