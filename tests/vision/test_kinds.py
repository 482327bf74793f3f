"""What can be told of a tile without knowing its drawing, and which face that leaves."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.games.carcassonne.land.catalogue import SIDES, faces
from vision.games.carcassonne.cold.kinds import (
    ANSWERS,
    CLOISTER,
    EDGE_KINDS,
    ONE_CITY,
    ONE_ROAD,
    OPEN,
    PAIRS,
    READINGS,
    SHIELD,
    facts,
    log_odds_of,
    no_face_odds,
    same_answers,
    unturned_answers,
)

SURE = 8.0
every_reading = pytest.mark.parametrize("reading", READINGS, ids=lambda one: f"{one.face}-{one.turns}")


def answers_for(reading):
    """What a net that knows everything would answer, sure of itself."""
    true = facts(faces()[reading.face], reading.turns)
    answers = np.zeros((1, ANSWERS))
    for side, kind in enumerate(true.edges):
        answers[0, 4 * side + kind] = SURE
    for questions, truth in ((ONE_CITY, true.one_city), (ONE_ROAD, true.one_road)):
        answers[0, questions] = np.where(truth == OPEN, 0.0, SURE * (2 * truth - 1))
    answers[0, SHIELD] = SURE * (2 * true.has_shield - 1)
    answers[0, CLOISTER] = SURE * (2 * true.has_cloister - 1)
    return answers


@pytest.mark.slow(but=12)
@every_reading
def test_true_answers_name_the_face_and_its_turns(reading):
    nats = log_odds_of(answers_for(reading))[0]
    likeliest = {READINGS[index] for index in np.flatnonzero(nats > nats.max() - 1)}
    assert reading in likeliest
    twins = {one for one in likeliest if one != reading}
    assert twins == {other for one, other in same_answers().items() if one == reading}


def test_only_the_ends_of_a_river_have_the_same_answers():
    assert {one.face for one in same_answers()} == {"river_A", "river_L"}


@pytest.mark.slow(but=12)
@every_reading
def test_edges_are_those_of_the_catalogue_turned(reading):
    face = faces()[reading.face]
    shown = [EDGE_KINDS[kind] for kind in facts(face, reading.turns).edges]
    assert shown == [face.edges[(side - reading.turns) % 4] for side in range(4)]


@pytest.mark.slow(but=12)
@every_reading
def test_a_tile_of_the_game_is_hardly_thought_to_be_of_another(reading):
    assert no_face_odds(log_odds_of(answers_for(reading)))[0] < -5


@pytest.mark.parametrize("edges", ["CRFF", "FCCR", "FFRC", "RFRC"])
def test_a_tile_whose_edges_no_face_has_is_told_to_be_of_another_game(edges):
    answers = answers_for(READINGS[0])
    answers[0, : 4 * len(edges)] = 0
    for side, letter in enumerate(edges):
        answers[0, 4 * side + "FCR".index(letter)] = SURE
    assert no_face_odds(log_odds_of(answers))[0] > 0


def test_two_cities_are_told_from_one():
    one, two = facts(faces()["F"], 0), facts(faces()["H"], 1)
    east_west = PAIRS.index((SIDES.index("E"), SIDES.index("W")))
    assert list(one.edges) == list(two.edges)
    assert one.one_city[east_west] == 1
    assert two.one_city[east_west] == 0


@given(st.integers(0, 2**32 - 1), st.integers(0, 3))
def test_four_quarter_turns_are_none(seed, turns):
    answers = np.random.default_rng(seed).normal(0, 3, (2, ANSWERS))
    back = unturned_answers(unturned_answers(answers, turns), (4 - turns) % 4)
    assert np.allclose(back, answers)


@pytest.mark.slow(but=12)
@every_reading
def test_what_is_said_of_a_turned_picture_is_said_of_the_picture(reading):
    face = faces()[reading.face]
    for turns in range(4):
        seen = answers_for(reading._replace(turns=reading.turns + turns))
        straight = log_odds_of(answers_for(reading))
        assert np.allclose(log_odds_of(unturned_answers(seen, turns)), straight), (face.name, turns)
