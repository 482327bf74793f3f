"""Flags, chapels and cottages as they may be printed on a field."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

import cv2
import numpy as np
from numpy.random import Generator

from vision.simulator.made_up.canvas import Painting, Points, disc, ellipse, spot, stamp
from vision.simulator.made_up.hexes.styles import FieldStyle, Sign
from vision.simulator.made_up.hexes.things import lighter

Draw = Callable[[Painting, Points, float, Sign, FieldStyle, Generator], None]
_SHIELD = np.array([[-1, -1.1], [1, -1.1], [1, 0.2], [0.6, 0.8], [0, 1.2], [-0.6, 0.8], [-1, 0.2]])
_LINE = 0.014


def draw_symbol(painting: Painting, name: str, at: Points, style: FieldStyle, chance: Generator) -> None:
    """Draw a symbol about a place of the field, with what lies under it."""
    sign = style.signs[name]
    radius = sign.radius * chance.uniform(0.92, 1.08)
    if sign.badge == 1:
        disc(painting, at, radius * 1.25 + _LINE, style.palette.outline)
        disc(painting, at, radius * 1.25, sign.badge_colour)
    elif sign.badge == 2:
        spot(painting, at + _SHIELD * (radius * 1.2 + _LINE), style.palette.outline)
        spot(painting, at + _SHIELD * radius * 1.2, sign.badge_colour)
    elif sign.badge == 3:
        glow = cv2.GaussianBlur(ellipse(at, radius * 1.2, radius * 1.2), (0, 0), 4)
        stamp(painting, np.asarray(glow, np.uint8), sign.badge_colour, 0.8)
    SYMBOLS[name](painting, at, radius, sign, style, chance)


def _filled(painting: Painting, points: Points, tone: Points, sign: Sign, style: FieldStyle) -> None:
    """Fill a polygon, with a dark line around it where the sign has one."""
    if sign.is_outlined:
        middle = points.mean(axis=0)
        away = points - middle
        far = np.maximum(np.linalg.norm(away, axis=1, keepdims=True), 1e-6)
        spot(painting, points + away / far * _LINE, style.palette.outline)
    spot(painting, points, tone)


def _box(left: float, top: float, right: float, bottom: float) -> Points:
    return np.array([[left, top], [right, top], [right, bottom], [left, bottom]])


# --- flags -----------------------------------------------------------------------------------------


def _flag(
    painting: Painting, at: Points, radius: float, sign: Sign, style: FieldStyle, chance: Generator
) -> None:
    lean = chance.uniform(-0.08, 0.08)
    pole = np.array([[-0.62, -1.15], [-0.48, -1.15], [-0.48 + lean, 1.15], [-0.66 + lean, 1.15]])
    spot(painting, at + (pole - style.light * 0.15) * radius, np.zeros(3), style.shade * 0.6)
    _filled(painting, at + pole * radius, lighter(style.palette.outline, 2.0), sign, style)
    cloth = _CLOTHS[sign.kind](chance)
    _filled(painting, at + cloth * radius, sign.first, sign, style)
    _charge(painting, at, radius, sign, cloth, chance)


def _waving(chance: Generator) -> Points:
    along = np.linspace(-0.5, 1.15, 9)
    wave = 0.13 * np.sin((along + chance.random()) * 4)
    return np.vstack([np.stack([along, wave - 1.1], 1), np.stack([along, wave + 0.05], 1)[::-1]])


def _pennant(chance: Generator) -> Points:
    return np.array([[-0.5, -1.1], [1.2, -0.55 + chance.uniform(-0.1, 0.1)], [-0.5, 0.0]])


def _swallowtail(chance: Generator) -> Points:
    notch = chance.uniform(0.4, 0.8)
    return np.array([[-0.5, -1.1], [1.2, -1.1], [notch, -0.55], [1.2, 0.0], [-0.5, 0.0]])


def _hanging(chance: Generator) -> Points:
    low = chance.uniform(0.4, 0.7)
    return np.array([[-0.5, -1.05], [0.6, -1.05], [0.6, low], [0.05, low - 0.3], [-0.5, low]])


_CLOTHS = (_waving, _pennant, _swallowtail, _hanging)


def _charge(
    painting: Painting, at: Points, radius: float, sign: Sign, cloth: Points, chance: Generator
) -> None:
    """Put a cross, a stripe or a dot on the cloth, or nothing."""
    kind, middle = int(sign.radius * 1e4) % 4, at + cloth.mean(axis=0) * radius
    size = 0.42 * radius
    if kind == 0:
        spot(painting, middle + _box(-0.25, -1, 0.25, 1) * size, sign.second)
        spot(painting, middle + _box(-1.1, -0.25, 1.1, 0.25) * size, sign.second)
    elif kind == 1:
        spot(painting, middle + _box(-1.2, -0.35, 1.0, 0.35) * size, sign.second)
    elif kind == 2:
        disc(painting, middle, size * chance.uniform(0.5, 0.65), sign.second)


# --- chapels ---------------------------------------------------------------------------------------


def _chapel(
    painting: Painting, at: Points, radius: float, sign: Sign, style: FieldStyle, chance: Generator
) -> None:
    spot(
        painting,
        at + (_box(-0.9, -0.3, 0.9, 0.95) - style.light * 0.2) * radius,
        np.zeros(3),
        style.shade * 0.5,
    )
    _CHAPELS[sign.kind](painting, at, radius, sign, style)
    if chance.random() < 0.5:
        disc(painting, at + np.array([0.35, 0.45]) * radius, radius * 0.12, sign.second)


def _with_spire(painting: Painting, at: Points, radius: float, sign: Sign, style: FieldStyle) -> None:
    """A nave beside a tower with a pointed roof, seen from the south."""
    _filled(painting, at + _box(-0.25, 0.0, 1.05, 0.95) * radius, sign.first, sign, style)
    _filled(
        painting,
        at + np.array([[-0.25, 0.05], [0.0, -0.45], [0.95, -0.45], [1.15, 0.05]]) * radius,
        sign.roof,
        sign,
        style,
    )
    _filled(painting, at + _box(-0.8, -0.4, -0.15, 0.95) * radius, lighter(sign.first, 0.9), sign, style)
    _filled(
        painting,
        at + np.array([[-0.9, -0.4], [-0.475, -1.15], [-0.05, -0.4]]) * radius,
        sign.roof,
        sign,
        style,
    )
    _cross(painting, at + np.array([-0.475, -1.2]) * radius, radius * 0.3, style.palette.outline)
    _arch(painting, at + np.array([-0.475, 0.95]) * radius, radius * 0.17, sign)


def _from_above(painting: Painting, at: Points, radius: float, sign: Sign, style: FieldStyle) -> None:
    """Two roofs that cross each other."""
    _filled(painting, at + _box(-1.0, -0.35, 1.0, 0.35) * radius, sign.roof, sign, style)
    _filled(painting, at + _box(-0.35, -1.0, 0.3, 1.1) * radius, sign.roof, sign, style)
    for part in (_box(-1.0, -0.35, 1.0, 0.0), _box(-0.35, -1.0, 0.0, 1.1)):
        spot(painting, at + part * radius, lighter(sign.roof, 1.25))
    _filled(painting, at + _box(-0.4, 0.55, 0.35, 1.2) * radius, sign.first, sign, style)
    _cross(painting, at, radius * 0.4, lighter(sign.first, 1.1))


def _with_gable(painting: Painting, at: Points, radius: float, sign: Sign, style: FieldStyle) -> None:
    """A gable with a bell and a cross on top."""
    wall = np.array([[-0.75, 1.0], [-0.75, -0.1], [0, -0.85], [0.75, -0.1], [0.75, 1.0]])
    _filled(painting, at + wall * radius, sign.first, sign, style)
    for side in (-1, 1):
        slope = np.array([[side * 0.95, 0.1], [side * 0.8, -0.15], [0, -1.0], [0, -0.72]])
        spot(painting, at + slope * radius, sign.roof)
    _cross(painting, at + np.array([0, -1.05]) * radius, radius * 0.35, style.palette.outline)
    _arch(painting, at + np.array([0, 1.0]) * radius, radius * 0.28, sign)
    disc(painting, at + np.array([0, -0.1]) * radius, radius * 0.16, sign.second)


def _battled(painting: Painting, at: Points, radius: float, sign: Sign, style: FieldStyle) -> None:
    """A long stone nave with a battlemented tower in front, as they stand in Cornwall."""
    _filled(
        painting,
        at + np.array([[-1.1, 0.9], [-1.1, 0.1], [-0.8, -0.35], [0.3, -0.35], [0.3, 0.9]]) * radius,
        sign.roof,
        sign,
        style,
    )
    _filled(painting, at + _box(-1.1, 0.3, 0.3, 0.95) * radius, sign.first, sign, style)
    tower = np.array(
        [
            [0.2, 0.95],
            [0.2, -1.0],
            [0.38, -1.0],
            [0.38, -0.8],
            [0.6, -0.8],
            [0.6, -1.0],
            [0.78, -1.0],
            [0.78, 0.95],
        ]
    )
    _filled(painting, at + (tower - [0.0, 0]) * radius, lighter(sign.first, 0.85), sign, style)
    _arch(painting, at + np.array([0.5, 0.1]) * radius, radius * 0.12, sign)
    _cross(painting, at + np.array([0.5, -1.05]) * radius, radius * 0.25, style.palette.outline)


def _cross(painting: Painting, foot: Points, size: float, tone: Points) -> None:
    thick = max(size * 0.16, 0.007)
    spot(
        painting,
        foot + np.array([[-thick, -size], [thick, -size], [thick, size * 0.3], [-thick, size * 0.3]]),
        tone,
    )
    spot(
        painting,
        foot
        + np.array(
            [
                [-size * 0.5, -size * 0.7],
                [size * 0.5, -size * 0.7],
                [size * 0.5, -size * 0.7 + 2 * thick],
                [-size * 0.5, -size * 0.7 + 2 * thick],
            ]
        ),
        tone,
    )


def _arch(painting: Painting, foot: Points, wide: float, sign: Sign) -> None:
    spot(painting, foot + np.array([[-1, 0], [-1, -1.4], [0, -2.2], [1, -1.4], [1, 0]]) * wide, sign.second)


_CHAPELS = (_with_spire, _from_above, _with_gable, _battled)


# --- cottages --------------------------------------------------------------------------------------


def _cottage(
    painting: Painting, at: Points, radius: float, sign: Sign, style: FieldStyle, chance: Generator
) -> None:
    if sign.kind != 3:
        spot(
            painting,
            at + (_box(-0.9, -0.2, 0.9, 0.95) - style.light * 0.2) * radius,
            np.zeros(3),
            style.shade * 0.5,
        )
    _COTTAGES[sign.kind](painting, at, radius, sign, style)
    if chance.random() < 0.3:
        for _ in range(4):
            bush = at + np.array([chance.uniform(-1.1, 1.1), chance.uniform(0.85, 1.1)]) * radius
            disc(painting, bush, radius * 0.14, style.palette.crowns[0])


def _thatched(painting: Painting, at: Points, radius: float, sign: Sign, style: FieldStyle) -> None:
    """A low white house below a large roof, two windows and a door."""
    _filled(painting, at + _box(0.45, -1.15, 0.72, -0.4) * radius, lighter(sign.second, 1.2), sign, style)
    _filled(painting, at + _box(-0.95, 0.0, 0.95, 0.85) * radius, sign.first, sign, style)
    roof = np.array([[-1.2, 0.12], [-1.05, -0.35], [-0.7, -0.85], [0.7, -0.85], [1.05, -0.35], [1.2, 0.12]])
    _filled(painting, at + roof * radius, sign.roof, sign, style)
    spot(
        painting,
        at + np.array([[-1.2, 0.12], [-1.15, -0.05], [1.15, -0.05], [1.2, 0.12]]) * radius,
        lighter(sign.roof, 0.7),
    )
    for left, top, right, bottom in (
        (-0.75, 0.28, -0.35, 0.6),
        (0.35, 0.28, 0.75, 0.6),
        (-0.17, 0.25, 0.17, 0.85),
    ):
        spot(painting, at + _box(left, top, right, bottom) * radius, sign.second)


def _gabled(painting: Painting, at: Points, radius: float, sign: Sign, style: FieldStyle) -> None:
    """A house seen from a corner: its gable, its long wall and the roof over it."""
    gable = np.array([[-1.0, 0.9], [-1.0, -0.05], [-0.55, -0.75], [-0.1, -0.05], [-0.1, 0.9]])
    _filled(painting, at + _box(-0.15, -0.05, 1.05, 0.85) * radius, lighter(sign.first, 0.85), sign, style)
    _filled(painting, at + gable * radius, sign.first, sign, style)
    roof = np.array([[-0.6, -0.85], [0.75, -0.85], [1.2, 0.05], [-0.1, 0.05]])
    _filled(painting, at + roof * radius, sign.roof, sign, style)
    spot(painting, at + _box(-0.7, 0.25, -0.4, 0.9) * radius, sign.second)
    for left in (0.15, 0.6):
        spot(painting, at + _box(left, 0.3, left + 0.28, 0.6) * radius, sign.second)


def _hipped(painting: Painting, at: Points, radius: float, sign: Sign, style: FieldStyle) -> None:
    """A roof of four sides from above, in a fenced garden."""
    _filled(
        painting,
        at + _box(-1.15, -0.95, 1.15, 0.95) * radius,
        lighter(style.palette.grounds["meadow"], 0.85),
        sign,
        style,
    )
    corners = at + _box(-0.85, -0.6, 0.85, 0.6) * radius
    west, east = at + np.array([-0.4, 0]) * radius, at + np.array([0.4, 0]) * radius
    _filled(painting, corners, sign.roof, sign, style)
    for side, tone in (
        (np.array([corners[0], corners[1], east, west]), 1.25),
        (np.array([corners[1], corners[2], east]), 1.0),
        (np.array([corners[2], corners[3], west, east]), 0.7),
    ):
        spot(painting, side, lighter(sign.roof, tone))
    _filled(painting, at + _box(0.1, -0.4, 0.32, -0.15) * radius, lighter(sign.first, 0.8), sign, style)


def _sign_of_house(painting: Painting, at: Points, radius: float, sign: Sign, style: FieldStyle) -> None:
    """Only the shape of a house, in one colour."""
    shape = np.array([
        [-0.8, 0.95], [-0.8, 0.0], [-1.1, 0.0], [0, -1.05], [0.55, -0.5], [0.55, -0.95],
        [0.8, -0.95], [0.8, -0.27], [1.1, 0.0], [0.8, 0.0], [0.8, 0.95],
    ])  # fmt: skip
    _filled(painting, at + shape * radius, sign.roof if sign.badge else sign.first, sign, style)
    spot(painting, at + _box(-0.2, 0.3, 0.2, 0.95) * radius, sign.second)


_COTTAGES = (_thatched, _gabled, _hipped, _sign_of_house)

SYMBOLS: Mapping[str, Draw] = MappingProxyType({"flag": _flag, "chapel": _chapel, "cottage": _cottage})
"""How every symbol is drawn."""
