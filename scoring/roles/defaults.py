"""Answers of games to which a question means nothing: no secrets, no currencies, no figures to take home."""

from collections.abc import Mapping
from typing import Protocol, TypeVar

from scoring.game import Left, Player, ScoreLine, Setup
from scoring.marks import Mark

Thing = TypeVar("Thing")


class Moved(Protocol):
    """What a player has done."""

    @property
    def player(self) -> Player: ...


def hash_by_player(move: Moved) -> int:
    """Give the hash of a move that holds a mapping, which has none: what is equal has an equal hash."""
    return hash(move.player)


def view_all(thing: Thing, viewer: Player) -> Thing:
    """Give a state or a move as somebody may see it: all of it."""
    return thing


def no_currencies(state: object) -> Mapping[str, Mapping[Player, int]]:
    """Give how many of each currency the players have, where there are points alone."""
    return {}


def expect_nothing(state: object) -> tuple[Mark, ...]:
    """Give what the track and the heaps should show, where nobody looks at them."""
    return ()


def explain_nothing(state: object, mark: Mark) -> None:
    """Say how a mark differs, where none is expected."""


def carry_nothing(setup: Setup) -> tuple[ScoreLine, ...]:
    """Give the lines with which a game in the middle begins, where games begin at their beginning."""
    return ()


def return_nothing(state: object, move: object) -> tuple[()]:
    """Name the figures that their owners take back after a move, where nobody does."""
    return ()


def close_at_once(state: object) -> None:
    """Give the move that ends a game early, where the final scoring can always follow at once."""


def leave_nothing_out(state: object) -> str:
    """Say what the final scoring leaves out, where all of it is known."""
    return ""


def miss_nothing(state: object, move: object) -> tuple[()]:
    """Give the moves that look the same as another one, where each looks otherwise."""
    return ()


def count_nothing(board: object) -> Mapping[str, Mapping[Player, int]]:
    """Tell how many points and how much of each currency a photograph shows, where nobody reads that."""
    return {}


def take_always(state: object, move: object) -> bool:
    """Tell whether a move belongs to a turn, where every one does."""
    return True


def print_nothing() -> None:
    """Give a box to print, where there is none of our own."""


def know_nothing_left(state: object) -> tuple[Left, ...]:
    """List the faces that are still in the box, where nobody knows what it holds."""
    return ()


def learn_nothing(state: object) -> None:
    """Give what is known of the box, where all boxes are alike but for their drawings."""


def list_nothing(box: object) -> tuple[str, ...]:
    """Say what is known of a box, likewise."""
    return ()


def note_nothing(state: object) -> str:
    """Say what everybody should know of the box, likewise."""
    return ""


def teach_nothing() -> None:
    """Say what a box must be taught of its printed board, where it has none or all are alike."""
