"""A game in play: the tiles, the figures, the points and whose turn it is."""

from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from scoring import setups
from scoring.game import Cell, Player, PlayerSeat, Setup
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
    check_seats(setup.players)
    face = SPRINGS[options.spring] if options.river else START_FACE
    land = land_of([((0, 0), lay_face(face, 0))])
    return CarcassonneState(setup, options, land, (), {seat.colour: 0 for seat in setup.players}, {face: 1})


def check_seats(seats: Sequence[PlayerSeat]) -> None:
    """Refuse too many players, too few, two of one colour, and two of one name.

    Raises:
        UnreadableError: Saying what is wrong with the players.
    """
    setups.check_seats(INFO, seats)


def player(state: CarcassonneState) -> Player:
    """Tell whose turn it is."""
    return state.player


def points(state: CarcassonneState) -> Mapping[Player, int]:
    """Give the points scored so far."""
    return state.points


def name_of(state: CarcassonneState, player: Player) -> str:
    """Give the name of whoever plays a colour; the colour itself where nobody does."""
    return next((seat.name for seat in state.setup.players if seat.colour == player), player.capitalize())


def with_turn(state: CarcassonneState, player: Player) -> CarcassonneState:
    """Give the turn to a player, whoever's it was.

    Raises:
        IllegalMoveError: Nobody at the table plays that colour.
    """
    setups.check_player(state.setup, player)
    return replace(state, turn=[seat.colour for seat in state.setup.players].index(player))


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
