"""The regions that fields form, and when one can grow no more.

Everything is found by looking at the fields as they lie, so that a photographed board that breaks rules
has regions as well.
"""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from scoring.game import Cell
from scoring.games.cornwall.engine.options import CornwallOptions
from scoring.games.cornwall.land.fields import Field
from scoring.games.cornwall.land.hexes import neighbours, trefoils_over

Fields = Mapping[Cell, Field]
"""What every covered cell shows."""


class TerrainRegion(Struct, frozen=True):
    """Connected fields of one terrain."""

    terrain: str
    cells: frozenset[Cell]
    flags: int
    cottages: int

    @property
    def where(self) -> tuple[Cell, ...]:
        """Its cells, sorted."""
        return tuple(sorted(self.cells))


def region_at(fields: Fields, cell: Cell) -> TerrainRegion:
    """Give the region that a covered cell belongs to."""
    terrain = fields[cell].terrain
    cells, edge = {cell}, [cell]
    while edge:
        for there in neighbours(edge.pop()):
            if there not in cells and there in fields and fields[there].terrain == terrain:
                cells.add(there)
                edge.append(there)
    flags = sum("flag" in fields[each].symbols for each in cells)
    cottages = sum("cottage" in fields[each].symbols for each in cells)
    return TerrainRegion(terrain, frozenset(cells), flags, cottages)


def regions_of(fields: Fields) -> list[TerrainRegion]:
    """Divide all fields into regions, in the order of their first cells."""
    found, seen = [], set[Cell]()
    for cell in sorted(fields):
        if cell not in seen:
            region = region_at(fields, cell)
            seen |= region.cells
            found.append(region)
    return found


def beside(cells: Sequence[Cell] | frozenset[Cell]) -> set[Cell]:
    """Give the cells that lie around some, covered or not."""
    return {there for cell in cells for there in neighbours(cell)} - set(cells)


def open_cells(fields: Fields, region: TerrainRegion, options: CornwallOptions) -> set[Cell]:
    """Give the empty cells beside a region where a tile could still be laid, whatever it shows.

    Only the places count: not which tiles are left, nor that a cottage of another region may forbid it.

    Source:
        Rulebook 000, "Gebiete werten"; the option ``closing`` says what surrounded means.
    """
    empty = {cell for cell in beside(region.cells) if cell not in fields}
    if options.closing == "surrounded":
        return empty
    return {cell for cell in empty if has_room(fields, cell)}


def has_room(fields: Fields, cell: Cell) -> bool:
    """Tell whether a tile of three fields can cover an empty cell."""
    return any(all(each not in fields for each in tile) for tile in trefoils_over(cell))


def is_closed(fields: Fields, region: TerrainRegion, options: CornwallOptions) -> bool:
    """Tell whether nothing may be laid against a region any more: by a cottage, or for want of room."""
    return region.cottages > 0 or not open_cells(fields, region, options)


def is_scored(fields: Fields, region: TerrainRegion, options: CornwallOptions) -> bool:
    """Tell whether a region in which figures stand is scored at the end of a turn.

    Source:
        Rulebook 000, "Gebiete werten"; the option ``moor_cottage`` for moors.
    """
    if region.terrain == "moor":
        return options.moor_cottage == "at_once" and region.cottages > 0
    return is_closed(fields, region, options)
