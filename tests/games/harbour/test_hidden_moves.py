"""A move that hides something, set right by a player who cannot see that."""

import pytest

from scoring.game import PlayerSeat, Setup
from scoring.referee.inputs import Declared, Revised
from scoring.referee.machine import step
from scoring.referee.transitions.confirmation import begin
from tests.games.further.harbour import RULES
from tests.games.harbour.engine import Cast, Draw, Lay, Name
from tests.some import some

PEARL = Draw("red", "pearl", 2)


def confirmed(*moves):
    setup = Setup("made-up", (PlayerSeat("Ann", "red"), PlayerSeat("Ben", "blue")), {"full_quay": "three"})
    table = begin(setup, RULES, by_hand=True)
    for move in some(moves):
        table, effects = step(table, Declared(RULES.dump_move(move), table.version), RULES)
        assert effects
    return table


def set_right(table, back, move):
    now, effects = step(table, Revised(back, RULES.dump_move(move), table.version, by="Ben"), RULES)
    assert effects
    return now, effects[0].events[0].body["move"]


@pytest.fixture
def table():
    return confirmed(Name("red", ("amber", "whale")), Cast("red", 4), PEARL)


@pytest.mark.parametrize("back", [1, 3], ids=["drawn", "named"])
def test_what_a_move_hides_stays_when_somebody_else_sets_it_right(table, back):
    was = table.done[-back].move
    now, written = set_right(table, back, RULES.view_move(was, "blue"))
    assert now.done[-back].move == was
    assert now.state.hands == table.state.hands
    assert now.state.coins == table.state.coins
    assert RULES.load_move(written) == was


def test_what_is_said_of_a_hidden_thing_counts_and_the_rest_stays(table):
    now, _ = set_right(table, 1, Draw("red", "spice"))
    assert now.done[-1].move == Draw("red", "spice", 2)


@pytest.mark.parametrize("other", [Lay("red", "amber", (0, 0)), Draw("blue")], ids=["laid", "another's"])
def test_another_move_brings_nothing_of_what_was_hidden(table, other):
    forced = {**RULES.dump_move(other), "house_rule": True}
    now, _ = step(table, Revised(1, forced, table.version, by="Ben"), RULES)
    assert now.done[-1].move == other
