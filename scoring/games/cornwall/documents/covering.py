"""Fields shared out among tiles, where nobody knows which of them are one."""

from collections.abc import Collection, Iterator

from scoring.game import Cell
from scoring.games.cornwall.engine.regions import Fields
from scoring.games.cornwall.engine.state import START_FIELDS
from scoring.games.cornwall.land.fields import FIELDS_OF_A_TILE
from scoring.games.cornwall.land.hexes import neighbours, trefoils_over

MOST_TRIES = 800
"""So many tiles are tried at most; after that the fields are shared out as it happens."""

Tile = tuple[Cell, ...]


def cover(fields: Fields, *, has_start: bool) -> tuple[Tile, ...]:
    """Share fields out among tiles of three and, where it is not known yet, the start tile of five.

    Args:
        fields: Those of no known tile.
        has_start: Whether the start tile is known.

    Returns:
        Tiles that cover them all; where no such tiles do, those found first, and the rest in threes.
    """
    cells = frozenset(fields)
    tries = iter(range(MOST_TRIES))
    if not has_start and len(cells) % FIELDS_OF_A_TILE == START_FIELDS % FIELDS_OF_A_TILE:
        for start in _starts(fields):
            found = _shared(cells - set(start), tries)
            if found is not None:
                return (start, *found)
    found = _shared(cells, tries)
    return _in_bits(cells) if found is None else found


def _shared(cells: frozenset[Cell], tries: Iterator[int]) -> tuple[Tile, ...] | None:
    """Cover cells with tiles of three, the cell with the fewest ways first; None where that fails."""
    if not cells:
        return ()
    if next(tries, None) is None:
        return None
    ways = min((_tiles_over(cell, cells) for cell in sorted(cells)), key=len)
    for tile in ways:
        rest = _shared(cells - set(tile), tries)
        if rest is not None:
            return (tile, *rest)
    return None


def _tiles_over(cell: Cell, cells: Collection[Cell]) -> list[Tile]:
    return [tuple(sorted(tile)) for tile in trefoils_over(cell) if all(each in cells for each in tile)]


def _starts(fields: Fields) -> Iterator[Tile]:
    """Give five cells side by side that show every terrain once, as the start tile does."""
    grown = {frozenset([cell]) for cell in fields}
    for _ in range(START_FIELDS - 1):
        grown = {some | {there} for some in grown for there in _more(some, fields)}
    yield from sorted(tuple(sorted(some)) for some in grown)


def _more(some: frozenset[Cell], fields: Fields) -> Iterator[Cell]:
    """Give the fields beside some that show a terrain which none of them does."""
    shown = {fields[cell].terrain for cell in some}
    for cell in some:
        yield from (
            there for there in neighbours(cell) if there in fields and fields[there].terrain not in shown
        )


def _in_bits(cells: Collection[Cell]) -> tuple[Tile, ...]:
    """Share cells out as it happens: whole tiles as long as there are any, then three by three."""
    left, found = set(cells), list[Tile]()
    for cell in sorted(cells):
        if cell in left and (tiles := _tiles_over(cell, left)):
            found.append(tiles[0])
            left -= set(tiles[0])
    rest = sorted(left)
    bits = (rest[at : at + FIELDS_OF_A_TILE] for at in range(0, len(rest), FIELDS_OF_A_TILE))
    return (*found, *map(tuple, bits))
