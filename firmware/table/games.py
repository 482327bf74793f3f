"""The shelf with the games: where the table finds rules, readers and prints."""

from collections.abc import Callable, Collection
from typing import Any, NamedTuple, Protocol

from scoring.documents.values import Document
from scoring.game import GameInfo
from scoring.referee.contracts.table import say_unread
from scoring.roles import AnyRules
from vision import games as readers_of
from vision.live import LiveReader


class Boxes(Protocol):
    """Keeps what games tell of a box for the next game with it."""

    def find(self, rules: AnyRules, box: str) -> Document | None:
        """Give what is known of a box by the name of its prints; None where nothing is."""

    def keep(self, game: str, box: str, known: Document) -> None:
        """Keep what is known of a box, or raise ``BusyError``."""


class Games(NamedTuple):
    """Where the table finds games and boxes.

    Attributes:
        rules: Gives the rules of a game.
        reader: Gives what follows a game at the table.
        prints: Gives a learned set of prints by name, or raises ``BadPrintsError``; None for no name.
        keep: Keeps what a game that was begun with a set, or none, has taught, and names the set it is in.
        boxes: Keeps what games tell of their boxes, where that is to be kept.
        readable: Names the games that a camera can read; the turns of others are entered on phones.
    """

    rules: Callable[[str], AnyRules]
    reader: Callable[[str], LiveReader[Any, Any]]
    prints: Callable[[str], bytes | None]
    keep: Callable[[str, bytes], str] | None = None
    boxes: Boxes | None = None
    readable: Callable[[], Collection[str]] = readers_of.names

    def say_unread(self, info: GameInfo) -> str:
        """Say why a game is played by hand whatever camera there is; nothing where one can read it."""
        return "" if info.name in self.readable() else say_unread(info.title)
