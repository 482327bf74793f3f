"""What measuring a game needs beside its rules and its reader: games by chance, and what counts as right."""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple, Protocol, TypeVar

from scoring.documents.values import Document
from scoring.game import Setup
from vision.accuracy import Agreement, FigureCheck, TileCheck
from vision.reader import Image, Sample

State = TypeVar("State")
Move = TypeVar("Move")
Board = TypeVar("Board", contravariant=True)


class Count(NamedTuple):
    """One thing that is counted of every turn.

    Attributes:
        name: For programs, and in results.
        says: For people; empty for what is only the whole of another count.
        of: The count that it is a share of; empty for a plain number.
    """

    name: str
    says: str = ""
    of: str = ""


class TurnedGame(NamedTuple):
    """A game told anew, since a board has no north and was read another way round.

    Attributes:
        moves: All of them.
        spot: Gives a card's spot its new name.
    """

    moves: Sequence[Any]
    spot: Callable[[str], str]


TURNS = "turns"
"""The count of all turns, which every game has."""


class Yardstick(Protocol[State, Move, Board]):
    """What a game folder's ``yardstick.py`` can do: pure functions over the game's own frozen types.

    Attributes:
        setup: Who plays the games by which the rules are timed.
        tiles: How many tiles lie on a board that is well under way, the start tile among them.
        counts: What ``count`` counts, in the order of the results.
        tiles_word: What ``TileCheck`` holds, for people: "tiles", "fields".
    """

    setup: Setup
    counts: tuple[Count, ...]
    tiles: int
    tiles_word: str

    def play(self, rng: Random, tiles: int | None = None) -> tuple[Sequence[Move], State]:
        """Play a whole game, or its first tiles, with moves chosen by chance.

        Returns:
            The moves, and the last state.
        """

    def drawn(self, state: State) -> Sequence[str]:
        """Name the faces that may be drawn next."""

    def samples(self) -> Iterator[Sample]:
        """Paint pictures of single tiles, to learn from."""

    def photograph(self, tiles: int, seed: int = 1) -> tuple[Image, Document]:
        """Paint a table laid by chance.

        Returns:
            The photograph, (height, width, 3), and its truth document.
        """

    def is_truth(self, document: Document) -> bool:
        """Tell whether a truth document tells enough of a table of this game."""

    def compare(self, board: Board | None, truth: Document) -> Agreement:
        """Count how well a reading agrees with a truth document; None is a table that was not found."""

    def check_tiles(self, board: Board | None, truth: Document) -> Sequence[TileCheck]:
        """Compare a reading with a truth document tile by tile."""

    def check_figures(self, board: Board | None, truth: Document) -> Sequence[FigureCheck]:
        """Compare the colours of the figures that were read with those of a truth document."""

    def place(self, move: Move) -> Hashable:
        """Say where a move lays its tile; None where it lays none."""

    def is_same(self, move: Move, other: Move) -> bool:
        """Tell whether two moves are the same by the rules."""

    def is_told(self, move: Move) -> bool:
        """Tell whether players tell a move, since nothing of it shows on the table."""

    def turned_to(self, read: Sequence[Move], moves: Sequence[Move]) -> TurnedGame | None:
        """Tell a game anew where its first moves were read right, but another way round; None elsewhere."""

    def count(self, read: Move | None, true: Move) -> Mapping[str, int]:
        """Count what was read right of a turn, as ``counts`` names it.

        Args:
            read: What the camera made of it before anybody answered; None where it never saw it.
            true: What was played.
        """

    def answers(self, state: State, read: Move, true: Move) -> Document | None:
        """Find the answers to the questions about a move that make it the true one, where there are any."""
