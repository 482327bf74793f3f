"""Points, curves and polygons of one tile, in tile units: x east and y south, from 0 to 1."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import hypot

Point = tuple[float, float]
Line = tuple[Point, ...]
"""Points in order; a polygon closes by itself."""

_STEPS = 12
_EPSILON = 1e-9


def turned_point(point: Point, turns: int) -> Point:
    """Turn a point clockwise about the tile's centre by quarter turns."""
    x, y = point
    for _ in range(turns % 4):
        x, y = 1 - y, x
    return x, y


def turned_line(line: Line, turns: int) -> Line:
    """Turn every point of a line clockwise about the tile's centre by quarter turns."""
    return tuple(turned_point(point, turns) for point in line)


def bezier(start: Point, lead: Point, approach: Point, end: Point, steps: int = _STEPS) -> Line:
    """Flatten a cubic Bézier curve into ``steps`` pieces (an even number has a point in the middle)."""

    def at(axis: int, t: float) -> float:
        s = 1 - t
        weights = (s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t)
        return sum(w * p[axis] for w, p in zip(weights, (start, lead, approach, end), strict=True))

    inner = tuple((at(0, k / steps), at(1, k / steps)) for k in range(1, steps))
    return (start, *inner, end)


def distance(a: Point, b: Point) -> float:
    """Measure how far two points are apart."""
    return hypot(a[0] - b[0], a[1] - b[1])


def distance_to_line(point: Point, line: Line) -> float:
    """Measure how far a point is from an open line."""
    return min(_distance_to_piece(point, a, b) for a, b in pairwise(line))


def distance_to_outline(point: Point, polygon: Line) -> float:
    """Measure how far a point is from a polygon's outline, from inside or out."""
    return distance_to_line(point, (*polygon, polygon[0]))


def _distance_to_piece(point: Point, a: Point, b: Point) -> float:
    dx, dy = b[0] - a[0], b[1] - a[1]
    length2 = dx * dx + dy * dy or _EPSILON
    share = ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / length2
    share = min(1.0, max(0.0, share))
    return hypot(point[0] - a[0] - share * dx, point[1] - a[1] - share * dy)


def offset(line: Line, by: float) -> Line:
    """Shift a line to its right-hand side (as one walks along it) by a distance."""
    return tuple((x - by * dy, y + by * dx) for (x, y), (dx, dy) in zip(line, _headings(line), strict=True))


def ribbon(line: Line, width: float) -> Line:
    """Widen a line into a polygon."""
    return (*offset(line, -width / 2), *reversed(offset(line, width / 2)))


def _headings(line: Line) -> Iterator[Point]:
    for k in range(len(line)):
        (ax, ay), (bx, by) = line[max(k - 1, 0)], line[min(k + 1, len(line) - 1)]
        length = hypot(bx - ax, by - ay) or 1.0
        yield (bx - ax) / length, (by - ay) / length


def clipped(polygon: Line, low: float = 0.0, high: float = 1.0) -> Line:
    """Cut off what hangs over the square from ``low`` to ``high``.

    Source:
        Sutherland and Hodgman, "Reentrant polygon clipping", 1974.
    """
    for axis in (0, 1):
        polygon = tuple(_cut(polygon, axis, low, 1))
        polygon = tuple(_cut(polygon, axis, high, -1))
    return polygon


def _cut(polygon: Sequence[Point], axis: int, bound: float, sign: int) -> Iterable[Point]:
    for a, b in zip(polygon, (*polygon[1:], *polygon[:1]), strict=True):
        inside_a, inside_b = sign * (a[axis] - bound) >= 0, sign * (b[axis] - bound) >= 0
        if inside_a:
            yield a
        if inside_a != inside_b:
            share = (bound - a[axis]) / (b[axis] - a[axis])
            yield a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])
