"""What the pages ask about those who have played."""

from collections.abc import Sequence
from typing import Protocol

from msgspec import Struct


class Profile(Struct, frozen=True):
    """Somebody who has played.

    Attributes:
        name: What they are called now.
        others: Other names that they had in games.
        games: How many they sat at.
        hidden: Whether they are left out of suggestions and statistics; games keep them.
    """

    name: str
    others: tuple[str, ...] = ()
    games: int = 0
    hidden: bool = False


class PlayersDesk(Protocol):
    """Those who have played, and what they are called; the games themselves never change by it.

    Raises:
        NotHereError: Nobody of that name has played.
        RefusedError: It cannot be done, or not be kept; the text says why.
    """

    def players(self) -> Sequence[Profile]:
        """List them: whoever is hidden last, else those with the most games first."""

    def known_as(self, name: str) -> str:
        """Give the name that somebody goes by now; one that nobody has stays as it is."""

    def rename(self, name: str, to: str) -> None:
        """Call somebody otherwise, in every game."""

    def merge(self, name: str, into: str) -> None:
        """Take two for one, under the name of the second."""

    def separate(self, name: str, part: str) -> None:
        """Take one of somebody's other names for another person again."""

    def hide(self, name: str, hidden: bool) -> None:
        """Leave somebody out of suggestions and statistics, or no more."""
