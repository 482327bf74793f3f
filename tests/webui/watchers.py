"""Many phones follow the demo: how soon all of them have a confirmed turn, and what that costs.

``python -m tests.webui.watchers 200 15 12`` prints one JSON document: 200 phones, 15 turns, 12 of the phones
show their page too. The program is the real one, started as ``tablekeeper play`` starts it, and reads its
painted board meanwhile: each confirmed turn has it read once more. Each phone's time is taken to the first
event that is newer than what was tapped: from the tap, and from when the first phone had the confirmed turn.
Phones that show their page ask for it as its script does, and their time is taken again when it is there.
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
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

PROMISED_S = 0.25
"""So soon 95 of 100 phones have a turn that was confirmed."""
CONFIRMED = 15
PATIENCE_S = 240.0
LATEST_S = 20.0
ROOT = Path(__file__).parents[2]
EVENT = re.compile(rb"id: (\d+)\ndata: (.*)\n\n")


class Taken(NamedTuple):
    """How long after a tap each phone was told of it, and how long after it those with a page showed it."""

    told_s: list[float]
    shown_s: list[float]


class Page:
    """What a phone shows: asked for anew whenever the table has changed, over a connection that it keeps."""

    def __init__(self, host: str, port: int) -> None:
        self.socket = socket.create_connection((host, port), 30)
        self.shown: list[tuple[int, float]] = []
        self._asks = f"GET / HTTP/1.1\r\nHost: {host}:{port}\r\nAccept-Encoding: gzip\r\n"
        self._more = "Cookie: tablekeeper_form=token\r\nX-Has-Picture: {picture}\r\n\r\n"
        self._asked = self._wanted = -1
        self._picture = ""
        self._text = b""

    def ask(self, version: int, picture: str) -> None:
        """Ask for the page, or remember to once the one that was asked for is there."""
        self._wanted, self._picture = version, picture
        if self._asked < 0:
            self._asked = version
            self.socket.sendall((self._asks + self._more.format(picture=picture)).encode())

    def hear(self) -> None:
        got = self.socket.recv(1 << 18)
        if not got:
            raise ConnectionError(f"a page ended: {self._text[:200]!r}")
        self._text += got
        head, _, body = self._text.partition(b"\r\n\r\n")
        length = re.search(rb"(?i)content-length: (\d+)", head)
        if length is None or len(body) < int(length[1]):
            return
        assert b" 200 " in head, head[:100]
        self.shown.append((self._asked, time.monotonic()))
        self._text, self._asked = b"", -1
        if self._wanted > self.shown[-1][0]:
            self.ask(self._wanted, self._picture)


class Watcher:
    """A phone that follows the table: it knows the last version it was sent, and since when."""

    def __init__(self, host: str, port: int, *, has_page: bool) -> None:
        self.page = Page(host, port) if has_page else None
        self.socket = socket.create_connection((host, port), 30)
        self.socket.sendall(f"GET /api/events HTTP/1.1\r\nHost: {host}:{port}\r\n\r\n".encode())
        self.socket.setblocking(False)
        self.version = -1
        self.arrived: list[tuple[int, float]] = []
        self.data = b"{}"
        self._rest = b""

    def hear(self) -> None:
        got = self.socket.recv(1 << 18)
        now_s = time.monotonic()
        if not got:
            raise ConnectionError(f"a stream ended: {self._rest[:200]!r}")
        text = self._rest + got
        last = None
        for last in EVENT.finditer(text):
            self.version = int(last[1])
            self.arrived.append((self.version, now_s))
        if last:
            self.data = last[2]
            if self.page:
                self.page.ask(self.version, json.loads(self.data)["picture_name"])
        self._rest = text[last.end() :] if last else text

    def has(self, version: int) -> bool:
        """Tell whether it was told of something newer than a version, and shows it if it shows anything."""
        return self.version > version and (self.page is None or first_after(self.page.shown, version) > 0)


def first_after(times: list[tuple[int, float]], version: int) -> float:
    """Tell when the first version newer than another came; 0 where none has."""
    return next((at_s for number, at_s in times if number > version), 0.0)


class Crowd:
    """All the phones, heard in one thread."""

    def __init__(self, count: int, host: str, port: int, pages: int = 0) -> None:
        self.selector = selectors.DefaultSelector()
        self.watchers = [Watcher(host, port, has_page=index < pages) for index in range(count)]
        for watcher in self.watchers:
            self.listen_to(watcher)

    def listen_to(self, watcher: Watcher) -> None:
        self.selector.register(watcher.socket, selectors.EVENT_READ, watcher)
        if watcher.page:
            self.selector.register(watcher.page.socket, selectors.EVENT_READ, watcher.page)

    @property
    def table(self) -> dict[str, Any]:
        newest = max(self.watchers, key=lambda watcher: watcher.version)
        return json.loads(newest.data)

    def hear(self, timeout_s: float = 0.2) -> None:
        for key, _ in self.selector.select(timeout_s):
            key.data.hear()

    def wait_for_all(self, version: int) -> None:
        give_up_s = time.monotonic() + LATEST_S
        while not all(watcher.has(version) for watcher in self.watchers):
            self.hear()
            if time.monotonic() > give_up_s:
                late = sum(not watcher.has(version) for watcher in self.watchers)
                raise TimeoutError(f"{late} phones had heard nothing after {LATEST_S} s")

    def confirm(self, host: str, port: int) -> Taken | None:
        """Confirm what is proposed and tell how long the phones took; nothing where the tap was too late."""
        version = int(self.table["version"])
        body = json.dumps({"version": version}).encode()
        head = f"POST /api/confirm HTTP/1.1\r\nHost: {host}:{port}\r\nContent-Type: application/json\r\n"
        for watcher in self.watchers:
            watcher.arrived.clear()
            if watcher.page:
                watcher.page.shown.clear()
        with socket.create_connection((host, port), 30) as tap:
            tapped_s = time.monotonic()
            tap.sendall(f"{head}Content-Length: {len(body)}\r\nConnection: close\r\n\r\n".encode() + body)
            self.wait_for_all(version)
            taken = b" 200 " in tap.recv(100)
        pages = [watcher.page.shown for watcher in self.watchers if watcher.page]
        told_s = [first_after(watcher.arrived, version) - tapped_s for watcher in self.watchers]
        return Taken(told_s, [first_after(shown, version) - tapped_s for shown in pages]) if taken else None


@contextmanager
def demo(data: Path) -> Iterator[tuple[subprocess.Popen[str], str, int]]:
    """Play the demo as ``tablekeeper play`` does."""
    words = ["-P", "-m", "firmware", "play", "--camera", "demo", "--host", "127.0.0.1", "--port", "0"]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        [sys.executable, *words, "--data", str(data)],
        cwd=data,
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        assert process.stdout
        address = urlsplit(re.search(r"http://[\d.:]+", process.stdout.readline())[0])
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


def watch(count: int, confirmed: int, pages: int, data: Path) -> dict[str, Any]:
    with demo(data) as (process, host, port):
        alone = Crowd(1, host, port)
        while not alone.table.get("proposal"):  # prints are learned, the first turn is read
            alone.hear()
        before_mb = rss_mb(process)
        crowd = Crowd(count - 1, host, port, pages)
        crowd.watchers += alone.watchers
        crowd.listen_to(alone.watchers[0])
        crowd.wait_for_all(-1)
        with_mb = rss_mb(process)
        taken: list[Taken] = []
        give_up_s = time.monotonic() + PATIENCE_S
        while len(taken) < confirmed and time.monotonic() < give_up_s:
            crowd.hear()
            if "confirm" in crowd.table.get("may", ()) and crowd.table.get("state") == "proposal":
                took = crowd.confirm(host, port)
                taken += [took] if took is not None else []
        after_mb = rss_mb(process)
    return {
        "watchers": count,
        "confirmed": len(taken),
        "pages": pages,
        "told_after_tap_ms": spread([told for took in taken for told in took.told_s]),
        "told_after_first_ms": spread([told - min(took.told_s) for took in taken for told in took.told_s]),
        "shown_after_tap_ms": spread([shown for took in taken for shown in took.shown_s]) if pages else None,
        "rss_mb": {"one watcher": before_mb, "all": with_mb, "after": after_mb},
    }


def main(count: int, confirmed: int = CONFIRMED, pages: int = 0) -> int:
    with tempfile.TemporaryDirectory() as folder:
        found = watch(count, confirmed, pages, Path(folder))
    sys.stdout.write(json.dumps(found) + "\n")
    return int(found["told_after_tap_ms"]["p95"] > 1000 * PROMISED_S)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
