"""Teaches the nets: ``python -m vision.games.carcassonne.training tiles``, then ``squares``."""

import argparse
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import TypeVar

import numpy as np
import torch
from numpy.random import Generator
from torch import nn

from vision.games.carcassonne import cold
from vision.games.carcassonne.cold import square_net, tile_net
from vision.games.carcassonne.training import figures, shields, squares, tiles
from vision.games.carcassonne.training.boxes import Box, draw_box, is_kept_aside
from vision.games.carcassonne.training.checking import check, check_figures, check_shields
from vision.games.carcassonne.training.tables import show_table

BOXES, SCENES_PER_BOX, VIEWS_PER_BOX = 1800, 6, 4
Scene = TypeVar("Scene")


def main() -> None:
    """Draw boxes, teach one net with them and write it down."""
    wanted = argparse.ArgumentParser(
        prog="training", description="Teach a net to read boxes nobody has seen."
    )
    whats = ("tiles", "shields", "squares", "figures", "check")
    wanted.add_argument("what", choices=whats, help="which net to teach, or check how tiles are read")
    wanted.add_argument("--seed", type=int, default=1)
    wanted.add_argument("--steps", type=int, default=3000, help="batches shown")
    wanted.add_argument("--boxes", type=int, default=BOXES, help="boxes made up; one of ten is kept aside")
    wanted.add_argument("--processes", type=int, default=2, help="for drawing")
    wanted.add_argument("--threads", type=int, default=1, help="for learning")
    wanted.add_argument(
        "--on", type=Path, help="a net, but for squares, that was taught before, to go on from"
    )
    wanted.add_argument(
        "--out", type=Path, default=Path(str(cold.__path__[0])), help="folder for the weights"
    )
    asked = wanted.parse_args()
    torch.set_num_threads(asked.threads)
    tell = partial(_tell, time.monotonic())
    with ProcessPoolExecutor(asked.processes) as pool:
        boxes = list(pool.map(partial(_box, asked.seed), range(asked.boxes), chunksize=10))
        if asked.what == "check":
            aside = [box for index, box in enumerate(boxes) if is_kept_aside(index)]
            _say(check(aside, asked.seed))
            _say(check_shields(aside, asked.seed))
            draw = partial(_several, figures.show_view, 1, asked.seed)
            _say(check_figures(_drawn(pool, draw, aside)))
            return
        learned = [box for index, box in enumerate(boxes) if not is_kept_aside(index)]
        _say(f"{len(learned)} boxes are drawn")
        if asked.what == "tiles":
            net: nn.Module = tiles.learn(tiles.teach(learned), asked.steps, asked.seed, tell, kept=asked.on)
        elif asked.what == "shields":
            net = shields.learn(tiles.teach(learned), asked.steps, asked.seed, tell, kept=asked.on)
        elif asked.what == "squares":
            tables = _drawn(pool, partial(_several, show_table, SCENES_PER_BOX, asked.seed), learned)
            net = squares.learn(tables, asked.steps, asked.seed, tell)
        else:
            views = _drawn(pool, partial(_several, figures.show_view, VIEWS_PER_BOX, asked.seed), learned)
            net = figures.learn(views, asked.steps, asked.seed, tell, kept=asked.on)
    _write(net, asked.what, asked.out)


def _tell(begun_s: float, step: int, lost: float) -> None:
    _say(f"{time.monotonic() - begun_s:6.0f} s  step {step:6d}  {lost:.4f}")


def _say(what: object) -> None:
    print(what, flush=True)  # noqa: T201


def _box(seed: int, index: int) -> Box:
    return draw_box(np.random.default_rng([seed, index]))


def _drawn(
    pool: Executor, draw: Callable[[tuple[int, Box]], list[Scene]], boxes: Sequence[Box]
) -> list[Scene]:
    """Draw scenes with every box."""
    shown = [one for some in pool.map(draw, enumerate(boxes), chunksize=10) for one in some]
    _say(f"{len(shown)} scenes are drawn")
    return shown


def _several(
    draw: Callable[[Box, Generator], Scene], number: int, seed: int, numbered: tuple[int, Box]
) -> list[Scene]:
    """Draw some scenes with a box."""
    index, box = numbered
    chance = np.random.default_rng([seed, index, 1])
    return [draw(box, chance) for _ in range(number)]


def _write(net: nn.Module, name: str, folder: Path) -> None:
    is_of_tiles = name in ("tiles", "shields")
    side_px = tile_net.TILE_PX if is_of_tiles else square_net.FRAME_PX
    axes = {0: "n"} if is_of_tiles else {0: "n", 2: "height", 3: "width"}
    outputs = ["told", "felt"] if is_of_tiles else ["told"]
    torch.onnx.export(
        net,
        (torch.rand(1, 3, side_px, side_px),),
        str(folder / f"{name}.onnx"),
        dynamo=False,
        input_names=["seen"],
        output_names=outputs,
        dynamic_axes={"seen": axes},
    )


if __name__ == "__main__":
    main()
