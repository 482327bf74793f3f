"""A shape for each colour, beside it wherever it is seen: not everybody can tell the colours apart."""

from collections.abc import Mapping
from math import cos, pi, sin

from msgspec.structs import replace

from scoring.picture import Picture, Placed, Point, Shape

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

BADGE_MM = 4.2
AWAY_MM = (6.5, 6.5)
BADGE = {"badge": "#ffffff", "badge_ink": "#1b1b1b"}


def mark_of(colour: str) -> Outline:
    """Give the shape that goes with a colour."""
    return MARKS.get(colour, _CIRCLE)


def mark_points(colour: str) -> str:
    """Write a colour's shape for an SVG polygon in a box of 20 by 20."""
    return " ".join(f"{10 + 9 * x:.1f},{10 + 9 * y:.1f}" for x, y in mark_of(colour))


def with_badges(picture: Picture) -> Picture:
    """Put the shape of its owner's colour beside every figure of a picture."""
    owned = [placed for placed in picture.placed if placed.colour]
    badges = tuple(
        Placed(f"badge_{each.colour}", (each.at_mm[0] + AWAY_MM[0], each.at_mm[1] + AWAY_MM[1]))
        for each in owned
    )
    symbols = {f"badge_{colour}": _badge(colour) for colour in sorted({each.colour for each in owned})}
    return replace(
        picture,
        palette={**picture.palette, **BADGE},
        symbols={**picture.symbols, **symbols},
        placed=(*picture.placed, *badges),
    )


def _badge(colour: str) -> tuple[Shape, ...]:
    ground = tuple((BADGE_MM * x, BADGE_MM * y) for x, y in _CIRCLE)
    mark = tuple((0.6 * BADGE_MM * x, 0.6 * BADGE_MM * y) for x, y in mark_of(colour))
    return (
        Shape(ground, fill="badge", stroke="badge_ink", stroke_mm=0.7),
        Shape(mark, fill="badge_ink"),
    )
