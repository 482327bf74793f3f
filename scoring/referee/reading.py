"""When the table is read: what happens is noted, and what is due is wanted as soon as it can be read."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from scoring.referee.effects import Compare, Effect, ReadTable
from scoring.referee.inputs import (
    BoxReady,
    ByHand,
    CameraLost,
    Compared,
    Declared,
    FramesOver,
    Input,
    LookRead,
    Repeated,
    Settled,
    Stirred,
    Unreadable,
)
from scoring.referee.observation import Sight
from scoring.referee.state import PLAYING, Outcome, ReadingState, TableState


def noted(table: TableState, input: Input) -> TableState:
    """Note what something that happens says of looks at the table, whatever the table waits for."""
    return replace(table, reading=_noted(table.reading, input))


def _noted(reading: ReadingState, input: Input) -> ReadingState:
    match input:
        case Stirred() | Declared() if reading.is_blind or isinstance(input, Stirred):
            return replace(reading, is_still=False)  # the last look shows no turn entered after it
        case CameraLost() | ByHand():  # what was seen before is forgotten, also where it is still being read
            return replace(reading, is_still=False, is_due=reading.is_due or reading.under_way)
        case Settled():
            return replace(reading, is_still=True, is_due=True)
        case LookRead() | Unreadable():
            return replace(reading, under_way=False, has_failed=isinstance(input, Unreadable))
        case Compared():
            return replace(reading, under_way=False, whole=reading.whole and reading.is_outdated)
        case BoxReady() | FramesOver():
            return replace(reading, is_blind=isinstance(input, FramesOver))
        case Repeated():
            return replace(reading, is_due=True)
    return reading


def read_on(before: TableState, after: TableState, effects: Sequence[Effect]) -> Outcome:
    """Have read what is due, one at a time: the turn on the table first, then the whole board.

    Args:
        before: The table; where the game has changed since, a look at it is due, and an end that is taken
            back or has come waits for no comparison.
        after: The table now.
        effects: What is wanted; what cannot be read yet is held back.
    """
    has_changed = after.state is not before.state
    has_left = before.stage == "comparing" != after.stage
    reading = replace(
        after.reading,
        is_due=after.reading.is_due or has_changed or ReadTable() in effects,
        whole=(after.reading.whole and not has_left) or Compare() in effects,
    )
    others = tuple(effect for effect in effects if not isinstance(effect, ReadTable | Compare))
    after = replace(after, reading=reading)
    if reading.under_way or not reading.is_still:
        return after, others
    if reading.is_due and after.stage in PLAYING:
        return (after, others) if after.paused else _begin(after, (*others, ReadTable()))
    return _begin(after, (*others, Compare())) if reading.whole else (after, others)


def _begin(table: TableState, effects: tuple[Effect, ...]) -> Outcome:
    return replace(table, reading=replace(table.reading, is_due=False, under_way=True)), effects


def compares_in_vain(table: TableState) -> bool:
    """Tell whether the whole board is to be compared, but no look at it can come."""
    reading = table.reading
    none_comes = reading.is_blind or table.is_by_hand
    return reading.whole and none_comes and not reading.is_still and not reading.under_way


def shows_news(table: TableState, sight: Sight[Any]) -> bool:
    """Tell whether a look shows something else beyond the game than the one before it."""
    shown = (table.candidates[0].move, *table.candidates[0].later) if table.candidates else ()
    return (sight.best.moves, sight.leftover) != (shown, table.give_back)
