"""Flags, chapels and cottages as they may be printed on a field."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import ArrayLike

from vision.simulator.made_up.canvas import Points, ellipse
from vision.simulator.made_up.hexes.styles import Sign
from vision.simulator.made_up.hexes.things import FieldBrush, lighter
from vision.simulator.made_up.styles import Colour

_SHIELD = np.array([[-1, -1.1], [1, -1.1], [1, 0.2], [0.6, 0.8], [0, 1.2], [-0.6, 0.8], [-1, 0.2]])
_LINE = 0.014


class _Pen(NamedTuple):
    """What draws one symbol, about its place and as large as it is.

    Attributes:
        brush: What paints its field.
        at: The middle of the symbol.
        radius: How large it is.
        sign: How the box draws it.
    """

    brush: FieldBrush
    at: Points
    radius: float
    sign: Sign

    def place(self, shape: ArrayLike) -> Points:
        """Give the places of points that are counted in radii from the middle."""
        return np.asarray(self.at + np.asarray(shape) * self.radius)

    def fill(self, shape: ArrayLike, tone: Colour) -> None:
        """Fill a polygon, with a dark line around it where the sign has one."""
        line = self.brush.style.palette.outline if self.sign.is_outlined else None
        self.brush.fill(self.place(shape), tone, line, _LINE)

    def spot(self, shape: ArrayLike, tone: Colour, strength: float = 1.0) -> None:
        """Fill a polygon without any line."""
        self.brush.spot(self.place(shape), tone, strength)

    def disc(self, middle: ArrayLike, radius: float, tone: Colour) -> None:
        """Paint a disc."""
        self.brush.disc(self.place(middle), radius * self.radius, tone)

    def shadow(self, shape: Points, away: float, share: float) -> None:
        """Paint the shadow of a polygon, so far from it."""
        self.spot(shape - self.brush.style.light * away, np.zeros(3), self.brush.style.shade * share)

    def cross(self, foot: ArrayLike, size: float, tone: Colour) -> None:
        """Paint a cross, so high for the symbol's radius."""
        at, high = self.place(foot), size * self.radius
        thick = max(high * 0.16, 0.007)
        self.brush.spot(at + _box(-thick, -high, thick, high * 0.3), tone)
        bar = _box(-high * 0.5, -high * 0.7, high * 0.5, -high * 0.7 + 2 * thick)
        self.brush.spot(at + bar, tone)

    def arch(self, foot: ArrayLike, wide: float) -> None:
        """Paint a pointed door or window."""
        shape = np.array([[-1, 0], [-1, -1.4], [0, -2.2], [1, -1.4], [1, 0]])
        self.brush.spot(self.place(foot) + shape * (wide * self.radius), self.sign.second)


def draw_symbol(brush: FieldBrush, name: str, at: Points) -> None:
    """Draw a symbol about a place of the field, with what lies under it."""
    _, style, chance = brush
    sign = style.signs[name]
    radius = sign.radius * chance.uniform(0.92, 1.08)
    if sign.badge == 1:
        brush.disc(at, radius * 1.25 + _LINE, style.palette.outline)
        brush.disc(at, radius * 1.25, sign.badge_colour)
    elif sign.badge == 2:
        brush.spot(at + _SHIELD * (radius * 1.2 + _LINE), style.palette.outline)
        brush.spot(at + _SHIELD * radius * 1.2, sign.badge_colour)
    elif sign.badge == 3:
        glow = cv2.GaussianBlur(ellipse(at, radius * 1.2, radius * 1.2), (0, 0), 4)
        brush.stamp(np.asarray(glow, np.uint8), sign.badge_colour, 0.8)
    SYMBOLS[name](_Pen(brush, at, radius, sign), chance)


def _box(left: float, top: float, right: float, bottom: float) -> Points:
    return np.array([[left, top], [right, top], [right, bottom], [left, bottom]])


# --- flags -----------------------------------------------------------------------------------------


def _flag(pen: _Pen, chance: Generator) -> None:
    lean = chance.uniform(-0.08, 0.08)
    pole = np.array([[-0.62, -1.15], [-0.48, -1.15], [-0.48 + lean, 1.15], [-0.66 + lean, 1.15]])
    pen.shadow(pole, 0.15, 0.6)
    pen.fill(pole, lighter(pen.brush.style.palette.outline, 2.0))
    cloth = _CLOTHS[pen.sign.kind](chance)
    pen.fill(cloth, pen.sign.first)
    _charge(pen, cloth, chance)


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


def _charge(pen: _Pen, cloth: Points, chance: Generator) -> None:
    """Put a cross, a stripe or a dot on the cloth, or nothing."""
    kind, size, second = int(pen.sign.radius * 1e4) % 4, 0.42 * pen.radius, pen.sign.second
    middle = pen.place(cloth.mean(axis=0))
    if kind == 0:
        pen.brush.spot(middle + _box(-0.25, -1, 0.25, 1) * size, second)
        pen.brush.spot(middle + _box(-1.1, -0.25, 1.1, 0.25) * size, second)
    elif kind == 1:
        pen.brush.spot(middle + _box(-1.2, -0.35, 1.0, 0.35) * size, second)
    elif kind == 2:
        pen.brush.disc(middle, size * chance.uniform(0.5, 0.65), second)


# --- chapels ---------------------------------------------------------------------------------------


def _chapel(pen: _Pen, chance: Generator) -> None:
    pen.shadow(_box(-0.9, -0.3, 0.9, 0.95), 0.2, 0.5)
    _CHAPELS[pen.sign.kind](pen)
    if chance.random() < 0.5:
        pen.disc([0.35, 0.45], 0.12, pen.sign.second)


def _with_spire(pen: _Pen) -> None:
    """A nave beside a tower with a pointed roof, seen from the south."""
    sign = pen.sign
    pen.fill(_box(-0.25, 0.0, 1.05, 0.95), sign.first)
    pen.fill([[-0.25, 0.05], [0.0, -0.45], [0.95, -0.45], [1.15, 0.05]], sign.roof)
    pen.fill(_box(-0.8, -0.4, -0.15, 0.95), lighter(sign.first, 0.9))
    pen.fill([[-0.9, -0.4], [-0.475, -1.15], [-0.05, -0.4]], sign.roof)
    pen.cross([-0.475, -1.2], 0.3, pen.brush.style.palette.outline)
    pen.arch([-0.475, 0.95], 0.17)


def _from_above(pen: _Pen) -> None:
    """Two roofs that cross each other."""
    sign = pen.sign
    pen.fill(_box(-1.0, -0.35, 1.0, 0.35), sign.roof)
    pen.fill(_box(-0.35, -1.0, 0.3, 1.1), sign.roof)
    for part in (_box(-1.0, -0.35, 1.0, 0.0), _box(-0.35, -1.0, 0.0, 1.1)):
        pen.spot(part, lighter(sign.roof, 1.25))
    pen.fill(_box(-0.4, 0.55, 0.35, 1.2), sign.first)
    pen.cross([0, 0], 0.4, lighter(sign.first, 1.1))


def _with_gable(pen: _Pen) -> None:
    """A gable with a bell and a cross on top."""
    sign = pen.sign
    pen.fill([[-0.75, 1.0], [-0.75, -0.1], [0, -0.85], [0.75, -0.1], [0.75, 1.0]], sign.first)
    for side in (-1, 1):
        pen.spot([[side * 0.95, 0.1], [side * 0.8, -0.15], [0, -1.0], [0, -0.72]], sign.roof)
    pen.cross([0, -1.05], 0.35, pen.brush.style.palette.outline)
    pen.arch([0, 1.0], 0.28)
    pen.disc([0, -0.1], 0.16, sign.second)


_TOWER = np.array([
    [0.2, 0.95], [0.2, -1.0], [0.38, -1.0], [0.38, -0.8],
    [0.6, -0.8], [0.6, -1.0], [0.78, -1.0], [0.78, 0.95],
])  # fmt: skip


def _battled(pen: _Pen) -> None:
    """A long stone nave with a battlemented tower in front, as they stand in Cornwall."""
    sign = pen.sign
    pen.fill([[-1.1, 0.9], [-1.1, 0.1], [-0.8, -0.35], [0.3, -0.35], [0.3, 0.9]], sign.roof)
    pen.fill(_box(-1.1, 0.3, 0.3, 0.95), sign.first)
    pen.fill(_TOWER, lighter(sign.first, 0.85))
    pen.arch([0.5, 0.1], 0.12)
    pen.cross([0.5, -1.05], 0.25, pen.brush.style.palette.outline)


_CHAPELS = (_with_spire, _from_above, _with_gable, _battled)


# --- cottages --------------------------------------------------------------------------------------


def _cottage(pen: _Pen, chance: Generator) -> None:
    if pen.sign.kind != 3:
        pen.shadow(_box(-0.9, -0.2, 0.9, 0.95), 0.2, 0.5)
    _COTTAGES[pen.sign.kind](pen)
    if chance.random() < 0.3:
        for _ in range(4):
            bush = [chance.uniform(-1.1, 1.1), chance.uniform(0.85, 1.1)]
            pen.disc(bush, 0.14, pen.brush.style.palette.crowns[0])


def _thatched(pen: _Pen) -> None:
    """A low white house below a large roof, two windows and a door."""
    sign = pen.sign
    pen.fill(_box(0.45, -1.15, 0.72, -0.4), lighter(sign.second, 1.2))
    pen.fill(_box(-0.95, 0.0, 0.95, 0.85), sign.first)
    roof = [[-1.2, 0.12], [-1.05, -0.35], [-0.7, -0.85], [0.7, -0.85], [1.05, -0.35], [1.2, 0.12]]
    pen.fill(roof, sign.roof)
    pen.spot([[-1.2, 0.12], [-1.15, -0.05], [1.15, -0.05], [1.2, 0.12]], lighter(sign.roof, 0.7))
    for hole in ((-0.75, 0.28, -0.35, 0.6), (0.35, 0.28, 0.75, 0.6), (-0.17, 0.25, 0.17, 0.85)):
        pen.spot(_box(*hole), sign.second)


def _gabled(pen: _Pen) -> None:
    """A house seen from a corner: its gable, its long wall and the roof over it."""
    sign = pen.sign
    pen.fill(_box(-0.15, -0.05, 1.05, 0.85), lighter(sign.first, 0.85))
    pen.fill([[-1.0, 0.9], [-1.0, -0.05], [-0.55, -0.75], [-0.1, -0.05], [-0.1, 0.9]], sign.first)
    pen.fill([[-0.6, -0.85], [0.75, -0.85], [1.2, 0.05], [-0.1, 0.05]], sign.roof)
    pen.spot(_box(-0.7, 0.25, -0.4, 0.9), sign.second)
    for left in (0.15, 0.6):
        pen.spot(_box(left, 0.3, left + 0.28, 0.6), sign.second)


def _hipped(pen: _Pen) -> None:
    """A roof of four sides from above, in a fenced garden."""
    sign = pen.sign
    pen.fill(_box(-1.15, -0.95, 1.15, 0.95), lighter(pen.brush.style.palette.grounds["meadow"], 0.85))
    corners, west, east = _box(-0.85, -0.6, 0.85, 0.6), np.array([-0.4, 0]), np.array([0.4, 0])
    pen.fill(corners, sign.roof)
    pen.spot([corners[0], corners[1], east, west], lighter(sign.roof, 1.25))
    pen.spot([corners[1], corners[2], east], lighter(sign.roof, 1.0))
    pen.spot([corners[2], corners[3], west, east], lighter(sign.roof, 0.7))
    pen.fill(_box(0.1, -0.4, 0.32, -0.15), lighter(sign.first, 0.8))


def _sign_of_house(pen: _Pen) -> None:
    """Only the shape of a house, in one colour."""
    shape = np.array([
        [-0.8, 0.95], [-0.8, 0.0], [-1.1, 0.0], [0, -1.05], [0.55, -0.5], [0.55, -0.95],
        [0.8, -0.95], [0.8, -0.27], [1.1, 0.0], [0.8, 0.0], [0.8, 0.95],
    ])  # fmt: skip
    pen.fill(shape, pen.sign.roof if pen.sign.badge else pen.sign.first)
    pen.spot(_box(-0.2, 0.3, 0.2, 0.95), pen.sign.second)


_COTTAGES = (_thatched, _gabled, _hipped, _sign_of_house)

SYMBOLS: Mapping[str, Callable[[_Pen, Generator], None]] = MappingProxyType(
    {"flag": _flag, "chapel": _chapel, "cottage": _cottage}
)
"""How every symbol is drawn."""
