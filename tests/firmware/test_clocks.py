"""The clocks of the turn and the game run while it is played, and stand still while it does not."""

import pytest
from msgspec.structs import replace
from tables import RULES

from firmware.clocks import Clocks
from firmware.course import Done
from firmware.kept import begin
from scoring.game import PlayerSeat, Setup


class HandClock:
    """A clock that goes on when it is told to."""

    def __init__(self):
        self.now_s = 1000.0

    def __call__(self):
        return self.now_s


@pytest.fixture
def clock():
    return HandClock()


@pytest.fixture
def turn():
    setup = Setup("leaflet-001", (PlayerSeat("Ann", "red"), PlayerSeat("Ben", "blue")))
    return begin(setup, RULES, hands_free=False)


def confirmed(turn):
    return replace(turn, done=(*turn.done, Done(None, "seen", 1.0, False, turn.state)))


def taken(clocks, turn):
    timing = clocks.tell(turn)
    return timing.turn_s, timing.game_s


def test_no_clock_runs_until_it_is_asked_for(clock, turn):
    clocks = Clocks(clock)
    assert clocks.tell(turn) is None
    clocks.show(True)
    assert clocks.tell(turn) is not None
    clocks.show(False)
    assert clocks.tell(turn) is None


def test_a_confirmed_turn_starts_the_clock_of_the_next_and_the_games_goes_on(clock, turn):
    clocks = Clocks(clock)
    clocks.show(True)
    assert taken(clocks, turn) == (0, 0)
    clock.now_s += 40
    assert taken(clocks, turn) == (40, 40)
    clock.now_s += 5
    assert taken(clocks, confirmed(turn)) == (0, 45)
    clock.now_s += 10
    assert taken(clocks, confirmed(turn)) == (10, 55)


def test_a_pause_is_left_out_of_both(clock, turn):
    clocks = Clocks(clock)
    clocks.show(True)
    clocks.tell(turn)
    clock.now_s += 10
    assert taken(clocks, replace(turn, paused=True)) == (10, 10)
    clock.now_s += 600
    assert taken(clocks, turn) == (10, 10)
    clock.now_s += 3
    assert taken(clocks, turn) == (13, 13)


def test_a_game_that_has_ended_takes_no_more_time(clock, turn):
    clocks = Clocks(clock)
    clocks.show(True)
    clocks.tell(turn)
    clock.now_s += 10
    ended = replace(turn, stage="ended")
    clocks.tell(ended)
    clock.now_s += 600
    assert taken(clocks, ended) == (10, 10)
