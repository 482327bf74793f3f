"""Play whole games in a row through the live table in one process, and see whether it grows.

``python -m tests.firmware.endure 50`` prints one JSON document. The frames are small and their corner tells
how many turns they show, so a game takes seconds; table, follower, store and recording are the real ones.
"""

import json
import os
import sys
import tempfile
import threading
import time
from collections import deque
from contextlib import suppress
from pathlib import Path
from random import Random

import numpy as np

from firmware.panel import NoPanel
from firmware.ports import Frame
from firmware.store.store import open_store
from firmware.table.recorder import Recordings
from firmware.table.worker import Games, Table
from scoring.games.carcassonne.chance import random_game
from scoring.referee.contracts.refusals import StaleError
from scoring.referee.contracts.table import NewGame
from scoring.referee.observation import Proposal, Sight
from tests.firmware.told import RULES, SETUP, STEP_S, ToldReader, table

NEW = NewGame("carcassonne", SETUP.rules, "told", (("Ann", "red"), ("Ben", "blue")), hands_free=True)
GREY = 3
"""How much lighter the corner is for each turn; all turns of a game must fit."""
WARM_UP = 5
"""After so many games everything is loaded and every pool is filled."""
MOST_GROWTH_MB = 8.0
"""What still grows is known: where which face fits is worked out once, 17592 cases and 5 MB in all."""
MOST_OPEN = 1
"""The recording writes beside the game: a picture or a table of it may just be open."""


class LongCamera:
    """Shows one game after another; where nothing is to come, the table lies still."""

    says = "A prepared camera"

    def __init__(self) -> None:
        self._coming: deque[tuple[int, bool]] = deque()
        self._shown = (0, False)
        self._number = -1

    def lay(self, turns: int) -> None:
        """Have a game played from its first tile on: a hand lays each, then the table lies still."""
        self._coming.extend([(0, True)] * 2 + [(0, False)] * 4)
        for turn in range(turns):
            self._coming.extend([(turn, True)] * 2 + [(turn + 1, False)] * 3)

    def take(self, timeout_s):
        if self._coming:
            self._shown = self._coming.popleft()
        else:
            time.sleep(0.002)
        self._number += 1
        image = drawn(*self._shown)
        return Frame(self._number, self._number * STEP_S, image, lambda: image)

    def hold(self):
        return ()

    def close(self) -> None:
        pass


class TruthfulReader(ToldReader):
    """Reads the corner of the frame off, of a game that changes."""

    def look(self, image, known, state, memory, visits=0):
        shown = round(float(image[:8, :8].mean()) / GREY)
        done = len(state.land.tiles) - 1
        return Sight((Proposal(tuple(self.moves[done:shown]), self.confidence),)), shown


def drawn(turns: int, has_hand: bool) -> np.ndarray:
    image = table(0, hand=has_hand)
    for number in range(turns):
        x, y = 60 + 14 * (number % 14), 40 + 14 * (number // 14)
        image[y : y + 12, x : x + 12] = (200, 220, 210) if number % 2 else (150, 190, 230)
    image[:8, :8] = turns * GREY
    return image


def whole_game(seed: int) -> tuple:
    """Give the moves of a game in which every tile finds a place, as its camera would see it."""
    chance = Random(seed)
    while True:
        moves = random_game(SETUP, chance)[0].moves
        if all(hasattr(move, "cell") for move in moves):
            return tuple(moves)


def play(desk: Table, turns: int) -> None:
    """Confirm what the table asks, and the last turn, until the game has ended."""
    now = desk.snapshot()
    while now.phase != "ended":
        wants = now.phase == "asking" or (now.proposal and now.moves == turns - 1)
        if wants and "confirm" in now.may:
            with suppress(StaleError):
                desk.press("confirm", now.version)
        now = desk.wait(now.version, 1.0)
    assert now.moves == turns, now


def taken() -> dict[str, float]:
    """Measure what this process holds: memory in MB, open files and threads."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    rss_mb = pages * os.sysconf("SC_PAGE_SIZE") / 1e6
    return {
        "rss_mb": round(rss_mb, 1),
        "files": len(list(Path("/proc/self/fd").iterdir())),
        "threads": threading.active_count(),
    }


def main(games: int) -> int:
    camera, reader = LongCamera(), TruthfulReader()
    after: dict[int, dict[str, float]] = {}
    with tempfile.TemporaryDirectory() as folder, open_store(Path(folder)) as store:
        parts = Games(lambda game: RULES, lambda game: reader, lambda name: b"told")
        with Table(
            camera, store, lambda post: NoPanel(""), parts, Recordings(Path(folder), "frames")
        ) as desk:
            for game in range(1, games + 1):
                reader.moves = whole_game(game)
                desk.start(NEW)
                camera.lay(len(reader.moves))
                play(desk, len(reader.moves))
                after[game] = {"turns": len(reader.moves), **taken()}
                sys.stderr.write(f"{game}: {after[game]}\n")
    first, last = after[min(WARM_UP, games)], after[games]
    grew = last["rss_mb"] - first["rss_mb"] > MOST_GROWTH_MB or last["files"] > first["files"] + MOST_OPEN
    grew = grew or last["threads"] > first["threads"]
    sys.stdout.write(json.dumps({"games": games, "grew": grew, "first": first, "last": last}) + "\n")
    return int(grew)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1])))
