"""The clocks of the turn and the game run while it is played, shown or not, and else stand still."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from scoring.game import PlayerSeat, Setup
from scoring.referee.clocks import MOST_GAME_S, Clocks, taken_s_of
from scoring.referee.contracts.snapshot import MOST_TURN_S
from scoring.referee.state import ConfirmedMove
from scoring.referee.store import Event
from scoring.referee.transitions.confirmation import begin
from tests.scoring.referee.tables import RULES
from tests.some import some


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
def clocks(clock):
    clocks = Clocks(clock)
    clocks.shown = True
    return clocks


SETUP = Setup("leaflet-001", (PlayerSeat("Ann", "red"), PlayerSeat("Ben", "blue")))
TURN = begin(SETUP, RULES, hands_free=False)
MOVE = next(iter(RULES.legal(TURN.state, "E")))


def confirmed(turn):
    return replace(turn, done=(*turn.done, ConfirmedMove(MOVE, "seen", 1.0, False, turn.state)))


def taken(clocks, turn):
    timing = clocks.tell(turn, RULES)
    return timing.turn_s, timing.game_s


def test_clocks_run_from_the_start_whether_shown_or_not(clock):
    clocks = Clocks(clock)
    assert clocks.tell(TURN, RULES) is None
    clock.now_s += 40
    clocks.shown = True
    assert taken(clocks, TURN) == (40, 40)
    clocks.shown = False
    assert clocks.tell(TURN, RULES) is None
    clock.now_s += 2
    clocks.shown = True
    assert taken(clocks, TURN) == (42, 42)


def test_a_confirmed_turn_starts_the_clock_of_the_next_and_the_games_goes_on(clock, clocks):
    assert taken(clocks, TURN) == (0, 0)
    clock.now_s += 40
    assert taken(clocks, TURN) == (40, 40)
    clock.now_s += 5
    assert taken(clocks, confirmed(TURN)) == (0, 45)
    clock.now_s += 10
    assert taken(clocks, confirmed(TURN)) == (10, 55)


def test_a_pause_is_left_out_of_both(clock, clocks):
    clocks.tell(TURN, RULES)
    clock.now_s += 10
    assert taken(clocks, replace(TURN, paused=True)) == (10, 10)
    clock.now_s += 600
    assert taken(clocks, TURN) == (10, 10)
    clock.now_s += 3
    assert taken(clocks, TURN) == (13, 13)


def test_a_game_that_has_ended_takes_no_more_time(clock, clocks):
    clocks.tell(TURN, RULES)
    clock.now_s += 10
    ended = replace(TURN, stage="ended")
    clocks.tell(ended, RULES)
    clock.now_s += 600
    assert taken(clocks, ended) == (10, 10)


def test_a_night_at_which_nobody_paused_counts_as_one_long_turn_and_no_more(clock, clocks):
    clocks.tell(TURN, RULES)
    clock.now_s += 12 * 3600
    assert taken(clocks, confirmed(TURN)) == (0, MOST_TURN_S)
    clock.now_s += 60
    assert taken(clocks, confirmed(TURN)) == (60, MOST_TURN_S + 60)


def test_the_clocks_of_a_game_that_goes_on_go_on_and_the_time_between_is_left_out(clock, clocks):
    clocks.tell(TURN, RULES)
    clock.now_s += 100
    (event,) = clocks.sign([Event("turn_confirmed", {"move": 1})])
    assert event.body == {"move": 1, "game_s": 100.0}
    clocks.tell(confirmed(TURN), RULES)
    clock.now_s += 7
    draft = clocks.document()
    again = Clocks(HandClock())
    again.begin([event], draft)
    assert taken(again, confirmed(TURN)) == (7, 107)
    again.begin([event], None)
    again.shown = True
    assert taken(again, confirmed(TURN)) == (0, 100)
    again.begin()
    assert again.tell(TURN, RULES) is None, "a new game begins from nothing"


@pytest.mark.parametrize(
    ("turn_s", "game_s"), [(0.0, 0.0), (0.5, 0.5), (0.0, 107.0), (40.0, 40.0), (1.0, MOST_GAME_S)]
)
def test_the_clocks_go_on_from_what_was_kept_last(turn_s, game_s, clock):
    clocks = Clocks(clock)
    clocks.begin([], {"clocks": {"turns": 0, "turn_s": turn_s, "game_s": game_s, "shown": True}})
    assert taken(clocks, TURN) == (turn_s, game_s)


def test_clocks_that_nobody_asked_to_see_are_not_shown(clock):
    clocks = Clocks(clock)
    clocks.begin([], {"clocks": {"turns": 0, "turn_s": 1.0, "game_s": 1.0}})
    assert clocks.tell(TURN, RULES) is None
    assert MOST_GAME_S == 1e7


def test_a_turn_goes_on_although_the_game_was_kept_at_that_very_moment(clock, clocks):
    clocks.tell(TURN, RULES)
    clock.now_s += 100.04
    (event,) = clocks.sign([Event("handed_over", {})])
    assert event.body == {"game_s": 100.0}, "to a tenth of a second"
    draft = clocks.document()
    again = Clocks(HandClock())
    again.begin([Event("handed_over", {"game_s": draft["clocks"]["game_s"]})], draft)
    assert taken(again, TURN) == (pytest.approx(100.04), pytest.approx(100.04))


def test_what_was_kept_before_the_last_turn_is_left_and_the_clocks_stay_shown(clock):
    clocks = Clocks(clock)
    draft = {"clocks": {"turns": 1, "turn_s": 30.0, "game_s": 70.0, "shown": True}}
    clocks.begin([Event("turn_confirmed", {"game_s": 90.0})], draft)
    assert taken(clocks, TURN) == (0, 90)


JUMPS = st.lists(st.floats(-1e9, 1e9, allow_nan=False), max_size=11)


@given(JUMPS, st.lists(st.booleans(), min_size=12, max_size=12))
def test_whatever_the_clock_does_no_time_is_negative_or_longer_than_its_turns(jumps, ends):
    clock, turn = HandClock(), TURN
    clocks = Clocks(clock)
    clocks.shown = True
    before_s = 0.0
    for jump_s, is_end in some(zip([0.0, *jumps], ends, strict=False)):
        clock.now_s += jump_s
        turn = confirmed(turn) if is_end else turn
        turn_s, game_s = taken(clocks, turn)
        assert before_s <= game_s <= MOST_TURN_S * (1 + len(turn.done))
        assert 0 <= turn_s <= MOST_TURN_S
        before_s = game_s


@pytest.mark.parametrize("said", [-1, math.inf, math.nan, 1e300, "9", None, True, [], MOST_GAME_S + 1])
def test_a_kept_time_that_cannot_be_is_none(said, clocks):
    event = Event("game_ended", {"game_s": said})
    assert taken_s_of([event]) == 0
    assert taken_s_of([Event("game_ended", ["game_s"])]) == 0
    clocks.begin([event], {"clocks": {"turns": 0, "turn_s": said, "game_s": said}})
    clocks.shown = True
    assert taken(clocks, TURN) == (0, 0)
