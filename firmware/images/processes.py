"""Opening and reading pictures, and learning prints, in processes apart that end when nothing is to be done.

What that needs of memory is given back with it, is never more than a process is allowed, and the pages and a
game that is followed go on beside. A picture that takes too much of memory or time ends its process and no
other: whoever sent it is told so, and the next one is opened in a new process.
"""

import contextlib
import os
import re
import resource
import subprocess
import sys
import threading
from collections.abc import Sequence
from concurrent.futures import CancelledError
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, NamedTuple, Self

import cv2

from firmware.images.darkroom import ChartTile, Darkroom, Dots, FlatPhoto, Labelled, OpenDarkroom
from firmware.images.memory import hold_little
from firmware.images.pictures import PHONE_SIDE_PX, TOO_MUCH
from scoring.errors import SaidError
from scoring.referee.contracts.refusals import BadPhotoError, BusyError
from scoring.sentence import marked
from vision.errors import VisionError
from vision.reader import Progress

IDLE_S = 3.0
"""A process apart waits so long for more to do before it ends."""
NICENESS = 5
"""It leaves the table that is followed the better part of the machine, while it is loaded already."""
CHILD = (
    "import os, sys; os.nice({niceness}); sys.path[:] = {path!r}; "
    "from firmware.images.processes import serve; serve({number}, {idle_s}, {bytes})"
)
ENDED = "The process that works with pictures has ended before it was done."
BUSY = marked("Other pictures are being opened just now. Please try again in a minute.")


class Allowance(NamedTuple):
    """What a process apart may take.

    Attributes:
        memory_bytes: So much memory beyond what it begins with.
        patience_s: So long nothing may be heard of a job.
        turn_s: So long a job waits for those before it; None for as long as it takes.
    """

    memory_bytes: int
    patience_s: float
    turn_s: float | None = None


OPENING = Allowance(1_200_000_000, patience_s=30.0, turn_s=60.0)
"""Of 49 megapixels a progressive JPEG or WebP takes 0.5 GB of it and 4 s here, a HEIC picture 0.8 GB."""
READING = Allowance(3_000_000_000, patience_s=600.0)
"""A photograph of 49 megapixels takes 0.84 GB of it, and 17 s here between two words of how far it is."""


class _Job(NamedTuple):
    """What is to be done apart: something of a ``Darkroom``."""

    what: str
    args: tuple[Any, ...]
    tells: bool


class _Step(NamedTuple):
    """How far a job is."""

    step: str
    share: float


class _Result(NamedTuple):
    """What has come of a job, or what it has raised."""

    value: object = None
    error: VisionError | SaidError | None = None


class EndedError(RuntimeError):
    """A process apart has come to grief, or has taken too long and was ended."""


class Process:
    """Has one job after the other done in a process apart, which is begun for it where there is none.

    Args:
        allowed: What it may take; it may be changed.
        idle_s: How long it waits for another job before it ends.
    """

    def __init__(self, allowed: Allowance, idle_s: float = IDLE_S) -> None:
        self.allowed = allowed
        self._idle_s = idle_s
        self._turn = threading.Lock()
        self._opening = threading.Lock()
        self._is_over = False
        self._process: subprocess.Popen[bytes] | None = None
        self._line: Connection | None = None

    @property
    def pid(self) -> int | None:
        """Which process that is now, where there is one."""
        process = self._process
        return process.pid if process and process.poll() is None else None

    @property
    def is_busy(self) -> bool:
        """Whether something is being done."""
        return self._turn.locked()

    def do(self, what: str, *args: object, progress: Progress | None = None) -> Any:
        """Have something of a ``Darkroom`` done.

        Raises:
            VisionError: What a reader has raised.
            SaidError: What came of a picture or a file.
            BusyError: Others had so much done before that this did not come to its turn.
            EndedError: It has come to grief.
            CancelledError: It has been closed meanwhile.
        """
        turn_s = self.allowed.turn_s
        if not self._turn.acquire(timeout=-1 if turn_s is None else turn_s):
            raise BusyError(BUSY)
        try:
            result = self._done(_Job(what, args, progress is not None), progress)
        except (EOFError, OSError) as error:
            self.end()
            raise (CancelledError() if self._is_over else EndedError(ENDED)) from error
        finally:
            self._turn.release()
        if result.error:
            raise result.error
        return result.value

    def close(self) -> None:
        """End the process for good; whoever waits for something of it need not."""
        with self._opening:
            self._is_over = True
            self.end()

    def end(self) -> None:
        """End the process, whatever it is at."""
        line, self._line = self._line, None  # whoever closes and whoever waited may both end it
        if line and self._process:
            self._process.kill()
            self._process.wait()
            line.close()

    def _done(self, job: _Job, progress: Progress | None) -> _Result:
        try:
            return self._told(job, progress)
        except (EOFError, OSError):
            if self._is_over or self._process is None or self._process.wait():
                raise
            return self._told(job, progress)  # it had just ended, for want of something to do

    def _told(self, job: _Job, progress: Progress | None) -> _Result:
        line = self._open()
        line.send(job)
        while isinstance(told := self._heard(line), _Step):
            if progress:
                progress(*told)
        result: _Result = told
        return result

    def _heard(self, line: Connection) -> Any:
        if not line.poll(self.allowed.patience_s):
            self.end()
            raise TimeoutError(ENDED)
        return line.recv()

    def _open(self) -> Connection:
        """Give the line to the process; to a new one where that has ended."""
        with self._opening:
            if self._is_over:
                raise EOFError
            if self._line and self.pid and not self._line.poll():  # between two jobs it says but its end
                return self._line
            self.end()
            return self._begin()

    def _begin(self) -> Connection:
        ours, theirs = Pipe()
        allowed = {"idle_s": self._idle_s, "bytes": self.allowed.memory_bytes}
        code = CHILD.format(niceness=NICENESS, path=sys.path, number=theirs.fileno(), **allowed)
        self._process = subprocess.Popen(  # noqa: S603 - our own code
            [sys.executable, "-P", "-c", code],
            pass_fds=[theirs.fileno()],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            start_new_session=True,  # Ctrl-C at the terminal is for the table, which ends it in time
        )
        theirs.close()
        self._line = ours
        return ours


class Apart(Darkroom):
    """Works with pictures apart, one at a time; what is soon done need not wait for what takes minutes.

    Args:
        opening: What the process may take that makes pictures small.
        reading: What the process may take that reads and learns.
        idle_s: How long each waits for another job before it ends.
    """

    def __init__(
        self, opening: Allowance = OPENING, reading: Allowance = READING, idle_s: float = IDLE_S
    ) -> None:
        self.opener, self.reader = Process(opening, idle_s), Process(reading, idle_s)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.opener.close()
        self.reader.close()

    def shrink(self, picture: bytes, side_px: int = PHONE_SIDE_PX) -> bytes:
        try:
            small: bytes = self.opener.do("shrink", picture, side_px)
        except EndedError as error:
            raise BadPhotoError(TOO_MUCH) from error
        return small

    def read(self, game: str, photo: Path, prints: bytes | None, progress: Progress) -> Any:
        return self.reader.do("read", game, photo, prints, progress=progress)

    def read_chart(self, game: str, picture: bytes) -> Sequence[ChartTile]:
        found: Sequence[ChartTile] = self._looked_at("read_chart", game, picture)
        return found

    def learn(self, game: str, samples: Sequence[Labelled]) -> bytes:
        learned: bytes = self.reader.do("learn", game, samples)
        return learned

    def find_corners(self, picture: bytes) -> Dots:
        found: Dots = self._looked_at("find_corners", picture)
        return found

    def flatten(self, picture: bytes, corners: Dots, seeks_spots: bool = True) -> FlatPhoto:
        return FlatPhoto(*self._looked_at("flatten", picture, corners, seeks_spots))

    def _looked_at(self, what: str, *args: object) -> Any:
        try:
            return self.reader.do(what, *args)
        except EndedError as error:
            raise BadPhotoError(TOO_MUCH) from error


# --- in a process apart ----------------------------------------------------------------------------


def serve(number: int, idle_s: float, memory_bytes: int) -> None:
    """Do what comes over a line until nothing has come for a while, or nobody is there any more.

    Args:
        number: The line's file descriptor.
        idle_s: How long to wait for another job.
        memory_bytes: How much may be taken for all of it.
    """
    hold_little()
    cv2.setNumThreads(max(1, (os.cpu_count() or 2) - 1))  # one core is left for the pages
    _take_no_more_than(memory_bytes)
    with contextlib.suppress(EOFError, OSError), Connection(number) as line:
        while line.poll(idle_s):
            line.send(_done(line.recv(), line))


def _take_no_more_than(memory_bytes: int) -> None:
    """Have the system refuse more memory than that, beyond what there is already.

    Source:
        getrlimit(2), RLIMIT_DATA: since Linux 4.7 all private memory that can be written; proc(5), VmData.
    """
    with contextlib.suppress(OSError, ValueError):
        found = re.search(r"VmData:\s*(\d+) kB", Path("/proc/self/status").read_text())
        most = memory_bytes + int(found[1]) * 1024 if found else resource.RLIM_INFINITY
        resource.setrlimit(resource.RLIMIT_DATA, (most, resource.getrlimit(resource.RLIMIT_DATA)[1]))


def _done(job: _Job, line: Connection) -> _Result:
    def tell(step: str, share: float) -> None:
        line.send(_Step(step, share))

    try:
        return _Result(getattr(OpenDarkroom(), job.what)(*job.args, *([tell] if job.tells else [])))
    except MemoryError:
        return _Result(error=BadPhotoError(TOO_MUCH))
    except cv2.error as error:
        if error.code != cv2.Error.StsNoMem:
            raise
        return _Result(error=BadPhotoError(TOO_MUCH))
    except (VisionError, SaidError) as error:
        return _Result(error=error)
