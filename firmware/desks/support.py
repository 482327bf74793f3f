"""The support bundle: what helps to find a fault, as one ZIP; no secret, and no face unless allowed."""

import io
import logging
import zipfile
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import msgspec

from firmware.recording.writer import FOLDER, recordings
from hardware.pins import OUR_PINS
from scoring.documents.values import Document
from scoring.referee.contracts.diagnostics import Diagnosis
from scoring.sentence import written

MOST_LINES = 400
MOST_PICTURES = 24
SESSION = ("session.json", "frames.csv", "truth.json")
"""What a recording tells about itself, without its pictures."""


class _Remembering(logging.Handler):
    """Remembers the last lines of the log."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.setFormatter(logging.Formatter("%(asctime)s %(name)s: %(message)s"))
        self.lines: deque[str] = deque(maxlen=MOST_LINES)

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


@contextmanager
def remembered_log() -> Iterator[Sequence[str]]:
    """Remember the last lines of the program's log, oldest first, as long as this lasts."""
    remembering = _Remembering()
    logging.getLogger().addHandler(remembering)
    try:
        yield remembering.lines
    finally:
        logging.getLogger().removeHandler(remembering)


def pack(
    diagnosis: Diagnosis,
    game: Document | None,
    said: Sequence[str],
    logged: Sequence[str],
    crops: Mapping[int, bytes],
    data: Path,
    *,
    with_pictures: bool,
) -> bytes:
    """Pack a bundle.

    Only what is named here goes in: the data folder also keeps secrets.

    Args:
        diagnosis: How the appliance is.
        game: The document of the game on the table, where there is one.
        said: What players were told last, newest first.
        logged: The program's own log, oldest first.
        crops: The board as doubts saw it, straight from above, by the doubt's number.
        data: The data folder of the game.
        with_pictures: Whether the last pictures of the newest recording come with it.
    """
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, strict_timestamps=False) as bundle:
        bundle.writestr("diagnosis.json", _json(diagnosis))
        bundle.writestr("log.txt", "\n".join([*map(str, reversed(said)), "", *logged, ""]))
        if game is not None:
            bundle.writestr("game.json", _json(game))
        for number, crop in crops.items():
            bundle.writestr(f"doubts/{number}.jpg", crop)
        for file in _files(data, with_pictures=with_pictures):
            bundle.write(file, file.relative_to(data))
    return packed.getvalue()


def _files(data: Path, *, with_pictures: bool) -> list[Path]:
    """List what goes in as it lies in the data folder."""
    found = [data / OUR_PINS.name]
    folder = data / FOLDER
    newest = recordings(folder)[-1:] if folder.is_dir() else []
    for recording in newest:
        found += [recording / name for name in SESSION]
        found += sorted(recording.glob("*.jpg"))[-MOST_PICTURES:] if with_pictures else []
    return [file for file in found if file.is_file()]


def _json(document: object) -> bytes:
    return msgspec.json.format(msgspec.json.encode(document, enc_hook=written))
