"""What the pages ask about the games that were played; part of the seam that ``desk.py`` opens."""

from collections.abc import Sequence
from typing import Literal, Protocol

from msgspec import Struct

from scoring.game import ScoreLine
from scoring.picture import Picture
from scoring.sheet import total
from webui.desk import LiveSeat, NewGame

CLOCK_SET_S = 1_735_689_600
"""The year 2025, before the first game: a clock that shows less had not been set."""

Form = Literal["json", "csv", "bgstats", "png"]
"""What a game is handed out as: a document, a table of points, a play for BG Stats, a picture to share."""


class Played(Struct, frozen=True):
    """A game that was played, or still is.

    Attributes:
        game: Its id, as ``tablekeeper export`` takes it.
        begun_s: When, in seconds since 1970, by a clock that may have been wrong.
        title: What was played.
        turns: How many turns are confirmed.
        ended: Whether it was played to its end.
        players: In turn order, with their points.
        says: Why it cannot be read, where it cannot.
        rules: The name of the game whose rules know it.
        track: How many points lead once round the game's score track; 0 where that is not known.
    """

    game: str
    begun_s: float
    title: str = ""
    turns: int = 0
    ended: bool = False
    players: tuple[LiveSeat, ...] = ()
    says: str = ""
    track: int = 0
    rules: str = ""

    @property
    def is_dated(self) -> bool:
        """Whether the clock had been set when it began."""
        return self.begun_s >= CLOCK_SET_S


class PlayedTurn(Struct, frozen=True):
    """A turn of a game that was played.

    Attributes:
        says: The turn in words.
        lines: What it scored.
        points: Everybody's points after it, by colour.
        declared: Whether a player entered it instead of the camera.
    """

    says: str
    lines: tuple[ScoreLine, ...]
    points: dict[str, int]
    declared: bool = False


class Record(Struct, frozen=True):
    """A game turn by turn.

    Attributes:
        final: The lines of the final scoring once it has ended.
        carried: The lines with which it began, where that was in the middle.
    """

    about: Played
    turns: tuple[PlayedTurn, ...]
    final: tuple[ScoreLine, ...] = ()
    carried: tuple[ScoreLine, ...] = ()

    def points_after(self, turns: int) -> dict[str, int]:
        """Give everybody's points after so many turns."""
        return self.turns[turns - 1].points if turns else total(self.carried)


class Handout(Struct, frozen=True):
    """A game handed out as a file."""

    name: str
    mimetype: str
    data: bytes


class GamesDesk(Protocol):
    """The games that were played, and the one on the table so far; they never leave the device by themselves.

    Raises:
        NotHereError: No such game.
        RefusedError: It cannot be read; the text says why.
    """

    def games(self) -> Sequence[Played]:
        """List the games, the newest first; one that cannot be read says why."""

    def record(self, game: str) -> Record:
        """Give a game turn by turn."""

    def picture(self, game: str, turns: int) -> Picture:
        """Draw the board after so many turns, fewer where there are not as many."""

    def has_photo(self, game: str, turns: int) -> bool:
        """Tell whether a recording shows the table after so many turns."""

    def photo(self, game: str, turns: int) -> bytes:
        """Give that photograph as a JPEG that is small enough for a phone.

        Raises:
            NotHereError: There is none.
        """

    def hand_out(self, game: str, form: Form) -> Handout:
        """Write a game down as a file to take away."""

    def keep_photo(self, new: NewGame) -> str:
        """Keep a photographed table as a game that has ended as it lies there, and give its id."""

    def bgstats_link(self, game: str) -> str:
        """Give the link that hands a game to the BG Stats app on the phone that opens it."""

    def remove(self, game: str) -> None:
        """Delete a game with its recordings.

        Raises:
            RefusedError: It is on the table.
        """
