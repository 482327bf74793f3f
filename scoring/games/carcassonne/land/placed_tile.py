"""A face as it lies on the table: turned, with its segments named in the board's frame."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from msgspec import Struct

from scoring.game import Cell
from scoring.games.carcassonne.land.catalogue import HALF_EDGES, SIDES, Segment, faces, turned_side

STEPS: Mapping[str, Cell] = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
"""The way to the neighbour on each side; rows run south."""

OPPOSITE: Mapping[str, str] = {
    "N": "S",
    "E": "W",
    "S": "N",
    "W": "E",
    "NL": "SR",
    "NR": "SL",
    "EL": "WR",
    "ER": "WL",
    "SL": "NR",
    "SR": "NL",
    "WL": "ER",
    "WR": "EL",
}
"""The side or half-edge of the neighbour that touches each of ours."""


class PlacedTile(Struct, frozen=True):
    """One tile on the table.

    Attributes:
        edges: What its N, E, S and W sides show after turning.
        segments: Its segments, sides in the board's frame; a garden only on a garden copy.
        index_at: Which segment reaches each side (city, road, river) or half-edge (field).
    """

    face: str
    turns: int
    garden: bool
    edges: tuple[str, str, str, str]
    segments: tuple[Segment, ...]
    index_at: Mapping[str, int]


@cache
def lay_face(face: str, turns: int, garden: bool = False) -> PlacedTile:
    """Turn a face clockwise by quarter turns, as it would lie on the table."""
    edges = faces()[face].edges
    turned = tuple(edges[(side - turns) % 4] for side in range(4))
    segments = segments_after(face, turns, garden)
    index_at = {side: index for index, segment in enumerate(segments) for side in segment.sides}
    return PlacedTile(face, turns, garden, (turned[0], turned[1], turned[2], turned[3]), segments, index_at)


@cache
def segments_after(face: str, turns: int, garden: bool = False) -> tuple[Segment, ...]:
    """Give the segments of a face with their sides in the board's frame.

    Args:
        face: A face's name in the catalogue.
        turns: Clockwise quarter turns from the catalogue's orientation.
        garden: Whether this copy carries a garden.
    """
    kept = (s for s in faces()[face].segments if garden or s.feature != "garden")
    return tuple(
        Segment(s.feature, _clockwise(turned_side(side, turns) for side in s.sides), s.shields, s.cities)
        for s in kept
    )


def _clockwise(sides: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(sides, key=(*SIDES, *HALF_EDGES).index))


def segments_named(tile: PlacedTile, feature: str, sides: Sequence[str] = ()) -> tuple[int, ...]:
    """Find the segments that a player may mean by a feature and any of its sides.

    A whole side may be given for a field, and no side at all where the feature is enough.

    Returns:
        Indexes into ``tile.segments``: exactly one where the name is right and clear.
    """
    of_feature = [i for i, segment in enumerate(tile.segments) if segment.feature == feature]
    if not sides:
        return tuple(of_feature)
    return tuple(i for i in of_feature if any(_reaches(tile.segments[i], side) for side in sides))


def _reaches(segment: Segment, side: str) -> bool:
    if segment.feature == "field" and len(side) == 1:
        return bool({side + "L", side + "R"} & set(segment.sides))
    return side in segment.sides or (segment.feature != "field" and side[:1] in segment.sides)
