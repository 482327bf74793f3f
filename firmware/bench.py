"""Measures this machine: how fast the rules and the reading are, and how well photographs are read."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from statistics import median
from typing import Any, NamedTuple, TypeVar

import msgspec

from firmware.errors import InputError
from firmware.files import read_file, read_picture
from firmware.painted import SETUP, painted_photograph, painted_samples
from scoring.games.carcassonne.catalogue import faces
from scoring.games.carcassonne.chance import random_game
from scoring.games.carcassonne.placing import placements
from scoring.games.carcassonne.play import apply
from scoring.games.carcassonne.state import State, remaining, start
from vision.accuracy import TRUTH_FORMAT, Agreement, compare_with_truth
from vision.errors import NoTableError
from vision.reader import Reader

RUNS = 5
TILES = 60
TRUTH = ".truth.json"

Made = TypeVar("Made")


class Measure(NamedTuple):
    """One figure of the table.

    Attributes:
        name: For programs, with its unit at the end.
        says: What was measured, for people.
        value: The median of the runs.
    """

    name: str
    says: str
    value: float


class PhotographResult(NamedTuple):
    """How a photograph with a known truth was read; no agreement where no table was found in it."""

    photograph: str
    read_s: float
    agreement: Agreement | None


def timed(work: Callable[[], Made]) -> tuple[float, Made]:
    """Do something and give the seconds it took and what came of it."""
    begun = time.perf_counter()
    made = work()
    return time.perf_counter() - begun, made


def measure_rules(runs: int = RUNS, tiles: int = TILES) -> Iterator[Measure]:
    """Measure the rules of Carcassonne on games played by chance.

    Args:
        runs: How many times everything is measured; the median counts.
        tiles: How many tiles lie on the board on which places are sought.
    """
    boards = [random_game(SETUP, Random(seed), tiles - 1)[1] for seed in range(runs)]
    placing_ms = 1000 * median(placing_s(board) for board in boards)
    yield Measure("placements_ms", f"legal placements of one face on {tiles} tiles, ms", placing_ms)
    moving_ms = 1000 * median(moving_s(Random(seed)) for seed in range(runs))
    yield Measure("apply_ms", "one move applied and scored, ms", moving_ms)
    game_s = median(timed(lambda: random_game(SETUP, Random(1)))[0] for _ in range(runs))
    yield Measure("games_per_s", "random complete games, per second", 1 / game_s)


def placing_s(state: State) -> float:
    """Time the search for a face's places, averaged over the faces still in the box."""
    left = [face for face, count in remaining(state).items() if count and not faces()[face].is_river]
    seconds, _ = timed(lambda: [list(placements(state, face)) for face in left])
    return seconds / len(left)


def moving_s(rng: Random) -> float:
    """Time a move, averaged over those of one game."""
    game, _ = random_game(SETUP, rng)

    def play() -> None:
        state = start(SETUP)
        for move in game.moves:
            state, _ = apply(state, move)

    return timed(play)[0] / len(game.moves)


def measure_reading(reader: Reader[Any], runs: int = RUNS, tiles: int = TILES) -> Iterator[Measure]:
    """Measure the reading of a photograph painted from our own drawings.

    Args:
        reader: The reader of Carcassonne.
        runs: How many times it is read; the median counts.
        tiles: How many tiles lie on the board.
    """
    learn_s, prints = timed(lambda: reader.learn(painted_samples()))
    yield Measure("learn_s", "learning the 24 painted faces, s", learn_s)
    photograph, truth = painted_photograph(tiles)
    readings = [timed(lambda: reader.read(photograph, prints)) for _ in range(runs)]
    megapixels = photograph.shape[0] * photograph.shape[1] / 1e6
    read_s = median(seconds for seconds, _ in readings)
    yield Measure("read_s", f"reading a painted photograph of {megapixels:.1f} megapixels, s", read_s)
    right = compare_with_truth(readings[-1][1], truth).tiles_right
    yield Measure("painted_tiles_right", f"of its {tiles} tiles read right", right)


def find_truths(folder: Path) -> list[Path]:
    """Find the truth documents in a folder of photographs.

    Raises:
        InputError: There is none.
    """
    truths = sorted(folder.glob(f"*{TRUTH}"))
    if not truths:
        raise InputError(f"{folder} holds no photograph with a truth document (NAME{TRUTH}) beside it.")
    return truths


def measure_photograph(truth_file: Path, reader: Reader[Any], prints: bytes) -> PhotographResult:
    """Read the photograph beside a truth document and compare what was read with it.

    Raises:
        InputError: The document or the photograph cannot be used.
    """
    truth = read_truth(truth_file)
    file = truth_file.parent / truth["image"]
    image = read_picture(file)
    try:
        seconds, board = timed(lambda: reader.read(image, prints))
    except NoTableError:
        return PhotographResult(file.stem, 0.0, None)
    return PhotographResult(file.stem, seconds, compare_with_truth(board, truth))


def read_truth(file: Path) -> dict[str, Any]:
    """Read a truth document.

    Raises:
        InputError: It is none.
    """
    try:
        truth = msgspec.json.decode(read_file(file), type=dict[str, Any])
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise InputError(f"{file} is not a truth document: {error}.") from error
    if truth.get("format") != TRUTH_FORMAT or not {"image", "tiles", "meeples"} <= truth.keys():
        raise InputError(f"{file} is not a truth document ({TRUTH_FORMAT} with image, tiles and meeples).")
    return truth
