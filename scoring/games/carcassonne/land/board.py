"""What a photograph of a Carcassonne table shows: the board document, rules broken or not."""

from msgspec import Struct

from scoring.documents.bounds import Share
from scoring.game import Cell, Fault

BOARD_FORMAT = "tablekeeper.board/1"

Pixel = tuple[float, float]


class TileAlternative(Struct, frozen=True):
    """Another reading of a tile and how likely it is."""

    face: str
    turns: int
    confidence: Share


class TileReading(Struct, frozen=True, omit_defaults=True):
    """One tile as read: ``turns`` are clockwise quarter turns from the catalogue's orientation.

    Attributes:
        quad_px: Its corners in the photograph: the board's NW, NE, SE and SW.
        garden: Whether this copy of the face carries a garden.
    """

    cell: Cell
    face: str
    turns: int
    confidence: Share = 1.0
    alternatives: tuple[TileAlternative, ...] = ()
    quad_px: tuple[Pixel, ...] = ()
    garden: bool = False


class MeepleReading(Struct, frozen=True, omit_defaults=True):
    """One figure as read.

    Attributes:
        kind: follower or abbot.
        pose: standing or lying.
        feature: What it stands on: road, city, field, cloister, garden.
        sides: The sides (for a field: half-edges) of that segment in the board's frame, after
            turning; empty for a cloister and a garden.
        at_px: Where its base touches the table.
    """

    cell: Cell
    colour: str
    feature: str
    kind: str = "follower"
    pose: str = "standing"
    sides: tuple[str, ...] = ()
    at_px: Pixel = (0.0, 0.0)
    confidence: Share = 1.0


class TileDoubt(Struct, frozen=True, omit_defaults=True):
    """Something seen that was not read, and why.

    Attributes:
        kind: no_such_face, hidden, cut, unclear or another_board.
        says: One sentence for a player.
    """

    kind: str
    says: str
    cell: Cell | None = None
    quad_px: tuple[Pixel, ...] = ()
    alternatives: tuple[TileAlternative, ...] = ()


class CarcassonneBoard(Struct, frozen=True):
    """A whole table as read from one photograph; see CONTRACTS "Board document"."""

    format: str = BOARD_FORMAT
    game: str = "carcassonne"
    image_size_px: tuple[int, int] = (0, 0)
    tiles: tuple[TileReading, ...] = ()
    meeples: tuple[MeepleReading, ...] = ()
    faults: tuple[Fault, ...] = ()
    doubts: tuple[TileDoubt, ...] = ()
