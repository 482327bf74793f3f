"""What a still look at the table shows beyond the game so far, as the referee is told of it."""

from collections.abc import Iterable, Mapping
from typing import Any, Generic, NamedTuple, TypeVar

from scoring.game import Piece
from scoring.marks import Discrepancy, Mark
from scoring.roles import AnyLedger

Move = TypeVar("Move")

Quad = tuple[tuple[float, float], ...]
"""Four corners in pixels of the frame, clockwise from the north-west of the game's picture."""
REMARK = "remark"
"""The kind of a fault of the whole board that is only remarked on, until the game is to be scored."""


class Proposal(NamedTuple, Generic[Move]):
    """One way to explain everything that is new on the table.

    Attributes:
        moves: Turns in order, the first by the player whose turn it is; empty where nothing is new.
            They may break rules: players do.
        confidence: Probability that all of it is right, 0 to 1.
    """

    moves: tuple[Move, ...]
    confidence: float


class Revision(NamedTuple, Generic[Move]):
    """Later frames tell a confirmed turn differently.

    Attributes:
        back: 1 for the last confirmed turn, 2 for the one before.
        move: What it now looks like.
        confidence: Probability that this is right, 0 to 1.
    """

    back: int
    move: Move
    confidence: float


class Sight(NamedTuple, Generic[Move]):
    """A still look at the table compared with the confirmed game.

    Attributes:
        proposals: The likeliest first, never empty; one without moves says that nothing is new.
        leftover: Figures still on the table that the game has given back to their owners.
        missing: Spots of the game's picture ("tile:1,0") that are no longer on the table.
        revisions: Confirmed turns that now look different.
        doubts: Sentences about what is new and cannot be told at all.
        nudged: Spots of tiles that have slid since the last look; they are followed.
        quads_px: Where each tile of the game and of the first proposal lies in the frame, by spot.
        fills: The share of its quad that a tile covers.
        chores: So many hands come to the tile of the first turn for what tells nothing of it, such as to mark
            it with a piece that is nobody's.
        remarks: What else lies otherwise than the game has it; nothing waits for an answer.
    """

    proposals: tuple[Proposal[Move], ...]
    leftover: tuple[Piece, ...] = ()
    missing: tuple[str, ...] = ()
    revisions: tuple[Revision[Move], ...] = ()
    doubts: tuple[str, ...] = ()
    nudged: tuple[str, ...] = ()
    quads_px: Mapping[str, Quad] = {}
    fills: float = 1.0
    chores: int = 0
    remarks: tuple[Discrepancy[Move], ...] = ()

    @property
    def best(self) -> Proposal[Move]:
        """The likeliest proposal."""
        return self.proposals[0]


def find_discrepancies(state: Any, seen: Iterable[Mark], rules: AnyLedger) -> tuple[Discrepancy[Any], ...]:
    """Compare what is seen with what should be there, in every game in the same way.

    >>> from scoring.game import PlayerSeat, Setup
    >>> from scoring.games import load
    >>> rules = load("cornwall")
    >>> seats = (PlayerSeat("Ann", "red"), PlayerSeat("Ben", "blue"))
    >>> state = rules.start(Setup(rules.info.rule_sets[0].name, seats))
    >>> [str(one.says) for one in find_discrepancies(state, [Mark("coins", "red", 3)], rules)]
    ['3 coins lie before Ann, but by the game it should be 1.']

    Args:
        state: The game at any moment.
        seen: The marks that were seen; of what is not among them nothing is said.
        rules: The game's.

    Returns:
        A discrepancy for each mark that differs and can be set right.
    """
    due = {(mark.what, mark.player): mark.count for mark in rules.expected(state)}
    wrong = [mark for mark in seen if due.get((mark.what, mark.player), mark.count) != mark.count]
    found = (rules.explain(state, mark) for mark in wrong)
    return tuple(each for each in found if each is not None)
