"""A reader that knows the answer, the command line in this process, and the real one in its own."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import cv2
import numpy as np
import pytest

from firmware.build import Parts
from firmware.cli.command_line import run
from scoring import games as rules_of
from vision.errors import NoTableError, PrintsError
from vision.reader import Image, Sample

ROOT = Path(__file__).parents[2]
BOARD = {
    "format": "tablekeeper.board/1",
    "game": "carcassonne",
    "tiles": [
        {"cell": [0, 0], "face": "D", "turns": 0, "quad_px": [[0, 0], [9, 0], [9, 9], [0, 9]]},
        {"cell": [1, 0], "face": "V", "turns": 1, "quad_px": [[9, 0], [18, 0], [18, 9], [9, 9]]},
    ],
    "meeples": [{"cell": [1, 0], "colour": "red", "feature": "road", "sides": ["W"]}],
}


class KnowingReader:
    """Gives a prepared board, remembers what it was asked, and sees no table in a black picture."""

    CORNERS_HELP = True

    def __init__(self) -> None:
        self.asked: dict[str, Any] = {}

    def learn(self, samples: Iterable[Sample]) -> bytes:
        return b"prints " + " ".join(f"{sample.face}{sample.turns}" for sample in samples).encode()

    def describe(self, prints: bytes) -> dict[str, int]:
        if not prints.startswith(b"prints "):
            raise PrintsError("These are not prints of this game.")
        return dict.fromkeys(prints.decode().split()[1:], 1)

    def chart(self) -> tuple[tuple[str, ...], ...]:
        return (("A", "B"),)

    def read_chart(self, image: Image) -> list[Sample]:
        if not image.any():
            raise PrintsError("The chart was not found in this picture.")
        return [Sample(image, "A", 0), Sample(image, "B", 0)]

    def read(self, image: Image, prints: bytes | None, **asked: Any) -> Any:
        self.asked = {"image": image, "prints": prints, **asked}
        if prints is not None:
            self.describe(prints)
        if not image.any():
            raise NoTableError("No table is to be seen in this picture.")
        if asked.get("progress"):
            asked["progress"]("Looking", 0.5)
        return rules_of.load("carcassonne").load_board(BOARD)

    def overlay(self, image: Image, board: Any) -> Image:
        return np.full_like(image, 255)


class Ended(NamedTuple):
    """How a command ended."""

    status: int
    out: str
    err: str

    @property
    def document(self) -> Any:
        return json.loads(self.out)


Command = Callable[..., Ended]


@pytest.fixture(autouse=True)
def _umask() -> Iterator[None]:
    """``play`` closes what it makes to other users, and all that this process makes from then on."""
    before = os.umask(0o022)
    yield
    os.umask(before)


@pytest.fixture
def reader() -> KnowingReader:
    return KnowingReader()


@pytest.fixture
def command(reader: KnowingReader, capsys: pytest.CaptureFixture[str]) -> Command:
    """Run a command in this process, over the reader that knows the answer."""
    parts = Parts(rules_of.names, rules_of.load, lambda game: reader)

    def call(*args: object) -> Ended:
        status = run([str(arg) for arg in args], parts)
        said = capsys.readouterr()
        return Ended(status, said.out, said.err)

    return call


@pytest.fixture
def program(tmp_path: Path) -> Command:
    """Run the real program in a process of its own."""

    def call(*args: object, **more: Any) -> Ended:
        words = [sys.executable, "-P", "-m", "firmware", *map(str, args)]
        env = {"PYTHONPATH": str(ROOT), "TABLEKEEPER_DATA": str(tmp_path / "data"), "PATH": "/usr/bin:/bin"}
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **more}
        ended = subprocess.run(words, text=True, env=env, cwd=tmp_path, check=False, **pipes)
        return Ended(ended.returncode, ended.stdout or "", ended.stderr)

    return call


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    """A photograph, 40 wide and 30 high, that is not black."""
    return save(tmp_path / "photo.jpg", np.full((30, 40, 3), 99, np.uint8))


@pytest.fixture
def learned(tmp_path: Path) -> Path:
    """A data folder with one learned set, called "mybox"."""
    folder = tmp_path / "data" / "prints" / "mybox"
    folder.mkdir(parents=True)
    (folder / "prints.msgpack").write_bytes(b"prints A0 B0")
    return tmp_path / "data"


def save(file: Path, image: Image) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(cv2.imencode(file.suffix, image)[1].tobytes())
    return file
