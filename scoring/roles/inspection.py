"""The role of a game that answers what players look up."""

from collections.abc import Sequence
from typing import Protocol, TypeVar

from scoring.game import Holding, Left, Slot, Supply

State = TypeVar("State", contravariant=True)


class Inspection(Protocol[State]):
    """Answers what players look up between two turns: who holds what, where something fits, what is left.

    >>> from scoring.game import PlayerSeat, Setup
    >>> from scoring.games import load
    >>> rules = load("carcassonne")
    >>> setup = Setup("leaflet-001", (PlayerSeat("Ann", "red"), PlayerSeat("Ben", "blue")))
    >>> state = rules.start(setup)
    >>> len(rules.places(state, "E")), sum(each.count for each in rules.left(state))
    (2, 71)
    >>> state, _ = rules.apply(state, next(iter(rules.legal(state, "E"))))
    >>> [region.open_edges for region in rules.regions(state) if region.feature == "city"]
    [0]
    >>> [(each.player, each.left, each.of) for each in rules.supplies(state)]
    [('red', 7, 7), ('blue', 7, 7)]
    """

    def regions(self, state: State) -> Sequence[Holding]:
        """List the regions that somebody may hold.

        Args:
            state: The game at any moment.

        Returns:
            The regions; one that lies on top of another comes after it.
        """

    def places(self, state: State, face: str) -> Sequence[Slot]:
        """List where a tile of a face may be laid now.

        Args:
            state: The game at any moment.
            face: As the game's documents call it.

        Returns:
            The places; none where no such tile can be drawn.

        Raises:
            UnreadableError: The game has no such face.
        """

    def left(self, state: State) -> Sequence[Left]:
        """List the faces that are still in the box.

        Args:
            state: The game at any moment.

        Returns:
            The faces; none where it is not known what a box holds.
        """

    def supplies(self, state: State) -> Sequence[Supply]:
        """Count what the players have before them.

        Args:
            state: The game at any moment.

        Returns:
            Each player's supplies in turn order, the figures they can still place first.
        """
