"""What every game's reader can do: learn how a box looks, and read a table by it."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
"""A photograph: (height, width, 3), uint8, channels blue, green, red."""

Board = TypeVar("Board", covariant=True)


class Sample(NamedTuple):
    """A picture of one single tile and what it is; ``turns`` are clockwise quarter turns."""

    image: Image
    face: str
    turns: int


class Progress(Protocol):
    """Hears how far a reading is: a few words and a share from 0 to 1."""

    def __call__(self, step: str, share: float) -> None: ...


def say_nothing(step: str, share: float) -> None:
    """Hear how far a reading is, and let it be."""


class Reader(Protocol[Board]):
    """What ``reader.py`` of a game's folder can do: pure functions of their arguments.

    Attributes:
        CORNERS_HELP: Whether the corners of a tile help to find a board that is seen too slantingly.
    """

    CORNERS_HELP: bool

    def learn(self, samples: Iterable[Sample]) -> bytes:
        """Learn prints from pictures of single tiles and give them as a file's bytes.

        Raises:
            PrintsError: No sample, or a face the game does not have.
        """

    def chart(self) -> tuple[tuple[str, ...], ...]:
        """Name the faces of the chart by which a whole box is learned from one photograph, row by row."""

    def read_chart(self, image: Image) -> list[Sample]:
        """Cut the tiles of a chart out of a photograph of it.

        Raises:
            PrintsError: The chart is not to be seen, or the tiles do not lie as it shows them.
        """

    def describe(self, prints: bytes) -> dict[str, int]:
        """Count the prints of each face in a learned set.

        Raises:
            PrintsError: Not a print set of this game.
        """

    def read(
        self,
        image: Image,
        prints: bytes | None,
        *,
        corners_px: Sequence[tuple[float, float]] | None = None,
        colours: Sequence[str] | None = None,
        progress: Progress | None = None,
    ) -> Board:
        """Read one photograph.

        Args:
            image: The photograph.
            prints: A learned set; None to read a box that nobody has learned, by what all boxes share.
            corners_px: The four corners of any one tile, clockwise, where the board is seen too
                slantingly to be found without help.
            colours: The players' colours, where known.
            progress: Told how far it is.

        Raises:
            NoTableError: No board is to be seen.
            PrintsError: Not a print set of this game.
        """

    def overlay(self, image: Image, board: object) -> Image:
        """Draw a reading on its photograph."""
