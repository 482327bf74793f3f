"""What a photograph of a table shows: the board document, rules broken or not.

Everything lies on a region, in the display, or before a player. Cells are as those of a game: the first
region begins at about (0, 0), and each further one lies 40 columns east of the last, whoever sits where.
"""

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from scoring.documents.bounds import Count, Share
from scoring.documents.complaints import shown
from scoring.errors import UnreadableError
from scoring.game import Cell, Fault, Player
from scoring.games.tuscany.land.spots import seat_at
from scoring.games.tuscany.land.tiles import DISPLAY
from scoring.spots import Spot, read_spot

BOARD_FORMAT = "tablekeeper.board/1"
Pixel = tuple[float, float]
Counted = Literal["green", "red", "marble", "workers", "stacks"]


class Alternative(Struct, frozen=True, omit_defaults=True):
    """Another reading, of a field's colour or of what lies somewhere, and how likely it is."""

    name: str
    confidence: Share = 0.0


class RegionReading(Struct, frozen=True, omit_defaults=True):
    """A region, of which a player's tableau tells whose it is; empty where that is not known."""

    player: Player = ""
    confidence: Share = 1.0


class ColourReading(Struct, frozen=True, omit_defaults=True):
    """A field as read.

    Attributes:
        colour: Also under what covers it: a tile's own; of a wooden hexagon's field what the counts leave.
        alternatives: What else it may be. Where it may have changed places with another, that one's colour.
        hex_px: Its corners in the photograph, clockwise from the board's north-east.
    """

    cell: Cell
    colour: str
    confidence: Share = 1.0
    alternatives: tuple[Alternative, ...] = ()
    hex_px: tuple[Pixel, ...] = ()


class CoverReading(Struct, frozen=True, omit_defaults=True):
    """What lies on a field.

    Attributes:
        face: A tile as documents write it, a farm whose goods were not read as "farm", or "hex".
        alternatives: What else may lie there; an empty name for nothing.
    """

    cell: Cell
    face: str
    confidence: Share = 1.0
    alternatives: tuple[Alternative, ...] = ()
    hex_px: tuple[Pixel, ...] = ()


class ThingReading(Struct, frozen=True, omit_defaults=True):
    """What lies on a numbered place: a storage space, a place for a token, or one of the display's.

    Attributes:
        number: From 0; the first storage space, that everybody has, is 0.
        face: As of ``CoverReading``; of a token its kind; empty for what lies there and was not read.
        region: Whose it is, as an index of ``regions``; of no meaning in the display.
        is_neutral: Of a tile of the display, whether it is known to have a neutral back.
    """

    number: Count
    face: str
    region: Count = 0
    confidence: Share = 1.0
    alternatives: tuple[Alternative, ...] = ()
    hex_px: tuple[Pixel, ...] = ()
    at_px: Pixel = (0.0, 0.0)
    is_neutral: bool = False


class CountReading(Struct, frozen=True, omit_defaults=True):
    """How many of something lie before a player, or on which step of its track their marker stands.

    Attributes:
        what: "green" and "red" are steps of the tracks, "stacks" the tiles left in a player's own.
    """

    what: Counted
    player: Player
    count: Count
    confidence: Share = 1.0
    at_px: Pixel = (0.0, 0.0)


class RegionDoubt(Struct, frozen=True, omit_defaults=True):
    """Something seen that was not read, and why.

    Attributes:
        kind: hidden, cut or unclear.
        says: One sentence for a player.
    """

    kind: str
    says: str
    cell: Cell | None = None
    hex_px: tuple[Pixel, ...] = ()
    alternatives: tuple[Alternative, ...] = ()


class TuscanyBoard(Struct, frozen=True):
    """A table, or a part of it, as read from one photograph.

    Attributes:
        display: The open tiles that were seen, however many.
        counts: What was counted; nothing stands for what is not in view.
        phase: Which phase is played, from 1; 4 is the extra round, 5 a game that is over; None where nobody
            has told: no photograph shows it.
        neutral: How many tiles the neutral stack has, where somebody has counted them.
        removed: How many with neutral backs lie removed beside it, likewise.
    """

    format: str = BOARD_FORMAT
    game: str = "tuscany"
    image_size_px: tuple[int, int] = (0, 0)
    regions: tuple[RegionReading, ...] = ()
    fields: tuple[ColourReading, ...] = ()
    covers: tuple[CoverReading, ...] = ()
    store: tuple[ThingReading, ...] = ()
    tokens: tuple[ThingReading, ...] = ()
    display: tuple[ThingReading, ...] = ()
    counts: tuple[CountReading, ...] = ()
    phase: Count | None = None
    neutral: Count | None = None
    removed: Count | None = None
    faults: tuple[Fault, ...] = ()
    doubts: tuple[RegionDoubt, ...] = ()

    def owner(self, region: int) -> str:
        """Name whose a region is, as spots do: the player, or its number where nobody is known."""
        return (self.regions[region].player if region < len(self.regions) else "") or str(region)

    def colours(self, region: int) -> dict[Cell, str]:
        """Give the colours of a region's fields."""
        return {each.cell: each.colour for each in self.fields if seat_at(each.cell[0]) == region}

    def covered(self, region: int) -> dict[Cell, str]:
        """Give what lies on a region's fields."""
        return {each.cell: each.face for each in self.covers if seat_at(each.cell[0]) == region}

    def count(self, player: Player, what: str) -> int | None:
        """Give how many of something lie before a player; None where that was not seen."""
        found = (each.count for each in self.counts if (each.player, each.what) == (player, what))
        return next(found, None)


def of_region(things: Sequence[ThingReading], region: int) -> tuple[ThingReading, ...]:
    """Give what lies on a region's tableau, by its places."""
    return tuple(sorted((each for each in things if each.region == region), key=lambda each: each.number))


class BoardPlace(Struct, frozen=True):
    """A place of a photographed board: a field or an empty cell, what is before a player, or all the rest."""

    kind: str
    cell: Cell | None = None
    number: int = 0
    region: int = 0


def find_place(board: TuscanyBoard, name: str) -> BoardPlace:
    """Find what a spot of a board's picture means.

    Args:
        name: "OWNER/cell:Q,R", "OWNER/tile:Q,R", "OWNER/store:N", "OWNER/token:N", "OWNER/seat", "display:N",
            or "phase".

    Raises:
        UnreadableError: The name is not a spot's, or no such region is there.
    """
    found = read_spot(name)
    match found:
        case Spot("", "display", int(number)) if number < DISPLAY:
            return BoardPlace("display", number=number)
        case Spot("", "phase", ""):
            return BoardPlace("phase")
        case Spot(_, "cell" | "tile", (q, r)) if seat_at(q) in range(len(board.regions)):
            return BoardPlace("cell", (q, r), region=seat_at(q))
    owners = [board.owner(region) for region in range(len(board.regions))]
    if found.board in owners:
        region = owners.index(found.board)
        match found:
            case Spot(_, ("store" | "token") as kind, int(number)):
                return BoardPlace(kind, number=number, region=region)
            case Spot(_, "seat", ""):
                return BoardPlace("seat", region=region)
    raise UnreadableError(f"This board has no spot {shown(name)}.")
