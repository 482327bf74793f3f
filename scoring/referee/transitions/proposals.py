"""What is done with what the camera brings: small functions, each a cell of the table in ``machine.py``."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from scoring.errors import IllegalMoveError
from scoring.marks import Discrepancy
from scoring.referee.effects import Compare, Effect, ReadTable, Sound
from scoring.referee.inputs import (
    CameraFound,
    CameraLost,
    Cleared,
    Compared,
    FramesOver,
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
    candidates_of,
    judged,
    logged,
    proposing,
)
from scoring.referee.store import Event
from scoring.referee.transitions.confirmation import after_turns, passed_on
from scoring.referee.transitions.finish import NOT_COMPARED, differing
from scoring.referee.transitions.revision import revised
from scoring.roles import AnyObservation, AnyRendering, AnyRules, AnyTurns
from scoring.sentence import as_sentence, sentence

MORE_LIES = sentence(
    "More than the first tile lies there. Photograph the table and play on from what lies there, or confirm "
    "turn by turn."
)
MANY = 4
"""Nobody plays so many turns before a game that has just begun is looked at first."""
TILE_GONE = sentence("A tile of the game is no longer where it was. Put it back, or keep the game as it is.")


def stir(table: TableState, input: Stirred, rules: AnyRules) -> Outcome:
    """Wait for the hand to go."""
    return replace(table, eye="hand"), ()


def clear(table: TableState, input: Cleared, rules: AnyRules) -> Outcome:
    """Go on as before the hand came."""
    return replace(table, eye="still"), ()


def run_out(table: TableState, input: FramesOver, rules: AnyRules) -> Outcome:
    """Have turns entered on a phone from now on; the last still look can be read on until one is."""
    return replace(table, eye="still", watched=False), ()


def rest(table: TableState, input: Settled, rules: AnyRules) -> Outcome:
    """Say that the table is being read."""
    return replace(table, eye="reading"), ()


def _allowed(state: Any, remark: Discrepancy[Any], rules: AnyRules) -> Discrepancy[Any]:
    """Leave of what would explain a remark what could be entered now, or needs not be."""
    causes = (each for each in remark.causes if each.move is None or not broken_rule(state, each.move, rules))
    return remark._replace(causes=tuple(causes))


def look(table: TableState, input: LookRead, rules: AnyRules) -> Outcome:
    """Take in what a look shows: turns that look otherwise, tiles that are gone, what is new.

    Where turns came in that no camera saw, the whole board is compared with the game besides.
    """
    sight = input.sight
    whole = (Compare(),) if table.compares or table.otherwise else ()
    doubts = (*sight.doubts, MORE_LIES) if begins_late(table, sight, rules) else sight.doubts
    ignored = tuple(each for each in table.ignored if each in (*sight.missing, *doubts))
    doubts = tuple(each for each in doubts if each not in ignored)
    now, events = _revise(replace(table, ignored=ignored), sight.revisions, rules)
    remarks = tuple(
        _allowed(now.state, remark, rules)
        for remark in sight.remarks
        if not broken_rule(now.state, remark.move, rules)
    )
    now = replace(now, eye="still", lost="", watched=not table.reading.is_blind)
    now = replace(now, give_back=sight.leftover, remarks=remarks, doubts=(), compares=False)
    if table.compares:
        now = replace(now, catching_up=len(table.done) + len(sight.best.moves))
    if sight.nudged:
        now = _logged_once(now, sentence("Tiles have slid; they are followed."))
    now = _miss(now, sight.missing, rules)
    now = judged(_take_in(now, candidates_of(sight.proposals), input.visits, rules), rules)
    if table.hands_free:
        is_known = table.stage == "proposal" and _first(table) == _first(now)
        now, more = _pass_on(now, rules, any_first=is_known or not doubts, any_later=not doubts)
        events = (*events, *more)
    now = judged(replace(now, doubts=doubts), rules)
    now, effects = after_turns(now, events, rules) if events else (now, _cue(table, now))
    return now, (*effects, *whole)


def differ(table: TableState, input: Compared, rules: AnyRules) -> Outcome:
    """Ask about a board that lies otherwise than turns have it that no camera saw."""
    if table.is_by_hand:
        return table, ()
    now = judged(replace(table, otherwise=input.differences), rules)
    return now, _cue(table, now)


def begins_late(table: TableState, sight: Sight[Any], rules: AnyTurns) -> bool:
    """Tell whether so much lies on the table where a game has just begun that it began long ago.

    What is done before the first turn, however much it is, takes none.
    """
    if table.setup.begins is not None or len(sight.best.moves) < MANY:
        return False
    done = sum(rules.takes_turn(turn.before, turn.move) for turn in table.done)
    return done <= 1 and sum(rules.takes_turn(table.state, move) for move in sight.best.moves) >= MANY


def _revise(
    table: TableState, revisions: Sequence[Revision[Any]], rules: AnyRules
) -> tuple[TableState, tuple[Event, ...]]:
    """Improve turns that the camera read, where it is sure now; what players entered stays."""
    events: tuple[Event, ...] = ()
    for revision in revisions:
        if not 1 <= revision.back <= len(table.done) or revision.confidence < table.bar:
            continue
        was = table.done[-revision.back]
        changed = None
        if was.how == "seen" and revision.move not in (was.move, *was.was):
            changed = revised(table, revision.back, revision.move, rules)
        if changed:
            table, events = changed[0], (*events, changed[1])
    return table, events


def _miss(table: TableState, missing: Sequence[str], rules: AnyRendering) -> TableState:
    """Notice tiles that are gone, except those the players want left as they are."""
    gone = tuple(spot for spot in missing if spot not in table.ignored)
    last_gone = bool(gone and table.done) and bool(_last_spots(table, rules) & set(gone))
    return replace(table, gone=gone, last_gone=last_gone)


def _last_spots(table: TableState, rules: AnyRendering) -> set[str]:
    """Name the spots of the picture that the last turn has brought."""
    after, before = rules.picture(table.state), rules.picture(table.done[-1].before)
    return {placed.spot for placed in after.placed} - {placed.spot for placed in before.placed}


def _take_in(
    table: TableState, candidates: tuple[Candidate, ...], visits: int, rules: AnyObservation
) -> TableState:
    """Replace the proposal by what is read now; what players chose stays while the reading is the same."""
    if not candidates:
        gone = (
            logged(table, sentence("What was new on the table is gone again.")) if table.candidates else table
        )
        return proposing(gone, ())
    if not table.candidates or table.candidates[0].move != candidates[0].move:
        return proposing(table, candidates)
    return _with_choice(table, candidates, visits, rules)


def _with_choice(
    table: TableState, candidates: tuple[Candidate, ...], visits: int, rules: AnyObservation
) -> TableState:
    best, before, chosen = candidates[0], table.candidates[0], table.candidates[table.shown].move
    if best.later:
        best = replace(best, confidence=_sure_of_first(candidates, before))
    entered = [
        replace(candidate, rest=best.rest) for candidate in table.candidates if candidate.how == "declared"
    ]
    all_ways = (best, *entered, *candidates[1:])
    shown = next((index for index, candidate in enumerate(all_ways) if candidate.move == chosen), 0)
    is_settled = table.settled and all_ways[shown].move == chosen
    now = replace(table, candidates=all_ways, shown=shown, settled=is_settled)
    if table.settled or table.asks_unseen or best.later or visits <= _expected_visits(table, best, rules):
        return now
    return _wonder(now, rules)


def _sure_of_first(candidates: Sequence[Candidate], before: Candidate) -> float:
    """Tell how sure a turn is after which the next one has begun.

    A doubt about the next one casts none on it, so that it stays as sure as it was; but another way to read
    it does, which the table may show only now that its player has finished.
    """
    best, whole = candidates[0].confidence, sum(candidate.confidence for candidate in candidates)
    return min(max(best, before.confidence), best / whole if whole else 1.0)


def _expected_visits(table: TableState, candidate: Candidate, rules: AnyObservation) -> int:
    """Count the hands that need to come after a turn: each takes back a figure that has scored."""
    try:
        return len(rules.returned_pieces(table.state, candidate.move))
    except IllegalMoveError:
        return 0


def _wonder(table: TableState, rules: AnyObservation) -> TableState:
    """Ask whether a figure came and went, where that could not be seen and would count."""
    best = table.candidates[0]
    unseen = tuple(
        Candidate(move, 1.0, "declared", best.rest) for move in rules.unseen(table.state, best.move)
    )
    if not unseen:
        return table
    shown = table.shown + len(unseen) if table.shown else 0
    return replace(table, candidates=(best, *unseen, *table.candidates[1:]), shown=shown, asks_unseen=True)


def _first(table: TableState) -> Any:
    return table.candidates[0].move if table.candidates else None


def _pass_on(
    table: TableState, rules: AnyRules, *, any_first: bool, any_later: bool
) -> tuple[TableState, tuple[Event, ...]]:
    """Confirm the sure turns after which the next one has begun."""
    events: tuple[Event, ...] = ()
    may = any_first
    while may and table.stage == "proposal" and table.passes_on and table.candidate and table.candidate.later:
        table, more = passed_on(table, rules)
        events, may = (*events, *more), any_later
    return table, events


def misread(table: TableState, input: Unreadable, rules: AnyRules) -> Outcome:
    """Say why the table cannot be read; what is proposed stays."""
    now = replace(table, eye="still")
    if not table.candidates:
        now = judged(replace(now, doubts=(input.says,)), rules)
    return now, _cue(table, now)


def lose(table: TableState, input: CameraLost, rules: AnyRules) -> Outcome:
    """Say that the camera is gone; until it is back, turns are entered on a phone."""
    if table.is_by_hand:
        return table, ()
    now = replace(logged(table, input.says), lost=input.says, watched=False, eye="still")
    if table.stage == "comparing":
        now = differing(now, (sentence(NOT_COMPARED, why=as_sentence(input.says)),))
    return now, (Sound("error"),)


def find(table: TableState, input: CameraFound, rules: AnyRules) -> Outcome:
    """Have the camera look on, and the table read."""
    if table.watched:
        return table, ()
    says = sentence("The camera is back.") if table.lost else sentence("A camera looks on from now on.")
    return logged(replace(table, lost="", watched=True), says), (ReadTable(),)


def _cue(before: TableState, now: TableState) -> tuple[Effect, ...]:
    """Sound the buzzer where the table has begun to wait for something else."""
    changed = (before.stage, _first(before)) != (now.stage, _first(now))
    cue = CUES.get(now.stage)
    return (Sound(cue),) if changed and cue else ()


def _logged_once(table: TableState, sentence: str) -> TableState:
    return table if table.log[:1] == (sentence,) else logged(table, sentence)
