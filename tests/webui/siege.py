"""A table besieged: 200 phones follow a game while one more address does what a stranger could.

``python -m tests.webui.siege`` prints one JSON document a line: each attack with how soon all phones had the
turns that were confirmed meanwhile, and the most memory; ``python -m tests.webui.siege trickle forms`` only
those. Everything happens in a network of its own (``unshare``), which has nobody else in it.

The phones have an address each, so has each attacker: an address owes the table for what it did before.
The program is the real one, as in ``watchers``.
"""

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

from firmware.access_keys import open_keys
from firmware.images.pictures import MAX_SCANS
from tests.firmware.kill_games import render
from tests.webui.bombs import form, jpeg_bomb, most_mb, png_bomb
from tests.webui.watchers import Crowd, confirm_all, played, spread

TABLE = "10.9.0.1"
PHONES = 200
SENDERS = 12
TURNS = 20
MOST_MB = 500.0
PROMISED_MS = 250.0
BEGUN_S = 3.0
"""So long an attack goes on before anything is measured."""
IN_NETWORK = ("unshare", "--net", "--map-root-user")


def can_besiege() -> bool:
    """Tell whether this machine lets a program have a network of its own."""
    tools = all(map(shutil.which, ("unshare", "ip")))
    return tools and subprocess.run([*IN_NETWORK, "true"], capture_output=True, check=False).returncode == 0


# --- what a stranger does; each goes on until it is stopped -----------------------------------------


def attacker() -> str:
    """Give the address of whoever attacks, in a process of its own."""
    return f"10.9.7.{1 + os.getpid() % 250}"


def connect(port: int) -> socket.socket:
    return socket.create_connection((TABLE, port), 30, (attacker(), 0))


def ask(port: int, request: bytes) -> bytes:
    """Ask something, and give how the answer begins; nothing where there is none."""
    try:
        with connect(port) as line:
            line.sendall(request)
            return line.recv(4096)
    except OSError:
        return b""


def head_of(method: str, path: str, *headers: str) -> bytes:
    return "\r\n".join([f"{method} {path} HTTP/1.1", f"Host: {TABLE}", *headers, "", ""]).encode()


def streams(port: int) -> None:
    """Follow the table with a number of 5,000 digits, 240 times, and again."""
    number = "9" * 5000
    held = []
    while True:
        try:
            line = connect(port)
            line.sendall(head_of("GET", "/api/events", f"Last-Event-ID: {number}"))
            held = [*held[-239:], line]
        except OSError:
            time.sleep(0.05)


def forms(port: int) -> None:
    """Send forms of 39 MB to a page that takes a code of six letters."""
    head = head_of(
        "POST", "/join", "Content-Type: application/x-www-form-urlencoded", "Content-Length: 39000000"
    )
    while True:
        try:
            with connect(port) as line:
                line.sendall(head)
                for _ in range(39):
                    line.sendall(b"a=1&" * 250_000)
        except OSError:
            time.sleep(0.05)


def trickle(port: int) -> None:
    """Hold 500 connections whose heads come a letter at a time."""
    lines: list[socket.socket] = []
    while True:
        while len(lines) < 500:
            try:
                lines.append(connect(port))
            except OSError:
                break
        still = []
        for line in lines:
            try:
                line.sendall(b"G" if line not in still else b"E")
                still.append(line)
            except OSError:
                line.close()
        lines = still
        time.sleep(1.0)


def unread(port: int) -> None:
    """Ask 260 times for all that there is to see, and read nothing of it."""
    lines: list[socket.socket] = []
    while True:
        lines = lines[-260:]
        try:
            line = socket.socket()
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            line.bind((attacker(), 0))
            line.settimeout(5)
            line.connect((TABLE, port))
            line.sendall(head_of("GET", "/api/table") * 50)
            lines.append(line)
        except OSError:
            time.sleep(0.05)


def bodies(port: int) -> None:
    """Send two photographs of 40 MB at once, a little at a time, and two more when those are refused."""
    head = head_of(
        "POST", "/photos", "Content-Type: multipart/form-data; boundary=x", "Content-Length: 40000000"
    )

    def send() -> None:
        while True:
            try:
                with connect(port) as line:
                    line.sendall(head)
                    while True:
                        line.sendall(b"0" * 100_000)
                        time.sleep(0.02)
            except OSError:
                time.sleep(0.05)

    threading.Thread(target=send, daemon=True).start()
    send()


def flood(port: int) -> None:
    """Ask for the first page as often as one program can."""
    while True:
        ask(port, head_of("GET", "/", "Connection: close"))


def codes(port: int) -> None:
    """Guess the code, one after the other."""
    guess = 0
    while True:
        body = json.dumps({"code": f"{guess:06}"})
        head = head_of("POST", "/api/join", "Content-Type: application/json", f"Content-Length: {len(body)}")
        ask(port, head + body.encode())
        guess += 1


def bombs(port: int, code: str) -> None:
    """Join, and send pictures that are small on the way and, once opened, large or long in coming."""
    told = re.findall(rb"tablekeeper_form=([^;]+)", ask(port, head_of("GET", "/join")))[0].decode()
    body = json.dumps({"code": code})
    head = head_of("POST", "/api/join", "Content-Type: application/json", f"Content-Length: {len(body)}")
    role = re.findall(rb"tablekeeper_role=([^;]+)", ask(port, head + body.encode()))[0].decode()

    def sent(picture: bytes) -> bytes:
        body = form(picture, form_token=told, game="carcassonne", prints="")
        kind, size = "Content-Type: multipart/form-data; boundary=x", f"Content-Length: {len(body)}"
        cookie = f"Cookie: tablekeeper_form={told}; tablekeeper_role={role}"
        return head_of("POST", "/photos", kind, size, cookie) + body

    pictures = [sent(picture) for picture in (png_bomb(), jpeg_bomb(MAX_SCANS), jpeg_bomb())]

    def send() -> None:
        while True:
            for picture in pictures:
                ask(port, picture)

    for _ in range(SENDERS - 1):
        threading.Thread(target=send, daemon=True).start()
    send()


ATTACKS: dict[str, Callable[[int], None]] = {
    each.__name__: each for each in (streams, forms, trickle, unread, bodies, flood, codes)
}
BY_PLAYERS: dict[str, Callable[[int, str], None]] = {bombs.__name__: bombs}
"""What needs the table's code; nobody else gets as far as that."""
KNOWN = (*ATTACKS, *BY_PLAYERS)


# --- how the table stands it ----------------------------------------------------------------------


@contextmanager
def under(attack: str, port: int, code: str) -> Iterator[None]:
    """Have somebody attack, in a process apart."""
    # What an attacker computes it computes elsewhere: here it takes what the table and the phones leave.
    words = ["nice", "-n", "19", sys.executable, "-P", "-m", "tests.webui.siege", "--attack"]
    with subprocess.Popen([*words, attack, str(port), code]) as process:
        try:
            time.sleep(BEGUN_S)
            yield
        finally:
            process.kill()


def besiege(attacks: Sequence[str], folder: Path) -> Iterator[dict[str, Any]]:
    """Play a game with 200 phones, and tell of each attack how soon they had what was confirmed."""
    render(folder / "session", folder / "learned")
    for attack in ("none", *attacks):
        data = Path(shutil.copytree(folder / "learned", folder / attack))
        with played(folder / "session", data, "0.0.0.0") as (process, host, port):
            attacked = under(attack, port, open_keys(data).code) if attack in KNOWN else nullcontext()
            with attacked:
                told = play_on(host, port)
            yield {"attack": attack, **told, "most_mb": most_mb(process.pid)}


def play_on(host: str, port: int) -> dict[str, Any]:
    """Confirm some turns while the phones, which come now, look on."""
    crowd = Crowd(host, port)
    crowd.grow([f"10.9.1.{number}" for number in range(1, PHONES + 1)], TABLE)
    taken = confirm_all(crowd, TURNS)
    crowd.close()
    return {
        "confirmed": len(taken),
        "slow_turns": [turn for turn, took in enumerate(taken, 1) if max(took) > PROMISED_MS / 1000],
        "shown_first_ms": spread([min(took) for took in taken]),
        "shown_after_tap_ms": spread([each for took in taken for each in took]),
    }


def main(attacks: Sequence[str]) -> int:
    if "--inside" not in attacks:
        return subprocess.run(
            [*IN_NETWORK, sys.executable, "-P", "-m", "tests.webui.siege", "--inside", *attacks], check=False
        ).returncode
    for words in ("link set lo up", f"addr add {TABLE}/16 dev lo"):
        subprocess.run(["ip", *words.split()], check=True)
    withstood = True
    with tempfile.TemporaryDirectory() as folder:
        for found in besiege([*attacks[1:]] or KNOWN, Path(folder)):
            sys.stdout.write(json.dumps(found) + "\n")
            sys.stdout.flush()
            withstood &= found["most_mb"] < MOST_MB and found["shown_after_tap_ms"]["p95"] <= PROMISED_MS
    return int(not withstood)


if __name__ == "__main__":
    os.environ.setdefault("PYTHONPATH", str(Path(__file__).parents[2]))
    if sys.argv[1:2] == ["--attack"]:
        attack, port, code = sys.argv[2:]
        ATTACKS[attack](int(port)) if attack in ATTACKS else BY_PLAYERS[attack](int(port), code)
    sys.exit(main(sys.argv[1:]))
