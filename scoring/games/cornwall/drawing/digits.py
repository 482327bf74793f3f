"""Numbers as lines, since a picture holds shapes only."""

from collections.abc import Mapping
from math import cos, pi, sin

from scoring.picture import Point, Shape


def _arc(at: Point, half: Point, first: float, last: float) -> tuple[Point, ...]:
    """Give points along an ellipse, from one angle to another in eighths, clockwise from the east."""
    steps = max(2, round(abs(last - first) * 1.5))
    angles = [(first + (last - first) * k / steps) * pi / 4 for k in range(steps + 1)]
    return tuple((at[0] + half[0] * cos(a), at[1] + half[1] * sin(a)) for a in angles)


_UPPER, _LOWER = (0.0, -0.5), (0.0, 0.42)
_ROUND, _WIDE = (0.5, 0.5), (0.56, 0.58)
_DIGITS: Mapping[str, tuple[tuple[Point, ...], ...]] = {
    "0": (_arc((0.0, 0.0), (0.55, 1.0), 0, 8),),
    "1": (((-0.35, -0.6), (0.1, -1.0), (0.1, 1.0)),),
    "2": ((*_arc(_UPPER, _ROUND, 4.4, 8.8), (-0.55, 1.0), (0.6, 1.0)),),
    "3": ((*_arc(_UPPER, _ROUND, 4.6, 9.8), *_arc(_LOWER, _WIDE, 6.2, 11.4)),),
    "4": (((0.25, 1.0), (0.25, -1.0), (-0.6, 0.4), (0.65, 0.4)),),
    "5": (((0.5, -1.0), (-0.4, -1.0), (-0.46, -0.1), *_arc(_LOWER, _WIDE, 5.6, 11.2)),),
    "6": (((0.3, -1.0), (-0.35, -0.15), *_arc(_LOWER, _WIDE, 4.0, 12.0)),),
    "7": (((-0.55, -1.0), (0.55, -1.0), (-0.15, 1.0)),),
    "8": (_arc(_UPPER, (0.46, 0.48), 0, 8), _arc(_LOWER, _WIDE, 0, 8)),
    "9": ((*_arc((0.0, -0.42), _WIDE, 0, 8), (0.5, 0.1), (-0.2, 1.0)),),
}  # fmt: skip
_STEP = 1.55


def number_shapes(number: int, at: Point, half_mm: float, colour: str, line_mm: float) -> tuple[Shape, ...]:
    """Write a number around a point, ``half_mm`` up and down from it.

    Args:
        colour: A name from the picture's palette.
        line_mm: How thick its lines are.
    """
    text = str(number)
    first = -(len(text) - 1) / 2 * _STEP
    return tuple(
        Shape(
            tuple((at[0] + (first + _STEP * place + x) * half_mm, at[1] + y * half_mm) for x, y in line),
            stroke=colour,
            stroke_mm=line_mm,
        )
        for place, digit in enumerate(text)
        for line in _DIGITS[digit]
    )
