"""Following a table that is being played at: what a still look shows beyond the game so far."""

from collections.abc import Sequence
from typing import Any, Protocol, TypeVar

from scoring.game import Fault, Player
from scoring.referee.observation import Sight
from vision.reader import Image
from vision.watch.motion import Mask

Move = TypeVar("Move")
State = TypeVar("State", contravariant=True)

Known = Any
"""A box made ready to be recognised: the game's own, made once a game by ``get_ready``."""

Memory = Any
"""Where everything lay at the last look: the game's own frozen value; None before the first look."""


class LiveReader(Protocol[State, Move]):
    """What ``reader.py`` of a game's folder can do at a live table: pure functions of their arguments."""

    def get_ready(self, prints: bytes | None, colours: Sequence[Player]) -> Known:
        """Make a box's prints ready to be recognised; takes seconds, done once a game.

        Args:
            prints: A learned set; None for a box that nobody has learned.
            colours: The players' colours.

        Raises:
            PrintsError: Not a print set of this game.
        """

    def look(
        self, image: Image, known: Known, state: State, memory: Memory, visits: Sequence[Mask] = ()
    ) -> tuple[Sight[Move], Memory]:
        """Compare a still table, with no hand in view, with the confirmed game.

        Args:
            image: The frame, (height, width, 3), blue, green, red.
            known: From ``get_ready``.
            state: The game as confirmed.
            memory: From the look before, or None.
            visits: (h, w) of a smaller frame, where a hand has been on each visit since the look before.

        Returns:
            What the table shows, and what to hand in at the next look.

        Raises:
            NoTableError: The board of this game is not to be seen.
        """

    def dismiss(self, memory: Memory, move: Move) -> Memory:
        """Take it from the players that nothing lies where a turn was read, until it looks otherwise there.

        Args:
            memory: From the last look.
            move: A turn that look proposed.

        Returns:
            What to hand in at the next look.
        """

    def reconsider(self, memory: Memory, move: Move) -> Memory:
        """Take it from the players that something may lie where a turn was dismissed.

        Args:
            memory: From the last look.
            move: The turn.

        Returns:
            What to hand in at the next look.
        """

    def learned(self, prints: bytes | None, memory: Memory) -> bytes | None:
        """Add to a print set what the game has taught of its box.

        Args:
            prints: The set that the game began with.
            memory: From the last look.

        Returns:
            The set with the confirmed tiles that it did not have, or None where there are none.
        """

    def compare(self, image: Image, known: Known, state: State, memory: Memory) -> tuple[Fault, ...]:
        """Read the whole board anew and list every difference from the game, one sentence each."""
