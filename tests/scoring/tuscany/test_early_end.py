"""The Castles of Tuscany ended before its last turn: cards are asked for, and what is not told is said."""

from random import Random

import pytest

from scoring.errors import IllegalMoveError
from scoring.game import PlayerSeat, Setup
from scoring.games.tuscany import RULES
from scoring.games.tuscany.chance import random_game
from scoring.games.tuscany.engine.moves import ActionTurn, EarlyEnd, ToldHand
from scoring.games.tuscany.land.box import sample_box
from scoring.referee.inputs import Declared, Pressed
from scoring.referee.machine import step
from scoring.referee.publication import snapshot
from scoring.referee.state import TableState
from scoring.referee.transitions.confirmation import begin
from scoring.sheet import total
from tests.some import some

SETUP = Setup("rulebook-002", (PlayerSeat("Anna", "red"), PlayerSeat("Benno", "blue")), {"hands": "at_end"})
TURNS = 12


@pytest.fixture
def table() -> TableState:
    """A game by hand some turns after its beginning."""
    game, _ = random_game(SETUP, Random(5), sample_box())
    table, turns = begin(SETUP, RULES, by_hand=True), 0
    for move in some([move for move in game.moves if not isinstance(move, ToldHand)]):
        turns += isinstance(move, ActionTurn)
        if turns <= TURNS:
            table, _ = step(table, Declared(RULES.dump_move(move), table.version), RULES)
    return table


def declared(table: TableState, move: object) -> TableState:
    after, effects = step(table, Declared(move, table.version), RULES)  # type: ignore[arg-type]
    assert effects
    return after


def test_everybodys_cards_are_asked_for_and_count_and_then_it_has_ended(table: TableState) -> None:
    closing = snapshot(table, RULES).closing
    assert closing == {"player": RULES.player(table.state), "ends": True}
    table = declared(table, closing)
    assert snapshot(table, RULES).asked == ("red", "blue")
    assert snapshot(table, RULES).closing is None
    before = total(RULES.final(table.state), RULES.points(table.state))
    table = declared(table, {"player": "red", "count": {"red": {"hand": 6}}})
    assert table.stage == "waiting"
    table = declared(table, {"player": "blue", "count": {"blue": {"hand": 0}}})
    assert table.stage == "ended"
    shown = snapshot(table, RULES)
    cards = int(table.state.options.cards_a_point)  # type: ignore[attr-defined]
    assert {seat.colour: seat.points for seat in shown.seats} == {**before, "red": before["red"] + 6 // cards}
    assert shown.left_out == ""


def test_where_nobody_tells_cards_the_end_says_so(table: TableState) -> None:
    table, _ = step(table, Pressed("end", table.version), RULES)
    shown = snapshot(table, RULES)
    assert str(shown.left_out) == "The cards of Anna and Benno were not counted and bring nothing."
    assert shown.left_out in shown.log


def test_it_is_not_ended_twice_nor_before_it_has_begun(table: TableState) -> None:
    end, state = EarlyEnd("red"), table.state
    after, lines = RULES.apply(state, end)
    assert (lines, RULES.takes_turn(state, end), RULES.closing(after)) == ((), False, None)
    for wrong, rule in ((after, "game_is_over"), (RULES.start(SETUP), "not_set_up")):
        with pytest.raises(IllegalMoveError) as refused:
            RULES.check(wrong, end)
        assert refused.value.rule == rule
    assert RULES.load_move(RULES.dump_move(end)) == end
