"""A folder of pictures as a recording: a recorded session, or any pictures in the order of their names."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from firmware.errors import InputError
from firmware.files import read_picture, say_why
from firmware.sessions import ABOUT, About, RecordedFrame, read_session
from vision.reader import Image

PICTURES = {".jpg", ".jpeg", ".png", ".webp"}
BETWEEN_S = 1.0
"""How long each picture is looked at where nothing says when it was taken."""


class FolderRecording:
    """The pictures of a folder.

    Args:
        folder: A recorded session, or a folder with pictures.

    Attributes:
        about: What was played, where a session says so.

    Raises:
        InputError: It is neither, or its times run backwards.
    """

    def __init__(self, folder: Path) -> None:
        self.says = f"pictures in {folder}"
        self.about: About | None = None
        self._frames = tuple(self._session(folder) if (folder / ABOUT).is_file() else _pictures(folder))
        self.times_s: Sequence[float] = [frame.at_s for frame in self._frames]
        if not self._frames:
            raise InputError(f"{folder} holds no pictures; name a recorded session or a folder of frames.")
        if list(self.times_s) != sorted(self.times_s):
            raise InputError(f"The times in {folder} run backwards; put its pictures in order.")

    def picture(self, index: int) -> Image:
        return read_picture(self._frames[index].file)

    def close(self) -> None:
        """Nothing is held open between two pictures."""

    def _session(self, folder: Path) -> tuple[RecordedFrame, ...]:
        session = read_session(folder)
        self.about = session.about
        return session.frames


def _pictures(folder: Path) -> Iterator[RecordedFrame]:
    try:
        files = sorted(file for file in folder.iterdir() if file.suffix.lower() in PICTURES)
    except OSError as error:
        raise InputError(f"{folder} cannot be looked into: {say_why(error)}.") from error
    for number, file in enumerate(files):
        yield RecordedFrame(file, number * BETWEEN_S)
