"""Measures what memory ``tablekeeper play`` takes, in every mode, with whatever it has begun beside it.

    python -m tests.firmware.memory PHOTO... --turns 200

Three photographs are enough. Each figure is the resident memory of the program and
of its process apart together, in MB: the most while it was so, and what is left once that process has ended.
"""

import json
import os
import re
import signal
import tempfile
import threading
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click
import cv2

from firmware.apart import IDLE_S
from tests.running import running, to_play
from vision.reader import Sample
from vision.synthetic import games as painted
from vision.synthetic.singles import single_tiles

LOOK_S = 0.25
PATIENCE_S = 900.0
MOST_PICTURES = 12
MODES = ("none", "demo:carcassonne", "demo:cornwall")


def resident_mb(pid: int) -> float:
    """Give the memory of a process and its children."""
    tasks = Path(f"/proc/{pid}/task").glob("*/children")
    children = [child for task in tasks for child in _children(task)]
    pages = sum(_pages(each) for each in (str(pid), *children))
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def _children(task: Path) -> list[str]:
    try:
        return task.read_text().split()
    except (FileNotFoundError, ProcessLookupError):
        return []


def _pages(pid: str) -> int:
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    except (FileNotFoundError, ProcessLookupError):
        return 0


class Gauge:
    """Looks at the memory of a program all the time, in a thread of its own."""

    def __init__(self, pid: int) -> None:
        self.most_mb = 0.0
        self._pid = pid
        self._ending = threading.Event()
        threading.Thread(target=self._look, daemon=True).start()

    def _look(self) -> None:
        while not self._ending.wait(LOOK_S):
            self.most_mb = max(self.most_mb, self.now_mb())

    def now_mb(self) -> float:
        return resident_mb(self._pid)

    def tell(self, what: str) -> None:
        click.echo(f"{what:45} most {self.most_mb:4.0f} MB, then {self.now_mb():4.0f} MB")
        self.most_mb = 0.0

    def close(self) -> None:
        self._ending.set()


class Pages:
    """The pages of a program, as a browser at the machine itself uses them."""

    def __init__(self, address: str, data: Path) -> None:
        self._address = address
        self._learned = data / "prints" / "Painted" / "prints.msgpack"
        self._token = self._at = ""
        self._open("/prints")

    def table(self) -> dict[str, Any]:
        table: dict[str, Any] = json.loads(self._open("/api/table"))
        return table

    def send(self, path: str, fields: dict[str, str], name: str = "", files: Sequence[bytes] = ()) -> str:
        """Send a form with files, and say where it led."""
        edge = "memory-of-a-table"
        parts = [
            f'--{edge}\r\nContent-Disposition: form-data; name="{key}"\r\n\r\n{value}\r\n'.encode()
            for key, value in {**fields, "form_token": self._token}.items()
        ]
        for number, file in enumerate(files):
            head = f'Content-Disposition: form-data; name="{name}"; filename="{number}.jpg"'
            parts.append(f"--{edge}\r\n{head}\r\nContent-Type: image/jpeg\r\n\r\n".encode() + file + b"\r\n")
        body = b"".join(parts) + f"--{edge}--\r\n".encode()
        self._open(path, body, f"multipart/form-data; boundary={edge}")
        return self._at

    def learn(self) -> None:
        """Learn a set from pictures of single tiles."""
        samples = _samples()
        pictures = [cv2.imencode(".jpg", sample.image)[1].tobytes() for sample in samples]
        fields = {"game": "carcassonne", "name": "Painted"}
        lesson = self.send("/prints", fields, "pictures", pictures).rpartition("/")[0]
        for index, sample in enumerate(samples):
            self.send(f"{lesson}/{index}", {"face": sample.face, "turns": str(sample.turns)})
        self.send(f"{lesson}/learn", {})
        _wait(self._learned.exists)

    def wait_for_photos(self) -> None:
        _wait(lambda: not re.search(r"waiting|reading", self._open("/api/photos")))

    def _open(self, path: str, body: bytes | None = None, kind: str = "") -> str:
        head = {"Cookie": f"tablekeeper_form={self._token}"} if self._token else {}
        request = urllib.request.Request(
            f"{self._address}{path}", body, {**head, "Content-Type": kind} if kind else head
        )
        with urllib.request.urlopen(request, timeout=120) as answer:
            cookie = re.search(r"tablekeeper_form=([^;]+)", answer.headers.get("Set-Cookie", ""))
            self._token = cookie[1] if cookie else self._token
            self._at = answer.geturl().removeprefix(self._address)
            return answer.read().decode()


def _wait(is_so: Any) -> None:
    until_s = time.monotonic() + PATIENCE_S
    while not is_so():
        assert time.monotonic() < until_s, "It took too long."
        time.sleep(1.0)


@contextmanager
def playing(camera: str) -> Iterator[tuple[Pages, Gauge]]:
    """Play with a camera, in a data folder of its own."""
    with tempfile.TemporaryDirectory() as data, running(to_play(data, camera)) as (process, address):
        assert process.stdout
        threading.Thread(target=process.stdout.read, daemon=True).start()
        gauge = Gauge(process.pid)
        try:
            yield Pages(address, Path(data)), gauge
        finally:
            gauge.close()
            process.send_signal(signal.SIGINT)
            process.wait(60)


def _samples() -> list[Sample]:
    """Paint a tile of each kind."""
    host = painted.load("carcassonne")
    return list(single_tiles(host.box(host.seat(1), seed=1), 1))[:MOST_PICTURES]


@click.command()
@click.argument("photos", nargs=-1)
@click.option("--turns", default=10, help="So many turns of a demo are played.")
@click.option("--camera", "cameras", multiple=True, default=MODES)
def main(photos: Sequence[str], turns: int, cameras: Sequence[str]) -> None:
    """Measure the modes one after the other."""
    pictures = [Path(photo).read_bytes() for photo in photos]
    for camera in cameras:
        with playing(camera) as (pages, gauge):
            gauge.tell(f"{camera}: the first page")
            if camera != "none":
                _wait(lambda: pages.table()["turns"] >= turns or pages.table()["state"] == "ended")
                gauge.tell(f"{camera}: after {pages.table()['turns']} turns")
            for number, picture in enumerate(pictures, 1):
                pages.send("/photos", {"game": "carcassonne", "prints": ""}, "photo", [picture])
                pages.wait_for_photos()
                gauge.tell(f"{camera}: after {number} photographs")
            pages.learn()
            gauge.tell(f"{camera}: after prints were learned")
            time.sleep(IDLE_S + 5)
            gauge.tell(f"{camera}: a moment later")


if __name__ == "__main__":
    main()
