"""Asking the net for tiles what squares of a picture show."""

from functools import cache
from importlib.resources import files
from threading import Lock
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.games.carcassonne.cold.kinds import ANSWERS, TILE, nats_of, unturned_answers

WEIGHTS = "tiles.onnx"
TILE_PX = 64
MARGIN = 1.12
"""A square shows so much more than its tile, in shares of the tile's side: the rim of what lies beside."""
_ASKING = Lock()
"""A net of OpenCV answers one thread at a time."""

Squares = NDArray[np.uint8]
"""(n, 64, 64, 3) blue, green and red, the tile in the middle, ``MARGIN`` of it shown."""


class Told(NamedTuple):
    """What the net says about n squares.

    Attributes:
        nats: (n, readings) log-likelihoods, in the order of ``kinds.READINGS``.
        is_tile: (n,) log-odds that it is a tile and not something else.
    """

    nats: NDArray[np.floating]
    is_tile: NDArray[np.floating]


@cache
def _net() -> cv2.dnn.Net:
    weights = files("vision.games.carcassonne.cold").joinpath(WEIGHTS).read_bytes()
    return cv2.dnn.readNetFromONNX(np.frombuffer(weights, np.uint8))


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
    return Told(nats, answers[:, :, TILE].mean(axis=0))


def _asked(squares: Squares) -> NDArray[np.floating]:
    if not len(squares):
        return np.zeros((0, ANSWERS))
    planes = np.ascontiguousarray(squares.transpose(0, 3, 1, 2), np.float32) / 255
    with _ASKING:
        net = _net()
        net.setInput(planes)
        return np.asarray(net.forward(), np.float64)
