"""What the pages ask of the desks behind them: a live table, and photographs to read.

The pages know these protocols only; ``firmware`` brings the real ones, tests bring small fakes.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, Protocol

from msgspec import Struct

from scoring.errors import SaidError
from scoring.game import Cell, Piece, Question, ScoreLine
from scoring.picture import Picture
from webui.server import Forget
from webui.turn_desk import TurnDesk

Document = Mapping[str, Any]
"""A board document, see CONTRACTS "Board document"."""


class DeskError(SaidError):
    """Anything the desk refuses; its text is one sentence for a player."""


class BadPhotoError(DeskError, ValueError):
    """Bytes that are no usable photograph."""


class BadPrintsError(DeskError, ValueError):
    """A print set, or a picture for one, that cannot be used."""


class TakenError(BadPrintsError):
    """A box of that name is learned already, and nobody has said that it may be replaced."""


class BusyError(DeskError):
    """More photographs are waiting than the desk takes on, or its folder is full."""


class NotHereError(DeskError, LookupError):
    """No photograph, lesson or picture of that name."""


class StaleError(DeskError):
    """Somebody else saved a correction in between."""


class Ticket(Struct, frozen=True):
    """Where a photograph stands.

    Attributes:
        id: Its name in addresses and folders.
        prints: The print set it is read with; empty for a box that nobody has learned.
        added_s: When it came, in seconds since 1970.
        state: "read" means that there is a table to see.
        step: What is being done, in a few words.
        share: How much of the reading is done, from 0 to 1.
        says: Once failed, why and what to do.
    """

    id: str
    game: str
    prints: str
    added_s: float
    state: Literal["waiting", "reading", "read", "failed"]
    step: str = ""
    share: float = 0.0
    says: str = ""


class Seat(Struct, frozen=True):
    """A colour at the photographed table: who plays it and what the score track already says."""

    colour: str
    name: str = ""
    track: int = 0


class Table(Struct, frozen=True):
    """A photographed table as the players see it now, corrections included.

    Attributes:
        version: Counts the changes; 0 is the board as read.
        board: The board document.
        past: The boards before the last corrections, oldest first, for taking them back.
        rules: The rule set, or empty while nobody has chosen.
        options: The players' own choices over the rule set's.
        seats: What is known of the players.
    """

    board: dict[str, Any]
    version: int = 0
    past: tuple[dict[str, Any], ...] = ()
    rules: str = ""
    options: dict[str, str | bool] = {}
    seats: tuple[Seat, ...] = ()


class PhotoDesk(Protocol):
    """Takes photographs in, reads them one at a time and keeps what the players make of them."""

    def submit(self, image: bytes, game: str, prints: str) -> str:
        """Take a photograph in and give its ticket's id.

        Args:
            image: The file as it was sent.
            game: Which game lies on the table.
            prints: The print set it is read with; empty for a box that nobody has learned.

        Raises:
            BadPhotoError: Empty, no image, too large.
            BadPrintsError: No such print set.
            BusyError: Too many are waiting, or there is no room left.
        """

    def tickets(self) -> Sequence[Ticket]:
        """List the photographs, newest first."""

    def ticket(self, id: str) -> Ticket:
        """Say where a photograph stands.

        Raises:
            NotHereError: No such photograph.
        """

    def photo(self, id: str) -> bytes:
        """Give the photograph as a JPEG, upright and small enough for a phone.

        Raises:
            NotHereError: No such photograph.
        """

    def table(self, id: str) -> Table:
        """Give the table of a photograph that has been read.

        Raises:
            NotHereError: No such photograph, or it has not been read.
        """

    def save(self, id: str, table: Table) -> None:
        """Keep a change; ``table.version`` is one more than the version it was made from.

        Raises:
            NotHereError: No such photograph.
            StaleError: Another change was faster.
        """

    def remove(self, id: str) -> None:
        """Throw a photograph and its table away.

        Raises:
            NotHereError: No such photograph.
        """


# --- the live table --------------------------------------------------------------------------------

Phase = Literal[
    "none",  # no game is being played
    "waiting",  # watching; nothing new on the table
    "hand",  # something moves, or a hand is in view
    "reading",
    "proposal",  # something new was read and waits for its player
    "asking",  # a question only a player can answer; ``questions`` holds it
    "doubt",  # something new cannot be told; a player says what it is
    "illegal",  # the proposal breaks a rule: mend it on the table, correct it, or keep it
    "returning",  # figures that were scored are to be taken back
    "paused",
    "lost",  # the camera is gone
    "ended",
]


class LiveSeat(Struct, frozen=True):
    """A player at the live table; once the game has ended, ``points`` hold the final scoring too.

    Attributes:
        won: Whether the game has ended and they have won it, by whatever breaks a tie in it.
    """

    name: str
    colour: str
    points: int
    has_turn: bool = False
    won: bool = False


MOST_TURN_S = 3600.0
"""A turn that takes longer is a break of which nobody told the table: its clocks wait there."""


class Timing(Struct, frozen=True):
    """How long the turn and the game had taken at a moment, pauses left out.

    Attributes:
        at_s: That moment, by the machine's steady clock (``time.monotonic``).
        runs: Whether they have been running since then.
    """

    turn_s: float
    game_s: float
    at_s: float
    runs: bool = False

    def at(self, now_s: float) -> "Timing":
        """Give how long they have taken at another moment."""
        room_s = max(0.0, MOST_TURN_S - self.turn_s)
        more_s = min(max(0.0, now_s - self.at_s), room_s) if self.runs else 0.0
        return Timing(self.turn_s + more_s, self.game_s + more_s, now_s, self.runs)


class Remark(Struct, frozen=True):
    """Something lies otherwise on the table than the game has it.

    Attributes:
        says: That in a sentence.
        move: The move of the game document to enter where the table is right.
    """

    says: str
    move: dict[str, Any]


class Taught(Struct, frozen=True):
    """What has come of a game's teaching its box.

    Attributes:
        prints: The print set that the box is known by now; empty for none.
        says: That it was learned, in a sentence, or why it could not be kept; empty where nothing was.
    """

    prints: str = ""
    says: str = ""


class Snapshot(Struct, frozen=True):
    """The live table as anybody may see it, frozen; a new one is published with every change.

    Attributes:
        version: Grows with every change; a tap names the version it was looking at.
        phase: What the table is doing.
        says: That in one plain sentence for the players.
        game: The game's id in the store; empty where there is none.
        title: The game's title.
        camera: What looks at the table; empty where no camera is there.
        picture: The board with the proposal drawn on it.
        proposal: The first proposed turn in words; empty where nothing is proposed.
        confidence: Of the proposal, 0 to 1.
        others: How many other ways to read it "next" goes through.
        questions: What a player may set about the proposal, or must answer.
        give_back: Figures that their owners shall take back.
        remarks: What else lies otherwise than the game has it; nothing waits for an answer.
        lines: The sums of the last turn or, once ended, of the final scoring.
        log: The last things that happened, newest first, in sentences.
        may: What can be pressed now: confirm, next, dismiss, undo, pause, resume, keep, correct, declare or
            end.
        hands_free: Whether sure proposals are confirmed by the next turn.
        turns: How many turns are confirmed.
        walked: How far all phones are on their walk through the final scoring: 0 before it, 1 at the first
            line that pays somebody, and one more than there are such lines at the winner.
        by_hand: Whether turns come in on a phone, since the host chose so or no camera is there.
        rules: The name of the game whose rules know ``state``.
        state: The game after every confirmed turn, for what players may look up.
        last: Where the last confirmed tile lies.
        face: The face of the proposed tile.
        timing: The clocks of the turn and the game, where the players want them shown.
        track: How many points lead once round the game's score track; 0 where that is not known.
        taught: What the game is read by, and has taught of its box.
        more_lies: Whether more lies on the table than a game that has just begun knows of.
        in_trouble: Whether nothing could be kept now; ``says`` tells why.
    """

    version: int
    phase: Phase
    says: str
    game: str = ""
    title: str = ""
    camera: str = ""
    seats: tuple[LiveSeat, ...] = ()
    picture: Picture | None = None
    proposal: str = ""
    confidence: float = 0.0
    others: int = 0
    questions: tuple[Question, ...] = ()
    give_back: tuple[Piece, ...] = ()
    remarks: tuple[Remark, ...] = ()
    lines: tuple[ScoreLine, ...] = ()
    log: tuple[str, ...] = ()
    may: tuple[str, ...] = ()
    hands_free: bool = False
    turns: int = 0
    walked: int = 0
    rules: str = ""
    state: Any = None
    last: Cell | None = None
    face: str = ""
    timing: Timing | None = None
    track: int = 0
    taught: Taught = Taught()
    by_hand: bool = False
    more_lies: bool = False
    in_trouble: bool = False


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
    begins: dict[str, Any] | None = None
    """Where it begins if not with its first tile, see ``scoring.game.Setup``."""


class RefusedError(DeskError):
    """The table cannot do that now; the text says why."""


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

    def correct(self, answers: Mapping[str, Any], version: int, by: str = "") -> None:
        """Answer ``questions``: set what the proposal should have been."""

    def declare(self, move: Mapping[str, Any], version: int, by: str = "") -> None:
        """Enter a turn the camera did not see, as the game document writes moves."""

    def set_hands_free(self, hands_free: bool, version: int, by: str = "") -> None:
        """Choose whether sure proposals are confirmed by the next turn."""

    def set_by_hand(self, by_hand: bool, version: int, by: str = "") -> None:
        """Have turns entered on a phone from now on, or read by the camera; the game goes on as it is."""

    def show_clocks(self, shown: bool, version: int) -> None:
        """Choose whether the clocks of the turn and the game are shown; they run either way."""

    def walk(self, to: int, version: int) -> None:
        """Take all phones on, or back, to a place of the walk through the final scoring: ``walked``."""

    def document(self, game: str) -> dict[str, Any]:
        """Give a game's document.

        Raises:
            NotHereError: No such game.
        """


# --- who may do what -------------------------------------------------------------------------------


class Keys(Protocol):
    """What opens the table to a phone: the code makes it a player's, the PIN makes it the host's.

    Whatever changes them is kept.

    Raises:
        RefusedError: It could not be kept; nothing was changed.
    """

    @property
    def code(self) -> str:
        """The short code, as it is read out at the table."""

    @property
    def pin(self) -> str:
        """The PIN, where it was made since the program started; else empty, since only a hash is kept."""

    @property
    def pin_mark(self) -> str:
        """Another text after each change of the PIN, which tells nothing of it."""

    @property
    def secret(self) -> bytes:
        """What the cookies of phones are signed with, so that whoever joined is known after a restart."""

    @property
    def strangers_watch(self) -> bool:
        """Whether the table is shown to those who have no code."""

    def fits_code(self, sent: str) -> bool:
        """Tell whether somebody typed the code, however they wrote it."""

    def fits_pin(self, sent: str) -> bool:
        """Tell whether somebody typed the PIN; takes its time, so that guessing does too."""

    def renew_code(self) -> None:
        """Make another code; those who joined with the old one are spectators again."""

    def renew_pin(self) -> None:
        """Make another PIN; whoever was host with the old one is so no longer."""

    def let_strangers_watch(self, may: bool) -> None:
        """Choose whether the table is shown to those who have no code."""
