"""Games in which everybody may see everything, and those whose ledger holds points alone."""

from collections.abc import Mapping
from typing import Any, TypeVar

from scoring.game import Player
from scoring.marks import Mark

Thing = TypeVar("Thing")


def view_all(thing: Thing, viewer: Player) -> Thing:
    """Give a state or a move as somebody may see it: all of it."""
    return thing


def no_currencies(state: Any) -> Mapping[str, Mapping[Player, int]]:
    """Give how many of each currency the players have, where there are points alone."""
    return {}


def expect_nothing(state: Any) -> tuple[Mark, ...]:
    """Give what the track and the heaps should show, where nobody looks at them."""
    return ()


def explain_nothing(state: Any, mark: Mark) -> None:
    """Say how a mark differs, where none is expected."""
