"""The nets of this folder, loaded once and asked one thread at a time."""

from functools import cache
from importlib.resources import files
from threading import Lock
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

AT_ONCE = 16
"""A net keeps the room that most pictures have taken at once: more are no faster, and take 3 MB each."""


class _Net(NamedTuple):
    net: cv2.dnn.Net
    asking: Lock
    """A net of OpenCV answers one thread at a time."""


@cache
def _loaded(name: str) -> _Net:
    weights = files("vision.games.carcassonne.cold").joinpath(f"{name}.onnx").read_bytes()
    return _Net(cv2.dnn.readNetFromONNX(np.frombuffer(weights, np.uint8)), Lock())


def ask(name: str, pictures: NDArray[np.uint8]) -> list[NDArray[np.float32]]:
    """Ask a net.

    Args:
        name: "tiles", "squares" or "figures".
        pictures: (n, height, width, 3) blue, green and red.

    Returns:
        All that it answers to each of them, first axis n.
    """
    parts = [_ask(name, pictures[at : at + AT_ONCE]) for at in range(0, len(pictures), AT_ONCE)]
    return [np.concatenate(each) for each in zip(*parts, strict=True)]


def _ask(name: str, pictures: NDArray[np.uint8]) -> list[NDArray[np.float32]]:
    planes = np.ascontiguousarray(pictures.transpose(0, 3, 1, 2), np.float32) / 255
    one = _loaded(name)
    with one.asking:
        one.net.setInput(planes)
        told = one.net.forward(one.net.getUnconnectedOutLayersNames())
        return [np.array(each, np.float32) for each in told]
