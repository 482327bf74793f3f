"""A game that begins with what lies on the table already."""

import pytest

from scoring.game import PlayerSeat, Setup
from scoring.referee.contracts.games import GameRecord
from scoring.referee.inputs import Declared
from scoring.referee.publication import _seats
from scoring.referee.record.history import features_of, record_of
from scoring.referee.state import BAR
from scoring.referee.transitions.confirmation import begin
from tests.scoring.referee.tables import RULES, Table, seats

CITY = [
    {"cell": [4, 6], "face": "E", "turns": 2},
    {"cell": [4, 7], "face": "E", "turns": 0},
]
LORD = {"cell": [4, 6], "colour": "red", "feature": "city", "sides": ["S"]}
"""On a finished city, which pays at once."""


@pytest.fixture
def setup() -> Setup:
    two = (PlayerSeat("Ann", "red"), PlayerSeat("Ben", "blue"))
    begins = {"board": {"tiles": CITY, "meeples": [LORD]}, "points": {"red": 3}}
    setup = Setup("leaflet-004", two, {}, begins)
    return RULES.load_setup(RULES.dump_game(setup, ()))


@pytest.fixture
def table(setup: Setup) -> Table:
    return Table(setup)


def enter(table: Table) -> None:
    (move, *_) = (each for each in RULES.legal(table.turn.state, "U") if each.cell == (4, 8))
    table.give(Declared(RULES.dump_move(move), table.turn.version))


def test_it_says_so_and_what_was_scored_by_what_lies_there(table: Table) -> None:
    assert table.turn.log == (
        "Ann gets 4 points: city.",
        "The game begins in the middle, with what lies on the table.",
    )
    assert [line.points for line in table.turn.lines] == [3, 4]
    assert table.turn.carried == table.turn.lines


def test_what_it_began_with_is_shown_again_once_its_first_turn_is_taken_back(table: Table) -> None:
    carried = table.turn.carried
    enter(table)
    assert table.turn.lines != carried
    table.press("undo")
    assert table.turn.lines == carried


def test_what_it_began_with_is_shown_again_once_its_end_is_taken_back(table: Table) -> None:
    table.press("end")
    table.press("confirm")
    assert table.turn.lines == RULES.final(table.turn.state)
    table.press("undo")
    assert table.turn.lines == table.turn.carried


def test_somebody_wins_it_although_no_turn_was_played(table: Table) -> None:
    table.press("end")
    table.press("confirm")
    assert table.turn.log[0] == "Ann wins with 7 points."
    assert [seat.won for seat in _seats(table.turn, RULES)] == [True, False]


def test_its_record_tells_how_it_began(table: Table) -> None:
    enter(table)
    record = record_of(GameRecord("7", 0.0), table.turn, RULES)
    assert (record.began_late, record.carried) == (True, table.turn.carried)
    assert record.standing_after(0) == {"red": 7, "blue": 0}
    red, blue = _seats(table.turn, RULES)
    assert sum(features_of(record, red).values()) == 7
    assert features_of(record, blue) == {}


def test_a_game_begins_as_its_host_chose() -> None:
    table = begin(seats("Ann", "Ben"), RULES)
    assert (table.hands_free, table.by_hand, table.bar, table.log, table.lines) == (False, False, BAR, (), ())
    table = begin(seats("Ann", "Ben"), RULES, hands_free=True, by_hand=True, bar=0.5)
    assert (table.hands_free, table.by_hand, table.bar) == (True, True, 0.5)
