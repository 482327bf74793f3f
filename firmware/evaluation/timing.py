"""Measures this machine: how fast the rules and the reading are, and how well photographs are read."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from statistics import median
from typing import Any, NamedTuple, TypeVar

import msgspec

from firmware.errors import InputError
from firmware.evaluation.tallies import AnyYardstick
from firmware.images.pictures import read_picture
from firmware.store.files import read_file
from scoring.documents.values import Written
from scoring.roles import AnyEngine, AnyInspection, AnyRules
from vision.accuracy import TRUTH_FORMAT, Agreement
from vision.errors import NoTableError
from vision.nets.runtimes import compare_runtimes
from vision.reader import Reader

RUNS = 5
TRUTH = ".truth.json"

Made = TypeVar("Made")


class Measure(NamedTuple):
    """One figure of the table.

    Attributes:
        name: For programs, with its unit at the end.
        says: What was measured, for people.
        value: The median of the runs.
        goal: What it should be at most; None where there is none.
    """

    name: str
    says: str
    value: float
    goal: float | None = None


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


def measure_rules(
    rules: AnyRules, yardstick: AnyYardstick, runs: int = RUNS, tiles: int | None = None
) -> Iterator[Measure]:
    """Measure the rules of a game on games played by chance.

    Args:
        rules: Of the game.
        yardstick: Plays the games.
        runs: How many times everything is measured; the median counts.
        tiles: How many tiles lie on the board on which places are sought, the start tile among them.
    """
    tiles = tiles or yardstick.tiles
    boards = [yardstick.play(Random(seed), tiles - 1)[1] for seed in range(runs)]
    placing_ms = 1000 * median(placing_s(board, rules, yardstick) for board in boards)
    yield Measure("placements_ms", f"legal placements of one face on {tiles} tiles, ms", placing_ms)
    moving_ms = 1000 * median(moving_s(Random(seed), rules, yardstick) for seed in range(runs))
    yield Measure("apply_ms", "one move applied and scored, ms", moving_ms)
    game_s = median(timed(lambda: yardstick.play(Random(1)))[0] for _ in range(runs))
    yield Measure("games_per_s", "random complete games, per second", 1 / game_s)


def placing_s(state: object, rules: AnyInspection, yardstick: AnyYardstick) -> float:
    """Time the search for a face's places, averaged over the faces that may still be drawn."""
    left = yardstick.drawn(state)
    seconds, _ = timed(lambda: [rules.places(state, face) for face in left])
    return seconds / len(left)


def moving_s(rng: Random, rules: AnyEngine, yardstick: AnyYardstick) -> float:
    """Time a move, averaged over those of one game."""
    moves, _ = yardstick.play(rng)

    def play() -> None:
        state = rules.start(yardstick.setup)
        for move in moves:
            state, _ = rules.apply(state, move)

    return timed(play)[0] / len(moves)


def measure_reading(
    reader: Reader[Any], yardstick: AnyYardstick, runs: int = RUNS, tiles: int | None = None
) -> Iterator[Measure]:
    """Measure the reading of a photograph painted from our own drawings.

    Args:
        reader: The reader of the game.
        yardstick: Paints the photograph.
        runs: How many times it is read; the median counts.
        tiles: How many tiles lie on the board.
    """
    tiles = tiles or yardstick.tiles
    samples = list(yardstick.samples())
    learn_s, prints = timed(lambda: reader.learn(samples))
    yield Measure("learn_s", f"learning {len(samples)} painted tiles, s", learn_s)
    photograph, truth = yardstick.photograph(tiles)
    readings = [timed(lambda: reader.read(photograph, prints)) for _ in range(runs)]
    megapixels = photograph.shape[0] * photograph.shape[1] / 1e6
    read_s = median(seconds for seconds, _ in readings)
    yield Measure("read_s", f"reading a painted photograph of {megapixels:.1f} megapixels, s", read_s)
    agreed = yardstick.compare(readings[-1][1], truth)
    yield Measure(
        "painted_tiles_right", f"of its {agreed.tiles} {yardstick.tiles_word} read right", agreed.tiles_right
    )


def measure_nets(game: str, runs: int = RUNS) -> Iterator[Measure]:
    """Measure the nets of a game with both of what runs them; onnxruntime is used where it is installed."""
    for net, ours_s, theirs_s, difference in compare_runtimes(f"vision.games.{game}", runs):
        yield Measure(f"{net}_onnxruntime_ms", f"net {net} by onnxruntime, one thread, ms", 1000 * ours_s)
        yield Measure(f"{net}_opencv_ms", f"net {net} by OpenCV, one thread, ms", 1000 * theirs_s)
        yield Measure(f"{net}_ratio", "so many times as long", theirs_s / ours_s)
        yield Measure(f"{net}_difference", "the most by which their answers differ", difference)


def find_truths(folder: Path) -> list[Path]:
    """Find the truth documents in a folder of photographs.

    Raises:
        InputError: There is none.
    """
    truths = sorted(folder.glob(f"*{TRUTH}"))
    if not truths:
        raise InputError(f"{folder} holds no photograph with a truth document (NAME{TRUTH}) beside it.")
    return truths


def measure_photograph(
    truth_file: Path, reader: Reader[Any], prints: bytes | None, yardstick: AnyYardstick
) -> PhotographResult:
    """Read the photograph beside a truth document and compare what was read with it.

    Raises:
        InputError: The document or the photograph cannot be used.
    """
    truth = read_truth(truth_file, yardstick)
    file = truth_file.parent / truth["image"]
    image = read_picture(file)
    try:
        seconds, board = timed(lambda: reader.read(image, prints))
    except NoTableError:
        return PhotographResult(file.stem, 0.0, None)
    return PhotographResult(file.stem, seconds, yardstick.compare(board, truth))


def read_truth(file: Path, yardstick: AnyYardstick) -> Written:
    """Read a truth document.

    Raises:
        InputError: It is none of this game.
    """
    try:
        truth = msgspec.json.decode(read_file(file), type=Written)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise InputError(f"{file} is not a truth document: {error}.") from error
    if truth.get("format") != TRUTH_FORMAT or "image" not in truth or not yardstick.is_truth(truth):
        raise InputError(f"{file} is not a truth document of this game ({TRUTH_FORMAT}, with its image).")
    return truth
