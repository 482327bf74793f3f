"""The faces of Carcassonne and of its River, read from ``tiles.json``.

Source:
    ``tiles.json``: the tile catalogue, checked against five public engines; see its ``meta``.
"""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any

import msgspec
from msgspec import Struct

SIDES = ("N", "E", "S", "W")
HALF_EDGES = ("NL", "NR", "EL", "ER", "SL", "SR", "WL", "WR")


class Segment(Struct, frozen=True):
    """One tile's part of a feature, in the face's own orientation.

    Attributes:
        feature: road, city, field, cloister, garden or river.
        sides: Sides (N E S W) it reaches; for a field its half-edges (NL NR ...). Empty for a
            cloister and a garden.
        shields: How many shields a city segment carries.
        cities: For a field, the indexes (into ``Face.segments``) of the city segments it touches.
    """

    feature: str
    sides: tuple[str, ...]
    shields: int = 0
    cities: tuple[int, ...] = ()


class Face(Struct, frozen=True):
    """A tile design by rules.

    Attributes:
        name: "A" to "X"; River faces are "river_A" to "river_L", "river_A_C3" and "river_L_C3".
        edges: What the N, E, S and W sides show: city, road, field or river.
        segments: Every segment; a garden only counts where the tile at hand is a garden copy.
        count: How many copies the box holds, the start tile included.
        garden_count: How many of those carry a garden in the editions that print gardens.
        symmetry: How many turns look different by the rules (1, 2 or 4).
        role: "spring", "lake" or empty.
    """

    name: str
    edges: tuple[str, str, str, str]
    segments: tuple[Segment, ...]
    count: int
    garden_count: int
    symmetry: int
    role: str = ""

    @property
    def is_river(self) -> bool:
        """Whether the face belongs to the River."""
        return self.name.startswith("river_")


def turned_side(side: str, turns: int) -> str:
    """Name the side or half-edge that ``side`` becomes after clockwise quarter turns."""
    return SIDES[(SIDES.index(side[0]) + turns) % 4] + side[1:]


def _segments(tile: Mapping[str, Any]) -> tuple[Segment, ...]:
    cities = [Segment("city", tuple(c["sides"]), shields=c["shields"]) for c in tile["cities"]]
    roads = [Segment("road", tuple(r["sides"])) for r in tile["roads"]]
    rivers = [Segment("river", tuple(r["sides"])) for r in tile.get("rivers", ())]
    fields = [Segment("field", tuple(f["halfEdges"]), cities=tuple(f["cities"])) for f in tile["farms"]]
    cloister = [Segment("cloister", ())] if tile["cloister"] else []
    garden = [Segment("garden", ())] if max(tile["gardenCount"].values()) else []
    return (*cities, *roads, *rivers, *fields, *cloister, *garden)


def _face(tile: Mapping[str, Any], prefix: str) -> Face:
    edges = tile["edges"]
    return Face(
        name=prefix + tile["id"],
        edges=(edges["N"], edges["E"], edges["S"], edges["W"]),
        segments=_segments(tile),
        count=tile["count"],
        garden_count=max(tile["gardenCount"].values()),
        symmetry=tile["distinctRotations"],
        role=tile.get("role") or "",
    )


@cache
def faces() -> Mapping[str, Face]:
    """Every face by its name, the base game first."""
    tiles = msgspec.json.decode(files(__package__).joinpath("tiles.json").read_bytes())
    base = [_face(tile, "") for tile in tiles["base"]]
    river = [_face(tile, "river_") for tile in tiles["river"]]
    return MappingProxyType({face.name: face for face in (*base, *river)})
