"""Beliefs about a whole board: what neighbours show and what the box holds weigh in, never absolutely."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from scoring.games.carcassonne.land.catalogue import faces
from vision.games.carcassonne.fusion import KINDS, NO_FACE, Reading, believe, choose, edges_of, reading_of

BASE = [name for name, face in faces().items() if not face.is_river]
readings = st.builds(Reading, st.sampled_from(BASE), st.integers(0, 3))
cells = st.tuples(st.integers(0, 3), st.integers(0, 3))
boards = st.dictionaries(
    cells, st.dictionaries(st.one_of(readings, st.just(NO_FACE)), st.floats(-60, 0), min_size=1, max_size=5)
)


@given(boards)
def test_what_is_believed_of_a_cell_adds_up_to_one(board: dict) -> None:
    beliefs = believe(board)
    assert beliefs.keys() == board.keys()
    for cell, belief in beliefs.items():
        assert belief.keys() == board[cell].keys()
        assert sum(belief.values()) == pytest.approx(1)
        assert min(belief.values()) >= 0


@given(st.sampled_from(BASE), st.floats(-5, 0))
def test_a_lone_tile_is_believed_as_it_looks(face: str, other: float) -> None:
    (belief,) = believe({(0, 0): {Reading(face, 0): 0.0, NO_FACE: other}}).values()
    assert belief[Reading(face, 0)] == pytest.approx(1 / (1 + np.exp(other)), abs=1e-6)


def test_turning_a_tile_turns_its_edges() -> None:
    assert edges_of(Reading("D", 0)) == faces()["D"].edges
    north, east, south, west = faces()["D"].edges
    assert edges_of(Reading("D", 1)) == (west, north, east, south)
    assert edges_of(NO_FACE) == ("", "", "", "")


@given(st.sampled_from(BASE), st.integers(0, 3), st.sampled_from(BASE), st.integers(0, 3))
def test_a_neighbour_that_does_not_match_lowers_belief(a: str, turns: int, b: str, other: int) -> None:
    assume(a != b)  # the box may hold but one
    one, beside = Reading(a, turns), Reading(b, other)
    likelihoods = {(0, 0): {one: 0.0, NO_FACE: -1.0}, (1, 0): {beside: 0.0}}
    alone = believe({(0, 0): likelihoods[0, 0]})[0, 0][one]
    together = believe(likelihoods)[0, 0][one]
    matches = edges_of(one)[1] == edges_of(beside)[3]
    assert together == pytest.approx(alone, abs=1e-6) if matches else together < alone - 0.3


@pytest.mark.parametrize("kind", ["field", "road"])
def test_a_tile_that_is_no_face_of_the_game_tells_its_neighbours_what_it_shows(kind: str) -> None:
    with_road, without = Reading("A", 0), Reading("B", 0)
    unsure, strange = {with_road: 0.0, without: 0.0}, {NO_FACE: 0.0, Reading("C", 0): -2.0}
    shown = np.tile([0.0, *(float(kind == one) for one in KINDS[1:])], (4, 1))
    board = {(0, 0): unsure, (0, 1): strange}
    untold, told = believe(board), believe(board, {(0, 1): shown})
    right = with_road if kind == "road" else without
    assert untold[0, 0][right] == pytest.approx(0.5, abs=0.1)
    assert told[0, 0][right] > 0.95
    assert told[0, 1][NO_FACE] == pytest.approx(untold[0, 1][NO_FACE], abs=0.05)


def test_a_tile_that_is_plainly_seen_is_believed_though_nothing_matches() -> None:
    cloister, city = Reading("B", 0), Reading("C", 0)
    around = {(0, -1): {city: 0.0}, (1, 0): {city: 0.0}, (0, 1): {city: 0.0}, (-1, 0): {city: 0.0}}
    belief = believe({(0, 0): {cloister: 0.0, city: -40.0}, **around})[0, 0]
    assert belief[cloister] > 0.95


def test_neighbours_settle_what_looks_alike() -> None:
    upright, turned = Reading("U", 0), Reading("U", 1)
    crossing = {(0, -1): {Reading("X", 0): 0.0}, (0, 1): {Reading("X", 0): 0.0}}
    belief = believe({(0, 0): {upright: 0.0, turned: 0.0}, **crossing})[0, 0]
    assert belief[upright] > 0.99


def test_a_face_laid_more_often_than_the_box_holds_loses() -> None:
    shield, plain = Reading("M", 0), Reading("N", 0)
    once = {(3 * x, 0): {shield: 0.2, plain: 0.0} for x in range(2)}
    often = {(3 * x, 0): {shield: 0.2, plain: 0.0} for x in range(5)}
    assert (faces()["M"].count, faces()["N"].count) == (2, 3)
    assert believe(once)[0, 0][shield] > 0.5
    assert believe(often)[0, 0][shield] < 0.5


def test_of_those_that_look_nearly_alike_the_best_are_chosen_to_be_the_few_that_the_box_holds() -> None:
    shield, plain = Reading("M", 0), Reading("N", 0)
    odds = [4.3, 3.4, 2.1, 1.9, 1.3]
    beliefs = believe({(3 * x, 0): {shield: one, plain: 0.0} for x, one in enumerate(odds)})
    assert [beliefs[3 * x, 0][shield] > 0.5 for x in range(5)] == [True, True, False, False, False]


@given(boards)
def test_another_than_the_likeliest_is_chosen_only_where_the_box_holds_no_more(board: dict) -> None:
    beliefs = believe(board)
    chosen = choose(beliefs)
    assert chosen.keys() == board.keys()
    likeliest = {cell: max(own, key=lambda one: own[one]) for cell, own in beliefs.items()}
    laid, told = (Counter(one.face for one in some) for some in (likeliest.values(), _read(chosen).values()))
    for cell, (reading, belief) in chosen.items():
        assert sum(belief.values()) == pytest.approx(1)
        if reading != likeliest[cell]:
            was = likeliest[cell].face
            assert laid[was] > faces()[was].count >= told[was]
            assert told[reading.face] <= faces()[reading.face].count


def _read(chosen: dict) -> dict:
    return {cell: one.reading for cell, one in chosen.items()}


def _with_shields(*shares: float) -> dict:
    """Give what is believed of cities apart from each other that may carry a shield."""
    return {(3 * x, 0): {Reading("M", 0): one, Reading("N", 0): 1 - one} for x, one in enumerate(shares)}


def test_of_five_that_look_rather_as_if_without_a_shield_the_likeliest_two_are_chosen_to_have_it() -> None:
    chosen = choose(_with_shields(0.1, 0.48, 0.2, 0.4, 0.3))
    assert [one.reading.face for one in chosen.values()] == ["N", "M", "N", "M", "N"]


def test_what_was_hardly_believed_is_no_surer_for_being_chosen() -> None:
    beliefs = _with_shields(1.0, 0.02, 0.001, 0.001, 0.001)
    chosen = choose(beliefs)
    assert chosen[3, 0].reading == Reading("M", 0)
    assert {cell: one.belief for cell, one in chosen.items()} == beliefs


def test_two_straight_rivers_are_one_face_of_which_the_box_holds_two() -> None:
    straight = reading_of("river_F", 0)
    assert straight == reading_of("river_D", 2) == Reading("river_D", 0)
    unsure = {straight: 0.0, NO_FACE: -1.0}
    two = believe({(3 * x, 0): unsure for x in range(2)})
    three = believe({(3 * x, 0): unsure for x in range(3)})
    assert two[0, 0][straight] == pytest.approx(1 / (1 + np.exp(-1)), abs=1e-3)
    assert three[0, 0][straight] < two[0, 0][straight] - 0.05


def test_where_too_many_are_plainly_seen_the_box_is_anothers_and_the_likeliest_stay() -> None:
    assert {one.reading.face for one in choose(_with_shields(*[0.005] * 5)).values()} == {"N"}
    more = _with_shields(0.3, *[0.005] * 5)  # six, of which the box may hold three without and two with one
    assert {one.reading.face for one in choose(more).values()} == {"N"}


def test_of_a_whole_box_the_last_tile_is_what_is_missing_however_it_looks() -> None:
    box = [name for name in BASE for _ in range(faces()[name].count)]
    box.remove("X")
    board = {(3 * x, 0): {Reading(name, 0): 0.0} for x, name in enumerate(box)}
    unclear = {Reading("X", 0): 0.0, Reading("W", 0): 2.0, Reading("V", 0): 1.0}
    assert believe({**board, (0, 9): unclear})[0, 9][Reading("X", 0)] > 0.9
    fewer = dict(list(board.items())[:40])
    assert believe({**fewer, (0, 9): unclear})[0, 9][Reading("W", 0)] > 0.5


def test_of_two_boxes_on_one_table_every_tile_is_what_it_looks_like() -> None:
    box = [name for name in BASE for _ in range(2 * faces()[name].count)]
    unsure = {Reading("W", 0): 0.0, Reading("X", 0): -1.0}
    board = {(3 * x, 0): {Reading(name, 0): 0.0, Reading("V", 0): -3.0} for x, name in enumerate(box)}
    chosen = _read(choose(believe({**board, (0, 9): unsure})))
    assert chosen[0, 9].face == "W"
    assert [chosen[3 * x, 0].face for x in range(len(box))] == box


def test_even_an_empty_board_is_believed() -> None:
    assert believe({}) == {}
