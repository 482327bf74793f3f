"""A game put together again from its events."""

from collections.abc import Callable, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from scoring.documents.complaints import shown
from scoring.documents.document import converted
from scoring.documents.values import Document
from scoring.errors import UnreadableError
from scoring.game import PlayerSeat
from scoring.referee.record.drafts import with_draft
from scoring.referee.record.events import Happened, started_of
from scoring.referee.state import Candidate, TableState
from scoring.referee.store import Event
from scoring.referee.transitions.confirmation import begin, confirmed, ended, reopened, taken_back
from scoring.referee.transitions.handover import HANDED_OVER, handed_over
from scoring.referee.transitions.revision import has_turn, put_back, revised, set_right
from scoring.roles import AnyRules
from scoring.setups import with_distinct_names


def resume(events: Sequence[Event], draft: Document | None, rules: AnyRules) -> TableState:
    """Put a game together again from what was kept, with what was proposed last.

    Args:
        events: The game's events, the first of kind "game_started".
        draft: From ``draft_of``, or None.

    Raises:
        UnreadableError: The events are not those of a game.
        IllegalMoveError: A turn is against the rules.
    """
    if not events:
        raise UnreadableError("A kept game must begin with how it was started; this one does not.")
    started = started_of(events[0])
    setup = rules.load_setup(_with_distinct_names(started.setup))
    table = begin(setup, rules, hands_free=started.hands_free, by_hand=started.by_hand)
    for event in events[1:]:
        table = _followed(table, event, rules)
    is_unseen = events[-1].kind == HANDED_OVER or (bool(table.done) and table.done[-1].how == "declared")
    table = replace(table, undone=None, give_back=(), compares=is_unseen)
    return table if draft is None else with_draft(table, draft, rules)


def _with_distinct_names(setup: Document) -> Document:
    """Give players of one name, as games of old have them, a name each."""
    try:
        seats = msgspec.convert(setup["players"], tuple[PlayerSeat, ...])
    except (KeyError, msgspec.ValidationError):
        return setup  # whoever loads it says what is wrong
    return {**setup, "players": msgspec.to_builtins(with_distinct_names(seats))}


def _followed(table: TableState, event: Event, rules: AnyRules) -> TableState:
    follow = _FOLLOW.get(event.kind)
    if follow is None:
        raise UnreadableError(f"A kept game holds {shown(event.kind)}, which this version does not know.")
    return follow(table, converted(event.body, Happened), rules)


def _confirmed_again(table: TableState, body: Happened, rules: AnyRules) -> TableState:
    candidate = Candidate(rules.load_move(body.move), body.confidence, body.how)
    return confirmed(table, candidate, rules, forced=bool(body.forced), by=body.by)[0]


def _undone_again(table: TableState, body: Happened, rules: AnyRules) -> TableState:
    if not table.done and table.stage != "ended":
        raise UnreadableError("A kept game takes a turn back where there is none.")
    return (reopened if table.stage == "ended" else taken_back)(table, body.by)[0]


def _revised_again(table: TableState, body: Happened, rules: AnyRules) -> TableState:
    move = rules.load_move(body.move)
    if body.forced is not None and has_turn(table, body.back):
        return set_right(table, body.back, move, rules, forced=body.forced, by=body.by)[0]
    done = revised(table, body.back, move, rules)
    if done is None:
        raise UnreadableError("A kept game changes a turn that cannot be changed so.")
    return done[0]


def _put_back_again(table: TableState, body: Happened, rules: AnyRules) -> TableState:
    if table.revision is None:
        raise UnreadableError("A kept game puts turns back that nobody had changed.")
    return put_back(table, table.revision, body.by)[0]


def _ended_again(table: TableState, body: Happened, rules: AnyRules) -> TableState:
    return ended(table, rules, body.by)[0]


def _handed_over_again(table: TableState, body: Happened, rules: AnyRules) -> TableState:
    return handed_over(table, body.by, by_hand=body.by_hand)[0]


_FOLLOW: Mapping[str, Callable[[TableState, Happened, AnyRules], TableState]] = {
    "turn_confirmed": _confirmed_again,
    "turn_undone": _undone_again,
    "turn_revised": _revised_again,
    "revision_undone": _put_back_again,
    "game_ended": _ended_again,
    HANDED_OVER: _handed_over_again,
}
