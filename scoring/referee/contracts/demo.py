"""What the pages ask about the demo beside the players' own table."""

from collections.abc import Sequence
from typing import Protocol


class DemoDesk(Protocol):
    """A painted table that plays by itself, with pages and games of its own.

    Attributes:
        address: Where its pages are found: "/demo/".
        games: There is a demo of these.
    """

    address: str
    games: Sequence[str]

    @property
    def is_shown(self) -> bool:
        """Whether there is one to look at now."""

    def show(self, game: str) -> None:
        """Show the demo of a game, or go on with it; the players' own game is left alone.

        Raises:
            RefusedError: It cannot be kept.
        """

    def close(self) -> None:
        """End the demo, where one is shown; its game is kept and goes on when it is shown again."""
