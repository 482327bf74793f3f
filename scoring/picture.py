"""A picture of a table for any screen: flat shapes in millimetres, named colours, tappable spots.

Curves are flattened into polygons, so that a phone (SVG) and the synthetic table (``cv2.fillPoly``)
draw the same picture from the same data.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import pairwise
from math import cos, pi, sin

from msgspec import Struct

from scoring.sentence import Sentence, as_sentence, sentence

Point = tuple[float, float]
"""x to the east and y to the south, in millimetres."""


class Shape(Struct, frozen=True):
    """A filled polygon or, without ``fill``, a line along its points.

    Attributes:
        points_mm: The corners in order; a polygon is closed by itself.
        fill: A name from the picture's palette, or empty.
        stroke: A name from the picture's palette, or empty.
        stroke_mm: The width of the outline or line.
    """

    points_mm: tuple[Point, ...]
    fill: str = ""
    stroke: str = ""
    stroke_mm: float = 0.0


class Placed(Struct, frozen=True):
    """A symbol put down: turned clockwise about its own origin, then moved.

    Attributes:
        symbol: The key into ``Picture.symbols``.
        at_mm: Where the symbol's origin (a tile's centre) comes to lie.
        turn_deg: Clockwise.
        spot: What a tap on it means to the rules, as ``scoring.spots`` writes it ("tile:0,1"), or empty.
        says: What it is, for a screen reader.
        colour: The palette name that stands in for "player" inside the symbol.
        emphasis: Nothing, "empty" (a place for a tap), "fault", "doubt", "last", "chosen" or "proposed".
    """

    symbol: str
    at_mm: Point
    turn_deg: float = 0.0
    spot: str = ""
    says: str = ""
    colour: str = ""
    emphasis: str = ""


class PartOfTable(Struct, frozen=True):
    """One of several boards on a picture: a player's own, or the one in the middle that all share.

    Attributes:
        name: Whose it is, as spots name it: a player's colour; empty for the one in the middle.
        says: What players call it.
        box_mm: x, y, width and height of it on the picture.
    """

    name: str
    says: str
    box_mm: tuple[float, float, float, float]


class Picture(Struct, frozen=True):
    """Everything a screen needs to draw a table.

    Attributes:
        box_mm: x, y, width and height of what is to be seen.
        palette: Colour names to "#rrggbb".
        symbols: Each symbol's shapes, back to front, around its own origin.
        placed: What lies on the table, back to front.
        parts: The boards it consists of, in turn order; none where there is but one.
    """

    box_mm: tuple[float, float, float, float]
    palette: Mapping[str, str]
    symbols: Mapping[str, tuple[Shape, ...]]
    placed: tuple[Placed, ...]
    parts: tuple[PartOfTable, ...] = ()


class Printable(Struct, frozen=True):
    """A printed thing that a game is played with, to be cut out of paper.

    Attributes:
        name: Which one it is, unlike any other's.
        says: The same for a player.
        front: Its picture, in its true size around its middle.
        outline_mm: Where it is cut, clockwise around its middle.
        count: How many of it there are.
        back: What is printed on its other side, cut alike; None for nothing.
    """

    name: str
    says: Sentence
    front: Picture
    outline_mm: tuple[Point, ...]
    count: int = 1
    back: Picture | None = None


class PrintableBox(Struct, frozen=True):
    """Everything to print that a game is played with.

    Attributes:
        says: Whose box it is, on every page.
        things: What there is to cut out.
    """

    says: Sentence
    things: tuple[Printable, ...]


def whose(thing: Sentence, colour: str) -> Sentence:
    """Say of which colour, or of which player, a thing is: "marker (red)"."""
    return sentence("{thing} ({colour})", thing=thing, colour=as_sentence(colour))


def ring(middle: Point, wide: float, high: float | None = None, corners: int = 16) -> tuple[Point, ...]:
    """Draw a circle or, with half-axes ``wide`` and ``high``, an ellipse."""
    high = wide if high is None else high
    angles = (2 * pi * k / corners for k in range(corners))
    return tuple((middle[0] + wide * sin(a), middle[1] - high * cos(a)) for a in angles)


def bounds(shapes: Collection[Shape]) -> tuple[float, float, float, float]:
    """Measure how far shapes reach left, up, right and down of their origin, in millimetres."""
    xs, ys = zip(*(point for shape in shapes for point in shape.points_mm), strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def around(polygons: Iterable[Sequence[Point]]) -> tuple[Point, ...]:
    """Give the outline of polygons that hang together side by side, without a hole.

    Args:
        polygons: Their corners, all in the same sense; those that two share are the same to the letter.

    Example:
        >>> around([[(0, 0), (1, 0), (1, 1), (0, 1)], [(1, 0), (2, 0), (2, 1), (1, 1)]])
        ((0, 0), (1, 0), (2, 0), (2, 1), (1, 1), (0, 1))
    """
    sides: set[tuple[Point, Point]] = set()
    for corners in polygons:
        for start, end in zip(corners, [*corners[1:], corners[0]], strict=True):
            if (end, start) in sides:
                sides.remove((end, start))
            else:
                sides.add((start, end))
    edges = dict(sides)
    start = min(edges)
    outline, at = [start], edges[start]
    while at != start:
        outline.append(at)
        at = edges[at]
    return tuple(outline)


def contains(polygon: Sequence[Point], point: Point) -> bool:
    """Tell whether a point lies inside a polygon: a ray from there to the east crosses it oddly often."""
    x, y = point
    inside = False
    for (ax, ay), (bx, by) in pairwise((*polygon, polygon[0])):
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            inside = not inside
    return inside
