"""The nets that ship with the eyes: loaded once, asked by one thread at a time.

Two things run them: onnxruntime, and OpenCV where that has no wheel (32-bit ARM). On one thread of an x86_64
onnxruntime took 0.2 to 0.7 of the time for each of the nine nets, and their answers, of up to 16, differ by
at most 0.00002; ``tablekeeper bench`` measures both anew.
"""

from collections.abc import Callable
from functools import cache
from importlib.resources import files
from importlib.util import find_spec
from threading import Lock
from typing import NamedTuple, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

AT_ONCE = 16
"""A net keeps the room that most pictures have taken at once: more are no faster, and take 3 MB each."""

Planes: TypeAlias = NDArray[np.float32]
Run: TypeAlias = Callable[[Planes], list[Planes]]
"""Asks a net (n, k, height, width) and gives all that it answers, first axis n."""
Load: TypeAlias = Callable[[bytes], Run]


class _Net(NamedTuple):
    run: Run
    asking: Lock
    """A net of OpenCV answers one thread at a time; one of onnxruntime takes its room for each that asks."""


def load_into_opencv(weights: bytes) -> Run:
    """Load a net of the ONNX format into OpenCV."""
    net = cv2.dnn.readNetFromONNX(np.frombuffer(weights, np.uint8))

    def run(planes: Planes) -> list[Planes]:
        net.setInput(planes)
        told = net.forward(net.getUnconnectedOutLayersNames())
        return [np.array(each, np.float32) for each in told]

    return run


def load_into_onnxruntime(weights: bytes) -> Run:
    """Load a net of the ONNX format into onnxruntime: on one thread, as the pages need the other cores."""
    import onnxruntime  # noqa: PLC0415 # 16 MB and 0.2 s, for those who ask a net alone

    wanted = onnxruntime.SessionOptions()
    wanted.intra_op_num_threads = wanted.inter_op_num_threads = 1
    wanted.enable_cpu_mem_arena = False  # what a net has taken goes back after each answer, and it is as fast
    session = onnxruntime.InferenceSession(weights, wanted, providers=["CPUExecutionProvider"])
    name = session.get_inputs()[0].name

    def run(planes: Planes) -> list[Planes]:
        told: list[Planes] = session.run(None, {name: planes})
        return told

    return run


def runtimes() -> dict[str, Load]:
    """Give what loads nets here, by name; the first is used."""
    ours: dict[str, Load] = {"OpenCV": load_into_opencv}
    return {"onnxruntime": load_into_onnxruntime, **ours} if find_spec("onnxruntime") else ours


def weights_of(net: str) -> bytes:
    """Give the file of a net, named as ``ask`` names it."""
    package, _, name = net.rpartition(".")
    return files(package).joinpath(f"{name}.onnx").read_bytes()


@cache
def _loaded(net: str) -> _Net:
    load, *_ = runtimes().values()
    return _Net(load(weights_of(net)), Lock())


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
    planes = np.ascontiguousarray(pictures.transpose(0, 3, 1, 2), np.float32) / np.float32(255)
    if more is not None:
        planes = np.concatenate([planes, more], axis=1)
    one = _loaded(net)
    with one.asking:
        return one.run(planes)
