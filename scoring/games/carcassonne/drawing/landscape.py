"""The drawing of one face: ground, walls, water and roads, and the life on them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from random import Random
from types import MappingProxyType
from typing import NamedTuple

from scoring.games.carcassonne.drawing.buildings import (
    TILE_MM,
    cloister,
    doorway,
    flower_bed,
    grazing_sheep,
    house,
    inked,
    on_tile,
    patch,
    rectangle,
    shield,
    tower,
    tree,
    tuft,
    wheat_field,
)
from scoring.games.carcassonne.land.catalogue import Face, Segment
from scoring.games.carcassonne.land.curves import (
    Line,
    Point,
    clipped,
    distance,
    distance_to_line,
    offset,
    ribbon,
)
from scoring.games.carcassonne.land.cuts import RIVER_WIDTH, ROAD_WIDTH, walls
from scoring.games.carcassonne.land.shapes import (
    area,
    building,
    clearance,
    course,
    middle_of,
    pond,
    segment_spot,
    village,
)
from scoring.picture import Shape, contains, ring

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
        "wheat": "#e5cf74",
        "furrow": "#c9ae52",
        "fleece": "#fdfaf2",
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

    @property
    def segment(self) -> Segment:
        """The segment itself."""
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
            if len(places) < most and self._is_free(at, room, [*taken, *((p, apart - room) for p in places)]):
                places.append(at)
        return places

    def _is_free(self, at: Point, room: float, taken: Sequence[tuple[Point, float]]) -> bool:
        """Whether something with a radius of ``room`` would touch nothing at a place."""
        return (
            all(distance(at, other) > radius + room for other, radius in taken)
            and clearance(self.face, self.number, at, garden=True) > room
        )

    def shield_place(self) -> Point:
        """Choose the roomiest place away from where a meeple would stand."""
        spot = segment_spot(self.face, self.number)
        around = walls(self.face, self.segment)

        def merit(at: Point) -> float:
            free = min((distance_to_line(at, wall) for wall in around), default=0.5)
            return min(free, 0.3) + 0.4 * min(distance(at, spot), 0.5)

        grid = [(0.15 + i * 0.7 / 16, 0.15 + j * 0.7 / 16) for i in range(17) for j in range(17)]
        ground = area(self.face, self.segment).outline
        return max((at for at in grid if contains(ground, at)), key=merit)


_Draw = Callable[[_Site], Iterator[Shape]]


def _cut(polygon: Line) -> Line:
    return clipped(polygon, _RIM, 1 - _RIM)


def _inside(polygon: Line, fill: str) -> tuple[Shape, ...]:
    kept = _cut(polygon)
    return (patch(kept, fill),) if len(kept) > 2 else ()


@cache
def face_shapes(face: Face) -> tuple[Shape, ...]:
    """Draw a face without its garden, in its catalogue orientation.

    Returns:
        Flat shapes, back to front, in millimetres around the tile's centre and in the colours of
        ``GROUND``.
    """
    return (
        *_inside(rectangle(0, 0, 1, 1), "field"),
        *_meadows(face),
        *_of(face, "city", _city_ground),
        *_of(face, "city", _wall_shadows),
        *_rivers(face),
        *_roads(face),
        *_of(face, "city", _city_walls),
        *_of(face, "field", _plants),
        *_of(face, "city", _town),
        *_village(face),
        *_of(face, "cloister", _cloister),
    )


@cache
def garden_shapes(face: Face) -> tuple[Shape, ...]:
    """Draw what lies on a face's garden copies only; the land leaves room for it."""
    return tuple(_of(face, "garden", _garden))


def _of(face: Face, feature: str, draw: _Draw) -> Iterator[Shape]:
    for number, segment in enumerate(face.segments):
        if segment.feature == feature:
            yield from draw(_Site(face, number))


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
    for at in site.scatter(chance, 0.045, 9, apart=0.14):
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
        yield from _streaks(tuple(p for p in line if not (lake and contains(lake, p))))
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


def _wall_shadows(site: _Site) -> Iterator[Shape]:
    for wall in walls(site.face, site.segment):
        line = _inwards(site, wall)
        yield from _inside((*offset(line, -0.04), *reversed(line)), "field_shade")


def _city_walls(site: _Site) -> Iterator[Shape]:
    for wall in walls(site.face, site.segment):
        line = _inwards(site, wall)
        yield from _inside((*offset(line, -0.009), *reversed(offset(line, _WALL + 0.009))), "ink")
        yield from _inside((*line, *reversed(offset(line, _WALL))), "stone_shade")
        yield from _inside(_battlements(line), "stone")
        if _has_gate(site.face, wall):
            x, y = line[len(line) // 2]
            yield inked(doorway(x, y + 0.012, 0.035, 0.07), "window")


def _battlements(line: Line) -> Line:
    """Outline the walk on a wall and, towards the field, its battlements as one comb."""
    points = _evenly(line, _MERLON)
    outer, walk, inner = offset(points, 0.004), offset(points, 0.019), offset(points, _WALL)
    teeth = [
        corner
        for k in range(len(points) - 1)
        for corner in ((outer[k], outer[k + 1]) if k % 2 == 0 else (walk[k], walk[k + 1]))
    ]
    return (*teeth, *reversed(inner[:: max(1, len(inner) // 12)]))


def _town(site: _Site) -> Iterator[Shape]:
    """Build the city: towers on its walls, its shield, and houses wherever there is room."""
    chance = Random(f"town {site.face.name}")
    towers = list(_tower_places(site))
    things = [(at[1], tower(at, 0.13)) for at in towers]
    taken = [((x, y - 0.06), 0.03) for x, y in towers]
    if site.segment.shields:
        at = site.shield_place()
        taken.append((at, 0.115))
        things.append((2.0, shield(at, 0.19)))
    roomy = len(site.segment.sides) > 1
    for x, y in site.scatter(
        chance,
        0.095 if roomy else 0.066,
        2 + 3 * len(site.segment.sides),
        apart=0.17 if roomy else 0.14,
        taken=taken,
    ):
        size = chance.uniform(0.15, 0.18) if roomy else chance.uniform(0.115, 0.13)
        roof = chance.choice(("roof", "roof", "roof_shade", "roof_plum"))
        things.append((y + 0.4 * size, house((x, y + 0.4 * size), size, roof)))
    for _, shapes in sorted(things, key=lambda thing: thing[0]):
        yield from shapes


def _inwards(site: _Site, wall: Line) -> Line:
    """Give a wall in the direction that has the city on its right."""
    inside = offset(wall, 0.01)[len(wall) // 2]
    return wall if contains(area(site.face, site.segment).outline, inside) else wall[::-1]


def _tower_places(site: _Site) -> Iterator[Point]:
    for wall in walls(site.face, site.segment):
        middles = offset(_evenly(_inwards(site, wall), 0.01), _WALL / 2)
        for share in (0.2, 0.44, 0.56, 0.8) if _has_gate(site.face, wall) else (0.27, 0.73):
            x, y = middles[round(share * (len(middles) - 1))]
            yield x, y + 0.035


def _has_gate(face: Face, wall: Line) -> bool:
    """Whether a road ends at the middle of a wall."""
    ends = (course(face, segment)[-1] for segment in face.segments if segment.feature == "road")
    return any(distance(end, wall[len(wall) // 2]) < 1e-6 for end in ends)


def _plants(site: _Site) -> Iterator[Shape]:
    """Let trees, grass, sheep and now and then some wheat grow on a field."""
    chance = Random(f"plants {site.face.name} {site.number}")
    wheat = site.scatter(chance, 0.14, 1, apart=0.0, tries=5)
    taken = [(at, 0.13) for at in wheat]
    sheep = site.scatter(chance, 0.07, chance.choice((0, 0, 3)), apart=0.09, taken=taken, tries=30)
    taken += [(at, 0.02) for at in sheep]
    trees = site.scatter(chance, 0.07, 3, apart=0.18, taken=taken, tries=10)
    taken += [(at, 0.06) for at in trees]
    for at in wheat:
        yield from wheat_field(at, 0.2)
    for at in site.scatter(chance, 0.045, 4, apart=0.16, taken=taken, tries=12):
        yield tuft(at, 0.05)
    for at in sorted(sheep, key=lambda at: at[1]):
        yield from grazing_sheep(at, 0.07)
    for at in sorted(trees, key=lambda at: at[1]):
        yield from tree(at, chance.uniform(0.09, 0.12))


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
