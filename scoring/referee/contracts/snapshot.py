"""The live table as anybody may see it."""

from collections.abc import Mapping
from typing import Any, Literal

from msgspec import Struct

from scoring.currency import Currency, Track, round_of
from scoring.documents.values import Written
from scoring.game import Cell, Piece, Player, Question, ScoreLine
from scoring.picture import Picture

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
    """A player at the live table; ``points`` hold the final scoring too, once the game has ended.

    Attributes:
        standing: What a scoreboard shows of them: how they stand, and in the end their points.
        won: Whether the game has ended and they have won it, by whatever breaks a tie in it.
        balances: What everybody may know that they have of each currency, by its name.
    """

    name: str
    colour: str
    points: int
    has_turn: bool = False
    won: bool = False
    balances: Mapping[str, int] = {}
    standing: int = 0


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


class CauseNotice(Struct, frozen=True):
    """What may be behind a discrepancy: in a sentence and, where the game asks for it, as a move to enter."""

    says: str
    move: Written | None = None


class DiscrepancyNotice(Struct, frozen=True):
    """Something lies otherwise on the table than the game has it.

    Attributes:
        says: That in a sentence.
        move: The move of the game document to enter where the table is right.
        causes: What would explain it, the likeliest first.
    """

    says: str
    move: Written
    causes: tuple[CauseNotice, ...] = ()


class TeachingNote(Struct, frozen=True):
    """What has come of a game's teaching its box.

    Attributes:
        prints: The print set that the box is known by now; empty for none.
        says: That it was learned, in a sentence, or why it could not be kept; empty where nothing was.
    """

    prints: str = ""
    says: str = ""


class MarkerMove(Struct, frozen=True):
    """How the last move has moved the marker of a track that all share, in steps from its beginning."""

    track: Track
    before: int
    after: int


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
        moves: How many moves are confirmed.
        walked: How far all phones are on their walk through the final scoring: 0 before it, 1 at the first
            line that pays somebody, and one more than there are such lines at the winner.
        by_hand: Whether turns come in on a phone, since the host chose so or no camera is there.
        is_told: Whether players may tell on a phone at any time, since much of a turn shows on no table.
        rules: The name of the game whose rules know ``view``.
        view: What everybody may see of the game after every confirmed turn, for what players may look up.
        views: What a player alone may see of it, by colour; whose is not here sees what everybody does.
        last: Where the last confirmed move shows.
        face: The face of the proposed tile.
        timing: The clocks of the turn and the game, where the players want them shown.
        tracks: The game's, that of the points first.
        moved: The markers of tracks that all share, as far as the last move has moved them.
        standing: What a scoreboard shows while the game is played, where that is no points.
        closing: The move to enter in place of an early end, where something is to be told before that.
        left_out: What the final scoring leaves out once the game has ended, since nobody has told it.
        asked: The colours of those who have to answer or to choose something before the game goes on.
        currencies: What players of the game have beside their points.
        taught: What the game is read by, and has taught of its box.
        more_lies: Whether more lies on the table than a game that has just begun knows of.
        box: What everybody should know of the box, such as that it is made up; mostly empty.
        unread: Says why no camera could read the turns of this game; empty where one could.
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
    remarks: tuple[DiscrepancyNotice, ...] = ()
    lines: tuple[ScoreLine, ...] = ()
    log: tuple[str, ...] = ()
    may: tuple[str, ...] = ()
    hands_free: bool = False
    moves: int = 0
    walked: int = 0
    rules: str = ""
    view: Any = None
    views: Mapping[Player, Any] = {}
    last: tuple[Cell, ...] = ()
    face: str = ""
    timing: Timing | None = None
    tracks: tuple[Track, ...] = ()
    currencies: tuple[Currency, ...] = ()
    moved: tuple[MarkerMove, ...] = ()
    standing: str = ""
    closing: Written | None = None
    left_out: str = ""
    asked: tuple[Player, ...] = ()
    taught: TeachingNote = TeachingNote()
    by_hand: bool = False
    is_told: bool = False
    more_lies: bool = False
    in_trouble: bool = False
    box: str = ""
    unread: str = ""

    @property
    def track(self) -> int:
        """How many points lead once round the score track; 0 where that is not known."""
        return round_of(self.tracks)

    def view_for(self, viewer: Player) -> Any:
        """Give what somebody may see of the game.

        Args:
            viewer: A player's colour; empty for whoever looks on.
        """
        return self.views.get(viewer, self.view)
