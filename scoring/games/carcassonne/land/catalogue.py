"""The faces of Carcassonne and of its River, read from ``tiles.json``.

Source:
    ``tiles.json``: the tile catalogue, checked against five public engines; see its ``meta``.
"""

from collections.abc import Hashable, Iterable, Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from scoring.documents.values import Document

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


def _segments(tile: Document) -> tuple[Segment, ...]:
    cities = [Segment("city", tuple(c["sides"]), shields=c["shields"]) for c in tile["cities"]]
    roads = [Segment("road", tuple(r["sides"])) for r in tile["roads"]]
    rivers = [Segment("river", tuple(r["sides"])) for r in tile.get("rivers", ())]
    fields = [Segment("field", tuple(f["halfEdges"]), cities=tuple(f["cities"])) for f in tile["farms"]]
    cloister = [Segment("cloister", ())] if tile["cloister"] else []
    garden = [Segment("garden", ())] if max(tile["gardenCount"].values()) else []
    return (*cities, *roads, *rivers, *fields, *cloister, *garden)


def _face(tile: Document, prefix: str) -> Face:
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


# --- faces that are equal by the rules ---------------------------------------------------------------


@cache
def distinct_faces() -> Mapping[str, Face]:
    """One face of each that are equal by the rules, with as many copies as the box holds of them all.

    It is the one that may carry a garden, or else the first: "river_D" for both straight rivers,
    "river_J" for both plain bends.
    """
    return MappingProxyType(
        {
            name: replace(
                face, count=sum(faces()[each].count for each in faces() if distinct(each)[0] == name)
            )
            for name, face in faces().items()
            if distinct(name)[0] == name
        }
    )


def distinct(face: str, turns: int = 0) -> tuple[str, int]:
    """Name a tile by the one face of ``distinct_faces`` that it is equal to, and how that lies.

    A garden counts apart: a tile that carries one is what it is named.

    Args:
        face: A face's name in the catalogue.
        turns: Clockwise quarter turns from the catalogue's orientation.
    """
    name, more = _distinct_names()[face]
    return name, (turns + more) % 4


def one_of_each(order: Iterable[str]) -> tuple[str, ...]:
    """Leave out the faces that are equal to one before them."""
    kept: dict[str, str] = {}
    for face in order:
        kept.setdefault(distinct(face)[0], face)
    return tuple(kept.values())


@cache
def _distinct_names() -> Mapping[str, tuple[str, int]]:
    """Give for each face the distinct one, and by how many quarters that lies turned more."""
    order = sorted(faces().values(), key=lambda face: -face.garden_count)
    lies = {
        (each.role, _shown(each, turns)): (each.name, turns) for each in order[::-1] for turns in (3, 2, 1, 0)
    }
    return MappingProxyType({each.name: lies[each.role, _shown(each, 0)] for each in order})


def _shown(face: Face, turns: int) -> Hashable:
    """Tell what the rules see of a face without a garden that lies turned by so many quarters."""

    def sides(segment: Segment) -> frozenset[str]:
        return frozenset(turned_side(side, turns) for side in segment.sides)

    return frozenset(
        (
            each.feature,
            sides(each),
            each.shields,
            frozenset(sides(face.segments[city]) for city in each.cities),
        )
        for each in face.segments
        if each.feature != "garden"
    )
