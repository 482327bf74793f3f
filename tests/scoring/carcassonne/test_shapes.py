"""Measures the geometry of the faces against what the catalogue says of them."""

import itertools
from itertools import pairwise

import pytest

from scoring.games.carcassonne.land.catalogue import HALF_EDGES, SIDES, Face, faces
from scoring.games.carcassonne.land.curves import turned_point
from scoring.games.carcassonne.land.cuts import areas, side_middle
from scoring.games.carcassonne.land.shapes import (
    clearance,
    course,
    pond,
    segment_at,
    segment_distance,
    segment_shapes,
    segment_spot,
    village,
)
from tests.some import some

COPIES = [(face, garden) for face in faces().values() for garden in {False, face.garden_count > 0}]
GRID = [((i + 0.5) / 15, (j + 0.5) / 15) for i, j in itertools.product(range(15), range(15))]

every_copy = pytest.mark.parametrize(
    ("face", "garden"), COPIES, ids=[f"{face.name}{'*' if garden else ''}" for face, garden in COPIES]
)
every_face = pytest.mark.parametrize("face", faces().values(), ids=faces())


def area_of(polygon):
    """Measure the area of a polygon; turning clockwise on the screen counts positive."""
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairwise((*polygon, polygon[0]))) / 2


def shown(face: Face, garden: bool) -> list[int]:
    return [i for i, segment in enumerate(face.segments) if garden or segment.feature != "garden"]


def just_inside(half_edge: str) -> tuple[float, float]:
    """A point at the very edge of a tile, a quarter of the way along one side."""
    x = 0.25 if half_edge[1] == "L" else 0.75
    return turned_point((x, 0.002), SIDES.index(half_edge[0]))


@every_face
def test_the_lines_of_a_face_cut_it_into_the_catalogues_fields_and_cities(face: Face) -> None:
    by_area: dict[int, set[str]] = {}
    for half_edge, area in areas(face).items():
        by_area.setdefault(id(area), set()).add(half_edge)
    wanted = [set(segment.sides) for segment in face.segments if segment.feature == "field"]
    cities = [segment.sides for segment in face.segments if segment.feature == "city"]
    wanted += [{side + half for side in sides for half in "LR"} for sides in cities]
    assert sorted(map(sorted, by_area.values())) == sorted(map(sorted, wanted))


@every_face
def test_the_pieces_of_ground_fill_the_tile_exactly(face: Face) -> None:
    pieces = {id(area): area for area in areas(face).values()}
    assert sum(area_of(area.outline) for area in pieces.values()) == pytest.approx(1.0)


@every_copy
def test_every_point_is_on_one_segment_unless_a_village_or_bridge_is_there(face: Face, garden: bool) -> None:
    for x, y in GRID:
        near = [i for i, away in enumerate(segment_distance(face, x, y, garden)) if away < 1e-9]
        features = {face.segments[i].feature for i in near}
        if not near:
            middle = village(face)
            assert middle is not None
            assert area_of(middle) > 0
            assert abs(x - 0.5) + abs(y - 0.55) < 0.25
        elif features != {"road", "river"}:
            walls = {"city", "field"}, {"city", "road"}, {"city", "road", "field"}
            assert len(near) == 1 or features in walls, (x, y, features)


@every_face
def test_the_middle_of_a_side_belongs_to_the_road_river_or_city_that_reaches_it(face: Face) -> None:
    for side, edge in zip(SIDES, face.edges, strict=True):
        x, y = turned_point((0.5, 0.002), SIDES.index(side))
        segment = face.segments[segment_at(face, x, y)]
        assert segment.feature == edge
        assert side in {reached[0] for reached in segment.sides}


@every_face
def test_a_half_edge_belongs_to_its_own_field(face: Face) -> None:
    for half_edge in HALF_EDGES:
        segment = face.segments[segment_at(face, *just_inside(half_edge))]
        assert half_edge in segment.sides or half_edge[0] in segment.sides


@every_copy
def test_a_meeple_is_drawn_well_inside_its_own_segment(face: Face, garden: bool) -> None:
    for index in some(shown(face, garden)):
        x, y = segment_spot(face, index, garden)
        away = segment_distance(face, x, y, garden)
        assert segment_at(face, x, y, garden) == index
        assert away[index] == 0
        if face.segments[index].feature in ("city", "field"):
            assert clearance(face, index, (x, y), garden) > 0.06


@every_copy
def test_only_segments_that_are_there_have_shapes(face: Face, garden: bool) -> None:
    shapes = segment_shapes(face, garden)
    assert [i for i, polygons in enumerate(shapes) if polygons] == shown(face, garden)
    corners = [corner for polygons in shapes for polygon in polygons for point in polygon for corner in point]
    assert min(corners) > -1e-9
    assert max(corners) < 1 + 1e-9


@every_face
def test_roads_and_rivers_leave_in_the_middle_of_a_side_and_at_a_right_angle(face: Face) -> None:
    for segment in some(face.segments):
        if segment.feature in ("road", "river"):
            first, second = course(face, segment)[:2]
            assert first == pytest.approx(side_middle(segment.sides[0]))
            along = min(abs(second[0] - first[0]), abs(second[1] - first[1]))
            across = max(abs(second[0] - first[0]), abs(second[1] - first[1]))
            assert along < 0.08 * across


def test_distances_grow_with_the_way() -> None:
    straight = faces()["U"]
    road, west, east = (segment_distance(straight, 0.1, 0.5)[i] for i in (0, 1, 2))
    assert west == 0
    assert road == pytest.approx(0.4 - 0.0425, abs=0.02)
    assert east == pytest.approx(0.4 + 0.0425, abs=0.02)


def test_on_a_road_both_fields_are_as_far_as_their_side_of_the_road() -> None:
    _, west, east = segment_distance(faces()["U"], 0.48, 0.5)[:3]
    assert west == pytest.approx(0.0225, abs=0.005)
    assert east == pytest.approx(0.0625, abs=0.005)


def test_a_garden_that_is_not_there_is_infinitely_far() -> None:
    face = faces()["V"]
    garden = next(i for i, segment in enumerate(face.segments) if segment.feature == "garden")
    x, y = segment_spot(face, garden, garden=True)
    assert segment_distance(face, x, y)[garden] == float("inf")
    assert face.segments[segment_at(face, x, y)].feature == "field"
    assert segment_at(face, x, y, garden=True) == garden


def test_a_cap_is_as_shallow_as_the_printed_one() -> None:
    cap = faces()["E"]
    assert cap.segments[segment_at(cap, 0.5, 0.22)].feature == "city"
    assert cap.segments[segment_at(cap, 0.5, 0.3)].feature == "field"


def test_a_lake_belongs_to_its_river() -> None:
    lake = faces()["river_L"]
    shore = pond(lake)
    assert shore is not None
    assert lake.segments[segment_at(lake, 0.3, 0.54)].feature == "river"
    assert lake.segments[segment_at(lake, 0.1, 0.54)].feature == "field"
