"""Boards made up by a seed: land and sea, roads, lettering, round places, a ring of spaces and a row of them.

``python -m tests.vision.printed.made_up 20`` prints how well their spots are proposed, as one JSON document.
"""

import json
import sys
from random import Random
from typing import NamedTuple

import cv2
import numpy as np

from scoring.teaching.draft import BoardDraft, ground_at
from tests.scoring.teaching.script import SAMPLE
from vision.printed.board import FlatBoard, corners_of, flat_board

SIZE_PX = (1400, 1000)
WHEEL_AT, WHEEL_PX, SPACES = (1290, 110), 70, 8
TRACK_AT = (1180, 900)
RATIO = SIZE_PX[1] / SIZE_PX[0]
WATER = ("sea", "merchant")


class MadeUpBoard(NamedTuple):
    """A drawn board and the truth about it.

    Attributes:
        image: Straight from above.
        places: In thousandths, by key.
        wheel, track: Where their spaces lie, likewise.
    """

    image: np.ndarray
    places: dict
    wheel: list
    track: list


def draw_board(seed: int, box=SAMPLE) -> MadeUpBoard:
    """Draw a board in a style of its own."""
    chance = Random(seed)
    image = _ground(box, chance)
    at = {key: _px(place) for key, place in box["places"].items()}
    for way in (*box["ways"], *box["sea_ways"]):
        one, other = way.split("-")
        colour = (60, 90, 130) if way in box["ways"] else (235, 235, 235)
        cv2.line(image, at[one], at[other], colour, chance.choice((3, 4)), cv2.LINE_AA)
    radius, rim = chance.randint(13, 22), _colour(chance, 20, 90)
    fills = {
        kind: _colour(chance, 120, 250)
        for kind in ("port", "town", "cove", "village", "sea", "merchant", "scilly")
    }
    for key, place in box["places"].items():
        cv2.circle(image, at[key], radius, fills[place["kind"]], -1, cv2.LINE_AA)
        cv2.circle(image, at[key], radius, rim, chance.choice((3, 4)), cv2.LINE_AA)
        if place["number"]:
            _write(image, str(place["number"]), (at[key][0] - 8, at[key][1] + 8), 0.7)
        _write(image, key.title(), (at[key][0] + radius + 6, at[key][1] + 6), 0.5)
    wheel, track = _tracks(image, box, chance)
    return MadeUpBoard(image, {k: (p["x"], p["y"]) for k, p in box["places"].items()}, wheel, track)


def _px(place):
    return round(place["x"] * SIZE_PX[0] / 1000), round(place["y"] * SIZE_PX[1] / 1000)


def _colour(chance, least, most):
    return tuple(chance.randint(least, most) for _ in range(3))


def _ground(box, chance):
    """Colour each dot as the place next to it is: sea around what is at sea, land around the rest."""
    small = np.zeros((SIZE_PX[1] // 10, SIZE_PX[0] // 10), np.float32)
    y, x = np.mgrid[0 : small.shape[0], 0 : small.shape[1]] * 10.0 + 5
    dots = [(*_px(place), place["kind"]) for place in box["places"].values()]
    far = np.stack([np.hypot(x - dot[0], y - dot[1]) + (0 if dot[2] in WATER else -25) for dot in dots])
    small = np.array([dot[2] in WATER for dot in dots])[far.argmin(0)].astype(np.float32)
    wet = cv2.GaussianBlur(cv2.resize(small, SIZE_PX), (0, 0), 9)[..., None] > 0.5
    sea = np.array((chance.randint(150, 220), chance.randint(110, 180), chance.randint(50, 120)))
    land = np.array((chance.randint(70, 130), chance.randint(150, 215), chance.randint(140, 215)))
    grain = np.random.default_rng(chance.randint(0, 10**6)).normal(
        0, 7, (SIZE_PX[1] // 4, SIZE_PX[0] // 4, 1)
    )
    return np.clip(
        np.where(wet, sea, land) + cv2.resize(grain.astype(np.float32), SIZE_PX)[..., None], 0, 255
    ).astype(np.uint8)


def _tracks(image, box, chance):
    colour = _colour(chance, 140, 240)
    turns = [2 * np.pi * number / SPACES - np.pi / 2 for number in range(SPACES)]
    wheel = [(WHEEL_AT[0] + WHEEL_PX * np.cos(turn), WHEEL_AT[1] + WHEEL_PX * np.sin(turn)) for turn in turns]
    for number, (x, y) in enumerate(wheel):
        cv2.circle(image, (round(x), round(y)), 16, colour, -1, cv2.LINE_AA)
        _write(image, str(number), (round(x) - 6, round(y) + 6), 0.5)
    count = len(box["track"])
    track = [(60 + 36.0 * number, 968.0) for number in range(count)]
    for (x, y), step in zip(track, box["track"], strict=True):
        cv2.rectangle(image, (round(x) - 16, round(y) - 16), (round(x) + 16, round(y) + 16), colour, -1)
        _write(image, str(step["level"]), (round(x) - 8, round(y) + 8), 0.6)
    return [[(x / SIZE_PX[0] * 1000, y / SIZE_PX[1] * 1000) for x, y in row] for row in (wheel, track)]


def _write(image, words, at, size):
    cv2.putText(image, words, at, cv2.FONT_HERSHEY_SIMPLEX, size, (30, 30, 30), 1, cv2.LINE_AA)


def photograph(board: MadeUpBoard, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Photograph a board on a table: aside, in uneven light; the corners are told in thousandths."""
    chance = Random(seed)
    width, height = 2000, 1500
    corners = np.array([(250, 220), (1750, 220), (1750, 1290), (250, 1290)], np.float32)
    corners += np.array([[chance.uniform(-90, 90) for _ in range(2)] for _ in range(4)], np.float32)
    source = np.array([(0, 0), (SIZE_PX[0], 0), SIZE_PX, (0, SIZE_PX[1])], np.float32)
    homography = cv2.getPerspectiveTransform(source, corners)
    table = np.full((height, width, 3), _colour(chance, 30, 90), np.uint8)
    cv2.warpPerspective(
        board.image, homography, (width, height), table, cv2.INTER_AREA, cv2.BORDER_TRANSPARENT
    )
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    lamp = 1 - chance.uniform(0.1, 0.35) * np.hypot(x / width - chance.random(), y / height - chance.random())
    warm = np.array([chance.uniform(0.85, 1.0), 0.97, chance.uniform(0.97, 1.05)])
    noise = np.random.default_rng(seed).normal(0, 3, (height, width, 1))
    return np.clip(table * lamp[..., None] * warm + noise, 0, 255).astype(np.uint8), corners / (
        width,
        height,
    ) * 1000


class Score(NamedTuple):
    """How well the spots of a board were proposed: counts."""

    places: int
    found: int
    false: int
    ground_right: int


def score(board: MadeUpBoard, flat: FlatBoard, reach: float = 12.0) -> Score:
    """Compare what was proposed with the truth; a spot within so many thousandths of the width is found."""
    truth, spots = np.array([*board.places.values()]), np.array(flat.spots).reshape(-1, 2)
    far = np.hypot(*((spots[:, None] - truth[None]) * (1, RATIO)).transpose(2, 0, 1))
    draft = BoardDraft(ratio=flat.ratio, water=flat.water)
    wet = [ground_at(draft, dot) == "water" for dot in board.places.values()]
    is_wet = [SAMPLE["places"][key]["kind"] in WATER for key in board.places]
    near = far.min(0, initial=1e9)
    right = sum(one == other for one, other in zip(wet, is_wet, strict=True))
    false = int((far.min(1, initial=1e9) >= reach).sum())
    return Score(len(truth), int((near < reach).sum()), false, right)


def measure(boards: int, first: int = 100) -> dict:
    """Propose the spots of boards of seeds of their own, each photographed once."""
    scores, rims = [], []
    for seed in range(first, first + boards):
        board = draw_board(seed)
        photo, corners = photograph(board, seed)
        found = np.array(corners_of(photo))
        rims.append(float(np.hypot(*((found - corners) * (1, 0.75)).T).max()))
        scores.append(score(board, flat_board(photo, found)))
    total = Score(*np.array(scores).sum(0).tolist())
    return {"boards": boards, **total._asdict(), "corners_off_most": round(max(rims), 2)}


if __name__ == "__main__":
    sys.stdout.write(json.dumps(measure(int(sys.argv[1]))) + "\n")
