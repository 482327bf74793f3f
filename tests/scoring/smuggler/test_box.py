"""What a box of Cornish Smuggler is made of, and what is said of one that contradicts itself."""

from collections.abc import Mapping
from typing import Any

import pytest

from scoring.errors import UnreadableError
from scoring.games.smuggler.editor.inspecting import list_box
from scoring.games.smuggler.land.box import (
    PRINTED_PRICES,
    TOWN_SIZES,
    CharacterCard,
    MapPlace,
    SmugglerBox,
    dump_box,
    is_land,
    is_water,
    land_map,
    load_box,
    place_name,
    prices_of,
    sample_box,
    sea_map,
)
from scoring.geometry.maps import distances
from tests.some import some


def test_the_sample_box_is_marked_as_made_up_and_comes_back_as_it_was() -> None:
    box = sample_box()
    assert box.made_up
    assert load_box(dump_box(box)) == box
    assert len(box.pieces) == 24
    assert (len([p for p in box.places.values() if is_land(p)]), len(box.ways)) == (32, 40)


def test_officers_and_ships_of_the_sample_reach_all_their_places() -> None:
    box = sample_box()
    dry = {key for key, place in box.places.items() if is_land(place) and place.kind != "scilly"}
    wet = {key for key, place in box.places.items() if is_water(place)}
    assert set(distances(land_map(box), "penzance")) == dry
    assert set(distances(sea_map(box), "lands_end")) == wet


def test_the_samples_map_fits_the_examples_of_the_rulebook() -> None:
    near = land_map(sample_box()).neighbours
    assert distances(land_map(sample_box()), "lelant")["gwithian"] == 2
    assert set(near["prussia_cove"]) == {"perranuthnoe", "breage"}
    assert set(near["st_hilary"]) == {"marazion", "leedstown", "breage", "godolphin"}
    assert len(near["penzance"]) == 4


def test_the_rulebook_prints_eleven_columns_of_three_rows() -> None:
    cells = [(town, squares) for town, columns in PRINTED_PRICES.items() for squares in columns]
    assert len(cells) == 11
    for town, squares in some(cells):
        assert sample_box().prices[town][squares] == PRINTED_PRICES[town][squares]


@pytest.mark.parametrize("town", TOWN_SIZES)
def test_a_piece_larger_than_the_town_uses_the_towns_own_column(town: int) -> None:
    assert prices_of(SmugglerBox(), town, 5) == prices_of(SmugglerBox(), town, min(town, 5))


def test_no_prices_are_made_up_for_a_town_of_another_size() -> None:
    assert prices_of(SmugglerBox(), 4, 2) is None
    assert prices_of(SmugglerBox(), 0, 2) is None


@pytest.mark.parametrize(
    ("kind", "number", "risk", "known"),
    [("port", 5, None, 5), ("port", 5, 4, 4), ("cove", 5, None, 0), ("port", None, None, None)],
)
def test_the_risk_of_a_place_is_its_number_but_for_coves(
    kind: Any, number: int | None, risk: int | None, known: int | None
) -> None:
    assert MapPlace(kind, number, risk=risk).landing_risk == known


def test_what_is_learned_is_added_and_the_newer_is_right() -> None:
    old = SmugglerBox(
        places={"a": MapPlace("land"), "b": MapPlace("sea")}, characters=(CharacterCard("Ann"),)
    )
    new = SmugglerBox(
        places={"a": MapPlace("port", 5)}, ways=("a-b",), characters=(CharacterCard("Ann", gold=2),)
    )
    both = old.with_facts(new)
    assert both.places == {"a": MapPlace("port", 5), "b": MapPlace("sea")}
    assert both.ways == ("a-b",)
    assert [(card.name, card.gold) for card in both.characters] == [("Ann", 2)]
    assert old.with_facts(SmugglerBox()) == old


def test_a_place_may_have_a_name_that_its_key_does_not_tell() -> None:
    box = SmugglerBox(places={"17": MapPlace("port", name="St Mawes")})
    assert place_name(box, "17") == "St Mawes"
    assert place_name(sample_box(), "bay_of_st_ives") == "Bay of St Ives"


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"places": {"St Ives": {"kind": "port"}}}, "small letters"),
        ({"places": {"a": {"kind": "volcano"}}}, "kind"),
        ({"places": {"a": {"kind": "port"}}, "ways": ["a-b"]}, "'b'"),
        ({"merchants": {"m": []}}, "'m'"),
        ({"customs_house": "penzance"}, "customs_house"),
        ({"officers_start": ["penzance"]}, "officers_start"),
        ({"no_officer_moves": ["scilly"]}, "no_officer_moves"),
        ({"stashes": [{"place": "madron"}]}, "stashes"),
        ({"prices": {"big": {}}}, "big"),
        (
            {"places": {"m": {"kind": "merchant"}}, "merchants": {"m": [{"id": "g", "squares": 2}] * 2}},
            "twice",
        ),
        ({"game": "tuscany"}, "tuscany"),
    ],
)
def test_a_box_that_contradicts_itself_is_refused_in_a_sentence(wrong: Mapping[str, Any], says: str) -> None:
    with pytest.raises(UnreadableError, match=says):
        load_box(wrong)


@pytest.mark.parametrize("step", [{"level": 8, "bribe": 1}, {"level": 7, "bribe": 0}])
def test_a_track_on_which_the_level_rises_or_the_bribe_falls_is_said_to_be_odd(step: Any) -> None:
    odd = {"track": [{"level": 7, "bribe": 1}, step]}
    said = [str(each) for each in some(list_box(odd))]
    assert [each for each in said if "level should fall" in each]
    assert not [
        each for each in some(map(str, list_box(dump_box(sample_box())))) if "level should fall" in each
    ]
