"""Glimpses through the table's camera, for those who hang it up: taken when asked for, then measured."""

import math
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from firmware.cameras.frame_thread import FrameThread
from firmware.cameras.quality.advice import advise
from firmware.cameras.quality.measurement import NEUTRAL, find_alike, measure_focus, measure_light
from firmware.errors import CameraError
from firmware.images.pictures import shrink
from firmware.ports import Frame
from scoring.referee.clocks import Clock
from scoring.referee.contracts.camera import CameraCheck, Outline
from scoring.referee.contracts.refusals import NotHereError, RefusedError
from scoring.referee.observation import Quad
from scoring.sentence import marked
from vision.geometry.markers import Corners, find_markers
from vision.reader import Image

FRESH_S = 0.4
"""A preview as young as this serves whoever else asks: at most about two a second are taken."""
WANTED_S = 3.0
"""So long after somebody asked, frames are taken on, so that the next preview is no old one."""
PATIENCE_S = 2.0
"""How long a page waits for a preview; a table that is being read takes none."""
PICTURE_PX = 800
STILL_QUALITY = 95
RECORDING_OVER = marked("The recording has ended.")
NO_PICTURE = marked("The camera has sent no picture yet. Try again in a moment.")


class Preview(NamedTuple):
    """A frame, copied.

    Attributes:
        number: Counts the previews from 1.
        at_s: When it was taken.
    """

    number: int
    at_s: float
    image: Image


class Previews:
    """Hands frames from the worker that takes them to whoever asks, and costs nothing while nobody does.

    Args:
        clock: Tells the seconds.
    """

    def __init__(self, clock: Clock = time.monotonic) -> None:
        self._clock = clock
        self._changed = threading.Condition()
        self._last: Preview | None = None
        self._asked_s = -math.inf
        self._is_due = False
        self._says = ""

    @property
    def is_wanted(self) -> bool:
        """Whether somebody looks through the camera these seconds."""
        return self._clock() - self._asked_s < WANTED_S

    def show(self, frame: Frame) -> None:
        """Copy a frame where somebody waits for one; called by the worker, before it takes the next."""
        if not self._is_due:
            return
        image = np.array(frame.full())
        with self._changed:
            self._is_due = False
            self._last = Preview(self._last.number + 1 if self._last else 1, self._clock(), image)
            self._says = ""
            self._changed.notify_all()

    def glance(self, camera: FrameThread) -> None:
        """Take a frame while nobody plays, where somebody checks the camera, or none has been there yet."""
        if not ((self.is_wanted or not camera.says) and camera.is_ready()):
            return
        try:
            frame = camera.take()
        except CameraError as error:
            self.miss(error.says)
            return
        if frame is None:
            self.miss(RECORDING_OVER)
        else:
            self.show(frame)

    def miss(self, says: str) -> None:
        """Say why there is no frame; called by the worker."""
        if self._is_due:
            with self._changed:
                self._is_due = False
                self._says = says
                self._changed.notify_all()

    def look(self, timeout_s: float) -> Preview:
        """Give a fresh preview or, from a worker that is busy, the last one; any thread may ask.

        Raises:
            RefusedError: There is none; the text says why.
        """
        with self._changed:
            self._asked_s, last = self._clock(), self._last
            if last and self._asked_s - last.at_s < FRESH_S:
                return last
            self._says, self._is_due = "", True
            self._changed.wait_for(lambda: self._last is not last or self._says, timeout_s)
            if self._says or self._last is None:
                raise RefusedError(self._says or NO_PICTURE)
            return self._last


class CameraChecks:
    """Checks the camera of a table; see ``scoring.referee.contracts.camera.CameraDesk``.

    Args:
        previews: Gives frames.
        say_camera: Says what looks at the table.
        find_tiles: Gives where each tile of the game lay at the last look, in pixels of the frame.
    """

    def __init__(
        self, previews: Previews, say_camera: Callable[[], str], find_tiles: Callable[[], Mapping[str, Quad]]
    ) -> None:
        self._previews = previews
        self._say_camera = say_camera
        self._find_tiles = find_tiles
        self._turn = threading.Lock()
        self._checked: tuple[CameraCheck, Image] | None = None
        self._best = 0.0
        self._cast = NEUTRAL

    def check(self) -> CameraCheck:
        with self._turn:
            preview = self._previews.look(PATIENCE_S)
            if self._checked is None or self._checked[0].number != preview.number:
                self._checked = self._measure(preview), preview.image
            return self._checked[0]

    def picture(self) -> bytes:
        checked = self._checked
        if checked is None:
            raise NotHereError(NO_PICTURE)
        return shrink(checked[1], PICTURE_PX)

    def still(self) -> bytes:
        image = self._previews.look(PATIENCE_S).image
        return shrink(image, max(image.shape[:2]), STILL_QUALITY)

    def find_alike(self, palette: Mapping[str, str]) -> Sequence[tuple[str, str]]:
        return find_alike(palette, self._cast)

    def _measure(self, preview: Preview) -> CameraCheck:
        image, markers = preview.image, find_markers(preview.image)
        focus, light = measure_focus(image), measure_light(image, markers)
        self._best, self._cast = max(self._best, focus or 0.0), light.cast
        return CameraCheck(
            number=preview.number,
            camera=self._say_camera(),
            size_px=(image.shape[1], image.shape[0]),
            focus=None if focus is None else round(focus),
            best=round(self._best),
            glare=light.glare,
            findings=advise(focus, self._best, light),
            outlines=_outlines(markers, self._find_tiles()),
        )


def _outlines(markers: Mapping[int, Corners], tiles: Mapping[str, Quad]) -> tuple[Outline, ...]:
    found = (Outline("marker", tuple((float(x), float(y)) for x, y in quad)) for quad in markers.values())
    return (*found, *(Outline("tile", tuple((float(x), float(y)) for x, y in q)) for q in tiles.values()))
