"""A game as a picture to share."""

import unicodedata
from collections.abc import Mapping, Sequence
from datetime import datetime

import cv2
import numpy as np

from scoring.picture import Picture
from vision.paint import bgr, paint
from vision.reader import Image
from webui.desk import LiveSeat
from webui.records import Played

CARD_PX = 1080
"""A side of the card, which is square."""
HEAD_PX, ROW_PX, MARGIN_PX = 120, 64, 48
MOST_BOARD_PX_PER_MM = 6.0
PAPER, INK, SOFT = "#f5f1e8", "#25231e", "#5f5a4e"
FONT = cv2.FONT_HERSHEY_DUPLEX


def share_card(played: Played, picture: Picture) -> bytes:
    """Paint a square picture to share: the board, what was played, and everybody's points.

    Args:
        played: What was played.
        picture: The board.

    Returns:
        A PNG.
    """
    card: Image = np.empty((CARD_PX, CARD_PX, 3), np.uint8)
    card[:] = bgr(PAPER)
    _write(card, played.title, (MARGIN_PX, 78), 1.8, INK)
    _write_right(card, _when(played), 72, 1.0, SOFT)
    seats = sorted(played.players, key=lambda seat: -seat.points)
    foot_px = CARD_PX - MARGIN_PX // 2 - ROW_PX * len(seats)
    _put_board(card, picture, HEAD_PX, foot_px - MARGIN_PX // 2)
    _write_seats(card, seats, foot_px, picture.palette)
    return cv2.imencode(".png", card)[1].tobytes()


def _when(played: Played) -> str:
    return f"{datetime.fromtimestamp(played.begun_s).astimezone():%Y-%m-%d}" if played.is_dated else ""


def _put_board(card: Image, picture: Picture, top_px: int, bottom_px: int) -> None:
    """Paint the board as large as it fits between two heights of the card."""
    _, _, width_mm, height_mm = picture.box_mm
    room_px = CARD_PX - 2 * MARGIN_PX, bottom_px - top_px
    px_per_mm = min(room_px[0] / width_mm, room_px[1] / height_mm, MOST_BOARD_PX_PER_MM)
    # Painted twice as fine and made smaller, since thin lines would break up.
    fine = paint(picture, px_per_mm * 2, PAPER)
    size_px = min(fine.shape[1] // 2, room_px[0]), min(fine.shape[0] // 2, room_px[1])
    board = cv2.resize(fine, size_px, interpolation=cv2.INTER_AREA)
    left_px, high_px = (CARD_PX - size_px[0]) // 2, top_px + (room_px[1] - size_px[1]) // 2
    card[high_px : high_px + size_px[1], left_px : left_px + size_px[0]] = board


def _write_seats(card: Image, seats: Sequence[LiveSeat], top_px: int, palette: Mapping[str, str]) -> None:
    for row, seat in enumerate(seats):
        middle_px = top_px + row * ROW_PX + ROW_PX // 2
        dot = MARGIN_PX + 18, middle_px
        cv2.circle(card, dot, 18, bgr(palette.get(seat.colour, SOFT)), cv2.FILLED, cv2.LINE_AA)
        cv2.circle(card, dot, 18, bgr(INK), 2, cv2.LINE_AA)
        _write(card, writable(seat.name) or seat.colour.title(), (MARGIN_PX + 60, middle_px + 14), 1.3, INK)
        _write_right(card, str(seat.points), middle_px + 14, 1.3, INK)


def writable(name: str) -> str:
    """Write a name with the letters that OpenCV's fonts have; the others lose their marks or are left out."""
    plain = unicodedata.normalize("NFKD", name.replace("\u00df", "ss"))
    return plain.encode("ascii", "ignore").decode().strip()


def _write(card: Image, text: str, at_px: tuple[int, int], size: float, colour: str) -> None:
    cv2.putText(card, text, at_px, FONT, size, bgr(colour), 2, cv2.LINE_AA)


def _write_right(card: Image, text: str, base_px: int, size: float, colour: str) -> None:
    (width_px, _), _ = cv2.getTextSize(text, FONT, size, 2)
    _write(card, text, (CARD_PX - MARGIN_PX - width_px, base_px), size, colour)
