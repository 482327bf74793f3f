"""A turn as players enter it: the tile in hand first, then where it is laid and what is put on it."""

import copy
from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from scoring.documents.values import Document, Written
from scoring.errors import UnreadableError
from scoring.game import Choice, Player, Question
from scoring.picture import Picture, Point
from scoring.sentence import marked, sentence

LAY, START = "lay", "start"
"""The names of two actions in every game that has them: a tile is laid, or the start tile before others."""


class Amount(Struct, frozen=True):
    """A number that somebody types, such as the cards they hold.

    Attributes:
        least: The smallest that can be.
        most: The largest.
        move: The move that it makes, with any number.
        path: The keys and indexes that lead to where the number goes in it.
        says: What is counted, where several are asked for at once: "gold".
        player: Whose that is, where it is somebody's.
        expected: What it should be by the game; None where nobody knows.
    """

    least: int
    most: int
    move: Document
    path: tuple[str | int, ...]
    says: str = ""
    player: Player = ""
    expected: int | None = None


class Action(Struct, frozen=True):
    """Something that may be done now, with or without a place on a board, or a question to be answered now.

    Attributes:
        name: Names it: ``LAY``, ``START``, or as the game likes: "draw", "pass".
        says: What a button for it says; the question, where there are choices or a number.
        move: The whole of it as a move, where nothing more is to be said; None where a tile, a place or an
            answer is.
        choices: The answers that are offered, each the whole move.
        number: Where any number answers it, that number; the likeliest may be among the choices.
        numbers: Where several numbers answer it together, these: each goes into the move of the first.
        by: The player who has to answer or choose, before the game goes on; everybody may see it. Empty for
            whoever's turn it is.
        only: The player to whom alone it is offered, who may know it; empty for everybody.
        is_rare: Whether few want it, so that it stands back.
        sure: What whoever taps it is asked before it counts; empty where it counts at once.
    """

    name: str
    says: str
    move: Document | None = None
    choices: tuple[Choice, ...] = ()
    number: Amount | None = None
    only: str = ""
    numbers: tuple[Amount, ...] = ()
    by: Player = ""
    is_rare: bool = False
    sure: str = ""

    @property
    def amounts(self) -> tuple[Amount, ...]:
        """The numbers that may be typed."""
        return (self.number,) if self.number else self.numbers

    @property
    def is_count(self) -> bool:
        """Whether it only asks if numbers are as the game has them."""
        return bool(self.numbers) and all(each.expected is not None for each in self.numbers)


def with_number(amount: Amount, number: int) -> Written:
    """Give the move that a number makes.

    Args:
        amount: What was asked for.
        number: What was typed.

    Returns:
        The move as the game document writes it.

    Raises:
        UnreadableError: It is too small or too large.

    Example:
        >>> with_number(Amount(0, 9, {"player": "red", "coins": {"red": 0}}, ("coins", "red")), 7)
        {'player': 'red', 'coins': {'red': 7}}
    """
    return with_numbers((amount,), (number,))


def with_numbers(amounts: Sequence[Amount], numbers: Sequence[int | None]) -> Written:
    """Give the move that several numbers make together.

    Args:
        amounts: What was asked for.
        numbers: What was typed for each; None for nothing, and it is as expected then.

    Returns:
        The move as the game document writes it.

    Raises:
        UnreadableError: One is too small or too large, or missing.

    Example:
        >>> none = {"player": "red", "count": {"red": {"gold": 0, "influence": 0}}}
        >>> gold = Amount(0, 99, none, ("count", "red", "gold"), expected=13)
        >>> influence = Amount(0, 99, none, ("count", "red", "influence"))
        >>> with_numbers((gold, influence), (None, 4))
        {'player': 'red', 'count': {'red': {'gold': 13, 'influence': 4}}}
    """
    move: Any = copy.deepcopy(dict(amounts[0].move))
    for amount, number in zip(amounts, numbers, strict=True):
        _put(move, amount, amount.expected if number is None else number)
    written: Written = move
    return written


def _put(move: Any, amount: Amount, number: int | None) -> None:
    if number is None or not amount.least <= number <= amount.most:
        words = marked("A number from {least} to {most} is expected.")
        raise UnreadableError(sentence(words, least=amount.least, most=amount.most))
    *way, last = amount.path
    for key in way:
        move = move[key]
    move[last] = number


class Landing(Struct, frozen=True):
    """A place for the tile in hand.

    Attributes:
        spot: Names it among the places.
        says: Where it is, for a screen reader.
        outline_mm: What is to be tapped, in the game's picture; no two places overlap.
        moves: Those that lay the tile there with nothing on it, one for each way it can be turned.
        first: Which of them a tap means at first, as an index.
        goes_on: Whether more is tapped after it with the same in hand, until the move is whole.
    """

    spot: str
    says: str
    outline_mm: tuple[Point, ...]
    moves: tuple[Document, ...]
    first: int = 0
    goes_on: bool = False

    @property
    def move(self) -> Document:
        """The move that a tap means at first."""
        return self.moves[self.first]


class Hand(Struct, frozen=True):
    """The tile in hand, as far as a player has said which it is.

    Attributes:
        asks: Which tile it is, as a question with what to do about it.
        parts: How many parts tell which tile it is; 0 where its places are known at once.
        held: Those said so far; once all are, the places are known.
        palette: What the next part can be, in groups; of what has ``left`` 0 there is no more.
        picture: The tile as far as it is known; None while nothing is.
        landings: Where it may be laid; before it is said which tile is in hand, where any of them may be.
        put_back: The move for a tile that fits nowhere.
        aside: Moves that take no turn and set something right, by what they do.
        offered_after: The parts after which this palette is offered, where it is not the one for all.
        reach_mm: Points that lie around all places there can be for any tile, in the game's picture.
        begins: Moves that begin with something else than a tile in hand, each drawn, as they stand once that
            is tapped; in groups.
        actions: What else may be done now, as the next part of a turn that has begun.
        from_hand: What players call the things in the palette, where something else can be tapped beside it.
        from_table: What they call those that a move begins with.
        board: Of several boards the one all this is about: a player's colour; empty for the common one.
        is_printed: Whether it is entered on a printed board, whose places are small: what is done there is
            chosen by signs with their names.
        teaches: Says that the printed board may be taught first, as a link does; empty where it is known.
    """

    asks: str
    parts: int
    held: tuple[str, ...]
    palette: tuple[tuple[Choice, ...], ...]
    picture: Picture | None = None
    landings: tuple[Landing, ...] = ()
    put_back: Document | None = None
    aside: tuple[Choice, ...] = ()
    offered_after: tuple[str, ...] = ()
    reach_mm: tuple[Point, ...] = ()
    begins: tuple[tuple[Choice, ...], ...] = ()
    actions: tuple[Action, ...] = ()
    from_hand: str = ""
    from_table: str = ""
    board: str = ""
    is_printed: bool = False
    teaches: str = ""


class Addition(Struct, frozen=True):
    """What a player may do besides laying the tile, or take back: put a figure on it, pay for something.

    Attributes:
        spot: Where in the close-up it is tapped; empty for what has no place there.
        label: What it is, in words.
        price: What it costs or brings, in words; empty for nothing.
        is_chosen: Whether the move has it; then ``move`` is the one without it.
        move: The move with it.
    """

    spot: str
    label: str
    price: str
    is_chosen: bool
    move: Document


class PendingTile(Struct, frozen=True):
    """A tile as it is laid and not confirmed yet, with all that can still be set about it.

    Attributes:
        spot: Of the landing it lies at; empty for a move that lays none.
        move: The move as it stands.
        picture: It on the table, in the game's picture; None for a move that lays nothing.
        closeup: It drawn large, with a spot for each addition that has a place there.
        rotations: The moves that lay it here turned another way, each drawn; this one among them.
        additions: What may be added now, or taken back.
        bill: What it earns and costs in all, in words; empty where nothing is paid.
        note: Why nothing can be added, where that is so; or what is done, while its price is still asked.
        questions: What has several answers, each the move with that answer.
        closing: What is left to be said at the end: an answer is the move with it, and confirms it.
        landings: Where something more may be laid that the move lays already, or elsewhere.
        goes_on: Says what may still follow in the same turn; empty where nothing may.
        is_whole: Whether it is a move already; else more has to be said first.
    """

    spot: str
    move: Document
    picture: Picture | None
    closeup: Picture
    rotations: tuple[Choice, ...] = ()
    additions: tuple[Addition, ...] = ()
    bill: str = ""
    note: str = ""
    questions: tuple[Question, ...] = ()
    closing: Question | None = None
    landings: tuple[Landing, ...] = ()
    goes_on: str = ""
    is_whole: bool = True
