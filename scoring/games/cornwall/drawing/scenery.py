"""What stands on the fields: trees, peaks, houses, walls, and the three symbols, in flat colours.

Everything is drawn in millimetres around the point where it touches the ground, x to the right and y down.
"""

from collections.abc import Iterator
from math import cos, pi, sin

from scoring.picture import Point, Shape

_INK_MM = 0.5
_HALO_MM = 2.6


def ring(at: Point, half_mm: float, high_mm: float | None = None, corners: int = 14) -> tuple[Point, ...]:
    """Give an ellipse as a polygon, half as wide and half as high as said."""
    high = half_mm if high_mm is None else high_mm
    angles = [2 * pi * k / corners for k in range(corners)]
    return tuple((at[0] + half_mm * cos(a), at[1] + high * sin(a)) for a in angles)


def moved(points: tuple[Point, ...], to: Point, by: float = 1.0) -> tuple[Point, ...]:
    """Put points that were given around (0, 0) elsewhere, ``by`` times as large."""
    return tuple((to[0] + by * x, to[1] + by * y) for x, y in points)


def inked(points: tuple[Point, ...], fill: str, ink_mm: float = _INK_MM) -> Shape:
    """Fill a polygon and draw round it."""
    return Shape(points, fill, "ink", ink_mm)


def fir(at: Point, high_mm: float) -> Iterator[Shape]:
    """Draw a fir of two storeys, its light from the left."""
    low = ((-0.36, 0.0), (0.0, -0.62), (0.36, 0.0))
    top = ((-0.28, -0.34), (0.0, -1.0), (0.28, -0.34))
    yield Shape(moved(((-0.07, 0.12), (-0.07, 0.0), (0.07, 0.0), (0.07, 0.12)), at, high_mm), "trunk")
    yield inked(moved(low, at, high_mm), "fir_shade", 0.3)
    yield inked(moved(top, at, high_mm), "fir", 0.3)
    yield Shape(moved(((-0.2, -0.38), (0.0, -0.94), (-0.02, -0.38)), at, high_mm), "fir_lit")


def oak(at: Point, high_mm: float) -> Iterator[Shape]:
    """Draw a round tree."""
    x, y = at
    trunk = ((-0.08, 0.0), (-0.08, -0.4), (0.08, -0.4), (0.08, 0.0))
    yield Shape(moved(trunk, at, high_mm), "trunk")
    yield inked(ring((x, y - 0.62 * high_mm), 0.4 * high_mm, 0.38 * high_mm, corners=12), "oak", 0.3)
    yield Shape(ring((x - 0.1 * high_mm, y - 0.72 * high_mm), 0.2 * high_mm, 0.16 * high_mm, 9), "oak_lit")


def peak(at: Point, high_mm: float) -> Iterator[Shape]:
    """Draw a mountain with snow on it."""
    outline = ((-0.62, 0.0), (-0.22, -0.62), (0.0, -1.0), (0.2, -0.7), (0.62, 0.0))
    shade = ((0.0, -1.0), (0.2, -0.7), (0.62, 0.0), (0.1, 0.0), (0.16, -0.4))
    snow = ((-0.2, -0.64), (0.0, -1.0), (0.17, -0.72), (0.08, -0.6), (0.0, -0.7), (-0.1, -0.56))
    yield inked(moved(outline, at, high_mm), "rock")
    yield Shape(moved(shade, at, high_mm), "rock_shade")
    yield Shape(moved(snow, at, high_mm), "snow")


def boulder(at: Point, half_mm: float) -> Shape:
    """Draw a stone."""
    return inked(ring(at, half_mm, 0.7 * half_mm, corners=7), "rock_lit", 0.3)


def house(at: Point, wide_mm: float, roof: str = "roof") -> Iterator[Shape]:
    """Draw a house from its gable's side: wall, roof, door and a window."""
    wall = ((-0.42, 0.0), (-0.42, -0.42), (0.42, -0.42), (0.42, 0.0))
    tiles = ((-0.56, -0.36), (-0.36, -0.84), (0.36, -0.84), (0.56, -0.36))
    yield inked(moved(wall, at, wide_mm), "wall", 0.35)
    yield inked(moved(tiles, at, wide_mm), roof, 0.35)
    yield Shape(moved(((-0.3, 0.0), (-0.3, -0.26), (-0.12, -0.26), (-0.12, 0.0)), at, wide_mm), "ink")
    yield Shape(moved(((0.08, -0.12), (0.08, -0.27), (0.26, -0.27), (0.26, -0.12)), at, wide_mm), "pane")


def flower(at: Point, half_mm: float, petals: str) -> Iterator[Shape]:
    """Draw a flower from above."""
    yield Shape(ring(at, half_mm, corners=7), petals)
    yield Shape(ring(at, 0.4 * half_mm, corners=6), "pollen")


def tuft(at: Point, high_mm: float, colour: str) -> Shape:
    """Draw three blades of grass."""
    blades = ((-0.5, -0.7), (-0.12, 0.0), (0.0, -1.0), (0.12, 0.0), (0.5, -0.75))
    return Shape(moved(blades, at, high_mm), stroke=colour, stroke_mm=0.5)


def wall_line(start: Point, end: Point, stones: int) -> Iterator[Shape]:
    """Build a low wall of dry stones along a line."""
    for k in range(stones):
        share = (k + 0.5) / stones
        at = (start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1]))
        yield inked(ring(at, 1.15, 0.8, corners=6), "rock_lit" if k % 2 else "rock", 0.25)


def flag(at: Point, high_mm: float) -> Iterator[Shape]:
    """Draw the flag: red with a white bar, on a pole."""
    x, y = at
    pole = ((x - 0.3 * high_mm, y), (x - 0.3 * high_mm, y - high_mm))
    cloth = ((-0.3, -0.98), (0.04, -0.92), (0.46, -1.0), (0.46, -0.42), (0.04, -0.34), (-0.3, -0.4))
    bar = ((-0.3, -0.77), (0.04, -0.71), (0.46, -0.79), (0.46, -0.63), (0.04, -0.55), (-0.3, -0.61))
    yield Shape(moved(cloth, at, high_mm), "halo", "halo", _HALO_MM)
    yield Shape(pole, stroke="halo", stroke_mm=_HALO_MM + 1.2)
    yield Shape(pole, stroke="ink", stroke_mm=1.2)
    yield inked(moved(cloth, at, high_mm), "flag", 0.6)
    yield Shape(moved(bar, at, high_mm), "snow")


def chapel(at: Point, high_mm: float) -> Iterator[Shape]:
    """Draw the chapel: white, a steeple on its left and a cross on that."""
    body = ((-0.3, 0.0), (-0.3, -0.34), (0.46, -0.34), (0.46, 0.0))
    roof = ((-0.3, -0.34), (-0.24, -0.6), (0.4, -0.6), (0.52, -0.34))
    tower = ((-0.44, 0.0), (-0.44, -0.56), (-0.12, -0.56), (-0.12, 0.0))
    spire = ((-0.5, -0.54), (-0.28, -0.86), (-0.06, -0.54))
    cross = (((-0.28, -0.86), (-0.28, -1.1)), ((-0.38, -1.0), (-0.18, -1.0)))
    for points in (body, roof, tower, spire):
        yield Shape(moved(points, at, high_mm), "halo", "halo", _HALO_MM)
    yield inked(moved(body, at, high_mm), "snow", 0.6)
    yield inked(moved(roof, at, high_mm), "slate", 0.6)
    yield inked(moved(tower, at, high_mm), "snow", 0.6)
    yield inked(moved(spire, at, high_mm), "slate", 0.6)
    for line in cross:
        yield Shape(moved(line, at, high_mm), stroke="ink", stroke_mm=0.9)
    yield Shape(ring((at[0] - 0.28 * high_mm, at[1] - 0.34 * high_mm), 0.07 * high_mm, corners=8), "ink")


def cottage_sign(at: Point, high_mm: float) -> Iterator[Shape]:
    """Draw the printed cottage: low, a thatched roof and a smoking chimney."""
    wall = ((-0.5, 0.0), (-0.5, -0.36), (0.5, -0.36), (0.5, 0.0))
    thatch = ((-0.66, -0.28), (-0.4, -0.74), (0.4, -0.74), (0.66, -0.28))
    chimney = ((0.16, -0.7), (0.16, -0.94), (0.34, -0.94), (0.34, -0.7))
    for points in (wall, thatch, chimney):
        yield Shape(moved(points, at, high_mm), "halo", "halo", _HALO_MM)
    yield inked(moved(chimney, at, high_mm), "rock", 0.5)
    yield inked(moved(wall, at, high_mm), "snow", 0.6)
    yield inked(moved(thatch, at, high_mm), "thatch", 0.6)
    yield Shape(moved(((-0.1, 0.0), (-0.1, -0.26), (0.1, -0.26), (0.1, 0.0)), at, high_mm), "door")
    for x in (-0.32, 0.32):
        yield Shape(ring((at[0] + x * high_mm, at[1] - 0.16 * high_mm), 0.07 * high_mm, corners=8), "ink")
