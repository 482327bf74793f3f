"""Drawing a reading on its photograph."""

import cv2
import numpy as np

from scoring.games.carcassonne.board import Board, MeepleReading, TileReading
from vision.reader import Image

_GOOD, _DOUBT, _FAULT, _INK = (70, 160, 40), (0, 165, 255), (40, 40, 230), (255, 255, 255)
_WOOD = {
    "red": (40, 40, 220),
    "blue": (210, 90, 20),
    "green": (50, 150, 40),
    "yellow": (40, 210, 240),
    "black": (20, 20, 20),
    "pink": (180, 105, 255),
}
SURE = 0.9


def draw_overlay(image: Image, board: Board) -> Image:
    """Draw each tile's outline, face and turns, each figure and each doubt.

    Green is sure, orange less so, red breaks a rule; a dot marks the side of a tile that is north in
    the catalogue.
    """
    drawn = image.copy()
    pen = max(1, round(max(image.shape[:2]) / 900))
    faulty = {cell for fault in board.faults for cell in fault.cells}
    for doubt in board.doubts:
        if doubt.quad_px:
            _outline(drawn, doubt.quad_px, _DOUBT, pen)
            _write(drawn, "?", doubt.quad_px, pen)
    for tile in board.tiles:
        colour = _FAULT if tile.cell in faulty else _GOOD if tile.confidence >= SURE else _DOUBT
        _draw_tile(drawn, tile, colour, pen)
    for meeple in board.meeples:
        _draw_meeple(drawn, meeple, pen)
    return drawn


def _draw_tile(drawn: Image, tile: TileReading, colour: tuple[int, int, int], pen: int) -> None:
    _outline(drawn, tile.quad_px, colour, pen)
    _write(drawn, tile.face, tile.quad_px, pen)
    corners = np.array(tile.quad_px)
    north = (corners[tile.turns] + corners[(tile.turns + 1) % 4]) / 2
    at = north * 0.85 + corners.mean(axis=0) * 0.15
    cv2.circle(drawn, _whole(at), 4 * pen, colour, -1, cv2.LINE_AA)


def _draw_meeple(drawn: Image, meeple: MeepleReading, pen: int) -> None:
    at = _whole(np.array(meeple.at_px))
    cv2.circle(drawn, at, 9 * pen, _INK, -1, cv2.LINE_AA)
    cv2.circle(drawn, at, 7 * pen, _WOOD.get(meeple.colour, (128, 128, 128)), -1, cv2.LINE_AA)
    cv2.putText(
        drawn,
        meeple.feature,
        (at[0] + 11 * pen, at[1] + 4 * pen),
        cv2.FONT_HERSHEY_SIMPLEX,
        0.45 * pen,
        _INK,
        pen,
        cv2.LINE_AA,
    )


def _outline(
    drawn: Image, quad: tuple[tuple[float, float], ...], colour: tuple[int, int, int], pen: int
) -> None:
    centre = np.mean(quad, axis=0)
    shrunk = (np.array(quad) - centre) * 0.95 + centre
    cv2.polylines(drawn, [np.asarray(shrunk, np.int32)], True, colour, 2 * pen, cv2.LINE_AA)


def _write(drawn: Image, text: str, quad: tuple[tuple[float, float], ...], pen: int) -> None:
    corner = np.array(quad)[3] * 0.86 + np.mean(quad, axis=0) * 0.14
    for thickness, colour in ((4 * pen, (0, 0, 0)), (2 * pen, _INK)):
        cv2.putText(
            drawn, text, _whole(corner), cv2.FONT_HERSHEY_SIMPLEX, 0.8 * pen, colour, thickness, cv2.LINE_AA
        )


def _whole(point: np.ndarray) -> tuple[int, int]:
    return int(point[0]), int(point[1])
