"""The role of a game that says what it is and what its box holds."""

from collections.abc import Sequence
from typing import Protocol

from scoring.game import Choice, GameInfo
from scoring.teaching.asked import Teaching


class Catalogue(Protocol):
    """Says of a game what is known before anyone plays: its name, options and faces.

    >>> from scoring.games import load
    >>> rules = load("carcassonne")
    >>> rules.info.title, rules.info.max_players
    ('Carcassonne', 5)
    >>> face = rules.single_faces()[0].value
    >>> [choice.value for choice in rules.single_turns(face)]
    [0, 1, 2, 3]
    >>> rules.single_tile(face, 1) == (face, 1), rules.teaching()
    (True, None)

    Attributes:
        info: What the game says of itself.
    """

    info: GameInfo

    def single_faces(self) -> Sequence[Choice]:
        """List the faces that a picture of a single tile may show.

        Returns:
            The faces, each drawn; none where the box is not known.
        """

    def single_turns(self, face: str) -> Sequence[Choice]:
        """List the ways in which a single tile of a face may lie in its picture.

        Args:
            face: As the game's documents call it.

        Returns:
            The ways, each drawn.

        Raises:
            UnreadableError: The game has no such face.
        """

    def single_tile(self, face: str, turns: int) -> tuple[str, int]:
        """Write the face and the clockwise turns of a single tile as the game does.

        Args:
            face: As somebody has typed it.
            turns: Clockwise, in the game's own steps.

        Returns:
            Face and turns.

        Raises:
            UnreadableError: The game has no such face, or it cannot be turned so.
        """

    def teaching(self) -> Teaching | None:
        """Say what a box must be taught of its printed board.

        Returns:
            Data alone; None where there is nothing to teach.
        """
