"""What is measured while the table works: bounded counters, what the camera did, the last doubts."""

import threading
import time
from bisect import bisect_left
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

import cv2
import numpy as np

from firmware.table.recorder import centres_mm
from scoring.errors import ScoringError
from scoring.game import Fault, Player
from scoring.referee.clocks import Clock
from scoring.referee.contracts.diagnostics import BOUNDS_MS, DoubtRecord, Notice, Timer
from scoring.referee.observation import Sight
from scoring.referee.publication import UNSURE
from scoring.referee.state import BAR, say_openly
from scoring.roles import AnyRules
from scoring.sentence import as_sentence, joined, marked
from vision.errors import NoTableError
from vision.geometry.above import ROUNDING, TileOutline, board_from_above, show
from vision.geometry.homography import project
from vision.live import Known, LiveReader, Memory
from vision.reader import Image
from vision.watch.motion import Mask

MOST_DOUBTS = 8
MOST_REMARKS = 12
CROP_PX = 640
JPEG_QUALITY = 80
AROUND = 1
"""So many tiles around the board a crop shows: what is new lies there, and nobody's face."""
LOOK, COMPARE, READY, KEEP = (
    marked("Reading the table"),
    marked("Comparing the whole board"),
    marked("Making a box ready"),
    marked("Keeping a turn"),
)
STAGES = (LOOK, KEEP, COMPARE, READY)


class _Counted:
    """How long one kind of work took."""

    def __init__(self) -> None:
        self.counts = [0] * (len(BOUNDS_MS) + 1)
        self.longest_ms = 0.0

    def count(self, took_ms: float) -> None:
        self.counts[bisect_left(BOUNDS_MS, took_ms)] += 1
        self.longest_ms = max(self.longest_ms, took_ms)


class _Kept(NamedTuple):
    doubt: DoubtRecord
    crop: bytes


class Gauges:
    """Counts and remembers, in bounded memory; any thread may call it.

    Args:
        clock: Tells how long something takes.
        date: Tells when something was, in seconds since 1970.
    """

    def __init__(self, clock: Clock = time.monotonic, date: Clock = time.time) -> None:
        self._clock = clock
        self._date = date
        self._lock = threading.Lock()
        self._stages = {name: _Counted() for name in STAGES}
        self._doubts: deque[_Kept] = deque(maxlen=MOST_DOUBTS)
        self._doubted = 0
        self._remarks: deque[Notice] = deque(maxlen=MOST_REMARKS)
        self.held_s: float | None = None
        self.free: tuple[str, ...] = ()

    @contextmanager
    def timing(self, stage: str) -> Iterator[None]:
        """Count how long something takes, one of ``STAGES``, whatever becomes of it."""
        began_s = self._clock()
        try:
            yield
        finally:
            took_ms = 1000 * (self._clock() - began_s)
            with self._lock:
                self._stages[stage].count(took_ms)

    def hold(self, free: Sequence[str]) -> tuple[str, ...]:
        """Note that the camera was told to stay as it is, and give what it cannot lock."""
        self.held_s, self.free = self._date(), tuple(free)
        return self.free

    def remark(self, sentences: Sequence[str]) -> None:
        """Note what the camera does otherwise than it was told to."""
        with self._lock:
            self._remarks.extend(Notice(self._date(), says) for says in sentences)

    def doubt(self, says: str, crop: bytes) -> None:
        """Note a doubt; the same one again takes the place of the one before."""
        with self._lock:
            if self._doubts and self._doubts[-1].doubt.says == says:
                self._doubts.pop()
            self._doubted += 1
            self._doubts.append(_Kept(DoubtRecord(self._doubted, self._date(), says, bool(crop)), crop))

    def stages(self) -> tuple[Timer, ...]:
        """Give what was counted."""
        with self._lock:
            counted = self._stages.items()
            return tuple(Timer(name, tuple(each.counts), each.longest_ms) for name, each in counted)

    def remarks(self) -> tuple[Notice, ...]:
        """Give the last remarks, newest first."""
        with self._lock:
            return tuple(reversed(self._remarks))

    def doubts(self) -> tuple[DoubtRecord, ...]:
        """Give the last doubts, newest first."""
        with self._lock:
            return tuple(kept.doubt for kept in reversed(self._doubts))

    def crops(self) -> dict[int, bytes]:
        """Give the picture of each doubt that has one, by its number."""
        with self._lock:
            return {kept.doubt.number: kept.crop for kept in self._doubts if kept.crop}


class Gauged:
    """A reader whose work is measured and whose doubts are remembered; see ``vision.live.LiveReader``."""

    def __init__(self, reader: LiveReader[Any, Any], rules: AnyRules, gauges: Gauges) -> None:
        self._reader = reader
        self._rules = rules
        self._gauges = gauges

    def get_ready(self, prints: bytes | None, colours: Sequence[Player]) -> Known:
        with self._gauges.timing(READY):
            return self._reader.get_ready(prints, colours)

    def look(
        self, image: Image, known: Known, state: object, memory: Memory, visits: Sequence[Mask] = ()
    ) -> tuple[Sight[Any], Memory]:
        try:
            with self._gauges.timing(LOOK):
                sight, memory = self._reader.look(image, known, state, memory, visits)
        except NoTableError as error:
            self._gauges.doubt(str(error), b"")
            raise
        if says := self._doubted(sight, state):
            self._gauges.doubt(
                joined([*map(as_sentence, says)]), crop_board(image, self._lying(sight, state))
            )
        return sight, memory

    def dismiss(self, memory: Memory, move: object) -> Memory:
        return self._reader.dismiss(memory, move)

    def reconsider(self, memory: Memory, move: object) -> Memory:
        return self._reader.reconsider(memory, move)

    def learned(self, prints: bytes | None, memory: Memory) -> bytes | None:
        return self._reader.learned(prints, memory)

    def compare(self, image: Image, known: Known, state: object, memory: Memory) -> tuple[Fault, ...]:
        with self._gauges.timing(COMPARE):
            return self._reader.compare(image, known, state, memory)

    def _doubted(self, sight: Sight[Any], state: object) -> Sequence[str]:
        """Say of what players are asked; nothing where all is sure."""
        best = sight.best
        if sight.doubts or not best.moves or best.confidence >= BAR:
            return sight.doubts
        return (*(say_openly(state, move, self._rules) for move in best.moves[:1]), UNSURE)

    def _lying(self, sight: Sight[Any], state: object) -> list[TileOutline]:
        try:
            at_mm = centres_mm(self._rules, state, sight.best.moves)
        except ScoringError:  # a proposal may break rules so that it cannot be drawn
            at_mm = centres_mm(self._rules, state)
        return [TileOutline(at_mm[spot], quad) for spot, quad in sight.quads_px.items() if spot in at_mm]


def crop_board(image: Image, tiles: Sequence[TileOutline]) -> bytes:
    """Cut the board out of a frame, straight from above and with little around it.

    Args:
        image: (h, w, 3) blue, green, red.
        tiles: Where tiles lie in it.

    Returns:
        A JPEG; nothing where no tile is known to lie anywhere.
    """
    if not tiles:
        return b""
    above = board_from_above(tiles, (image.shape[1], image.shape[0]))
    quads = np.array([tile.quad_px for tile in tiles], np.float64).reshape(-1, 2)
    at = project(np.linalg.inv(above.homography), quads)
    first = np.maximum(np.floor(at.min(axis=0) + ROUNDING) - AROUND, above.first).astype(int)
    end = np.minimum(np.ceil(at.max(axis=0) - ROUNDING) + AROUND, np.add(above.first, above.size)).astype(int)
    columns, rows = np.maximum(end - first, 1).tolist()
    side_px = max(1, min(above.side_px, CROP_PX // max(columns, rows)))
    part = above._replace(first=tuple(first.tolist()), size=(columns, rows), side_px=side_px)
    return cv2.imencode(".jpg", show(part, image), [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])[1].tobytes()
