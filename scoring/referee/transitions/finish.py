"""What is done as a game ends: the board compared with the record, the last scoring, and the way back."""

from msgspec.structs import replace

from scoring.referee.contracts.refusals import RefusedError, StaleError
from scoring.referee.effects import Compare, Keep, ReadTable, Sound
from scoring.referee.inputs import Compared, Pressed
from scoring.referee.state import Outcome, TableState
from scoring.referee.transitions.confirmation import ended_after, passed_on, reopened
from scoring.roles import AnyRules
from scoring.sentence import marked

NOT_COMPARED = marked("The board was not compared with the record: {why}")
NOT_LOOKED_AT = marked("The board could not be looked at once more, so nothing was compared.")


def end(table: TableState, input: Pressed, rules: AnyRules) -> Outcome:
    """Compare the board with the record first; hands-free, the last turn is confirmed before that.

    Where no camera looks on there is nothing to compare.
    """
    table, events = passed_on(table, rules)
    if table.is_by_hand and not table.reading.is_still:
        return ended_after(table, events, rules, input.by)
    effects = (Keep(events), Sound("confirmed")) if events else ()
    return replace(table, stage="comparing"), (*effects, Compare())


def compare(table: TableState, input: Compared, rules: AnyRules) -> Outcome:
    """End the game, unless the board lies otherwise than recorded."""
    if not input.differences:
        return finish(table, input, rules)
    return differing(table, input.differences), (Sound("doubt"),)


def differing(table: TableState, differences: tuple[str, ...]) -> TableState:
    """Ask whether to end a game whose board lies otherwise than recorded."""
    return replace(table, stage="differs", doubts=differences, eye="still")


def finish(table: TableState, input: Compared | Pressed, rules: AnyRules) -> Outcome:
    """End the game."""
    return ended_after(table, (), rules, input.by if isinstance(input, Pressed) else "")


def go_on(table: TableState, input: Pressed, rules: AnyRules) -> Outcome:
    """Play on instead of ending the game."""
    return replace(table, stage="waiting", doubts=()), (ReadTable(),)


def reopen(table: TableState, input: Pressed, rules: AnyRules) -> Outcome:
    """Take the end of the game back."""
    now, event = reopened(table, input.by)
    return now, (Keep((event,)), ReadTable())


NO_FINAL = marked("There is no final scoring to walk through; it comes when the game has ended.")
NO_PLACE = marked("The walk through the final scoring does not go that far.")
ELSEWHERE = marked("Somebody has walked on since then; look again.")


def check_walk(table: TableState, to: int, version: int) -> None:
    """Check that a walk may go to a place: 0 before it, one more than there are paid lines at the winner.

    Raises:
        StaleError: The table has moved on since the player looked.
        RefusedError: The game has not ended, or has no such place.
    """
    if table.stage != "ended":
        raise RefusedError(NO_FINAL)
    if version != table.version:
        raise StaleError(ELSEWHERE)
    if not 0 <= to <= sum(line.pays for line in table.lines) + 1:
        raise RefusedError(NO_PLACE)
