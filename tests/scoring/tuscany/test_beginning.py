"""Games of The Castles of Tuscany that begin in the middle: what the table tells, and what is asked."""

from random import Random

import pytest
from msgspec.structs import replace

from scoring.errors import UnreadableError
from scoring.game import PlayerSeat, Setup
from scoring.games.tuscany import RULES
from scoring.games.tuscany.chance import random_game
from scoring.games.tuscany.documents.boards import board_of
from scoring.games.tuscany.land.box import sample_box
from tests.some import some

SEATS = tuple(map(PlayerSeat, ("Anna", "Benno", "Clara"), ("red", "blue", "green")))
SETUP = Setup("rulebook-002", SEATS)
MOVES = 90


def played(moves=MOVES, seed=3):
    return random_game(SETUP, Random(seed), sample_box(), moves)[1]


@pytest.fixture(scope="module")
def state():
    return played()


def begun(board, seats=SEATS, **more):
    begins = {"board": RULES.dump_board(board), **more}
    return RULES.start(Setup("rulebook-002", seats, {}, begins))


def test_whoever_sits_first_finds_their_own_region(state):
    turned = (*SEATS[1:], SEATS[0])
    after = begun(board_of(state), turned)
    assert [*after.realms] == ["blue", "green", "red"]
    for player, realm in some(after.realms.items()):
        assert sorted(realm.fields.values()) == sorted(state.realms[player].fields.values())
        assert sorted(realm.covered.values()) == sorted(state.realms[player].covered.values())
    assert {(q + 20) // 40 for q, _ in after.realms["red"].fields} == {2}


def test_stacks_that_nobody_counted_are_told_by_the_tiles_that_lie(state):
    board = board_of(state)
    uncounted = replace(board, counts=tuple(each for each in board.counts if each.what != "stacks"))
    after = begun(uncounted)
    for player, realm in some(after.realms.items()):
        assert 0 < realm.put_out <= state.realms[player].put_out


def test_the_phase_is_told_by_the_stacks_but_for_a_stack_emptied_exactly_and_taken_where_it_is_said():
    told = []
    for state in some(map(played, range(20, 150, 10))):
        whole, turn = board_of(state), RULES.player(state)
        after, exact = begun(replace(whole, phase=None), turn=turn), begun(whole, turn=turn)
        assert (exact.scored, exact.is_last_round) == (state.scored, state.is_last_round)
        emptied = max(realm.put_out for realm in state.realms.values()) % 7 == 0
        told.append((after.scored, after.is_last_round) == (state.scored, state.is_last_round) or emptied)
    assert len(told) > 9
    assert all(told)


def test_hands_are_nobodys_business_and_the_display_is_asked_for_where_it_was_not_seen(state):
    after = begun(replace(board_of(state), display=()), hand={})
    assert [realm.hand for realm in after.realms.values()] == [None] * 3
    assert "came" in [action.name for action in RULES.actions(after)]


def test_what_the_markers_show_counts_until_somebody_says_otherwise(state):
    after = begun(board_of(state), points={"red": 71}, green={"blue": 55})
    assert after.realms["red"].red == 71
    assert after.realms["blue"].red == state.realms["blue"].red % 50
    assert after.realms["blue"].green == 55
    carried = RULES.carried(after.setup)
    assert [line.points for line in carried if line.players == ("blue",) and line.currency] == [55]


def test_a_bonus_that_is_first_in_this_game_may_be_the_second_of_the_whole(state):
    assert state.completed
    assert {colour: len(players) for colour, players in begun(board_of(state)).completed.items()} == {
        colour: len(players) for colour, players in state.completed.items()
    }


@pytest.mark.parametrize(
    ("spoilt", "says"),
    [
        (lambda b: replace(b, fields=b.fields[1:]), "region of Anna is not read"),
        (
            lambda b: replace(b, regions=(replace(b.regions[0], player=""), *b.regions[1:])),
            "0 regions of Anna",
        ),
        (lambda b: replace(b, regions=(b.regions[1], *b.regions[1:])), "0 regions of Anna"),
        (lambda b: replace(b, regions=(replace(b.regions[0], player="yellow"), *b.regions[1:])), "yellow"),
        (lambda b: replace(b, tokens=()), "Anna has at least one token"),
    ],
)
def test_a_table_that_is_not_whole_is_said_to_be_so(state, spoilt, says):
    with pytest.raises(UnreadableError, match=says):
        begun(spoilt(board_of(state)))
