"""Cornish Smuggler entered by taps: what is done, where on the map, and the button that pays confirms."""

from msgspec.structs import replace

from scoring.game import Setup
from scoring.games.smuggler.documents.games import NOTATION
from scoring.games.smuggler.editor.actions import actions
from scoring.games.smuggler.editor.hand import in_hand, preview
from scoring.games.smuggler.editor.questions import ask
from scoring.games.smuggler.editor.sentences import say
from scoring.games.smuggler.engine.moves import Begin, Hire, Pass, Sail
from scoring.games.smuggler.engine.play import apply, player
from scoring.games.smuggler.engine.state import SmugglerState, start, with_box, with_household
from scoring.games.smuggler.land.box import (
    CharacterCard,
    SmugglerBox,
    TrackStep,
    prices_of,
    sample_box,
)
from scoring.hand import with_numbers
from tests.scoring.smuggler.smuggler_table import table, with_officers, with_pieces
from tests.some import some


def bare(box: SmugglerBox | None = None) -> SmugglerState:
    """Sit down at a table at which nobody has begun."""
    state = start(Setup("rulebook-003", table().setup.players))
    return with_box(state, box) if box else state


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
    shown = preview(state, NOTATION.load_move(landing.move))
    assert [each.name for each in shown.questions] == ["do"]
    assert shown.closing
    assert [str(choice.label) for choice in shown.closing.choices] == [
        f"marker from {start}: {price}"
        for start in ("Madron", "Newlyn")
        for price in ("1 influence", "2 gold")
    ]


def test_a_place_is_tapped_without_saying_first_what_is_done() -> None:
    state = with_household(table(), "red", ship="lands_end", markers=("penzance",), gold=30)
    lit = {each.says: NOTATION.load_move(each.move) for each in some(in_hand(state).landings)}
    assert isinstance(lit["Mounts Bay"], Sail)
    said = preview(state, lit["Mounts Bay"])
    assert not said.questions
    assert said.closing
    assert [str(each.label) for each in said.closing.choices] == ["1 influence", "3 gold"]
    done = preview(state, lit["Newlyn"]).questions[0]
    assert str(done.choices[0].label) == "Move marker or goods"


def test_landing_says_for_each_price_which_officers_come_and_what_is_lost() -> None:
    state = with_household(table(), "red", ship="gwithian", markers=("gwithian",), coves=("all",))
    state = replace(with_officers(with_pieces(state, "red", g8="aboard"), "lelant"), track=13)
    [landing] = [each for each in in_hand(state, ("land",)).landings if each.says == "Gwithian"]
    closing = preview(state, NOTATION.load_move(landing.move)).closing
    assert closing
    assert [str(each.label) for each in closing.choices] == [
        "1 influence: officer Lelant \u2013 Gwithian and 1 piece of goods is lost",
        "2 influence: officer Lelant \u2013 St Erth",
        "3 influence: no officer comes",
    ]


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
    [landing] = in_hand(state).landings
    assert landing.says == "Penzance"
    closing = preview(state, NOTATION.load_move(landing.move)).closing
    assert closing
    assert len(closing.choices) == 2


def test_what_everybody_should_have_can_be_counted_later_than_as_a_turn_begins_too() -> None:
    state = replace(table(), is_fresh=False)
    counted = next(each for each in actions(state) if each.name == "count")
    assert len(some(counted.numbers)) == 9
    assert [each.expected for each in counted.numbers[:3]] == [30, 30, 5]


def test_before_a_box_is_told_the_one_made_up_by_us_is_offered() -> None:
    state = bare()
    assert [each.name for each in actions(state)] == ["box", "begin"]


def test_before_a_box_is_told_it_is_said_how_a_board_is_taught() -> None:
    state = bare()
    assert "photo" in in_hand(state).asks
    assert in_hand(state).teaches
    assert [each.is_rare for each in actions(state)] == [False, True]


def begun(*tapped: str) -> Begin:
    """Tap places one after the other while the first player begins; give the move as it is then."""
    state = bare(sample_box())
    landings = in_hand(state).landings
    for name in tapped:
        move = NOTATION.load_move(next(each for each in landings if each.says == name).move)
        landings = preview(state, move).landings
    assert isinstance(move, Begin)
    return move


def test_a_tap_on_another_place_keeps_what_a_player_begins_with() -> None:
    move = replace(begun("Penzance", "Mounts Bay"), card=CharacterCard("Tom", "generic", 1, 2))
    state = bare(sample_box())
    again = [NOTATION.load_move(each.move) for each in some(preview(state, move).landings)]
    assert {each.card for each in again if isinstance(each, Begin)} == {move.card}
    assert replace(move, marker="breage") in again
    assert replace(move, ship="lands_end") in again


def test_a_character_to_begin_with_is_chosen_by_its_deck_first() -> None:
    state = bare(sample_box())
    asked = preview(state, begun("Penzance", "Mounts Bay")).questions
    deck = next(each for each in asked if each.name == "deck")
    assert [str(each.label) for each in deck.choices] == ["Religious", "Commerce", "Generic", "Official"]
    assert "card" not in [each.name for each in asked]
    chosen = preview(state, NOTATION.load_move(deck.choices[1].value))
    assert not chosen.is_whole
    cards = next(each for each in chosen.questions if each.name == "card")
    assert len(cards.choices) == 6
    whole = preview(state, NOTATION.load_move(cards.choices[0].value))
    assert whole.is_whole


def test_a_hire_is_led_elsewhere_with_the_character_that_was_chosen() -> None:
    state = with_household(table(), "red", markers=("penzance", "breage"))
    landing = next(each for each in in_hand(state, ("hire",)).landings if each.says == "Madron")
    asked = {each.name: each for each in preview(state, NOTATION.load_move(landing.move)).questions}
    move = NOTATION.load_move(asked["card"].choices[-1].value)
    assert isinstance(move, Hire)
    others = {each.says: NOTATION.load_move(each.move) for each in preview(state, move).landings}
    assert others["Porthleven"] == replace(move, marker="porthleven")


def test_the_numbers_of_a_character_that_no_box_names_are_asked() -> None:
    state = with_household(table(), "red", markers=("penzance",))
    state = replace(state, box=replace(state.box, characters=()))
    landing = next(each for each in in_hand(state, ("hire",)).landings if each.says == "Madron")
    asked = {each.name: each for each in preview(state, NOTATION.load_move(landing.move)).questions}
    assert [str(each.label) for each in asked["card_reputation"].choices] == [
        f"{count} reputation" for count in range(6)
    ]
    assert len(asked["card_gold"].choices) == 5


def test_a_preview_draws_no_more_than_what_it_changes() -> None:
    state = with_household(table(), "red", ship="lands_end", gold=5)
    shown = preview(state, Sail("red", "mounts_bay")).picture
    assert shown
    assert {each.emphasis for each in some(shown.placed)} == {"proposed"}
    assert preview(state, Pass("red")).picture is None


def test_who_begins_next_has_the_turn_while_the_table_is_set_up() -> None:
    state = bare(sample_box())
    seats = [seat.colour for seat in state.setup.players]
    for seat in some(seats):
        assert player(state) == seat
        state, _ = apply(state, Begin(seat, marker="penzance", ship="mounts_bay"))
    assert player(state) == seats[0]


def test_a_lost_character_is_told_with_the_marker_that_goes() -> None:
    state = with_household(table(), "red", cards=(CharacterCard("Tom", "generic", 1, 2),), reputation=4)
    state = with_household(state, "red", markers=("breage", "penzance"))
    lost = next(each for each in actions(state) if each.name == "lose")
    assert [str(each.label) for each in lost.choices] == ["Tom, marker in Breage", "Tom, marker in Penzance"]
    after, _ = apply(state, NOTATION.load_move(lost.choices[0].value))
    household = after.households["red"]
    assert (household.cards, household.markers, household.reputation) == ((), ("penzance",), 2)


def test_whatever_a_card_changes_can_be_typed_for_everybody() -> None:
    state = table()
    asked = next(each for each in actions(state) if each.name == "changes")
    numbers = [None] * len(some(asked.amounts))
    paths = [each.path for each in asked.amounts]
    numbers[paths.index(("changes", "blue", "gold"))] = -2
    numbers[paths.index(("changes", "red", "secrets"))] = 1
    after, _ = apply(state, NOTATION.load_move(with_numbers(asked.amounts, numbers)))
    assert after.households["blue"].gold == state.households["blue"].gold - 2
    assert after.households["red"].secrets == state.households["red"].secrets + 1
    assert after.households["yellow"] == state.households["yellow"]


def taught(state: SmugglerState, **changes: object) -> SmugglerState:
    """Give a game whose box has been taught less."""
    return replace(state, box=replace(state.box, **changes))


def test_a_number_that_nobody_told_is_asked_once_and_kept_in_the_box() -> None:
    state = with_pieces(with_household(table(), "red", markers=("madron",)), "red", g1="madron")
    unknown = replace(state.box.places["madron"], number=None)
    state = taught(state, places={**state.box.places, "madron": unknown})
    asked = next(each for each in actions(state) if each.name == "number-madron")
    assert str(asked.says) == "Which number is printed on Madron?"
    assert [str(each.label) for each in asked.choices] == ["none", "2", "3", "5", "7"]
    after, _ = apply(state, NOTATION.load_move(asked.choices[1].value))
    assert after.box.places["madron"].number == 2
    assert "number-madron" not in [each.name for each in actions(after)]
    assert "sell" in [each.name for each in actions(after)]


def test_a_level_that_nobody_told_is_typed_once() -> None:
    state = with_household(table(), "red", ship="penzance", markers=("penzance",))
    state = with_pieces(taught(state, track=(TrackStep(), TrackStep())), "red", g1="aboard")
    asked = next(each for each in actions(state) if each.name == "level")
    after, _ = apply(state, NOTATION.load_move(with_numbers(asked.amounts, [7])))
    assert [each.level for each in after.box.track] == [7, None]
    assert "level" not in [each.name for each in actions(after)]


def test_a_bribe_whose_price_nobody_told_is_paid_by_the_button_that_says_it_and_kept() -> None:
    state = with_officers(with_household(table(), "red", markers=("madron",)), "madron")
    state = taught(state, track=(TrackStep(9), TrackStep(8)))
    [landing] = in_hand(state, ("bribe",)).landings
    closing = preview(state, NOTATION.load_move(landing.move)).closing
    assert closing
    price = next(each for each in closing.choices if str(each.label) == "1 influence and 3 gold")
    after, _ = apply(state, NOTATION.load_move(price.value))
    assert [each.bribe for each in after.box.track] == [3, None]
    assert after.households["red"].gold == state.households["red"].gold - 3


def test_goods_of_a_stock_that_nobody_told_are_bought_by_their_squares() -> None:
    state = with_household(table(), "red", ship="merchant_west", gold=4)
    state = replace(taught(state, merchants={"merchant_west": ()}), goods={})
    [landing] = in_hand(state, ("buy",)).landings
    closing = preview(state, NOTATION.load_move(landing.move)).closing
    assert closing
    assert [str(each.label) for each in closing.choices] == [
        f"{squares} squares: 1 influence and {squares} gold" for squares in (2, 3, 4)
    ]


def test_prices_of_a_town_that_no_list_has_are_typed_once() -> None:
    state = with_pieces(with_household(table(), "red", markers=("madron",)), "red", g1="madron")
    places = {**state.box.places, "madron": replace(state.box.places["madron"], number=4)}
    state = taught(state, places=places)
    asked = next(each for each in actions(state) if each.name == "price-4-2")
    after, _ = apply(state, NOTATION.load_move(with_numbers(asked.amounts, [3, 2, 5, 1, 10, 0])))
    assert prices_of(after.box, 4, 2) == ((3, 2), (5, 1), (10, 0))
    assert "price-4-2" not in [each.name for each in actions(after)]


def test_a_character_that_no_box_names_is_called_by_its_numbers_and_met_again() -> None:
    state = taught(with_household(table(), "red", markers=("penzance",)), characters=())
    for name in ("2/3", "2/3 (2)"):
        state = replace(state, turn=0)
        state, _ = apply(state, Hire("red", CharacterCard("", "", 2, 3, mob=True), "madron"))
        assert [each.name for each in state.box.characters][-1] == name
    assert [each.name for each in state.households["red"].cards] == ["2/3", "2/3 (2)"]


def test_beside_the_characters_of_a_box_another_one_can_be_hired() -> None:
    state = with_household(table(), "red", markers=("penzance",))
    landing = next(each for each in in_hand(state, ("hire",)).landings if each.says == "Madron")
    asked = {each.name: each for each in preview(state, NOTATION.load_move(landing.move)).questions}
    other = next(each for each in asked["deck"].choices if str(each.label) == "Another character")
    names = [each.name for each in preview(state, NOTATION.load_move(other.value)).questions]
    assert {"card_gold", "card_reputation", "card_mob"} <= {*names}


def test_moves_that_differ_in_what_pays_alone_are_told_apart_in_words() -> None:
    state = with_household(table(), "red", ship="lands_end")
    ways = [Sail("red", "mounts_bay", pays) for pays in ("influence", "gold")]
    [first, *_] = ask(state, ways[0], ways)
    assert [str(choice.label) for choice in first.choices] == [
        "Ann's ship goes to Mounts Bay. It costs 1 influence.",
        "Ann's ship goes to Mounts Bay. It costs 3 gold.",
    ]


def test_every_place_where_a_move_may_lead_is_named() -> None:
    state = with_household(table(), "red", ship="lands_end")
    where = next(each for each in ask(state, Sail("red", "mounts_bay", "gold")) if each.name == "cell")
    assert next(str(choice.label) for choice in some(where.choices)) == "Mounts Bay"
    assert all(choice.label for choice in some(where.choices))


def test_an_action_is_set_right_as_one_of_any_other_kind() -> None:
    state = with_household(table(), "red", ship="lands_end", gold=20)
    [asked] = [each for each in ask(state, Sail("red", "mounts_bay", "gold")) if each.name == "do"]
    others = {str(choice.label): NOTATION.load_move(choice.value) for choice in asked.choices}
    assert others.keys() >= {"Sail", "Move an officer", "Honest work", "Hire a character", "Pass"}
    assert others["Sail"] == Sail("red", "mounts_bay", "gold")
    assert others["Pass"] == Pass("red")
    assert all(apply(state, each) for each in others.values())


def test_a_button_that_confirms_says_what_it_costs() -> None:
    state = with_household(table(), "red", influence=1, gold=9)
    said = {each.name: str(each.says) for each in actions(state) if each.move}
    assert said["reputation"] == "Buy reputation: 4 gold"
    assert said["secret"] == "Look for a secret: 2 reputation"
    assert said["pass"] == "Pass"


def test_what_is_done_is_said_without_a_price_that_is_still_asked() -> None:
    state = with_household(table(), "red", ship="lands_end")
    shown = preview(state, Sail("red", "mounts_bay"))
    assert (str(shown.note), shown.bill) == ("Ann's ship goes to Mounts Bay.", "")


def test_nothing_is_said_of_what_the_buttons_still_ask() -> None:
    buying = with_household(table(), "red", ship="merchant_north")
    selling = with_pieces(with_household(table(), "red", markers=("penzance",)), "red", g6="penzance")
    selling = with_officers(selling, "lizard")
    notes = []
    for state, face in ((buying, "buy"), (selling, "sell")):
        landing = in_hand(state, (face,)).landings[0]
        notes.append(str(preview(state, NOTATION.load_move(landing.move)).note))
    assert notes == ["Buy goods: Merchant North", "Sell goods: Penzance"]


def test_officers_are_asked_for_as_officers() -> None:
    state = with_officers(table(), "penzance", "st_ives")
    landing = next(each for each in in_hand(state, ("officer",)).landings if each.says == "Lelant")
    closing = preview(state, NOTATION.load_move(landing.move)).closing
    assert closing
    assert str(closing.title) == "Which officer?"


def test_somebody_new_is_hired_in_words_and_asked_for_each_number_once() -> None:
    state = with_household(table(), "red", markers=("penzance",))
    move = Hire("red", CharacterCard("", "", 1, 2, mob=False), "madron", "influence")
    assert str(say(state, move)) == "Ann hires somebody new. It costs 1 influence and 1 gold."
    asked = ask(state, move)
    for question in some([each for each in asked if each.name.startswith("card_")]):
        labels = [str(choice.label) for choice in question.choices]
        assert len(labels) == len({*labels}) > 1, question.name
    assert "deck" in [each.name for each in asked]


def test_nobody_is_sent_to_a_lit_place_where_none_is_lit() -> None:
    state = with_household(table(), "red", gold=0, influence=0, reputation=0)
    assert str(in_hand(state).asks) == "Ann has nothing. Say what is done."
