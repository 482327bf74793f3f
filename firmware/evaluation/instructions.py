"""What following a game costs a processor, counted, and how fast a Pi is to be expected from that."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from typing import NamedTuple

from firmware.errors import CommandError

LINE_BYTES = 64
"""What a processor takes from memory at once."""
CACHE_BYTES = 1_048_576
"""The last cache of a Pi 4; that of a Pi 3 is half as large, that of a Pi 5 twice."""
MISSING = (
    "Neither perf nor valgrind counts instructions here; install one: sudo apt-get install valgrind. "
    "On a Pi itself, tablekeeper bench tells how fast it is without."
)
LONGEST_S = 900
"""So long counting may take; drawing what is counted comes before it."""
WITHIN = 2.0
"""By so much, up or down, an estimate may be wrong; that is supposed, too: none was held against a Pi yet.

Vectors are twice as wide here as on a Pi, programs differ in how well a processor gets on with them (rules of
a game, in Python, from arithmetic on pictures), and a Pi that is warm or short of power is slower.
"""


class Cost(NamedTuple):
    """What was counted.

    Attributes:
        instructions: That were done.
        bytes: That were fetched from memory, as no cache had them.
    """

    instructions: int
    bytes: int

    def less(self, other: "Cost") -> "Cost":
        """Give what this costs more than another.

        Example:
            >>> Cost(70, 7).less(Cost(10, 1))
            Cost(instructions=60, bytes=6)
        """
        return Cost(self.instructions - other.instructions, self.bytes - other.bytes)


class Board(NamedTuple):
    """A Pi's processor, one core of it.

    Attributes:
        name: Of the board.
        instructions_per_s: At its full clock.
        bytes_per_s: From memory.
    """

    name: str
    instructions_per_s: float
    bytes_per_s: float

    def seconds(self, cost: Cost) -> float:
        """Estimate how long it takes, within a factor of ``WITHIN``.

        Example:
            >>> Board("A board", 1e9, 1e9).seconds(Cost(2_000_000_000, 500_000_000))
            2.5
        """
        return cost.instructions / self.instructions_per_s + cost.bytes / self.bytes_per_s


BOARDS = (
    Board("Pi 3", 1.0e9, 1.5e9),
    Board("Pi 4", 2.2e9, 3.0e9),
    Board("Pi 5", 5.0e9, 8.0e9),
)
"""Clocks of 1.4, 1.8 and 2.4 GHz (raspberrypi.com/documentation/computers/processors.html), and what we
suppose that their cores (Cortex-A53, A72, A76) do in each: 0.7, 1.2, 2.1 instructions. Not measured by us."""


class Counted(NamedTuple):
    """What a game costs.

    Attributes:
        counter: What counted: "perf" or "valgrind".
        program: The program itself, until it does what it is told.
        start: Getting ready for a game after that, with what its tiles are known by.
        turn: A turn at the painted table, all looks at its frames among it.
        frames: Of such a turn.
    """

    counter: str
    program: Cost
    start: Cost
    turn: Cost
    frames: int


def count_game(game: str, heard: Callable[[str, float], None]) -> Counted:
    """Follow the first turn of a recorded game, and the first two, and count what the second costs.

    Args:
        game: The game.
        heard: Told what is being done, and the share that is done.

    Raises:
        CommandError: Nothing here counts, or not in time.
    """
    counter, count = find_counter()
    with tempfile.TemporaryDirectory() as made:
        short, long = Path(made) / "short", Path(made) / "long"
        for number, session in enumerate((short, long), 1):
            heard("Drawing a game", 0.0)
            words = ["render", "--game", game, "--seed", "1", "--turns", str(number), "--out", str(session)]
            _done(_ourselves(words))
        asked = (["games"], *(["watch", str(session), "--json"] for session in (short, long)))
        with ThreadPoolExecutor() as beside:
            counts = [beside.submit(count, _ourselves(words)) for words in asked]
            for number, _ in enumerate(as_completed(counts)):
                heard("Counting; this takes minutes", 0.4 + 0.2 * number)
        program, one, two = (done.result() for done in counts)
        frames = [len(list(session.glob("*.jpg"))) for session in (short, long)]
    turn = two.less(one)
    return Counted(counter, program, one.less(program).less(turn), turn, frames[1] - frames[0])


def find_counter() -> tuple[str, Callable[[Sequence[str]], Cost]]:
    """Find what counts here: perf asks the processor, where that answers; valgrind plays one.

    Raises:
        CommandError: Neither is there.
    """
    if shutil.which("perf"):
        try:
            by_perf(["true"])
        except CommandError:
            pass
        else:
            return "perf", by_perf
    if shutil.which("valgrind"):
        return "valgrind", by_valgrind
    raise CommandError(MISSING)


def by_perf(words: Sequence[str]) -> Cost:
    """Let the processor count.

    Raises:
        CommandError: It does not: it is an emulated one, or it may not be asked.
    """
    said = _done(["perf", "stat", "-x", ";", "-e", "instructions:u,cache-misses:u", *words])
    counts = [re.search(rf"^(\d+);[^;]*;{event}", said, re.MULTILINE) for event in ("instr", "cache")]
    instructions, misses = (int(found[1]) if found else 0 for found in counts)
    if not instructions:
        raise CommandError(MISSING)
    return Cost(instructions, misses * LINE_BYTES)


def by_valgrind(words: Sequence[str]) -> Cost:
    """Have a processor played that has the caches of a Pi 4; some fifty times slower than a real one.

    Source:
        valgrind.org/docs/manual/cg-manual.html: "I refs" are instructions, "LL misses" lines from memory.
    """
    caches = ["--cache-sim=yes", "--D1=32768,2,64", f"--LL={CACHE_BYTES},16,{LINE_BYTES}"]
    said = _done(["valgrind", "--tool=cachegrind", "--cachegrind-out-file=/dev/null", *caches, *words])
    counts = [re.search(rf"{name}: +([\d,]+)", said) for name in ("I +refs", "LL misses")]
    if not all(counts):
        raise CommandError(f"valgrind counted nothing; it says: {said.strip().splitlines()[-1]}")
    instructions, misses = (int(found[1].replace(",", "")) for found in counts if found)
    return Cost(instructions, misses * LINE_BYTES)


def _ourselves(words: Sequence[str]) -> list[str]:
    return [sys.executable, "-P", "-m", "firmware", *words]


def _done(words: Sequence[str]) -> str:
    """Run a program on one thread, and give what it says on standard error.

    Raises:
        CommandError: It failed, or took too long.
    """
    environ = {**os.environ, "OPENCV_FOR_THREADS_NUM": "1", "OPENBLAS_NUM_THREADS": "1"}
    try:
        done = subprocess.run(  # noqa: S603
            words, env=environ, capture_output=True, text=True, check=False, timeout=LONGEST_S
        )
    except subprocess.TimeoutExpired as error:
        raise CommandError(
            f"Counting is not through after {LONGEST_S} seconds; end what else runs here, and try again."
        ) from error
    if done.returncode:
        said = (done.stderr or "nothing").strip().splitlines()
        raise CommandError(f"{words[0]} could not count; it says: {said[-1]}")
    return done.stderr
