"""The role of a game that keeps its sums."""

from collections.abc import Mapping
from typing import Protocol, TypeVar

from scoring.game import Player

State = TypeVar("State", contravariant=True)


class Ledger(Protocol[State]):
    """Keeps what players have earned so far.

    >>> from scoring.game import PlayerSeat, Setup
    >>> from scoring.games import load
    >>> rules = load("carcassonne")
    >>> setup = Setup("leaflet-001", (PlayerSeat("Ann", "red"), PlayerSeat("Ben", "blue")))
    >>> state = rules.start(setup)
    >>> dict(rules.points(state))
    {'red': 0, 'blue': 0}
    """

    def points(self, state: State) -> Mapping[Player, int]:
        """Give the points scored so far.

        Args:
            state: The game at any moment.

        Returns:
            Everybody's points, in turn order; without the final scoring.
        """
