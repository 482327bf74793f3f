"""What a Pi has to keep up with, each beside its goal; of the processor's time, on one thread."""

import time
from collections.abc import Iterator
from statistics import median

from firmware.build import Parts
from firmware.evaluation.live_games import Case, on_one_thread, try_all
from firmware.evaluation.tallies import count
from firmware.evaluation.timing import RUNS, Measure
from vision.reader import Image

TURNS, TILES = 8, 72
WATCH_MS, PROPOSAL_MS, PHOTOGRAPH_S = 3.0, 100.0, 1.5
"""Goals for a computer of today; a Pi 4 takes some four times as long."""


def measure_goals(game: str, parts: Parts, runs: int = RUNS, turns: int = TURNS) -> Iterator[Measure]:
    """Follow the beginnings of games at the painted table, and read an unlearned box in new processes.

    Args:
        game: The game.
        parts: What this machine has.
        runs: So many games are followed, and so many processes begun; the median counts.
        turns: Of each game.
    """
    trials = try_all([Case(game, 0, seed, turns) for seed in range(1, runs + 1)], parts, 1)
    tally = count([*trials], parts.yardstick(game))
    yield Measure("watch_ms", "one step of watching, ms", tally.watch_p50_ms, WATCH_MS)
    yield Measure("proposal_ms", "from a still table to a proposal, ms", tally.ready_p50_ms, PROPOSAL_MS)
    photograph, _ = parts.yardstick(game).photograph(TILES)
    with on_one_thread(1) as pool:
        tasks = [pool.submit(read_cold, game, parts, photograph) for _ in range(runs)]
        cold_s = median(task.result() for task in tasks)
    yield Measure("cold_s", f"a photograph of {TILES} tiles that nobody learned, s", cold_s, PHOTOGRAPH_S)


def read_cold(game: str, parts: Parts, photograph: Image) -> float:
    """Read a photograph without prints where none was read before, and give the seconds that took."""
    reader = parts.reader(game)
    begun_s = time.process_time()
    reader.read(photograph, None)
    return time.process_time() - begun_s
