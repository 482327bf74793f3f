"""What the pages ask of the live table."""

from collections.abc import Callable
from typing import Protocol

from msgspec import Struct

from scoring.documents.values import Document, Written
from scoring.referee.contracts.snapshot import Snapshot
from scoring.referee.contracts.turns import TurnDesk
from scoring.sentence import sentence

Forget = Callable[[], None]
Listen = Callable[[Callable[[], None]], Forget]
"""Has something called at each change, in whatever thread that is, until what it gives is called."""


def say_unread(title: str) -> str:
    """Say that the table of a game cannot be read."""
    return sentence("No camera reads {game} yet, so every turn is entered on a phone.", game=title)


class NewGame(Struct, frozen=True):
    """What a host sets before the first turn."""

    game: str
    rules: str
    prints: str
    seats: tuple[tuple[str, str], ...]
    """Name and colour of each player in turn order."""
    options: dict[str, str | bool] = {}
    hands_free: bool = False
    by_hand: bool = False
    """Whether every turn is entered on a phone, and no camera looks on."""
    begins: Written | None = None
    """Where it begins if not with its first tile, see ``scoring.game.Setup``."""
    box: Document | None = None
    """What is known of its box, in place of what is kept of one with those prints."""


class TableDesk(TurnDesk, Protocol):
    """The live table: what it shows, and what players do with it.

    Whatever changes the table names the ``version`` it was looking at, and says ``by`` whom it was done
    ("Ann (phone)") where that is known.

    Raises:
        StaleError: The table has moved on since that version.
        RefusedError: That cannot be done now; for an illegal move, the rule in a sentence.
    """

    def snapshot(self) -> Snapshot:
        """Give the table as it is now."""

    def trouble(self) -> str:
        """Say why nothing could be kept now, in a sentence; empty while all is well."""

    def wait(self, version: int, timeout_s: float) -> Snapshot:
        """Give the table as soon as it is newer than a version, or as it is after the time out."""

    def listen(self, tell: Callable[[], None]) -> Forget:
        """Have somebody told at each new version, in whatever thread, until what this gives is called."""

    def start(self, new: NewGame) -> None:
        """Begin a new game; one that is being played is ended first only if it has ended."""

    def press(self, button: str, version: int, by: str = "") -> None:
        """Do what a button says: one of ``Snapshot.may`` without answers."""

    def correct(self, answers: Document, version: int, by: str = "") -> None:
        """Answer ``questions``: set what the proposal should have been."""

    def declare(self, move: Document, version: int, by: str = "") -> None:
        """Enter a turn the camera did not see, as the game document writes moves."""

    def set_hands_free(self, hands_free: bool, version: int, by: str = "") -> None:
        """Choose whether sure proposals are confirmed by the next turn."""

    def set_by_hand(self, by_hand: bool, version: int, by: str = "") -> None:
        """Have turns entered on a phone from now on, or read by the camera; the game goes on as it is."""

    def show_clocks(self, shown: bool, version: int) -> None:
        """Choose whether the clocks of the turn and the game are shown; they run either way."""

    def walk(self, to: int, version: int) -> None:
        """Take all phones on, or back, to a place of the walk through the final scoring: ``walked``."""

    def document(self, game: str) -> Written:
        """Give a game's document.

        Raises:
            NotHereError: No such game.
        """
