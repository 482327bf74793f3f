"""The tiles on the table and the regions they form, grown one tile at a time.

A ``Land`` is never changed: ``with_tile`` gives a new one that shares all untouched regions with the old.
Tiles that do not match simply do not join, so that a photographed board that breaks rules has a
land as well.
"""

from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

from scoring.game import Cell
from scoring.games.carcassonne.land.catalogue import SIDES
from scoring.games.carcassonne.land.placed_tile import OPPOSITE, STEPS, PlacedTile

Part = tuple[Cell, int]
"""One segment of one tile: the tile's cell and the segment's index in it."""

Wanted = tuple[str, str, str, str]
"""What the neighbours of an empty cell show towards its N, E, S and W side; empty where none lies."""

AROUND = tuple((x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0))
_SIDE_INDEX = {side: index for index, side in enumerate(SIDES)}


class FeatureRegion(Struct, frozen=True):
    """Connected segments: a whole road, city, field, river, or one cloister or garden.

    Attributes:
        parts: Its segments; two of them may lie on one tile.
        open_edges: How many of its sides (for a field: half-edges) do not yet meet their like.
    """

    feature: str
    parts: frozenset[Part]
    open_edges: int
    shields: int

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells it covers, each once, sorted."""
        return tuple(sorted({cell for cell, _ in self.parts}))


class Land(Struct, frozen=True):
    """All tiles on the table and the regions they form.

    Attributes:
        regions: Each region under the name of one of its parts.
        region_of: Every part's region, by that name.
        frontier: The empty cells beside tiles, and what the neighbours show to each.
    """

    tiles: Mapping[Cell, PlacedTile] = {}
    regions: Mapping[Part, FeatureRegion] = {}
    region_of: Mapping[Part, Part] = {}
    frontier: Mapping[Cell, Wanted] = {}

    def region_at(self, part: Part) -> FeatureRegion:
        """Give the region that a segment belongs to."""
        return self.regions[self.region_of[part]]


class Group(Struct, frozen=True):
    """Segments of a new tile, and the regions on the table that they connect to one."""

    indexes: tuple[int, ...]
    joined: frozenset[Part]


def beside(cell: Cell, side: str) -> Cell:
    """Give the neighbouring cell on one side."""
    step = STEPS[side]
    return cell[0] + step[0], cell[1] + step[1]


def contacts(land: Land, cell: Cell, tile: PlacedTile, index: int) -> list[Part]:
    """List the parts next door that a segment would touch, one for each side that matches."""
    found = []
    for side in tile.segments[index].sides:
        there = beside(cell, side[0])
        neighbour = land.tiles.get(there)
        if neighbour and edges_match(tile, neighbour, side[0]):
            found.append((there, neighbour.index_at[OPPOSITE[side]]))
    return found


def edges_match(tile: PlacedTile, neighbour: PlacedTile, side: str) -> bool:
    """Tell whether a tile continues its neighbour on one of its sides."""
    return tile.edges[_SIDE_INDEX[side]] == neighbour.edges[_SIDE_INDEX[OPPOSITE[side]]]


def groups(land: Land, cell: Cell, tile: PlacedTile) -> list[Group]:
    """Tell which regions each segment of a new tile would join.

    Two segments of the tile form one group where a region already connects them elsewhere.
    """
    found: list[Group] = []
    for index in range(len(tile.segments)):
        joined = frozenset(land.region_of[part] for part in contacts(land, cell, tile, index))
        same = [group for group in found if group.joined & joined]
        indexes = (*(i for group in same for i in group.indexes), index)
        merged = joined.union(*(group.joined for group in same))
        found = [group for group in found if group not in same] + [Group(indexes, merged)]
    return found


def with_tile(land: Land, cell: Cell, tile: PlacedTile) -> Land:
    """Lay a tile and join its segments to the regions they continue.

    Args:
        cell: An empty cell; it need not lie beside another tile.
    """
    regions, region_of = dict(land.regions), dict(land.region_of)
    for group in groups(land, cell, tile):
        region, name = _grown(land, cell, tile, group)
        for old in group.joined:
            del regions[old]
        for part in _renamed(land, cell, group, name):
            region_of[part] = name
        regions[name] = region
    return Land({**land.tiles, cell: tile}, regions, region_of, _frontier(land, cell, tile))


def _grown(land: Land, cell: Cell, tile: PlacedTile, group: Group) -> tuple[FeatureRegion, Part]:
    """Give a group's segments and joined regions as one region, with its name."""
    segments = [tile.segments[index] for index in group.indexes]
    old = [land.regions[name] for name in group.joined]
    new_parts = frozenset((cell, index) for index in group.indexes)
    met = sum(len(contacts(land, cell, tile, index)) for index in group.indexes)
    region = FeatureRegion(
        segments[0].feature,
        new_parts.union(*(region.parts for region in old)),
        sum(region.open_edges for region in old) + sum(len(s.sides) for s in segments) - 2 * met,
        sum(region.shields for region in old) + sum(s.shields for s in segments),
    )
    return region, _kept_name(land, cell, group)


def _kept_name(land: Land, cell: Cell, group: Group) -> Part:
    """Keep the largest region's name, so that few parts change theirs; the smaller name breaks a tie."""
    largest_first = sorted(group.joined, key=lambda name: (-len(land.regions[name].parts), name))
    return largest_first[0] if largest_first else (cell, group.indexes[0])


def _renamed(land: Land, cell: Cell, group: Group, name: Part) -> Iterator[Part]:
    yield from ((cell, index) for index in group.indexes)
    for old in group.joined - {name}:
        yield from land.regions[old].parts


def _frontier(land: Land, cell: Cell, tile: PlacedTile) -> Mapping[Cell, Wanted]:
    frontier = dict(land.frontier)
    frontier.pop(cell, None)
    for index, side in enumerate(SIDES):
        there = beside(cell, side)
        if there not in land.tiles:
            wanted = list(frontier.get(there, ("", "", "", "")))
            wanted[(index + 2) % 4] = tile.edges[index]
            frontier[there] = (wanted[0], wanted[1], wanted[2], wanted[3])
    return frontier


def land_of(tiles: Iterable[tuple[Cell, PlacedTile]]) -> Land:
    """Build the land of tiles given in any order."""
    land = Land()
    for cell, tile in tiles:
        land = with_tile(land, cell, tile)
    return land


def neighbours(land: Land, cell: Cell) -> int:
    """Count the tiles around a cell, corners included: 0 to 8."""
    return sum((cell[0] + x, cell[1] + y) in land.tiles for x, y in AROUND)


def is_completed(land: Land, region: FeatureRegion) -> bool:
    """Tell whether a region is finished; a field and a river never are.

    A road or city is finished when nothing of it is open, so a closed loop of road is; a cloister
    or garden when eight tiles surround it.
    """
    if region.feature in ("road", "city"):
        return region.open_edges == 0
    if region.feature in ("cloister", "garden"):
        return all(neighbours(land, cell) == 8 for cell, _ in region.parts)
    return False
