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
from vision.games.carcassonne.cold import tile_net
from vision.games.carcassonne.training import figures, shields, squares, tiles
from vision.games.carcassonne.training.boxes import TILES_PER_BOX, Box, draw_box, is_kept_aside
from vision.games.carcassonne.training.checking import check, check_figures, check_shields
from vision.games.carcassonne.training.tables import show_table
from vision.nets.outline_net import FRAME_PX

BOXES, SCENES_PER_BOX = 1800, 4
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
    wanted.add_argument("--batch", type=int, help="so many pictures in each")
    wanted.add_argument("--boxes", type=int, default=BOXES, help="boxes made up; one of ten is kept aside")
    wanted.add_argument("--tiles", type=int, default=TILES_PER_BOX, help="drawn of each box")
    wanted.add_argument(
        "--scenes", type=int, default=SCENES_PER_BOX, help="of each box, for squares and figures"
    )
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
    with ProcessPoolExecutor(asked.processes) as pool:
        some = [each for each in range(asked.boxes) if is_kept_aside(each) == (asked.what == "check")]
        boxes = list(pool.map(partial(_box, asked.seed, asked.tiles), some, chunksize=10))
        _say(f"{len(boxes)} boxes are drawn")
        if asked.what == "check":
            _say(check(boxes, asked.seed))
            _say(check_shields(boxes, asked.seed))
            _say(check_figures(_scenes(pool, figures.show_view, 1, asked.seed, boxes)))
        else:
            _write(_taught(asked, boxes, pool), asked.what, asked.out)


def _taught(asked: argparse.Namespace, boxes: Sequence[Box], pool: Executor) -> nn.Module:
    """Teach the net that is asked for, on a graphics processor where there is one."""
    torch.set_default_device("cuda" if torch.cuda.is_available() else "cpu")
    tell = partial(_tell, time.monotonic())
    steps, seed, batch, kept = asked.steps, asked.seed, asked.batch, asked.on
    if asked.what == "tiles":
        return tiles.learn(tiles.teach(boxes), steps, seed, tell, kept=kept, batch=batch or tiles.BATCH)
    if asked.what == "shields":
        taught, batch = tiles.teach(boxes), batch or shields.BATCH
        return shields.learn(taught, asked.tiles, steps, seed, tell, kept=kept, batch=batch)
    if asked.what == "squares":
        shown = _scenes(pool, show_table, asked.scenes, seed, boxes)
        return squares.learn(shown, steps, seed, tell, batch=batch or squares.BATCH)
    views = _scenes(pool, figures.show_view, asked.scenes, seed, boxes)
    return figures.learn(views, steps, seed, tell, kept=kept, batch=batch or figures.BATCH)


def _tell(begun_s: float, step: int, lost: float) -> None:
    _say(f"{time.monotonic() - begun_s:6.0f} s  step {step:6d}  {lost:.4f}")


def _say(what: object) -> None:
    print(what, flush=True)  # noqa: T201


def _box(seed: int, tiles_in_it: int, index: int) -> Box:
    return draw_box(np.random.default_rng([seed, index]), tiles_in_it)


def _scenes(
    pool: Executor, draw: Callable[[Box, Generator], Scene], number: int, seed: int, boxes: Sequence[Box]
) -> list[Scene]:
    """Draw so many scenes with every box."""
    several = partial(_several, draw, number, seed)
    shown = [each for some in pool.map(several, enumerate(boxes), chunksize=10) for each in some]
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
    side_px = tile_net.TILE_PX if is_of_tiles else FRAME_PX
    axes = {0: "n"} if is_of_tiles else {0: "n", 2: "height", 3: "width"}
    outputs = ["told", "felt"] if is_of_tiles else ["told"]
    torch.set_default_device("cpu")
    torch.onnx.export(
        net.cpu(),
        (torch.rand(1, 3, side_px, side_px),),
        str(folder / f"{name}.onnx"),
        dynamo=False,
        input_names=["seen"],
        output_names=outputs,
        dynamic_axes={"seen": axes},
    )


if __name__ == "__main__":
    main()
