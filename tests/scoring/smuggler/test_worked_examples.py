"""Every number that the rulebook of Cornish Smuggler works out, and those of our own sample box."""

import pytest
from msgspec.structs import replace

from scoring.games.smuggler.engine.officers import choices_of_walk, who_chooses
from scoring.games.smuggler.engine.state import CUSTOMS, SmugglerState, with_household
from scoring.games.smuggler.land.box import PRINTED_PRICES, land_map, sample_box
from scoring.geometry.maps import distances
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
from tests.some import some

LANDED = {"player": "blue", "do": "land", "at": "gwithian", "goods": ["g3", "g4", "g5"]}
"""Bob's three pieces of nine squares (p.15)."""


def gold_of(state: SmugglerState, player: str = "red") -> int:
    return state.households[player].gold


@pytest.mark.parametrize(("gold", "reputation", "gets"), [(3, 2, 6), (13, 2, 0), (11, 0, 0), (0, 0, 11)])
def test_honest_work_brings_eleven_less_what_one_has(gold: int, reputation: int, gets: int) -> None:
    state = with_household(table(), "red", gold=gold, reputation=reputation)
    state, lines = done(state, {"player": "red", "do": "work"})
    assert gold_of(state) == gold + gets
    assert sum(line.points for line in lines) == gets


def test_a_character_hired_costs_the_action_and_the_card_and_brings_influence_a_turn_later() -> None:
    state = with_household(
        table("red", "blue"), "red", gold=5, reputation=0, influence=1, markers=("breage",)
    )
    cutler = {"name": "Allen Cutler, Mayor of St Just", "deck": "official", "gold": 2, "reputation": 3}
    hire = {"player": "red", "do": "hire", "card": cutler, "marker": "prussia_cove", "pays": "influence"}
    state, lines = done(state, hire)
    red = state.households["red"]
    assert (red.gold, red.influence, red.reputation) == (3, 0, 3)
    assert red.markers == ("breage", "prussia_cove")
    assert [(line.feature, line.points, line.currency) for line in some(lines)] == [
        ("hire", -2, "gold"),
        ("hire", 3, "reputation"),
    ]
    state = after(state, {"player": "blue", "do": "pass"}, {"player": "red", "do": "pass"})
    assert state.households["red"].influence == 3


def test_a_piece_of_four_squares_costs_four_gold_and_the_action() -> None:
    state = with_household(table(), "red", ship="merchant_north")
    state = after(state, {"player": "red", "do": "buy", "goods": "g6"})
    assert (gold_of(state), state.households["red"].influence) == (26, 29)


def at_level_seven(state: SmugglerState) -> SmugglerState:
    return replace(state, track=4)


def test_alice_lands_two_squares_in_st_ives_and_nobody_moves() -> None:
    state = with_household(at_level_seven(table()), "red", ship="st_ives", markers=("st_ives",))
    state = with_officers(with_pieces(state, "red", g1="aboard"), "lelant", "penzance")
    state = after(state, {"player": "red", "do": "land", "at": "st_ives", "goods": ["g1"]})
    assert (state.goods["g1"].where, state.officers[0].place) == ("st_ives", "lelant")


@pytest.mark.parametrize(
    ("extra", "officer", "place"),
    [(0, "gwithian", CUSTOMS), (1, "st_erth", "gwithian"), (2, "lelant", "gwithian")],
)
def test_bob_lands_nine_squares_in_gwithian(extra: int, officer: str, place: str) -> None:
    state = with_household(
        at_level_seven(table("blue", "red")),
        "blue",
        ship="gwithian",
        markers=("gwithian",),
        coves=("gwithian",),
    )
    state = with_pieces(state, "blue", g3="aboard", g4="aboard", g5="aboard")
    # On our map St Erth lies between; the officer of Penzance is farther.
    state = with_officers(state, "lelant", "penzance")
    state, lines = done(state, {**LANDED, "extra": extra})
    assert state.officers[0].place == officer
    assert {state.goods[key].where for key in LANDED["goods"]} == {place}
    assert len([line for line in lines if line.feature == "seized"]) == (3 if place == CUSTOMS else 0)
    assert state.households["blue"].influence == 29 - extra


def test_porthleven_adds_three_to_the_risk_and_prussia_cove_nothing() -> None:
    places = sample_box().places
    assert [places[each].landing_risk for each in ("porthleven", "prussia_cove", "st_ives")] == [3, 0, 5]


def selling(town: str, squares: int, row: int, pays: str = "influence") -> SmugglerState:
    piece = {2: "g1", 3: "g3", 4: "g6", 5: "g8"}[squares]
    state = with_household(table(), "red", markers=(town,), gold=0, reputation=0)
    state = with_officers(with_pieces(state, "red", **{piece: town}), "lizard")
    return after(state, {"player": "red", "do": "sell", "goods": piece, "row": row, "pays": pays})


@pytest.mark.parametrize(("row", "gold", "reputation"), [(0, 3, 2), (1, 6, 1), (2, 12, 0)])
def test_a_piece_of_five_in_a_town_of_three_has_the_towns_prices(
    row: int, gold: int, reputation: int
) -> None:
    red = selling("marazion", 5, row).households["red"]
    assert (red.gold, red.reputation, red.influence) == (gold, reputation, 30 - row)


TOWNS = {"2": "madron", "3": "marazion", "5": "helston", "7": "falmouth"}
CELLS = [
    (town, squares, row)
    for town, columns in PRINTED_PRICES.items()
    for squares in columns
    for row in range(3)
]


@pytest.mark.parametrize(("town", "squares", "row"), CELLS)
def test_every_cell_of_the_price_list_is_paid(town: str, squares: str, row: int) -> None:
    assert len(CELLS) == 33
    red = selling(TOWNS[town], int(squares), row).households["red"]
    assert (red.gold, red.reputation) == PRINTED_PRICES[town][squares][row]


def test_the_wheel_turns_a_space_for_each_gold_and_each_pass_of_start_moves_the_track() -> None:
    state = with_household(table(), "red", markers=("falmouth", "helston", "mullion"))
    box = replace(state.box, prices={"2": {"2": ((4, 0), (6, 0), (16, 0))}})
    track = tuple(replace(step, officer=at == 2) for at, step in enumerate(box.track))
    state = with_pieces(
        replace(state, box=replace(box, track=track)), "red", g1="mullion", g2="mullion", g9="mullion"
    )
    state = with_officers(state, "penzance")
    seen = []
    for row, piece in enumerate(("g1", "g2", "g9")):
        move = {"player": "red", "do": "sell", "goods": piece, "row": row}
        state = after(state, move)
        seen.append((state.wheel, state.track, who_chooses(state)))
        state = replace(state, turn=0)
    assert [at[:2] for at in seen] == [(4, 0), (2, 1), (2, 3)]
    assert [bool(at[2]) for at in seen] == [False, False, True]


@pytest.mark.parametrize(("band", "costs"), [("", 2), ("blue", 3)])
def test_an_officer_whom_another_has_bribed_costs_one_more(band: str, costs: int) -> None:
    state = with_household(at_level_seven(table()), "red", markers=("penzance",))
    state = with_officers(state, f"penzance:{band}")
    state = after(state, {"player": "red", "do": "bribe", "officer": 1})
    assert (gold_of(state), state.officers[0].bribed_by) == (30 - costs, "red")


def test_of_three_officers_next_door_the_poorest_picks_one() -> None:
    state = with_household(table("green", "red", "blue"), "green", markers=("penzance",))
    state = with_household(state, "blue", gold=1)
    state = with_pieces(state, "green", g1="penzance")
    state = with_officers(state, "madron", "newlyn", "lelant")
    state = after(state, {"player": "green", "do": "sell", "goods": "g1", "row": 2})
    assert who_chooses(state) == "blue"
    state = after(state, {"player": "blue", "walks": [{"officer": 2, "way": ["penzance"]}]})
    assert [each.place for each in state.officers] == ["madron", "penzance", "lelant"]


@pytest.mark.parametrize(("steps", "choices"), [(1, 2), (2, 1)])
def test_which_of_two_officers_comes_first_is_no_choice_where_both_come(steps: int, choices: int) -> None:
    state = with_household(table("green", "red"), "green", markers=("penzance",))
    state = with_officers(with_pieces(state, "green", g1="penzance"), "madron", "newlyn")
    state = after(state, {"player": "green", "do": "sell", "goods": "g1", "row": 2})
    state = replace(state, pending=(replace(state.pending[0], steps=steps),))
    assert len([*choices_of_walk(state)]) == choices


def test_a_raid_for_two_pieces_costs_an_influence_two_mob_cards_their_reputation_and_two_markers() -> None:
    mob = (card("Tom", mob=True), card("Jack", 2, 3, mob=True))
    markers = ("newlyn", "penzance", "penzance")
    state = with_household(table(), "red", cards=mob, reputation=7, markers=markers)
    state = with_officers(with_pieces(state, "", g1=CUSTOMS, g3=CUSTOMS), "st_ives")
    raid = {"goods": ["g1", "g3"], "cards": ["Tom", "Jack"], "markers": ["newlyn", "penzance"]}
    state = after(state, {"player": "red", "do": "raid", **raid})
    red = state.households["red"]
    assert (red.influence, red.cards, red.reputation, red.markers) == (29, (), 2, ("penzance",))
    assert {(state.goods[key].where, state.goods[key].owner) for key in ("g1", "g3")} == {("penzance", "red")}


def in_porthleven(extra: int) -> SmugglerState:
    state = with_household(table("red", "blue"), "red", ship="porthleven", markers=("porthleven",))
    state = with_pieces(state, "red", g3="aboard", g4="aboard", g5="aboard")
    move = {"player": "red", "do": "land", "at": "porthleven", "goods": ["g3", "g4", "g5"], "extra": extra}
    return after(state, move)


def test_on_the_sample_three_steps_lead_penzances_officer_to_breage() -> None:
    state = in_porthleven(0)
    assert ([each.place for each in state.officers], state.pending) == (["breage", "st_ives"], ())
    assert [each.place for each in in_porthleven(3).officers] == ["penzance", "st_ives"]


def test_on_the_sample_both_officers_are_three_away_from_gwithian_and_the_poorest_picks() -> None:
    state = with_household(
        at_level_seven(table("blue", "red")), "blue", ship="gwithian", markers=("gwithian",), coves=("all",)
    )
    state = with_household(with_pieces(state, "blue", g3="aboard", g4="aboard", g5="aboard"), "red", gold=2)
    far = distances(land_map(state.box), "gwithian")
    assert (far["penzance"], far["st_ives"]) == (3, 3)
    state = after(state, LANDED)
    assert who_chooses(state) == "red"
    state = after(state, {"player": "red", "walks": [{"officer": 2, "way": ["lelant", "st_erth"]}]})
    assert state.officers[1].place == "st_erth"
    assert {state.goods[key].where for key in LANDED["goods"]} == {"gwithian"}


def test_in_the_far_west_goods_are_sold_in_four_places_alone() -> None:
    west = ("st_just", "sennen", "st_levan", "newlyn", "zennor", "lelant", "perranuthnoe")
    for village in some(west):
        state = with_pieces(with_household(table(), "red", markers=(village,)), "red", g1=village)
        assert (
            refusal(with_officers(state), {"player": "red", "do": "sell", "goods": "g1"}) == "no_number_here"
        )
    for town in some(("st_ives", "madron", "penzance", "marazion")):
        state = with_officers(with_pieces(with_household(table(), "red", markers=(town,)), "red", g1=town))
        assert after(state, {"player": "red", "do": "sell", "goods": "g1"}).goods["g1"].where == "sold"


@pytest.mark.parametrize(
    ("marker", "may"),
    [
        ("prussia_cove", {"perranuthnoe", "breage"}),
        ("st_hilary", {"marazion", "leedstown", "breage", "godolphin"}),
    ],
)
def test_a_new_marker_joins_the_network_or_comes_to_scilly(marker: str, may: set[str]) -> None:
    state = with_household(table(), "red", markers=(marker,))
    move = {"player": "red", "do": "hire", "card": {"name": "Tom", "gold": 1, "reputation": 1}}
    for place in some(state.box.places):
        if place in {*may, "scilly"}:
            after(state, {**move, "marker": place})
        else:
            assert refusal(state, {**move, "marker": place}) in {"not_next_door", "no_such_place"}


@pytest.mark.parametrize("is_there", [False, True])
def test_goods_landed_straight_into_a_stash_are_safe_unless_a_foreign_officer_stands_there(
    is_there: bool,
) -> None:
    state = with_household(
        table(), "red", ship="penzance", markers=("penzance",), stashes=(stash("penzance"),)
    )
    state = with_officers(
        with_pieces(state, "red", g3="aboard", g1="aboard"), "penzance" if is_there else "newlyn"
    )
    land = {"player": "red", "do": "land", "at": "penzance", "goods": ["g1", "g3"], "stash": ["g3"]}
    state = after(state, land)
    # Risk 7 + 5 over level 9: an officer arrives in any case.
    assert state.goods["g1"].where == CUSTOMS
    assert state.goods["g3"].where == (CUSTOMS if is_there else "penzance")
