"""A game in play as far as all games have the same: who sits there, whose turn it is, and the points."""

from collections.abc import Mapping
from typing import Protocol, TypeVar

from msgspec.structs import replace

from scoring import setups
from scoring.errors import IllegalMoveError
from scoring.game import Player, Setup
from scoring.sentence import sentence


class Seated(Protocol):
    """A state that says so, as a frozen struct; ``turn`` is an index into the seats."""

    @property
    def setup(self) -> Setup: ...

    @property
    def points(self) -> Mapping[Player, int]: ...

    @property
    def turn(self) -> int: ...


State = TypeVar("State", bound=Seated)


def player(state: Seated) -> Player:
    """Tell whose turn it is."""
    return state.setup.players[state.turn].colour


def points(state: Seated) -> Mapping[Player, int]:
    """Give the points scored so far."""
    return state.points


def name_of(state: Seated, player: Player) -> str:
    """Give the name of whoever plays a colour; the colour itself where nobody does."""
    return next((seat.name for seat in state.setup.players if seat.colour == player), player.capitalize())


def next_turn(state: Seated) -> int:
    """Give whose turn comes after this one, as an index into the seats."""
    return (state.turn + 1) % len(state.setup.players)


def with_turn(state: State, player: Player) -> State:
    """Give the turn to a player, whoever's it was.

    Raises:
        IllegalMoveError: Nobody at the table plays that colour.
    """
    setups.check_player(state.setup, player)
    seats = [seat.colour for seat in state.setup.players]
    return replace(state, turn=seats.index(player))  # type: ignore[type-var] # a protocol cannot say struct


def check_turn(state: Seated, mover: Player) -> None:
    """Refuse a move of a player whose turn it is not.

    Raises:
        IllegalMoveError: Naming both.
    """
    now = player(state)
    if mover != now:
        says = sentence(
            "It is {now}'s turn, not {mover}'s.", now=name_of(state, now), mover=name_of(state, mover)
        )
        raise IllegalMoveError("not_your_turn", says)
