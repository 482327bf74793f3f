"""The role of a game that draws."""

from collections.abc import Collection, Sequence
from typing import Protocol, TypeVar

from scoring.game import Cell
from scoring.picture import Picture, Point, PrintableBox

State = TypeVar("State", contravariant=True)
Move = TypeVar("Move", contravariant=True)


class Rendering(Protocol[State, Move]):
    """Draws the table of a game in flat shapes, in millimetres.

    >>> from scoring.game import PlayerSeat, Setup
    >>> from scoring.games import load
    >>> rules = load("carcassonne")
    >>> setup = Setup("leaflet-001", (PlayerSeat("Ann", "red"), PlayerSeat("Ben", "blue")))
    >>> state = rules.start(setup)
    >>> move = next(iter(rules.legal(state, "E")))
    >>> drawn = rules.picture(state, [move])
    >>> [each.spot for each in drawn.placed if each.emphasis == "proposed" and each.spot]
    ['tile:0,-1']
    >>> len(rules.draw_move(move).placed)
    1
    >>> rules.where(state, move)
    ((0, -1),)
    >>> rules.outlines([(0, 0)])[0]
    ((0.0, 0.0), (45.0, 0.0), (45.0, 45.0), (0.0, 45.0))
    >>> rules.printable() is None, load("tuscany").printable().things[0].name
    (True, 'piece:A1')
    """

    def picture(self, state: State, proposed: Sequence[Move] = ()) -> Picture:
        """Draw the table, with what is proposed and not confirmed yet.

        Args:
            state: The game at any moment.
            proposed: Moves in order, the first by the player whose turn it is.

        Returns:
            The picture: what lies before what stands, and each spot once.
        """

    def draw_move(self, move: Move) -> Picture:
        """Draw a move small: the piece put down and what stands on it.

        Args:
            move: Any move, legal or not.

        Returns:
            A picture of its own.
        """

    def printable(self) -> PrintableBox | None:
        """Give a box to print that the game can be played with.

        Returns:
            A box of our own; None where there is none, since the drawings of others are theirs.
        """

    def where(self, state: State, move: Move) -> tuple[Cell, ...]:
        """Tell where on the table a move shows, to be marked there as the last one.

        Args:
            state: The game before it, for what a move does not say itself.
            move: What is done, legal or not.

        Returns:
            The cells, in the order of what is done; none for a move that shows nowhere.
        """

    def outlines(self, cells: Collection[Cell], state: State | None = None) -> Sequence[tuple[Point, ...]]:
        """Give a polygon round each of some cells.

        Args:
            cells: Any cells, in any order.
            state: The game, where one is played, or the photographed board: of a printed map its box tells
                where a place lies.

        Returns:
            The polygons in the same order, in millimetres of the game's pictures.
        """
