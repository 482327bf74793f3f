"""The yield card on top of its pile: found where it comes, and read by the box's prints."""

from collections.abc import Iterator, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.games.tuscany.drawing.components import CARD_MM
from scoring.games.tuscany.engine.moves import Move
from scoring.games.tuscany.land.box import YieldCard
from vision.follow.bare import changed_pixels
from vision.follow.covered import cut_spots
from vision.games.tuscany.classify.cards import card_of
from vision.games.tuscany.classify.faces import SIDE_PX, tell_faces
from vision.games.tuscany.live.memory import TuscanyBoxModel, TuscanyTrackState
from vision.games.tuscany.live.sighting import Odds
from vision.games.tuscany.live.stories import yields_in
from vision.geometry.homography import Homography
from vision.image.colour import Floats
from vision.reader import Image

A_CARD = -30.0
"""What is less likely with every print, in nats, is none of them: by ``training 1 17 cards`` of this game 45
yield cards came to -27.7 at least, and 106 that paid to -31.0 at most, in made-up boxes."""
FINER = 4
"""So many times as fine a card is cut out before it is made small: a frame has about four pixels for one."""
SIZE_OFF = 0.3
"""A card may seem so much longer or wider than it is, in shares: its shadow, and where piles lean."""


def see_card(
    image: Image, small: Image, known: TuscanyBoxModel, memory: TuscanyTrackState
) -> tuple[Odds, Homography | None]:
    """Read the yield card on top; nothing where none is in view, or none is known.

    Args:
        small: The image as small as ``memory.bare``.

    Returns:
        What it may be, and where it lies: millimetres from its middle to pixels.
    """
    if not known.cards.faces:
        return {}, memory.card
    if memory.card is not None:
        odds = _read(image, memory.card, known, memory.light)
        if max(odds.values()) > A_CARD:
            return odds, memory.card
    ways = read_cards(image, small, known, memory)
    likely = [(odds, place) for odds, place in ways if max(odds.values()) > A_CARD]
    return max(likely, key=lambda way: max(way[0].values()), default=({}, memory.card))


def read_cards(
    image: Image, small: Image, known: TuscanyBoxModel, memory: TuscanyTrackState
) -> Iterator[tuple[Odds, Homography]]:
    """Read all that has come beside the boards and is as large as a card, yield cards or others."""
    for place in _cards(image, small, memory):
        yield _read(image, place, known, memory.light), place


def tops_after(
    tops: tuple[YieldCard, ...], odds: Odds, confirmed: Sequence[Move] | None
) -> tuple[YieldCard, ...]:
    """Follow the pile of yield cards; see ``TuscanyTrackState.tops``.

    Args:
        odds: What the card on top may be; empty where none was read.
        confirmed: The turns confirmed since the last look; None for others than were told, which have turned
            what lies there.
    """
    shown = (card_of(odds),) if odds else ()
    if confirmed is None:
        return shown or tops[-1:]
    for card in yields_in(confirmed):
        tops = tops[tops.index(card, 1) :] if card in tops[1:] else tops[-1:]
    return tops if shown == tops[-1:] else (*tops, *shown)


def _read(image: Image, place: Homography, known: TuscanyBoxModel, light: Floats) -> Odds:
    return tell_faces(card_patch(image, place), known.cards, light).odds[0]


def card_patch(image: Image, place: Homography) -> Floats:
    """(1, SIDE_PX + 4, SIDE_PX + 4, 3): a card squeezed to a square, with a rim."""
    squeezed = place @ np.diag([CARD_MM[0] / CARD_MM[1], 1.0, 1.0])
    side = SIDE_PX + 4
    reach = CARD_MM[1] / 2 * side / SIDE_PX
    [fine] = cut_spots(image, squeezed, np.zeros((1, 2)), reach, FINER * side)
    return np.asarray(cv2.resize(fine, (side, side), interpolation=cv2.INTER_AREA), np.float32)[None]


def _cards(image: Image, small: Image, memory: TuscanyTrackState) -> Iterator[Homography]:
    """Find what has come beside the boards and is as large as a card."""
    shrink = image.shape[1] / small.shape[1]
    px_per_mm = _px_per_mm(memory) / shrink
    changed = changed_pixels(small, memory.bare, _boards_px(memory, shrink))
    mask = cv2.morphologyEx((changed > 0).astype(np.uint8), cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    wide = round(CARD_MM[0] * px_per_mm / 2)
    mask = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((wide, wide), np.uint8))  # shadows join piles
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    for contour in contours:
        middle, size, angle = cv2.minAreaRect(contour)
        short, long = sorted(size)
        off = max(abs(short / px_per_mm / CARD_MM[0] - 1), abs(long / px_per_mm / CARD_MM[1] - 1))
        if off < SIZE_OFF:
            turn = np.deg2rad(angle if size[0] < size[1] else angle + 90)
            yield _laid(np.array(middle) * shrink, px_per_mm * shrink, float(turn))


def _laid(at_px: NDArray[np.float64], px_per_mm: float, turn_rad: float) -> Homography:
    cos, sin = px_per_mm * np.cos(turn_rad), px_per_mm * np.sin(turn_rad)
    return np.array([[cos, -sin, at_px[0]], [sin, cos, at_px[1]], [0, 0, 1]])


def _px_per_mm(memory: TuscanyTrackState) -> float:
    lays = [*memory.places.tableaus.values()]
    return float(np.median([np.sqrt(abs(np.linalg.det(lay[:2, :2]))) for lay in lays]))


def _boards_px(memory: TuscanyTrackState, shrink: float) -> Iterator[NDArray[np.float64]]:
    """Give where boards lie, on the smaller frame."""
    for board in memory.boards.values():
        height, width = board.look.picture.shape[:2]
        corners = np.array([[[0, 0], [width, 0], [width, height], [0, height]]], np.float64)
        there = cv2.perspectiveTransform(corners, np.asarray(board.lay @ board.to_board, np.float64))[0]
        yield np.asarray(there / shrink, np.float64)
