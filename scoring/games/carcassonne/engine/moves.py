"""What a player can do in a turn, as small frozen values."""

from msgspec import Struct

from scoring.game import Cell, Player


class Meeple(Struct, frozen=True):
    """A figure to put on the tile just laid.

    Attributes:
        feature: What it shall stand on: road, city, field, cloister, garden.
        sides: Any side (for a field: half-edge) of the wanted segment in the board's frame.
        kind: follower or abbot.
    """

    feature: str
    sides: tuple[str, ...] = ()
    kind: str = "follower"


class TilePlacement(Struct, frozen=True):
    """A tile laid, with what the player does after it.

    Attributes:
        turns: Clockwise quarter turns from the catalogue's orientation.
        meeple: The figure put on the tile, if any.
        garden: Whether this copy of the face carries a garden.
        recall_abbot: Whether the player takes their abbot back instead of placing a figure.
    """

    player: Player
    face: str
    turns: int
    cell: Cell
    meeple: Meeple | None = None
    garden: bool = False
    recall_abbot: bool = False


class Discard(Struct, frozen=True):
    """A drawn tile that fits nowhere is put back into the box; the same player draws again."""

    player: Player
    face: str


Move = TilePlacement | Discard
