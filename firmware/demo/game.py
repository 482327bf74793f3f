"""The demo's game: a painted table that begins by itself and, after a power cut, goes on where it was."""

import math
import threading
import time
from collections.abc import Callable, Container, Mapping, Sequence
from contextlib import suppress
from itertools import pairwise
from typing import Any, NamedTuple, Protocol

from firmware.recording.session import About
from scoring.documents.values import Document
from scoring.referee.clocks import Clock
from scoring.referee.contracts.refusals import DeskError
from scoring.referee.contracts.snapshot import Snapshot
from scoring.referee.contracts.table import NewGame, TableDesk
from scoring.referee.contracts.turns import PastTurn
from scoring.referee.observation import Quad
from scoring.referee.store import Event, EventStore
from scoring.roles import AnyRules
from vision.follow.turns import after_all, changes_no_sum
from vision.simulator.table.things import Reach
from vision.simulator.table.timeline import Script
from vision.yardstick import Yardstick

FOLDER = "demo"
"""Where in the data folder each game's demo is kept, apart from the games of the players."""
PRINTS = "demo"
QUESTIONS = ("asking", "illegal", "doubt")
ANSWERS = ("keep", "confirm")
UNDECIDED = ("hand", "reading")
"""While the table is looked at, what it asks stands as it was."""
LOOK_S = 1.0
BUSY = (*UNDECIDED, "asking", "doubt")
"""While the table is so, painted hands wait, and while it is paused."""
MOST_WAIT_S = 40.0
"""So long painted hands wait for a table that is not paused: what it cannot read may be covered soon."""
MOST_UNDONE = 6
"""So many turns in a row are taken back at most, until more are confirmed than ever before."""
THINK_S = 3.0
"""So long a painted player thinks before a turn, and whoever looks on can read the last one."""


class LiveDesk(Protocol):
    """What painted hands see of the table."""

    def snapshot(self) -> Snapshot: ...

    def quads_px(self) -> Mapping[str, Quad]: ...


class DemoPosition(NamedTuple):
    """Where the demo stands.

    Attributes:
        seed: Of the game: the first is played by seed 1, the second by seed 2.
        turns: How many of its turns lie on the table, the proposed one included; None before it has begun.
    """

    seed: int
    turns: int | None = None


Due = Callable[[Sequence[PastTurn]], Document | None]
Agrees = Callable[[Sequence[PastTurn], Document], bool]
Strays = Callable[[Sequence[PastTurn]], bool]
Lays = Callable[[Document], bool]


class Scripted(NamedTuple):
    """What the painted players have played, and how its turns are told apart."""

    script: Script
    rules: AnyRules
    yardstick: Yardstick[Any, Any, Any]

    def players(self) -> "PaintedPlayers":
        """Give what they know."""
        return PaintedPlayers(self.due, self.told, self.agrees, self.strays)

    def due(self, done: Sequence[PastTurn]) -> Document | None:
        """Give the turn that comes after those that were confirmed; None where that cannot be told.

        Args:
            done: The last one first.
        """
        moves, reached = self._reached(_told_first(done), _visited(done))
        ahead = (move for move in moves[reached:] if self.yardstick.place(move) is not None)
        return None if not reached else next(map(self.rules.dump_move, ahead), None)

    def told(self, done: Sequence[PastTurn]) -> Document | None:
        """Give what painted players tell next, since nothing of it shows on the table; None for nothing.

        What leaves no trace, such as cards drawn, is told once nothing else is to come.

        Args:
            done: The last one first.
        """
        past = [self.rules.load_move(turn.move) for turn in done]
        moves, reached = self._reached(_told_first(done), _visited(done))
        if reached is None:
            return None
        next_shown = next((at for at in range(reached, len(moves)) if not self._leaves_no_trace(at)), None)
        for at, move in enumerate(moves[:next_shown]):
            if self.yardstick.place(move) is None:
                is_due = past.count(move) < moves[: at + 1].count(move)
            else:
                is_due = next_shown is None and at >= reached
            if is_due:
                return self.rules.dump_move(move)
        return None

    def agrees(self, done: Sequence[PastTurn], told: Document) -> bool:
        """Tell whether what the table would be told is so by what they have played: it changes no sum there.

        It may be so just because a turn was taken for another.

        Args:
            done: The last one first.
        """
        moves, reached = self._reached(_told_first(done), range(len(done)))
        if reached is None:
            return False
        state = after_all(self.rules, self.rules.start(self.script.setup), moves[:reached])
        return changes_no_sum(self.rules, state, self.rules.load_move(told))

    def strays(self, done: Sequence[PastTurn]) -> bool:
        """Tell whether turns were confirmed that they have not played, or not yet, and no visitor has told.

        Args:
            done: The last one first.
        """
        moves, _ = self._reached(_told_first(done), _visited(done))
        reached = {0}
        for turn in reversed(done):
            move = self.rules.load_move(turn.move)
            next_ones = {at for at in reached if at < len(moves)}
            then = {at + 1 for at in next_ones if turn.by or self.yardstick.is_same(move, moves[at])}
            is_beside = turn.by or (not then and self.yardstick.place(move) is None)
            reached = then | reached if is_beside else then
        return not reached

    def lying(self, place: DemoPosition, done: Sequence[Document]) -> DemoPosition:
        """Give where the demo stands by the turns that were really played, those that nobody saw among them.

        Args:
            place: As the confirmed turns were counted, and the proposed one.
            done: The confirmed ones, the first one first.
        """
        moves, reached = self._reached(done, range(len(done)))
        if place.turns is None or reached is None:
            return place
        shown = [at for at in range(reached, len(moves)) if not self._leaves_no_trace(at)]
        counted = sum(self.yardstick.place(self.rules.load_move(move)) is not None for move in done)
        if place.turns > counted and shown:
            reached = shown[0] + 1
        return place._replace(turns=sum(self.yardstick.place(move) is not None for move in moves[:reached]))

    def _reached(self, done: Sequence[Document], trusted: Container[int]) -> tuple[list[Any], int | None]:
        """Give all moves, told the way round the table was read, and how many of them were confirmed.

        What leaves no trace may have been overlooked. None stands for turns that they have not played; one
        that is trusted, and is seen, stands for the next one that they have played.
        """
        moves = [self.rules.load_move(move) for move in self.script.truth["moves"]]
        past = [*map(self.rules.load_move, done)]
        turned = self.yardstick.turned_to(past, moves) if past else None
        moves = [*turned.moves] if turned else moves
        reached = 0
        for number, place in enumerate(map(self.yardstick.place, past)):
            if place is None:
                continue
            at = reached
            while at < len(moves) and self.yardstick.place(moves[at]) != place and self._leaves_no_trace(at):
                at += 1
            if at == len(moves) or (number not in trusted and self.yardstick.place(moves[at]) != place):
                return moves, None
            reached = at + 1
        return moves, reached

    def _leaves_no_trace(self, at: int) -> bool:
        """Tell whether nothing of a move is seen: it is told, or hands only reach for something."""
        move = self.rules.load_move(self.script.truth["moves"][at])
        acts = {type(act) for visit in self.script.course.turns[at].visits for act in visit.acts}
        return self.yardstick.place(move) is None or acts == {Reach}


def _told_first(done: Sequence[PastTurn]) -> list[Document]:
    """Give turns that are listed with the last one first, in the order in which they were told."""
    return [turn.move for turn in reversed(done)]


def _visited(done: Sequence[PastTurn]) -> set[int]:
    """Tell which of some turns, in the order in which they were told, a visitor has told."""
    return {number for number, turn in enumerate(reversed(done)) if turn.by}


class Hands:
    """The painted hands: like players who look up, they wait until the table is ready for the next turn.

    Args:
        clock: Tells the seconds.

    Attributes:
        script: What they play; None before it is written.
    """

    def __init__(self, clock: Clock = time.monotonic) -> None:
        self.script: Script | None = None
        self._clock = clock
        self._desk: LiveDesk | None = None
        self._since_s = self._ready_s = math.inf

    def sit_down(self, desk: LiveDesk) -> None:
        """Play at a table; until then hands do not wait."""
        self._desk = desk

    def may_come(self, *, begins_turn: bool) -> bool:
        """Tell whether the next hand may come.

        Args:
            begins_turn: Whether it comes to lay the next tile.
        """
        if self._desk is None:
            return True
        now, now_s = self._desk.snapshot(), self._clock()
        is_asked = begins_turn and now.phase == "proposal" and not now.hands_free
        is_held = now.phase == "paused" or is_asked
        is_ready = bool(self._desk.quads_px()) and now.phase not in BUSY and not is_held
        self._ready_s = min(self._ready_s, now_s) if is_ready else math.inf
        self._since_s = math.inf if is_ready or is_held else min(self._since_s, now_s)
        has_thought = now_s - self._ready_s >= THINK_S * begins_turn
        may_come = has_thought or now_s - self._since_s > MOST_WAIT_S
        if may_come:
            self._since_s = self._ready_s = math.inf
        return may_come


class DemoBox(NamedTuple):
    """What the painted players know of their box; nothing more of it is kept.

    Attributes:
        known: As ``scoring.game.Setup`` has it; None where a game's boxes are all alike, or is told by turns.
    """

    known: Document | None

    def find(self, rules: AnyRules, box: str) -> Document | None:
        """Give what is known; see ``firmware.table.games.Boxes``."""
        return self.known

    def keep(self, game: str, box: str, known: Document) -> None:
        """Keep nothing: every demo's box is painted anew."""


def find_place(store: EventStore, lays: Lays = lambda _: True) -> DemoPosition:
    """Find out whether a game of the demo is to go on.

    Args:
        store: What was kept of its games.
        lays: Tells whether a move lays a tile; others, such as coins counted anew, are none of the script.
    """
    games = store.games()
    events = store.events(games[-1]) if games else ()
    if not events or events[-1].kind == "game_ended":
        return DemoPosition(len(games) + 1)
    is_proposed = bool((store.draft(games[-1]) or {}).get("ways"))
    return DemoPosition(len(games), sum(map(lays, confirmed_moves(events))) + is_proposed)


def confirmed_moves(events: Sequence[Event]) -> list[Document]:
    """Give the moves of a game that count."""
    moves: list[Document] = []
    for before, event in pairwise(events):
        if event.kind == "turn_confirmed":
            moves.append(event.body.get("move", {}))
        elif event.kind == "turn_undone" and before.kind != "game_ended":  # else the game goes on
            moves.pop()
    return moves


def rest_of(played: Script, place: DemoPosition, lays: Lays = lambda _: True) -> Script:
    """Leave out what has been played already: the table begins as it was left.

    Args:
        lays: Tells whether a move lays a tile; others, such as what is told of a box, were not counted.
    """
    moves = zip(played.truth["moves"], played.spans, strict=True)
    spans = [span for move, span in moves if lays(move)][: place.turns or 0]
    first = spans[-1].whole_from if spans else 0
    return played._replace(scenes=played.scenes[first:])


def know_nothing(done: Sequence[PastTurn]) -> None:
    """Tell what comes after some turns, where nobody knows."""


def never(done: Sequence[PastTurn]) -> bool:
    """Find nothing wrong with some turns, where nobody knows."""
    return False


class PaintedPlayers(NamedTuple):
    """What painted players know; by default nothing.

    Attributes:
        due: Gives the turn that was really played after those that were confirmed; None where nobody knows.
        told: Gives what they tell after those, before anybody asks.
        agrees: Tells whether the table lies, after those, as it would be told; None where nobody knows.
        strays: Tells whether some of those were never played so.
    """

    due: Due = know_nothing
    told: Due = know_nothing
    agrees: Agrees | None = None
    strays: Strays = never


def answer_questions(
    desk: TableDesk, players: PaintedPlayers, patience_s: float, is_over: threading.Event
) -> None:
    """Answer what the table asks, as the painted players would, who know what they have played.

    A visitor comes first: only a question that has stood for a while is answered. Where theirs is refused,
    since an earlier one was taken for another, the last one is taken back until theirs can be told.

    Args:
        desk: The table.
        players: Who answers.
        patience_s: How long a question waits for a visitor.
        is_over: Set when the table is switched off.
    """
    question: Sequence[object] | None = None
    looks = undone = furthest = 0
    while not is_over.wait(LOOK_S):
        shown = desk.snapshot()
        button = next((word for word in ANSWERS if word in shown.may), "")
        if shown.phase in UNDECIDED:
            continue
        if _tell(desk, players.told, shown):
            continue
        asks = bool(button) and shown.phase in QUESTIONS
        asked = (shown.phase, shown.moves, shown.proposal) if asks else [each.says for each in shown.remarks]
        looks = looks + 1 if asked == question else 0
        question = asked
        if not asked or looks * LOOK_S < patience_s:
            continue
        undone, furthest = 0 if shown.moves > furthest else undone, max(shown.moves, furthest)
        if asks and undone < MOST_UNDONE and "undo" in shown.may and players.strays(desk.turns()):
            _answer(desk, players.due, shown, "undo")
            undone += 1
        elif asks:
            _answer(desk, players.due, shown, button)
        elif players.agrees and "declare" in shown.may:
            _heed(desk, players.agrees, shown)
            looks = 0


def _tell(desk: TableDesk, told: Due, shown: Snapshot) -> bool:
    """Say what nobody sees at the table, as soon as that may be said."""
    move = told(desk.turns()) if "declare" in shown.may else None
    if move is not None:
        with suppress(DeskError):
            desk.declare(move, shown.version)
            return True
    return False


def _answer(desk: TableDesk, due: Due, shown: Snapshot, button: str) -> None:
    """Say which turn it was, where that is asked and known; else answer as it stands."""
    with suppress(DeskError):  # somebody was faster, or it is no turn that is missing
        true = due(desk.turns()) if "declare" in shown.may else None
        if true is not None:
            desk.declare(true, shown.version)
            return
    with suppress(DeskError):
        desk.press(button, shown.version)


def _heed(desk: TableDesk, agrees: Agrees, shown: Snapshot) -> None:
    """Say that the table is right where it is, and the game is not."""
    done = desk.turns()
    right = next((remark.move for remark in shown.remarks if agrees(done, remark.move)), None)
    if right is not None:
        with suppress(DeskError):
            desk.declare(right, shown.version)


def new_demo(about: About) -> NewGame:
    """Begin the demo's game, hands-free."""
    seats = tuple((seat.name, seat.colour) for seat in about.players)
    return NewGame(about.game, about.rules, PRINTS, seats, dict(about.options), hands_free=True)
