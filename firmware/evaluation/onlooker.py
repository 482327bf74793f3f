"""A game followed with nobody at the buttons: whatever is proposed counts as soon as the next turn begins."""

from collections.abc import Callable, Sequence

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from firmware.evaluation.tallies import AnyYardstick
from firmware.ports import Camera
from firmware.table.follower import Eyes, Follower, at_once
from scoring.documents.values import Document, Written
from scoring.game import Setup
from scoring.referee.clocks import Clock
from scoring.referee.inputs import Compared, Declared, Pressed
from scoring.referee.record.history import document_of
from scoring.referee.state import BAR, TableState, broken_rule
from scoring.referee.store import Event
from scoring.referee.transitions.confirmation import begin
from scoring.roles import AnyNotation, AnyRules

Tells = Callable[[int], Document | None]
SURE = ("waiting", "proposal")
"""Stages in which a turn would have counted without a question."""
MOST_PRESSES = 20
"""More presses than any one look can need."""


class FollowedTurn(Struct, frozen=True):
    """A turn as it was followed.

    Attributes:
        move: As the game document writes it.
        confidence: Of the reading, 0 to 1.
        frame: Number of the frame on which it was first read so.
        ready_s: Seconds of computing from the still table to the proposal.
        prompted: Whether a player would have been asked.
    """

    move: Document
    confidence: float
    frame: int
    ready_s: float
    prompted: bool


class Onlooker:
    """Follows a recording from its first frame to its last.

    Args:
        tells: Gives what players tell after so many confirmed turns, since nothing of it shows; None for
            nothing, as where nobody knows.

    Attributes:
        turns: What was followed, in order.
    """

    def __init__(
        self, setup: Setup, rules: AnyRules, eyes: Eyes, clock: Clock, tells: Tells = lambda _: None
    ) -> None:
        self._tells = tells
        self.turns: tuple[FollowedTurn, ...] = ()
        self._rules = rules
        self._follower = Follower(begin(setup, rules, hands_free=True, bar=0.0), rules, self, clock)
        self._shown = self._follower.table
        self._first: dict[bytes, tuple[int, float]] = {}
        self._follower.open(eyes)

    def follow(self, camera: Camera) -> None:
        """Watch every frame, then let the game end."""
        while (frame := camera.take(0.0)) is not None:
            self._hear_what_is_told()
            self._follower.see(frame)
            self._press_while_the_next_turn_waits()
        self._hear_what_is_told()
        self._finish()

    def _hear_what_is_told(self) -> None:
        """Have everything told that is due, where the rules allow it."""
        while (move := self._tells(len(self._follower.table.done))) is not None:
            before = self._follower.table
            if not broken_rule(before.state, self._rules.load_move(move), self._rules):
                self._follower.hear(Declared(move, before.version))
            if self._follower.table.done == before.done:
                return

    @property
    def document(self) -> Written:
        """The game document of what was followed; with the recording the game has ended."""
        return {**document_of(self._follower.table, self._rules), "ended": True}

    def _press_while_the_next_turn_waits(self) -> None:
        """Have each question answered as it is proposed, once the next turn lies behind it."""
        for _ in range(MOST_PRESSES):
            candidate = self._shown.candidate
            button = (
                button_for(self._shown)
                if candidate and (candidate.later or self._shown.stage == "missing")
                else ""
            )
            if not self._press(button):
                return

    def _finish(self) -> None:
        """Confirm what lies on the table in the end, and end the game."""
        for _ in range(MOST_PRESSES):
            if not (self._shown.candidate and self._press(button_for(self._shown))):
                break
        if self._shown.stage == "missing":
            self._press("keep")
        self._press("end")
        self._follower.hear(Compared(()))
        self._press("confirm")

    def _press(self, button: str) -> bool:
        """Press a button and tell whether that changed anything."""
        before = self._shown
        if button:
            self._follower.hear(Pressed(button, before.version))
        return self._shown != before

    # --- what the follower has around it -----------------------------------------------------------

    def keep(self, events: Sequence[Event], after: TableState) -> None:
        """Note what was confirmed."""
        for event in events:
            match event.kind:
                case "turn_confirmed":
                    self.turns = (*self.turns, self._turned(event.body))
                case "turn_undone":
                    self.turns = self.turns[:-1]
                case "turn_revised":
                    self._revise(event.body)

    def _turned(self, body: Document) -> FollowedTurn:
        move, confidence = body["move"], body["confidence"]
        frame, ready_s = self._first.get(_key(move), self._now)
        prompted = body["forced"] or confidence < BAR or self._shown.stage not in SURE
        return FollowedTurn(move, confidence, frame, ready_s, prompted)

    def _revise(self, body: Document) -> None:
        at = len(self.turns) - body["back"]
        frame, ready_s = self._now
        better = replace(self.turns[at], move=body["move"], frame=frame, ready_s=ready_s)
        self.turns = (*self.turns[:at], better, *self.turns[at + 1 :])

    @property
    def _now(self) -> tuple[int, float]:
        return self._follower.frame, self._follower.ready_s

    def sound(self, sound: str) -> None:
        """Stay silent."""

    beside = staticmethod(at_once)

    def show(self, table: TableState) -> None:
        """Note since when each turn has been proposed."""
        self._shown = table
        moves = (table.candidate.move, *table.candidate.later) if table.candidate else ()
        keys = [_key(self._rules.dump_move(move)) for move in moves]
        self._first = {key: self._first.get(key, self._now) for key in keys}


def button_for(table: TableState) -> str:
    """Name the button that takes the table as it is."""
    if table.stage == "missing":
        return "confirm" if table.last_gone else "keep"
    return "keep" if table.stage == "illegal" else "confirm"


def _key(move: Document) -> bytes:
    return msgspec.json.encode(move)


def count_right(document: Document, truth: Document, rules: AnyNotation, yardstick: AnyYardstick) -> int:
    """Count the turns that are the same as the true ones at their places, by the rules.

    Args:
        document: The game document of what was followed.
        truth: That of what was played.

    Raises:
        UnreadableError: A move in one of them is no move of the game.
    """
    followed, played = ([rules.load_move(move) for move in each["moves"]] for each in (document, truth))
    turned = yardstick.turned_to(followed, played) if followed and played else None
    return sum(map(yardstick.is_same, followed, turned.moves if turned else played))
