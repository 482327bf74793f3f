"""A reading drawn on its photograph."""

import cv2
import numpy as np

from scoring.games.tuscany.drawing.art import PALETTE, fill_of
from scoring.games.tuscany.land.board import TuscanyBoard
from vision.image.paint import bgr
from vision.reader import Image

LINE_PX = 2
DOUBT = (0, 90, 255)


def draw_overlay(image: Image, board: object) -> Image:
    """Outline every field in its colour, with a dot where something lies, and doubtful ones in orange."""
    drawn = image.copy()
    if not isinstance(board, TuscanyBoard):
        return drawn
    covered = {cover.cell for cover in board.covers}
    for field in board.fields:
        if not field.hex_px:
            continue
        corners = np.round(np.array(field.hex_px)).astype(np.int32)
        middle = np.array(field.hex_px).mean(axis=0)
        inner = np.round(middle + (np.array(field.hex_px) - middle) * 0.88).astype(np.int32)
        cv2.polylines(drawn, [corners], True, (255, 255, 255), LINE_PX + 2, cv2.LINE_AA)
        colour = DOUBT if field.alternatives else bgr(PALETTE[fill_of(field.colour)])
        cv2.polylines(drawn, [inner], True, colour, LINE_PX, cv2.LINE_AA)
        if field.cell in covered:
            cv2.circle(drawn, (round(middle[0]), round(middle[1])), 2 * LINE_PX + 2, (255, 255, 255), -1)
    for thing in (*board.store, *board.display):
        corners = np.round(np.array(thing.hex_px)).astype(np.int32)
        cv2.polylines(drawn, [corners], True, (255, 255, 255), LINE_PX, cv2.LINE_AA)
    return np.asarray(drawn, np.uint8)
