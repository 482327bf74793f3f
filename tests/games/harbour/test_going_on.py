"""A player who goes on because all others have passed has several turns in a row, each counted by itself."""

import pytest

from scoring.game import PlayerSeat, Setup
from scoring.referee.clocks import Clocks
from scoring.referee.contracts.games import GameRecord
from scoring.referee.entry import past_turns
from scoring.referee.inputs import Declared, Pressed
from scoring.referee.machine import step
from scoring.referee.publication import snapshot
from scoring.referee.record.history import record_of
from scoring.referee.transitions.confirmation import begin
from tests.games.further.harbour import RULES
from tests.games.harbour.engine import Cast, Draw, Lay, Lift, Name, Pass
from tests.some import some

ROUND = (
    Name("red", ("amber", "pearl")),
    Cast("red", 4),
    Lay("red", "pearl", (1, 10)),
    Pass("blue"),
    Cast("red", 2),
    Draw("red", "whale", 1),
    Cast("red", 5),
    Lift("red", "pearl"),
    Pass("red"),
    Cast("blue", 1),
)
TURNS = (0, 1, 1, 2, 3, 3, 4, 4, 5, 6)


def after(moves):
    setup = Setup("made-up", (PlayerSeat("Ann", "red"), PlayerSeat("Ben", "blue")), {"full_quay": "three"})
    table = begin(setup, RULES, by_hand=True)
    for move in moves:
        table, _ = step(table, Declared(RULES.dump_move(move), table.version), RULES)
    assert len(table.done) == len(moves)
    return table


@pytest.fixture
def table():
    return after(ROUND)


def test_each_of_several_turns_in_a_row_has_its_number(table):
    assert tuple(turn.turn for turn in reversed(past_turns(table, RULES))) == TURNS
    record = record_of(GameRecord("1", 0.0), table, RULES)
    assert tuple(turn.number for turn in record.turns) == TURNS
    assert [dict(turn.standing)["red"] for turn in record.turns] == [0, 0, 2, 2, 2, 2, 2, 0, 0, 0]


def test_the_clock_of_a_turn_begins_anew_with_the_next_turn_of_the_same_player_and_not_within_one():
    now_s = [0.0]
    clocks = Clocks(lambda: now_s[0])
    clocks.shown = True
    took = []
    for count in some(range(len(ROUND) + 1)):
        now_s[0] += 10
        took.append(clocks.tell(after(ROUND[:count]), RULES).turn_s)
    assert took == [0, 10, 20, 0, 0, 10, 0, 10, 0, 0, 10]


def test_every_turn_of_a_player_who_goes_on_can_be_taken_back(table):
    for count in some(reversed(range(len(ROUND)))):
        table, _ = step(table, Pressed("undo", table.version), RULES)
        assert table.state == after(ROUND[:count]).state


def test_where_a_card_lies_that_a_move_only_names_is_marked_on_the_table():
    assert snapshot(after(ROUND[:8]), RULES).last == ((1, 10),)
    assert not snapshot(after(ROUND[:9]), RULES).last
