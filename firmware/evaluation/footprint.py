"""What ``play`` takes while it is used: memory, and the time to its first page."""

import re
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import cv2
import msgspec

from firmware.errors import CommandError
from firmware.images.processes import IDLE_S
from scoring.documents.values import Written
from scoring.games import load
from vision.reader import Sample
from vision.simulator import games as painted
from vision.simulator.table.singles import single_tiles

LOOK_S = 0.25
PATIENCE_S = 900.0
MOST_PICTURES = 12
EDGE = "footprint-of-a-table"


class Taken(NamedTuple):
    """What was taken until something was done.

    Attributes:
        done: What.
        seconds: How long it took.
        most_mb: The most memory of the program itself meanwhile, resident.
        together_mb: The most with the process apart, what they share counted once.
        left_mb: What both hold after it.
    """

    done: str
    seconds: float
    most_mb: float
    together_mb: float
    left_mb: float


def measure_footprint(game: str, camera: str, photos: Sequence[bytes], turns: int) -> Iterator[Taken]:
    """Play with a camera in a data folder of its own, and use it as players do.

    Args:
        game: Of the photographs, and of the box that is learned where one is on a page.
        camera: As ``play`` takes it; "none", or a demo, whose turns are waited for.
        photos: Pictures to be scored, one after the other.
        turns: How far a demo is followed.

    Raises:
        CommandError: The program ended, or took too long.
    """
    with tempfile.TemporaryDirectory() as data, playing(data, camera) as (address, gauge):
        pages = Pages(address, Path(data), game)
        yield gauge.taken("the first page")
        if camera != "none":
            wait_until(lambda: pages.table()["turns"] >= turns or pages.table()["state"] == "ended")
            yield gauge.taken(f"{pages.table()['turns']} turns of a demo")
        for number, picture in enumerate(photos, 1):
            pages.score(picture)
            yield gauge.taken(f"photograph {number}")
        if samples := _samples(game):
            pages.learn("Painted", samples)
            yield gauge.taken("prints learned")
        time.sleep(IDLE_S + 2 * LOOK_S)
        yield gauge.taken("a while without anything to do")


@contextmanager
def playing(data: str, camera: str) -> Iterator[tuple[str, "Gauge"]]:
    """Have a table played for a while, and give where its pages are and what looks at its memory."""
    words = [sys.executable, "-P", "-m", *to_play(data, camera)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as process:  # noqa: S603 - our own program
        gauge = Gauge(process.pid)
        try:
            address = address_of(process)
            threading.Thread(target=_read_on, args=[process], daemon=True).start()
            yield address, gauge
        finally:
            gauge.close()
            process.kill()


def to_play(data: Path | str, camera: str) -> list[str]:
    """Give the module and words by which a table is played on a free port of this machine."""
    return ["firmware", "play", "--port", "0", "--host", "127.0.0.1", "--data", str(data), "--camera", camera]


def address_of(process: "subprocess.Popen[str]") -> str:
    """Wait until a program that was started with its output piped says where its pages are.

    Raises:
        CommandError: It ended before.
    """
    for line in process.stdout or ():
        if found := re.search(r"http://[\d.:]+", line):
            return found[0]
    raise CommandError(f"The program ended with {process.wait()} before it said where its pages are.")


def _read_on(process: "subprocess.Popen[str]") -> None:
    """Read what the program prints: a full pipe would stop it."""
    if process.stdout:
        process.stdout.read()


def wait_until(is_so: Callable[[], bool]) -> None:
    """Look once a second until something is so.

    Raises:
        CommandError: It took too long.
    """
    until_s = time.monotonic() + PATIENCE_S
    while not is_so():
        if time.monotonic() > until_s:
            raise CommandError(f"Nothing came of it within {PATIENCE_S / 60:.0f} minutes.")
        time.sleep(1.0)


class Gauge:
    """Looks at the memory of a program and its children all the time, in a thread of its own."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self._since_s = time.monotonic()
        self._most_mb = self._together_mb = 0.0
        self._ending = threading.Event()
        threading.Thread(target=self._look, daemon=True).start()

    def _look(self) -> None:
        while not self._ending.wait(LOOK_S):
            self._most_mb = max(self._most_mb, _memory_mb(self.pid, "Rss"))
            self._together_mb = max(self._together_mb, self.now_mb())

    def now_mb(self) -> float:
        """Give what the program and its children hold, what they share counted once."""
        return sum(_memory_mb(each, "Pss") for each in (self.pid, *children_of(self.pid)))

    def taken(self, done: str) -> Taken:
        """Give what was taken since the last was given."""
        now_s, left_mb = time.monotonic(), self.now_mb()
        most_mb = max(self._most_mb, _memory_mb(self.pid, "Rss"))
        found = Taken(done, now_s - self._since_s, most_mb, max(self._together_mb, left_mb), left_mb)
        self._since_s, self._most_mb, self._together_mb = now_s, 0.0, 0.0
        return found

    def close(self) -> None:
        self._ending.set()


def children_of(pid: int) -> list[int]:
    """Name the children of a process that have not ended."""
    tasks = Path(f"/proc/{pid}/task").glob("*/children")
    return [int(child) for task in tasks for child in read_proc(task).split()]


def _memory_mb(pid: int, kind: str) -> float:
    """Give the resident memory of a process; "Pss" counts what n processes share as an nth of each."""
    found = re.search(rf"^{kind}: *(\d+) kB", read_proc(Path(f"/proc/{pid}/smaps_rollup")), re.MULTILINE)
    return int(found[1]) * 1024 / 1e6 if found else 0.0


def read_proc(path: Path) -> str:
    """Read what the system tells; nothing where a process has ended meanwhile."""
    try:
        return path.read_text()
    except (FileNotFoundError, ProcessLookupError):
        return ""


class Pages:
    """The pages of a program, as a browser at the machine itself uses them."""

    def __init__(self, address: str, data: Path, game: str) -> None:
        self._address, self._data, self._game = address, data, game
        self._token = self._at = ""
        self.open("/prints")

    def table(self) -> Written:
        table: Written = msgspec.json.decode(self.open("/api/table"))
        return table

    def send(self, path: str, fields: dict[str, str], name: str = "", files: Sequence[bytes] = ()) -> str:
        """Send a form with files, and say where it led."""
        parts = [
            f'--{EDGE}\r\nContent-Disposition: form-data; name="{key}"\r\n\r\n{value}\r\n'.encode()
            for key, value in {**fields, "form_token": self._token}.items()
        ]
        for number, file in enumerate(files):
            head = f'Content-Disposition: form-data; name="{name}"; filename="{number}.jpg"'
            parts.append(f"--{EDGE}\r\n{head}\r\nContent-Type: image/jpeg\r\n\r\n".encode() + file + b"\r\n")
        self.open(path, b"".join(parts) + f"--{EDGE}--\r\n".encode())
        return self._at

    def score(self, picture: bytes) -> None:
        """Have a photograph scored, and wait until it is."""
        self.send("/photos", {"game": self._game, "prints": ""}, "photo", [picture])
        wait_until(lambda: not re.search(r"waiting|reading", self.open("/api/photos")))

    def learn(self, name: str, samples: Sequence[Sample]) -> None:
        """Learn a set from pictures of single tiles, and wait until it is there."""
        pictures = [cv2.imencode(".jpg", sample.image)[1].tobytes() for sample in samples]
        first = self.send("/prints", {"game": self._game, "name": name}, "pictures", pictures)
        lesson = first.rpartition("/")[0]
        for index, sample in enumerate(samples):
            self.send(f"{lesson}/{index}", {"face": sample.face, "turns": str(sample.turns)})
        self.send(f"{lesson}/learn", {})
        wait_until((self._data / "prints" / name / "prints.msgpack").exists)

    def open(self, path: str, form: bytes | None = None) -> str:
        """Open a page, or send a form to it, and give what came."""
        head = {"Cookie": f"tablekeeper_form={self._token}"} if self._token else {}
        head |= {"Content-Type": f"multipart/form-data; boundary={EDGE}"} if form else {}
        request = urllib.request.Request(f"{self._address}{path}", form, head)  # noqa: S310 - our own address
        with urllib.request.urlopen(request, timeout=120) as answer:  # noqa: S310
            cookie = re.search(r"tablekeeper_form=([^;]+)", answer.headers.get("Set-Cookie", ""))
            self._token = cookie[1] if cookie else self._token
            self._at = answer.geturl().removeprefix(self._address)
            page: str = answer.read().decode()
        return page


def _samples(game: str) -> list[Sample]:
    """Paint a tile of each of some kinds that are learned one by one on a page; of some games none are."""
    host = painted.load(game)
    shown = {choice.value for choice in load(game).single_faces()}
    painted_tiles = single_tiles(host.box(host.seat(1), seed=1), 1)
    return list(islice((sample for sample in painted_tiles if sample.face in shown), MOST_PICTURES))
