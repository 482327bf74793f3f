"""What a picture says of itself before it is unpacked: its size, its scans, and whether it moves."""

import struct
from collections.abc import Callable, Iterator
from typing import NamedTuple

from vision.image.jpeg import JPEG, jpeg_scans, jpeg_size

MAX_PARTS = 1000
"""So many parts of a file are looked at, at most."""
SEQUENCES = (b"msf1", b"hevc", b"hevx")
"""The brands of a film made of pictures (ISO/IEC 23008-12, B.4.2)."""


class Head(NamedTuple):
    """What is known of a picture before anything of it is unpacked.

    Attributes:
        size_px: Width and height, as stored; both 0 where the file does not tell.
        scans: How often whoever opens it goes over the whole of it.
        moves: Whether it holds more pictures than one, to be shown one after another.
    """

    size_px: tuple[int, int]
    scans: int = 1
    moves: bool = False


NOTHING = Head((0, 0))


def read_head(data: bytes) -> Head:
    """Look at a picture without unpacking it; a JPEG, PNG, WebP or HEIC tells something."""
    kind = next((read for start, read in _KINDS.items() if data.startswith(start)), None)
    try:
        return _heif(data) if is_heif(data) else kind(data) if kind else NOTHING
    except (struct.error, IndexError):
        return NOTHING


def is_heif(data: bytes) -> bool:
    """Tell whether a picture is of the kind that iPhones take (ISO/IEC 23008-12), or a relative of it."""
    return data[4:8] == b"ftyp"


def _jpeg(data: bytes) -> Head:
    return Head(jpeg_size(data), jpeg_scans(data))


def _png(data: bytes) -> Head:
    """Read the size, and whether it says before its picture how many more there are (PNG 3, 11.3.6.1)."""
    at, moves = 8, False
    for _ in range(MAX_PARTS):
        length, kind = struct.unpack_from(">I4s", data, at) if len(data) >= at + 8 else (0, b"IDAT")
        moves |= kind == b"acTL"
        if kind == b"IDAT":
            break
        at += 12 + length
    width, height = struct.unpack_from(">II", data, 16)
    return Head((width, height), moves=moves)


def _webp(data: bytes) -> Head:
    """Read the canvas size of the three kinds of WebP (RFC 9649, 2.5 to 2.7)."""
    kind = data[8:16]
    if kind == b"WEBPVP8X":
        size_px = 1 + int.from_bytes(data[24:27], "little"), 1 + int.from_bytes(data[27:30], "little")
        return Head(size_px, moves=bool(data[20] & 2))
    if kind == b"WEBPVP8L":
        bits = int.from_bytes(data[21:25], "little")
        return Head((1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)))
    if kind == b"WEBPVP8 ":
        width, height = struct.unpack_from("<HH", data, 26)
        return Head((width & 0x3FFF, height & 0x3FFF))
    return NOTHING


def _heif(data: bytes) -> Head:
    """Read the size of the largest picture in it; others are tiles of that, its thumbnail or its light.

    Source:
        ISO/IEC 14496-12, 4.2 (boxes); ISO/IEC 23008-12, 6.5.3 (ispe) and B.4.2.
    """
    boxes = dict(_boxes(data, 0, len(data)))
    start, end = boxes.get(b"meta", (0, 0))
    for kind in (b"iprp", b"ipco"):
        start, end = dict(_boxes(data, start + 4 * (kind == b"iprp"), end)).get(kind, (0, 0))
    places = [at for kind, (at, _) in _boxes(data, start, end) if kind == b"ispe"]
    sizes = [struct.unpack_from(">II", data, at + 4) for at in places]
    size_px = max(sizes, key=lambda size: size[0] * size[1], default=(0, 0))
    return Head(size_px, moves=b"moov" in boxes or data[8:12] in SEQUENCES)


def _boxes(data: bytes, at: int, end: int) -> Iterator[tuple[bytes, tuple[int, int]]]:
    """Give the kind of each box, and from where to where its content goes."""
    for _ in range(MAX_PARTS):
        if at + 8 > end:
            return
        size, kind = struct.unpack_from(">I4s", data, at)
        head = 8
        if size == 1:
            (size,), head = struct.unpack_from(">Q", data, at + 8), 16
        last = at + size if size else end
        if (size and size < head) or last > end:
            return
        yield kind, (at + head, last)
        at = last


_KINDS: dict[bytes, Callable[[bytes], Head]] = {
    JPEG: _jpeg,
    b"\x89PNG\r\n\x1a\n": _png,
    b"RIFF": _webp,
}
