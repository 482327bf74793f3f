"""Turns that were read, asked of the rules: whether they are allowed, and how the game stands after them."""

from typing import Any, TypeVar

from msgspec.structs import replace

from scoring.errors import IllegalMoveError
from scoring.roles.engine import Engine

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
