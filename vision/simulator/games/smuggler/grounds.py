"""What is printed on a made-up board: sea and land, ways, places with their numbers, a wheel and a track."""

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from scoring.picture import Point
from vision.reader import Image
from vision.simulator.games.smuggler.plans import BoardPlan

PX_PER_MM = 3.0
_SEAS = ((150, 118, 70), (176, 150, 104), (120, 84, 46), (160, 160, 120), (188, 176, 150))
_LANDS = ((110, 165, 140), (140, 190, 205), (96, 140, 120), (150, 180, 190), (90, 130, 165))
_INKS = ((40, 42, 48), (60, 50, 34), (30, 40, 90), (235, 240, 240))
_SHIFT = 4

Floats = NDArray[np.float32]


def paint_ground(plan: BoardPlan, seed: int) -> Image:
    """Paint a board in a style of its own.

    Returns:
        (h, w, 3) at ``PX_PER_MM``, blue, green, red.
    """
    chance = np.random.default_rng([seed, *b"ground of smuggler"])
    high, wide = (round(side * PX_PER_MM) for side in plan.size_mm[::-1])
    land = _land(plan, (high, wide), chance)
    sea, earth = (_tinted(shades, (high, wide), chance) for shades in (_SEAS, _LANDS))
    canvas = np.where(land[..., None] > 0, earth, sea)
    board = np.asarray(np.clip(canvas, 0, 255), np.uint8)
    ink = _INKS[chance.integers(len(_INKS))]
    _coast(board, land, ink)
    _motifs(board, land, chance)
    _ways(board, plan, ink, chance)
    _places(board, plan, ink, chance)
    _tracks(board, plan, ink, chance)
    cv2.rectangle(board, (6, 6), (wide - 7, high - 7), ink, int(chance.integers(2, 8)))
    return board


def _cloud(shape: tuple[int, int], soft_px: float, chance: Generator) -> Floats:
    """Give soft noise with a standard deviation of 1."""
    small = max(2, round(shape[0] / soft_px)), max(2, round(shape[1] / soft_px))
    grain = chance.standard_normal(small, dtype=np.float32)
    return np.asarray(cv2.resize(grain, shape[::-1], interpolation=cv2.INTER_CUBIC), np.float32)


def _land(plan: BoardPlan, shape: tuple[int, int], chance: Generator) -> NDArray[np.uint8]:
    """Mask the land: around all places on it, with a coast that is not smooth."""
    mask = np.zeros(shape, np.uint8)
    is_land = {name for name, kind in plan.kinds.items() if kind not in {"sea", "merchant"}}
    for name in is_land:
        cv2.circle(mask, _px(plan.places[name]), round(20 * PX_PER_MM), 255, -1)
    for one, other in plan.ways:
        if {one, other} <= is_land:
            cv2.line(mask, _px(plan.places[one]), _px(plan.places[other]), 255, round(26 * PX_PER_MM))
    soft = cv2.GaussianBlur(mask, (0, 0), 5 * PX_PER_MM).astype(np.float32) / 255
    return np.asarray((soft + 0.08 * _cloud(shape, 30, chance) > 0.45) * 255, np.uint8)


def _tinted(
    shades: tuple[Point, ...] | tuple[tuple[int, int, int], ...], shape: tuple[int, int], chance: Generator
) -> Floats:
    colour = np.array(shades[chance.integers(len(shades))]) * chance.uniform(0.85, 1.15, 3)
    fine, soft = chance.uniform(0.01, 0.05), chance.uniform(0.03, 0.12)
    shade = 1 + fine * _cloud(shape, 3, chance) + soft * _cloud(shape, chance.uniform(30, 160), chance)
    return np.asarray(colour * shade[..., None], np.float32)


def _coast(board: Image, land: NDArray[np.uint8], ink: tuple[int, int, int]) -> None:
    lines, _ = cv2.findContours(land, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
    cv2.drawContours(board, lines, -1, ink, 3, cv2.LINE_AA)


def _motifs(board: Image, land: NDArray[np.uint8], chance: Generator) -> None:
    """Strew hills, waves and words, as a map has them."""
    high, wide = land.shape
    for _ in range(int(chance.integers(60, 220))):
        x, y = int(chance.integers(30, wide - 30)), int(chance.integers(30, high - 30))
        under = board[y, x].astype(int)
        tone = tuple(int(v) for v in np.clip(under + chance.integers(-60, 50, 3), 0, 255))
        size = int(chance.integers(6, 22))
        kind = chance.integers(3)
        if kind == 0:
            cv2.ellipse(board, (x, y), (size, size // 2), 0, 180, 360, tone, 2, cv2.LINE_AA)
        elif kind == 1:
            corners = np.array([(x - size, y), (x, y - size), (x + size, y)], np.int32)
            cv2.polylines(board, [corners], False, tone, 2, cv2.LINE_AA)
        else:
            words = "".join(chr(97 + each) for each in chance.integers(0, 26, chance.integers(3, 9)))
            cv2.putText(board, words, (x, y), cv2.FONT_HERSHEY_SIMPLEX, size / 22, tone, 2, cv2.LINE_AA)


def _ways(board: Image, plan: BoardPlan, ink: tuple[int, int, int], chance: Generator) -> None:
    width = int(chance.integers(3, 9))
    for one, other in plan.ways:
        cv2.line(board, _px(plan.places[one]), _px(plan.places[other]), ink, width, cv2.LINE_AA)


def _places(board: Image, plan: BoardPlan, ink: tuple[int, int, int], chance: Generator) -> None:
    """Paint the round spots, their numbers and their names."""
    inner = tuple(int(v) for v in chance.integers(90, 245, 3))
    radius = round(chance.uniform(7, 10) * PX_PER_MM)
    for name, place in plan.places.items():
        at = _px(place)
        cv2.circle(board, at, radius, inner, -1, cv2.LINE_AA)
        cv2.circle(board, at, radius, ink, 3, cv2.LINE_AA)
        number = plan.numbers[name]
        if number:
            cv2.putText(
                board,
                str(number),
                (at[0] - 14, at[1] + 14),
                cv2.FONT_HERSHEY_DUPLEX,
                1.4,
                ink,
                3,
                cv2.LINE_AA,
            )
        below = (at[0] - 40, at[1] + radius + 22)
        cv2.putText(board, name, below, cv2.FONT_HERSHEY_SIMPLEX, 0.6, ink, 2, cv2.LINE_AA)


def _tracks(board: Image, plan: BoardPlan, ink: tuple[int, int, int], chance: Generator) -> None:
    light = tuple(int(v) for v in chance.integers(60, 160, 3))
    for left, top, width, height in plan.stocks.values():
        cv2.rectangle(board, _px((left, top)), _px((left + width, top + height)), ink, 3, cv2.LINE_AA)
    for at, place in enumerate((*plan.wheel, *plan.track)):
        cv2.circle(board, _px(place), round(9 * PX_PER_MM), light, -1, cv2.LINE_AA)
        cv2.circle(board, _px(place), round(9 * PX_PER_MM), ink, 2, cv2.LINE_AA)
        x, y = _px(place)
        cv2.putText(board, str(at % 10), (x - 8, y + 8), cv2.FONT_HERSHEY_SIMPLEX, 0.8, ink, 2, cv2.LINE_AA)


def _px(place: Point) -> tuple[int, int]:
    return round(place[0] * PX_PER_MM), round(place[1] * PX_PER_MM)
