"""The printed board: everything lies on it, nothing covers a name, and what is made up says so."""

from itertools import combinations
from math import dist
from random import Random

import pytest
from msgspec.structs import replace

from scoring.games.smuggler.drawing.ground import MADE_UP, draw_ground
from scoring.games.smuggler.drawing.labels import badge_box, labels_of, overlap
from scoring.games.smuggler.drawing.layout import layout_of
from scoring.games.smuggler.drawing.lettering import written
from scoring.games.smuggler.drawing.style import chance_style, own_style
from scoring.games.smuggler.drawing.terrain import CoastLook, coast_of
from scoring.games.smuggler.land.box import (
    GoldWheel,
    MapPlace,
    SmugglerBox,
    TrackStep,
    is_land,
    sample_box,
)
from scoring.picture import Picture, Point, contains
from tests.some import perhaps, some

SAMPLE = sample_box()


def chance_box(seed: int) -> SmugglerBox:
    """Make up places, roads and lanes anywhere on a board, and a track of any length."""
    chance = Random(seed)
    kinds = ("village", "port", "cove", "town", "sea", "merchant", "scilly", "land")
    spots = {f"place_{at}": chance.choice(kinds) for at in range(chance.randrange(1, 30))}
    places = {
        key: MapPlace(kind, chance.choice((0, 2, 7)), chance.uniform(30, 970), chance.uniform(30, 970))
        for key, kind in spots.items()
    }
    land = [key for key, place in places.items() if is_land(place)]
    ways = tuple(f"{a}-{b}" for a, b in combinations(land, 2) if chance.random() < 0.15)
    seas = tuple(f"{a}-{b}" for a, b in combinations(places, 2) if chance.random() < 0.05)
    return SmugglerBox(
        places=places,
        ways=ways,
        sea_ways=seas,
        merchants={key: () for key, kind in spots.items() if kind == "merchant"},
        wheel=GoldWheel(chance.randrange(12)),
        track=tuple(TrackStep(9, 1) for _ in range(chance.randrange(20))),
        customs_house=chance.choice(["", *land]),
    )


BOXES = [SAMPLE, SmugglerBox(), *map(chance_box, range(6))]


def corners(box: tuple[float, float, float, float]) -> list[Point]:
    x, y, width, height = box
    return [(x, y), (x + width, y), (x, y + height), (x + width, y + height)]


def is_on(board: Point, at: Point) -> bool:
    return 0 <= at[0] <= board[0] and 0 <= at[1] <= board[1]


@pytest.mark.parametrize("box", BOXES)
def test_everything_of_any_box_lies_on_its_board(box: SmugglerBox) -> None:
    layout = layout_of(box)
    boxes = [*layout.stock_mm.values(), layout.rose_mm]
    boxes += [each for each in (layout.house_mm, layout.notice_mm) if each]
    dots = [*layout.at_mm.values(), *layout.wheel_mm, *layout.track_mm]
    dots += [corner for each in boxes for corner in corners(each)]
    assert all(is_on(layout.board_mm, dot) for dot in some(dots))
    assert set(layout.at_mm) == set(box.places)
    assert len(layout.wheel_mm) == box.wheel.spaces
    assert len(layout.track_mm) == len(box.track) + bool(box.track)


def test_the_samples_places_are_far_enough_apart_for_pieces_and_for_fingers() -> None:
    layout = layout_of(SAMPLE)
    dots = [*layout.at_mm.values(), *layout.wheel_mm, *layout.track_mm]
    assert min(dist(a, b) for a, b in combinations(dots, 2)) > 20
    assert min(dist(a, b) for a, b in combinations(layout.at_mm.values(), 2)) > 35


def test_no_name_of_the_sample_covers_a_place_a_number_or_another_name() -> None:
    layout = layout_of(SAMPLE)
    labels = labels_of(SAMPLE, layout, own_style().label_mm)
    assert set(labels) == set(SAMPLE.places)
    plates = [label.box_mm for label in labels.values()]
    wide = layout.spot_mm
    taken = [(x - wide, y - wide, 2 * wide, 2 * wide) for x, y in layout.at_mm.values()]
    taken += [badge_box(layout, place) for place, facts in SAMPLE.places.items() if facts.number]
    taken += [*layout.stock_mm.values(), *filter(None, (layout.house_mm, layout.notice_mm))]
    for one, other in some([*combinations(plates, 2), *((a, b) for a in plates for b in taken)]):
        assert overlap(one, other) == 0
    assert all(
        is_on(layout.board_mm, corner) for corner in some(dot for each in plates for dot in corners(each))
    )


@pytest.mark.parametrize("box", BOXES)
def test_every_place_on_land_lies_on_land(box: SmugglerBox) -> None:
    coast = coast_of(box, layout_of(box), CoastLook(3.0, 5))
    dry = [layout_of(box).at_mm[place] for place, facts in box.places.items() if is_land(facts)]
    assert bool(dry) == bool(coast)
    for at in perhaps(dry):
        assert any(contains(ring, at) for ring in coast)


def test_every_sea_place_of_the_sample_lies_in_the_sea() -> None:
    layout = layout_of(SAMPLE)
    coast = some(coast_of(SAMPLE, layout, own_style().coast))
    for place in some(key for key, facts in SAMPLE.places.items() if not is_land(facts)):
        assert not any(contains(ring, layout.at_mm[place]) for ring in some(coast))


def shapes_of(picture: Picture) -> set[tuple[Point, ...]]:
    return {shape.points_mm for shapes in picture.symbols.values() for shape in shapes}


def test_a_board_that_is_made_up_says_so_and_another_does_not() -> None:
    def letters(box: SmugglerBox) -> int:
        room = layout_of(SAMPLE).notice_mm
        assert room
        middle = room[0] + room[2] / 2, room[1] + room[3] / 2
        strokes = {shape.points_mm for shape in written(MADE_UP, middle, 5.6, narrow=0.8)}
        return len(strokes & shapes_of(draw_ground(box)))

    assert letters(SAMPLE) > 30
    assert letters(replace(SAMPLE, made_up=False)) == 0


@pytest.mark.parametrize("box", BOXES)
@pytest.mark.parametrize("seed", range(3))
def test_any_board_is_drawn_in_any_look_in_colours_that_its_palette_has(box: SmugglerBox, seed: int) -> None:
    picture = draw_ground(box, chance_style(Random(seed)))
    shapes = [shape for each in picture.symbols.values() for shape in each]
    assert {name for shape in some(shapes) for name in (shape.fill, shape.stroke) if name} <= {
        *picture.palette
    }
    assert {each.symbol for each in picture.placed} <= {*picture.symbols}
    assert picture == draw_ground(box, chance_style(Random(seed)))
    assert len(picture.placed) == 1 + len(box.places)


def test_looks_made_up_by_chance_differ() -> None:
    looks = [draw_ground(SAMPLE, chance_style(Random(seed))) for seed in range(6)]
    assert all(one.palette != other.palette for one, other in some(combinations(looks, 2)))
    assert len({len(look.symbols["ground"]) for look in looks}) > 3


def test_letters_nobody_has_drawn_are_question_marks_and_accents_are_left_out() -> None:
    assert [*written("Zoë", (0, 0), 6)] == [*written("ZOE", (0, 0), 6)]
    assert [*written("漢", (0, 0), 6)] == [*written("?", (0, 0), 6)]
    assert not [*written("", (0, 0), 6)]
