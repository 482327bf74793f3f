"""Small things to draw on a tile: houses, towers, the cloister, shields, trees and flowers.

Every function takes a place in tile units and gives shapes in millimetres, back to front.
"""

from collections.abc import Iterable

from scoring.games.carcassonne.land.curves import Line, Point
from scoring.picture import Shape, ring

TILE_MM = 45.0
OUTLINE_MM = 0.35


def on_tile(line: Iterable[Point]) -> Line:
    """Change tile units into millimetres around the tile's centre."""
    return tuple((round((x - 0.5) * TILE_MM, 2), round((y - 0.5) * TILE_MM, 2)) for x, y in line)


def patch(line: Iterable[Point], fill: str, stroke: str = "", stroke_mm: float = 0.0) -> Shape:
    """Fill a polygon given in tile units."""
    return Shape(on_tile(line), fill, stroke, stroke_mm)


def inked(line: Iterable[Point], fill: str) -> Shape:
    """Fill a polygon given in tile units and outline it in ink."""
    return patch(line, fill, "ink", OUTLINE_MM)


def rectangle(x0: float, y0: float, x1: float, y1: float) -> Line:
    """Outline a rectangle from its north-west to its south-east corner."""
    return ((x0, y0), (x1, y0), (x1, y1), (x0, y1))


def house(at: Point, size: float, roof: str = "roof") -> tuple[Shape, ...]:
    """Draw a house with its gable to the left; ``at`` is the middle of its foot."""
    x, y = at
    gable, end = x - 0.14 * size, x + 0.5 * size
    left, eave, top = x - 0.5 * size, y - 0.36 * size, y - 0.78 * size
    peak = (left + gable) / 2
    front = ((left, y), (left, eave), (peak, top), (gable, eave), (gable, y))
    ridge = ((peak, top), (end - (gable - peak) * 0.6, top), (end, eave), (gable, eave))
    return (
        inked(rectangle(gable, eave, end, y), "plaster_shade"),
        inked(front, "plaster"),
        inked(ridge, roof),
    )


def tower(at: Point, size: float) -> tuple[Shape, ...]:
    """Draw a round wall tower with a pointed roof; ``at`` is the middle of its foot."""
    x, y = at
    half, top = 0.28 * size, y - 0.62 * size
    body = ((x - half, y), (x - half, top), (x + half, top), (x + half, y))
    shade = ((x + 0.05 * size, y), (x + 0.05 * size, top), (x + half, top), (x + half, y))
    roof = ((x - half - 0.08 * size, top), (x, top - 0.62 * size), (x + half + 0.08 * size, top))
    lit = ((x, top - 0.62 * size), (x + half + 0.08 * size, top), (x + 0.05 * size, top))
    return inked(body, "stone"), patch(shade, "stone_shade"), inked(roof, "roof"), patch(lit, "roof_shade")


def cloister(at: Point, size: float) -> tuple[Shape, ...]:
    """Draw a cloister: a yard with a nave and a bell tower; ``at`` is its middle."""
    x, y = at[0], at[1]
    s = size / 0.36
    foot, eave, top = y + 0.12 * s, y + 0.01 * s, y - 0.09 * s
    left, right = x - 0.06 * s, x + 0.165 * s
    tower_left, tower_right, tower_top = x - 0.15 * s, x - 0.04 * s, y - 0.09 * s
    nave_roof = ((left, top), (right - 0.035 * s, top), (right + 0.012 * s, eave), (left, eave))
    windows = [x + d * s for d in (0.0, 0.055, 0.11)]
    middle = (tower_left + tower_right) / 2
    spire = (
        (tower_left - 0.012 * s, tower_top),
        (middle, tower_top - 0.11 * s),
        (tower_right + 0.012 * s, tower_top),
    )
    return (
        patch(ring((x, y + 0.05 * s), 0.215 * s, 0.125 * s), "yard"),
        inked(rectangle(left, eave, right, foot), "plaster_shade"),
        inked(nave_roof, "roof"),
        *(patch(rectangle(w, eave + 0.03 * s, w + 0.022 * s, foot - 0.035 * s), "window") for w in windows),
        inked(rectangle(tower_left, tower_top, tower_right, foot), "plaster"),
        inked(spire, "roof"),
        patch(
            (
                (middle, tower_top - 0.11 * s),
                (tower_right + 0.012 * s, tower_top),
                (middle + 0.01 * s, tower_top),
            ),
            "roof_shade",
        ),
        patch(ring((middle, tower_top + 0.045 * s), 0.018 * s, corners=8), "window"),
        patch(doorway(middle, foot, 0.02 * s, 0.06 * s), "window"),
        *_cross((middle, tower_top - 0.135 * s), 0.028 * s),
    )


def doorway(x: float, foot: float, half: float, height: float) -> Line:
    """Outline an arched door."""
    return (
        (x - half, foot),
        (x - half, foot - 0.7 * height),
        (x, foot - height),
        (x + half, foot - 0.7 * height),
        (x + half, foot),
    )


def _cross(at: Point, half: float) -> tuple[Shape, ...]:
    x, y = at
    return (
        Shape(on_tile(((x, y - half), (x, y + half))), stroke="ink", stroke_mm=0.5),
        Shape(
            on_tile(((x - half * 0.6, y - half * 0.2), (x + half * 0.6, y - half * 0.2))),
            stroke="ink",
            stroke_mm=0.5,
        ),
    )


def shield(at: Point, size: float) -> tuple[Shape, ...]:
    """Draw a shield with a white cross on blue; ``at`` is its middle."""
    x, y = at
    w, h = 0.5 * size, 0.6 * size
    rim: Line = ((x - w, y - h), (x + w, y - h), (x + w, y), (x + 0.78 * w, y + 0.45 * h), (x, y + h))
    rim = (*rim, (x - 0.78 * w, y + 0.45 * h), (x - w, y))
    return (
        patch(rim, "ink", "ink", 1.5),
        patch(rim, "shield_blue", "shield_white", 0.7),
        patch(rectangle(x - 0.16 * w, y - h, x + 0.16 * w, y + 0.93 * h), "shield_white"),
        patch(rectangle(x - w, y - 0.3 * h, x + w, y - 0.02 * h), "shield_white"),
    )


def tree(at: Point, size: float) -> tuple[Shape, ...]:
    """Draw a round tree with its shadow; ``at`` is the middle of its crown."""
    x, y = at
    return (
        patch(ring((x + 0.1 * size, y + 0.3 * size), 0.5 * size, 0.34 * size, corners=7), "field_shade"),
        patch(ring((x, y), 0.5 * size, corners=8), "leaf"),
        patch(ring((x - 0.12 * size, y - 0.12 * size), 0.3 * size, corners=6), "leaf_lit"),
    )


def tuft(at: Point, size: float) -> Shape:
    """Draw a tuft of grass; ``at`` is its foot."""
    x, y = at
    blades: Line = ((x - 0.5 * size, y - 0.55 * size), (x - 0.15 * size, y), (x, y - 0.8 * size))
    blades = (*blades, (x + 0.15 * size, y), (x + 0.5 * size, y - 0.5 * size))
    return Shape(on_tile(blades), stroke="grass", stroke_mm=0.4)


def wheat_field(at: Point, size: float) -> tuple[Shape, ...]:
    """Draw a slanting patch of wheat with its furrows; ``at`` is its middle."""
    x, y = at
    half, high, slant = 0.5 * size, 0.32 * size, 0.16 * size
    corners: Line = ((x - half + slant, y - high), (x + half + slant, y - high))
    corners = (*corners, (x + half - slant, y + high), (x - half - slant, y + high))
    rows = [x + share * half for share in (-0.6, -0.2, 0.2, 0.6)]
    return (
        patch(corners, "wheat", "furrow", OUTLINE_MM),
        *(
            Shape(
                on_tile(((row + 0.8 * slant, y - 0.8 * high), (row - 0.8 * slant, y + 0.8 * high))),
                "",
                "furrow",
                0.5,
            )
            for row in rows
        ),
    )


def grazing_sheep(at: Point, size: float) -> tuple[Shape, ...]:
    """Draw a sheep with its head to the left; ``at`` is its middle."""
    x, y = at
    return (
        patch(ring((x + 0.05 * size, y + 0.26 * size), 0.5 * size, 0.2 * size, corners=7), "field_shade"),
        patch(ring((x, y), 0.46 * size, 0.34 * size, corners=8), "fleece", "ink", 0.2),
        patch(ring((x - 0.5 * size, y - 0.1 * size), 0.2 * size, corners=6), "ink"),
    )


def flower_bed(at: Point, radius: float) -> tuple[Shape, ...]:
    """Draw a garden: a hedge around four beds full of flowers; ``at`` is its middle."""
    x, y = at
    near, far = 0.27 * radius, 0.6 * radius
    places = [(x + dx * d, y + dy * d) for d in (near, far) for dx in (-1, 1) for dy in (-1, 1)]
    colours = ("petal_white", "petal_pink", "petal_gold", "petal_white") * 2
    blooms = zip(places, ("petal_pink", "petal_gold", "petal_gold", "petal_pink", *colours[:4]), strict=True)
    return (
        patch(ring((x + 0.01, y + 0.018), radius), "field_shade"),
        patch(ring((x, y), radius), "leaf"),
        patch(ring((x, y), 0.8 * radius), "lawn"),
        Shape(on_tile(((x - 0.8 * radius, y), (x + 0.8 * radius, y))), stroke="road", stroke_mm=0.9),
        Shape(on_tile(((x, y - 0.8 * radius), (x, y + 0.8 * radius))), stroke="road", stroke_mm=0.9),
        *(patch(ring(place, 0.15 * radius, corners=6), fill) for place, fill in blooms),
        patch(ring((x, y), 0.2 * radius, corners=10), "stone", "ink", 0.25),
        patch(ring((x, y), 0.1 * radius, corners=8), "water"),
    )
