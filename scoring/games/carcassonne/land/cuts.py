"""The lines that cut a face into its segments: walls, roads and rivers, and the areas between them.

A face is a square of ground. Its walls run from corner to corner, its roads and rivers from the
middles of its sides; between them lie the fields and cities. Which area belongs to which segment
is found by walking along the lines, so the drawing can never disagree with the catalogue unseen.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from math import atan2, pi, sin
from types import MappingProxyType
from typing import NamedTuple

from scoring.games.carcassonne.land.catalogue import HALF_EDGES, SIDES, Face, Segment
from scoring.games.carcassonne.land.curves import Line, Point, bezier, distance, turned_line, turned_point

ROAD_WIDTH = 0.085
RIVER_WIDTH = 0.19

_CAP_DEPTH = 0.26
_PAIR_DEPTH = 0.215
_BAND_DEPTH = 0.2
_MOUTH_DEPTH = 0.27

_ENDS: Mapping[str, Point] = MappingProxyType(
    {
        "A": (0.5, 0.6),
        "L": (0.5, 0.6),
        "W": (0.5, 0.5),
        "X": (0.5, 0.5),
        "S": (0.5, 1 - _MOUTH_DEPTH),
        "T": (0.5, 1 - _MOUTH_DEPTH),
        "river_A": (0.5, 0.48),
        "river_L": (0.5, 0.52),
        "river_L_C3": (0.5, 0.3),
    }
)
"""Where the roads or rivers of a face end that come in from one side only."""

_BULGES: Mapping[str, Point] = MappingProxyType({"river_B": (0.0, 0.06), "river_H": (0.0, 0.13)})
"""How far the middle of a straight road or river is pushed aside."""

_SWAYS: Mapping[str, float] = MappingProxyType(
    {"U": 0.05, "river_C": 0.04, "river_D": 0.09, "river_F": -0.09, "river_K": 0.05, "D": 0.06}
)
"""How far a straight road or river swings to either side."""

_TAILS: Mapping[str, Line] = MappingProxyType(
    {
        "river_B": ((0.5, 0.56), (0.5, 0.41), (0.5, _CAP_DEPTH)),
        "river_H": ((0.5, 0.63), (0.5, 0.5), (0.5, 0.36)),
    }
)
"""How a road goes on beyond the bridge: to a city's gate or a cloister's door."""

_BEND: Mapping[str, float] = MappingProxyType({"road": 0.42, "river": 0.34, "O": 0.27, "P": 0.27, "V": 0.45})
"""How far into the tile a bend runs straight on, by feature or face: the larger, the tighter."""


class FaceLine(NamedTuple):
    """A line on a face and how wide the road or river on it is (0: a wall or the tile's edge)."""

    points: Line
    width: float = 0.0


class Area(NamedTuple):
    """A piece of ground between lines: its borders, clockwise around it."""

    borders: tuple[FaceLine, ...]

    @property
    def outline(self) -> Line:
        """Its corners, up to the middle of the roads and rivers around it."""
        return tuple(point for border in self.borders for point in border.points[:-1])


def side_middle(side: str) -> Point:
    """Give the middle of a side."""
    return turned_point((0.5, 0.0), SIDES.index(side))


def _cap(side: str, depth: float) -> Line:
    """Draw the wall around one side, bulging into the tile, from its left corner to its right."""
    lead = depth / 0.75
    wall = bezier((0.0, 0.0), (0.31, lead), (0.69, lead), (1.0, 0.0))
    return turned_line(wall, SIDES.index(side))


def _diagonal(sides: tuple[str, ...]) -> Line:
    """Draw the wall of a city on two neighbouring sides, bent a little towards the city."""
    first = next(side for side in sides if turned(side) in sides)
    wall = bezier((0.0, 0.0), (0.43, 0.28), (0.72, 0.57), (1.0, 1.0))
    return turned_line(wall, SIDES.index(first))


def turned(side: str) -> str:
    """Name the next side clockwise."""
    return SIDES[(SIDES.index(side) + 1) % 4]


def walls(face: Face, city: Segment) -> tuple[Line, ...]:
    """Draw the walls of one city of a face, each from corner to corner."""
    missing = [side for side in SIDES if side not in city.sides]
    if len(city.sides) == 1:
        alone = sum(segment.feature == "city" for segment in face.segments) == 1
        return (_cap(city.sides[0], _CAP_DEPTH if alone else _PAIR_DEPTH),)
    if len(city.sides) == 2 and SIDES.index(missing[1]) - SIDES.index(missing[0]) != 2:
        return (_diagonal(city.sides),)
    depth = _BAND_DEPTH if len(missing) == 2 else _MOUTH_DEPTH
    return tuple(_cap(side, depth) for side in missing)


def _through(face: Face, segment: Segment) -> Line:
    """Draw a road or river from one side to another; it meets each side at a right angle."""
    start, end = (side_middle(side) for side in segment.sides)
    if abs(start[0] - end[0]) > 0.9 or abs(start[1] - end[1]) > 0.9:
        return _straight(start, end, _BULGES.get(face.name, (0.0, 0.0)), _SWAYS.get(face.name, 0.0))
    reach = _BEND.get(face.name, _BEND[segment.feature])
    return bezier(start, _inwards(start, reach), _inwards(end, reach), end, steps=14)


def _straight(start: Point, end: Point, bulge: Point, sway: float) -> Line:
    along = (end[0] - start[0], end[1] - start[1])

    def at(share: float) -> Point:
        calm = sin(pi * share) ** 2
        aside = sway * calm * sin(2 * pi * share)
        return (
            start[0] + share * along[0] - aside * along[1] + calm * bulge[0],
            start[1] + share * along[1] + aside * along[0] + calm * bulge[1],
        )

    # The points close to the ends keep the road's edges at right angles to the tile's.
    shares = (1 / 64, *(k / 16 for k in range(1, 16)), 63 / 64)
    return (start, *(at(share) for share in shares), end)


def _inwards(middle: Point, reach: float) -> Point:
    """Go from the middle of a side towards the tile's centre."""
    return (middle[0] + reach * 2 * (0.5 - middle[0]), middle[1] + reach * 2 * (0.5 - middle[1]))


def _branch(side: str, end: Point) -> Line:
    """Draw a road or river from one side to where it ends, swinging a little."""
    start = side_middle(side)
    reach = distance(start, end)
    swing = 0.12 * reach if side in "NE" else -0.12 * reach
    lead, (x, y) = _inwards(start, 0.35 * reach), _inwards(start, 0.65 * reach)
    aside = (x + swing, y) if side in "NS" else (x, y + swing)
    return bezier(start, lead, aside, end, steps=8)


def meeting(face: Face) -> Point | None:
    """Give the point where a face's roads or rivers meet, cross or end, if they do."""
    if face.name in _ENDS:
        return _ENDS[face.name]
    courses = [segment for segment in face.segments if segment.feature in ("road", "river")]
    if len(courses) < 2 or face.name == "river_I":
        return None
    straight = next(course for course in courses if len(course.sides) == 2)
    line = _through(face, straight)
    return line[len(line) // 2]


def courses(face: Face, segment: Segment) -> tuple[Line, ...]:
    """Draw a road or river of a face, cut where it meets another.

    Returns:
        One or two lines, the first starting at the middle of the segment's first side.
    """
    middle = meeting(face)
    if len(segment.sides) == 2:
        line = _through(face, segment)
        half = len(line) // 2
        return (line,) if middle is None else (line[: half + 1], line[half:])
    if middle is None:
        raise ValueError(f"Face {face.name} has a {segment.feature} that ends nowhere.")
    tail = _TAILS.get(face.name) if segment.feature == "road" else None
    return (_branch(segment.sides[0], middle), *((tail,) if tail else ()))


def _width(segment: Segment) -> float:
    return ROAD_WIDTH if segment.feature == "road" else RIVER_WIDTH


def _gated(wall: Line, ends: set[Point]) -> Iterator[Line]:
    """Cut a wall in two where a road ends at its gate."""
    half = len(wall) // 2
    if any(abs(x - wall[half][0]) + abs(y - wall[half][1]) < 1e-6 for x, y in ends):
        yield from (wall[: half + 1], wall[half:])
    else:
        yield wall


def _inner_cuts(face: Face) -> tuple[FaceLine, ...]:
    ways = [
        FaceLine(line, _width(segment))
        for segment in face.segments
        if segment.feature in ("road", "river")
        for line in courses(face, segment)
    ]
    ends = {way.points[-1] for way in ways}
    cities = [segment for segment in face.segments if segment.feature == "city"]
    lines = [piece for city in cities for wall in walls(face, city) for piece in _gated(wall, ends)]
    return (*ways, *(FaceLine(line) for line in lines))


def _rim() -> dict[str, FaceLine]:
    """Give the eight half-edges, clockwise."""
    north = {"NL": ((0.0, 0.0), (0.5, 0.0)), "NR": ((0.5, 0.0), (1.0, 0.0))}
    return {
        half_edge: FaceLine(turned_line(north["N" + half_edge[1]], SIDES.index(half_edge[0])))
        for half_edge in HALF_EDGES
    }


def _same(a: Point, b: Point) -> bool:
    return abs(a[0] - b[0]) + abs(a[1] - b[1]) < 1e-6


def _turn(arriving: FaceLine, leaving: FaceLine) -> float:
    """Say how far right one turns from a line into the next, from -pi to pi."""
    (ax, ay), (bx, by) = arriving.points[-2:]
    (cx, cy), (dx, dy) = leaving.points[:2]
    rotation = atan2(dy - cy, dx - cx) - atan2(by - ay, bx - ax)
    return (rotation + pi) % (2 * pi) - pi


def _walk(start: FaceLine, cuts: tuple[FaceLine, ...]) -> Area:
    """Walk from a half-edge around the area on its right, always taking the rightmost line."""
    borders = [start]
    while not _same(borders[-1].points[-1], start.points[0]):
        here = borders[-1]
        onward = [cut for cut in cuts if _same(cut.points[0], here.points[-1])]
        back = here.points[::-1]
        onward = [cut for cut in onward if cut.points != back] or onward
        borders.append(max(onward, key=lambda cut: _turn(here, cut)))
    return Area(tuple(borders))


@cache
def areas(face: Face) -> Mapping[str, Area]:
    """Give the area behind every half-edge of a face; neighbours on one area share it."""
    rim = _rim()
    inner = _inner_cuts(face)
    cuts = (*rim.values(), *inner, *(FaceLine(cut.points[::-1], cut.width) for cut in inner))
    found: dict[str, Area] = {}
    for half_edge, cut in rim.items():
        if half_edge not in found:
            area = _walk(cut, cuts)
            found |= {name: area for name, edge in rim.items() if edge in area.borders}
    return MappingProxyType(found)
