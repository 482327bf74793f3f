"""What programs that teach nets ask for, draw and say, whatever the game."""

import argparse
import time
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path


def is_kept_aside(box: int) -> bool:
    """Tell whether a box, counted from 0, is never learned from: one of ten is only measured with."""
    return box % 10 == 0


def options(whats: Iterable[str], boxes: int, out: Path) -> argparse.ArgumentParser:
    """Give the options of a program that teaches nets.

    Args:
        whats: What it can be asked for.
        boxes: So many are usual.
        out: Where weights usually go.
    """
    wanted = argparse.ArgumentParser(
        prog="training", description="Teach a net to read boxes nobody has seen."
    )
    wanted.add_argument("what", choices=tuple(whats), help="what to draw or measure, or which net to teach")
    wanted.add_argument("--seed", type=int, default=1)
    wanted.add_argument("--boxes", type=int, default=boxes, help="boxes made up; one of ten is kept aside")
    wanted.add_argument("--processes", type=int, default=2, help="for drawing")
    wanted.add_argument("--steps", type=int, default=3000, help="batches shown")
    wanted.add_argument("--out", type=Path, default=out, help="folder for the weights")
    return wanted


def say(what: object) -> None:
    """Say how far it is."""
    print(what, flush=True)  # noqa: T201


def teller() -> Callable[[int, float], None]:
    """Give what says the step and the mean loss, and how long it has taken."""
    return partial(_tell, time.monotonic())


def _tell(begun_s: float, step: int, lost: float) -> None:
    say(f"{time.monotonic() - begun_s:6.0f} s  step {step:6d}  {lost:.4f}")
