"""Lets the tests of this room import the staged photographs, and learns our own faces once for them all."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from staged import pictures_of_single_tiles
from tabletop import PLAYERS, READER

from vision.games import load
from vision.games.carcassonne.live.memory import CarcassonneBoxModel
from vision.simulator.games.carcassonne import box
from vision.simulator.table.singles import single_tiles


@pytest.fixture(scope="session")
def prints() -> bytes:
    """Prints learned from pictures of our own drawn faces under a light of their own."""
    return load("carcassonne").learn(pictures_of_single_tiles())


@pytest.fixture(scope="session")
def known() -> CarcassonneBoxModel:
    """The same faces as the synthetic table's, ready to be recognised, and the colours of its players."""
    samples = single_tiles(box(PLAYERS), seed=1)
    return READER.get_ready(READER.learn(samples), [seat.colour for seat in PLAYERS.players])
