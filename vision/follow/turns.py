"""Turns that were read, asked of the rules: whether they are allowed, and how the game stands after them."""

from collections.abc import Iterable, Mapping
from functools import partial, reduce
from typing import Any, TypeVar

from msgspec.structs import replace

from scoring.errors import IllegalMoveError
from scoring.game import Player
from scoring.roles import AnyRules
from scoring.roles.engine import Engine
from scoring.sheet import total

State = TypeVar("State")
Move = TypeVar("Move")


def is_legal(rules: Engine[State, Move], state: State, move: Move) -> bool:
    """Tell whether the rules allow a turn."""
    try:
        rules.check(state, move)
    except IllegalMoveError:
        return False
    return True


def after(rules: Engine[State, Move], state: State, move: Move) -> State:
    """Give the game after a turn, whatever rules it breaks; one without sense changes the player alone."""
    try:
        return rules.force(state, move)[0]
    except IllegalMoveError:
        played: Any = state
        passed: State = replace(played, turn=(played.turn + 1) % len(played.setup.players))
        return passed


def after_all(rules: Engine[State, Move], state: State, moves: Iterable[Move]) -> State:
    """Give the game after turns, as ``after`` does after each."""
    return reduce(partial(after, rules), moves, state)


def sums(rules: AnyRules, state: Any) -> Mapping[Player, int]:
    """Tell what everybody would have, were a game to end now."""
    return total(rules.final(state), rules.points(state))


def changes_no_sum(rules: AnyRules, state: Any, move: Any) -> bool:
    """Tell whether everybody would have as much after a turn, were a game to end then."""
    return sums(rules, after(rules, state, move)) == sums(rules, state)
