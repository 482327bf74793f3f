"""A folder of pictures as a recording: a recorded session, or any pictures in the order of their names."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np

from firmware.cameras.recorded.playback import Shot
from firmware.cameras.thumbnail import WIDTH_PX, make_small
from firmware.errors import InputError
from firmware.images.headers import is_heif
from firmware.images.pictures import BROKEN, NOT_AN_IMAGE, check_picture, open_picture
from firmware.recording.session import ABOUT, About, RecordedFrame, read_session
from firmware.store.files import read_file, say_why
from scoring.referee.contracts.refusals import BadPhotoError
from scoring.sentence import sentence
from vision.image.jpeg import JPEG, jpeg_is_whole
from vision.reader import Image

PICTURES = {".jpg", ".jpeg", ".png", ".webp", ".heic", ".heif"}
BETWEEN_S = 1.0
"""How long each picture is looked at where nothing says when it was taken."""

_OPENED_SMALLER = {
    2: cv2.IMREAD_REDUCED_COLOR_2,
    4: cv2.IMREAD_REDUCED_COLOR_4,
    8: cv2.IMREAD_REDUCED_COLOR_8,
}


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
        self.says: str = sentence("pictures in {folder}", folder=str(folder))
        self.about: About | None = None
        self._frames = tuple(self._session(folder) if (folder / ABOUT).is_file() else _pictures(folder))
        self.times_s: Sequence[float] = [frame.at_s for frame in self._frames]
        if not self._frames:
            raise InputError(f"{folder} holds no pictures; name a recorded session or a folder of frames.")
        if list(self.times_s) != sorted(self.times_s):
            raise InputError(f"The times in {folder} run backwards; put its pictures in order.")

    def shot(self, index: int) -> Shot:
        file = self._frames[index].file
        try:
            data = read_file(file)
            if data.startswith(JPEG) and not jpeg_is_whole(data):
                raise BadPhotoError(BROKEN)
            return Shot(open_small(data), lambda: open_picture(data))
        except BadPhotoError as error:
            raise InputError(f"{file}: {error}") from error

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


def open_small(data: bytes) -> Image:
    """Open a picture for watching; for a JPEG that takes a quarter of the time of opening it in full.

    Raises:
        BadPhotoError: It is no picture that can be read here.
    """
    if is_heif(data):
        return make_small(open_picture(data))
    width, _ = check_picture(data)
    factor = max((factor for factor in _OPENED_SMALLER if width >= 2 * factor * WIDTH_PX), default=1)
    flag = _OPENED_SMALLER.get(factor, cv2.IMREAD_COLOR)
    image = cv2.imdecode(np.frombuffer(data, np.uint8), flag)
    if image is None:
        raise BadPhotoError(NOT_AN_IMAGE)
    return make_small(np.asarray(image, np.uint8))
