"""How many events were confirmed to the players, kept beside the games: lost ones are noticed by it."""

import os
import time
from contextlib import suppress
from pathlib import Path
from zlib import crc32

NAME = "games.count"
PROBE_S = 60.0
_SIZE = 22


class Receipt:
    """A number in a file of its own, written once its events are kept and before anybody hears of them.

    It is written in place, so that a full disk still takes it, and never waited for: after a power cut it may
    tell too few, but never more than were kept. Nothing depends on it: where it cannot be written, it is not.

    Args:
        data: The data folder.
    """

    def __init__(self, data: Path) -> None:
        self._handle = -1
        self._probe_s = time.monotonic() + PROBE_S
        with suppress(OSError):
            self._handle = os.open(data / NAME, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)

    def write(self, count: int) -> None:
        """Note how many events there are now."""
        with suppress(OSError):
            os.pwrite(self._handle, _line(count), 0)

    def probe(self, count: int) -> None:
        """Have the disk take it, which shows that it still takes anything; once a minute, as a card wears.

        Raises:
            OSError: It does not.
        """
        if self._handle >= 0 and time.monotonic() >= self._probe_s:
            os.pwrite(self._handle, _line(count), 0)
            os.fsync(self._handle)
            self._probe_s = time.monotonic() + PROBE_S

    def close(self) -> None:
        """Let the file go."""
        with suppress(OSError):
            os.close(self._handle)
        self._handle = -1


def confirmed_in(data: Path) -> int:
    """Tell how many events a data folder should hold at least; 0 where nobody knows."""
    try:
        line = (data / NAME).read_bytes()[:_SIZE]
        count = int(line[:12])
    except (OSError, ValueError):
        return 0
    return count if line == _line(count) else 0


def _line(count: int) -> bytes:
    number = f"{count:012}".encode()
    return b"%s %08x\n" % (number, crc32(number))
