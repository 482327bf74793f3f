"""Styles by chance: what all the fields of one made-up box of Cornwall have in common.

No box of the shops is drawn here. Whatever a drawing may be, a wood is dark and green and full of crowns,
a mountain bare and grey or brown, a meadow light and open, a moor dull and wet, and in a village there are
roofs: the bounds below are wide, so that what is learned from the drawings is that, and not how one artist
saw it.
"""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from scoring.games.cornwall.land.fields import TERRAINS
from vision.simulator.made_up.styles import Bounds, Colour, Range, between

_GROUNDS: Mapping[str, tuple[tuple[float, Bounds], ...]] = {
    "moor": (
        (0.30, ((0.03, 0.11), (0.20, 0.60), (0.22, 0.50))),  # peat
        (0.30, ((0.72, 0.92), (0.10, 0.45), (0.28, 0.60))),  # heather
        (0.25, ((0.48, 0.66), (0.10, 0.45), (0.25, 0.58))),  # bog under mist
        (0.15, ((0.13, 0.24), (0.20, 0.50), (0.22, 0.45))),  # dead reeds
    ),
    "forest": (
        (0.85, ((0.22, 0.44), (0.35, 0.90), (0.14, 0.42))),
        (0.15, ((0.06, 0.16), (0.30, 0.7), (0.15, 0.35))),
    ),
    "mountain": (
        (0.60, ((0.0, 1.0), (0.0, 0.14), (0.36, 0.80))),  # granite
        (0.30, ((0.03, 0.12), (0.12, 0.45), (0.38, 0.75))),  # sandstone
        (0.10, ((0.55, 0.70), (0.08, 0.25), (0.45, 0.80))),  # blue with distance
    ),
    "village": (
        (0.60, ((0.07, 0.16), (0.08, 0.45), (0.62, 0.98))),  # sand and clay
        (0.25, ((0.16, 0.30), (0.15, 0.50), (0.60, 0.88))),  # trodden grass
        (0.15, ((0.0, 1.0), (0.0, 0.10), (0.60, 0.95))),  # cobbles
    ),
    "meadow": (
        (0.75, ((0.18, 0.34), (0.35, 0.85), (0.60, 0.95))),
        (0.25, ((0.13, 0.19), (0.40, 0.85), (0.70, 0.97))),  # ripe grass
    ),
}
_ROOFS: tuple[tuple[float, Bounds], ...] = (
    (0.55, ((0.0, 0.06), (0.45, 0.95), (0.35, 0.90))),
    (0.20, ((0.04, 0.10), (0.30, 0.80), (0.22, 0.60))),
    (0.25, ((0.54, 0.66), (0.20, 0.80), (0.25, 0.80))),
)
_CROWNS: tuple[tuple[float, Bounds], ...] = (
    (0.85, ((0.20, 0.45), (0.35, 0.95), (0.15, 0.55))),
    (0.10, ((0.12, 0.20), (0.40, 0.90), (0.25, 0.60))),
    (0.05, ((0.03, 0.10), (0.50, 0.90), (0.30, 0.70))),
)
_CLOTH: tuple[tuple[float, Bounds], ...] = (
    (0.40, ((0.96, 1.04), (0.60, 1.0), (0.50, 1.0))),
    (0.25, ((0.55, 0.68), (0.50, 1.0), (0.35, 1.0))),
    (0.15, ((0.0, 1.0), (0.0, 0.3), (0.03, 0.20))),
    (0.20, ((0.0, 1.0), (0.3, 1.0), (0.40, 1.0))),
)


class FieldPalette(NamedTuple):
    """The colours of a box; ``grounds`` by terrain."""

    grounds: Mapping[str, Colour]
    crowns: tuple[Colour, ...]
    roofs: tuple[Colour, ...]
    wall: Colour
    way: Colour
    water: Colour
    snow: Colour
    blossoms: tuple[Colour, ...]
    outline: Colour


class Manner(NamedTuple):
    """How a terrain is drawn; numbers are those expected on a field, sizes are in fields' heights.

    Attributes:
        kind: Which of the terrain's ways to draw it, 0 to 3.
        many: How many of its things there are, 0 to 1.
        size: How large they are, 0 to 1.
        grain: How uneven its ground is, coarse, middle and fine.
        edge: How much darker (or, below 0, lighter) it is along the border.
    """

    kind: int
    many: float
    size: float
    grain: NDArray[np.floating]
    edge: float


class Sign(NamedTuple):
    """How a symbol is drawn: which of its shapes, how large, and what lies under it.

    Attributes:
        badge: 0 for none, 1 a disc, 2 a shield, 3 a soft glow.
    """

    kind: int
    radius: float
    badge: int
    badge_colour: Colour
    first: Colour
    second: Colour
    roof: Colour
    is_outlined: bool


class FieldStyle(NamedTuple):
    """A box.

    Attributes:
        has_outlines: Whether a dark line runs around things.
        shade: How dark painted shadows are, 0 to 1, and ``light`` where painted light comes from, (2,).
        border: Width of the line between fields, in fields' heights, and ``border_colour``.
        wash: What all colours are drawn towards, and by how much.
        softness: Blur of the print, in pixels of a drawing.
        tremble: How far the hand that drew it strayed, in fields' heights.
        extras: How much stands about that means nothing.
    """

    palette: FieldPalette
    manners: Mapping[str, Manner]
    signs: Mapping[str, Sign]
    has_outlines: bool
    shade: float
    light: NDArray[np.floating]
    border: float
    border_colour: Colour
    wash: Colour
    wash_share: float
    softness: float
    tremble: float
    extras: float


def draw_style(chance: Generator) -> FieldStyle:
    """Make up a box."""
    palette = _palette(chance)
    angle = chance.uniform(0, 2 * np.pi)
    return FieldStyle(
        palette,
        {terrain: _manner(chance) for terrain in TERRAINS},
        {"flag": _flag(chance), "chapel": _building(chance), "cottage": _building(chance)},
        has_outlines=chance.random() < 0.5,
        shade=chance.uniform(0.1, 0.7),
        light=np.array([np.cos(angle), np.sin(angle)]),
        border=chance.uniform(0.004, 0.03) * (chance.random() < 0.7),
        border_colour=between(chance, ((0, 1), (0, 0.4), (0, 1))),
        wash=between(chance, ((0, 1), (0, 0.8), (0.2, 1))),
        wash_share=chance.uniform(0, 0.16),
        softness=chance.uniform(0, 0.9),
        tremble=chance.uniform(0, 0.02),
        extras=chance.random() ** 2 * 2.5,
    )


def _one_of(chance: Generator, shares: tuple[tuple[float, Bounds], ...]) -> Colour:
    weights = np.array([share for share, _ in shares])
    chosen = chance.choice(len(shares), p=weights / weights.sum())
    return between(chance, shares[chosen][1])


def _palette(chance: Generator) -> FieldPalette:
    return FieldPalette(
        grounds={terrain: _one_of(chance, shares) for terrain, shares in _GROUNDS.items()},
        crowns=tuple(_one_of(chance, _CROWNS[:1] if i == 0 else _CROWNS) for i in range(3)),
        roofs=tuple(_one_of(chance, _ROOFS) for _ in range(chance.integers(1, 4))),
        wall=between(chance, ((0.05, 0.17), (0, 0.35), (0.65, 1))),
        way=between(chance, ((0.06, 0.17), (0.05, 0.5), (0.5, 0.95))),
        water=between(chance, ((0.48, 0.68), (0.1, 0.7), (0.15, 0.75))),
        snow=between(chance, ((0.5, 0.7), (0, 0.12), (0.85, 1))),
        blossoms=tuple(between(chance, ((0, 1), (0.2, 0.9), (0.6, 1))) for _ in range(3)),
        outline=between(chance, ((0, 1), (0, 0.6), (0.02, 0.3))),
    )


def _manner(chance: Generator) -> Manner:
    return Manner(
        kind=int(chance.integers(0, 4)),
        many=chance.random(),
        size=chance.random(),
        grain=chance.uniform(0, (14, 12, 10)),
        edge=chance.uniform(-0.15, 0.35) * (chance.random() < 0.6),
    )


def _flag(chance: Generator) -> Sign:
    cloth = _one_of(chance, _CLOTH)
    other = between(
        chance, ((0, 1), (0, 0.4), (0.75, 1)) if chance.random() < 0.7 else ((0.1, 0.16), (0.5, 1), (0.7, 1))
    )
    return _sign(chance, (0.10, 0.20), cloth, other)


def _building(chance: Generator) -> Sign:
    wall = between(chance, ((0.03, 0.17), (0, 0.4), (0.6, 1)))
    door = between(chance, ((0.02, 0.12), (0.2, 0.9), (0.1, 0.45)))
    return _sign(chance, (0.13, 0.24), wall, door)


def _sign(chance: Generator, radius: Range, first: Colour, second: Colour) -> Sign:
    return Sign(
        kind=int(chance.integers(0, 4)),
        radius=chance.uniform(*radius),
        badge=int(chance.choice(4, p=[0.55, 0.15, 0.1, 0.2])),
        badge_colour=between(chance, ((0, 1), (0, 0.7), (0.4, 1))),
        first=first,
        second=second,
        roof=_one_of(chance, (*_ROOFS[:2], (0.25, ((0.08, 0.15), (0.3, 0.8), (0.4, 0.85))))),
        is_outlined=chance.random() < 0.75,
    )
