"""Where the segments of a face lie: the geometry behind the drawing, the taps and the reading.

All points are in tile units: x east and y south from 0 to 1, in the catalogue's orientation (turn a
point back by the tile's ``turns`` before asking). What lies on top counts: a building before a road,
a road before a river, a river before the ground.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product
from types import MappingProxyType

from scoring.games.carcassonne.land.catalogue import Face, Segment
from scoring.games.carcassonne.land.curves import (
    Line,
    Point,
    clipped,
    distance,
    distance_to_line,
    distance_to_outline,
    ribbon,
)
from scoring.games.carcassonne.land.cuts import RIVER_WIDTH, ROAD_WIDTH, Area, areas, courses, meeting
from scoring.picture import contains, ring

CLOISTER_RADIUS = 0.18
GARDEN_RADIUS = 0.13
VILLAGE_RADIUS = 0.115

_CLOISTERS: Mapping[str, Point] = MappingProxyType(
    {"A": (0.5, 0.45), "river_H": (0.5, 0.25), "river_L_C3": (0.5, 0.7)}
)
_GARDENS: Mapping[str, Point] = MappingProxyType(
    {
        "E": (0.5, 0.64),
        "H": (0.5, 0.5),
        "I": (0.36, 0.64),
        "M": (0.26, 0.72),
        "N": (0.26, 0.72),
        "R": (0.5, 0.89),
        "U": (0.76, 0.5),
        "V": (0.66, 0.34),
        "river_J": (0.33, 0.33),
    }
)
_PONDS: Mapping[str, tuple[Point, float, float]] = MappingProxyType(
    {
        "river_A": ((0.5, 0.45), 0.13, 0.11),
        "river_L": ((0.5, 0.54), 0.3, 0.23),
        "river_L_C3": ((0.5, 0.3), 0.25, 0.15),
    }
)
"""Springs and lakes: the middle and the half-axes."""

_VILLAGES = ("L", "W", "X")
_ORDER = ("garden", "cloister", "road", "river", "city", "field")
_GRID, _BLOCK = 40, 4
"""Where a meeple may be drawn: so many points a side, looked through in blocks of so many a side."""


def village(face: Face) -> Line | None:
    """Outline the village where a face's roads end, if it has one."""
    middle = meeting(face)
    return ring(middle, VILLAGE_RADIUS) if middle and face.name in _VILLAGES else None


def pond(face: Face) -> Line | None:
    """Outline the spring or lake at a river's end, if the face has one."""
    if face.name not in _PONDS:
        return None
    middle, wide, high = _PONDS[face.name]
    return ring(middle, wide, high, corners=24)


def building(face: Face, segment: Segment) -> Line:
    """Outline a face's cloister or garden."""
    if segment.feature == "cloister":
        (x, y), r = _CLOISTERS.get(face.name, (0.5, 0.5)), CLOISTER_RADIUS
        return ((x - r, y - r), (x + r, y - r), (x + r, y + r), (x - r, y + r))
    radius = 0.085 if face.name == "R" else GARDEN_RADIUS
    return ring(_GARDENS[face.name], radius)


def area(face: Face, segment: Segment) -> Area:
    """Give the ground of a city or field, up to the middle of the roads and rivers around it."""
    side = segment.sides[0]
    return areas(face)[side if len(side) == 2 else side + "L"]


def shown(face: Face, garden: bool) -> tuple[Segment, ...]:
    """Give the segments that this copy of a face really carries."""
    return tuple(segment for segment in face.segments if garden or segment.feature != "garden")


@cache
def segment_shapes(face: Face, garden: bool = False) -> tuple[tuple[Line, ...], ...]:
    """Outline every segment of a face.

    Cities and fields reach to the middle of the roads and rivers beside them, so they are to be
    drawn first, then rivers, roads and buildings.

    Args:
        face: The design.
        garden: Whether this copy carries its garden.

    Returns:
        One tuple of polygons for every segment of the face, in order; none for a garden that this
        copy does not carry.
    """
    here = shown(face, garden)
    return tuple(segment_polygons(face, s) if s in here else () for s in face.segments)


@cache
def segment_polygons(face: Face, segment: Segment) -> tuple[Line, ...]:
    """Outline one segment of a face, its garden included where it may have one."""
    if segment.feature in ("garden", "cloister"):
        return (building(face, segment),)
    if segment.feature in ("city", "field"):
        return (area(face, segment).outline,)
    width = ROAD_WIDTH if segment.feature == "road" else RIVER_WIDTH
    end = pond(face) if segment.feature == "river" else None
    return (clipped(ribbon(course(face, segment), width)), *((end,) if end else ()))


def course(face: Face, segment: Segment) -> Line:
    """Give the whole middle line of a road or river."""
    first, *rest = courses(face, segment)
    return (*first, *(point for line in rest for point in line[1:]))


def _covers(face: Face, garden: bool) -> tuple[Line, ...]:
    """Outline everything that stands on top of roads, rivers and ground."""
    place = village(face)
    buildings = [s for s in shown(face, garden) if s.feature in ("garden", "cloister")]
    return (*(building(face, s) for s in buildings), *((place,) if place else ()))


def _distance_outside(polygon: Line, point: Point) -> float:
    return 0.0 if contains(polygon, point) else distance_to_outline(point, polygon)


def _depth_inside(polygon: Line, point: Point) -> float:
    return distance_to_outline(point, polygon) if contains(polygon, point) else 0.0


def _distance_to_area(ground: Area, point: Point) -> float:
    """Measure the way to a piece of ground whose borders are as wide as their roads and rivers."""
    if contains(ground.outline, point):
        wide = [border for border in ground.borders if border.width]
        return max((b.width / 2 - distance_to_line(point, b.points) for b in wide), default=0.0)
    return min(b.width / 2 + distance_to_line(point, b.points) for b in ground.borders)


def _distance_to_segment(face: Face, segment: Segment, point: Point) -> float:
    if segment.feature in ("city", "field"):
        return _distance_to_area(area(face, segment), point)
    return min(_distance_outside(polygon, point) for polygon in segment_polygons(face, segment))


def segment_distance(face: Face, x: float, y: float, garden: bool = False) -> tuple[float, ...]:
    """Measure how far a point is from each segment of a face.

    Args:
        face: The design.
        x: East, from 0 to 1.
        y: South, from 0 to 1.
        garden: Whether this copy carries its garden.

    Returns:
        Tile units for every segment of the face, in order: 0 inside; infinite for a garden that
        this copy does not carry.
    """
    point = (x, y)
    built = max((_depth_inside(cover, point) for cover in _covers(face, garden)), default=0.0)
    end = pond(face)
    wet = max(built, _depth_inside(end, point)) if end else built
    under = {"garden": 0.0, "cloister": 0.0, "road": built, "river": built, "city": wet, "field": wet}

    def away(segment: Segment) -> float:
        if segment.feature == "garden" and not garden:
            return float("inf")
        return max(_distance_to_segment(face, segment, point), under[segment.feature], 0.0)

    return tuple(away(segment) for segment in face.segments)


def segment_at(face: Face, x: float, y: float, garden: bool = False) -> int:
    """Find the segment at a point, or the nearest where a village or a wall stands.

    Returns:
        Its index in ``face.segments``; a river gives the river's.
    """
    away = segment_distance(face, x, y, garden)
    return min(range(len(away)), key=lambda i: (away[i], _ORDER.index(face.segments[i].feature)))


@cache
def segment_spot(face: Face, index: int, garden: bool = False) -> Point:
    """Choose where a meeple is best drawn on a segment: well inside it."""
    segment = face.segments[index]
    if segment.feature in ("garden", "cloister"):
        return middle_of(building(face, segment))
    if segment.feature in ("road", "river"):
        return _spot_on_course(face, index, garden)
    room: dict[Point, float] = {}
    most = 0.0
    for bound, block in sorted(_blocks(face, index, garden), reverse=True):
        if bound < most - 0.015:
            break
        room |= {point: clearance(face, index, point, garden) for point in _points(block)}
        most = max(room.values())
    # The point nearest to the middle; of several as near, the first from the west and the north.
    return min((p for p in sorted(room) if room[p] > most - 0.015), key=lambda p: distance(p, (0.5, 0.5)))


def _blocks(face: Face, index: int, garden: bool) -> Iterator[tuple[float, tuple[int, int]]]:
    """Give each block of the grid, by its first point, with the most room that any of its points can have."""
    reach = distance((0, 0), ((_BLOCK - 1) / 2 / _GRID,) * 2)
    starts = range(0, _GRID, _BLOCK)
    for x, y in product(starts, starts):
        middle = (x + _BLOCK / 2) / _GRID, (y + _BLOCK / 2) / _GRID
        yield max(clearance(face, index, middle, garden), 0.0) + reach, (x, y)


def _points(first: tuple[int, int]) -> Iterator[Point]:
    """Give the points of a block of the grid."""
    across, down = ([(k + i + 0.5) / _GRID for i in range(_BLOCK)] for k in first)
    return product(across, down)


def _spot_on_course(face: Face, index: int, garden: bool) -> Point:
    """Choose the free point of a road nearest to its middle, or to its side where it ends here."""
    segment = face.segments[index]
    line = course(face, segment)
    middle = len(line) // 2 if len(segment.sides) == 2 else len(line) // 3
    free = [k for k in range(len(line)) if segment_at(face, *line[k], garden) == index]
    return line[min(free, key=lambda k: (abs(k - middle), k))]


def middle_of(polygon: Line) -> Point:
    """Give the middle of the box around a polygon."""
    xs, ys = zip(*polygon, strict=True)
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


def clearance(face: Face, index: int, point: Point, garden: bool = False) -> float:
    """Measure how much free ground of a city or field lies around a point (negative outside it)."""
    ground, covers = _ground(face, index, garden)
    inside = 1.0 if contains(ground.outline, point) else -1.0
    edge = min(inside * distance_to_line(point, b.points) - b.width / 2 for b in ground.borders)
    blocks = (-1.0 if contains(c, point) else distance_to_outline(point, c) for c in covers)
    return min(edge, *blocks, 1.0)


@cache
def _ground(face: Face, index: int, garden: bool) -> tuple[Area, tuple[Line, ...]]:
    """Give the ground of a city or field, and what stands on this copy of the face."""
    garden = garden and any(segment.feature == "garden" for segment in face.segments)
    end = pond(face)
    return area(face, face.segments[index]), (*_covers(face, garden), *((end,) if end else ()))
