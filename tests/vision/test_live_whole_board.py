"""The live reader where a whole board lies there at its first look: a game begun anew over the last one."""

import resource
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace
from tabletop import PLAYERS, Watcher, named

from scoring.games.carcassonne.chance import random_game
from vision.games.carcassonne.live.memory import CarcassonneBoxModel

START = "D"
STATUS = Path("/proc/self/status")
MOST_BYTES = 1_000_000_000
"""What a small machine has left beside the program itself."""


@pytest.fixture
def no_more_memory() -> Iterator[None]:
    """Refuse what a small machine does not have, beside what this process holds already."""
    before = resource.getrlimit(resource.RLIMIT_DATA)
    resource.setrlimit(resource.RLIMIT_DATA, (held_bytes() + MOST_BYTES, before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_DATA, before)


def held_bytes() -> int:
    """Say how much data this process holds, as the kernel counts it against that limit."""
    (line,) = (line for line in STATUS.read_text().splitlines() if line.startswith("VmData:"))
    return int(line.split()[1]) * 1024


def test_fifteen_tiles_seen_at_once_are_read_in_the_memory_that_there_is(
    known: CarcassonneBoxModel, no_more_memory: None
) -> None:
    table = Watcher(known)
    game, _ = random_game(PLAYERS, Random(1), tiles=20)
    for move in game.moves:
        table.lay_bare(replace(named(move), garden=False))
    read = Counter(named(move).face for move in table.look().best.moves)
    # Which of the tiles began the game is not to be seen; others lie beyond the edge of the picture.
    assert read.total() == 15
    assert read <= Counter([START, *(named(move).face for move in game.moves)])
