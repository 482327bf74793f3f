"""The picture of one tile, of the start tile, and of whatever fields lie somewhere."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from math import sqrt

from scoring.game import Cell
from scoring.games.cornwall.drawing.landscape import GROUND, field_shapes
from scoring.games.cornwall.land.fields import Field, fields_of
from scoring.games.cornwall.land.hexes import AROUND, PITCH_MM, corners_mm, middle_mm, stepped, trefoil
from scoring.picture import Picture, Placed, Point, Shape

SIDE_MM = PITCH_MM / sqrt(3)
"""Of a field, and from its middle to its corners."""
VARIANTS = 3
"""So many drawings there are of every field."""
Lines = tuple[Shape, ...]
_SEAM_MM = 0.5
BORDER_MM = 1.3

_TILE = trefoil((0, 0), 0)
_CORNER: Point = (PITCH_MM / 2, SIDE_MM / 2)
"""Where the fields of an unturned tile meet, from the middle of its first field."""


def variant_of(cell: Cell) -> int:
    """Tell which drawing of a field lies at a cell, unlike its neighbours'."""
    return (cell[0] - cell[1]) % VARIANTS


def draw_tile(face: str) -> Picture:
    """Draw a tile around the corner its fields share, unturned: as ``hexes.trefoil((0, 0), 0)`` lies.

    Raises:
        UnreadableError: It is not the face of a tile.
    """
    fields = dict(zip(_TILE, fields_of(face), strict=True))
    return _one_symbol(fields, (-_CORNER[0], -_CORNER[1]))


def draw_start(fields: Sequence[tuple[Cell, Field]]) -> Picture:
    """Draw the start tile around the middle of cell (0, 0)."""
    return _one_symbol(dict(fields), (0.0, 0.0))


def draw_field(field: Field) -> Picture:
    """Draw one field around its middle, for a palette of choices."""
    return _one_symbol({(0, 0): field}, (0.0, 0.0))


def outlines_of(cells: Iterable[Cell]) -> tuple[tuple[Point, ...], ...]:
    """Trace around some cells: a polygon for each piece of them and each hole in one."""
    steps = {_rounded(a): b for a, b in _sides_of(set(cells))}
    outlines = []
    while steps:
        start, corner = steps.popitem()
        outline = [start]
        while (there := _rounded(corner)) != start:
            outline.append(there)
            corner = steps.pop(there)
        outlines.append(tuple(outline))
    return tuple(outlines)


def _sides_of(cells: Collection[Cell]) -> Iterator[tuple[Point, Point]]:
    """Give the sides between some cells and all others, clockwise round every field."""
    for cell in sorted(cells):
        corners = corners_mm(cell)
        for step in range(len(AROUND)):
            if stepped(cell, step) not in cells:
                # Side 0, to the east, runs from corner 0, the north-eastern one.
                yield corners[step], corners[(step + 1) % 6]


def _rounded(point: Point) -> Point:
    return round(point[0], 3) + 0.0, round(point[1], 3) + 0.0


def border_shapes(cells: Iterable[Cell], stroke: str = "seam", stroke_mm: float = BORDER_MM) -> Lines:
    """Draw round some cells."""
    outlines = outlines_of(cells)
    return tuple(Shape((*outline, outline[0]), stroke=stroke, stroke_mm=stroke_mm) for outline in outlines)


def seams(fields: Mapping[Cell, Field]) -> tuple[Shape, ...]:
    """Draw a thin line between neighbours of two terrains."""
    return tuple(
        Shape((corners_mm(cell)[step], corners_mm(cell)[(step + 1) % 6]), stroke="seam", stroke_mm=_SEAM_MM)
        for cell, field in sorted(fields.items())
        for step in range(3)
        if (other := fields.get(stepped(cell, step))) and other.terrain != field.terrain
    )


def moved_shapes(shapes: Iterable[Shape], by: Point) -> tuple[Shape, ...]:
    """Put shapes elsewhere."""
    return tuple(
        Shape(
            tuple((x + by[0], y + by[1]) for x, y in shape.points_mm),
            shape.fill,
            shape.stroke,
            shape.stroke_mm,
        )
        for shape in shapes
    )


def _one_symbol(fields: Mapping[Cell, Field], by: Point) -> Picture:
    """Draw fields as one symbol, moved, with a border round them all."""
    lands = [
        shape
        for cell, field in sorted(fields.items())
        for shape in moved_shapes(field_shapes(field, variant_of(cell)), middle_mm(cell))
    ]
    shapes = moved_shapes((*lands, *seams(fields), *border_shapes(fields)), by)
    return Picture(_box(shapes), GROUND, {"tile": shapes}, (Placed("tile", (0.0, 0.0)),))


def _box(shapes: Iterable[Shape]) -> tuple[float, float, float, float]:
    xs, ys = zip(*(point for shape in shapes for point in shape.points_mm), strict=True)
    edge = BORDER_MM / 2
    left, top = min(xs) - edge, min(ys) - edge
    return left, top, max(xs) + edge - left, max(ys) + edge - top
