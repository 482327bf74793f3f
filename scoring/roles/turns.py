"""The role of a game that tells turns from moves."""

from typing import Protocol, TypeVar

from scoring.game import Player

State = TypeVar("State", contravariant=True)
Move = TypeVar("Move", contravariant=True)


class Turns(Protocol[State, Move]):
    """Tells whose turn it is, and what of a game is a turn.

    A *move* is one thing done. A *turn* may be several; set-up, counts and corrections take none.

    >>> from scoring.game import PlayerSeat, Setup
    >>> from scoring.games import load
    >>> rules = load("carcassonne")
    >>> setup = Setup("leaflet-001", (PlayerSeat("Ann", "red"), PlayerSeat("Ben", "blue")))
    >>> state = rules.start(setup)
    >>> rules.player(state)
    'red'
    >>> move = next(iter(rules.legal(state, "E")))
    >>> rules.takes_turn(state, move), rules.ends_turn(state, move)
    (True, True)
    >>> state, _ = rules.apply(state, move)
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

    def takes_turn(self, state: State, move: Move) -> bool:
        """Tell whether a move belongs to a turn.

        Args:
            state: The game before it.
            move: What is done.

        Returns:
            Whether it does; set-up, counts and corrections do not.
        """

    def ends_turn(self, state: State, move: Move) -> bool:
        """Tell whether a turn has ended with a move.

        Args:
            state: The game before it.
            move: What is done.

        Returns:
            Whether the next move begins another turn; never of what takes no turn.
        """
