"""The River: which tiles come when, how it must run on, and where it may not bend."""

from scoring.errors import IllegalMoveError
from scoring.game import Cell
from scoring.games.carcassonne.engine.state import CarcassonneState
from scoring.games.carcassonne.land.catalogue import SIDES, faces
from scoring.games.carcassonne.land.placed_tile import OPPOSITE, PlacedTile
from scoring.games.carcassonne.land.regions import Land, beside, edges_match
from scoring.sentence import sentence

MIDDLE_TILES = 10
"""How many river tiles lie between the spring and the lake."""


def stage(state: CarcassonneState) -> str:
    """Name the kind of tile being drawn now: "middle" or "lake" of the river, or "" for the land."""
    if not state.options.river:
        return ""
    drawn = [faces()[name].role for name, count in state.drawn.items() for _ in range(count)]
    if drawn.count("middle") < MIDDLE_TILES:
        return "middle"
    return "" if "lake" in drawn else "lake"


def check_stage(state: CarcassonneState, face: str) -> None:
    """Refuse a tile that is drawn before or after its time.

    Raises:
        IllegalMoveError: The whole river comes first, and the lake ends it.
    """
    role = faces()[face].role
    if faces()[face].is_river and not state.options.river:
        says = sentence("{face} belongs to the River, which this game plays without.", face=face)
        raise IllegalMoveError("river_is_off", says)
    if role == "spring":
        says = sentence("The spring is the start tile and is not drawn.")
        raise IllegalMoveError("spring_is_start", says)
    now = stage(state)
    if role == now:
        return
    if role == "":
        says = sentence("{face} must wait: all river tiles are laid before the others.", face=face)
        raise IllegalMoveError("river_first", says)
    if now == "middle":
        says = sentence("The lake must wait: it ends the river, after its ten other tiles.")
        raise IllegalMoveError("lake_last", says)
    says = sentence("{face} comes too late: that part of the river is complete.", face=face)
    raise IllegalMoveError("river_is_over", says)


def continues_river(land: Land, cell: Cell, tile: PlacedTile) -> bool:
    """Tell whether a river tile runs on from the river's open end."""
    return _upstream(land, cell, tile) is not None


def makes_u_turn(land: Land, cell: Cell, tile: PlacedTile) -> bool:
    """Tell whether a river tile bends the same way as the river tile before it.

    Only neighbouring bends count; a straight tile between two bends makes them harmless.

    Source:
        Leaflet 001, "Regole speciali i Fiumi": no bend like a "U".
    """
    entry = _upstream(land, cell, tile)
    if entry is None:
        return False
    before = land.tiles[beside(cell, entry)]
    bend_before = -_bend(before, OPPOSITE[entry])
    return bend_before != 0 and bend_before == _bend(tile, entry)


def _upstream(land: Land, cell: Cell, tile: PlacedTile) -> str | None:
    """Name the side on which a tile's river meets the river on the table."""
    for index, side in enumerate(SIDES):
        neighbour = land.tiles.get(beside(cell, side))
        if tile.edges[index] == "river" and neighbour and edges_match(tile, neighbour, side):
            return side
    return None


def _bend(tile: PlacedTile, entry: str) -> int:
    """Tell how the river bends from the side where it comes in: 1 right, -1 left, 0 neither."""
    heading = (SIDES.index(entry) + 2) % 4
    right, left = (heading + 1) % 4, (heading - 1) % 4
    return (tile.edges[right] == "river") - (tile.edges[left] == "river")
