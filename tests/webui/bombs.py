"""Pictures that are small on the way and large, or long in coming, once they are opened.

``python -m tests.webui.bombs`` starts the real program, has its own machine send it twelve of one kind and
one of the other at once, and prints what that came to: the most memory of the program, and how long it took.
"""

import json
import re
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
import zlib
from pathlib import Path
from typing import Any

from firmware.evaluation.footprint import address_of

PNGS = 12
SIZE_PX = (9000, 6000)
SCANS = 2000


def png_bomb(size_px: tuple[int, int] = SIZE_PX) -> bytes:
    """Give a PNG of 54 megapixels, all of them black, in less than 200 kB."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return len(data).to_bytes(4, "big") + kind + data + zlib.crc32(kind + data).to_bytes(4, "big")

    width, height = size_px
    packer = zlib.compressobj(9)
    row = bytes(1 + 3 * width)
    rows = b"".join(packer.compress(row) for _ in range(height)) + packer.flush()
    head = width.to_bytes(4, "big") + height.to_bytes(4, "big") + b"\x08\x02\0\0\0"
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def jpeg_bomb(scans: int = SCANS, size_px: tuple[int, int] = SIZE_PX) -> bytes:
    """Give a progressive JPEG whose every scan says of all blocks that nothing changes.

    Source:
        ITU T.81, B.2 and G.1.2.2: an end-of-band run spans up to 32,767 blocks in fifteen bits.
    """

    def segment(marker: int, data: bytes) -> bytes:
        return bytes((0xFF, marker)) + (len(data) + 2).to_bytes(2, "big") + data

    def table(kind: int, symbol: int) -> bytes:
        return segment(0xC4, bytes((kind, 1, *[0] * 15, symbol)))

    width, height = size_px
    blocks = -(-width // 8) * -(-height // 8)
    frame = segment(
        0xC2, b"\x08" + height.to_bytes(2, "big") + width.to_bytes(2, "big") + b"\x01\x01\x11\x00"
    )
    first = segment(0xDA, b"\x01\x01\x00\x00\x00\x00") + bytes(-(-blocks // 8))
    runs = -(-blocks // 32767)
    bits = int("0" + "1" * 14, 2)
    packed = 0
    for _ in range(runs):
        packed = packed << 15 | bits
    spare = -runs * 15 % 8
    packed = packed << spare | (1 << spare) - 1
    said = packed.to_bytes((runs * 15 + spare) // 8, "big").replace(b"\xff", b"\xff\0")
    more = segment(0xDA, b"\x01\x01\x00\x01\x3f\x00") + said
    tables = segment(0xDB, bytes((0, *[1] * 64))) + table(0x00, 0) + table(0x10, 0xE0)
    return b"\xff\xd8" + tables + frame + first + more * (scans - 1) + b"\xff\xd9"


def form(picture: bytes, **fields: str) -> bytes:
    """Write what a browser sends with a picture; its parts are parted by ``x``."""
    parts = b"".join(
        b'--x\r\nContent-Disposition: form-data; name="%s"\r\n\r\n%s\r\n' % (name.encode(), value.encode())
        for name, value in fields.items()
    )
    head = b'--x\r\nContent-Disposition: form-data; name="photo"; filename="a.png"\r\n\r\n'
    return parts + head + picture + b"\r\n--x--\r\n"


def measure(folder: Path) -> dict[str, Any]:
    """Send them all to a program that was just started, and tell what it took."""
    words = [sys.executable, "-P", "-m", "firmware", "play", "--host", "127.0.0.1", "--port", "0"]
    with subprocess.Popen(
        [*words, "--camera", "none", "--data", str(folder)], stdout=subprocess.PIPE, text=True
    ) as play:
        try:
            return {"pngs": PNGS, "scans": SCANS, **_sent(address_of(play), play.pid)}
        finally:
            play.kill()


def _sent(url: str, pid: int) -> dict[str, Any]:
    with urllib.request.urlopen(f"{url}/join") as page:
        token = re.search(r"tablekeeper_form=([^;]+)", str(page.headers))[1]  # type: ignore[index]
    before_mb, began_s, said = most_mb(pid), time.monotonic(), dict[str, list[tuple[float, int]]]()

    def send(kind: str, picture: bytes) -> None:
        head = {"Content-Type": "multipart/form-data; boundary=x", "Cookie": f"tablekeeper_form={token}"}
        body = form(picture, form_token=token, game="carcassonne", prints="")
        try:
            with urllib.request.urlopen(urllib.request.Request(f"{url}/photos", body, head)) as answer:
                status = answer.status
        except urllib.error.HTTPError as error:
            status = error.code
        said.setdefault(kind, []).append((round(time.monotonic() - began_s, 1), status))

    bombs = [("png", png_bomb())] * PNGS + [("jpeg", jpeg_bomb())]
    senders = [threading.Thread(target=send, args=bomb) for bomb in bombs]
    for sender in senders:
        sender.start()
    for sender in senders:
        sender.join()
    return {"before_mb": before_mb, "most_mb": most_mb(pid), **said}


def most_mb(pid: int) -> float:
    """Tell the most memory that a program has had so far, resident."""
    found = re.search(r"VmHWM:\s*(\d+) kB", Path(f"/proc/{pid}/status").read_text())
    return round(int(found[1]) * 1024 / 1e6, 1) if found else 0.0


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        sys.stdout.write(json.dumps(measure(Path(folder) / "data")) + "\n")
