"""A game at the synthetic table, moment by moment: hands come and go, and the truth is written down."""

from collections.abc import Iterable, Iterator
from random import Random
from typing import Any, NamedTuple

import numpy as np
from msgspec.structs import replace

from scoring.documents.values import Document, Written
from scoring.game import Setup
from scoring.picture import Point
from vision.simulator import games
from vision.simulator.camera.camera import SimCamera, place_at, project
from vision.simulator.camera.levels import Conditions, draw_conditions
from vision.simulator.camera.lights import LAMPS, LIGHTS
from vision.simulator.camera.stage import camera_for
from vision.simulator.table.acts import card_at, done, figure_named
from vision.simulator.table.hands import HEIGHT_MM
from vision.simulator.table.things import (  # fmt: skip
    Act,
    Arm,
    Card,
    Change,
    Lay,
    Lift,
    Push,
    Put,
    Reach,
    SimBox,
    SimFigure,
    SimGame,
    SimHand,
    SimScene,
    SimTurn,
    Take,
    Visit,
)

SKINS = ("#f1c9a5", "#e0ac85", "#c68a63", "#9a6544", "#6f4630")
SLEEVES = ("#3b4a66", "#7d2f3a", "#d8d4c8", "#3f6b4f", "#26262a", "#c99a3c", "#8aa0b8", "#8c5a93")
BARE = 0.25
"""How often an arm is bare."""
CLEAR_MM = 50.0
"""How far a hand reaches into the frame at least, while it is in view."""
MARGIN_MM = 14.0
"""How far from the frame's edge tiles stay, so that what stands on them is seen too."""


class Span(NamedTuple):
    """The frames that show a turn.

    Attributes:
        shown_from: The first with its tile where it stays and no hand in view.
        whole_from: The first with all that makes the turn: its figures and, where it has any, its coins.
        shown_to: The last before the next turn's first hand.
        pressed_at: The one at which its player presses the button; None where they forget to.
    """

    shown_from: int
    whole_from: int
    shown_to: int
    pressed_at: int | None


class Script(NamedTuple):
    """A session at the synthetic table as it will be filmed.

    Attributes:
        how: What the session is like.
        scenes: What the camera is shown, frame by frame.
        spans: Of every turn.
        truth: The truth document.
    """

    seed: int
    size_px: tuple[int, int]
    fps: float
    how: Conditions
    course: SimGame
    scenes: tuple[SimScene, ...]
    spans: tuple[Span, ...]
    truth: Document

    @property
    def setup(self) -> Setup:
        """Who plays, and by which rules."""
        return self.course.setup


def script(  # noqa: PLR0913 # a session is many things
    seed: int,
    level: int = 0,
    size_px: tuple[int, int] = (2304, 1296),
    turns: int | None = None,
    setup: Setup | None = None,
    *,
    game: str = "",
    style: int | None = None,
    light: str | None = None,
    fps: float = 10.0,
    pace: float = 1.0,
    is_skilled: bool = False,
) -> Script:
    """Write a session.

    Args:
        seed: Everything follows from it.
        level: How hard it is to read, 0 to 2.
        size_px: Of the frames.
        turns: How many; the whole game by default.
        setup: Who plays, and by which rules; by chance by default.
        game: Which game; the first by its name by default.
        style: A seed for a box drawn as no other is; our own drawings by default.
        light: A key of ``lights.LIGHTS`` or ``LAMPS``; by default the level's own.
        fps: Frames a second.
        pace: How long the table lies still between hands, times the usual.
        is_skilled: Whether the players choose what brings most, as for people to watch; by chance by default.

    Raises:
        UnreadableError: There is no such game, or the setup is not one it has.
    """
    how, host = draw_conditions(seed, level), games.load(game or games.names()[0])
    how = how if light is None else {**LIGHTS, **LAMPS}[light](how)
    seats = setup or host.seat(seed)
    box = host.box(seats, style, seed)
    camera = camera_for(how, box, size_px)
    played = host.play(seed, how, seats, turns, _shows(camera, box), is_skilled=is_skilled)
    course = replace(played, box=box)
    reel = _Reel(course, how, camera, Random(f"reel {seed} {level}"), fps, pace)
    spans = tuple(reel.play())
    truth = _truth(course, spans)
    return Script(seed, size_px, fps, how, course, tuple(reel.scenes), spans, truth)


def _shows(camera: SimCamera, box: SimBox) -> games.Shows:
    reach = box.side_mm / 2 + MARGIN_MM

    def shows(x_mm: float, y_mm: float) -> bool:
        corners = [(x_mm + dx, y_mm + dy) for dx in (-reach, reach) for dy in (-reach, reach)]
        observed = project(camera, corners)
        return bool((observed > 0).all() and (observed < camera.size_px).all())

    return shows


def stills(script: Script) -> Iterator[tuple[int, SimScene, SimScene, SimScene]]:
    """Give the moments of every turn that matter, for those who need no film.

    Yields:
        The turn from 0; its tile with no hand in view, the whole of it with no hand in view, and the
        last moment before that with a hand (the whole again where it lay there from the beginning).
    """
    for number, span in enumerate(script.spans):
        whole = script.scenes[span.whole_from]
        before = reversed(script.scenes[: span.whole_from])
        hand = next((scene for scene in before if scene.hand), whole)
        yield number, script.scenes[span.shown_from], whole, hand


def _truth(course: SimGame, spans: Iterable[Span]) -> Written:
    moves = []
    for move, turn, span in zip(course.document["moves"], course.turns, spans, strict=True):
        entry = {**move, "shown_from": span.shown_from, "shown_to": span.shown_to}
        entry |= {"whole_from": span.whole_from, "pressed_at": span.pressed_at}
        if turn.house_rule:
            entry["house_rule"] = True
        if turn.mishaps:
            entry["mishaps"] = list(turn.mishaps)
        moves.append(entry)
    after = [dict(turn.points) for turn in course.turns]
    return {**course.document, "moves": moves, "points_after": after, "points_final": dict(course.final)}


class _Reel:
    """Winds a course off, scene by scene."""

    def __init__(
        self, course: SimGame, how: Conditions, camera: SimCamera, chance: Random, fps: float, pace: float
    ) -> None:
        self.scenes: list[SimScene] = []
        self._course, self._how, self._camera = course, how, camera
        self._chance, self._fps, self._pace = chance, fps, pace
        self._table = course.first
        self._arms = [self._arm(seat) for seat in range(len(course.setup.players))]

    def play(self) -> list[Span]:
        """Play all turns; one with the next hand over it is seen when that has gone."""
        self._wait()
        spans = [self._play_turn(turn) for turn in self._course.turns]
        for at in reversed(range(len(spans) - 1)):
            if self._course.turns[at].is_hurried:
                spans[at] = spans[at + 1]._replace(pressed_at=None)
        return spans

    def _play_turn(self, turn: SimTurn) -> Span:
        if not turn.visits:
            now = len(self.scenes) - 1
            first = 0 if all(scene.hand is None for scene in self.scenes) else now
            return Span(first, first, now, now)
        clear, pressed_at = [], None
        for number, visit in enumerate(turn.visits, start=1):
            self._play_visit(visit)
            clear.append(len(self.scenes))
            if number < len(turn.visits) or not turn.is_hurried:
                self._wait()
            if number == turn.pressed_after:
                pressed_at = len(self.scenes) - 1
        last = len(turn.visits) - 1
        laid = max((i for i, visit in enumerate(turn.visits) if _brings(visit, Lay)), default=last)
        whole = max((i for i, visit in enumerate(turn.visits) if _brings(visit, Lay | Put)), default=last)
        if turn.whole_after is not None:
            whole = turn.whole_after - 1
        return Span(clear[min(laid, whole)], clear[whole], len(self.scenes) - 1, pressed_at)

    def _wait(self) -> None:
        """Let the table lie still for a while, three frames at least."""
        for _ in range(self._count(self._chance.uniform(0.6, 1.5) * self._pace, 3)):
            self._shoot(None)

    def _count(self, seconds: float, least: int) -> int:
        return max(least, round(seconds * self._fps))

    def _shoot(self, hand: SimHand | None) -> None:
        number = len(self.scenes)
        at_s = number / self._fps
        drift = self._how.drift_ev * float(np.sin(2 * np.pi * at_s / self._how.drift_period_s))
        self.scenes.append(SimScene(number, round(at_s, 3), self._table, hand, drift))

    # --- a visit -------------------------------------------------------------------------------

    def _play_visit(self, visit: Visit) -> None:
        arm, holds = self._arms[visit.seat], None
        places = [self._place(act) for act in visit.acts]
        at = self._edge(arm, next(place for place in places if place))
        for act, place in zip(visit.acts, places, strict=True):
            if isinstance(act, Lay | Put):
                holds = act.card if isinstance(act, Lay) else act.figure
            if place:
                self._move(arm, at, place, holds)
                at = place
                self._rest(arm, at, holds)
            if isinstance(act, Lift | Take):
                holds = self._thing(act)
            elif place:
                holds = None
            self._table = done(self._table, act, self._course.box.side_mm, self._course.box.outlines)
            if place:
                self._rest(arm, at, holds)
        self._move(arm, at, self._edge(arm, at), holds)

    def _place(self, act: Act) -> Point | None:
        """Say where a hand goes for something; None where it happens by the way."""
        match act:
            case Lay():
                return act.card.at_mm
            case Put():
                return act.figure.at_mm
            case Lift() | Take():
                return self._thing(act).at_mm
            case Reach():
                return act.at_mm
            case Change():
                return act.card.at_mm
            case Push():
                return None

    def _thing(self, act: Lift | Take) -> Card | SimFigure:
        if isinstance(act, Lift):
            return card_at(self._table, act.spot)
        return figure_named(self._table, act.name)

    def _move(self, arm: Arm, start: Point, end: Point, holds: Card | SimFigure | None) -> None:
        frames = self._count(self._chance.uniform(0.35, 0.8), 2)
        for number in range(1, frames + 1):
            share = number / (frames + 1)
            eased = share * share * (3 - 2 * share)
            tip = (start[0] + eased * (end[0] - start[0]), start[1] + eased * (end[1] - start[1]))
            self._shoot(_hand(arm, tip, holds))

    def _rest(self, arm: Arm, tip: Point, holds: Card | SimFigure | None) -> None:
        for _ in range(self._count(self._chance.uniform(0.1, 0.25), 1)):
            self._shoot(_hand(arm, tip, holds))

    def _edge(self, arm: Arm, place: Point) -> Point:
        """Give the place, on the way from a shoulder, at which a hand is clearly in view."""
        ways = np.linspace(0, 1, 200)[:, None]
        line = np.array(arm.from_mm) * (1 - ways) + np.array(place) * ways
        camera = self._camera
        observed = project(camera, np.column_stack([line, np.full(len(line), HEIGHT_MM)]))
        inside = ((observed > 0) & (observed < camera.size_px)).all(axis=1)
        way_mm = float(np.hypot(*np.subtract(place, arm.from_mm)))
        further = round(len(line) * CLEAR_MM / way_mm)
        x, y = line[min(int(np.argmax(inside)) + further, len(line) - 1)]
        return float(x), float(y)

    def _arm(self, seat: int) -> Arm:
        """Seat a player around the table, the first at its lower side, then clockwise."""
        around = np.deg2rad(
            90 + 360 * (seat + self._chance.uniform(-0.2, 0.2)) / len(self._course.setup.players)
        )
        width, height = self._camera.size_px
        shoulder = (width / 2 + np.cos(around) * 0.75 * width, height / 2 + np.sin(around) * 0.95 * height)
        x, y = place_at(self._camera, [shoulder])[0]
        skin = self._chance.choice(SKINS)
        sleeve = skin if self._chance.random() < BARE else self._chance.choice(SLEEVES)
        return Arm(skin, sleeve, (float(x), float(y)))


def _brings(visit: Visit, kinds: Any) -> bool:
    return any(isinstance(act, kinds) for act in visit.acts)


def _hand(arm: Arm, tip_mm: Point, holds: Card | SimFigure | None) -> SimHand:
    return SimHand(arm, tip_mm, replace(holds, at_mm=tip_mm) if holds else None)
