"""A game in play: the fields, the figures, the coins, the pub, the points and whose turn it is."""

from collections.abc import Mapping

from msgspec import Struct

from scoring import setups
from scoring.game import Cell, Player, Setup
from scoring.games.cornwall.engine.options import INFO, START_COINS, CornwallOptions, options_of
from scoring.games.cornwall.land.fields import Field

SUPPLY: Mapping[str, int] = {"small": 4, "tall": 2, "big": 1}
"""How many figures of each kind a player has.

Source:
    FACTS 1.2: reviews of the game; the rulebook says seven of several sizes.
"""
STRENGTHS: Mapping[str, int] = {"small": 1, "tall": 2, "big": 3}
TILES = 36
START_FIELDS = 5


class FieldFigure(Struct, frozen=True):
    """A player's figure on a field."""

    player: Player
    kind: str
    cell: Cell


class Guest(Struct, frozen=True):
    """A player's figure in the pub."""

    player: Player
    kind: str


class CornwallState(Struct, frozen=True):
    """Everything there is to know about a game after some moves.

    Attributes:
        fields: What every cell of the land shows.
        tile_of: Which tile each cell belongs to: 0 is the start tile, the others count as they were laid.
        coins: What each player has before them.
        pub: Figures in the pub, in the order they came.
        turn: Whose turn it is, as an index into the seats.
    """

    setup: Setup
    options: CornwallOptions
    fields: Mapping[Cell, Field]
    tile_of: Mapping[Cell, int]
    figures: tuple[FieldFigure, ...]
    coins: Mapping[Player, int]
    pub: tuple[Guest, ...]
    points: Mapping[Player, int]
    turn: int = 0

    @property
    def player(self) -> Player:
        """The player whose turn it is."""
        return self.setup.players[self.turn].colour

    @property
    def laid(self) -> int:
        """How many tiles have been laid, the start tile not counted."""
        return max(self.tile_of.values(), default=0)


def start_with_nothing(setup: Setup) -> CornwallState:
    """Hand out a coin and the figures to everybody; the start tile lies as the opening says.

    Raises:
        UnreadableError: The players or the options are not ones the game has.
    """
    options = options_of(setup)
    setups.check_seats(INFO, setup.players)
    colours = [seat.colour for seat in setup.players]
    coins, no_points = dict.fromkeys(colours, START_COINS), dict.fromkeys(colours, 0)
    return CornwallState(setup, options, {}, {}, (), coins, (), no_points)


def is_over(state: CornwallState) -> bool:
    """Tell whether all tiles have been laid."""
    return state.laid >= TILES


def supply(state: CornwallState, player: Player, kind: str) -> int:
    """Count the figures of a kind before a player; by a house rule more of them may be out than there are."""
    standing = sum(figure.player == player and figure.kind == kind for figure in state.figures)
    drinking = sum(guest.player == player and guest.kind == kind for guest in state.pub)
    return max(0, SUPPLY[kind] - standing - drinking)
