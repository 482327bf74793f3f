"""What is done when a player presses or enters something, each a cell of the table in ``machine.py``."""

from typing import Any

from msgspec.structs import replace

from scoring.documents.values import Document
from scoring.referee.effects import Dismiss, Keep, ReadAgain, Reconsider, Sound
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
from scoring.referee.transitions.confirmation import confirmed, kept, passed_on, taken_back
from scoring.referee.transitions.handover import handed_over
from scoring.referee.transitions.revision import put_back, set_right
from scoring.roles import AnyEditor, AnyRules
from scoring.sentence import marked, sentence

DISMISSED = sentence("Nothing lies there; it was something else that looked like a tile.")


def confirm(turn: TableState, given: Pressed, rules: AnyRules) -> Outcome:
    """Make the proposal a turn of the game."""
    return _make_turn(turn, given, rules)


def keep(turn: TableState, given: Pressed, rules: AnyRules) -> Outcome:
    """Make a turn of a proposal that breaks a rule, as the house rule of this table."""
    return _make_turn(turn, given, rules, forced=True)


def declare(turn: TableState, given: Declared, rules: AnyRules) -> Outcome:
    """Make a turn of what a player entered; the table is read anew after it.

    Players who do so while the camera is gone go on without it, and need not be told any more.
    """
    turn = replace(turn, lost="", compares=turn.compares or turn.is_by_hand)
    move, forced = rules.load_move(given.move), is_house_rule(given.move)
    begun, events = (turn, ()) if forced else before_declared(turn, move, rules)
    now, event = confirmed(begun, Candidate(move, 1.0, "declared"), rules, forced=forced, by=given.by)
    return kept(judged(now, rules), (*events, event), rules)


def is_house_rule(move: Document) -> bool:
    """Tell whether a move of the game document is to count although it breaks a rule."""
    return move.get("house_rule") is True


def before_declared(turn: TableState, move: object, rules: AnyRules) -> tuple[TableState, tuple[Event, ...]]:
    """Confirm, hands-free, the turn on the table where what a player entered can only come after it."""
    return passed_on(turn, rules) if broken_rule(turn.state, move, rules) else (turn, ())


def revise(turn: TableState, given: Revised, rules: AnyRules) -> Outcome:
    """Set a confirmed turn right, and with it all scores since; the table is read anew."""
    move, forced = rules.load_move(given.move), is_house_rule(given.move)
    now, event = set_right(turn, given.back, move, rules, forced=forced, by=given.by)
    return kept(judged(now, rules), (event,), rules)


def _shown(turn: TableState) -> Candidate:
    return turn.ways[turn.shown]


def _make_turn(turn: TableState, given: Pressed, rules: AnyRules, *, forced: bool = False) -> Outcome:
    now, event = confirmed(turn, _shown(turn), rules, forced=forced, by=given.by)
    return kept(judged(now, rules), (event,), rules)


def show_next(turn: TableState, given: Pressed, rules: AnyRules) -> Outcome:
    """Show the next way to read the turn."""
    now = replace(turn, shown=(turn.shown + 1) % len(turn.ways), settled=False)
    return judged(now, rules), ()


def dismiss(turn: TableState, given: Pressed, rules: AnyRules) -> Outcome:
    """Drop a proposal where nothing lies, and read what else is new."""
    move = turn.ways[0].move
    dismissed = (*turn.dismissed, (len(turn.done), move))
    now = replace(proposing(turn, ()), doubts=(), dismissed=dismissed)
    now = logged(signed(now, marked("Dismissed by {name}."), given.by), DISMISSED)
    return judged(now, rules), (Dismiss(move), ReadAgain())


def correct(turn: TableState, given: Corrected, rules: AnyRules) -> Outcome:
    """Show the turn as a player says it was."""
    move = corrected_move(turn, given, rules)
    at = next((i for i, way in enumerate(turn.ways) if way.move == move), None)
    ways, shown = turn.ways, at
    if shown is None:
        entered = Candidate(move, 1.0, "declared", _shown(turn).rest)
        ways, shown = (turn.ways[0], entered, *turn.ways[1:]), 1
    now = replace(turn, ways=ways, shown=shown, settled=True, asks_unseen=False, doubts=())
    return judged(now, rules), ()


def corrected_move(turn: TableState, given: Corrected, rules: AnyEditor) -> Any:
    """Give the shown move with a player's answers in it.

    Raises:
        UnreadableError: There is no such question or answer.
    """
    return rules.answer(turn.state, _shown(turn).move, given.answers)


def undo(turn: TableState, given: Pressed, rules: AnyRules) -> Outcome:
    """Take back the last thing done: a choice, a dismissal, an earlier turn set right, else the last turn."""
    if has_choice(turn):
        ways = tuple(way for way in turn.ways if way.how == "seen")
        return judged(proposing(turn, ways), rules), (ReadAgain(),)
    if has_dismissed(turn):
        *before, (_, move) = turn.dismissed
        return replace(turn, dismissed=tuple(before)), (Reconsider(move), ReadAgain())
    if turn.revision:
        now, event = put_back(turn, turn.revision, given.by)
        return judged(now, rules), (Keep((event,)), Sound("confirmed"), ReadAgain())
    return take_back(turn, given, rules)


def has_choice(turn: TableState) -> bool:
    """Tell whether a player chose or entered how the proposal is to be read."""
    return turn.settled or turn.shown > 0


def has_dismissed(turn: TableState) -> bool:
    """Tell whether the last thing that players did was to dismiss what was read."""
    return bool(turn.dismissed) and turn.dismissed[-1][0] == len(turn.done)


def take_back(turn: TableState, given: Pressed, rules: AnyRules) -> Outcome:
    """Take the last turn back and read the table anew."""
    now, event = taken_back(turn, given.by)
    return now, (Keep((event,)), Sound("confirmed"), ReadAgain())


def leave(turn: TableState, given: Pressed, rules: AnyRules) -> Outcome:
    """Leave the game as it is although tiles are gone, or lie otherwise."""
    now = replace(turn, ignored=(*turn.ignored, *turn.gone), gone=(), last_gone=False, otherwise=())
    return judged(now, rules), ()


def pause(turn: TableState, given: Pressed, rules: AnyRules) -> Outcome:
    """Stop watching, or go on where that has been stopped."""
    return resume(turn, given, rules) if turn.paused else (replace(turn, paused=True, eye="still"), ())


def resume(turn: TableState, given: Pressed, rules: AnyRules) -> Outcome:
    """Watch again."""
    return replace(turn, paused=False), (ReadAgain(),)


def set_hands_free(turn: TableState, given: HandsFree, rules: AnyRules) -> Outcome:
    """Choose whether sure proposals are confirmed by the next turn."""
    return replace(turn, hands_free=given.on), (ReadAgain(),)


def set_by_hand(turn: TableState, given: ByHand, rules: AnyRules) -> Outcome:
    """Have turns entered on a phone, or read by the camera; hands-free, a sure proposal counts first."""
    if given.on == turn.by_hand:
        return turn, ()
    turn, events = passed_on(turn, rules)
    now, event = handed_over(turn, given.by, by_hand=given.on)
    return judged(now, rules), (Keep((*events, event)), ReadAgain())
