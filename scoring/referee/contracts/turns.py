"""What the pages ask of the live table about single turns: those that count, and one being entered."""

from collections.abc import Mapping, Sequence
from typing import Literal, Protocol

from msgspec import Struct

from scoring.documents.values import Document, Written
from scoring.game import Question, ScoreLine
from scoring.hand import Action, Hand, PendingTile
from scoring.picture import Picture


class PastTurn(Struct, frozen=True):
    """A confirmed turn, as players look back on it.

    Attributes:
        back: 1 for the last turn, 2 for the one before.
        number: Which move of the game, counted from 1: where its page is found.
        turn: Of which turn of the game it is, counted from 1; 0 for what takes none.
        move: As the game document writes it.
        how: Whether the camera saw it or a player entered it.
        is_house_rule: Whether it breaks a rule and was kept all the same.
        picture: Its tile and figure, drawn small.
        by: Who confirmed it; empty where nobody knows.
        is_set_right: Whether it was taken for another turn at first.
    """

    back: int
    number: int
    turn: int
    player: str
    move: Written
    says: str
    how: Literal["seen", "declared"]
    is_house_rule: bool
    picture: Picture
    lines: tuple[ScoreLine, ...] = ()
    by: str = ""
    is_set_right: bool = False


class LineChange(Struct, frozen=True):
    """What a turn scored so far and will no more, and what it scores instead."""

    number: int
    gone: tuple[ScoreLine, ...]
    new: tuple[ScoreLine, ...]


class BrokenTurn(Struct, frozen=True):
    """A turn that breaks a rule, and which."""

    number: int
    turn: str
    says: str


class RevisionEffect(Struct, frozen=True):
    """What comes of setting an earlier turn right.

    Attributes:
        points: Colour, how they stand before and after, in turn order, as a scoreboard shows it.
        balances: Currency, colour, how many before and after, where that differs and everybody may know it.
        changes: Turns that score something else then.
        breaks: Later turns that break a rule then.
        foreseen: Names the turn as it was and these changes, whatever turns have come since.
    """

    points: tuple[tuple[str, int, int], ...]
    changes: tuple[LineChange, ...] = ()
    breaks: tuple[BrokenTurn, ...] = ()
    balances: tuple[tuple[str, str, int, int], ...] = ()
    foreseen: str = ""


class Entry(Struct, frozen=True):
    """A turn as a player is entering it; nothing of it counts yet.

    Attributes:
        version: The version of the table it was made for.
        back: 0 for the turn that is being played, else as in ``PastTurn``.
        turn: The same.
        palette: The colours of the players' pieces.
        move: As the game document writes it; None as long as something must be known first.
        says: In a sentence.
        picture: Its tile and figure, drawn small.
        questions: What can be set about it, or must be known first.
        breaks: The rule that it, or a later turn because of it, breaks; empty where it can count.
        may_keep: Whether it can count as a house rule.
        effect: What comes of it, for an earlier turn that is changed.
        hand: The tile in hand, where a turn is entered tile first; then there are no questions.
        preview: How the move looks then, and what may be added to it.
        actions: What else may be done now, as long as no tile is said.
    """

    version: int
    back: int
    palette: Mapping[str, str]
    move: Written | None = None
    turn: int = 0
    says: str = ""
    picture: Picture | None = None
    questions: tuple[Question, ...] = ()
    breaks: str = ""
    may_keep: bool = False
    effect: RevisionEffect | None = None
    hand: Hand | None = None
    preview: PendingTile | None = None
    actions: tuple[Action, ...] = ()


class EntryRequest(Struct, frozen=True):
    """Which turn an entry is asked for, and what a player says of it.

    Attributes:
        back: 0 for the turn that is being played, 1 for the last confirmed turn.
        answers: To the questions of the entry before this one.
        move: The move of that entry; without it, the proposal or the turn as it counts now.
        is_new: Whether it is for a turn that nobody saw; then ``move`` is as far as it is known.
        hand: The parts of the tile in hand, where a turn is entered tile first.
        anywhere: Whether the tile may be laid where the rules do not allow it.
        viewer: The colour of whoever asks: only what that player may see is shown; empty for anybody.
        goes_on: Whether ``move`` is only begun, and it is asked what may follow in the same turn.
    """

    back: int = 0
    answers: Document = {}
    move: Document | None = None
    is_new: bool = False
    hand: tuple[str, ...] | None = None
    anywhere: bool = False
    viewer: str = ""
    goes_on: bool = False


class TurnDesk(Protocol):
    """The turns of the live table; see ``scoring.referee.contracts.table.TableDesk``."""

    def turns(self) -> Sequence[PastTurn]:
        """List the confirmed turns, the last one first."""

    def entry(self, asked: EntryRequest) -> Entry:
        """Show a turn as it would be with a player's answers; nothing changes.

        Raises:
            RefusedError: There is no such turn or answer.
        """

    def revise(self, back: int, move: Document, version: int, by: str = "", foreseen: str = "") -> None:
        """Set a confirmed turn right, as the game document writes moves; all later scores follow.

        Args:
            foreseen: What the player saw come of it: that it still does makes up for an older version.
        """
