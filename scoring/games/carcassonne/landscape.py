"""The drawing of one face: ground, walls, water and roads, and the life on them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from random import Random
from types import MappingProxyType
from typing import NamedTuple

from scoring.games.carcassonne.buildings import (
    TILE_MM,
    cloister,
    flower_bed,
    house,
    inked,
    on_tile,
    patch,
    rectangle,
    shield,
    tower,
    tree,
    tuft,
)
from scoring.games.carcassonne.catalogue import Face, Segment
from scoring.games.carcassonne.curves import (
    Line,
    Point,
    clipped,
    contains,
    distance,
    distance_to_line,
    offset,
    ribbon,
    ring,
)
from scoring.games.carcassonne.cuts import RIVER_WIDTH, ROAD_WIDTH, walls
from scoring.games.carcassonne.shapes import (
    area,
    building,
    clearance,
    course,
    middle_of,
    pond,
    segment_spot,
    shown,
    village,
)
from scoring.picture import Shape

GROUND: Mapping[str, str] = MappingProxyType(
    {
        "ink": "#5b4636",
        "field": "#b3c978",
        "field_lit": "#bfd388",
        "field_shade": "#93ae5c",
        "grass": "#86a352",
        "lawn": "#cfdf9a",
        "leaf": "#5f8f4e",
        "leaf_lit": "#7fab5e",
        "city": "#e2b57c",
        "city_lit": "#ebc590",
        "city_shade": "#cf9d63",
        "stone": "#f3e6cb",
        "stone_shade": "#d6c19b",
        "plaster": "#fbf3e2",
        "plaster_shade": "#ecdcbd",
        "roof": "#cb5a3f",
        "roof_shade": "#a9452f",
        "roof_plum": "#9c5a54",
        "window": "#6a5546",
        "yard": "#e6d9a8",
        "road": "#faf2de",
        "road_edge": "#b79f72",
        "water": "#6fb3d8",
        "water_lit": "#a8d6ec",
        "bank": "#4f8fb5",
        "shield_blue": "#2c5aa6",
        "shield_white": "#ffffff",
        "petal_pink": "#e77f9c",
        "petal_white": "#ffffff",
        "petal_gold": "#f4c542",
    }
)
"""The colours of the land; players' pieces have their own."""

_RIM = 0.003
"""How much of a tile's edge stays free, so that tiles lying side by side can be told apart."""
_WALL = 0.04
_MERLON = 0.045
_EDGE = 0.012


class _Site(NamedTuple):
    """One segment of the face being drawn."""

    face: Face
    number: int
    garden: bool

    @property
    def segment(self) -> Segment:
        return self.face.segments[self.number]

    def scatter(
        self,
        chance: Random,
        room: float,
        most: int,
        *,
        apart: float,
        taken: Sequence[tuple[Point, float]] = (),
        tries: int = 160,
    ) -> list[Point]:
        """Throw places onto the segment's free ground until there are ``most`` or tries run out."""
        places: list[Point] = []
        for _ in range(tries):
            at = (chance.uniform(0.04, 0.96), chance.uniform(0.04, 0.96))
            free = all(distance(at, other) > radius + room for other, radius in taken)
            if (
                free
                and all(distance(at, place) > apart for place in places)
                and clearance(self.face, self.number, at, self.garden) > room
            ):
                places.append(at)
            if len(places) == most:
                break
        return places

    def shield_place(self) -> Point:
        """Choose the roomiest place away from where a meeple would stand."""
        spot = segment_spot(self.face, self.number)
        grid = [(i / 20, j / 20) for i in range(1, 20) for j in range(1, 20)]
        return max(
            grid,
            key=lambda at: min(clearance(self.face, self.number, at), 0.14) + 0.3 * distance(at, spot),
        )


_Draw = Callable[[_Site], Iterator[Shape]]


def _cut(polygon: Line) -> Line:
    return clipped(polygon, _RIM, 1 - _RIM)


def _inside(polygon: Line, fill: str) -> tuple[Shape, ...]:
    kept = _cut(polygon)
    return (patch(kept, fill),) if len(kept) > 2 else ()


@cache
def face_shapes(face: Face, garden: bool = False) -> tuple[Shape, ...]:
    """Draw a face in its catalogue orientation, in millimetres around the tile's centre.

    Args:
        face: The design.
        garden: Whether this copy carries its garden.

    Returns:
        Flat shapes, back to front, in the colours of ``GROUND``.
    """
    return (
        *_inside(rectangle(0, 0, 1, 1), "field"),
        *_meadows(face),
        *_of(face, "city", garden, _city_ground),
        *_rivers(face),
        *_roads(face),
        *_of(face, "city", garden, _city_walls),
        *_of(face, "field", garden, _plants),
        *_of(face, "city", garden, _town),
        *_village(face),
        *_of(face, "cloister", garden, _cloister),
        *_of(face, "garden", garden, _garden),
    )


def _of(face: Face, feature: str, garden: bool, draw: _Draw) -> Iterator[Shape]:
    for index, segment in enumerate(face.segments):
        if segment.feature == feature and segment in shown(face, garden):
            yield from draw(_Site(face, index, garden))


def _meadows(face: Face) -> Iterator[Shape]:
    """Lay lighter patches on the ground, so that no two faces look alike."""
    chance = Random(f"meadow {face.name}")
    for _ in range(3):
        at = (chance.uniform(0.1, 0.9), chance.uniform(0.1, 0.9))
        yield from _inside(ring(at, chance.uniform(0.14, 0.26), chance.uniform(0.07, 0.12)), "field_lit")


def _city_ground(site: _Site) -> Iterator[Shape]:
    outline = area(site.face, site.segment).outline
    yield from _inside(outline, "city")
    chance = Random(f"paving {site.face.name}")
    for at in site.scatter(chance, 0.045, 14, apart=0.12):
        fill = chance.choice(("city_lit", "city_shade"))
        yield patch(ring(at, chance.uniform(0.02, 0.035), 0.008, corners=6), fill)


def _rivers(face: Face) -> Iterator[Shape]:
    rivers = [segment for segment in face.segments if segment.feature == "river"]
    lake = pond(face)
    for river in rivers:
        line = course(face, river)
        yield from _inside(ribbon(line, RIVER_WIDTH + 2 * _EDGE), "bank")
        if lake:
            yield patch(lake, "bank", "bank", 2 * _EDGE * TILE_MM)
            yield patch(lake, "water")
        yield from _inside(ribbon(line, RIVER_WIDTH), "water")
        yield from _streaks(line)
    if lake:
        yield from _lake_life(face, lake)


def _streaks(line: Line) -> Iterator[Shape]:
    """Draw light on the water, well away from where two tiles meet."""
    for by, first, last in ((-0.035, 0.15, 0.5), (0.04, 0.5, 0.85), (0.0, 0.62, 0.72)):
        piece = offset(line, by)[round(first * len(line)) : round(last * len(line)) + 1]
        if len(piece) > 1:
            yield Shape(on_tile(piece), stroke="water_lit", stroke_mm=0.7)


def _lake_life(face: Face, lake: Line) -> Iterator[Shape]:
    x, y = middle_of(lake)
    if face.role == "spring":
        stones = ((-0.13, 0.0), (-0.09, -0.09), (0.0, -0.12), (0.09, -0.09), (0.13, 0.01))
        for dx, dy in stones:
            yield inked(ring((x + dx, y + dy), 0.045, 0.036, corners=7), "stone_shade" if dx else "stone")
        yield Shape(on_tile(ring((x, y + 0.02), 0.05, 0.035)), stroke="water_lit", stroke_mm=0.7)
        return
    for dx, dy, half in ((-0.08, 0.02, 0.07), (0.05, 0.06, 0.05), (0.06, -0.04, 0.06)):
        line = ((x + dx - half, y + dy), (x + dx, y + dy - 0.012), (x + dx + half, y + dy))
        yield Shape(on_tile(line), stroke="water_lit", stroke_mm=0.7)


def _roads(face: Face) -> Iterator[Shape]:
    lines = [course(face, segment) for segment in face.segments if segment.feature == "road"]
    for line in lines:
        yield from _bridge(face, line)
    for line in lines:
        yield from _inside(ribbon(line, ROAD_WIDTH + 2 * _EDGE), "road_edge")
    for line in lines:
        yield from _inside(ribbon(line, ROAD_WIDTH), "road")


def _bridge(face: Face, road: Line) -> Iterator[Shape]:
    """Lay planks under a road where it crosses the river."""
    for river in (segment for segment in face.segments if segment.feature == "river"):
        water = course(face, river)
        wet = [p for p in _evenly(road, 0.02) if distance_to_line(p, water) < RIVER_WIDTH / 2 + 0.02]
        if len(wet) > 2:
            yield inked(ribbon(tuple(wet), ROAD_WIDTH + 0.06), "stone_shade")


def _evenly(line: Line, step: float) -> Line:
    """Walk along a line and set a point about every ``step``, both ends included."""
    reached = [0.0]
    for a, b in pairwise(line):
        reached.append(reached[-1] + distance(a, b))
    count = max(1, round(reached[-1] / step))
    points = []
    piece = 0
    for k in range(count + 1):
        want = reached[-1] * k / count
        while piece < len(line) - 2 and reached[piece + 1] < want:
            piece += 1
        share = (want - reached[piece]) / ((reached[piece + 1] - reached[piece]) or 1.0)
        (ax, ay), (bx, by) = line[piece], line[piece + 1]
        points.append((ax + share * (bx - ax), ay + share * (by - ay)))
    return tuple(points)


def _city_walls(site: _Site) -> Iterator[Shape]:
    outline = area(site.face, site.segment).outline
    for wall in walls(site.face, site.segment):
        line = wall if contains(outline, offset(wall, 0.01)[len(wall) // 2]) else wall[::-1]
        yield from _inside((*offset(line, -0.04), *reversed(line)), "field_shade")
        yield from _inside(_battlement(line), "ink")
        yield from _inside((*line, *reversed(offset(line, _WALL))), "stone_shade")
        for piece in _stones(line):
            yield from _inside(piece, "stone")


def _battlement(line: Line) -> Line:
    """Outline a wall from above, a little wider than it is, for its dark edge."""
    return (*offset(line, -0.009), *reversed(offset(line, _WALL + 0.009)))


def _stones(line: Line) -> Iterator[Line]:
    """Set battlements on a wall: every second piece stands higher and catches the light."""
    points = _evenly(line, _MERLON)
    far = offset(points, _WALL)
    for k in range(0, len(points) - 1, 2):
        yield points[k], points[k + 1], far[k + 1], far[k]


def _town(site: _Site) -> Iterator[Shape]:
    """Build the city: towers on its walls, its shield, and houses wherever there is room."""
    chance = Random(f"town {site.face.name}")
    things: list[tuple[float, tuple[Shape, ...]]] = []
    for at in _tower_places(site):
        things.append((at[1], tower(at, 0.13)))
    taken = []
    if site.segment.shields:
        at = site.shield_place()
        taken.append((at, 0.13))
        things.append((2.0, shield(at, 0.17)))
    roomy = len(site.segment.sides) > 1
    for x, y in site.scatter(chance, 0.085 if roomy else 0.065, 13, apart=0.135, taken=taken):
        size = chance.uniform(0.115, 0.14) if roomy else chance.uniform(0.1, 0.115)
        roof = chance.choice(("roof", "roof", "roof_shade", "roof_plum"))
        things.append((y + 0.04, house((x, y + 0.04), size, roof)))
    for _, shapes in sorted(things, key=lambda thing: thing[0]):
        yield from shapes


def _tower_places(site: _Site) -> Iterator[Point]:
    for wall in walls(site.face, site.segment):
        inner = wall if contains(area(site.face, site.segment).outline, offset(wall, 0.01)[len(wall) // 2]) else wall[::-1]
        spots = offset(_evenly(inner, 0.01), _WALL / 2)
        shares = (0.26, 0.74) if not _gate(site.face, wall) else (0.2, 0.43, 0.57, 0.8)
        for share in shares:
            x, y = spots[round(share * (len(spots) - 1))]
            yield x, y + 0.035


def _gate(face: Face, wall: Line) -> bool:
    middle = wall[len(wall) // 2]
    ends = (course(face, s)[-1] for s in face.segments if s.feature == "road")
    return any(distance(end, middle) < 1e-6 for end in ends)


def _plants(site: _Site) -> Iterator[Shape]:
    chance = Random(f"plants {site.face.name} {site.number}")
    trees = sorted(site.scatter(chance, 0.075, 3, apart=0.2, tries=9), key=lambda at: at[1])
    taken = [(at, 0.06) for at in trees]
    for at in site.scatter(chance, 0.05, 5, apart=0.16, taken=taken, tries=14):
        yield from tuft(at, 0.05)
    for at in trees:
        yield from tree(at, chance.uniform(0.085, 0.12))


def _village(face: Face) -> Iterator[Shape]:
    place = village(face)
    if place:
        x, y = middle_of(place)
        yield patch(place, "road", "road_edge", _EDGE * TILE_MM)
        yield from house((x - 0.005, y - 0.02), 0.13)
        yield from house((x - 0.06, y + 0.06), 0.12, "roof_plum")
        yield from house((x + 0.065, y + 0.075), 0.12)


def _cloister(site: _Site) -> Iterator[Shape]:
    yield from cloister(middle_of(building(site.face, site.segment)), 0.36)


def _garden(site: _Site) -> Iterator[Shape]:
    outline = building(site.face, site.segment)
    middle = middle_of(outline)
    yield from flower_bed(middle, distance(middle, outline[0]))
