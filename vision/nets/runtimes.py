"""How fast each of what runs nets is on this machine."""

import time
from collections.abc import Iterator
from importlib.resources import as_file, files
from statistics import median
from typing import NamedTuple

import cv2
import numpy as np

from vision.nets.session import AT_ONCE, Planes, Run, load_into_onnxruntime, load_into_opencv, runtimes

SIDE = 512
"""Of the pictures that a net is asked about which takes any, px."""


class Comparison(NamedTuple):
    """A net, asked the same by both.

    Attributes:
        net: Its name.
        onnxruntime_s: An answer takes so long, the median.
        opencv_s: That of OpenCV.
        difference: The most by which two numbers of their answers differ.
    """

    net: str
    onnxruntime_s: float
    opencv_s: float
    difference: float


def compare_runtimes(package: str, runs: int) -> Iterator[Comparison]:
    """Ask each net of a package, on one thread, about pictures made by chance; nothing where one is missing.

    Args:
        package: With the nets in it or below: "vision.games.cornwall".
        runs: How many times each net is asked.
    """
    if len(runtimes()) < 2:
        return
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        with as_file(files(package)) as folder:
            for file in sorted(folder.rglob("*.onnx")):
                yield _compare(file.stem, file.read_bytes(), runs)
    finally:
        cv2.setNumThreads(threads)


def _compare(net: str, weights: bytes, runs: int) -> Comparison:
    planes = np.random.default_rng(1).random(_shape_of(weights), np.float32)
    ours, theirs = load_into_onnxruntime(weights), load_into_opencv(weights)
    difference = max(float(np.abs(a - b).max()) for a, b in zip(ours(planes), theirs(planes), strict=True))
    ours_s, theirs_s = (median(_seconds(run, planes) for _ in range(runs)) for run in (ours, theirs))
    return Comparison(net, ours_s, theirs_s, difference)


def _shape_of(weights: bytes) -> tuple[int, int, int, int]:
    import onnxruntime  # noqa: PLC0415 # it may not be here

    _, planes, *sides = onnxruntime.InferenceSession(weights).get_inputs()[0].shape
    if all(isinstance(side, int) for side in sides):
        return AT_ONCE, planes, *sides
    return 1, planes, SIDE, SIDE


def _seconds(run: Run, planes: Planes) -> float:
    begun = time.perf_counter()
    run(planes)
    return time.perf_counter() - begun
