"""What a turn has earned and paid, by the coins before the players: a witness of what nobody has seen."""

from functools import cache

import pytest
from hextop import RULES, HexTop, learned, played
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from scoring.games.cornwall.engine.coins import bill
from scoring.games.cornwall.engine.moves import TriplePlacement
from scoring.games.cornwall.engine.state import CornwallState
from vision.games.cornwall.live.beside.payments import Paid, likelihood
from vision.games.cornwall.live.memory import Trust

BAR = 0.9
HIDDEN, LEVEL, TURNS = 45, 1, 16
"""A game whose pub is out of view; the coins are not."""
WELL_SEEN = Trust(seen=12.0, missed=0.2, stirred=1.0, unstirred=1.0, idle_stirred=0.1, idle=12.0)
PILED = Trust(seen=0.2, missed=12.0, stirred=12.0, unstirred=0.2, idle_stirred=0.1, idle=12.0)
OUT_OF_VIEW = Trust(seen=0.01, missed=12.0, stirred=0.01, unstirred=12.0, idle_stirred=0.01, idle=12.0)


@cache
def may_buy() -> tuple[tuple[int, CornwallState, TriplePlacement], ...]:
    """The turns of the game whose players have figures in the pub, each with the game before it."""
    state, found = RULES.start(played(HIDDEN, LEVEL, TURNS).told.setup), []
    for number, move in enumerate(played(HIDDEN, LEVEL, TURNS).moves):
        if isinstance(move, TriplePlacement) and any(guest.player == move.player for guest in state.pub):
            found.append((number, state, move))
        state, _ = RULES.apply(state, move)
    return tuple(found)


def odds_of_buying(due_else: int, change: int, trust: Trust, *, is_stirred: bool = False) -> float:
    """How much likelier coins change so by a turn that bought figures back than by the same without.

    Args:
        due_else: So many more coins are due to the player without the purchase.
    """
    turns = ((state, replace(move, pub=())) for _, state, move in may_buy())
    state, move = next(turn for turn in turns if bill(*turn).gained == due_else)
    seen = Paid(change, is_stirred, {move.player: trust}, is_over=True)
    return likelihood(state, replace(move, pub=(move.player,)), seen) / likelihood(state, move, seen)


def test_coins_that_are_well_seen_tell_a_purchase() -> None:
    assert odds_of_buying(-1, -1, WELL_SEEN) < 0.05
    assert odds_of_buying(-1, -2, WELL_SEEN) > 20
    assert odds_of_buying(1, 1, WELL_SEEN) < 0.05
    assert odds_of_buying(1, 0, WELL_SEEN) > 20


def test_a_pile_that_looks_as_it_did_was_neither_paid_from_nor_put_on() -> None:
    assert odds_of_buying(1, 0, PILED) > 20
    assert odds_of_buying(1, 0, PILED, is_stirred=True) < 0.05


def test_coins_that_nobody_sees_tell_nothing() -> None:
    assert odds_of_buying(1, 0, OUT_OF_VIEW) == pytest.approx(1, rel=0.1)
    assert odds_of_buying(-1, 0, OUT_OF_VIEW) == pytest.approx(1, rel=0.1)


@given(
    trust=st.builds(Trust, *(st.floats(0.1, 12.0) for _ in range(6))),
    is_over=st.booleans(),
    index=st.integers(0, 2),
)
def test_all_that_coins_may_do_is_as_likely_as_one(trust: Trust, index: int, *, is_over: bool) -> None:
    _, state, move = may_buy()[index]
    whole = sum(
        likelihood(state, move, Paid(change, is_stirred, {move.player: trust}, is_over))
        for change in range(-9, 10)
        for is_stirred in (False, True)
    )
    assert whole == pytest.approx(1, abs=0.15)


@pytest.mark.slow
def test_where_the_pub_is_out_of_view_coins_tell_who_bought_figures_back() -> None:
    table = HexTop(HIDDEN, LEVEL, TURNS)
    table.known = learned(HIDDEN, LEVEL, TURNS)
    table.open()
    asked = {number: move for number, _, move in may_buy()}
    assert {bool(move.pub) for move in asked.values()} == {False, True}
    for number in range(1, TURNS + 1):
        table.tile(number)
        table.look()
        table.whole(number)
        best = table.look().best
        if number in asked:
            [read] = best.moves
            assert isinstance(read, TriplePlacement)
            assert (number, read.pub) == (number, asked[number].pub)
        table.confirm(table.game.moves[number])
        table.over(number)
        table.look()
