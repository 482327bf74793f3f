"""What ``play`` writes while a game is played: that is what wears a memory card."""

import os
import re
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from firmware.evaluation.footprint import Pages, children_of, playing, read_proc, wait_until

SECTOR_BYTES = 512
ROUND_S = 2.0
SETTLE_S = 6.0
"""A game that has ended is still backed up."""


class Wear(NamedTuple):
    """What was written while a demo was played.

    Attributes:
        seconds: How long it was watched.
        moves: How many moves counted meanwhile.
        program_bytes: What the program and its children gave the system to write.
        disk_bytes: What reached the disk meanwhile, by its own counting: with what its file system adds, and
            with all that other programs wrote; None where the disk does not count.
    """

    seconds: float
    moves: int
    program_bytes: int
    disk_bytes: int | None

    def hourly_mb(self, bytes_: int) -> float:
        """Give so many bytes as megabytes an hour.

        Example:
            >>> Wear(1800.0, 40, 0, None).hourly_mb(5_000_000)
            10.0
        """
        return bytes_ / 1e6 * 3600 / self.seconds


def measure_wear(camera: str, disk: Path, seconds: float) -> Wear:
    """Play a demo in a folder of its own and count what is written, from its first move on.

    Args:
        camera: The demo, as ``play`` takes it.
        disk: A folder of the disk that is meant.
        seconds: How long it is watched, unless its game ends before.

    Raises:
        CommandError: The program ended, or took too long.
    """
    with tempfile.TemporaryDirectory(dir=disk) as data, playing(data, camera) as (address, gauge):
        pages = Pages(address, Path(data), "")
        wait_until(lambda: pages.table()["turns"] > 0)
        before = _counted(gauge.pid, disk, pages)
        while time.monotonic() < before.at_s + seconds and pages.table()["state"] != "ended":
            time.sleep(ROUND_S)
        if pages.table()["state"] == "ended":
            time.sleep(SETTLE_S)
        after = _counted(gauge.pid, disk, pages)
    on_disk = None if after.disk is None or before.disk is None else after.disk - before.disk
    return Wear(after.at_s - before.at_s, after.moves - before.moves, after.program - before.program, on_disk)


class _Count(NamedTuple):
    at_s: float
    moves: int
    program: int
    disk: int | None


def _counted(pid: int, disk: Path, pages: Pages) -> _Count:
    """Count what was written until now, once all of it has reached the disk."""
    moves = pages.table()["turns"]
    program = sum(_written_by(each) for each in (pid, *children_of(pid)))
    os.sync()
    return _Count(time.monotonic(), moves, program, written_to(disk))


def _written_by(pid: int) -> int:
    """Tell what a process, and those children of it that have ended, gave the system to write.

    Source:
        proc_pid_io(5): ``write_bytes`` counts what is to be stored, at the moment a page of it is changed.
    """
    found = re.search(r"^write_bytes: (\d+)$", read_proc(Path(f"/proc/{pid}/io")), re.MULTILINE)
    return int(found[1]) if found else 0


def written_to(disk: Path, root: Path = Path("/")) -> int | None:
    """Tell what was written to the disk that a folder lies on since it was found; None where nobody counts.

    Source:
        docs.kernel.org/block/stat.html: the seventh number are sectors of 512 bytes that were written.
    """
    device = disk.stat().st_dev
    numbers = read_proc(root / f"sys/dev/block/{os.major(device)}:{os.minor(device)}/stat").split()
    return int(numbers[6]) * SECTOR_BYTES if len(numbers) > 6 else None
