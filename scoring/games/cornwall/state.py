"""A game in play: the fields, the figures, the coins, the pub, the points and whose turn it is."""

from collections.abc import Mapping

from msgspec import Struct

from scoring.game import Cell, Player, Setup
from scoring.games.cornwall.fields import Field
from scoring.games.cornwall.options import Options

SUPPLY: Mapping[str, int] = {"small": 4, "tall": 2, "big": 1}
"""How many figures of each kind a player has.

Source:
    FACTS 1.2: reviews of the game; the rulebook says seven of several sizes.
"""
STRENGTHS: Mapping[str, int] = {"small": 1, "tall": 2, "big": 3}
TILES = 36
START_FIELDS = 5


class Figure(Struct, frozen=True):
    """A player's figure on a field."""

    player: Player
    kind: str
    cell: Cell


class Guest(Struct, frozen=True):
    """A player's figure in the pub."""

    player: Player
    kind: str


class State(Struct, frozen=True):
    """Everything there is to know about a game after some moves.

    Attributes:
        fields: What every cell of the land shows.
        tile_of: Which tile each cell belongs to: 0 is the start tile, the others count as they were laid.
        coins: What each player has before them.
        pub: Figures in the pub, in the order they came.
        turn: Whose turn it is, as an index into the seats.
    """

    setup: Setup
    options: Options
    fields: Mapping[Cell, Field]
    tile_of: Mapping[Cell, int]
    figures: tuple[Figure, ...]
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
