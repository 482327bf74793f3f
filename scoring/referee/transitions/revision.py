"""A confirmed turn set right: the game played again from there, with another move in its place."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from scoring.errors import IllegalMoveError
from scoring.referee.state import (
    ConfirmedMove,
    TableState,
    TurnHistory,
    broken_rule,
    logged,
    number_turns,
    say_openly,
    signature,
    signed,
)
from scoring.referee.store import Event
from scoring.roles import AnyEngine, AnyRules
from scoring.roles.observation import EVERYBODY
from scoring.sentence import marked, sentence


class Break(NamedTuple):
    """A turn that breaks a rule once the game is played again.

    Attributes:
        number: Which turn, counted from 1.
        says: The rule, as a sentence.
        is_final: Whether not even a house rule makes sense of it, so that nothing follows.
    """

    number: int
    says: str
    is_final: bool = False


class Again(NamedTuple):
    """A game played again with one turn set right.

    Attributes:
        course: All turns; those that break a rule are forced.
        breaks: Turns that break a rule and have not been kept as a house rule before.
    """

    course: TurnHistory
    breaks: tuple[Break, ...] = ()


def played_again(table: TableState, back: int, new: ConfirmedMove, rules: AnyEngine) -> Again:
    """Play the game again with one turn set right, to see what comes of it.

    Args:
        back: 1 for the last turn, 2 for the one before.
        new: What is put in its place.
    """
    index = len(table.done) - back
    kept, state = list(table.done[:index]), table.done[index].before
    breaks: list[Break] = []
    for number, done in enumerate((new, *table.done[index + 1 :]), start=index + 1):
        why = "" if done.forced else broken_rule(state, done.move, rules)
        try:
            after, lines = (rules.force if done.forced or why else rules.apply)(state, done.move)
        except IllegalMoveError as error:
            breaks.append(Break(number, why or error.says, is_final=True))
            break
        breaks += [Break(number, why)] if why else []
        kept.append(replace(done, before=state, lines=lines, forced=done.forced or bool(why)))
        state = after
    return Again(TurnHistory(tuple(kept), state), tuple(breaks))


def with_hidden(was: object, new: object, rules: AnyRules) -> Any:
    """Leave what a move hides as it was, where whoever sets it right cannot see that and says nothing of it.

    Args:
        was: The move.
        new: What is put in its place: of the same player, and with all that everybody sees of such a move.

    Returns:
        What is put in its place, with what is hidden; where all of the move was open, just that.
    """
    shown = rules.view_move(was, EVERYBODY)
    if shown == was:
        return new
    whole, seen, said = map(rules.dump_move, (was, shown, new))
    if said["player"] != whole["player"] or not seen.keys() <= said.keys():
        return new
    unsaid = [key for key in whole if whole[key] != seen.get(key) == said.get(key)]
    return rules.load_move({**said, **{key: whole[key] for key in unsaid}})


def has_turn(table: TableState, back: int) -> bool:
    """Tell whether there is a turn so far back."""
    return 1 <= back <= len(table.done)


def revised(table: TableState, back: int, move: object, rules: AnyRules) -> tuple[TableState, Event] | None:
    """Put what the camera sees now in the place of a turn, where the game stays legal all through.

    Args:
        back: 1 for the last turn, 2 for the one before.
        move: What it was.
    """
    if not has_turn(table, back):
        return None
    was = table.done[-back]
    move = with_hidden(was.move, move, rules)
    new = replace(was, move=move, forced=False, was=(*was.was, was.move))
    again = played_again(table, back, new, rules)
    if again.breaks:
        return None
    says = sentence("Looked at again: {turn}", turn=say_openly(was.before, move, rules))
    after = replace(_on_course(table, again.course), revision=None)
    return logged(after, says), Event("turn_revised", {"back": back, "move": rules.dump_move(move)})


def entered(was: ConfirmedMove, move: object, by: str = "") -> ConfirmedMove:
    """Give a turn as a player says it was; the camera never changes that again."""
    return replace(
        was, move=move, how="declared", confidence=1.0, forced=False, was=(*was.was, was.move), by=by
    )


def set_right(
    table: TableState, back: int, move: object, rules: AnyRules, *, forced: bool = False, by: str = ""
) -> tuple[TableState, Event]:
    """Put what a player says in the place of a turn.

    Args:
        back: 1 for the last turn, 2 for the one before.
        move: What it was.
        forced: Whether turns that break a rule then are kept as house rules.
        by: Who says so.

    Raises:
        IllegalMoveError: It or a later turn would break a rule or, forced, make no sense at all.
    """
    was = table.done[-back]
    move = with_hidden(was.move, move, rules)
    again = played_again(table, back, entered(was, move, by), rules)
    for broken in again.breaks:
        if broken.is_final or not forced:
            numbers = number_turns(table.done, rules)
            raise IllegalMoveError("turn_revised", say_break(broken, len(table.done) - back + 1, numbers))
    after = replace(_on_course(table, again.course), revision=TurnHistory(table.done, table.state))
    says = sentence("Set right: {turn}", turn=say_openly(was.before, move, rules))
    body = {"back": back, "move": rules.dump_move(move), "forced": forced, **signature(by)}
    return logged(signed(after, marked("Changed by {name}."), by), says), Event("turn_revised", body)


def say_break(broken: Break, revised: int, numbers: Sequence[int]) -> str:
    """Say which rule a turn breaks.

    Args:
        broken: What breaks it.
        revised: Which move is set right, counted from 1.
        numbers: Of which turn each move is.
    """
    if broken.number == revised:
        return broken.says
    number = numbers[broken.number - 1]
    if not number:
        return sentence("What was told beside the turns would break a rule: {why}", why=broken.says)
    return sentence("Turn {number} would break a rule: {why}", number=number, why=broken.says)


def put_back(table: TableState, course: TurnHistory, by: str = "") -> tuple[TableState, Event]:
    """Put the turns back as they were before one of them was set right."""
    after = replace(_on_course(table, course), revision=None)
    says = sentence("The earlier turn is again as it was.")
    return logged(signed(after, marked("Taken back by {name}."), by), says), Event(
        "revision_undone", signature(by)
    )


def _on_course(table: TableState, course: TurnHistory) -> TableState:
    return replace(table, done=course.done, state=course.state, lines=course.done[-1].lines)
