"""Paints a picture of a table into pixels: what a camera straight above would see of it."""

from collections.abc import Mapping

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.picture import Picture, Placed, Shape
from vision.reader import Image

_SHIFT = 6
"""Corners are rounded to 1/64 of a pixel."""

Colour = tuple[int, int, int]


def paint(picture: Picture, px_per_mm: float, background: str = "#ffffff") -> Image:
    """Paint a picture.

    Args:
        picture: What to paint.
        px_per_mm: Pixels to the millimetre.
        background: The colour of the table, "#rrggbb".

    Returns:
        The picture's box, (height, width, 3), uint8, channels blue, green, red.
    """
    left, top, width, height = picture.box_mm
    size_px = (max(1, round(height * px_per_mm)), max(1, round(width * px_per_mm)))
    canvas: Image = np.empty((*size_px, 3), np.uint8)
    canvas[:] = bgr(background)
    colours = {name: bgr(code) for name, code in picture.palette.items()}
    for placed in picture.placed:
        to_px = _to_px(placed, (left, top), px_per_mm)
        named = colours | {"player": colours.get(placed.colour, (128, 128, 128))}
        for shape in picture.symbols[placed.symbol]:
            _paint_shape(canvas, shape, to_px, named, px_per_mm)
    return canvas


def bgr(code: str) -> Colour:
    """Read "#rrggbb" as blue, green and red from 0 to 255."""
    return int(code[5:7], 16), int(code[3:5], 16), int(code[1:3], 16)


def _to_px(placed: Placed, corner_mm: tuple[float, float], px_per_mm: float) -> NDArray[np.float64]:
    """Give the 2x3 matrix from a symbol's millimetres to the canvas's pixels."""
    angle = np.deg2rad(placed.turn_deg)
    rotation = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    move = np.subtract(placed.at_mm, corner_mm)
    return np.column_stack([rotation, move]) * px_per_mm


def _paint_shape(
    canvas: Image, shape: Shape, to_px: NDArray[np.float64], colours: Mapping[str, Colour], px_per_mm: float
) -> None:
    points = np.asarray(shape.points_mm) @ to_px[:, :2].T + to_px[:, 2]
    # OpenCV puts whole numbers at the middles of pixels; millimetres start at their edges.
    fixed = np.round((points - 0.5) * (1 << _SHIFT)).astype(np.int32)
    if shape.fill:
        cv2.fillPoly(canvas, [fixed], colours[shape.fill], cv2.LINE_AA, _SHIFT)
    if shape.stroke:
        width_px = max(1, round(shape.stroke_mm * px_per_mm))
        cv2.polylines(canvas, [fixed], bool(shape.fill), colours[shape.stroke], width_px, cv2.LINE_AA, _SHIFT)
