"""The signs on a photographed board where something is wrong or unsure."""

from collections.abc import Mapping
from math import cos, pi, sin

from scoring.picture import Shape, ring


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
