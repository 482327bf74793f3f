"""A game in play: the tiles, the figures, the points and whose turn it is."""

from collections.abc import Mapping

from msgspec import Struct

from scoring import setups
from scoring.game import Cell, Player, Setup
from scoring.games.carcassonne.engine.options import INFO, CarcassonneOptions, options_of
from scoring.games.carcassonne.land.catalogue import distinct_faces
from scoring.games.carcassonne.land.placed_tile import lay_face
from scoring.games.carcassonne.land.regions import Land, Part, land_of

START_FACE = "D"
SPRINGS: Mapping[str, str] = {"plain": "river_A", "with_road": "river_A_C3"}
LAKES = ("river_L", "river_L_C3")
SUPPLY: Mapping[str, int] = {"follower": 7, "abbot": 1}
"""How many figures of each kind a player has to play with.

Source:
    Leaflet 001, "Preparazione": eight followers, one of which marks the points.
"""


class SegmentFigure(Struct, frozen=True):
    """A player's figure standing on a segment."""

    player: Player
    kind: str
    part: Part


class CarcassonneState(Struct, frozen=True):
    """Everything there is to know about a game after some moves.

    Attributes:
        drawn: How many tiles of each distinct face have left the box, the start tile and discards included.
        turn: Whose turn it is, as an index into the seats.
        middle: Where the tile lies from which others are named in words, where no start tile is known.
    """

    setup: Setup
    options: CarcassonneOptions
    land: Land
    figures: tuple[SegmentFigure, ...]
    points: Mapping[Player, int]
    drawn: Mapping[str, int]
    turn: int = 0
    middle: Cell | None = None

    @property
    def player(self) -> Player:
        """The player whose turn it is."""
        return self.setup.players[self.turn].colour


def start_with_tile(setup: Setup) -> CarcassonneState:
    """Lay the start tile, or the spring, and hand out the figures.

    Raises:
        UnreadableError: The players or the options are not ones the game has.
    """
    options = options_of(setup)
    setups.check_seats(INFO, setup.players)
    face = SPRINGS[options.spring] if options.river else START_FACE
    land = land_of([((0, 0), lay_face(face, 0))])
    return CarcassonneState(setup, options, land, (), {seat.colour: 0 for seat in setup.players}, {face: 1})


def supply(state: CarcassonneState, player: Player, kind: str) -> int:
    """Count the figures of a kind that a player still holds; by a house rule more of them may stand."""
    return max(0, SUPPLY[kind] - sum(f.player == player and f.kind == kind for f in state.figures))


def remaining(state: CarcassonneState) -> Mapping[str, int]:
    """Count the tiles of each distinct face that are still in the box, as far as one can know.

    With the River a table may or may not mix in the usual start tile, so all its copies are
    counted; and either lake may be in the box, so both are until one is drawn. A house rule may
    have laid more of a face than the box holds; then none is left.
    """
    left = {name: max(0, face.count - state.drawn.get(name, 0)) for name, face in distinct_faces().items()}
    lake_drawn = any(state.drawn.get(lake) for lake in LAKES)
    gone = {*SPRINGS.values(), *(LAKES if lake_drawn else ())}
    return {
        name: count
        for name, count in left.items()
        if name not in gone and (state.options.river or not distinct_faces()[name].is_river)
    }


def is_over(state: CarcassonneState) -> bool:
    """Tell whether the box is empty."""
    return not any(remaining(state).values())
