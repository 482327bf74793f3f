"""Reading photographs and learning prints in a process apart, which ends when it has nothing to do.

What a reading needs of memory is given back with it, and the pages and a game that is followed go on beside.
"""

import contextlib
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable, Sequence
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from typing import Any, NamedTuple, Self

import cv2

from firmware.heap import hold_little
from vision import games as readers_of
from vision.errors import VisionError
from vision.reader import Image, Progress, Reader, Sample

IDLE_S = 3.0
"""So long the process apart waits for more to do before it ends."""
NICENESS = 5
"""It leaves the table that is followed the better part of the machine."""
CHILD = "import sys; sys.path[:] = {path!r}; from firmware.apart import serve; serve({number}, {idle_s})"
ENDED = "The process that reads photographs has ended before it was done."


class _Job(NamedTuple):
    """What is to be done apart: something that a game's reader can do."""

    game: str
    what: str
    args: tuple[Any, ...]
    more: dict[str, Any]
    tells: bool


class _Step(NamedTuple):
    """How far a job is."""

    step: str
    share: float


class _Result(NamedTuple):
    """What has come of a job, or what it has raised."""

    value: Any = None
    error: VisionError | None = None


class Apart:
    """Has one job after the other done in a process apart, which is begun for it where there is none.

    Args:
        idle_s: How long that waits for another job before it ends.
    """

    def __init__(self, idle_s: float = IDLE_S) -> None:
        self._idle_s = idle_s
        self._turn = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._line: Connection | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._end()

    @property
    def pid(self) -> int | None:
        """Which process that is now, where there is one."""
        process = self._process
        return process.pid if process and process.poll() is None else None

    def reader(self, load: Callable[[str], Reader[Any]]) -> Callable[[str], Reader[Any]]:
        """Give what gives the reader of a game whose heavy work is done apart.

        Args:
            load: Gives the reader that does the rest here.
        """
        return lambda game: ApartReader(game, load(game), self)

    def do(self, job: _Job, progress: Progress | None = None) -> Any:
        """Have a job done.

        Raises:
            VisionError: What the reader has raised.
            RuntimeError: The process has come to grief.
        """
        with self._turn:
            try:
                try:
                    result = self._told(job, progress)
                except (EOFError, OSError):
                    if self._process is None or self._process.wait():
                        raise
                    result = self._told(job, progress)  # it had just ended, for want of something to do
            except (EOFError, OSError) as error:
                raise RuntimeError(ENDED) from error
        if result.error:
            raise result.error
        return result.value

    def _told(self, job: _Job, progress: Progress | None) -> _Result:
        line = self._open()
        line.send(job)
        while isinstance(told := line.recv(), _Step):
            if progress:
                progress(*told)
        result: _Result = told
        return result

    def _end(self) -> None:
        if self._line and self._process:
            self._line.close()
            self._process.terminate()
            self._process.wait()

    def _open(self) -> Connection:
        """Give the line to the process apart; a new one where that has ended."""
        if self._line and self.pid and not self._line.poll():  # between two jobs it says nothing but its end
            return self._line
        self._end()
        ours, theirs = Pipe()
        code = CHILD.format(path=sys.path, number=theirs.fileno(), idle_s=self._idle_s)
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


class ApartReader:
    """A game's reader that reads and learns apart; see ``vision.reader.Reader``."""

    def __init__(self, game: str, near: Reader[Any], apart: Apart) -> None:
        self._game = game
        self._near = near
        self._apart = apart

    def learn(self, samples: Iterable[Sample]) -> bytes:
        learned: bytes = self._do("learn", (list(samples),))
        return learned

    def chart(self) -> tuple[tuple[str, ...], ...]:
        return self._near.chart()

    def read_chart(self, image: Image) -> list[Sample]:
        samples: list[Sample] = self._do("read_chart", (image,))
        return samples

    def describe(self, prints: bytes) -> dict[str, int]:
        return self._near.describe(prints)

    def read(
        self,
        image: Image,
        prints: bytes | None,
        *,
        corners_px: Sequence[tuple[float, float]] | None = None,
        colours: Sequence[str] | None = None,
        progress: Progress | None = None,
    ) -> Any:
        return self._do("read", (image, prints), progress, corners_px=corners_px, colours=colours)

    def overlay(self, image: Image, board: Any) -> Image:
        return self._near.overlay(image, board)

    def _do(self, what: str, args: tuple[Any, ...], progress: Progress | None = None, **more: Any) -> Any:
        return self._apart.do(_Job(self._game, what, args, more, progress is not None), progress)


# --- in the process apart --------------------------------------------------------------------------


def serve(number: int, idle_s: float) -> None:
    """Do what comes over a line until nothing has come for a while, or nobody is there any more.

    Args:
        number: The line's file descriptor.
        idle_s: How long to wait for another job.
    """
    os.nice(NICENESS)
    hold_little()
    cv2.setNumThreads(max(1, (os.cpu_count() or 2) - 1))  # one core is left for the pages
    with contextlib.suppress(EOFError, OSError), Connection(number) as line:
        while line.poll(idle_s):
            line.send(_done(line.recv(), line))


def _done(job: _Job, line: Connection) -> _Result:
    def tell(step: str, share: float) -> None:
        line.send(_Step(step, share))

    more = {**job.more, "progress": tell} if job.tells else job.more
    try:
        return _Result(getattr(readers_of.load(job.game), job.what)(*job.args, **more))
    except VisionError as error:
        return _Result(error=error)
