"""How a game begins, goes on by turns that are confirmed or taken back, and ends: each with its event."""

from collections.abc import Sequence

from msgspec.structs import replace

from scoring.game import ScoreLine, Setup
from scoring.referee.effects import Compare, Keep, Sound
from scoring.referee.state import (
    BAR,
    CUES,
    Candidate,
    ConfirmedMove,
    Outcome,
    TableState,
    candidates_of,
    judged,
    logged,
    name_of,
    proposing,
    say_openly,
    signature,
    signed,
)
from scoring.referee.store import Event
from scoring.roles import AnyRules
from scoring.sentence import joined, listed, marked, sentence
from scoring.sheet import say_amount, say_win, total

IN_THE_MIDDLE = marked("The game begins in the middle, with what lies on the table.")
NOBODY = marked("No turn was played, so nobody has won.")


def begin(
    setup: Setup, rules: AnyRules, *, hands_free: bool = False, by_hand: bool = False, bar: float = BAR
) -> TableState:
    """Begin a game, with its first tile or in the middle.

    Raises:
        UnreadableError: The players, the options or what lies on the table are not such that it can begin.
    """
    lines = tuple(rules.carried(setup))
    table = TableState(
        setup,
        rules.start(setup),
        bar=bar,
        hands_free=hands_free,
        by_hand=by_hand,
        lines=lines,
        carried=lines,
    )
    if setup.begins is None:
        return table
    return logged(table, IN_THE_MIDDLE, *(_line_says(table, line, rules) for line in lines if line.where))


def confirmed(
    table: TableState, candidate: Candidate, rules: AnyRules, *, forced: bool = False, by: str = ""
) -> tuple[TableState, Event]:
    """Make a way of reading the table a turn of the game; what lies on the table after it stays proposed.

    Raises:
        IllegalMoveError: It is against the rules or, forced, makes no sense at all.
    """
    state, lines = (rules.force if forced else rules.apply)(table.state, candidate.move)
    # Where no camera looks on, a figure that was to be taken back is taken for back by the next turn.
    waiting = () if table.is_by_hand else table.give_back
    back = [piece for piece in rules.returned_pieces(table.state, candidate.move) if piece not in waiting]
    after = replace(
        _unproposed(table),
        state=state,
        done=(
            *table.done,
            ConfirmedMove(
                candidate.move, candidate.how, candidate.confidence, forced, table.state, lines, by=by
            ),
        ),
        candidates=candidates_of(candidate.rest),
        give_back=(*waiting, *back),
        lines=lines,
        undone=None,
        revision=None,
    )
    note = [sentence("It breaks a rule and stays as a house rule.")] if forced else []
    says = joined([say_openly(table.state, candidate.move, rules), *note])
    body = {
        "move": rules.dump_move(candidate.move),
        "how": candidate.how,
        "confidence": candidate.confidence,
        "forced": forced,
    }
    # Where one phone confirms turn after turn, it is said once.
    is_another = not table.done or table.done[-1].by != by
    after = signed(after, marked("Confirmed by {name}."), by if is_another else "")
    return logged(after, says, *(_line_says(table, line, rules) for line in lines if line.players)), Event(
        "turn_confirmed", {**body, **signature(by)}
    )


def after_turns(table: TableState, events: Sequence[Event], rules: AnyRules) -> Outcome:
    """Have confirmed turns kept; after the last one of a game, have the board compared with the record.

    Where no camera looks on, that is the end. What lies on the table after them is heard at once where it
    needs a player.
    """
    is_over = rules.is_over(table.state) and not table.candidates
    if is_over and table.is_by_hand:
        return ended_after(table, events, rules)
    cue = CUES.get(table.stage, "seen")
    alarm = () if cue == "seen" else (Sound(cue),)
    effects = (Keep(tuple(events)), Sound("confirmed"), *alarm)
    if is_over:
        return replace(table, stage="comparing"), (*effects, Compare())
    return table, effects


def passed_on(table: TableState, rules: AnyRules) -> tuple[TableState, tuple[Event, ...]]:
    """Confirm a sure proposal, hands-free, since the next turn has begun; leave any other."""
    if not table.passes_on or table.stage != "proposal" or table.candidate is None:
        return table, ()
    now, event = confirmed(table, table.candidate, rules)
    return judged(now, rules), (event,)


def taken_back(table: TableState, by: str = "") -> tuple[TableState, Event]:
    """Take the last turn back."""
    *done, last = table.done
    lines = done[-1].lines if done else table.carried
    after = replace(
        _unproposed(table),
        state=last.before,
        done=tuple(done),
        undone=last.move,
        give_back=(),
        lines=lines,
        gone=(),
        last_gone=False,
        revision=None,
    )
    after = signed(after, marked("Taken back by {name}."), by)
    return logged(after, sentence("The last turn was taken back.")), Event("turn_undone", signature(by))


def ended(table: TableState, rules: AnyRules, by: str = "") -> tuple[TableState, Event]:
    """End the game and score what still stands on the table."""
    lines = rules.final(table.state)
    points = total(lines, rules.points(table.state))
    winners = rules.winners(table.state)
    after = replace(_unproposed(table), stage="ended", lines=lines, give_back=())
    won = say_win(points, winners, {colour: name_of(table, colour) for colour in winners})
    says = won if table.was_played else NOBODY
    after = signed(after, marked("Ended by {name}."), by)
    left_out = rules.uncounted(table.state)
    told = (sentence("The game has ended."), *([left_out] if left_out else []), says)
    return logged(after, *told), Event("game_ended", signature(by))


def ended_after(table: TableState, events: Sequence[Event], rules: AnyRules, by: str = "") -> Outcome:
    """End the game, and have that kept with what was confirmed just before."""
    now, event = ended(table, rules, by)
    return now, (Keep((*events, event)), Sound("confirmed"))


def reopened(table: TableState, by: str = "") -> tuple[TableState, Event]:
    """Take the end of the game back; every turn stays."""
    lines = table.done[-1].lines if table.done else table.carried
    after = replace(table, stage="waiting", lines=lines)
    after = signed(after, marked("Opened again by {name}."), by)
    return logged(after, sentence("The game goes on.")), Event("turn_undone", signature(by))


def _unproposed(table: TableState) -> TableState:
    return replace(proposing(table, ()), stage="waiting", why="", doubts=(), remarks=())


def _line_says(table: TableState, line: ScoreLine, rules: AnyRules) -> str:
    is_paid = line.points < 0
    terms = tuple(replace(term, each=-term.each) for term in line.terms) if is_paid else line.terms
    points = say_amount(replace(line, terms=terms), rules.info.currencies)
    names = listed([name_of(table, colour) for colour in line.players])
    values = {"names": names, "points": points, "feature": sentence(line.feature)}
    if is_paid:
        one, many = marked("{names} pays {points}: {feature}."), marked("{names} pay {points}: {feature}.")
        words = many if len(line.players) > 1 else one
        return sentence(words, **values)
    if len(line.players) > 1:
        return sentence("{names} get {points}: {feature}.", **values)
    return sentence("{names} gets {points}: {feature}.", **values)
