"""How large a JPEG is, told from its first bytes before anything of it is unpacked."""

import struct

MAX_SEGMENTS = 1000
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
