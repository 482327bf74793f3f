"""Cornish Smuggler entered by taps: what is done, where on the map, and the button that pays confirms."""

from scoring.games.smuggler.documents.games import NOTATION
from scoring.games.smuggler.editor.actions import actions
from scoring.games.smuggler.editor.hand import in_hand, preview
from scoring.games.smuggler.engine.play import apply
from scoring.games.smuggler.engine.state import SmugglerState, start, with_household
from tests.scoring.smuggler.smuggler_table import table, with_officers, with_pieces
from tests.some import some


def tapped(state: SmugglerState, face: str, where: str) -> list[tuple[str, dict[str, object]]]:
    """Tap an action and a place; give what the buttons say then, and the moves they are."""
    landing = next(each for each in in_hand(state, (face,)).landings if each.says == where)
    closing = preview(state, NOTATION.load_move(landing.move)).closing
    assert closing
    return [(str(choice.label), choice.value) for choice in closing.choices]


def test_a_ship_goes_by_the_tap_on_a_place_and_the_button_that_pays() -> None:
    state = with_household(table(), "red", ship="lands_end", gold=5)
    said = tapped(state, "ship", "Mounts Bay")
    assert [words for words, _ in said] == ["1 influence", "3 gold"]
    after, _ = apply(state, NOTATION.load_move(said[1][1]))
    assert (after.households["red"].ship, after.households["red"].gold) == ("mounts_bay", 2)


def test_a_currency_that_cannot_pay_is_not_offered() -> None:
    state = with_household(table(), "red", ship="lands_end", gold=2)
    [landing] = [each for each in in_hand(state, ("ship",)).landings if each.says == "Mounts Bay"]
    shown = preview(state, NOTATION.load_move(landing.move))
    assert (shown.closing, shown.bill) == (None, "1 influence")


def test_a_sale_has_five_buttons_each_with_what_it_brings_and_costs() -> None:
    state = with_household(table(), "red", markers=("penzance",))
    state = with_officers(with_pieces(state, "red", g6="penzance"), "lizard")
    assert [words for words, _ in tapped(state, "sell", "Penzance")] == [
        "5 gold and 3 reputation, free",
        "15 gold and 1 reputation, for 1 influence",
        "15 gold and 1 reputation, for 1 reputation",
        "20 gold, for 2 influence",
        "20 gold, for 2 reputation",
    ]


def test_a_marker_from_two_places_is_asked_about() -> None:
    state = with_household(table(), "red", markers=("madron", "newlyn"))
    landing = next(each for each in in_hand(state, ("move",)).landings if each.says == "Penzance")
    [what] = preview(state, NOTATION.load_move(landing.move)).questions
    assert [str(choice.label) for choice in what.choices] == ["marker from Madron", "marker from Newlyn"]


def test_the_poorest_is_asked_for_all_to_see_which_officer_goes() -> None:
    state = with_household(table(), "yellow", gold=0)
    state = with_household(state, "red", markers=("penzance",))
    state = with_officers(with_pieces(state, "red", g1="penzance"), "madron", "newlyn")
    state, _ = apply(state, NOTATION.load_move({"player": "red", "do": "sell", "goods": "g1"}))
    [asked] = actions(state)
    assert asked.by == "yellow"
    assert [str(choice.label) for choice in asked.choices] == [
        "Madron \u2013 Penzance",
        "Newlyn \u2013 Penzance",
    ]
    assert [each.says for each in in_hand(state).landings] == ["Penzance"]


def test_a_turn_begins_with_what_everybody_should_have() -> None:
    state = table()
    counted = next(each for each in actions(state) if each.numbers)
    assert len(some(counted.numbers)) == 9
    assert [each.expected for each in counted.numbers[:3]] == [30, 30, 5]


def test_before_a_box_is_told_the_one_made_up_by_us_is_offered() -> None:
    state = start(table().setup.__class__("rulebook-003", table().setup.players))
    assert [each.name for each in actions(state)] == ["box", "begin"]
