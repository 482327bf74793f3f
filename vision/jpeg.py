"""How large a JPEG is and in how many scans it comes, told before anything of it is unpacked."""

import re
import struct

MAX_SEGMENTS = 1000
START_OF_SCAN, END = 0xDA, 0xD9
STRETCH_BYTES = 500_000
FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""Markers that begin a frame."""
LONE = frozenset((*range(0xC0), *range(0xD0, 0xDB)))
"""Markers that no segment of a header has; a decoder could take what follows them otherwise than we do."""


def jpeg_size(data: bytes) -> tuple[int, int]:
    """Walk along a JPEG's segments to the frame header.

    Args:
        data: A file that begins as JPEGs do.

    Returns:
        Width and height in pixels, as stored; both 0 where the file does not tell.

    Source:
        ITU T.81, B.1.1.3 and B.2.2.
    """
    at = 2
    for _ in range(MAX_SEGMENTS):
        if len(data) < at + 9 or data[at] != 0xFF or data[at + 1] in LONE:
            break
        marker, length, _precision, height, width = struct.unpack_from(">xBHBHH", data, at)
        if marker in FRAMES:
            return width, height
        at += 1 if marker == 0xFF else 2 + max(length, 2)
    return 0, 0


def jpeg_scans(data: bytes) -> int:
    """Count the scans of a JPEG: each of a progressive one makes a decoder go over the whole picture again.

    Args:
        data: A file that begins as JPEGs do.

    Returns:
        How many there are; as many as ``MAX_SEGMENTS`` where the file has more parts than that.

    Source:
        ITU T.81, B.1.1.2 to B.1.1.5: what follows a scan's header goes on to the next marker, and a decoder
        passes over whatever else stands between two segments.
    """
    scans, at = 0, 2
    for _ in range(MAX_SEGMENTS):
        found = _next_marker(data, at)
        if found is None or data[found + 1] == END:
            return scans
        scans += data[found + 1] == START_OF_SCAN
        at = found + 2
        if data[found + 1] not in LONE:
            at += int.from_bytes(data[at : at + 2], "big")
    return MAX_SEGMENTS


def _next_marker(data: bytes, at: int) -> int | None:
    """Find the next marker, a stretch at a time, so that other threads come to their turn between two."""
    for start in range(at, len(data), STRETCH_BYTES):
        found = _MARKER.search(data, start, start + STRETCH_BYTES + 1)
        if found:
            return found.start()
    return None


_MARKER = re.compile(rb"\xff[^\x00\xd0-\xd7\xff]", re.DOTALL)
"""Neither a restart nor a byte of a scan that only looks like a marker."""
