"""How large a JPEG is and in how many scans it comes, told before anything of it is unpacked."""

import re
import struct
from collections.abc import Iterator
from itertools import islice

MAX_SEGMENTS = 1000
JPEG = b"\xff\xd8"
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
    """
    markers = list(islice(_markers(data), MAX_SEGMENTS))
    return MAX_SEGMENTS if len(markers) == MAX_SEGMENTS else markers.count(START_OF_SCAN)


def jpeg_is_whole(data: bytes) -> bool:
    """Tell whether a JPEG goes on to its end; of one that breaks off a decoder makes up the rest.

    Args:
        data: A file that begins as JPEGs do.
    """
    return END in islice(_markers(data), MAX_SEGMENTS)


def _markers(data: bytes) -> Iterator[int]:
    """Give the markers of a JPEG, up to its end.

    Source:
        ITU T.81, B.1.1.2 to B.1.1.5: what follows a scan's header goes on to the next marker, and a decoder
        passes over whatever else stands between two segments.
    """
    at, marker = 2, 0
    while marker != END and (found := _next_marker(data, at)) is not None:
        marker, at = data[found + 1], found + 2
        yield marker
        if marker not in LONE:
            at += int.from_bytes(data[at : at + 2], "big")


def _next_marker(data: bytes, at: int) -> int | None:
    """Find the next marker, a stretch at a time, so that other threads come to their turn between two."""
    for start in range(at, len(data), STRETCH_BYTES):
        found = _MARKER.search(data, start, start + STRETCH_BYTES + 1)
        if found:
            return found.start()
    return None


_MARKER = re.compile(rb"\xff[^\x00\xd0-\xd7\xff]", re.DOTALL)
"""Neither a restart nor a byte of a scan that only looks like a marker."""
