"""The live table killed at random moments: what was published is never lost, and the game goes on."""

import os
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from firmware.store.store import read_store
from scoring.referee.record.replay import resume
from tests.firmware.told import MOVES, RULES

KILLS = int(os.environ.get("TABLEKEEPER_KILLS", "6"))
"""How often the table is killed; 200 times proves more, and takes ten minutes."""
ENV = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[3])}


def play_until_killed(data, rng):
    """Start the table, kill it after a random while, and give the turns it told of."""
    words = [sys.executable, "-m", "tests.firmware.table.play_told", data]
    with subprocess.Popen(words, env=ENV, stdout=subprocess.PIPE, text=True) as process:
        first = process.stdout.readline()
        time.sleep(rng.uniform(0.0, 0.6))
        process.kill()
        rest = process.stdout.read()
    return [int(line.split("\t")[0]) for line in (first + rest).splitlines() if "\t" in line]


@pytest.mark.parametrize("seed", [1])
def test_no_published_turn_is_lost_and_the_game_goes_on(tmp_path, seed):
    rng, known = random.Random(seed), 0
    for _ in range(KILLS):
        told = play_until_killed(tmp_path, rng)
        assert told, "the table goes on"
        assert told[0] >= known
        known = max(known, *told)
        with read_store(tmp_path) as store:
            assert store.games() == ("1",)
            turn = resume(store.events("1"), store.draft("1"), RULES)
        assert len(turn.done) >= known
        assert [done.move for done in turn.done] == list(MOVES[: len(turn.done)])
