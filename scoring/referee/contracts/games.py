"""What the pages ask about the games that were played."""

from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Literal, Protocol

from msgspec import Struct

from scoring.currency import Currency, Track, round_of
from scoring.documents.values import Document
from scoring.game import Player, ScoreLine
from scoring.picture import Picture
from scoring.referee.contracts.snapshot import LiveSeat
from scoring.referee.contracts.table import NewGame

CLOCK_SET_S = 1_735_689_600
"""The year 2025, before the first game: a clock that shows less had not been set."""

CLOCK_GONE_S = 4_102_444_800
"""The year 2100."""

Form = Literal["json", "csv", "bgstats", "png"]
"""What a game is handed out as: a document, a table of points, a play for BG Stats, a picture to share."""


class GameRecord(Struct, frozen=True):
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
        tracks: The game's, that of the points first.
        currencies: What its players have beside their points.
        box: What everybody should know of its box, such as that it is made up; mostly empty.
        rule_set: The name of the rule set that it was played by.
        taken_s: How long it has taken, pauses left out; 0 where nobody counted.
        place: Where it was played, as players wrote it.
        notes: What else they wrote about it.
        from_start: Whether it was played from its start tile: else nobody knows who began.
    """

    game: str
    begun_s: float
    title: str = ""
    turns: int = 0
    ended: bool = False
    players: tuple[LiveSeat, ...] = ()
    says: str = ""
    tracks: tuple[Track, ...] = ()
    currencies: tuple[Currency, ...] = ()
    box: str = ""
    rules: str = ""
    rule_set: str = ""
    taken_s: float = 0.0
    place: str = ""
    notes: str = ""
    from_start: bool = True

    @property
    def track(self) -> int:
        """How many points lead once round the score track; 0 where that is not known."""
        return round_of(self.tracks)

    @property
    def is_dated(self) -> bool:
        """Whether the clock had been set when it began."""
        return CLOCK_SET_S <= self.begun_s < CLOCK_GONE_S

    @property
    def winners(self) -> tuple[LiveSeat, ...]:
        """Those who have won, by whatever breaks a tie in it."""
        return tuple(seat for seat in self.players if seat.won)


class PlayedTurn(Struct, frozen=True):
    """A move of a game that was played.

    Attributes:
        says: The move in words.
        lines: What it scored.
        standing: How everybody stands after it, by colour, as a scoreboard shows it.
        declared: Whether a player entered it instead of the camera.
        number: Of which turn it is, counted from 1; 0 for what takes none.
        balances: What everybody may know that they all have then of each currency, by its name and by colour.
        is_house_rule: Whether it breaks a rule and was kept all the same.
    """

    says: str
    lines: tuple[ScoreLine, ...]
    standing: dict[str, int]
    declared: bool = False
    number: int = 0
    balances: Mapping[str, Mapping[Player, int]] = {}
    is_house_rule: bool = False


class Record(Struct, frozen=True):
    """A game turn by turn.

    Attributes:
        final: The lines of the final scoring once it has ended.
        carried: The lines with which it began, where that was in the middle.
        began_late: Whether it began in the middle, with what lay on the table.
        view: What everybody may see of the game after the last move, as the game's own value.
        begun: How everybody stood before the first turn, by colour.
    """

    about: GameRecord
    turns: tuple[PlayedTurn, ...]
    final: tuple[ScoreLine, ...] = ()
    carried: tuple[ScoreLine, ...] = ()
    began_late: bool = False
    view: object = None
    begun: dict[str, int] = {}

    @property
    def steps(self) -> int:
        """How many steps lead through it: its moves and, where there is one, the final scoring."""
        return len(self.turns) + bool(self.final)

    @property
    def numbers(self) -> tuple[int, ...]:
        """Of which turn it is after each move, 0 before the first; what takes none is of the last."""
        return (0, *accumulate((turn.number for turn in self.turns), max))

    def standing_after(self, step: int) -> dict[str, int]:
        """Give how everybody stood after so many steps, by colour."""
        if step > len(self.turns):
            return {seat.colour: seat.standing for seat in self.about.players}
        return self.turns[step - 1].standing if step else self.begun


class Earnings(Struct, frozen=True):
    """What came of a currency in a game.

    Attributes:
        balances: What each colour had in the end, as far as everybody may know.
        features: What each colour got of it by feature.
    """

    balances: Mapping[str, int] = {}
    features: Mapping[str, Mapping[str, int]] = {}


class Result(Struct, frozen=True):
    """What came of a game that was played to its end.

    Attributes:
        features: Each colour's points by feature.
        earnings: The same of each currency that everybody may know of, by its name.
    """

    about: GameRecord
    features: Mapping[str, Mapping[str, int]]
    earnings: Mapping[str, Earnings] = {}


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

    def games(self) -> Sequence[GameRecord]:
        """List the games, the newest first; one that cannot be read says why."""

    def record(self, game: str) -> Record:
        """Give a game turn by turn."""

    def results(self) -> Sequence[Result]:
        """Give what came of the games that have ended and can be read, the oldest first."""

    def again(self, game: str) -> NewGame:
        """Give the next game of the same players by the same rules; who sat next to the beginner begins."""

    def note(self, game: str, place: str, notes: str) -> None:
        """Keep where a game was played, and what else there is to say about it, in place of what was."""

    def picture(self, game: str, turns: int) -> Picture:
        """Draw the board after so many turns, fewer where there are not as many."""

    def has_photo(self, game: str, turns: int) -> bool:
        """Tell whether a recording shows the table after so many turns."""

    def photo(self, game: str, turns: int) -> bytes:
        """Give that photograph as a JPEG that is small enough for a phone.

        Raises:
            NotHereError: There is none.
        """

    def hand_out(self, game: str, form: Form, date: str = "") -> Handout:
        """Write a game down as a file to take away.

        Args:
            date: When it was, "2026-11-27 20:15:00" of UTC, by the clock of whoever asks: said only where the
                table's own had not been set.
        """

    def keep_photo(self, new: NewGame) -> str:
        """Keep a photographed table as a game that has ended as it lies there, and give its id.

        One that is kept as it lies already is not kept twice.
        """

    def game_of_photo(self, game: str, board: Document) -> str:
        """Name the game that a photographed board is kept as, the newest; empty where it is not kept."""

    def bgstats_link(self, game: str) -> str:
        """Give the link that hands a game to the BG Stats app on the phone that opens it."""

    def remove(self, game: str) -> None:
        """Delete a game with its recordings.

        Raises:
            RefusedError: It is on the table.
        """
