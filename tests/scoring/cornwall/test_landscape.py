"""Cornwall's fields, tiles and figures as they are drawn, measured."""

from itertools import combinations, pairwise
from math import cos, hypot, pi

import pytest

from scoring.games.cornwall.drawing.drawing import SIDE_MM, draw_start, draw_tile, outlines_of
from scoring.games.cornwall.drawing.figures import HEIGHTS_MM, OUTLINES_MM, PIECES
from scoring.games.cornwall.drawing.landscape import GROUND, INNER_MM, field_shapes
from scoring.games.cornwall.land.fields import TERRAINS, Field, symbols_of
from scoring.games.cornwall.land.hexes import middle_mm, neighbours
from scoring.picture import Shape

FIELDS = [Field(terrain, symbols) for terrain in TERRAINS for symbols in symbols_of(terrain)]


def _reach_mm(shape: Shape) -> float:
    """Measure how far a shape reaches from a field's middle, straight towards its nearest side."""
    edge = 0.0 if shape.stroke == "halo" else shape.stroke_mm / 2
    return max(abs(x * cos(k * pi / 3) + y * _SINES[k]) for x, y in shape.points_mm for k in range(3)) + edge


_SINES = (0.0, 3**0.5 / 2, 3**0.5 / 2)


@pytest.mark.parametrize("field", FIELDS, ids=str)
@pytest.mark.parametrize("variant", range(3))
def test_nothing_on_a_field_reaches_over_its_sides(field: Field, variant: int) -> None:
    """Else a tile's drawing would lie on its neighbour, and a phone would show it cut."""
    assert max(_reach_mm(shape) for shape in field_shapes(field, variant)) <= INNER_MM + 0.01


def _rgb(name: str) -> tuple[int, int, int]:
    code = GROUND[name]
    return int(code[1:3], 16), int(code[3:5], 16), int(code[5:7], 16)


def test_five_grounds_are_far_apart_in_colour() -> None:
    """Told at a glance, and by somebody who sees no red: their brightness or blue differs too."""
    for one, two in combinations(TERRAINS, 2):
        assert sum(abs(a - b) for a, b in zip(_rgb(one), _rgb(two), strict=True)) > 80, (one, two)


def test_every_symbol_adds_its_own_drawing_to_a_field() -> None:
    """No two fields of one terrain that show something else are drawn alike."""
    for terrain in TERRAINS:
        drawn = [field_shapes(Field(terrain, symbols)) for symbols in symbols_of(terrain)]
        assert len(set(drawn)) == len(drawn)


def test_three_drawings_of_a_field_differ() -> None:
    """Neighbours of one terrain do not look copied."""
    assert len({field_shapes(Field("forest"), variant) for variant in range(3)}) == 3


def test_a_tile_is_drawn_around_the_corner_its_fields_share() -> None:
    """Its three grounds meet in the origin, the face's first in the north-west, then clockwise."""
    picture = draw_tile("forest-meadow.flag-moor")
    grounds = {shape.fill: shape.points_mm for shape in picture.symbols["tile"] if len(shape.points_mm) == 6}
    for terrain in ("forest", "meadow", "moor"):
        assert any(abs(x) < 1e-6 and abs(y) < 1e-6 for x, y in grounds[terrain])
    forest, meadow, moor = (
        tuple(sum(p[axis] for p in grounds[terrain]) / 6 for axis in (0, 1))
        for terrain in ("forest", "meadow", "moor")
    )
    assert forest[0] < 0 < meadow[0]
    assert forest[1] < 0
    assert meadow[1] < 0
    assert moor[1] > 0
    assert abs(moor[0]) < 1e-6


def test_the_start_tile_lies_where_its_cells_do() -> None:
    """Its drawing has the middle of cell (0, 0) as origin."""
    cells = [(0, 0), (1, 0), (2, 0), (0, 1), (1, 1)]
    picture = draw_start([(cell, Field(t)) for cell, t in zip(cells, TERRAINS, strict=True)])
    grounds = [s for s in picture.symbols["tile"] if s.fill in TERRAINS and len(s.points_mm) == 6]
    for cell, terrain in zip(cells, TERRAINS, strict=True):
        ground = next(shape for shape in grounds if shape.fill == terrain)
        middle = tuple(sum(p[axis] for p in ground.points_mm) / 6 for axis in (0, 1))
        assert middle == pytest.approx(middle_mm(cell))


def test_the_border_of_a_tile_runs_once_round_its_twelve_sides() -> None:
    """Three fields that touch each other have twelve sides to others."""
    picture = draw_tile("forest-meadow-moor")
    (border,) = [s for s in picture.symbols["tile"] if s.stroke == "seam" and s.stroke_mm > 1]
    *corners, last = border.points_mm
    assert last == corners[0]
    assert len(set(corners)) == len(corners) == 12
    lengths = [hypot(bx - ax, by - ay) for (ax, ay), (bx, by) in pairwise(border.points_mm)]
    assert lengths == pytest.approx([SIDE_MM] * 12, abs=0.01)


def test_a_ring_of_fields_is_traced_outside_and_inside() -> None:
    """The hole of six fields around one has six sides, the outside eighteen."""
    outlines = outlines_of(neighbours((0, 0)))
    assert sorted(map(len, outlines)) == [6, 18]


def test_figures_are_told_apart_by_height_and_width() -> None:
    """Small is low, tall is high and thin, big is wide."""
    sizes = {
        kind: (max(x for x, _ in line) * 2, -min(y for _, y in line)) for kind, line in OUTLINES_MM.items()
    }
    assert {kind: high for kind, (_, high) in sizes.items()} == dict(HEIGHTS_MM)
    assert sizes["tall"][1] > 1.5 * sizes["small"][1]
    assert sizes["big"][0] > 1.5 * sizes["small"][0]
    assert sizes["tall"][0] < sizes["small"][0]
    assert {"red", "blue", "yellow", "green"} <= set(PIECES)
