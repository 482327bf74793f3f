"""Whole games at the synthetic table, followed by the real loop and a player who answers what it asks."""

import os
import resource
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import partial
from multiprocessing import get_context
from typing import Any, NamedTuple

import cv2

from firmware.build import Parts
from firmware.cameras.thumbnail import make_small
from firmware.evaluation.photographs import FIRST_STYLE
from firmware.evaluation.tallies import AnyYardstick, Trial, TurnTrial
from firmware.ports import Frame
from firmware.table.follower import MOST_FRAMES, Eyes, Follower, at_once
from scoring.documents.values import Document, Written
from scoring.referee.inputs import Corrected, Declared, Input, Pressed, Revised
from scoring.referee.state import Stage, TableState, broken_rule
from scoring.referee.store import Event
from scoring.referee.transitions.confirmation import begin
from scoring.roles import AnyRules
from scoring.spots import is_tile
from vision.follow.turns import after_all, changes_no_sum, sums
from vision.reader import Image
from vision.simulator.camera.film import Film, filed, load_film, opened, sense
from vision.simulator.camera.still import Still
from vision.simulator.table.singles import single_tiles
from vision.simulator.table.things import SimScene
from vision.simulator.table.timeline import Script, script

SIZE_PX = (2304, 1296)
FPS = 5.0
ASKING: tuple[Stage, ...] = ("unsure", "unseen", "illegal", "doubt", "missing")
"""Stages in which the table wants something from a player."""
MOST_TAPS = 8
"""More than any one question needs."""
AT_ONCE = 2
"""So many turns one hand may play, so that the table shows them at once."""
REST_S = 4.0
"""So long the table lies still after the last hand, since nobody ends a game faster: what has come within the
picture and is large may be a hand for 2.5 s of it."""
ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
"""What numpy looks at once, as a process begins."""
MB = 1024
"""Kilobytes, in which the system counts memory."""


class Case(NamedTuple):
    """A game to be tried.

    Attributes:
        turns: Ends it early; else all are played.
        is_made_up: Whether its box is made up by chance; else it is the one that we drew.
        is_learned: Whether its tiles were learned before the game.
    """

    game: str
    level: int
    seed: int
    turns: int | None = None
    is_made_up: bool = False
    is_learned: bool = True


def try_all(cases: Sequence[Case], parts: Parts, jobs: int) -> Iterator[Trial]:
    """Try games, each in a process of its own with one thread; they come as they are ready."""
    with on_one_thread(jobs) as pool:
        for done in as_completed([pool.submit(try_game, case, parts) for case in cases]):
            yield done.result()


def on_one_thread(jobs: int) -> ProcessPoolExecutor:
    """Give processes, each new for its task and with one thread; so many work beside each other."""
    os.environ.update(ONE_THREAD)
    begins = partial(cv2.setNumThreads, 1)
    return ProcessPoolExecutor(jobs, get_context("spawn"), begins, max_tasks_per_child=1)


def try_game(case: Case, parts: Parts) -> Trial:
    """Play, film and follow one game."""
    style = FIRST_STYLE + case.seed if case.is_made_up else None
    told = script(case.seed, case.level, SIZE_PX, case.turns, game=case.game, style=style, fps=FPS)
    samples = single_tiles(told.course.box, told.seed)
    prints = parts.reader(case.game).learn(samples) if case.is_learned else None
    live = parts.live(case.game)
    eyes = Eyes(live, live.get_ready(prints, [seat.colour for seat in told.setup.players]))
    trial = Following(told, parts.rules(case.game), eyes, parts.yardstick(case.game)).follow(Filmed(told))
    peak_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / MB
    return Trial(**{**{name: getattr(trial, name) for name in trial.__struct_fields__}, "peak_mb": peak_mb})


def all_cores() -> int:
    """Count the cores of this machine."""
    return os.cpu_count() or 1


class Filmed:
    """Films a script frame by frame; what the file would lose is lost only where a frame is opened.

    Attributes:
        opened: Numbers of the frames that were asked for in full.
    """

    def __init__(self, told: Script) -> None:
        self.opened: list[int] = []
        self._film: Film = load_film(told)
        self._still: Still | None = None

    def take(self, scene: SimScene) -> Frame:
        """Film a scene."""
        sensed, self._still = sense(self._film, scene, self._still)
        return Frame(scene.number, scene.at_s, make_small(sensed), lambda: self._open(scene, sensed))

    def _open(self, scene: SimScene, sensed: Image) -> Image:
        self.opened.append(scene.number)
        return opened(filed(self._film, sensed))


class Following:
    """Follows a filmed game, and answers for its players who know what they have played.

    Args:
        told: What is played.
        rules: The game's.
        eyes: Who reads the table.
        yardstick: Tells what is the same and what is right.
    """

    def __init__(self, told: Script, rules: AnyRules, eyes: Eyes, yardstick: AnyYardstick) -> None:
        self._told, self._rules, self._yardstick = told, rules, yardstick
        self._played: list[Any] = [rules.load_move(move) for move in told.truth["moves"]]
        self._true: Sequence[Any] = self._played
        self._spot: Callable[[str], str] = str
        self._follower = Follower(begin(told.setup, rules, hands_free=True), rules, self, time.process_time)
        self._follower.open(eyes)
        self._scene = told.scenes[0]
        self._open = list(range(len(self._true)))
        self._has_begun = False
        self._record: list[int | None] = []
        self._read: dict[int, Any] = {}
        self._answered: set[int] = set()
        self._revised: set[int] = set()
        self._undone: list[Any] = []
        self._asked: defaultdict[int, tuple[str, ...]] = defaultdict(tuple)
        self._reads: list[tuple[int, ...]] = []
        self._ready_s: list[float] = []
        self._watch_s: list[float] = []

    def follow(self, filmed: Filmed) -> Trial:
        """Watch the whole film, tell what the record lacks at its end, then let the game end."""
        for scene in _with_rest(self._told.scenes):
            self._scene = scene
            self._tell()
            self._see(filmed.take(scene), filmed)
            self._answer()
        self._close()
        return self._trial(self._end())

    def _see(self, frame: Frame, filmed: Filmed) -> None:
        read, held, begun_s = self._follower.frame, len(filmed.opened), time.process_time()
        self._follower.see(frame)
        took_s = time.process_time() - begun_s
        if self._follower.frame != read:
            last = self._follower.frame
            self._reads.append(tuple(n for n in filmed.opened if last - MOST_FRAMES < n <= last))
            self._ready_s.append(self._follower.ready_s)
        elif len(filmed.opened) == held:
            self._watch_s.append(took_s)

    def _close(self) -> None:
        """Tell the last turns, of a round at most, where the table waits for them as a game is to end.

        What shows only by the turn after it, such as that cards were drawn, shows nowhere where none comes.
        What the table is sure of nobody looks at twice, and the end itself confirms the very last turn.
        """
        for _ in range(MOST_TAPS):
            recorded = max((index for index in self._record if index is not None), default=-1)
            tail, table = [index for index in self._open if index > recorded], self._follower.table
            is_proposed = table.stage == "proposal"
            if not tail[is_proposed:] or len(tail) > len(self._told.setup.players):
                return
            if is_proposed:
                self._press("confirm")
                continue
            index = tail[0]
            input = self._answer_to(table, index)
            if input is None:
                return
            self._answered.add(index)
            self._follower.hear(input)
            if self._follower.table.done == table.done:
                return
            self._asked[index] += ("end",)

    def _end(self) -> tuple[str, ...]:
        """Say what came last, end the game, and give what is said to lie otherwise than recorded."""
        if self._follower.table.stage == "proposal":
            self._press("confirm")
            self._answer()  # what was hidden behind it may be asked only now
        self._tell()
        self._heed()
        self._press("end")
        said = self._follower.table.doubts if self._follower.table.stage == "differs" else ()
        self._press("confirm")
        return tuple(map(str, said))

    def _heed(self) -> None:
        """Enter what is remarked on, where it lies so truly, as players do before they count."""
        true = after_all(self._rules, self._rules.start(self._told.setup), self._true)
        for remark in self._follower.table.remarks:
            if changes_no_sum(self._rules, true, remark.move):
                move = self._rules.dump_move(remark.move)
                self._follower.hear(Declared(move, self._follower.table.version))
                self._asked[len(self._true) - 1] += ("remark",)

    def _press(self, button: str) -> None:
        self._follower.hear(Pressed(button, self._follower.table.version))

    def _tell(self) -> None:
        """Say what nobody sees at the table, as soon as it can be said."""
        while (index := self._due()) is not None and self._yardstick.is_told(self._true[index]):
            before = self._follower.table
            self._follower.hear(Declared(self._rules.dump_move(self._true[index]), before.version))
            if self._follower.table.done == before.done:
                return

    def _due(self) -> int | None:
        """Number the turn that players have come to: one on the table that is sure and true is over."""
        table, (first, after) = self._follower.table, [*self._open, None, None][:2]
        if first is None or after is None or table.stage != "proposal" or not self._is_whole():
            return first
        is_read = table.candidate and self._yardstick.is_same(table.candidate.move, self._true[first])
        return after if is_read and broken_rule(table.state, self._true[after], self._rules) else first

    # --- a player who is asked ---------------------------------------------------------------------

    def _answer(self) -> None:
        """Answer what is asked, once the turn on the table is whole and has been looked at."""
        for _ in range(MOST_TAPS):
            before = self._follower.table
            if before.stage not in ASKING or not self._is_whole():
                return
            index = self._open[0] if self._open else len(self._true) - 1
            input = self._answer_to(before, index)
            if input is None:
                return
            if before.stage != "missing" and input != Pressed("dismiss", before.version):
                self._answered.add(index)
            self._follower.hear(input)
            if self._follower.table == before:
                return
            self._asked[index] += (before.stage,)

    def _is_whole(self) -> bool:
        begun = self._begun()
        return not begun or self._follower.frame >= self._told.spans[begun[-1]].whole_from

    def _begun(self) -> list[int]:
        """Give the turns whose tile has been laid for good."""
        return [i for i, span in enumerate(self._told.spans) if span.shown_from <= self._scene.number]

    def _answer_to(self, table: TableState, index: int) -> Input | None:
        """Say what is true about what is asked; None where there is nothing to say yet."""
        if table.stage == "missing":
            lie = {self._spot(spot) for spot in _tiles(self._scene)}
            button = "keep" if lie.issuperset(table.gone) else "confirm" if table.last_gone else ""
            return Pressed(button, table.version) if button else None
        if self._record and self._is_unplayed(self._record[-1], table.done[-1].move):
            self._undone.append(table.done[-1].move)
            return Pressed("undo", table.version)
        if index not in self._begun() or index not in self._open:
            # Where nothing new lies, a bit of table is read as a tile; what lies there is taken back again.
            is_table = table.stage in ("unsure", "illegal") and not self._is_being_laid()
            return Pressed("dismiss", table.version) if is_table else None
        true, candidate = self._true[index], table.candidate
        if candidate and self._yardstick.is_same(candidate.move, true):
            return Pressed("keep" if table.stage == "illegal" else "confirm", table.version)
        if not broken_rule(table.state, true, self._rules):
            return Declared(self._rules.dump_move(true), table.version)
        if not candidate:
            house_rule = Declared({**self._rules.dump_move(true), "house_rule": True}, table.version)
            return self._set_right(table) or house_rule
        answers = self._yardstick.answers(table.state, candidate.move, true)
        return Corrected(dict(answers), table.version) if answers else None

    def _set_right(self, table: TableState) -> Revised | None:
        """Look over the record, as players do whose table stands still, for the first turn that is wrong."""
        for at, (index, done) in enumerate(zip(self._record, table.done, strict=True)):
            if index is not None and not self._yardstick.is_same(done.move, self._true[index]):
                self._revised.add(index)
                move = {**self._rules.dump_move(self._true[index]), "house_rule": True}
                return Revised(len(table.done) - at, move, table.version)
        return None

    def _is_being_laid(self) -> bool:
        """Tell whether a turn was looked at half done: something new lies there, or something has gone."""
        scenes, begun = self._told.scenes, self._begun()
        before = scenes[self._told.spans[begun[-1]].shown_from if begun else 0]
        looked_at = scenes[min(self._follower.frame, len(scenes) - 1)]
        return _laid(looked_at) != _laid(before)

    # --- what the follower has around it -----------------------------------------------------------

    def keep(self, events: Sequence[Event], after: TableState) -> None:
        """Note which turn each confirmed one was."""
        self._face([turn.move for turn in after.done])
        for event in events:
            if event.kind == "turn_confirmed":
                self._note_confirmed(event.body)
                move = self._rules.load_move(event.body["move"])
                self._has_begun = self._has_begun or self._rules.takes_turn(after.state, move)
            elif event.kind == "turn_undone" and self._record:
                gone = self._record.pop()
                self._open = sorted([*self._open, *([] if gone is None else [gone])])

    def _note_confirmed(self, body: Document) -> None:
        move = self._rules.load_move(body["move"])
        index = self._which(move, self._open)
        self._record.append(index)
        if index is None:
            return
        self._open.remove(index)
        if body["how"] == "seen" and index not in self._answered:
            self._read[index] = move

    def _which(self, move: object, among: Sequence[int]) -> int | None:
        """Tell which turn a move is meant to be: that of its place, else the first that is due.

        What is told may be told before its time, and what the next hand hides may be seen before; what comes
        only later is no turn that was seen, however like one it is.
        """
        if self._yardstick.is_told(move):
            told = (index for index in among if self._yardstick.is_same(self._true[index], move))
            return next(told, None)
        begun, place = [index for index in self._begun() if index in among], self._yardstick.place(move)
        at = (index for index in begun if self._yardstick.place(self._true[index]) == place)
        coming = [index for index in among if index not in begun][:AT_ONCE]
        early = (index for index in coming if self._yardstick.is_same(self._true[index], move))
        return next(at, next(early, begun[0] if begun else None))

    def sound(self, sound: str) -> None:
        """Stay silent."""

    beside = staticmethod(at_once)

    def show(self, table: TableState) -> None:
        """Note how each turn on the table is read, until somebody answers."""
        if not table.candidates or table.candidates[0].how != "seen":
            return
        moves = (table.candidates[0].move, *table.candidates[0].later)
        self._face([*(turn.move for turn in table.done), *moves])
        among = list(self._open)
        for move in moves:
            index = self._which(move, among)
            if index is not None:
                among.remove(index)
                if index not in self._answered:
                    self._read[index] = move

    def _face(self, moves: Sequence[object]) -> None:
        """Take the game for played the way round in which it was read before its first turn was confirmed."""
        first = [move for move in moves if not self._yardstick.is_told(move)]
        if self._has_begun or not first:
            return
        turned = self._yardstick.turned_to(first, self._played)
        self._true, self._spot = (turned.moves, turned.spot) if turned else (self._played, str)

    # --- how it went -------------------------------------------------------------------------------

    def _trial(self, differences: tuple[str, ...]) -> Trial:
        table = self._follower.table
        moves = [done.move for done in table.done]
        recorded = {index: move for index, move in zip(self._record, moves, strict=True) if index is not None}
        unplayed = (
            move for index, move in zip(self._record, moves, strict=True) if self._is_unplayed(index, move)
        )
        return Trial(
            level=self._told.how.level,
            seed=self._told.seed,
            turns=tuple(self._turn_trial(index, recorded.get(index)) for index in range(len(self._true))),
            more=tuple(self._rules.dump_move(move) for move in (*unplayed, *self._undone)),
            reads=len(self._reads),
            hand_reads=sum(self._shows_hand(numbers) for numbers in self._reads),
            differences=differences,
            points=dict(sums(self._rules, table.state)),
            true_points=dict(self._told.course.final),
            ready_s=tuple(self._ready_s),
            watch_s=tuple(self._watch_s),
        )

    def _is_unplayed(self, index: int | None, move: object) -> bool:
        return index is None and not self._yardstick.is_told(move)

    def _written(self, move: Any) -> Written | None:
        return None if move is None else self._rules.dump_move(move)

    def _turn_trial(self, index: int, recorded: object) -> TurnTrial:
        true, read = self._true[index], self._read.get(index)
        is_right = recorded is not None and self._yardstick.is_same(recorded, true)
        is_right = is_right and index not in self._revised
        counts = self._yardstick.count(read, true)
        return TurnTrial(
            index + 1,
            self._rules.dump_move(true),
            self._written(read),
            self._written(recorded),
            is_right,
            counts,
            self._asked[index],
        )

    def _shows_hand(self, numbers: Sequence[int]) -> bool:
        return any(scene.hand for scene in self._told.scenes if scene.number in numbers)


def _tiles(scene: SimScene) -> set[str]:
    """Name the tiles that lie on the table: other cards are none."""
    return {card.spot for card in scene.table.cards if is_tile(card.spot)}


def _laid(scene: SimScene) -> set[str]:
    """Name what hands have laid: tiles or, where no tiles are played with, all that stands and lies there."""
    table = scene.table
    return _tiles(scene) or {*(card.spot for card in table.cards), *(each.name for each in table.figures)}


def _with_rest(scenes: Sequence[SimScene]) -> Iterator[SimScene]:
    """Let the table lie still for a while after the last scene."""
    yield from scenes
    last = scenes[-1]
    for more in range(1, round(REST_S * FPS) + 1):
        at_s = last.at_s + more / FPS
        yield SimScene(last.number + more, at_s, last.table, None, last.exposure_ev)
