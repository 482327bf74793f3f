"""What the score track and the heaps should show, and how what is seen there differs from it."""

from typing import Generic, NamedTuple, TypeVar

from msgspec import Struct

from scoring.game import Player

Move = TypeVar("Move")


class Mark(Struct, frozen=True):
    """How much of something lies before a player, or where their piece stands on a track.

    Attributes:
        what: As documents name it: "coins", "track".
        player: Whose it is.
        count: How many there are, or the number of the track's field.
    """

    what: str
    player: Player
    count: int


class Discrepancy(NamedTuple, Generic[Move]):
    """What the game keeps of things that no turn tells looks otherwise on the table.

    Attributes:
        move: What players enter where the table is right.
        says: In a sentence, how the table differs from the game.
    """

    move: Move
    says: str
