"""Signs on pictures: what is wrong or unsure, and a shape beside each colour, for who cannot tell them."""

from collections.abc import Collection, Mapping
from math import cos, pi, radians, sin

from msgspec.structs import replace

from scoring.picture import Picture, Placed, Point, Shape, bounds, ring


def _badge(colour: str, sign: tuple[Shape, ...]) -> tuple[Shape, ...]:
    """Put a sign on a round badge."""
    return (Shape(ring((0.0, 0.0), 5.0, corners=20), colour, "mark", 0.8), *sign)


def _exclamation() -> tuple[Shape, ...]:
    stem = ((-0.8, -3.2), (0.8, -3.2), (0.45, 0.9), (-0.45, 0.9))
    return Shape(stem, "mark"), Shape(ring((0.0, 2.4), 0.8, corners=8), "mark")


def _question() -> tuple[Shape, ...]:
    angles = [pi * (-1.0 + 1.4 * k / 8) for k in range(9)]
    hook = tuple((1.6 * cos(a), 1.6 * sin(a) - 1.5) for a in angles)
    return (
        Shape((*hook, (0.0, 0.4), (0.0, 1.1)), stroke="mark", stroke_mm=1.1),
        Shape(ring((0.0, 2.8), 0.75, corners=8), "mark"),
    )


WORRY_SIGNS: Mapping[str, tuple[Shape, ...]] = {
    "mark_fault": _badge("fault", _exclamation()),
    "mark_doubt": _badge("doubt", _question()),
}
"""The symbols, in the palette's colours "fault", "doubt" and "mark"."""

Outline = tuple[Point, ...]


def _round(corners: int, rotation: float = 0.0) -> Outline:
    angles = (2 * pi * (corner + rotation) / corners for corner in range(corners))
    return tuple((round(sin(angle), 3), round(-cos(angle), 3)) for angle in angles)


def _turned(outline: Outline) -> Outline:
    """Turn an outline by an eighth."""
    share = round(sin(pi / 4), 3)
    return tuple((share * (x - y), share * (x + y)) for x, y in outline)


_CIRCLE = tuple((0.9 * x, 0.9 * y) for x, y in _round(24))
_ARM = 0.33
_HALF_CROSS = ((-_ARM, -1), (_ARM, -1), (_ARM, -_ARM), (1, -_ARM), (1, _ARM), (_ARM, _ARM))
_CROSS = (*_HALF_CROSS, *((-x, -y) for x, y in _HALF_CROSS))
MARKS: Mapping[str, Outline] = {
    "red": _CIRCLE,
    "blue": ((-0.85, -0.85), (0.85, -0.85), (0.85, 0.85), (-0.85, 0.85)),
    "yellow": ((0.0, -0.95), (1.0, 0.85), (-1.0, 0.85)),
    "green": _round(4),
    "black": _CROSS,
    "pink": _round(6, 0.5),
    "orange": _round(5),
    "purple": ((0.0, 0.95), (-1.0, -0.85), (1.0, -0.85)),
    "brown": ((-1, -0.4), (1, -0.4), (1, 0.4), (-1, 0.4)),
    "white": ((-0.4, -1), (0.4, -1), (0.4, 1), (-0.4, 1)),
    "grey": _turned(_CROSS),
}
"""Outlines around the origin that reach about 1 to each side; any other colour has the first one."""

MARGIN_MM = 8.0
"""Around what is to be looked at."""
BADGE_MM = 4.2
AWAY_MM = (6.5, 6.5)
BADGE = {"badge": "#ffffff", "badge_ink": "#1b1b1b"}


def mark_of(colour: str) -> Outline:
    """Give the shape that goes with a colour."""
    return MARKS.get(colour, _CIRCLE)


def with_badges(picture: Picture) -> Picture:
    """Put the shape of its owner's colour beside every figure of a picture."""
    owned = [placed for placed in picture.placed if placed.colour]
    badges = tuple(
        Placed(f"badge_{each.colour}", (each.at_mm[0] + AWAY_MM[0], each.at_mm[1] + AWAY_MM[1]))
        for each in owned
    )
    symbols = {f"badge_{colour}": _colour_badge(colour) for colour in sorted({each.colour for each in owned})}
    return replace(
        picture,
        palette={**picture.palette, **BADGE},
        symbols={**picture.symbols, **symbols},
        placed=(*picture.placed, *badges),
    )


def _colour_badge(colour: str) -> tuple[Shape, ...]:
    ground = tuple((BADGE_MM * x, BADGE_MM * y) for x, y in _CIRCLE)
    mark = tuple((0.6 * BADGE_MM * x, 0.6 * BADGE_MM * y) for x, y in mark_of(colour))
    return (
        Shape(ground, fill="badge", stroke="badge_ink", stroke_mm=0.7),
        Shape(mark, fill="badge_ink"),
    )


def without_taps(picture: Picture) -> Picture:
    """Leave out what a picture offers to taps, and the room around that; mark whose each figure is."""
    placed = tuple(replace(each, spot="") for each in picture.placed if each.emphasis != "empty")
    if not placed:
        return picture
    boxes = [_reach(picture.symbols[each.symbol], each) for each in placed]
    wests, norths, easts, souths = zip(*boxes, strict=True)
    left, top = min(wests) - MARGIN_MM, min(norths) - MARGIN_MM
    box = (left, top, max(easts) + MARGIN_MM - left, max(souths) + MARGIN_MM - top)
    return with_badges(replace(picture, box_mm=box, placed=placed))


def _reach(shapes: Collection[Shape], placed: Placed) -> tuple[float, float, float, float]:
    """Measure how far shapes reach left, up, right and down where they are placed, as they are turned.

    What is drawn away from its origin, such as a whole map from its corner, reaches to no other side.
    """
    (x, y), turn = placed.at_mm, radians(placed.turn_deg)
    left, top, right, bottom = bounds(shapes)
    corners = ((left, top), (right, top), (right, bottom), (left, bottom))
    across = [at * cos(turn) - down * sin(turn) for at, down in corners]
    along = [at * sin(turn) + down * cos(turn) for at, down in corners]
    return x + min(across), y + min(along), x + max(across), y + max(along)
