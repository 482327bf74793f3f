"""What is done when a player presses or enters something, each a cell of the table in ``machine.py``."""

from typing import Any

from msgspec.structs import replace

from scoring.documents.values import Document
from scoring.referee.effects import Keep, ReadTable, Sound
from scoring.referee.inputs import ByHand, Corrected, Declared, HandsFree, Pressed, Revised
from scoring.referee.state import (
    Candidate,
    Outcome,
    TableState,
    broken_rule,
    judged,
    logged,
    proposing,
    signed,
)
from scoring.referee.store import Event
from scoring.referee.transitions.confirmation import after_turns, confirmed, passed_on, taken_back
from scoring.referee.transitions.handover import handed_over
from scoring.referee.transitions.revision import put_back, set_right
from scoring.roles import AnyEditor, AnyRules
from scoring.sentence import marked, sentence

DISMISSED = sentence("That was no turn; it was something else that looked like one.")


def confirm(table: TableState, input: Pressed, rules: AnyRules) -> Outcome:
    """Make the proposal a turn of the game."""
    return _make_turn(table, input, rules)


def keep(table: TableState, input: Pressed, rules: AnyRules) -> Outcome:
    """Make a turn of a proposal that breaks a rule, as the house rule of this table."""
    return _make_turn(table, input, rules, forced=True)


def declare(table: TableState, input: Declared, rules: AnyRules) -> Outcome:
    """Make a turn of what a player entered; the table is read anew after it.

    Players who do so while the camera is gone go on without it, and need not be told any more.
    """
    table = replace(table, lost="", compares=table.compares or table.is_by_hand)
    move, forced = rules.load_move(input.move), is_house_rule(input.move)
    begun, events = (table, ()) if forced else before_declared(table, move, rules)
    now, event = confirmed(begun, Candidate(move, 1.0, "declared"), rules, forced=forced, by=input.by)
    return after_turns(judged(now, rules), (*events, event), rules)


def is_house_rule(move: Document) -> bool:
    """Tell whether a move of the game document is to count although it breaks a rule."""
    return move.get("house_rule") is True


def before_declared(table: TableState, move: object, rules: AnyRules) -> tuple[TableState, tuple[Event, ...]]:
    """Confirm, hands-free, the turn on the table where what a player entered can only come after it."""
    return passed_on(table, rules) if broken_rule(table.state, move, rules) else (table, ())


def revise(table: TableState, input: Revised, rules: AnyRules) -> Outcome:
    """Set a confirmed turn right, and with it all scores since; the table is read anew."""
    move, forced = rules.load_move(input.move), is_house_rule(input.move)
    now, event = set_right(table, input.back, move, rules, forced=forced, by=input.by)
    return after_turns(judged(now, rules), (event,), rules)


def _shown(table: TableState) -> Candidate:
    return table.candidates[table.shown]


def _make_turn(table: TableState, input: Pressed, rules: AnyRules, *, forced: bool = False) -> Outcome:
    now, event = confirmed(table, _shown(table), rules, forced=forced, by=input.by)
    return after_turns(judged(now, rules), (event,), rules)


def show_next(table: TableState, input: Pressed, rules: AnyRules) -> Outcome:
    """Show the next way to read the turn."""
    now = replace(table, shown=(table.shown + 1) % len(table.candidates), settled=False)
    return judged(now, rules), ()


def dismiss(table: TableState, input: Pressed, rules: AnyRules) -> Outcome:
    """Drop a proposal where nothing lies, and read what else is new."""
    move = table.candidates[0].move
    dismissed = (*table.dismissed, (len(table.done), move))
    now = replace(proposing(table, ()), doubts=(), dismissed=dismissed)
    now = logged(signed(now, marked("Dismissed by {name}."), input.by), DISMISSED)
    return judged(now, rules), (ReadTable(),)


def correct(table: TableState, input: Corrected, rules: AnyRules) -> Outcome:
    """Show the turn as a player says it was."""
    move = corrected_move(table, input, rules)
    at = next((i for i, candidate in enumerate(table.candidates) if candidate.move == move), None)
    candidates, shown = table.candidates, at
    if shown is None:
        entered = Candidate(move, 1.0, "declared", _shown(table).rest)
        candidates, shown = (table.candidates[0], entered, *table.candidates[1:]), 1
    now = replace(table, candidates=candidates, shown=shown, settled=True, asks_unseen=False, doubts=())
    return judged(now, rules), ()


def corrected_move(table: TableState, input: Corrected, rules: AnyEditor) -> Any:
    """Give the shown move with a player's answers in it.

    Raises:
        UnreadableError: There is no such question or answer.
    """
    return rules.answer(table.state, _shown(table).move, input.answers)


def undo(table: TableState, input: Pressed, rules: AnyRules) -> Outcome:
    """Take back the last thing done: a choice, a dismissal, an earlier turn set right, else the last turn."""
    if has_choice(table):
        candidates = tuple(candidate for candidate in table.candidates if candidate.how == "seen")
        return judged(proposing(table, candidates), rules), (ReadTable(),)
    if has_dismissed(table):
        return replace(table, dismissed=table.dismissed[:-1]), (ReadTable(),)
    if table.revision:
        now, event = put_back(table, table.revision, input.by)
        return judged(now, rules), (Keep((event,)), Sound("confirmed"))
    return take_back(table, input, rules)


def has_choice(table: TableState) -> bool:
    """Tell whether a player chose or entered how the proposal is to be read."""
    return table.settled or table.shown > 0


def has_dismissed(table: TableState) -> bool:
    """Tell whether the last thing that players did was to dismiss what was read."""
    return bool(table.dismissed) and table.dismissed[-1][0] == len(table.done)


def take_back(table: TableState, input: Pressed, rules: AnyRules) -> Outcome:
    """Take the last turn back and read the table anew."""
    now, event = taken_back(table, input.by)
    return now, (Keep((event,)), Sound("confirmed"))


def leave(table: TableState, input: Pressed, rules: AnyRules) -> Outcome:
    """Leave the game as it is although tiles are gone, or lie otherwise, or something cannot be told."""
    ignored = (*table.ignored, *(table.doubts if table.stage == "doubt" else table.gone))
    doubts = tuple(each for each in table.doubts if each not in ignored)
    now = replace(table, ignored=ignored, gone=(), last_gone=False, otherwise=(), doubts=doubts)
    return judged(now, rules), ()


def pause(table: TableState, input: Pressed, rules: AnyRules) -> Outcome:
    """Stop watching, or go on where that has been stopped."""
    return resume(table, input, rules) if table.paused else (replace(table, paused=True, eye="still"), ())


def resume(table: TableState, input: Pressed, rules: AnyRules) -> Outcome:
    """Watch again."""
    return replace(table, paused=False), (ReadTable(),)


def set_hands_free(table: TableState, input: HandsFree, rules: AnyRules) -> Outcome:
    """Choose whether sure proposals are confirmed by the next turn."""
    return replace(table, hands_free=input.on), (ReadTable(),)


def set_by_hand(table: TableState, input: ByHand, rules: AnyRules) -> Outcome:
    """Have turns entered on a phone, or read by the camera; hands-free, a sure proposal counts first."""
    if input.on == table.by_hand:
        return table, ()
    table, events = passed_on(table, rules)
    now, event = handed_over(table, input.by, by_hand=input.on)
    return judged(now, rules), (Keep((*events, event)), ReadTable())
