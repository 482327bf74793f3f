"""Recorded sessions: a folder with a game as a camera saw it and, where it is known, the truth.

``session.json`` says what was played, ``frames.csv`` when each of ``000000.jpg``, ``000001.jpg`` and so on
was taken, ``truth.json`` what really happened.
"""

import csv
import io
import math
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Literal, NamedTuple, Self, TypeVar

import msgspec
from msgspec import Struct

from firmware.errors import InputError
from firmware.store.atomic_write import write_whole
from firmware.store.files import read_data_file, read_document
from firmware.store.quarantine import Aside
from scoring.documents.complaints import MOST, shown
from scoring.documents.document import converted, decoded
from scoring.documents.values import Document
from scoring.errors import UnreadableError
from scoring.game import PlayerSeat, Setup
from scoring.setups import with_distinct_names

FORMAT = "tablekeeper.session/1"
ABOUT, FRAMES, TRUTH = "session.json", "frames.csv", "truth.json"
COLUMNS = ("file", "at_s")
T = TypeVar("T")


class About(Struct, frozen=True, kw_only=True):
    """What was played, and what saw it.

    Attributes:
        players: In turn order.
        size_px: Width and height of the camera's frames, also where views are shown.
        markers: The layout of printed markers, where there are any.
        prints: The print set: a name or, within the session's own folder, "./FOLDER".
        shows: Frames as the camera took them, or views: the board from above, cut out of them.
        recorded: The game's id in the store it was recorded beside.
        begins: Where a game began whose first turns nobody followed, see ``scoring.game.Setup``.
        box: What was known of its box then, likewise.
    """

    game: str
    rules: str
    options: Mapping[str, str | bool] = {}
    players: tuple[PlayerSeat, ...]
    size_px: tuple[int, int]
    markers: Any = None
    prints: str | None = None
    shows: Literal["frames", "views"] = "frames"
    recorded: str | None = None
    begins: Document | None = None
    box: Document | None = None

    @property
    def setup(self) -> Setup:
        """Who plays, and by which rules; two of one name, as they could have of old, are told apart."""
        return Setup(self.rules, with_distinct_names(self.players), self.options, self.begins, self.box)


class _Shown(Struct, frozen=True):
    """Of a turn in a truth document, the frames that show it."""

    shown_from: int = 0
    shown_to: int = 0


class _Told(Struct, frozen=True):
    """Of a truth document, what those who look for frames read."""

    moves: tuple[_Shown, ...] = ()


class _LineError(InputError):
    """A line of the list of frames that cannot be used."""


class RecordedFrame(NamedTuple):
    """A picture on disk and when it was taken, in seconds from any beginning."""

    file: Path
    at_s: float


class Session(NamedTuple):
    """A recorded session as it lies on disk.

    Attributes:
        frames: In the order they were taken.
        truth: The truth document, where there is one.
    """

    folder: Path
    about: About
    frames: tuple[RecordedFrame, ...]
    truth: Document | None

    @property
    def prints(self) -> str | None:
        """The print set as commands take it; one that came with the session, as the path to it."""
        name = self.about.prints
        return str(self.folder.absolute() / name) if name and name.startswith("./") else name


def read_session(folder: Path) -> Session:
    """Read what a session's folder holds; pictures are opened later, one by one.

    Raises:
        InputError: It is no recorded session, or a part of it cannot be used; the sentence says which.
    """
    if not folder.is_dir():
        raise InputError(f"There is no folder {folder}: the folder of a recorded session was expected.")
    if not (folder / ABOUT).is_file():
        raise InputError(f"{folder} is not a recorded session: it holds no {ABOUT}.")
    truth = folder / TRUTH
    about = _named(folder / ABOUT, _about)
    return Session(folder, about, tuple(_frames(folder)), _named(truth, _truth) if truth.exists() else None)


def recorded(folder: Path, aside: Aside) -> Session | None:
    """Give a recording of the data folder without what of it cannot be used, which is set aside.

    Args:
        folder: Its folder, as somebody may be writing it.
        aside: Sets aside.

    Returns:
        None where it is no recording any more.
    """
    about = aside.read(folder / ABOUT, _about)
    if about is None:
        return None
    frames = aside.read(folder / FRAMES, lambda _: tuple(_frames(folder, is_broken_off=True)))
    return Session(folder, about, frames or (), aside.read(folder / TRUTH, _truth))


def _named(file: Path, read: Callable[[Path], T]) -> T:
    """Read a file, its name before what is wrong with it.

    Raises:
        InputError: It cannot be used.
    """
    try:
        return read(file)
    except UnreadableError as error:
        raise InputError(f"{file}: {error}") from error


def _about(file: Path) -> About:
    return read_document(file, FORMAT, About)


def _frames(folder: Path, *, is_broken_off: bool = False) -> Iterator[RecordedFrame]:
    """Give the frames; where the list may have broken off in the middle, only as far as it is whole."""
    try:
        yield from _listed(folder)
    except _LineError:
        if not is_broken_off:
            raise


def _listed(folder: Path) -> Iterator[RecordedFrame]:
    text = read_data_file(folder / FRAMES).decode("utf-8-sig", errors="replace")
    table = csv.DictReader(io.StringIO(text, newline=""), restval="")
    if not set(COLUMNS) <= set(table.fieldnames or ()):
        raise InputError(f"{folder / FRAMES} needs the columns {','.join(COLUMNS)}.")
    for row in table:
        where = f"{folder / FRAMES}, line {table.line_num}"
        if not row["file"] or Path(row["file"]).name != row["file"]:
            raise _LineError(f"{where}: {shown(row['file'])} is not the name of a picture in this folder.")
        yield RecordedFrame(folder / row["file"], _seconds(row["at_s"], where))


def _seconds(text: str, where: str) -> float:
    try:
        at_s = float(text)
    except ValueError:
        at_s = math.nan
    if not abs(at_s) <= MOST:
        raise _LineError(f"{where}: at_s must be a number of seconds, not {shown(text)}.")
    return at_s


def _truth(file: Path) -> Document:
    truth = decoded(read_data_file(file))
    if not isinstance(truth, Mapping):
        raise UnreadableError("It must hold a game document, in braces.")
    converted(truth, _Told)
    return truth


class SessionWriter:
    """Writes a session frame by frame; whatever happens, what is on disk so far can be read.

    Args:
        folder: A new folder, or an empty one.
        about: What is played.
        written: How many frames a session that goes on already has; its folder then is as it was left.

    Raises:
        InputError: The folder of a new session already holds something.
        OSError: It cannot be written; so do the methods.
    """

    def __init__(self, folder: Path, about: About, *, written: int = 0) -> None:
        self.folder = folder
        self._written = written
        if not written:
            _begin(folder, about)
        self._frames = (folder / FRAMES).open("a", encoding="utf-8")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def add(self, jpeg: bytes, at_s: float) -> Path:
        """Write the next frame, then its line: a line never names a picture that is not there."""
        file = self.folder / f"{self._written:06d}.jpg"
        file.write_bytes(jpeg)
        self._frames.write(f"{file.name},{at_s:.3f}\n")
        self._frames.flush()
        self._written += 1
        return file

    def tell(self, truth: Document) -> None:
        """Write what really happened."""
        write_whole(self.folder / TRUTH, _json(truth))

    def close(self) -> None:
        """Let the files go."""
        self._frames.close()


def _begin(folder: Path, about: About) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    if any(folder.iterdir()):
        raise InputError(f"{folder} already holds something; name a new folder for the session.")
    write_whole(folder / ABOUT, _json({"format": FORMAT, **msgspec.to_builtins(about)}))
    write_whole(folder / FRAMES, (",".join(COLUMNS) + "\n").encode())


def _json(document: Document) -> bytes:
    return msgspec.json.format(msgspec.json.encode(document), indent=1)
