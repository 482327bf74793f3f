"""Teaches the nets: ``python -m vision.games.cornwall.training draw``, then ``fields`` and the others."""

import argparse
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from importlib import import_module
from pathlib import Path

import numpy as np

from vision.games.cornwall.training.boxes import draw_box
from vision.games.cornwall.training.lessons import Lessons, change_lessons, lessons_of
from vision.games.cornwall.training.tables import show_change, show_table
from vision.training.teaching import is_kept_aside, options, say, teller

BOXES, SCENES_PER_BOX, CHANGES_PER_BOX = 900, 4, 5
KEPT = Path(__file__).parent.parent
FOR = {
    "fields": ("patches", "terrains", "symbols"),
    "things": ("views", "maps", "bases", "leans"),
    "hexes": ("frames", "told"),
    "seams": ("seams", "same"),
    "kinds": ("come", "before", "stands", "kinds"),
}


def main() -> None:
    """Draw lessons, or teach one net with them and write it down; only those written here are measured."""
    wanted = options(("draw", "changes", *FOR), BOXES, KEPT)
    wanted.add_argument("--lessons", type=Path, required=True, help="folder for what is drawn")
    wanted.add_argument("--check", action="store_true", help="only measure on boxes that were kept aside")
    asked = wanted.parse_args()
    if asked.what in ("draw", "changes"):
        draw = _lessons if asked.what == "draw" else _changes
        _draw(partial(draw, asked.seed), asked.boxes, asked.processes, asked.lessons)
    else:
        _teach(asked.what, asked)


def _draw(draw: Callable[[int], Lessons], boxes: int, processes: int, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with ProcessPoolExecutor(processes) as pool:
        drawn = list(pool.map(draw, range(boxes), chunksize=5))
    for aside, name in ((False, "learned"), (True, "aside")):
        some = [each for index, each in enumerate(drawn) if is_kept_aside(index) == aside]
        for key, together in _together(some).items():
            np.save(folder / f"{name}_{key}.npy", together)
    say(f"{boxes} boxes are drawn")


def _lessons(seed: int, index: int) -> Lessons:
    """Draw a box and cut lessons out of some tables with it."""
    chance = np.random.default_rng([seed, index])
    box = draw_box(chance)
    return _together([lessons_of(show_table(box, chance), box, chance) for _ in range(SCENES_PER_BOX)])


def _changes(seed: int, index: int) -> Lessons:
    """Draw a box and cut figures that have come out of some tables with it."""
    chance = np.random.default_rng([seed, index])
    box = draw_box(chance)
    return _together([change_lessons(show_change(box, chance), chance) for _ in range(CHANGES_PER_BOX)])


def _together(scenes: Sequence[Lessons]) -> Lessons:
    return {key: np.concatenate([scene[key] for scene in scenes]) for key in scenes[0]}


def _teach(what: str, asked: argparse.Namespace) -> None:
    module, learning = map(
        import_module, (f"vision.games.cornwall.training.{what}", "vision.training.learning")
    )
    learned, aside = (
        {key: np.load(asked.lessons / f"{name}_{key}.npy") for key in FOR[what]}
        for name in ("learned", "aside")
    )
    if not asked.check:
        notes = asked.lessons / f"{what}.notes"
        pupil = learning.learn(partial(module.begin, learned), asked.seed, asked.steps, teller(), notes=notes)
        learning.write(pupil, asked.out / f"{what}.onnx")
        notes.unlink(missing_ok=True)
    if asked.out == KEPT:
        for line in module.check(aside):
            say(line)


if __name__ == "__main__":
    main()
