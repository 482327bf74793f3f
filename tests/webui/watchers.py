"""Many phones follow a game: how soon all of them have a confirmed turn, and what that costs.

``python -m tests.webui.watchers 200 15`` prints one JSON document: 200 phones, 15 turns. The program is the
real one, started as ``tablekeeper play`` starts it, and reads a board that was painted before: each confirmed
turn has it read once more. Each phone is sent what is new on its page, the drawing of the board with it,
packed as browsers ask for it. Its time is taken to the end of the first that shows the turn as confirmed:
from the tap, and from when the first phone had it.
"""

import json
import os
import re
import selectors
import socket
import subprocess
import sys
import tempfile
import time
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from firmware.evaluation.footprint import to_play
from tests.firmware.kill_games import render
from tests.running import running

PROMISED_S = 0.25
"""So soon 95 of 100 phones have a turn that was confirmed."""
CONFIRMED = 15
PATIENCE_S = 240.0
LATEST_S = 20.0
QUIET_S = 0.03
EVENT = re.compile(rb"id: (\d+)\ndata: (.*?)\n\n", re.DOTALL)
PAGE, DOCUMENT = "/news", "/api/events"


class Watcher:
    """A phone that follows the table: which versions of it it was shown, and when.

    What comes is unpacked only once nothing more does, lest the phones heard later seem slower than they are.
    """

    def __init__(self, host: str, port: int, path: str, source: str = "") -> None:
        """Follow the table, from an address of this machine where one is named."""
        self.socket = socket.create_connection((host, port), 30, (source, 0) if source else None)
        head = f"GET {path} HTTP/1.0\r\nHost: {host}:{port}\r\nAccept-Encoding: gzip\r\n\r\n"
        self.socket.sendall(head.encode())
        self.shown: list[tuple[int, float]] = []
        self._heard: list[tuple[bytes, float]] = []
        self._unpack = zlib.decompressobj(16 + zlib.MAX_WBITS)
        self._head = self._rest = b""

    @property
    def version(self) -> int:
        """The version that it shows; -1 before the first news."""
        return self.shown[-1][0] if self.shown else -1

    def hear(self) -> None:
        got = self.socket.recv(1 << 18)
        if not got:
            raise ConnectionError(f"a stream ended: {self._rest[:200]!r}")
        self._heard.append((got, time.monotonic()))

    def unpack(self) -> None:
        """Make events of what was heard."""
        for got, at_s in self._heard:
            text = self._rest + self._body(got)
            for event in EVENT.finditer(text):
                self.shown.append((int(event[1]), at_s))
                self.read(event[2])
            self._rest = text[text.rfind(b"\n\n") + 2 :] if b"\n\n" in text else text
        self._heard.clear()

    def read(self, data: bytes) -> None:
        """Read what an event says."""

    def _body(self, got: bytes) -> bytes:
        if self._head.endswith(b"\r\n\r\n"):
            return self._unpack.decompress(got)
        head, end, body = (self._head + got).partition(b"\r\n\r\n")
        self._head = head + end
        return self._unpack.decompress(body) if end else b""

    def first_s(self, version: int) -> float:
        """Tell when a version, or a newer one, was shown."""
        return next(at_s for shown, at_s in self.shown if shown >= version)


class Reader(Watcher):
    """A program that follows the table and keeps its newest document."""

    def __init__(self, host: str, port: int) -> None:
        super().__init__(host, port, DOCUMENT)
        self.table: dict[str, Any] = {}

    def read(self, data: bytes) -> None:
        self.table = json.loads(data)


class Crowd:
    """All the phones, heard in one thread, and a program beside them that reads the table as a document."""

    def __init__(self, host: str, port: int) -> None:
        self.host, self.port = host, port
        self.selector = selectors.DefaultSelector()
        self.program = Reader(host, port)
        self.selector.register(self.program.socket, selectors.EVENT_READ, self.program)
        self.phones: list[Watcher] = []

    def grow(self, sources: Sequence[str], host: str = "") -> None:
        """Have more phones follow, and wait until each shows the table.

        Args:
            sources: The address of each; empty for any.
            host: Where they find the table; empty for where the program does.
        """
        self.at = host or self.host
        self.phones += [self._watcher(PAGE, source) for source in sources]
        self.wait(lambda: all(phone.version >= 0 for phone in self.phones))

    def _watcher(self, path: str, source: str) -> Watcher:
        watcher = Watcher(self.at, self.port, path, source)
        self.selector.register(watcher.socket, selectors.EVENT_READ, watcher)
        return watcher

    def hear(self) -> None:
        """Hear whoever is sent anything, and unpack that once it is quiet."""
        while self._take(QUIET_S):
            pass
        for watcher in (self.program, *self.phones):
            watcher.unpack()
            self._take(
                0
            )  # all of it takes longer than the table does: what comes meanwhile is timed as it comes

    def _take(self, timeout_s: float) -> bool:
        """Take what has been sent, or tell that nothing was."""
        ready = self.selector.select(timeout_s)
        for key, _ in ready:
            key.data.hear()
        return bool(ready)

    def close(self) -> None:
        """Have all leave."""
        for watcher in (self.program, *self.phones):
            watcher.socket.close()
        self.selector.close()

    def wait(self, is_so: Callable[[], bool]) -> None:
        give_up_s = time.monotonic() + LATEST_S
        while not is_so():
            self.hear()
            if time.monotonic() > give_up_s:
                raise TimeoutError(f"some phones had heard nothing after {LATEST_S} s")

    def confirm(self) -> list[float]:
        """Confirm what is proposed and tell how long the phones took; nothing where the tap was too late."""
        before = self.program.table
        body = json.dumps({"version": before["version"]}).encode()
        head = f"POST /api/confirm HTTP/1.0\r\nHost: {self.host}:{self.port}\r\n"
        head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        for phone in self.phones:
            phone.shown.clear()
        with socket.create_connection((self.host, self.port), 30) as tap:
            tapped_s = time.monotonic()
            tap.sendall(head.encode() + body)
            said, _, answer = b"".join(iter(lambda: tap.recv(4096), b"")).partition(b"\r\n\r\n")
        if b" 200 " not in said:
            return []
        version = json.loads(answer)["version"]
        self.wait(lambda: all(phone.version >= version for phone in self.phones))
        return [phone.first_s(version) - tapped_s for phone in self.phones]


Program = tuple[subprocess.Popen[str], str, int]
"""What runs, and where its pages are: address and port."""


def demo(data: Path) -> AbstractContextManager[Program]:
    """Play the demo as ``tablekeeper play`` does, which paints its table meanwhile."""
    return _started(to_play(data, "demo"), data)


def rendered(folder: Path, data: Path, *host: str) -> AbstractContextManager[Program]:
    """Paint the frames of a game, and play it as a camera would show them."""
    render(folder, data)
    return played(folder, data, *host)


def played(folder: Path, data: Path, *host: str) -> AbstractContextManager[Program]:
    """Play a game whose frames were painted before, with what was learned of its box then."""
    return _started(["tests.firmware.play_session", str(folder), str(data), *host], data)


@contextmanager
def _started(words: Sequence[str], data: Path) -> Iterator[Program]:
    with running(words, data) as (process, said):
        address = urlsplit(said)
        try:
            yield process, str(address.hostname), int(address.port or 0)
        finally:
            process.terminate()
            process.wait(30)


def rss_mb(process: subprocess.Popen[str]) -> float:
    pages = int(Path(f"/proc/{process.pid}/statm").read_text().split()[1])
    return round(pages * os.sysconf("SC_PAGE_SIZE") / 1e6, 1)


def spread(times_s: list[float]) -> dict[str, float]:
    """Give the times that half, 95 of 100 and all are not above, in milliseconds."""
    ordered = sorted(times_s)
    parts = {"p50": 0.5, "p95": 0.95, "worst": 1.0}
    return {
        name: round(1000 * ordered[min(len(ordered) - 1, int(part * len(ordered)))], 1)
        for name, part in parts.items()
    }


def confirm_all(crowd: Crowd, confirmed: int) -> list[list[float]]:
    """Confirm so many turns, and tell how long the phones took for each."""
    taken: list[list[float]] = []
    give_up_s = time.monotonic() + PATIENCE_S
    while len(taken) < confirmed and time.monotonic() < give_up_s:
        crowd.hear()
        table = crowd.program.table
        if "confirm" in table.get("may", ()) and table.get("state") == "proposal":
            taken += filter(None, [crowd.confirm()])
    return taken


def watch(count: int, confirmed: int, folder: Path) -> dict[str, Any]:
    data = folder / "data"
    data.mkdir()
    with rendered(folder / "session", data) as (process, host, port):
        crowd = Crowd(host, port)
        while not crowd.program.table.get("proposal"):  # prints are learned, the first turn is read
            crowd.hear()
        before_mb = rss_mb(process)
        crowd.grow([""] * count)
        with_mb = rss_mb(process)
        taken = confirm_all(crowd, confirmed)
        after_mb = rss_mb(process)
    return {
        "phones": count,
        "confirmed": len(taken),
        "shown_after_tap_ms": spread([shown_s for took in taken for shown_s in took]),
        "shown_after_first_ms": spread([shown_s - min(took) for took in taken for shown_s in took]),
        "rss_mb": {"no phone": before_mb, "all": with_mb, "after": after_mb},
    }


def main(count: int, confirmed: int = CONFIRMED) -> int:
    with tempfile.TemporaryDirectory() as folder:
        found = watch(count, confirmed, Path(folder))
    sys.stdout.write(json.dumps(found) + "\n")
    return int(found["shown_after_tap_ms"]["p95"] > 1000 * PROMISED_S)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
