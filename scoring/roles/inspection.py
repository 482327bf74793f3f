"""The role of a game that answers what players look up."""

from collections.abc import Sequence
from typing import Protocol, TypeVar

from scoring.documents.values import Document, Written
from scoring.game import Holding, Left, Slot, Supply

State = TypeVar("State", contravariant=True)


class Inspection(Protocol[State]):
    """Answers what players look up between two turns: who holds what, where something fits, what is left.

    Of a game whose boxes differ in more than their drawings it also tells what is known of the box.

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
    >>> rules.learned(state), rules.list_box({}), rules.note_box(state)
    (None, (), '')
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

    def learned(self, state: State) -> Written | None:
        """Give what is known of the box by now: what the next game with that box may begin with.

        Args:
            state: The game at any moment.

        Returns:
            As ``Setup.box`` has it, ``made_up`` in it where it says nothing about the real box; None where
            there is nothing to know.
        """

    def list_box(self, box: Document) -> Sequence[str]:
        """Say what is known of a box.

        Args:
            box: As ``Setup.box`` has it.

        Returns:
            Sentences; none where there is nothing to know.

        Raises:
            UnreadableError: It is nothing that a box of this game has.
        """

    def note_box(self, state: State) -> str:
        """Say what everybody who looks at the game should know of its box, such as that it is made up.

        Args:
            state: The game at any moment.

        Returns:
            A sentence; empty where there is nothing to say.
        """
