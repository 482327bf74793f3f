"""What is done with what the camera brings: small functions, each a cell of the table in ``machine.py``."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from scoring.errors import IllegalMoveError
from scoring.referee.effects import Effect, ReadAgain, ReadWhole, Sound
from scoring.referee.inputs import (
    CameraFound,
    CameraLost,
    Cleared,
    Compared,
    LookRead,
    Settled,
    Stirred,
    Unreadable,
)
from scoring.referee.observation import Revision, Sight
from scoring.referee.state import (
    CUES,
    Candidate,
    Outcome,
    TableState,
    broken_rule,
    judged,
    logged,
    proposing,
    ways_of,
)
from scoring.referee.store import Event
from scoring.referee.transitions.confirmation import kept, passed_on
from scoring.referee.transitions.finish import NOT_COMPARED, differing
from scoring.referee.transitions.revision import revised
from scoring.roles import AnyObservation, AnyRendering, AnyRules
from scoring.sentence import as_sentence, sentence

MORE_LIES = sentence(
    "More than the first tile lies there. Photograph the table and play on from what lies there, or confirm "
    "turn by turn."
)
MANY = 4
"""Nobody plays so many turns before a game that has just begun is looked at first."""
TILE_GONE = sentence("A tile of the game is no longer where it was. Put it back, or keep the game as it is.")


def stir(turn: TableState, given: Stirred, rules: AnyRules) -> Outcome:
    """Wait for the hand to go."""
    return replace(turn, eye="hand"), ()


def clear(turn: TableState, given: Cleared, rules: AnyRules) -> Outcome:
    """Go on as before the hand came."""
    return replace(turn, eye="still"), ()


def rest(turn: TableState, given: Settled, rules: AnyRules) -> Outcome:
    """Say that the table is being read."""
    return replace(turn, eye="reading"), ()


def look(turn: TableState, given: LookRead, rules: AnyRules) -> Outcome:
    """Take in what a look shows: turns that look otherwise, tiles that are gone, what is new.

    Where turns came in that no camera saw, the whole board is compared with the game besides.
    """
    sight = given.sight
    whole = (ReadWhole(),) if turn.compares or turn.otherwise else ()
    doubts = (*sight.doubts, MORE_LIES) if begins_late(turn, sight) else sight.doubts
    now, events = _revise(turn, sight.revisions, rules)
    remarks = tuple(one for one in sight.remarks if not broken_rule(now.state, one.move, rules))
    now = replace(now, eye="still", lost="", watched=True)
    now = replace(now, give_back=sight.leftover, remarks=remarks, doubts=(), compares=False)
    if turn.compares and len(sight.best.moves) > 1:
        now = replace(now, catching_up=len(turn.done) + len(sight.best.moves))
    if sight.nudged:
        now = _logged_once(now, sentence("Tiles have slid; they are followed."))
    now = _miss(now, sight.missing, rules)
    now = judged(_take_in(now, ways_of(sight.proposals), given.visits, rules), rules)
    if turn.hands_free:
        is_known = turn.stage == "proposal" and _first(turn) == _first(now)
        now, more = _pass_on(now, rules, any_first=is_known or not doubts, any_later=not doubts)
        events = (*events, *more)
    now = judged(replace(now, doubts=(*now.doubts, *doubts)), rules)
    now, effects = kept(now, events, rules) if events else (now, _cue(turn, now))
    return now, (*effects, *whole)


def differ(turn: TableState, given: Compared, rules: AnyRules) -> Outcome:
    """Ask about a board that lies otherwise than turns have it that no camera saw."""
    if turn.is_by_hand:
        return turn, ()
    now = judged(replace(turn, otherwise=given.differences), rules)
    return now, _cue(turn, now)


def begins_late(turn: TableState, sight: Sight[Any]) -> bool:
    """Tell whether so much lies on the table where a game has just begun that it began long ago."""
    is_first = turn.setup.begins is None and len(turn.done) <= 1
    return is_first and len(sight.best.moves) >= MANY


def _revise(
    turn: TableState, revisions: Sequence[Revision[Any]], rules: AnyRules
) -> tuple[TableState, tuple[Event, ...]]:
    """Improve turns that the camera read, where it is sure now; what players entered stays."""
    events: tuple[Event, ...] = ()
    for revision in revisions:
        if not 1 <= revision.back <= len(turn.done) or revision.confidence < turn.bar:
            continue
        was = turn.done[-revision.back]
        changed = None
        if was.how == "seen" and revision.move not in (was.move, *was.was):
            changed = revised(turn, revision.back, revision.move, rules)
        if changed:
            turn, events = changed[0], (*events, changed[1])
    return turn, events


def _miss(turn: TableState, missing: Sequence[str], rules: AnyRendering) -> TableState:
    """Notice tiles that are gone, except those the players want left as they are."""
    ignored = tuple(spot for spot in turn.ignored if spot in missing)
    gone = tuple(spot for spot in missing if spot not in ignored)
    last_gone = bool(gone and turn.done) and bool(_last_spots(turn, rules) & set(gone))
    return replace(turn, ignored=ignored, gone=gone, last_gone=last_gone)


def _last_spots(turn: TableState, rules: AnyRendering) -> set[str]:
    """Name the spots of the picture that the last turn has brought."""
    after, before = rules.picture(turn.state), rules.picture(turn.done[-1].before)
    return {placed.spot for placed in after.placed} - {placed.spot for placed in before.placed}


def _take_in(turn: TableState, ways: tuple[Candidate, ...], visits: int, rules: AnyObservation) -> TableState:
    """Replace the proposal by what is read now; what players chose stays while the reading is the same."""
    if not ways:
        gone = logged(turn, sentence("What was new on the table is gone again.")) if turn.ways else turn
        return proposing(gone, ())
    if not turn.ways or turn.ways[0].move != ways[0].move:
        return proposing(turn, ways)
    return _kept_choice(turn, ways, visits, rules)


def _kept_choice(
    turn: TableState, ways: tuple[Candidate, ...], visits: int, rules: AnyObservation
) -> TableState:
    best, before, chosen = ways[0], turn.ways[0], turn.ways[turn.shown].move
    if best.later:
        best = replace(best, confidence=_sure_of_first(ways, before))
    entered = [replace(way, rest=best.rest) for way in turn.ways if way.how == "declared"]
    all_ways = (best, *entered, *ways[1:])
    shown = next((index for index, way in enumerate(all_ways) if way.move == chosen), 0)
    is_settled = turn.settled and all_ways[shown].move == chosen
    now = replace(turn, ways=all_ways, shown=shown, settled=is_settled)
    if turn.settled or turn.asks_unseen or best.later or visits <= _expected_visits(turn, best, rules):
        return now
    return _wonder(now, rules)


def _sure_of_first(ways: Sequence[Candidate], before: Candidate) -> float:
    """Tell how sure a turn is after which the next one has begun.

    A doubt about the next one casts none on it, so that it stays as sure as it was; but another way to read
    it does, which the table may show only now that its player has finished.
    """
    best, whole = ways[0].confidence, sum(way.confidence for way in ways)
    return min(max(best, before.confidence), best / whole if whole else 1.0)


def _expected_visits(turn: TableState, way: Candidate, rules: AnyObservation) -> int:
    """Count the hands that need to come after a turn: each takes back a figure that has scored."""
    try:
        return len(rules.given_back(turn.state, way.move))
    except IllegalMoveError:
        return 0


def _wonder(turn: TableState, rules: AnyObservation) -> TableState:
    """Ask whether a figure came and went, where that could not be seen and would count."""
    best = turn.ways[0]
    unseen = tuple(
        Candidate(move, 1.0, "declared", best.rest) for move in rules.unseen(turn.state, best.move)
    )
    if not unseen:
        return turn
    shown = turn.shown + len(unseen) if turn.shown else 0
    return replace(turn, ways=(best, *unseen, *turn.ways[1:]), shown=shown, asks_unseen=True)


def _first(turn: TableState) -> Any:
    return turn.ways[0].move if turn.ways else None


def _pass_on(
    turn: TableState, rules: AnyRules, *, any_first: bool, any_later: bool
) -> tuple[TableState, tuple[Event, ...]]:
    """Confirm the sure turns after which the next one has begun."""
    events: tuple[Event, ...] = ()
    may = any_first
    while may and turn.stage == "proposal" and turn.passes_on and turn.way and turn.way.later:
        turn, more = passed_on(turn, rules)
        events, may = (*events, *more), any_later
    return turn, events


def misread(turn: TableState, given: Unreadable, rules: AnyRules) -> Outcome:
    """Say why the table cannot be read; what is proposed stays."""
    now = replace(turn, eye="still")
    if not turn.ways:
        now = judged(replace(now, doubts=(given.says,)), rules)
    return now, _cue(turn, now)


def lose(turn: TableState, given: CameraLost, rules: AnyRules) -> Outcome:
    """Say that the camera is gone; until it is back, turns are entered on a phone."""
    if turn.is_by_hand:
        return turn, ()
    now = replace(logged(turn, given.says), lost=given.says, watched=False, eye="still")
    if turn.stage == "comparing":
        now = differing(now, (sentence(NOT_COMPARED, why=as_sentence(given.says)),))
    return now, (Sound("error"),)


def find(turn: TableState, given: CameraFound, rules: AnyRules) -> Outcome:
    """Have the camera look on, and the table read."""
    if turn.watched:
        return turn, ()
    says = sentence("The camera is back.") if turn.lost else sentence("A camera looks on from now on.")
    return logged(replace(turn, lost="", watched=True), says), (ReadAgain(),)


def _cue(before: TableState, now: TableState) -> tuple[Effect, ...]:
    """Sound the buzzer where the table has begun to wait for something else."""
    changed = (before.stage, before.ways[:1] and before.ways[0].move) != (now.stage, _first(now))
    cue = CUES.get(now.stage)
    return (Sound(cue),) if changed and cue else ()


def _logged_once(turn: TableState, sentence: str) -> TableState:
    return turn if turn.log[:1] == (sentence,) else logged(turn, sentence)
