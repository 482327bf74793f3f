"""Bodies made of flat sides: turned on a lathe, cut out of a board, or built like a house."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import cos, pi, sin

import numpy as np

from scoring.picture import Point
from vision.synthetic.things import Body, Facet

Corner = tuple[float, float, float]
_AROUND = 10


def turned_body(profile: Sequence[Point], colour: str = "", top_colour: str = "", around: int = _AROUND) -> Body:
    """Turn a piece on a lathe.

    Args:
        profile: Its radius and height, from the foot up; it is closed on top.
        colour: "#rrggbb", or empty for its owner's.
        top_colour: Of its top; as the rest by default.
        around: How many sides it has instead of a round one.
    """
    rings = [[(r * cos(a), r * sin(a), z) for a in _angles(around)] for r, z in profile]
    facets = [
        facing((low[i - 1], low[i], high[i], high[i - 1]), _away(low[i - 1], low[i], rise), colour)
        for low, high in pairwise(rings)
        for rise in (low[0][2] - high[0][2],)
        for i in range(around)
        if abs(rise) > 1e-6 or low != high
    ]
    top = facing(tuple(rings[-1]), (0.0, 0.0, 1.0), top_colour or colour)
    return Body((*facets, top))


def _angles(around: int) -> Iterator[float]:
    return (2 * pi * i / around for i in range(around))


def _away(one: Corner, other: Corner, rise: float) -> Corner:
    """Give a way that leads outwards from the middle line; straight up where a side lies flat."""
    return one[0] + other[0], one[1] + other[1], 0.0 if abs(rise) > 1e-6 else 1e3


def cut_body(outline: Sequence[Point], thick_mm: float, colour: str = "") -> Body:
    """Cut a standing piece out of a board.

    Args:
        outline: To the right and down from the middle of its foot.
        thick_mm: How thick the board is.
    """
    front = [(x, thick_mm / 2, -y) for x, y in outline]
    back = [(x, -thick_mm / 2, -y) for x, y in outline]
    middle = np.mean([*front, *back], axis=0)
    walls = [(front[i - 1], front[i], back[i], back[i - 1]) for i in range(len(front))]
    return Body(
        (
            facing(tuple(front), (0.0, 1.0, 0.0), colour),
            facing(tuple(back), (0.0, -1.0, 0.0), colour),
            *(facing(wall, _from(middle, wall), colour) for wall in walls),
        )
    )


def house_body(wide: float, deep: float, walls: float, ridge: float, colours: Sequence[str]) -> Body:
    """Build a house around the middle of its floor, its ridge from west to east, its door in the south.

    Args:
        wide: From west to east, millimetres like all others.
        deep: From north to south.
        walls: How high they are.
        ridge: How high the ridge is.
        colours: Of walls, roof and door, "#rrggbb".
    """
    x, y, eave = wide / 2, deep / 2, 0.12 * deep
    wall, roof, door = colours
    low = walls - eave * (ridge - walls) / y
    sides = [
        facing(((-x, s * y, 0), (x, s * y, 0), (x, s * y, walls), (-x, s * y, walls)), (0, s, 0), wall)
        for s in (-1.0, 1.0)
    ]
    gables = [
        facing(((s * x, -y, 0), (s * x, y, 0), (s * x, y, walls), (s * x, 0, ridge), (s * x, -y, walls)), (s, 0, 0), wall)
        for s in (-1.0, 1.0)
    ]
    out = x + eave
    slopes = [
        facing(((-out, s * (y + eave), low), (out, s * (y + eave), low), (out, 0, ridge), (-out, 0, ridge)), (0, s, 1), roof)
        for s in (-1.0, 1.0)
    ]
    front = y + 0.15
    opening = facing(((-0.1 * wide, front, 0), (0.1 * wide, front, 0), (0.1 * wide, front, 0.65 * walls), (-0.1 * wide, front, 0.65 * walls)), (0, 1, 0), door)
    return Body((*sides, *gables, opening, *slopes))


def together(*bodies: Body) -> Body:
    """Put bodies together as one."""
    return Body(tuple(facet for body in bodies for facet in body.facets))


def facing(corners: Iterable[Corner], towards: Sequence[float], colour: str = "") -> Facet:
    """Make a facet that faces more or less a given way, its corners reversed where they must be."""
    points = np.array(tuple(corners), float)
    across = np.cross(points[1] - points[0], points[2] - points[0])
    ordered = points if across @ np.array(towards, float) >= 0 else points[::-1]
    return Facet(tuple((float(a), float(b), float(c)) for a, b, c in ordered), colour)


def _from(middle: np.ndarray[tuple[int, ...], np.dtype[np.float64]], wall: Iterable[Corner]) -> list[float]:
    away: list[float] = (np.mean(tuple(wall), axis=0) - middle).tolist()
    return away
