"""Following a game frame by frame: its frames watched, what the referee wants read, what came of it said."""

import math
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from typing import Any, NamedTuple, Protocol

import cv2
import numpy as np
from msgspec.structs import replace

from firmware.cameras.quality.preview import RECORDING_OVER
from firmware.ports import Frame
from scoring.game import Fault
from scoring.referee.clocks import Clock
from scoring.referee.effects import Compare, Effect, Keep, ReadTable, Sound
from scoring.referee.inputs import (
    BoxReady,
    ByHand,
    CameraLost,
    Cleared,
    Compared,
    FramesOver,
    Input,
    LookRead,
    Pressed,
    Repeated,
    Settled,
    Stirred,
    Unreadable,
)
from scoring.referee.machine import step
from scoring.referee.observation import REMARK, Quad, Sight
from scoring.referee.reading import noted, shows_news
from scoring.referee.state import ReadingState, TableState, logged
from scoring.referee.store import Event
from scoring.referee.transitions.finish import NOT_LOOKED_AT
from scoring.roles import AnyRules
from scoring.sentence import marked
from vision.errors import NoTableError
from vision.live import Known, LiveReader, Memory
from vision.reader import Image
from vision.watch.motion import PIECE, Mask, Watching, count_visits, forget, fresh, looked, watch

RETRY_S = 3.0
"""After a look at which nothing could be recognised, the next one comes this much later."""
LEAST_FRAMES = 2
"""So many frames without a hand are enough where the next hand comes in before the table has settled."""
MOST_FRAMES = 3
DRIFT_EV = 0.8
"""From how large a change on, in exposure values, the light is worth a sentence."""
BRIGHTER = marked("The table has become brighter; the tiles are recognised all the same where they can be.")
DARKER = marked("The table has become darker; a lamp would help the camera.")


class Eyes(NamedTuple):
    """Who recognises the tiles, and the box made ready for it."""

    reader: LiveReader[Any, Any]
    known: Known


class Around(Protocol):
    """What the follower of a game has around it; called in its own thread."""

    def keep(self, events: Sequence[Event], after: TableState) -> None:
        """Keep what was confirmed, and the turn after it; whatever it raises, the turn stays as it was."""

    def sound(self, sound: str) -> None:
        """Sound the buzzer."""

    def show(self, table: TableState) -> None:
        """Show how the table is now."""

    def beside(self, look: Callable[[], Any]) -> Future[Any]:
        """Have the table looked at; the game may go on meanwhile."""


def at_once(look: Callable[[], Any]) -> Future[Any]:
    """Look at the table while everything waits; what ``Around.beside`` is where time does not matter."""
    done: Future[Any] = Future()
    try:
        done.set_result(look())
    except NoTableError as error:
        done.set_exception(error)
    return done


class _Seen(NamedTuple):
    """What a look has shown, and how long it took."""

    sight: Sight[Any]
    memory: Memory
    took_s: float


class _Looking(NamedTuple):
    """A look that is under way.

    Attributes:
        done: What comes of it.
        take_in: What is to be done with that.
    """

    done: Future[Any]
    take_in: Callable[[Future[Any]], None]


class Follower:
    """Watches the frames of one game and has the table read when the referee wants it.

    It has no thread: whoever drives it hands in frames and what players do.

    Attributes:
        table: How the table is now.
        eyes: None until the box has been made ready; until then nothing is read.
        frame: Number of the frame that was read last; -1 before the first.
        ready_s: How long that reading took.
        quads_px: Where each tile lay at the last look, by its spot in the game's picture.
    """

    def __init__(self, table: TableState, rules: AnyRules, around: Around, clock: Clock) -> None:
        self.table = replace(table, reading=ReadingState(is_blind=True))
        self.eyes: Eyes | None = None
        self.frame = -1
        self.ready_s = 0.0
        self.quads_px: Mapping[str, Quad] = {}
        self._rules = rules
        self._around = around
        self._clock = clock
        self._watching: Watching | None = None
        self._memory: Memory = None
        self._past: Sequence[Mask] = ()
        self._dismissed: tuple[tuple[int, object], ...] = ()
        self._clear: list[tuple[int, Image]] = []
        self._still: Image | None = None
        self._retry_s = math.inf
        self._piece = PIECE
        self._looking: _Looking | None = None

    @property
    def is_looking(self) -> bool:
        """Whether a look is under way whose result is not taken in yet."""
        return self._looking is not None

    @property
    def is_still(self) -> bool:
        """Whether nothing moves and no hand is in view."""
        return self._watching is not None and self._watching.phase == "still"

    def open(self, eyes: Eyes) -> None:
        """Have the table read from now on, as its box is ready."""
        self.eyes = eyes
        self.hear(BoxReady())

    def hear(self, input: Input) -> None:
        """Take a step and whatever follows from it.

        Args:
            input: What a player did or what became of the camera.
        """
        if isinstance(input, CameraLost | ByHand):  # turns are entered now that no frame has shown
            self._clear, self._still, self._watching = [], None, None
        self._step(input)
        self.go_on()

    def run_out(self) -> None:
        """Take it that no frame comes any more: hands-free, a sure turn counts and the game ends.

        It goes on where its last scoring would leave out what nobody has told yet.
        """
        self.note(RECORDING_OVER)
        if self.table.stage == "proposal" and self.table.passes_on:
            self.hear(Pressed("confirm", self.table.version))
        if self.table.hands_free and not self._rules.uncounted(self.table.state):
            self.hear(Pressed("end", self.table.version))
        self.hear(FramesOver())

    def note(self, *sentences: str) -> None:
        """Write something into the log, or have the table shown anew."""
        self.table = replace(logged(self.table, *sentences), version=self.table.version + 1)
        self._around.show(self.table)

    def learned(self, prints: bytes | None) -> bytes | None:
        """Give a print set with what this game has taught besides; None where that is nothing."""
        return None if self.eyes is None else self.eyes.reader.learned(prints, self._memory)

    def see(self, frame: Frame) -> None:
        """Watch the next frame and read the table where it is time to."""
        now = watch(self._watching, frame.small, frame.at_s, self._piece)
        if self._watching and self._is_cut_short(now):
            self._read(self._watching)
            now = watch(self._watching, frame.small, frame.at_s, self._piece)
        self._watching = now
        if now.phase != "still":
            self._stir()
        if now.phase != "hand" and self._wants(now):
            self._clear = [*self._clear[1 - MOST_FRAMES :], (frame.number, frame.full())]
        if now.is_settled and not self.is_looking:
            self._settle(now)
        self.go_on()

    def _is_cut_short(self, now: Watching) -> bool:
        """Tell whether a hand is back before the table had settled, and enough was seen of it to be read."""
        return now.phase != "still" and len(self._clear) >= LEAST_FRAMES and not self.is_looking

    def _stir(self) -> None:
        """Forget the still look."""
        self._clear, self._still = [], None
        if self.table.eye != "hand" or self.table.reading.is_still:
            self._step(Stirred())

    def _settle(self, now: Watching) -> None:
        """Read the table where there is anything to read for."""
        drifted = abs(now.light_ev) > DRIFT_EV
        if drifted:
            self.note(BRIGHTER if now.light_ev > 0 else DARKER)
        if self._clear:
            self._read(now)
        elif drifted:
            self._watching = looked(now)
        elif self.table.eye == "hand":
            self._step(Cleared())

    def _wants(self, now: Watching) -> bool:
        """Tell whether the table is to be read once it lies still."""
        due = self._still is None or now.stirred or now.changed is not None or now.at_s >= self._retry_s
        return due and self.eyes is not None and self.table.is_followed

    def _read(self, now: Watching) -> None:
        """Take the frames held, which show a still table, for the look that is to be read."""
        self.frame = self._clear[-1][0]
        self._still = typical([image for _, image in self._clear])
        self._clear = []
        self._watching = looked(now)
        self._step(Settled())

    def _begin(self, effect: Effect) -> None:
        """Have the still look read, or compared with the whole board."""
        if self.eyes is None or self._still is None or self._watching is None:
            return
        image, (reader, known), state = self._still, self.eyes, self.table.state
        self._tell(reader)
        memory = self._memory
        if isinstance(effect, Compare):
            comparing = self._around.beside(lambda: reader.compare(image, known, state, memory))
            self._looking = _Looking(comparing, self._take_in_faults)
            return
        then = self._watching = looked(self._watching)

        visits = fresh(then.visits, self._past)

        def look() -> _Seen:
            begun_s = self._clock()
            sight, after = reader.look(image, known, state, memory, visits)
            return _Seen(sight, after, self._clock() - begun_s)

        self._looking = _Looking(self._around.beside(look), lambda seen: self._take_in(then, image, seen))

    def _tell(self, reader: LiveReader[Any, Any]) -> None:
        """Have what players said of the table remembered, once anything of it is."""
        if self._memory is None:
            return
        now = self.table.dismissed
        while self._dismissed != now[: len(self._dismissed)]:
            *before, (_, move) = self._dismissed
            self._memory, self._dismissed = reader.reconsider(self._memory, move), tuple(before)
        for _, move in now[len(self._dismissed) :]:
            self._memory = reader.dismiss(self._memory, move)
        self._dismissed = now

    def go_on(self) -> None:
        """Take in what looks have shown, where they have come to their end."""
        while self._looking is not None and self._looking.done.done():
            looking, self._looking = self._looking, None
            looking.take_in(looking.done)

    def _take_in(self, then: Watching, image: Image, seen: Future[_Seen]) -> None:
        """Say what a look has shown."""
        try:
            sight, memory, took_s = seen.result()
        except NoTableError as error:
            self._retry_s = then.at_s + RETRY_S
            self._say(Unreadable(str(error)))
            return
        if self._memory is None and self.table.dismissed:  # not told of that, the look is of no use
            self._step(Repeated())
            self._memory = memory
        visits = 0
        if self._watching is not None and not self.table.reading.is_outdated:
            self._memory, self.ready_s, self.quads_px = memory, took_s, sight.quads_px
            self._past = then.visits
            self._retry_s = math.inf
            self._piece = _piece(sight, image) or self._piece
            if shows_news(self.table, sight):
                self._watching = forget(self._watching, then.visits)
            else:
                visits = self._visits(then, sight, image)
        self._say(LookRead(sight, visits))

    def _say(self, outcome: LookRead | Unreadable) -> None:
        """Say what came of a look; a hand may be in view again."""
        self._step(outcome)
        if self._watching is not None and self._watching.phase != "still":
            self._step(Stirred())

    def _visits(self, then: Watching, sight: Sight[Any], image: Image) -> int:
        """Count the visits of a hand to the tiles that are proposed, since there was anything new."""
        if not (then.visits and sight.best.moves):
            return 0
        confirmed = {placed.spot for placed in self._rules.picture(self.table.state).placed}
        size_px = image.shape[1], image.shape[0]
        quads = [quad for spot, quad in sight.quads_px.items() if spot not in confirmed]
        seen = max((count_visits(then.visits, np.array(quad) / size_px) for quad in quads), default=0)
        return max(0, seen - sight.chores)

    def _take_in_faults(self, compared: Future[Sequence[Fault]]) -> None:
        """Say what lies otherwise."""
        is_ending = self.table.stage == "comparing"
        try:
            faults = tuple(each.says for each in compared.result() if is_ending or each.kind != REMARK)
        except NoTableError:
            faults = (NOT_LOOKED_AT,)
        self._step(Compared(faults))

    def _step(self, input: Input) -> None:
        """Step the table; what was confirmed is kept before anybody sees it."""
        table, effects = step(self.table, input, self._rules)
        self.table = noted(self.table, input)  # so it stays where what follows cannot be kept
        for effect in effects:
            if isinstance(effect, Keep):
                self._around.keep(effect.events, table)
        self.table = table
        self._around.show(table)
        for effect in effects:
            if isinstance(effect, Sound):
                self._around.sound(effect.sound)
            elif isinstance(effect, ReadTable | Compare):
                self._begin(effect)


def _piece(sight: Sight[Any], image: Image) -> float:
    """Tell which share of a frame one tile covers; 0 where none is to be seen."""
    areas = [cv2.contourArea(np.array(quad, np.float32)) for quad in sight.quads_px.values()]
    return sight.fills * float(np.median(areas)) / (image.shape[0] * image.shape[1]) if areas else 0.0


def typical(images: Sequence[Image]) -> Image:
    """Give the median of three frames of a still table, rid of grain; of fewer of a size, the last."""
    if len(images) < MOST_FRAMES or len({image.shape for image in images}) > 1:
        return images[-1]
    first, second, third = images
    low, high = cv2.min(first, second), cv2.max(first, second)
    return np.asarray(cv2.max(low, cv2.min(high, third)), np.uint8)
