"""Looks at simulated games whose truth is known: what explains them, is it true, how far off are goods."""

from collections.abc import Iterator, Sequence
from functools import partial, reduce
from random import Random
from typing import NamedTuple

import cv2

from scoring.game import Player
from scoring.games.smuggler import RULES
from scoring.games.smuggler.engine import moves as m
from scoring.games.smuggler.engine.state import SmugglerState
from vision.follow.turns import after
from vision.games.smuggler.explaining import (
    TableCount,
    TableStory,
    corrected,
    count_expected,
    explain,
    goods_off,
)
from vision.games.smuggler.live import KnownTable, MapTrackState, before_silence, look, moves_of
from vision.games.smuggler.prints import learn_prints
from vision.games.smuggler.reader import get_ready
from vision.games.smuggler.yardstick import GAME, is_told
from vision.simulator.camera.film import load_film
from vision.simulator.camera.still import Still
from vision.simulator.table.boards import photograph
from vision.simulator.table.singles import single_tiles
from vision.simulator.table.timeline import Script, script

SIZE_PX = (2304, 1296)
FPS = 5.0
TURNS = 40
"""So many actions of each game are looked at."""
AT_ONCE = 0.6
"""How often players confirm before the next hand comes."""


class MeasuredGoods(NamedTuple):
    """Goods at a spot in a look, in squares.

    Attributes:
        true: How many lay there.
        seen: As they were measured.
        hidden: So many pieces may hide.
    """

    true: int
    seen: float
    hidden: float


class SeenLook(NamedTuple):
    """A look at a table, beside what was confirmed of its game.

    Attributes:
        stories: What explains what is new.
        true: Whether each is what was done.
        off: How far off goods are by each; see ``goods_off``.
    """

    stories: Sequence[TableStory]
    true: Sequence[bool]
    off: Sequence[Sequence[tuple[float, float]]]


def level_of(seed: int) -> int:
    """Give the level of a seed's tables: 1 of even seeds, 2 of others."""
    return 1 + seed % 2


def look_at_game(seed: int) -> list[SeenLook]:
    """Look at a whole game."""
    cv2.setNumThreads(1)
    return [*looks(seed, level_of(seed), TURNS)]


def looks(seed: int, level: int, turns: int) -> Iterator[SeenLook]:
    """Follow a game whose players confirm what is true, at once or when the next hand has come and gone."""
    told, chance = script(seed, level, SIZE_PX, turns, game=GAME, fps=FPS), Random(seed)
    prints = learn_prints(single_tiles(told.course.box, told.seed))
    known = get_ready(prints, [seat.colour for seat in told.setup.players])
    played = [RULES.load_move(move) for move in told.truth["moves"]]
    film, state, done = load_film(told), RULES.start(told.setup), 0
    memory: MapTrackState | None = None
    still: Still | None = None
    for at in _looked_at(told):
        shown = sum(span.shown_from <= at for span in told.spans)
        state, done = _gone_on(state, played, done, done)
        image, _, still = photograph(film, told.scenes[at], still)
        before, (_, memory) = memory, look(image, known, state, memory)
        if (
            before is not None
            and memory is not None
            and before.reference is not None
            and before.state == state
        ):
            yield _look(before, before.reference, memory.seen, played[done:shown])
        state, done = _gone_on(state, played, done, shown if chance.random() < AT_ONCE else shown - 1)
        _, memory = look(image, known, state, memory)


def _looked_at(told: Script) -> Sequence[int]:
    """Number the frames at which a table that hands have left is looked at, the markers moved or not yet."""
    begun = [span for turn, span in zip(told.course.turns, told.spans, strict=True) if turn.visits]
    last = len(told.scenes) - 1
    frames = {min(frame, last) for span in begun for frame in (span.shown_from, span.shown_to)}
    return [frame for frame in sorted(frames) if told.scenes[frame].hand is None]


def _gone_on(state: SmugglerState, played: Sequence[m.Move], done: int, to: int) -> tuple[SmugglerState, int]:
    """Confirm moves, and tell what does not show as soon as it is its turn."""
    while done < to or (done < len(played) and is_told(played[done])):
        state, done = after(RULES, state, played[done]), done + 1
    return state, done


def _look(
    before: MapTrackState, reference: KnownTable, seen: TableCount, moves: Sequence[m.Move]
) -> SeenLook:
    state, counted = before.state, corrected(seen, reference.seen, reference.known)
    stories = explain(state, counted, before_silence(before.pending))
    shown, stands = _shown(moves), _bare(_played(state, moves))
    told = [(moves_of(story), _played(state, moves_of(story))) for story in stories]
    return SeenLook(
        stories,
        [(_shown(each), _bare(then)) == (shown, stands) for each, then in told],
        [goods_off(then, counted) for _, then in told],
    )


def _played(state: SmugglerState, moves: Sequence[m.Move]) -> SmugglerState:
    return reduce(partial(after, RULES), moves, state)


def _shown(moves: Sequence[m.Move]) -> Sequence[tuple[str, Player]]:
    """Tell who did what that shows."""
    return [(m.name_of_move(move), move.player) for move in moves if not is_told(move)]


def _bare(state: SmugglerState) -> TableCount:
    """Count what should stand there, but for the markers."""
    return count_expected(state)._replace(wheel=None, track=None)
