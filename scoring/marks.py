"""What the score track and the heaps should show, and how what is seen there differs from it."""

from typing import Generic, NamedTuple, TypeVar

from msgspec import Struct

from scoring.game import Player

Move = TypeVar("Move")


class Mark(Struct, frozen=True):
    """How much of something lies before a player, or where their piece stands on a track.

    Attributes:
        what: As documents name it: "coins", "track".
        player: Whose it is; empty on a track that all share.
        count: How many there are, or the number of the track's field.
    """

    what: str
    player: Player
    count: int


class Cause(NamedTuple, Generic[Move]):
    """What may be behind a discrepancy.

    Attributes:
        says: In a sentence.
        move: What players enter where that is it and the game asks for it; None where the table is to be put
            right, or counted anew.
    """

    says: str
    move: Move | None = None


class Discrepancy(NamedTuple, Generic[Move]):
    """What the game keeps of things that no turn tells looks otherwise on the table.

    Attributes:
        move: What players enter where the table is right.
        says: In a sentence, how the table differs from the game.
        causes: What would explain it, the likeliest first; none where nothing is known that would.
    """

    move: Move
    says: str
    causes: tuple[Cause[Move], ...] = ()
