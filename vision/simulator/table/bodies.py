"""Bodies made of flat sides: turned on a lathe, cut out of a board, or built like a house."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import cos, pi, sin
from typing import NamedTuple

import numpy as np

from scoring.picture import Point
from vision.simulator.table.things import Body, Facet

Corner = tuple[float, float, float]
_AROUND = 10


def turned_body(
    profile: Sequence[Point], colour: str = "", top_colour: str = "", around: int = _AROUND
) -> Body:
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


def _away(corner: Corner, other: Corner, rise: float) -> Corner:
    """Give a way that leads outwards from the middle line; straight up where a side lies flat."""
    return corner[0] + other[0], corner[1] + other[1], 0.0 if abs(rise) > 1e-6 else 1e3


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


class House(NamedTuple):
    """How large a house is, in millimetres.

    Attributes:
        wide: From west to east, as its ridge runs.
        deep: From north to south, where its door is.
        walls: How high they are.
        ridge: How high the ridge is.
    """

    wide: float
    deep: float
    walls: float
    ridge: float


def house_body(size: House, wall: str, roof: str, door: str) -> Body:
    """Build a house around the middle of its floor, each part in its colour, "#rrggbb"."""
    x, y, high = size.wide / 2, size.deep / 2, size.walls
    over = 0.12 * size.deep
    low, out = high - over * (size.ridge - high) / y, x + over
    facets = []
    for s in (-1.0, 1.0):
        long = (-x, s * y, 0), (x, s * y, 0), (x, s * y, high), (-x, s * y, high)
        gable = (s * x, -y, 0), (s * x, y, 0), (s * x, y, high), (s * x, 0, size.ridge), (s * x, -y, high)
        facets += [facing(long, (0, s, 0), wall), facing(gable, (s, 0, 0), wall)]
    left, right, front, top = -0.1 * size.wide, 0.1 * size.wide, y + 0.15, 0.65 * high
    opening = (left, front, 0), (right, front, 0), (right, front, top), (left, front, top)
    facets.append(facing(opening, (0, 1, 0), door))
    for s in (-1.0, 1.0):
        eave = s * (y + over)
        slope = (-out, eave, low), (out, eave, low), (out, 0, size.ridge), (-out, 0, size.ridge)
        facets.append(facing(slope, (0, s, 1), roof))
    return Body(tuple(facets))


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
