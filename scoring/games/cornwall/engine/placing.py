"""Where a tile may be laid, and why not elsewhere."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from scoring.errors import IllegalMoveError, UnreadableError
from scoring.game import Cell
from scoring.games.cornwall.engine.moves import TriplePlacement
from scoring.games.cornwall.engine.regions import Fields, region_at, regions_of
from scoring.games.cornwall.engine.state import CornwallState
from scoring.games.cornwall.land.fields import Field, face_of, fields_of, turned_to_face
from scoring.games.cornwall.land.hexes import AROUND, neighbours, trefoil
from scoring.sentence import counted, marked, sentence

LEAST_EDGES = 2
"""So many edges of a tile touch tiles that lie already.

Source:
    Rulebook 000, "Ein Plättchen aufdecken und anlegen".
"""

Tile = tuple[Cell, Cell, Cell]


class PlaceNeeds(Struct, frozen=True):
    """What decides where a tile fits, found once for all places.

    Attributes:
        welcome: The terrains of open regions beside each empty cell.
        forbidden: The terrains of regions with a cottage beside each empty cell.
        edges: How many covered cells lie around each empty cell.
    """

    welcome: Mapping[Cell, set[str]]
    forbidden: Mapping[Cell, set[str]]
    edges: Mapping[Cell, int]


def check_face(face: str) -> tuple[Field, ...]:
    """Give the fields of a face.

    Raises:
        IllegalMoveError: No tile can have that face.
    """
    try:
        return fields_of(face)
    except UnreadableError as error:
        raise IllegalMoveError("unknown_face", error.says) from error


def check_lies(move: TriplePlacement) -> None:
    """Refuse a face that no tile has, and turns that there are not.

    Raises:
        IllegalMoveError: Naming what is wrong.
    """
    check_face(move.face)
    if not 0 <= move.turns < len(AROUND):
        words = marked("A tile is turned 0 to 5 times, not {turns} times.")
        raise IllegalMoveError("turns", sentence(words, turns=move.turns))


def check_vacant(state: CornwallState, move: TriplePlacement) -> None:
    """Refuse a tile on top of another.

    Raises:
        IllegalMoveError: Naming a cell that is taken.
    """
    for cell in move.cells:
        if cell in state.fields:
            raise IllegalMoveError("cell_is_taken", sentence("There is already a tile there."))


def check_placement(state: CornwallState, move: TriplePlacement) -> None:
    """Refuse a tile that may not lie there.

    Raises:
        IllegalMoveError: Naming the rule of laying that it breaks.

    Source:
        Rulebook 000, "Ein Plättchen aufdecken und anlegen".
    """
    check_lies(move)
    check_vacant(state, move)
    edges = touching_edges(state.fields, move.cells)
    if edges < LEAST_EDGES:
        words = marked("At least two edges of the tile must touch tiles that lie already, but {edges} does.")
        if not edges:
            words = marked("At least two edges of the tile must touch tiles that lie already, but none does.")
        raise IllegalMoveError("too_few_edges", sentence(words, edges=edges))
    _check_cottages(state.fields, move.fields)
    if not extended(state.fields, move.fields):
        says = sentence(
            "The tile must extend a region: a field of it must touch a field of the same terrain."
        )
        raise IllegalMoveError("no_region_extended", says)


def touching_edges(fields: Fields, cells: Sequence[Cell]) -> int:
    """Count the edges of a tile that touch tiles that lie already."""
    return sum(there in fields for cell in cells for there in neighbours(cell))


def touched(fields: Fields, tile: Fields) -> Iterator[tuple[Cell, Cell]]:
    """Give the pairs of a new field and one that lies already, of the same terrain and side by side."""
    for cell, field in tile.items():
        for there in neighbours(cell):
            if there in fields and fields[there].terrain == field.terrain:
                yield cell, there


def extended(fields: Fields, tile: Fields) -> frozenset[str]:
    """Name the terrains of which a new tile extends a region."""
    return frozenset(tile[cell].terrain for cell, _ in touched(fields, tile))


def _check_cottages(fields: Fields, tile: Fields) -> None:
    for _, there in touched(fields, tile):
        region = region_at(fields, there)
        if region.cottages:
            words = marked("The {terrain} beside it has a cottage and may not be extended.")
            says = sentence(words, terrain=sentence(region.terrain))
            raise IllegalMoveError("region_has_cottage", says)


def check_fits_nowhere(state: CornwallState, face: str) -> None:
    """Refuse to put a tile back that can be laid.

    Raises:
        IllegalMoveError: Saying in how many places it fits.
    """
    check_face(face)
    fits = len({frozenset(trefoil(cell, turns)) for cell, turns in placements(state, face)})
    if fits:
        says = counted(
            "The tile may not be put back: it fits in {count} place.",
            "The tile may not be put back: it fits in {count} places.",
            fits,
        )
        raise IllegalMoveError("put_back_fits", says)


def placements(state: CornwallState, face: str) -> Iterator[tuple[Cell, int]]:
    """Give every place where a face may be laid as the cell of its first field and its turns.

    Of several turns in which a tile looks the same only one is given.

    Args:
        face: As ``fields.face_of`` writes it.
    """
    room, fields = _room(state.fields), fields_of(face)
    given = set[frozenset[tuple[Cell, Field]]]()
    for cell in sorted(room.welcome):
        for index, field in enumerate(fields):
            if field.terrain in room.welcome[cell]:
                shown = (*fields[index:], *fields[:index])
                yield from _around(state.fields, room, shown, cell, given)


def _around(
    fields: Fields,
    room: PlaceNeeds,
    shown: tuple[Field, ...],
    cell: Cell,
    given: set[frozenset[tuple[Cell, Field]]],
) -> Iterator[tuple[Cell, int]]:
    """Give the places of a tile whose first field of those shown lies on a cell, and remember them."""
    for turns in range(len(AROUND)):
        cells = trefoil(cell, turns)
        lies = frozenset(zip(cells, shown, strict=True))
        if lies not in given and not any(each in fields for each in cells) and _may_lie(room, shown, cells):
            given.add(lies)
            first = turned_to_face(shown)
            yield cells[first], (turns + 2 * first) % len(AROUND)


def _may_lie(room: PlaceNeeds, shown: tuple[Field, ...], cells: Tile) -> bool:
    pairs = list(zip(cells, shown, strict=True))
    if any(field.terrain in room.forbidden.get(cell, ()) for cell, field in pairs):
        return False
    return sum(room.edges.get(cell, 0) for cell in cells) >= LEAST_EDGES


def _room(fields: Fields) -> PlaceNeeds:
    welcome, forbidden = dict[Cell, set[str]](), dict[Cell, set[str]]()
    edges = Counter[Cell]()
    for region in regions_of(fields):
        kind = forbidden if region.cottages else welcome
        for cell in region.cells:
            for there in neighbours(cell):
                if there not in fields:
                    kind.setdefault(there, set()).add(region.terrain)
                    edges[there] += 1
    return PlaceNeeds(welcome, forbidden, edges)


def as_laid(move: TriplePlacement) -> TriplePlacement:
    """Give the same placement with its face and place written in the one usual way."""
    shown = [move.fields[cell] for cell in move.cells]
    first = turned_to_face(shown)
    turns = (move.turns + 2 * first) % len(AROUND)
    return TriplePlacement(move.player, face_of(shown), turns, move.cells[first], move.figures, move.pub)
