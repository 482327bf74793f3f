"""Lets the tests of this room import the staged photographs, and learns our own faces once for them all."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from staged import pictures_of_single_tiles

from vision.games import load


@pytest.fixture(scope="session")
def prints() -> bytes:
    """Prints learned from pictures of our own drawn faces under a light of their own."""
    return load("carcassonne").learn(pictures_of_single_tiles())
