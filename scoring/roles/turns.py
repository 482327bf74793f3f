"""The role of a game that knows whose turn it is."""

from typing import Protocol, TypeVar

from scoring.game import Player

State = TypeVar("State", contravariant=True)


class Turns(Protocol[State]):
    """Tells whose turn it is.

    >>> from scoring.game import PlayerSeat, Setup
    >>> from scoring.games import load
    >>> rules = load("carcassonne")
    >>> setup = Setup("leaflet-001", (PlayerSeat("Ann", "red"), PlayerSeat("Ben", "blue")))
    >>> state = rules.start(setup)
    >>> rules.player(state)
    'red'
    >>> state, _ = rules.apply(state, next(iter(rules.legal(state, "E"))))
    >>> rules.player(state)
    'blue'
    """

    def player(self, state: State) -> Player:
        """Tell whose turn it is.

        Args:
            state: The game at any moment.

        Returns:
            The colour of who is to move; after the last turn of whoever would be next.
        """
