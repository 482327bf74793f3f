"""Following a game frame by frame: the one loop of the live table, whoever drives it."""

import math
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from typing import Any, NamedTuple, Protocol

import cv2
import numpy as np
from msgspec.structs import replace

from firmware.ports import Frame
from scoring.game import Fault, Piece
from scoring.referee.clocks import Clock
from scoring.referee.effects import Dismiss, Keep, ReadAgain, ReadWhole, Reconsider, Sound
from scoring.referee.inputs import (
    ByHand,
    CameraLost,
    Cleared,
    Compared,
    Input,
    LookRead,
    Settled,
    Stirred,
    Unreadable,
)
from scoring.referee.machine import CLOSING, step
from scoring.referee.observation import Quad, Sight
from scoring.referee.state import TableState, logged
from scoring.referee.store import Event
from scoring.roles import AnyRules
from scoring.sentence import marked
from vision.errors import NoTableError
from vision.live import Known, LiveReader, Memory
from vision.reader import Image
from vision.watch.motion import PIECE, Watching, count_visits, forget, looked, watch

RETRY_S = 3.0
"""After a look at which nothing could be recognised, the next one comes this much later."""
LEAST_FRAMES = 2
"""So many frames without a hand are enough where the next hand comes in before the table has settled."""
MOST_FRAMES = 3
MOST_READINGS = 3
"""One look is read so often at most: each confirmed turn changes the game that it is compared with."""
DRIFT_EV = 0.8
"""From how large a change on, in exposure values, the light is worth a sentence."""
BRIGHTER = marked("The table has become brighter; the tiles are recognised all the same where they can be.")
DARKER = marked("The table has become darker; a lamp would help the camera.")
NOT_COMPARED = marked("The board could not be looked at once more, so nothing was compared.")


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
        take_up: What is to be done with that.
    """

    done: Future[Any]
    take_up: Callable[[Future[Any]], None]


class Follower:
    """Watches the frames of one game, reads the table when it lies still, and steps the turn.

    It has no thread: whoever drives it hands in frames and what players do.

    Attributes:
        turn: How the table is now.
        eyes: None until the box has been made ready; until then nothing is read.
        frame: Number of the frame that was read last; -1 before the first.
        ready_s: How long that reading took.
        quads_px: Where each tile lay at the last look, by its spot in the game's picture.
    """

    def __init__(self, table: TableState, rules: AnyRules, around: Around, clock: Clock) -> None:
        self.turn = table
        self.eyes: Eyes | None = None
        self.frame = -1
        self.ready_s = 0.0
        self.quads_px: Mapping[str, Quad] = {}
        self._rules = rules
        self._around = around
        self._clock = clock
        self._watching: Watching | None = None
        self._memory: Memory = None
        self._clear: list[tuple[int, Image]] = []
        self._still: Image | None = None
        self._retry_s = math.inf
        self._known = _Known()
        self._piece = PIECE
        self._again = self._whole = self._over = False
        self._told: list[Dismiss | Reconsider] = [Dismiss(move) for _, move in table.dismissed]
        self._looking: _Looking | None = None

    @property
    def is_looking(self) -> bool:
        """Whether a look is under way whose result is not taken up yet."""
        return self._looking is not None

    @property
    def is_still(self) -> bool:
        """Whether nothing moves and no hand is in view."""
        return self._watching is not None and self._watching.phase == "still"

    def hear(self, input: Input) -> None:
        """Take a step and whatever follows from it.

        Args:
            input: What a player did or what became of the camera.
        """
        self._step(input)
        if isinstance(input, CameraLost | ByHand):
            self._forget()
        self.go_on()

    def note(self, *sentences: str) -> None:
        """Write something into the log, or have the table shown anew."""
        self.turn = replace(logged(self.turn, *sentences), version=self.turn.version + 1)
        self._around.show(self.turn)

    def stop(self) -> None:
        """Expect no more frames: what waits for a still table waits no longer."""
        self._over = True
        self.hear(Cleared())

    def learned(self, prints: bytes | None) -> bytes | None:
        """Give a print set with what this game has taught besides; None where that is nothing."""
        return None if self.eyes is None else self.eyes.reader.learned(prints, self._memory)

    def _forget(self) -> None:
        """Forget how the table lay, since turns are entered now that no frame has shown."""
        self._clear, self._still, self._watching = [], None, None

    def look_again(self) -> None:
        """Read the still table once more, as where what it showed could not be kept."""
        self._again = True
        self.go_on()

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
        if self.turn.eye != "hand":
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
        elif self.turn.eye == "hand":
            self._step(Cleared())

    @property
    def _open_eyes(self) -> Eyes | None:
        """The eyes, while there is anything to read for."""
        return None if self.turn.paused or self.turn.stage == "ended" else self.eyes

    @property
    def _reading_eyes(self) -> Eyes | None:
        """The eyes, while what they read can change the turn."""
        return None if self.turn.stage in CLOSING else self._open_eyes

    def _wants(self, now: Watching) -> bool:
        """Tell whether the table is to be read once it lies still."""
        due = self._still is None or now.stirred or now.changed is not None or now.at_s >= self._retry_s
        return due and self._open_eyes is not None

    def _read(self, now: Watching) -> None:
        """Read the frames held, which show a still table, and step the turn by what they show."""
        self.frame = self._clear[-1][0]
        self._still = typical([image for _, image in self._clear])
        self._clear = []
        self._watching = now
        self._step(Settled())
        self._look(now, self._still)

    def _look(self, now: Watching, image: Image) -> None:
        """Have a still look compared with the game."""
        eyes, self._again = self._reading_eyes, False
        now = self._watching = looked(now)
        if eyes is None:
            self._step(Cleared())
            return
        self._tell(eyes.reader)
        state, memory = self.turn.state, self._memory

        def look() -> _Seen:
            begun_s = self._clock()
            sight, after = eyes.reader.look(image, eyes.known, state, memory)
            return _Seen(sight, after, self._clock() - begun_s)

        self._have_looked(look, lambda seen: self._take_in(now, image, state, seen))

    def _tell(self, reader: LiveReader[Any, Any]) -> None:
        """Have what players said of the table remembered, once anything of it is."""
        while self._told and self._memory is not None:
            reconsider = self._told.pop(0)
            tell = reader.dismiss if isinstance(reconsider, Dismiss) else reader.reconsider
            self._memory = tell(self._memory, reconsider.move)

    def _have_looked(self, look: Callable[[], Any], take_up: Callable[[Future[Any]], None]) -> None:
        self._looking = _Looking(self._around.beside(look), take_up)
        self._take_up()

    def _take_up(self) -> None:
        """Take up what a look has shown, once it has come to its end."""
        looking = self._looking
        if looking is not None and looking.done.done():
            self._looking = None
            looking.take_up(looking.done)

    def _take_in(self, then: Watching, image: Image, state: object, seen: Future[_Seen]) -> None:
        """Step the turn by what a look has shown, unless the game has gone on since it began."""
        if self.turn.state is not state or self._reading_eyes is None or self._watching is None:
            self._again = True
            return
        try:
            sight, self._memory, self.ready_s = seen.result()
        except NoTableError as error:
            self._retry_s = then.at_s + RETRY_S
            self._step(Unreadable(str(error)))
        else:
            self._retry_s = math.inf
            if self._told:  # players have said more of the table than that look knew
                self._again = True
                return
            known, self._known = self._known, _Known(sight.best.moves, sight.leftover, len(self.turn.done))
            new = self._known != known.after(len(self.turn.done))
            if new:
                self._watching = forget(self._watching, then.visits)
            self._piece = _piece(sight, image) or self._piece
            self.quads_px = sight.quads_px
            visits = 0 if new else self._visits(then, sight, image)
            self._step(LookRead(sight, visits, len(self.turn.done)))
        if self._watching.phase != "still":
            self._step(Stirred())

    def _visits(self, then: Watching, sight: Sight[Any], image: Image) -> int:
        """Count the visits of a hand to the tiles that are proposed, since there was anything new."""
        if not (then.visits and sight.best.moves):
            return 0
        confirmed = {placed.spot for placed in self._rules.picture(self.turn.state).placed}
        size_px = image.shape[1], image.shape[0]
        quads = [quad for spot, quad in sight.quads_px.items() if spot not in confirmed]
        seen = max((count_visits(then, np.array(quad) / size_px) for quad in quads), default=0)
        return max(0, seen - sight.chores)

    def _step(self, input: Input) -> None:
        """Step the turn; what was confirmed is kept before anybody sees it."""
        table, effects = step(self.turn, input, self._rules)
        for effect in effects:
            if isinstance(effect, Keep):
                self._around.keep(effect.events, table)
        self.turn = table
        self._around.show(table)
        for effect in effects:
            if isinstance(effect, Sound):
                self._around.sound(effect.sound)
        self._told += [effect for effect in effects if isinstance(effect, Dismiss | Reconsider)]
        self._again |= any(isinstance(effect, ReadAgain) for effect in effects)
        self._whole |= any(isinstance(effect, ReadWhole) for effect in effects)

    def go_on(self) -> None:
        """Take up what a look has shown, where it has come to its end, and do what follows from that.

        Where the game has changed under the table as it was seen last, that is read once more.
        """
        self._take_up()
        for _ in range(MOST_READINGS):
            if self.is_looking or not (self._again and self._still is not None and self._watching):
                break
            self._look(self._watching, self._still)
        if self._whole and not self.is_looking:
            self._compare()

    def _compare(self) -> None:
        """Have the whole board compared with the record, or say that it cannot be."""
        if self._still is not None and self.eyes is not None:
            self._whole = False
            image, (reader, known), state, memory = self._still, self.eyes, self.turn.state, self._memory

            def take_up(compared: Future[Sequence[Fault]]) -> None:
                self._take_in_faults(state, compared)

            self._have_looked(lambda: reader.compare(image, known, state, memory), take_up)
        elif self.eyes is None or self.turn.is_by_hand or self._over:
            self._whole = False
            self._step(Compared((NOT_COMPARED,)))

    def _take_in_faults(self, then: object, compared: Future[Sequence[Fault]]) -> None:
        """Step the turn by what lies otherwise, unless the game has gone on since the look at it began."""
        if self.turn.state is not then:
            self._whole = True
            return
        try:
            faults = tuple(fault.says for fault in compared.result())
        except NoTableError:
            faults = (NOT_COMPARED,)
        self._step(Compared(faults))


class _Known(NamedTuple):
    """What the last look showed beyond the game of then."""

    moves: tuple[Any, ...] = ()
    leftover: tuple[Piece, ...] = ()
    turns: int = 0

    def after(self, turns: int) -> "_Known":
        """Give what the same table shows beyond a game that has gone on since."""
        return self._replace(moves=self.moves[max(0, turns - self.turns) :], turns=turns)


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
