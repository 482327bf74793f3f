"""Asking the net for tiles what squares of a picture show."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.games.carcassonne.cold.kinds import ANSWERS, GARDEN, TILE, nats_of, unturned_answers
from vision.games.carcassonne.cold.nets import ask

TILE_PX = 64
MARGIN = 1.12
"""A square shows so much more than its tile, in shares of the tile's side: the rim of what lies beside."""

GARDEN_WEIGHT = 3.0
"""In teaching a garden that was missed weighs as much as so many falsely told; which is taken back."""

Squares = NDArray[np.uint8]
"""(n, 64, 64, 3) blue, green and red, the tile in the middle, ``MARGIN`` of it shown."""


class Told(NamedTuple):
    """What the net says about n squares.

    Attributes:
        nats: (n, readings) log-likelihoods, in the order of ``kinds.READINGS``.
        is_tile: (n,) log-odds that it is a tile and not something else.
        has_garden: (n,) log-odds that it carries a garden, as many of its face with one as without.
    """

    nats: NDArray[np.floating]
    is_tile: NDArray[np.floating]
    has_garden: NDArray[np.floating]


def tell(squares: Squares) -> Told:
    """Tell what squares show: what is said of each in its four turns, put together."""
    every = [unturned_answers(_asked(np.rot90(squares, -turns, axes=(1, 2))), turns) for turns in range(4)]
    return summed(np.array(every))


def ask_once(squares: Squares) -> Told:
    """Tell what squares show, each looked at in one turn only: four times as fast, and less sure."""
    return summed(_asked(squares)[None])


def summed(answers: NDArray[np.floating]) -> Told:
    """Put the (turns, n, 32) answers in some turns together, already turned back."""
    nats = np.mean([nats_of(one) for one in answers], axis=0)
    return Told(
        nats, answers[:, :, TILE].mean(axis=0), answers[:, :, GARDEN].mean(axis=0) - np.log(GARDEN_WEIGHT)
    )


def _asked(squares: Squares) -> NDArray[np.floating]:
    if not len(squares):
        return np.zeros((0, ANSWERS))
    return np.asarray(ask("tiles", squares), np.float64)
