"""How the program holds memory: large pictures are given back to the system as soon as nobody needs them."""

import ctypes
import gc
from contextlib import suppress

from vision.nets.session import forget_nets

LARGE_BYTES = 4_000_000
"""What is larger is a picture, or what a net makes of one; each is had from the system by itself."""
ARENAS = 2
"""From so many heaps all threads take what is smaller; glibc would give each core eight."""

_TRIM_THRESHOLD, _MMAP_THRESHOLD, _ARENA_MAX = -1, -3, -8
"""The names of these in ``malloc.h`` of glibc; other systems do without."""


def hold_little() -> None:
    """Have memory given back that is no longer needed, instead of held for the next picture.

    Source:
        mallopt(3): setting a threshold ends its growing with what has been freed.
    """
    with suppress(OSError, AttributeError):
        set_option = ctypes.CDLL(None).mallopt
        for option, value in (
            (_MMAP_THRESHOLD, LARGE_BYTES),
            (_TRIM_THRESHOLD, LARGE_BYTES),
            (_ARENA_MAX, ARENAS),
        ):
            set_option(option, value)


def give_back() -> None:
    """Give back at once what nobody needs any more, the nets of a game that has left the table too.

    Source:
        malloc_trim(3).
    """
    forget_nets()
    gc.collect()
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)
