"""A table that is told what lies on it: frames whose corner tells the turns shown, and who reads it off."""

import time
from collections.abc import Sequence
from random import Random

import cv2
import numpy as np

from firmware.ports import Frame
from scoring import games as rules_of
from scoring.game import PlayerSeat, Setup
from scoring.games.carcassonne.chance import random_game
from scoring.referee.contracts.refusals import BadPrintsError
from scoring.referee.contracts.table import NewGame
from scoring.referee.observation import Proposal, Sight
from tests.waiting import until
from vision.errors import NoTableError

RULES = rules_of.load("carcassonne")
SETUP = Setup("leaflet-004", (PlayerSeat("Ann", "red"), PlayerSeat("Ben", "blue")))
MOVES = random_game(SETUP, Random(3), 20)[0].moves
STEP_S = 0.2
NEW = NewGame("carcassonne", "leaflet-004", "mybox", (("Ann", "red"), ("Ben", "blue")))
BARE = 25
"""Stands for a table without a board."""
GREY = 10
"""How much lighter the corner is for each turn."""


def table(turns: int, *, hand: bool = False) -> np.ndarray:
    """Draw a table that shows so many turns, each a light square, and their number as a grey corner."""
    image = np.full((180, 320, 3), (60, 80, 110), np.uint8)
    for number in range(turns if turns != BARE else 0):
        x, y = 60 + 14 * (number % 14), 40 + 14 * (number // 14)
        image[y : y + 12, x : x + 12] = (200, 220, 210)
    if hand:
        cv2.line(image, (200, 190), (170, 90), (120, 150, 215), 30)
    image[:8, :8] = turns * GREY
    return image


class ToldCamera:
    """Gives prepared frames at five a second; an error among them is raised."""

    says = "A prepared camera"

    def __init__(self, images: Sequence[np.ndarray | Exception]) -> None:
        self.images = list(images)
        self.taken = 0
        self.held = 0
        self.is_closed = False

    def take(self, timeout_s: float) -> Frame | None:
        if self.taken >= len(self.images):
            return None
        number, image = self.taken, self.images[self.taken]
        self.taken += 1
        if isinstance(image, Exception):
            raise image
        return Frame(number, number * STEP_S, image, lambda: image)

    def hold(self) -> tuple[str, ...]:
        self.held += 1
        return ("This camera cannot lock its focus.",)

    def close(self) -> None:
        self.is_closed = True


class PacedCamera(ToldCamera):
    """Gives frames only as far as the test lets it."""

    def __init__(self) -> None:
        super().__init__([])
        self.is_over = False
        self.given = 0

    def take(self, timeout_s):
        """Give the next prepared frame; in between, the table as it lies."""
        self.given += 1
        time.sleep(0.001)
        if self.taken < len(self.images) or self.is_over:
            frame = super().take(timeout_s)
        else:
            drawn = (image for image in reversed(self.images) if not isinstance(image, Exception))
            frame = ToldCamera([next(drawn, table(0))]).take(timeout_s)
        return frame and frame._replace(number=self.given, at_s=self.given * STEP_S)


class Panel:
    """A light and a buzzer that remember."""

    def __init__(self) -> None:
        self.shown = []
        self.sounds = []
        self.is_closed = False

    def show(self, colour, pattern) -> None:
        self.shown.append((colour, pattern))

    def sound(self, sound) -> None:
        self.sounds.append(sound)

    def close(self) -> None:
        self.is_closed = True


class ToldReader:
    """Reads the corner of the frame, remembers what it saw, and allows no hand."""

    def __init__(self, moves=MOVES, confidence=0.99) -> None:
        self.moves = moves
        self.confidence = confidence
        self.looks: list[int] = []

    def get_ready(self, prints, colours):
        return prints, tuple(colours)

    def look(self, image, known, state, memory, visits=0):
        shown = round(float(image[:8, :8].mean()) / GREY)
        assert cv2.absdiff(image, table(shown)).mean() < 1, "a hand was in view"
        if shown == BARE:
            raise NoTableError("No board is to be seen.")
        self.looks.append(shown)
        done = len(state.land.tiles) - 1
        proposal = Proposal(tuple(self.moves[done:shown]), self.confidence)
        return Sight((proposal,)), shown

    def learned(self, prints, memory):
        """Every game teaches as many prints as the last look showed turns."""
        return (prints or b"") + b"+" * memory if memory else None

    def compare(self, image, known, state, memory):
        return ()


class DismissingReader(ToldReader):
    """Reads the corner too; its memory is what players said is not there."""

    def look(self, image, known, state, memory, visits=0):
        sight, _ = super().look(image, known, state, memory, visits)
        there = tuple(move for move in sight.best.moves if move not in (memory or ()))
        return Sight((Proposal(there, self.confidence),)), memory or ()

    def dismiss(self, memory, move):
        return (*memory, move)

    def reconsider(self, memory, move):
        return tuple(each for each in memory if each != move)


def played(turns: int, first: int = 0) -> list[np.ndarray]:
    """Give the frames of some turns: a hand lays each tile, then the table lies still."""
    frames = [table(first)] * 4
    for turn in range(first, turns):
        frames += [table(turn, hand=True)] * 2 + [table(turn + 1)] * 3
    return frames


def find_prints(name):
    if name != "mybox":
        raise BadPrintsError(f"There is no box called {name!r}.")
    return b"prints"


def propose(desk, camera, turns):
    """Have turns laid and wait until they are proposed."""
    camera.images += played(turns, first=desk.snapshot().moves)
    return until(desk, lambda now: now.phase == "proposal")
