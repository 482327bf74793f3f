"""A video file as a recording."""

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from firmware.cameras.recorded.playback import Shot
from firmware.cameras.thumbnail import make_small
from firmware.errors import InputError
from firmware.store.files import read_file
from scoring.sentence import marked, sentence

USUAL_FPS = 30.0


class VideoRecording:
    """The pictures of a video.

    Args:
        file: Anything OpenCV can open.

    Raises:
        InputError: It cannot be read or is no video.
    """

    def __init__(self, file: Path) -> None:
        read_file(file, max_bytes=1)
        self.says: str = sentence("video {file}", file=file.name)
        self._video = cv2.VideoCapture(str(file))
        self._next = 1
        count = int(self._video.get(cv2.CAP_PROP_FRAME_COUNT))
        if not self._video.isOpened() or count <= 0 or not self._video.grab():
            raise InputError(f"{file} is not a video that can be played here; name an MP4, AVI or MKV file.")
        fps = self._video.get(cv2.CAP_PROP_FPS) or USUAL_FPS
        self.times_s: Sequence[float] = [number / fps for number in range(count)]

    def shot(self, index: int) -> Shot | None:
        while self._next <= index:
            self._next += 1
            if not self._video.grab():
                return None
        got, picture = self._video.retrieve()
        if not got:
            raise InputError(marked("A picture of the video is broken."))
        image = np.asarray(picture, np.uint8)
        return Shot(make_small(image), lambda: image)

    def close(self) -> None:
        self._video.release()
