"""Recording: a game kept as a camera saw it, so that it can be watched again; never at the game's cost."""

import errno
import math
import shutil
from bisect import bisect_left
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

import cv2
from msgspec.structs import replace

from firmware.errors import InputError
from firmware.recording.session import About, Session, SessionWriter, recorded
from firmware.store.files import say_why
from firmware.store.quarantine import Aside
from scoring.documents.values import Document, Written
from scoring.sentence import sentence
from vision.reader import Image

FOLDER = "recordings"
CAP_BYTES = 8_000_000_000
RESERVE_BYTES = 500_000_000
JPEG_QUALITY = 85
MOVING_S = 0.19
"""The shortest time between two frames that are kept: five a second, and a little for jitter."""
RESTING_S = 1.9
"""The same, once the table has been still for a while and looks as it did."""
SETTLED_S = 1.0
GAP_S = 1.0
"""So long, a recording pretends, the table was left alone while the program was not running."""


class FrameSpan(NamedTuple):
    """The first and the last frame of a recording that show a turn as it was read."""

    shown_from: int
    shown_to: int


class StorageRoom:
    """The room that recordings may take; for a new one the oldest go.

    Args:
        folder: Where the recordings lie, each in a folder named by a number that grows.
        cap_bytes: How much all of them may take together.
        reserve_bytes: How much they leave of the disk, for the games themselves.
        aside: Sets aside what of a recording that goes on cannot be used.
    """

    def __init__(
        self,
        folder: Path,
        cap_bytes: int = CAP_BYTES,
        reserve_bytes: int = RESERVE_BYTES,
        aside: Aside | None = None,
    ) -> None:
        self.folder = folder
        self.aside = aside or Aside()
        self._cap_bytes = cap_bytes
        self._reserve_bytes = reserve_bytes
        self._taken_bytes: dict[Path, int] = {}

    def measure(self) -> None:
        """See what recordings there are and what they take; their folder is made where there is none."""
        self.folder.mkdir(parents=True, exist_ok=True)
        self._taken_bytes = {recording: _size_bytes(recording) for recording in recordings(self.folder)}

    def new_folder(self) -> Path:
        """Name the folder of a new recording."""
        numbers = [int(recording.name) for recording in self._taken_bytes]
        return self.folder / f"{max(numbers, default=0) + 1:04d}"

    def take(self, recording: Path, size_bytes: int) -> bool:
        """Make room for more of a recording, and tell whether there is any."""
        while not self._fits(size_bytes):
            oldest = next((other for other in self._taken_bytes if other != recording), None)
            if oldest is None:
                return False
            with suppress(FileNotFoundError):  # its game may have been deleted, and it with it
                shutil.rmtree(oldest)
            del self._taken_bytes[oldest]
        self._taken_bytes[recording] = self._taken_bytes.get(recording, 0) + size_bytes
        return True

    def _fits(self, size_bytes: int) -> bool:
        free_bytes = shutil.disk_usage(self.folder).free
        taken_bytes = sum(self._taken_bytes.values())
        return taken_bytes + size_bytes <= self._cap_bytes and free_bytes >= size_bytes + self._reserve_bytes


def recordings(folder: Path) -> list[Path]:
    """Name the recordings in a folder, oldest first."""
    places = (place for place in folder.iterdir() if place.name.isdecimal() and place.is_dir())
    return sorted(places, key=lambda place: int(place.name))


def _size_bytes(folder: Path) -> int:
    return sum(file.stat().st_size for file in folder.iterdir())


class Pace:
    """Tells which frames are worth recording: fewer where one says the same as the one before."""

    def __init__(self) -> None:
        self._is_still = False
        self._still_since_s = self._last_s = -math.inf

    def is_due(self, at_s: float, *, is_still: bool) -> bool:
        """Tell whether the next frame is to be recorded.

        Args:
            at_s: When it was taken.
            is_still: Whether nothing moves and no hand is in view.
        """
        if not (is_still and self._is_still):
            self._still_since_s = at_s
        self._is_still = is_still
        pause_s = RESTING_S if at_s - self._still_since_s > SETTLED_S else MOVING_S
        if at_s - self._last_s < pause_s:
            return False
        self._last_s = at_s
        return True

    def stir(self) -> None:
        """Note that something moves that is not to be recorded."""
        self._is_still = False


class Recorder:
    """Records one game; once something goes wrong it says so and records no more.

    It is called by one thread. What it has written so far can be watched at any time.

    Args:
        room: Where recordings go.
        about: What is played, whether frames or views of it are recorded, and the game's id.
        goes_on: Whether the game was begun before this program was started; its recording goes on too.

    Attributes:
        says: Why nothing is recorded any more, in a sentence; empty while all is well.
    """

    def __init__(self, room: StorageRoom, about: About, *, goes_on: bool = False) -> None:
        self.says = ""
        self._room = room
        self._numbers: list[int] = []
        self._is_still: list[bool] = []
        self._begins_s, self._origin_s = 0.0, math.nan
        self._shown_before: list[FrameSpan] = []
        self._shown: list[int] = []
        self._document: Document = {}
        self._writer: SessionWriter | None = None
        with self._stopping():
            room.measure()
            earlier = _earlier(room, about) if goes_on else None
            self._writer = self._go_on(earlier) if earlier else SessionWriter(room.new_folder(), about)

    def add(self, number: int, at_s: float, image: Image, *, is_still: bool) -> None:
        """Record a frame.

        Args:
            number: The camera's number of the frame.
            at_s: When it was taken.
            image: The frame, or a view of it.
            is_still: Whether nothing moves and no hand is in view.
        """
        if self._writer:
            with self._stopping():
                self._write(self._writer, image, at_s)
                self._numbers.append(number)
                self._is_still.append(is_still)

    def tell(self, document: Document, number: int) -> None:
        """Write down the game so far.

        Args:
            document: The game document; compared with the last one, turns came or went at its end.
            number: The camera's number of the frame in which the turns that came were read.
        """
        turns = len(document["moves"])
        del self._shown_before[turns:]
        del self._shown[max(turns - len(self._shown_before), 0) :]
        self._shown += [number] * (turns - len(self._shown_before) - len(self._shown))
        self._document = document
        if self._writer and self._numbers:
            with self._stopping():
                self._writer.tell(self._truth())

    def close(self) -> None:
        """End the recording; the truth is written once more, with the frames that came since."""
        if self._document:
            self.tell(self._document, 0)
        if self._writer:
            self._writer.close()
            self._writer = None

    def _go_on(self, earlier: Session) -> SessionWriter:
        count = len(earlier.frames)
        self._numbers, self._is_still = [-1] * count, [False] * count
        moves = (earlier.truth or {}).get("moves") or ()
        self._shown_before = [FrameSpan(*(move.get(key) or 0 for key in FrameSpan._fields)) for move in moves]
        self._begins_s = earlier.frames[-1].at_s + GAP_S
        return SessionWriter(earlier.folder, earlier.about, written=count)

    def _write(self, writer: SessionWriter, image: Image, at_s: float) -> None:
        jpeg = jpeg_of(image)
        if not self._room.take(writer.folder, len(jpeg)):
            raise OSError(errno.ENOSPC, "")
        if math.isnan(self._origin_s):
            self._origin_s = at_s - self._begins_s
        writer.add(jpeg, at_s - self._origin_s)

    def _truth(self) -> Written:
        spans = (*self._shown_before, *map(self._span, self._shown))
        moves = [
            {**move, **span._asdict()} for move, span in zip(self._document["moves"], spans, strict=True)
        ]
        return {**self._document, "moves": moves}

    def _span(self, number: int) -> FrameSpan:
        """Find the frames, by their place in the recording, in which a turn was read and lay still."""
        first = last = min(bisect_left(self._numbers, number), len(self._numbers) - 1)
        while last + 1 < len(self._numbers) and self._is_still[last + 1]:
            last += 1
        return FrameSpan(first, last)

    @contextmanager
    def _stopping(self) -> Iterator[None]:
        """Record no more where the disk refuses; a game is worth more than its recording."""
        try:
            yield
        except OSError as error:
            self._stop(say_why(error))
        except InputError as error:
            self._stop(str(error))

    def _stop(self, why: str) -> None:
        self.says = sentence("The game goes on, but is no longer recorded: {why}.", why=why)
        if self._writer:
            with suppress(OSError):
                self._writer.close()
        self._writer = None


def jpeg_of(image: Image) -> bytes:
    """Pack a picture for a recording."""
    return cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])[1].tobytes()


def _earlier(room: StorageRoom, about: About) -> Session | None:
    """Find the recording of the same game, where it is the newest one and can be read."""
    newest = recordings(room.folder)[-1:]
    session = recorded(newest[0], room.aside) if newest else None
    if session is None:
        return None
    same = replace(session.about, options=about.options) == about  # a game kept names options left out before
    return session if same and session.frames else None
