"""Drawing a reading on its photograph."""

from collections.abc import Sequence

import cv2
import numpy as np

from scoring.game import SURE
from scoring.games.cornwall.land.board import CornwallBoard, FieldReading, Pixel
from vision.image.paint import Colour
from vision.reader import Image

_GOOD, _DOUBT, _FAULT = (66, 140, 52), (0, 138, 224), (36, 36, 210)
_LIGHT, _DARK = (255, 255, 255), (27, 33, 42)
_WOOD = {"red": (42, 53, 216), "blue": (208, 111, 47), "yellow": (21, 201, 246), "green": (70, 154, 47)}
_SIZES = {"small": "1", "tall": "2", "big": "3"}
_SHIFT = 4
"""Points are rounded to 1/16 of a pixel."""
_INSET, _LINE, _LETTERS, _RING = 0.93, 0.022, 0.16, 0.2
"""A field's outline, its thickness, the height of letters and a ring's radius, in sides of a field."""
_PITCH_SHARE = 1 / 16
"""A side of a field over the photograph's longer side, where there is no field to measure."""


def draw_overlay(image: Image, board: CornwallBoard) -> Image:
    """Draw each field's outline and what it shows, the rims of tiles, rings around figures, and each doubt.

    Green is sure, orange less so, red breaks a rule; thick lines go round tiles. A figure's ring has its
    colour and says how strong it is, a cottage is a small house and a coin a small ring.
    """
    drawn, side_px = image.copy(), _side_px(image, board)
    faulty = {cell for fault in board.faults for cell in fault.cells}
    for doubt in board.doubts:
        if doubt.hex_px:
            _outline(drawn, doubt.hex_px, _DOUBT, side_px)
            _write(drawn, "?", _middle(doubt.hex_px), side_px, _DOUBT)
    for field in board.fields:
        colour = _FAULT if field.cell in faulty else _GOOD if field.confidence >= SURE else _DOUBT
        _outline(drawn, field.hex_px, colour, side_px)
        middle = _middle(field.hex_px)
        _write(drawn, field.terrain, (middle[0], middle[1] - 0.3 * side_px), side_px, colour)
        for row, symbol in enumerate(field.symbols):
            _write(drawn, symbol, (middle[0], middle[1] + (0.3 + 0.28 * row) * side_px), side_px, _DARK)
    _rims(drawn, board.fields, side_px)
    for figure in board.figures:
        _ring(drawn, figure.at_px, _WOOD.get(figure.colour, _DARK), side_px, _SIZES.get(figure.kind, "?"))
    for guest in board.pub:
        _ring(drawn, guest.at_px, _WOOD.get(guest.colour, _DARK), side_px, _SIZES.get(guest.kind, "?"))
    for cottage in board.cottages:
        _house(drawn, cottage.at_px, side_px)
    for coin in board.coins:
        _ring(drawn, coin, _DARK, side_px, "")
    return drawn


def _side_px(image: Image, board: CornwallBoard) -> float:
    sides = [
        float(np.hypot(*np.subtract(field.hex_px[0], field.hex_px[1])))
        for field in board.fields
        if field.hex_px
    ]
    return float(np.median(sides)) if sides else _PITCH_SHARE * max(image.shape[:2])


def _middle(corners: Sequence[Pixel]) -> Pixel:
    x, y = np.mean(corners, axis=0).tolist()
    return x, y


def _outline(drawn: Image, corners: Sequence[Pixel], colour: Colour, side_px: float) -> None:
    points = np.array(corners)
    inner = points.mean(axis=0) + _INSET * (points - points.mean(axis=0))
    fixed = np.round((inner - 0.5) * (1 << _SHIFT)).astype(np.int32)
    for line, width in ((_LIGHT, 2.2), (colour, 1.0)):
        cv2.polylines(drawn, [fixed], True, line, max(1, round(_LINE * side_px * width)), cv2.LINE_AA, _SHIFT)


def _rims(drawn: Image, fields: Sequence[FieldReading], side_px: float) -> None:
    """Draw the sides of fields that are on the rim of a tile."""
    tile_of = {field.cell: field.tile for field in fields}
    for field in fields:
        if field.tile < 0:
            continue
        q, r = field.cell
        around = ((q + 1, r), (q, r + 1), (q - 1, r + 1), (q - 1, r), (q, r - 1), (q + 1, r - 1))
        for side, there in enumerate(around):
            if tile_of.get(there) != field.tile:
                ends = np.array([field.hex_px[side], field.hex_px[(side + 1) % 6]])
                fixed = np.round((ends - 0.5) * (1 << _SHIFT)).astype(np.int32).tolist()
                width = max(1, round(2.2 * _LINE * side_px))
                cv2.line(drawn, tuple(fixed[0]), tuple(fixed[1]), _DARK, width, cv2.LINE_AA, _SHIFT)


def _write(drawn: Image, text: str, at: Pixel, side_px: float, colour: Colour) -> None:
    """Write a word around a place, on a plate of its colour."""
    scale = _LETTERS * side_px / 20
    thick = max(1, round(2 * scale))
    (width, height), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, scale, thick)
    left, base = round(at[0] - width / 2), round(at[1] + height / 2)
    pad = max(2, height // 4)
    cv2.rectangle(
        drawn, (left - pad, base - height - pad), (left + width + pad, base + pad), colour, cv2.FILLED
    )
    cv2.putText(drawn, text, (left, base), cv2.FONT_HERSHEY_SIMPLEX, scale, _LIGHT, thick, cv2.LINE_AA)


def _ring(drawn: Image, at: Pixel, colour: Colour, side_px: float, text: str) -> None:
    spot, radius = (round(at[0]), round(at[1])), max(3, round(_RING * side_px))
    for line, width in ((_LIGHT, 3.0), (colour, 1.8)):
        cv2.circle(drawn, spot, radius, line, max(1, round(_LINE * side_px * width)), cv2.LINE_AA)
    if text:
        _write(drawn, text, (at[0] + 1.5 * radius, at[1]), side_px, colour)


def _house(drawn: Image, at: Pixel, side_px: float) -> None:
    half = max(3.0, 0.15 * side_px)
    shape = np.array([(-1, 1), (-1, -0.2), (0, -1.1), (1, -0.2), (1, 1)]) * half + at
    fixed = np.round((shape - 0.5) * (1 << _SHIFT)).astype(np.int32)
    for line, width in ((_LIGHT, 3.0), (_DARK, 1.5)):
        cv2.polylines(drawn, [fixed], True, line, max(1, round(_LINE * side_px * width)), cv2.LINE_AA, _SHIFT)
