"""Following a table that is being played at: what a still look shows beyond the game so far."""

from collections.abc import Mapping, Sequence
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from scoring.game import Fault, Piece, Player
from vision.reader import Image

Move = TypeVar("Move")
State = TypeVar("State", contravariant=True)

Known = Any
"""A box made ready to be recognised: the game's own, made once a game by ``get_ready``."""

Memory = Any
"""Where everything lay at the last look: the game's own frozen value; None before the first look."""

Quad = tuple[tuple[float, float], ...]
"""Four corners in pixels of the frame, clockwise from the north-west of the game's picture."""


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


class Remark(NamedTuple, Generic[Move]):
    """What the game keeps of things that no turn tells looks otherwise on the table.

    Attributes:
        move: What players enter where the table is right.
        says: In a sentence, how the table differs from the game.
    """

    move: Move
    says: str


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
    remarks: tuple[Remark[Move], ...] = ()

    @property
    def best(self) -> Proposal[Move]:
        """The likeliest proposal."""
        return self.proposals[0]


class LiveReader(Protocol[State, Move]):
    """What a game folder's ``READER`` can do at a live table: pure functions of their arguments."""

    def get_ready(self, prints: bytes | None, colours: Sequence[Player]) -> Known:
        """Make a box's prints ready to be recognised; takes seconds, done once a game.

        Args:
            prints: A learned set; None for a box that nobody has learned.
            colours: The players' colours.

        Raises:
            PrintsError: Not a print set of this game.
        """

    def look(self, image: Image, known: Known, state: State, memory: Memory) -> tuple[Sight[Move], Memory]:
        """Compare a still table, with no hand in view, with the confirmed game.

        Args:
            image: The frame, (height, width, 3), blue, green, red.
            known: From ``get_ready``.
            state: The game as confirmed.
            memory: From the look before, or None.

        Returns:
            What the table shows, and what to hand in at the next look.

        Raises:
            NoTableError: The board of this game is not to be seen.
        """

    def dismiss(self, memory: Memory, move: Move) -> Memory:
        """Take it from the players that nothing lies where a turn was read, until it looks otherwise there.

        Args:
            memory: From the last look.
            move: A turn that look proposed.

        Returns:
            What to hand in at the next look.
        """

    def reconsider(self, memory: Memory, move: Move) -> Memory:
        """Take it from the players that something may lie where a turn was dismissed.

        Args:
            memory: From the last look.
            move: The turn.

        Returns:
            What to hand in at the next look.
        """

    def learned(self, prints: bytes | None, memory: Memory) -> bytes | None:
        """Add to a print set what the game has taught of its box.

        Args:
            prints: The set that the game began with.
            memory: From the last look.

        Returns:
            The set with the confirmed tiles that it did not have, or None where there are none.
        """

    def compare(self, image: Image, known: Known, state: State, memory: Memory) -> tuple[Fault, ...]:
        """Read the whole board anew and list every difference from the game, one sentence each."""
