"""A game as a picture to share."""

from collections.abc import Mapping, Sequence
from datetime import datetime

import cv2
import numpy as np

from firmware.images.lettering import Lettering, lacks
from scoring.picture import Picture
from scoring.referee.contracts.games import GameRecord
from scoring.referee.contracts.snapshot import LiveSeat
from scoring.sentence import sentence
from scoring.signs import mark_of
from vision.image.paint import bgr, paint
from vision.reader import Image
from webui.access.languages import translate

CARD_PX = 1080
"""A side of the card, which is square."""
HEAD_PX, ROW_PX, MARGIN_PX = 120, 64, 48
MOST_BOARD_PX_PER_MM = 6.0
PAPER, INK, SOFT = "#f5f1e8", "#25231e", "#5f5a4e"
FRACTION_BITS = 4
DAY = "{day}"
DATE_PX, POINTS_PX = 220, 140
"""Room for the date and for the points."""


def share_card(played: GameRecord, picture: Picture) -> bytes:
    """Paint a square picture to share: the board, what was played, and everybody's points.

    Of a box that is made up it says so. It speaks the language that is being answered in.

    Args:
        played: What was played.
        picture: The board.

    Returns:
        A PNG.
    """
    card: Image = np.empty((CARD_PX, CARD_PX, 3), np.uint8)
    card[:] = bgr(PAPER)
    seats = sorted(played.players, key=lambda seat: (not seat.won, -seat.standing))
    foot_px = CARD_PX - MARGIN_PX // 2 - ROW_PX * len(seats)
    _put_board(card, picture, HEAD_PX, foot_px - MARGIN_PX // 2)
    _mark_seats(card, seats, foot_px, picture.palette)
    lettering = Lettering(card)
    lettering.write(played.title, (MARGIN_PX, 78), 56, INK, CARD_PX - 3 * MARGIN_PX - DATE_PX)
    lettering.write(_when(played), (CARD_PX - MARGIN_PX, 72), 32, SOFT, DATE_PX, to_left=True)
    lettering.write(translate(played.box), (MARGIN_PX, 116), 26, SOFT, CARD_PX - 2 * MARGIN_PX)
    _write_seats(lettering, seats, foot_px)
    return cv2.imencode(".png", lettering.picture)[1].tobytes()


def _when(played: GameRecord) -> str:
    if not played.is_dated:
        return ""
    return translate(sentence(DAY, day=datetime.fromtimestamp(played.begun_s).astimezone().date()))


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


def _mark_seats(card: Image, seats: Sequence[LiveSeat], top_px: int, palette: Mapping[str, str]) -> None:
    for row, seat in enumerate(seats):
        middle_px = MARGIN_PX + 18, top_px + row * ROW_PX + ROW_PX // 2
        outline = np.multiply(mark_of(seat.colour), 20) + middle_px
        points = np.rint(outline * 2**FRACTION_BITS).astype(np.int32)
        cv2.fillPoly(card, [points], bgr(palette.get(seat.colour, SOFT)), cv2.LINE_AA, FRACTION_BITS)
        cv2.polylines(card, [points], True, bgr(INK), 2, cv2.LINE_AA, FRACTION_BITS)


def _write_seats(lettering: Lettering, seats: Sequence[LiveSeat], top_px: int) -> None:
    left_px, right_px = MARGIN_PX + 60, CARD_PX - MARGIN_PX
    for row, seat in enumerate(seats):
        base_px = top_px + row * ROW_PX + ROW_PX // 2 + 14
        room_px = right_px - left_px - POINTS_PX
        lettering.write(called(seat), (left_px, base_px), 40, INK, room_px)
        lettering.write(str(seat.standing), (right_px, base_px), 40, INK, POINTS_PX, to_left=True)


def called(seat: LiveSeat) -> str:
    """Name a player; by the colour too where a letter of the name is in no font of this machine."""
    if lacks(seat.name):
        return f"{seat.name} ({translate(seat.colour)})"
    is_named = seat.name not in ("", seat.colour.title())
    return seat.name if is_named else translate(seat.colour).title()
