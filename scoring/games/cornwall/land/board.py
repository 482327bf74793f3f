"""What a photograph of a Cornwall table shows: the board document, rules broken or not."""

from msgspec import Struct

from scoring.documents.bounds import Share
from scoring.game import Cell, Fault
from scoring.games.cornwall.land.fields import Field

BOARD_FORMAT = "tablekeeper.board/1"

Pixel = tuple[float, float]


class FieldAlternative(Struct, frozen=True, omit_defaults=True):
    """Another reading of a field and how likely it is."""

    terrain: str
    symbols: tuple[str, ...] = ()
    confidence: Share = 0.0


class FieldReading(Struct, frozen=True, omit_defaults=True):
    """One field as read.

    Attributes:
        confidence: That both terrain and symbols are right.
        tile: Fields of one number are one tile; -1 where that is not known.
        hex_px: Its corners in the photograph, clockwise from the board's north-east.
    """

    cell: Cell
    terrain: str
    symbols: tuple[str, ...] = ()
    confidence: Share = 1.0
    tile: int = -1
    alternatives: tuple[FieldAlternative, ...] = ()
    hex_px: tuple[Pixel, ...] = ()

    @property
    def field(self) -> Field:
        """What it shows."""
        return Field(self.terrain, self.symbols)


class FigureReading(Struct, frozen=True, omit_defaults=True):
    """One figure as read; ``kind`` is small, tall or big, ``at_px`` where its base touches the table."""

    cell: Cell
    colour: str
    kind: str = "small"
    at_px: Pixel = (0.0, 0.0)
    confidence: Share = 1.0


class CottageReading(Struct, frozen=True, omit_defaults=True):
    """One cottage of wood or card that stands on a field."""

    cell: Cell
    at_px: Pixel = (0.0, 0.0)
    confidence: Share = 1.0


class GuestReading(Struct, frozen=True, omit_defaults=True):
    """One figure in the pub."""

    colour: str
    kind: str = "small"
    at_px: Pixel = (0.0, 0.0)
    confidence: Share = 1.0


class FieldDoubt(Struct, frozen=True, omit_defaults=True):
    """Something seen that was not read, and why.

    Attributes:
        kind: hidden, cut or unclear.
        says: One sentence for a player.
    """

    kind: str
    says: str
    cell: Cell | None = None
    hex_px: tuple[Pixel, ...] = ()
    alternatives: tuple[FieldAlternative, ...] = ()


class CornwallBoard(Struct, frozen=True):
    """A whole table as read from one photograph.

    Attributes:
        coins: How many coins are in view, and where: ``at_px`` each.
    """

    format: str = BOARD_FORMAT
    game: str = "cornwall"
    image_size_px: tuple[int, int] = (0, 0)
    fields: tuple[FieldReading, ...] = ()
    figures: tuple[FigureReading, ...] = ()
    cottages: tuple[CottageReading, ...] = ()
    pub: tuple[GuestReading, ...] = ()
    coins: tuple[Pixel, ...] = ()
    faults: tuple[Fault, ...] = ()
    doubts: tuple[FieldDoubt, ...] = ()
