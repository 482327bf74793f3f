"""The role of a game that keeps its sums."""

from collections.abc import Mapping
from typing import Protocol, TypeVar

from scoring.game import Player
from scoring.marks import Discrepancy, Mark

State = TypeVar("State", contravariant=True)
Move = TypeVar("Move")


class Ledger(Protocol[State, Move]):
    """Keeps what players have earned so far, and knows what of it the table should show.

    >>> from scoring.game import PlayerSeat, Setup
    >>> from scoring.games import load
    >>> rules = load("carcassonne")
    >>> setup = Setup("leaflet-001", (PlayerSeat("Ann", "red"), PlayerSeat("Ben", "blue")))
    >>> state = rules.start(setup)
    >>> dict(rules.points(state))
    {'red': 0, 'blue': 0}
    >>> dict(rules.standing(state))
    {'red': 0, 'blue': 0}
    >>> rules.balances(state), rules.expected(state)
    ({}, ())
    """

    def points(self, state: State) -> Mapping[Player, int]:
        """Give the points scored so far.

        Args:
            state: The game at any moment.

        Returns:
            Everybody's points, in turn order; without the final scoring.
        """

    def standing(self, state: State) -> Mapping[Player, int]:
        """Give what a scoreboard shows while the game is played: how everybody stands.

        Args:
            state: The game at any moment, or what somebody may see of it.

        Returns:
            Everybody's, in turn order: the points where they tell it; else what ``GameInfo.standing`` names,
            and what it comes to when the game ends is not among the points before.
        """

    def balances(self, state: State) -> Mapping[str, Mapping[Player, int]]:
        """Give how many of each currency the players have.

        Args:
            state: The game at any moment, or what somebody may see of it.

        Returns:
            By the currency's name, everybody's in turn order; whose is not known is left out.
        """

    def expected(self, state: State) -> tuple[Mark, ...]:
        """Give what the score track and the heaps should show now.

        Args:
            state: The game at any moment.

        Returns:
            A mark for each thing that a look at the table could count; of a track that all share with nobody
            as its player.
        """

    def explain(self, state: State, mark: Mark) -> Discrepancy[Move] | None:
        """Say how a mark that was seen differs from the game.

        Args:
            state: The game at any moment.
            mark: A mark with another count than is expected.

        Returns:
            That in a sentence, the move that players enter where the table is right, and what would explain
            it; None where no move sets it right.
        """
