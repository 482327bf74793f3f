"""Drawing a reading on its photograph."""

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from scoring.game import SURE
from scoring.games.carcassonne.drawing.figures import PIECES
from scoring.games.carcassonne.land.board import CarcassonneBoard, MeepleReading, Pixel
from vision.image.paint import Colour, bgr
from vision.reader import Image

Point = NDArray[np.float64]
"""(2,): pixels right and down."""

_GOOD, _DOUBT, _FAULT = (66, 140, 52), (0, 138, 224), (36, 36, 210)
_LIGHT, _DARK = (255, 255, 255), (27, 33, 42)
_SHIFT = 4
"""Points are rounded to 1/16 of a pixel."""

_SIDE_SHARE = 1 / 12
"""A side of a tile over the photograph's longer side, where there is no tile to measure."""
_INSET, _LINE, _LETTERS, _RING = 0.96, 0.018, 0.11, 0.24
"""An outline's size, its thickness, the height of letters and a ring's radius, in sides of a tile."""
_BADGE_AT = 0.74
"""How far from the middle of a tile to a corner its badge sits."""


class _Pen(NamedTuple):
    """What draws on the photograph, as large as its tiles are.

    Attributes:
        drawn: The picture to draw on.
        side_px: The side of a tile.
    """

    drawn: Image
    side_px: float

    @property
    def line_px(self) -> int:
        return max(1, round(_LINE * self.side_px))


def draw_overlay(image: Image, board: CarcassonneBoard) -> Image:
    """Draw each tile's outline and face, a ring around each figure, and each doubt.

    Green is sure, orange less so, red breaks a rule; an arrowhead marks the side of a tile that is
    north in the catalogue. A figure's ring has its colour and names what it stands on.
    """
    pen = _Pen(image.copy(), _side_px(image, board))
    faulty = {cell for fault in board.faults for cell in fault.cells}
    taken = [spot for meeple in board.meeples for spot in (np.array(meeple.at_px), _plate_at(pen, meeple))]
    for doubt in board.doubts:
        if doubt.quad_px:
            _draw_square(pen, doubt.quad_px, _DOUBT)
            _draw_badge(pen, "?", _free_corner(pen, doubt.quad_px, taken), _DOUBT)
    for tile in board.tiles:
        colour = _FAULT if tile.cell in faulty else _GOOD if tile.confidence >= SURE else _DOUBT
        _draw_square(pen, tile.quad_px, colour)
        _draw_north(pen, tile.quad_px, tile.turns, colour)
        _draw_badge(pen, tile.face, _free_corner(pen, tile.quad_px, taken), colour)
    for meeple in board.meeples:
        _draw_ring(pen, meeple)
    for meeple in board.meeples:
        _draw_badge(pen, meeple.feature, _plate_at(pen, meeple), _wood(meeple))
    return pen.drawn


def _side_px(image: Image, board: CarcassonneBoard) -> float:
    """Give the side of a middling tile in the photograph."""
    corners = np.array([tile.quad_px for tile in board.tiles if tile.quad_px])
    if not len(corners):
        return _SIDE_SHARE * float(max(image.shape[:2]))
    sides = corners - np.roll(corners, 1, axis=1)
    return float(np.median(np.hypot(sides[..., 0], sides[..., 1])))


def _draw_square(pen: _Pen, quad: Sequence[Pixel], colour: Colour) -> None:
    inner = _towards_middle(quad, _INSET)
    cv2.polylines(pen.drawn, [_fixed(inner)], True, colour, pen.line_px, cv2.LINE_AA, _SHIFT)


def _draw_north(pen: _Pen, quad: Sequence[Pixel], turns: int, colour: Colour) -> None:
    """Draw an arrowhead whose point touches the side that is north in the catalogue."""
    inner = _towards_middle(quad, _INSET)
    left, right = inner[turns], inner[(turns + 1) % 4]
    tip, back = (left + right) / 2, 0.1 * (inner.mean(axis=0) - (left + right) / 2)
    wing = 0.07 * (right - left)
    head = _fixed([tip, tip + back + wing, tip + back - wing])
    cv2.fillPoly(pen.drawn, [head], colour, cv2.LINE_AA, _SHIFT)


def _draw_ring(pen: _Pen, meeple: MeepleReading) -> None:
    x, y = (int(part) for part in _fixed(meeple.at_px))
    radius = round(_RING * pen.side_px * (1 << _SHIFT))
    for colour, line_px in ((_LIGHT, 3 * pen.line_px), (_wood(meeple), pen.line_px)):
        cv2.circle(pen.drawn, (x, y), radius, colour, line_px, cv2.LINE_AA, _SHIFT)


def _plate_at(pen: _Pen, meeple: MeepleReading) -> Point:
    """Give the middle of the plate that hangs from a figure's ring."""
    x, y = meeple.at_px
    return np.array([x, y + 1.15 * _RING * pen.side_px])


def _wood(meeple: MeepleReading) -> Colour:
    return bgr(PIECES.get(meeple.colour, PIECES["neutral"]))


def _draw_badge(pen: _Pen, text: str, at: Point, ground: Colour) -> None:
    """Write on a small plate with round ends, its middle at a point."""
    height_px = _LETTERS * pen.side_px
    font, thick = cv2.FONT_HERSHEY_SIMPLEX, max(1, round(height_px / 8))
    scale = height_px / cv2.getTextSize("H", font, 1, 1)[0][1]
    (wide, high), _ = cv2.getTextSize(text, font, scale, thick)
    reach = np.array([max(0.0, wide / 2 - height_px / 4), 0])
    plate = [_fixed([at - reach, at + reach])]
    cv2.polylines(pen.drawn, plate, False, ground, round(1.7 * height_px), cv2.LINE_AA, _SHIFT)
    corner = (round(at[0] - wide / 2), round(at[1] + high / 2))
    cv2.putText(pen.drawn, text, corner, font, scale, _ink_on(ground), thick, cv2.LINE_AA)


def _ink_on(ground: Colour) -> Colour:
    """Choose letters that stand out."""
    blue, green, red = ground
    return _DARK if 0.11 * blue + 0.59 * green + 0.3 * red > 150 else _LIGHT


def _free_corner(pen: _Pen, quad: Sequence[Pixel], taken: Sequence[Point]) -> Point:
    """Find a place in a corner of a tile, low and left where no figure is in the way."""
    corners = sorted(_towards_middle(quad, _BADGE_AT), key=lambda corner: float(corner[0] - corner[1]))
    near_px = (_RING + _LETTERS) * pen.side_px
    free = (corner for corner in corners if all(np.hypot(*(corner - spot)) > near_px for spot in taken))
    return next(free, corners[0])


def _towards_middle(quad: Sequence[Pixel], share: float) -> NDArray[np.float64]:
    """Shrink a quad, (4, 2), around its middle."""
    corners = np.array(quad)
    middle = corners.mean(axis=0)
    return np.asarray(middle + share * (corners - middle), float)


def _fixed(points: ArrayLike) -> NDArray[np.int32]:
    return np.round(np.asarray(points) * (1 << _SHIFT)).astype(np.int32)
