"""What happens at the table, as small frozen values; ``documents/games.py`` tells how they are written."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from scoring.game import Cell, Player
from scoring.games.tuscany.land.box import BoxFacts, YieldCard
from scoring.games.tuscany.land.regions import LaidPiece
from scoring.roles.defaults import hash_by_player


class LearnedFacts(Struct, frozen=True):
    """Something was learned of the box; it takes no turn."""

    player: Player
    facts: BoxFacts

    __hash__ = hash_by_player


class JoinedRegion(Struct, frozen=True):
    """A player has joined three pieces; it takes no turn, as all that follows until the turns."""

    player: Player
    pieces: tuple[LaidPiece, ...]


class ReadFields(Struct, frozen=True):
    """The fields of a player's region, where no piece of it is known; the colour of one untold is empty."""

    player: Player
    fields: Mapping[Cell, str]

    __hash__ = hash_by_player


class StartCastle(Struct, frozen=True):
    """The start castle, on a dark green field."""

    player: Player
    cell: Cell


class OpenTiles(Struct, frozen=True):
    """What lies in the display: at the beginning with all that replaces five alike, later as it lies.

    Attributes:
        player: Whoever says so.
        faces: Row by row; empty for a tile that nobody has read.
    """

    player: Player
    faces: tuple[str, ...]


class FirstToken(Struct, frozen=True):
    """The token that everybody takes before the first turn."""

    player: Player
    token: str


class DrawAction(Struct, frozen=True):
    """Cards drawn; ``cards`` where there were fewer than there should have been."""

    cards: int | None = None


class ClearedKind(Struct, frozen=True):
    """All tiles of one colour removed, as none of the eight could be laid, and what came for them."""

    colour: str
    refill: Sequence[str]


class TakeAction(Struct, frozen=True):
    """A tile taken from the display.

    Attributes:
        space: The storage space it goes to, from 0; what lies there leaves the game.
        refill: Every tile that came into the display for it, in order.
        clears: What was removed before, where none could be laid.
    """

    face: str
    space: int
    refill: Sequence[str]
    clears: tuple[ClearedKind, ...] = ()


class LaidTile(Struct, frozen=True):
    """A tile laid on a field, with what it gives as far as its player chose it or chance told it.

    Attributes:
        face: The tile, or a wooden hexagon.
        token: What a city takes.
        yields: The yield cards that a carriage turned, in order.
        takes: What a castle lays free.
        refill: Every tile that came into the display for that, in order.
        drops: The storage space that is cleared for a wooden hexagon, where a table plays so.
    """

    face: str
    cell: Cell
    token: str = ""
    yields: tuple[YieldCard, ...] = ()
    takes: "LaidTile | None" = None
    refill: Sequence[str] = ()
    drops: int | None = None


class Payment(Struct, frozen=True):
    """What was paid for a tile, as far as anybody has told: cards by colour, and workers."""

    cards: Mapping[str, int] | None = None
    workers: int = 0

    def __hash__(self) -> int:
        """Tell payments apart in a table, as moves are."""
        return hash(self.workers)


class PlaceAction(Struct, frozen=True):
    """A stored tile laid."""

    tile: LaidTile
    space: int
    pays: Payment | None = None


TurnAction = DrawAction | TakeAction | PlaceAction


class ActionTurn(Struct, frozen=True):
    """A turn: an action, and a second one for a marble."""

    player: Player
    actions: tuple[TurnAction, ...]


class NamedYield(Struct, frozen=True):
    """What the player's first yield card gave that nobody had read; it takes no turn."""

    player: Player
    gives: YieldCard


class ToldHand(Struct, frozen=True):
    """How many cards the player holds, for nobody else to know; None where that is not known."""

    player: Player
    cards: int | None


class EarlyEnd(Struct, frozen=True):
    """The game is ended before its last turn, so that the cards are counted; it takes no turn."""

    player: Player


class CountedHeap(Struct, frozen=True, omit_defaults=True):
    """What lies before a player, as far as it was counted; cards are counted at the end alone.

    Attributes:
        stacks: How many tiles are left in the own stacks.
    """

    hand: int | None = None
    marble: int | None = None
    workers: int | None = None
    stacks: int | None = None


class CountedHeaps(Struct, frozen=True):
    """Heaps and hands laid open and counted; it takes no turn."""

    player: Player
    heaps: Mapping[Player, CountedHeap]

    __hash__ = hash_by_player


class MarkedPoints(Struct, frozen=True):
    """Where a player's two markers stand, in points."""

    green: int
    red: int


class SetMarkers(Struct, frozen=True):
    """Markers stand where they do, and the points are set to that; it takes no turn."""

    player: Player
    points: Mapping[Player, MarkedPoints]

    __hash__ = hash_by_player


Move = (
    LearnedFacts
    | JoinedRegion
    | ReadFields
    | StartCastle
    | OpenTiles
    | FirstToken
    | ActionTurn
    | NamedYield
    | ToldHand
    | EarlyEnd
    | CountedHeaps
    | SetMarkers
)


def first_place(move: Move) -> PlaceAction | None:
    """Give the one thing a turn does where that lays a tile; None for any other move."""
    match move:
        case ActionTurn(actions=(PlaceAction() as place,)):
            return place
    return None
