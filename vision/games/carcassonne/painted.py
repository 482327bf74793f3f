"""A photograph painted from our own drawings, with its truth, to measure a machine without a camera."""

from collections.abc import Iterator
from random import Random

import cv2
import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from scoring.documents.values import Written
from scoring.game import PlayerSeat, Setup
from scoring.games.carcassonne.chance import random_game
from scoring.games.carcassonne.documents.boards import board_of
from scoring.games.carcassonne.drawing.buildings import TILE_MM
from scoring.games.carcassonne.drawing.drawing import draw_board
from scoring.games.carcassonne.land.board import CarcassonneBoard, TileReading
from scoring.games.carcassonne.land.catalogue import faces
from scoring.picture import Picture
from scoring.spots import is_tile
from vision.accuracy import TRUTH_FORMAT
from vision.image.paint import bgr, paint
from vision.reader import Image, Sample

SETUP = Setup("leaflet-004", (PlayerSeat("Ann", "red"), PlayerSeat("Ben", "blue")))
TABLE = "#7a5c3e"
PX_PER_MM = 6.0
MARGIN_MM = 4.0
PHOTOGRAPH_PX = (3200, 2400)
FILLS = 0.9
"""How much of the photograph the board takes up."""
SLANT = 0.06
"""By how much of its width the far edge of the board draws in at either end."""
BLUR_PX = 0.7
GRAIN = 3.0

Truth = Written
"""A truth document, see CONTRACTS "Truth document"."""


def painted_samples() -> Iterator[Sample]:
    """Paint every face of the base game as a picture of a single tile."""
    for face in faces().values():
        if not face.is_river:
            alone = CarcassonneBoard(tiles=(TileReading((0, 0), face.name, 0),))
            yield Sample(paint(only_tiles(draw_board(alone)), PX_PER_MM, TABLE), face.name, 0)


def painted_photograph(tiles: int, seed: int = 1) -> tuple[Image, Truth]:
    """Paint a board laid by chance as a camera sees it from a little to the side.

    Returns:
        The photograph, (2400, 3200, 3), and its truth document, without the figures.
    """
    board = replace(board_of(random_game(SETUP, Random(seed), tiles - 1)[1]), meeples=())
    picture = only_tiles(draw_board(board))
    painted = paint(picture, PX_PER_MM, TABLE)
    matrix = _camera(painted)
    return _photographed(painted, matrix, seed), _truth(board, picture, matrix)


def only_tiles(picture: Picture) -> Picture:
    """Leave out what only a screen shows, free places and the marks of faults, and close in on the tiles."""
    tiles = tuple(replace(placed, emphasis="") for placed in picture.placed if is_tile(placed.spot))
    xs, ys = zip(*(tile.at_mm for tile in tiles), strict=True)
    reach = TILE_MM / 2 + MARGIN_MM
    left, top = min(xs) - reach, min(ys) - reach
    return replace(picture, placed=tiles, box_mm=(left, top, max(xs) + reach - left, max(ys) + reach - top))


def _camera(painted: Image) -> NDArray[np.float64]:
    """Give the 3x3 homography from a painted table to the photograph of it."""
    height, width = painted.shape[:2]
    wide, high = PHOTOGRAPH_PX
    scale = FILLS * min(wide / width, high / height)
    left, top = (wide - width * scale) / 2, (high - height * scale) / 2
    right, low = wide - left, high - top
    inset = SLANT * (right - left)
    flat = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    observed = np.array([[left + inset, top], [right - inset, top], [right, low], [left, low]], np.float32)
    return np.asarray(cv2.getPerspectiveTransform(flat, observed), np.float64)


def _photographed(painted: Image, matrix: NDArray[np.float64], seed: int) -> Image:
    """Bend a painted table into the frame, a little soft and with a sensor's grain."""
    frame = cv2.warpPerspective(
        painted, matrix, PHOTOGRAPH_PX, borderMode=cv2.BORDER_CONSTANT, borderValue=bgr(TABLE)
    )
    soft = cv2.GaussianBlur(frame, (0, 0), BLUR_PX).astype(np.float32)
    grain = np.random.default_rng(seed).normal(0, GRAIN, soft.shape)
    return np.asarray(np.clip(soft + grain, 0, 255), np.uint8)


def _truth(board: CarcassonneBoard, picture: Picture, matrix: NDArray[np.float64]) -> Truth:
    corner = np.array(picture.box_mm[:2])
    tiles = []
    for tile in board.tiles:
        x, y = tile.cell
        square = np.array([[x, y], [x + 1, y], [x + 1, y + 1], [x, y + 1]]) * TILE_MM
        quad = cv2.perspectiveTransform(((square - corner) * PX_PER_MM)[None], matrix)[0]
        tiles.append({"cell": tile.cell, "face": tile.face, "turns": tile.turns, "quad_px": quad.tolist()})
    return {"format": TRUTH_FORMAT, "game": board.game, "tiles": tiles, "meeples": []}
