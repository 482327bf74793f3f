"""Painting in tile units: lines, shapes and grain on a square picture of one tile."""

from typing import Generic, NamedTuple, TypeVar

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import ArrayLike, NDArray

from vision.simulator.made_up.styles import Colour

SIDE_PX = 96
_SHIFT = 4

Style = TypeVar("Style")
Points = NDArray[np.floating]
"""(n, 2) x east and y south, 0 to 1 within the tile."""
Mask = NDArray[np.uint8]
"""(96, 96), 0 to 255."""
Painting = NDArray[np.float32]
"""(96, 96, 3) blue, green and red, 0 to 255; painted into."""

_RING = np.stack([np.cos(np.linspace(0, 2 * np.pi, 15)[:-1]), np.sin(np.linspace(0, 2 * np.pi, 15)[:-1])], 1)


def turned(points: object, turns: int) -> Points:
    """Turn points of the tile clockwise by quarter turns."""
    found = np.array(points, float)
    for _ in range(turns % 4):
        found = np.stack([1 - found[:, 1], found[:, 0]], 1)
    return found


def bent(start: object, lead: object, arrive: object, end: object, number: int = 20) -> Points:
    """Give points along a cubic Bezier curve."""
    share = np.linspace(0, 1, number)[:, None]
    a, b, c, d = (np.asarray(each, float) for each in (start, lead, arrive, end))
    rest = 1 - share
    return np.asarray(rest**3 * a + 3 * rest**2 * share * b + 3 * rest * share**2 * c + share**3 * d)


def _fixed(points: Points) -> NDArray[np.int32]:
    return np.asarray(np.round(np.asarray(points) * SIDE_PX * (1 << _SHIFT)), np.int32)


def blank() -> Mask:
    """Give a mask of nothing."""
    return np.zeros((SIDE_PX, SIDE_PX), np.uint8)


def area(points: Points) -> Mask:
    """Mask a polygon."""
    mask = blank()
    cv2.fillPoly(mask, [_fixed(points)], 255, cv2.LINE_AA, _SHIFT)
    return mask


def line(points: Points, width: float) -> Mask:
    """Mask a line of a width."""
    mask = blank()
    cv2.polylines(mask, [_fixed(points)], False, 255, max(1, round(width * SIDE_PX)), cv2.LINE_AA, _SHIFT)
    return mask


def ellipse(middle: Points, wide: float, high: float) -> Mask:
    """Mask an ellipse given by its half axes."""
    return area(np.asarray(middle) + _RING * [wide, high])


class Brush(NamedTuple, Generic[Style]):
    """What paints a tile.

    Attributes:
        painting: Painted into.
        style: Of the box.
        chance: For what differs from tile to tile.
    """

    painting: Painting
    style: Style
    chance: Generator

    def stamp(self, mask: Mask, colour: Colour | Painting, strength: float = 1.0) -> None:
        """Paint a colour, or another painting, through a mask."""
        stamp(self.painting, mask, colour, strength)

    def spot(self, points: ArrayLike, colour: Colour, strength: float = 1.0) -> None:
        """Fill a small polygon, touching only the pixels around it."""
        points = np.asarray(points)
        low = np.maximum(np.floor(points.min(axis=0) * SIDE_PX).astype(int) - 1, 0)
        high = np.minimum(np.ceil(points.max(axis=0) * SIDE_PX).astype(int) + 2, SIDE_PX)
        if (high <= low).any():
            return
        mask = np.zeros((high[1] - low[1], high[0] - low[0]), np.uint8)
        cv2.fillPoly(mask, [_fixed(points - low / SIDE_PX)], 255, cv2.LINE_AA, _SHIFT)
        stamp(self.painting[low[1] : high[1], low[0] : high[0]], mask, colour, strength)

    def fill(self, points: Points, tone: Colour, outline: Colour | None, wide: float) -> None:
        """Fill a small polygon, with a line of some colour around it if any, so wide."""
        if outline is not None:
            away = points - points.mean(axis=0)
            far = np.maximum(np.linalg.norm(away, axis=1, keepdims=True), 1e-6)
            self.spot(points + away / far * wide, outline)
        self.spot(points, tone)

    def disc(self, middle: ArrayLike, radius: float, colour: Colour, strength: float = 1.0) -> None:
        """Paint a small disc."""
        self.spot(np.asarray(middle) + _RING * radius, colour, strength)


def stamp(painting: Painting, mask: Mask, colour: Colour | Painting, strength: float = 1.0) -> None:
    """Paint a colour, or another painting, through a mask."""
    share = (mask.astype(np.float32) * (strength / 255))[..., None]
    painting += (np.asarray(colour, np.float32) - painting) * share


def grain(chance: Generator, amounts: NDArray[np.floating]) -> Painting:
    """Make up how uneven a ground is: coarse, middle and fine, each by so much."""
    made = np.zeros((SIDE_PX, SIDE_PX, 3), np.float32)
    for amount, cells in zip(amounts, (4, 14, 40), strict=True):
        rough = chance.normal(0, 1, (cells + 3, cells + 3, 1)) + 0.35 * chance.normal(
            0, 1, (cells + 3,) * 2 + (3,)
        )
        wide = cv2.resize(rough.astype(np.float32), (SIDE_PX + 24,) * 2, interpolation=cv2.INTER_CUBIC)
        made += np.float32(amount) * wide[12 : 12 + SIDE_PX, 12 : 12 + SIDE_PX]
    return made


def places_in(chance: Generator, mask: Mask, number: int, margin: float) -> Points:
    """Choose places inside a mask by chance, a margin from where it ends; none where it is too thin."""
    depth_px = cv2.distanceTransform((mask > 127).astype(np.uint8), cv2.DIST_L2, 3)
    rows, columns = np.nonzero(depth_px > margin * SIDE_PX)
    if not len(rows):
        return np.zeros((0, 2))
    chosen = chance.integers(0, len(rows), number)
    return (np.stack([columns[chosen], rows[chosen]], axis=1) + 0.5) / SIDE_PX


def trembled(chance: Generator, painting: Painting, amount: float) -> Painting:
    """Bend a painting as a hand does that draws no line quite straight; its edges stay where they are."""
    away = np.stack(
        [
            cv2.resize(
                chance.normal(0, 1, (6, 6)).astype(np.float32), (SIDE_PX,) * 2, interpolation=cv2.INTER_CUBIC
            )
            for _ in range(2)
        ],
        axis=-1,
    )
    inwards = np.clip(np.minimum(np.arange(SIDE_PX), np.arange(SIDE_PX)[::-1]) / (SIDE_PX * 0.2), 0, 1)
    away = (
        away
        * np.float32(amount * SIDE_PX)
        * np.minimum(inwards[:, None], inwards[None])[..., None].astype(np.float32)
    )
    y, x = np.mgrid[:SIDE_PX, :SIDE_PX]
    return np.asarray(
        cv2.remap(
            painting,
            (x + away[..., 0]).astype(np.float32),
            (y + away[..., 1]).astype(np.float32),
            cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REFLECT,
        ),
        np.float32,
    )
