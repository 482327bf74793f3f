"""Many phones follow the demo: how soon all of them have a confirmed turn, and what that costs.

``python -m tests.webui.watchers 200`` prints one JSON document. The program is the real one, started as
``tablekeeper play`` starts it, and reads its painted board meanwhile: each confirmed turn has it read once
more. Each phone's time is taken to the first event that is newer than what was tapped: from the tap, which
may have to wait until a look at the table is over, and from when the first phone had the confirmed turn.
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
from typing import Any
from urllib.parse import urlsplit

PROMISED_S = 0.25
"""So soon 95 of 100 phones have a turn that was confirmed."""
CONFIRMED = 15
PATIENCE_S = 240.0
LATEST_S = 20.0
ROOT = Path(__file__).parents[2]
EVENT = re.compile(rb"id: (\d+)\ndata: (.*)\n\n")


class Watcher:
    """A phone that follows the table: it knows the last version it was sent, and since when."""

    def __init__(self, host: str, port: int) -> None:
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
        self._rest = text[last.end() :] if last else text

    def took_s(self, version: int, since_s: float) -> float | None:
        """Tell how long after a moment something newer than a version had come."""
        return next((at_s - since_s for number, at_s in self.arrived if number > version), None)


class Crowd:
    """All the phones, heard in one thread."""

    def __init__(self, count: int, host: str, port: int) -> None:
        self.selector = selectors.DefaultSelector()
        self.watchers = [Watcher(host, port) for _ in range(count)]
        for watcher in self.watchers:
            self.selector.register(watcher.socket, selectors.EVENT_READ, watcher)

    @property
    def table(self) -> dict[str, Any]:
        newest = max(self.watchers, key=lambda watcher: watcher.version)
        return json.loads(newest.data)

    def hear(self, timeout_s: float = 0.2) -> None:
        for key, _ in self.selector.select(timeout_s):
            key.data.hear()

    def wait_for_all(self, version: int) -> None:
        give_up_s = time.monotonic() + LATEST_S
        while any(watcher.version <= version for watcher in self.watchers):
            self.hear()
            if time.monotonic() > give_up_s:
                late = sum(watcher.version <= version for watcher in self.watchers)
                raise TimeoutError(f"{late} phones had heard nothing after {LATEST_S} s")

    def confirm(self, host: str, port: int) -> list[float]:
        """Confirm what is proposed and tell how long each phone took; nothing where the tap was too late."""
        version = int(self.table["version"])
        body = json.dumps({"version": version}).encode()
        head = f"POST /api/confirm HTTP/1.1\r\nHost: {host}:{port}\r\nContent-Type: application/json\r\n"
        for watcher in self.watchers:
            watcher.arrived.clear()
        with socket.create_connection((host, port), 30) as tap:
            tapped_s = time.monotonic()
            tap.sendall(f"{head}Content-Length: {len(body)}\r\nConnection: close\r\n\r\n".encode() + body)
            self.wait_for_all(version)
            taken = b" 200 " in tap.recv(100)
        took = [watcher.took_s(version, tapped_s) for watcher in self.watchers]
        return [took_s for took_s in took if took_s is not None] if taken else []


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


def watch(count: int, confirmed: int, data: Path) -> dict[str, Any]:
    with demo(data) as (process, host, port):
        alone = Crowd(1, host, port)
        while not alone.table.get("proposal"):  # prints are learned, the first turn is read
            alone.hear()
        before_mb = rss_mb(process)
        crowd = Crowd(count - 1, host, port)
        crowd.watchers += alone.watchers
        crowd.selector.register(alone.watchers[0].socket, selectors.EVENT_READ, alone.watchers[0])
        crowd.wait_for_all(-1)
        with_mb = rss_mb(process)
        taken: list[list[float]] = []
        give_up_s = time.monotonic() + PATIENCE_S
        while len(taken) < confirmed and time.monotonic() < give_up_s:
            crowd.hear()
            if "confirm" in crowd.table.get("may", ()) and crowd.table.get("state") == "proposal":
                took = crowd.confirm(host, port)
                taken += [took] if took else []
        after_mb = rss_mb(process)
    return {
        "watchers": count,
        "confirmed": len(taken),
        "from_tap_ms": spread([each for took in taken for each in took]),
        "from_confirmed_ms": spread([each - min(took) for took in taken for each in took]),
        "rss_mb": {"one watcher": before_mb, "all": with_mb, "after": after_mb},
    }


def main(count: int, confirmed: int = CONFIRMED) -> int:
    with tempfile.TemporaryDirectory() as folder:
        found = watch(count, confirmed, Path(folder))
    sys.stdout.write(json.dumps(found) + "\n")
    return int(found["from_confirmed_ms"]["p95"] > 1000 * PROMISED_S)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
