"""The nets that ship with the eyes: loaded once, asked by one thread at a time."""

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
def _loaded(net: str) -> _Net:
    package, _, name = net.rpartition(".")
    weights = files(package).joinpath(f"{name}.onnx").read_bytes()
    return _Net(cv2.dnn.readNetFromONNX(np.frombuffer(weights, np.uint8)), Lock())


def forget_nets() -> None:
    """Give back what nets hold, each some tens of MB; whoever asks one again has it loaded anew meanwhile."""
    _loaded.cache_clear()


def ask(
    net: str, pictures: NDArray[np.uint8], more: NDArray[np.float32] | None = None
) -> list[NDArray[np.float32]]:
    """Ask a net.

    Args:
        net: The package that its weights lie in, and its name: "vision.games.cornwall.seams".
        pictures: (n, height, width, 3) blue, green and red.
        more: (n, k, height, width) what it is told besides.

    Returns:
        All that it answers to each of them, first axis n; nothing where there are none.
    """
    parts = [
        _ask(net, pictures[at : at + AT_ONCE], None if more is None else more[at : at + AT_ONCE])
        for at in range(0, len(pictures), AT_ONCE)
    ]
    return [np.concatenate(each) for each in zip(*parts, strict=True)]


def _ask(
    net: str, pictures: NDArray[np.uint8], more: NDArray[np.float32] | None
) -> list[NDArray[np.float32]]:
    planes = np.ascontiguousarray(pictures.transpose(0, 3, 1, 2), np.float32) / 255
    if more is not None:
        planes = np.concatenate([planes, more], axis=1)
    one = _loaded(net)
    with one.asking:
        one.net.setInput(planes)
        told = one.net.forward(one.net.getUnconnectedOutLayersNames())
        return [np.array(each, np.float32) for each in told]
