"""Teaches the nets: ``python -m vision.games.carcassonne.training tiles``, then ``squares``."""

import argparse
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import torch
from numpy.random import Generator

from vision.games.carcassonne import cold
from vision.games.carcassonne.training import figures, shields, squares, tiles
from vision.games.carcassonne.training.boxes import TILES_PER_BOX, Box, draw_box
from vision.games.carcassonne.training.checking import check, check_figures, check_shields
from vision.games.carcassonne.training.tables import show_table
from vision.training.learning import Pupil, learn, write
from vision.training.teaching import is_kept_aside, options, say, teller

BOXES, SCENES_PER_BOX = 1800, 4
NETS: dict[str, tuple[Callable[..., Pupil], Callable[[Box, Generator], Any] | None]] = {
    "tiles": (tiles.begin, None),
    "shields": (shields.begin, None),
    "squares": (squares.begin, show_table),
    "figures": (figures.begin, figures.show_view),
}
"""How each begins, and what is drawn with every box where it learns from more than the tiles."""
Scene = TypeVar("Scene")


def main() -> None:
    """Draw boxes, teach one net with them and write it down."""
    wanted = options((*NETS, "check"), BOXES, Path(str(cold.__path__[0])))
    wanted.add_argument("--batch", type=int, help="so many pictures in each")
    wanted.add_argument("--tiles", type=int, default=TILES_PER_BOX, help="drawn of each box")
    wanted.add_argument(
        "--scenes", type=int, default=SCENES_PER_BOX, help="of each box, for squares and figures"
    )
    wanted.add_argument("--threads", type=int, default=1, help="for learning")
    wanted.add_argument("--on", type=Path, help="a net that was taught before, to go on from")
    asked = wanted.parse_args()
    torch.set_num_threads(asked.threads)
    with ProcessPoolExecutor(asked.processes) as pool:
        some = [each for each in range(asked.boxes) if is_kept_aside(each) == (asked.what == "check")]
        boxes = list(pool.map(partial(_box, asked.seed, asked.tiles), some, chunksize=10))
        say(f"{len(boxes)} boxes are drawn")
        if asked.what == "check":
            say(check(boxes, asked.seed))
            say(check_shields(boxes, asked.seed))
            say(check_figures(_scenes(pool, figures.show_view, 1, asked.seed, boxes)))
        else:
            write(_taught(asked, boxes, pool), asked.out / f"{asked.what}.onnx")


def _taught(asked: argparse.Namespace, boxes: Sequence[Box], pool: Executor) -> Pupil:
    """Teach the net that is asked for, on a graphics processor where there is one."""
    torch.set_default_device("cuda" if torch.cuda.is_available() else "cpu")
    begin, draw = NETS[asked.what]
    shown = boxes if draw is None else _scenes(pool, draw, asked.scenes, asked.seed, boxes)
    return learn(partial(begin, shown, asked.batch), asked.seed, asked.steps, teller(), kept=asked.on)


def _box(seed: int, tiles_in_it: int, index: int) -> Box:
    return draw_box(np.random.default_rng([seed, index]), tiles_in_it)


def _scenes(
    pool: Executor, draw: Callable[[Box, Generator], Scene], number: int, seed: int, boxes: Sequence[Box]
) -> list[Scene]:
    """Draw so many scenes with every box."""
    several = partial(_several, draw, number, seed)
    shown = [each for some in pool.map(several, enumerate(boxes), chunksize=10) for each in some]
    say(f"{len(shown)} scenes are drawn")
    return shown


def _several(
    draw: Callable[[Box, Generator], Scene], number: int, seed: int, numbered: tuple[int, Box]
) -> list[Scene]:
    """Draw some scenes with a box."""
    index, box = numbered
    chance = np.random.default_rng([seed, index, 1])
    return [draw(box, chance) for _ in range(number)]


if __name__ == "__main__":
    main()
