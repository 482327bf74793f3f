"""The ground of a field and what grows or stands on it, terrain by terrain."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

import numpy as np
from numpy.random import Generator

from vision.simulator.made_up.canvas import Points, line
from vision.simulator.made_up.hexes import things
from vision.simulator.made_up.hexes.styles import FieldStyle
from vision.simulator.made_up.hexes.things import FieldBrush, lighter

Draw = Callable[[FieldBrush, Points | None], None]
_CLEAR = 1.1
"""How far from a symbol things stay, in the symbol's radii."""


def _spread(chance: Generator, number: int, apart: float, away: Points | None, clear: float) -> Points:
    """Choose places over a field, some well inside, none near another or a symbol; north first."""
    found: list[Points] = []
    inside, anywhere = chance.uniform(0.22, 0.78, (number, 2)), chance.uniform(-0.02, 1.02, (number * 2, 2))
    for at in (*inside[: 1 + number // 2], *anywhere):
        if len(found) == number:
            break
        is_near = any(float(np.abs(at - other).max()) < apart for other in found)
        if not is_near and (away is None or float(np.linalg.norm(at - away)) > clear):
            found.append(at)
    return np.array(sorted(found, key=lambda at: float(at[1]))).reshape(-1, 2)


def _clear(style: FieldStyle) -> float:
    return _CLEAR * max(sign.radius for sign in style.signs.values())


def _any(chance: Generator, some: tuple[Points, ...]) -> Points:
    return some[int(chance.integers(len(some)))] * chance.uniform(0.8, 1.2)


def _forest(brush: FieldBrush, symbol: Points | None) -> None:
    _, style, chance = brush
    manner = style.manners["forest"]
    radius = 0.05 + 0.07 * manner.size
    number = int((0.5 + 0.7 * manner.many) / radius**2 / 4.5)
    for at in _spread(chance, number, radius * 0.9, symbol, _clear(style) * 0.8):
        tone, here = _any(chance, style.palette.crowns), radius * chance.uniform(0.75, 1.2)
        is_fir = manner.kind == 0 or (manner.kind == 1 and chance.random() < 0.5)
        if is_fir:
            things.conifer(brush, at, here, tone)
        else:
            things.tree(brush, at, here, tone)


def _mountain(brush: FieldBrush, symbol: Points | None) -> None:
    _, style, chance = brush
    manner, tone = style.manners["mountain"], style.palette.grounds["mountain"]
    clear = _clear(style) * 0.9
    if manner.kind < 3:
        size = 0.14 + 0.16 * manner.size
        for at in _spread(chance, 2 + int(5 * manner.many), size * 0.8, symbol, clear):
            things.peak(brush, at, size * chance.uniform(0.7, 1.2), lighter(tone, chance.uniform(0.85, 1.1)))
    if manner.kind in (0, 3):
        size = 0.05 + 0.08 * manner.size
        for at in _spread(chance, 6 + int(14 * manner.many), size, symbol, clear):
            things.rock(brush, at, size * chance.uniform(0.5, 1.2), lighter(tone, chance.uniform(0.8, 1.15)))


def _village(brush: FieldBrush, symbol: Points | None) -> None:
    _, style, chance = brush
    manner = style.manners["village"]
    if chance.random() < 0.6:
        ends = chance.uniform(0, 1, (2, 2)) * [[0, 1], [0, 1]] + [[0, 0], [1, 0]]
        brush.stamp(
            line(np.array([ends[0], [0.5, 0.5], ends[1]]), chance.uniform(0.05, 0.1)), style.palette.way
        )
    for at in _spread(chance, chance.poisson(2), 0.1, symbol, _clear(style)):
        things.tree(brush, at, 0.04, _any(chance, style.palette.crowns))
    size = 0.06 + 0.06 * manner.size
    for at in _spread(chance, 4 + int(9 * manner.many), size * 1.8, symbol, _clear(style)):
        drawn = things.front if manner.kind == 0 else things.house
        drawn(brush, at, size * chance.uniform(0.8, 1.2), _any(chance, style.palette.roofs))


def _meadow(brush: FieldBrush, symbol: Points | None) -> None:
    _, style, chance = brush
    manner, tone = style.manners["meadow"], style.palette.grounds["meadow"]
    if manner.kind == 1:
        _furrows(brush, tone)
    if manner.kind in (2, 3):
        for _ in range(chance.integers(1, 4)):
            things.hedge(brush, chance.uniform(-0.1, 1.1, (2, 2)))
    for at in _spread(chance, int(4 + 30 * manner.many), 0.03, symbol, 0.0):
        if manner.kind == 0 or chance.random() < 0.3:
            brush.disc(at, chance.uniform(0.006, 0.016), style.palette.blossoms[int(chance.integers(3))])
        else:
            things.reeds(brush, at, 0.03 + 0.02 * manner.size, lighter(tone, 0.75))
    for at in _spread(chance, chance.poisson(2.5 * manner.many), 0.08, symbol, _clear(style)):
        things.sheep(brush, at, chance.uniform(0.02, 0.035))
    for at in _spread(chance, chance.poisson(0.8), 0.15, symbol, _clear(style)):
        things.tree(brush, at, chance.uniform(0.04, 0.07), _any(chance, style.palette.crowns))


def _furrows(brush: FieldBrush, tone: Points) -> None:
    chance = brush.chance
    angle, wide = chance.uniform(0, np.pi), chance.uniform(0.03, 0.08)
    along = np.array([np.cos(angle), np.sin(angle)])
    across = np.array([-along[1], along[0]])
    for step in np.arange(-0.7, 0.7, 2 * wide):
        ends = 0.5 + across * step + along * np.array([[-0.8], [0.8]])
        brush.stamp(line(ends, wide), lighter(tone, 0.9), 0.7)


def _moor(brush: FieldBrush, symbol: Points | None) -> None:
    _, style, chance = brush
    manner, tone = style.manners["moor"], style.palette.grounds["moor"]
    if manner.kind in (0, 1, 3):
        for at in _spread(chance, 2 + int(5 * manner.many), 0.16, symbol, _clear(style)):
            things.pool(brush, at, 0.07 + 0.08 * manner.size)
    if manner.kind in (1, 2):
        heather = lighter(np.array([150.0, 80, 150]) * chance.uniform(0.6, 1.3, 3), 1.0)
        for at in _spread(chance, int(15 + 40 * manner.many), 0.02, symbol, 0.0):
            brush.disc(at, chance.uniform(0.008, 0.022), lighter(heather, chance.uniform(0.6, 1.3)), 0.8)
    for at in _spread(chance, int(4 + 14 * manner.many), 0.06, symbol, _clear(style) * 0.7):
        things.reeds(brush, at, 0.05 + 0.04 * manner.size, lighter(tone, chance.choice([0.6, 1.5])))
    if chance.random() < 0.25:
        for at in _spread(chance, 2, 0.2, symbol, _clear(style)):
            things.rock(brush, at, 0.04, np.full(3, 120.0))


GROUNDS: Mapping[str, Draw] = MappingProxyType(
    {"moor": _moor, "forest": _forest, "mountain": _mountain, "village": _village, "meadow": _meadow}
)
"""What is drawn on the ground of every terrain."""
