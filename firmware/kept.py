"""What of a game is kept: its events, and a game put together again from them."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from firmware.course import (
    BAR,
    CUES,
    AnyRules,
    Done,
    How,
    Outcome,
    Turn,
    Way,
    judged,
    logged,
    name_of,
    proposing,
    signature,
    signed,
    ways_of,
)
from firmware.given import Keep, ReadAgain, ReadWhole, Sound
from firmware.handover import HANDED_OVER, handed_over
from firmware.ports import Event, EventStore
from firmware.revising import has_turn, put_back, revised, set_right
from scoring.complaints import shown
from scoring.document import converted
from scoring.errors import UnreadableError
from scoring.game import Piece, PlayerSeat, ScoreLine, Setup
from scoring.sentence import counted, joined, listed, marked, sentence, written
from scoring.setups import told_apart
from scoring.sheet import say_win, total
from vision.live import Proposal

IN_THE_MIDDLE = marked("The game begins in the middle, with what lies on the table.")
NOBODY = marked("No turn was played, so nobody has won.")
ON_A_PHOTO = "on_a_photo"
"""In the body of a game's first event: it was scored on a photograph and never played at this table."""


class Started(Struct, frozen=True):
    """How a game was started, as its first event tells; ``setup`` is a game document."""

    game: str
    setup: dict[str, Any] = {}
    prints: str = ""
    hands_free: bool = False
    by_hand: bool = False
    on_a_photo: bool = False


class Happened(Struct, frozen=True):
    """What any other event tells; each kind only a part of it.

    Attributes:
        back: Which turn was set right, 1 for the last.
        by_hand: Whether turns were entered on a phone from then on.
        forced: Whether it counts as a house rule; None where the camera alone set a turn right.
        by: Who did it.
    """

    move: dict[str, Any] = {}
    confidence: float = 1.0
    how: How = "seen"
    back: int = 0
    forced: bool | None = None
    by: str = ""
    by_hand: bool = False


def game_started(
    setup: Setup, rules: AnyRules, prints: str, *, hands_free: bool = False, by_hand: bool = False
) -> Event:
    """Write down who plays what, with which box, and whether every turn is entered on a phone."""
    body = {"game": rules.info.name, "prints": prints, "hands_free": hands_free, "by_hand": by_hand}
    return Event("game_started", {**body, "setup": rules.dump_game(setup, ())})


def scored_photo(setup: Setup, rules: AnyRules, prints: str) -> tuple[Event, Event]:
    """Write a photographed table down as a game that began as it lies there, and ended at once.

    Raises:
        UnreadableError: No game can begin like that.
    """
    _, event = ended(begin(setup, rules), rules)
    started = game_started(setup, rules, prints)
    return started._replace(body={**started.body, ON_A_PHOTO: True}), event


def last_on_the_table(store: EventStore) -> str:
    """Name the game that was on the table last; empty where none was. A scored photograph never was.

    Raises:
        StoreError: The games cannot be read.
    """
    return next((game for game in reversed(store.games()) if not _is_of_a_photo(store, game)), "")


def _is_of_a_photo(store: EventStore, game: str) -> bool:
    try:
        return started_of(store.events(game)[0]).on_a_photo
    except UnreadableError:
        return False


def prints_in_play(store: EventStore) -> str:
    """Name the print set of the game that goes on, or would after a restart; empty where none does.

    Raises:
        StoreError: The games cannot be read.
    """
    try:
        events = store.events(last_on_the_table(store))
        goes_on = bool(events) and events[-1].kind != "game_ended"
        return started_of(events[0]).prints if goes_on else ""
    except UnreadableError:
        return ""


def begin(
    setup: Setup, rules: AnyRules, *, hands_free: bool = False, by_hand: bool = False, bar: float = BAR
) -> Turn:
    """Begin a game, with its first tile or in the middle.

    Raises:
        UnreadableError: The players, the options or what lies on the table are not such that it can begin.
    """
    lines = tuple(rules.carried(setup))
    turn = Turn(
        setup,
        rules.start(setup),
        bar=bar,
        hands_free=hands_free,
        by_hand=by_hand,
        lines=lines,
        carried=lines,
    )
    if setup.begins is None:
        return turn
    return logged(turn, IN_THE_MIDDLE, *(_line_says(turn, line) for line in lines if line.where))


def confirmed(
    turn: Turn, way: Way, rules: AnyRules, *, forced: bool = False, by: str = ""
) -> tuple[Turn, Event]:
    """Make a way of reading the table a turn of the game; what lies on the table after it stays proposed.

    Raises:
        IllegalMoveError: It is against the rules or, forced, makes no sense at all.
    """
    state, lines = (rules.force if forced else rules.apply)(turn.state, way.move)
    # Where no camera looks on, a figure that was to be taken back is taken for back by the next turn.
    waiting = () if turn.is_by_hand else turn.give_back
    back = [piece for piece in rules.given_back(turn.state, way.move) if piece not in waiting]
    after = replace(
        _unproposed(turn),
        state=state,
        done=(*turn.done, Done(way.move, way.how, way.confidence, forced, turn.state, lines, by=by)),
        ways=ways_of(way.rest),
        give_back=(*waiting, *back),
        lines=lines,
        undone=None,
        revision=None,
    )
    note = [sentence("It breaks a rule and stays as a house rule.")] if forced else []
    says = joined([rules.say(turn.state, way.move), *note])
    body = {"move": rules.dump_move(way.move), "how": way.how, "confidence": way.confidence, "forced": forced}
    # Where one phone confirms turn after turn, it is said once.
    is_another = not turn.done or turn.done[-1].by != by
    after = signed(after, marked("Confirmed by {name}."), by if is_another else "")
    return logged(after, says, *(_line_says(turn, line) for line in lines if line.players)), Event(
        "turn_confirmed", {**body, **signature(by)}
    )


def kept(turn: Turn, events: Sequence[Event], rules: AnyRules) -> Outcome:
    """Have confirmed turns kept; after the last one of a game, have the board compared with the record.

    Where no camera looks on, that is the end. What lies on the table after them is heard at once where it
    needs a player.
    """
    is_over = rules.is_over(turn.state) and not turn.ways
    if is_over and turn.is_by_hand:
        return ended_after(turn, events, rules)
    cue = CUES.get(turn.stage, "seen")
    alarm = () if cue == "seen" else (Sound(cue),)
    effects = (Keep(tuple(events)), Sound("confirmed"), *alarm)
    if is_over:
        return replace(turn, stage="comparing"), (*effects, ReadWhole())
    return turn, (*effects, ReadAgain())


def passed_on(turn: Turn, rules: AnyRules) -> tuple[Turn, tuple[Event, ...]]:
    """Confirm a sure proposal, hands-free, since the next turn has begun; leave any other."""
    if not turn.passes_on or turn.stage != "proposal" or turn.way is None:
        return turn, ()
    now, event = confirmed(turn, turn.way, rules)
    return judged(now, rules), (event,)


def taken_back(turn: Turn, by: str = "") -> tuple[Turn, Event]:
    """Take the last turn back."""
    *done, last = turn.done
    lines = done[-1].lines if done else turn.carried
    after = replace(
        _unproposed(turn),
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


def ended(turn: Turn, rules: AnyRules, by: str = "") -> tuple[Turn, Event]:
    """End the game and score what still stands on the table."""
    lines = rules.final(turn.state)
    points = total(lines, rules.points(turn.state))
    winners = rules.winners(turn.state)
    after = replace(_unproposed(turn), stage="ended", lines=lines, give_back=(), doubts=(), gone=())
    won = say_win(points, winners, {colour: name_of(turn, colour) for colour in winners})
    says = won if turn.was_played else NOBODY
    after = signed(after, marked("Ended by {name}."), by)
    return logged(after, sentence("The game has ended."), says), Event("game_ended", signature(by))


def ended_after(turn: Turn, events: Sequence[Event], rules: AnyRules, by: str = "") -> Outcome:
    """End the game, and have that kept with what was confirmed just before."""
    now, event = ended(turn, rules, by)
    return now, (Keep((*events, event)), Sound("confirmed"))


def reopened(turn: Turn, by: str = "") -> tuple[Turn, Event]:
    """Take the end of the game back; every turn stays."""
    lines = turn.done[-1].lines if turn.done else turn.carried
    after = replace(turn, stage="waiting", lines=lines)
    after = signed(after, marked("Opened again by {name}."), by)
    return logged(after, sentence("The game goes on.")), Event("turn_undone", signature(by))


def _unproposed(turn: Turn) -> Turn:
    return replace(proposing(turn, ()), stage="waiting", why="", doubts=(), remarks=())


def _line_says(turn: Turn, line: ScoreLine) -> str:
    points = counted("{count} point", "{count} points", line.points)
    names = listed([name_of(turn, colour) for colour in line.players])
    values = {"names": names, "points": points, "feature": sentence(line.feature)}
    if len(line.players) > 1:
        return sentence("{names} get {points}: {feature}.", **values)
    return sentence("{names} gets {points}: {feature}.", **values)


# --- putting a game together again -----------------------------------------------------------------


def resume(events: Sequence[Event], draft: Mapping[str, Any] | None, rules: AnyRules) -> Turn:
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
    setup = rules.load_setup(_told_apart(started.setup))
    turn = begin(setup, rules, hands_free=started.hands_free, by_hand=started.by_hand)
    for event in events[1:]:
        turn = _followed(turn, event, rules)
    is_unseen = events[-1].kind == HANDED_OVER or (bool(turn.done) and turn.done[-1].how == "declared")
    turn = replace(turn, undone=None, give_back=(), compares=is_unseen)
    return turn if draft is None else _with_draft(turn, draft, rules)


def _told_apart(setup: Mapping[str, Any]) -> Mapping[str, Any]:
    """Give players of one name, as games of old have them, a name each."""
    try:
        seats = msgspec.convert(setup["players"], tuple[PlayerSeat, ...])
    except (KeyError, msgspec.ValidationError):
        return setup  # whoever loads it says what is wrong
    return {**setup, "players": msgspec.to_builtins(told_apart(seats))}


def started_of(event: Event) -> Started:
    """Read how a game was started from its first event.

    Raises:
        UnreadableError: It does not say.
    """
    if event.kind != "game_started":
        raise UnreadableError("A kept game must begin with how it was started; this one does not.")
    return converted(event.body, Started)


def _followed(turn: Turn, event: Event, rules: AnyRules) -> Turn:
    follow = _FOLLOW.get(event.kind)
    if follow is None:
        raise UnreadableError(f"A kept game holds {shown(event.kind)}, which this version does not know.")
    return follow(turn, converted(event.body, Happened), rules)


def _confirmed_again(turn: Turn, body: Happened, rules: AnyRules) -> Turn:
    way = Way(rules.load_move(body.move), body.confidence, body.how)
    return confirmed(turn, way, rules, forced=bool(body.forced), by=body.by)[0]


def _undone_again(turn: Turn, body: Happened, rules: AnyRules) -> Turn:
    if not turn.done and turn.stage != "ended":
        raise UnreadableError("A kept game takes a turn back where there is none.")
    return (reopened if turn.stage == "ended" else taken_back)(turn, body.by)[0]


def _revised_again(turn: Turn, body: Happened, rules: AnyRules) -> Turn:
    move = rules.load_move(body.move)
    if body.forced is not None and has_turn(turn, body.back):
        return set_right(turn, body.back, move, rules, forced=body.forced, by=body.by)[0]
    done = revised(turn, body.back, move, rules)
    if done is None:
        raise UnreadableError("A kept game changes a turn that cannot be changed so.")
    return done[0]


def _put_back_again(turn: Turn, body: Happened, rules: AnyRules) -> Turn:
    if turn.revision is None:
        raise UnreadableError("A kept game puts turns back that nobody had changed.")
    return put_back(turn, turn.revision, body.by)[0]


def _ended_again(turn: Turn, body: Happened, rules: AnyRules) -> Turn:
    return ended(turn, rules, body.by)[0]


def _handed_over_again(turn: Turn, body: Happened, rules: AnyRules) -> Turn:
    return handed_over(turn, body.by, by_hand=body.by_hand)[0]


_FOLLOW: Mapping[str, Callable[[Turn, Happened, AnyRules], Turn]] = {
    "turn_confirmed": _confirmed_again,
    "turn_undone": _undone_again,
    "turn_revised": _revised_again,
    "revision_undone": _put_back_again,
    "game_ended": _ended_again,
    HANDED_OVER: _handed_over_again,
}


# --- what is proposed and not confirmed yet --------------------------------------------------------


class _WayEntry(Struct, frozen=True):
    move: dict[str, Any]
    confidence: float
    how: How
    rest: tuple[tuple[tuple[dict[str, Any], ...], float], ...] = ()


class _Draft(Struct, frozen=True):
    turns: int
    hands_free: bool
    paused: bool
    ways: tuple[_WayEntry, ...] = ()
    shown: int = 0
    settled: bool = False
    asks_unseen: bool = False
    undone: dict[str, Any] | None = None
    doubts: tuple[str, ...] = ()
    ignored: tuple[str, ...] = ()
    give_back: tuple[Piece, ...] = ()
    dismissed: tuple[tuple[int, dict[str, Any]], ...] = ()


def draft_of(turn: Turn, rules: AnyRules) -> dict[str, Any]:
    """Write down, as JSON, what is proposed and not confirmed yet, for ``EventStore.remember``."""
    ways = tuple(
        _WayEntry(
            rules.dump_move(way.move),
            way.confidence,
            way.how,
            tuple((tuple(map(rules.dump_move, p.moves)), p.confidence) for p in way.rest),
        )
        for way in turn.ways
    )
    undone = None if turn.undone is None else rules.dump_move(turn.undone)
    draft = _Draft(
        len(turn.done),
        turn.hands_free,
        turn.paused,
        ways,
        turn.shown,
        turn.settled,
        turn.asks_unseen,
        undone,
        turn.doubts,
        turn.ignored,
        turn.give_back,
        tuple((turns, rules.dump_move(move)) for turns, move in turn.dismissed),
    )
    document: dict[str, Any] = msgspec.to_builtins(draft, enc_hook=written)
    return document


def _with_draft(turn: Turn, document: Mapping[str, Any], rules: AnyRules) -> Turn:
    """Put back what was proposed; a draft that cannot be read is left, since the next look replaces it."""
    try:
        draft = msgspec.convert(document, _Draft)
        ways = tuple(_way_again(entry, rules) for entry in draft.ways)
        undone = None if draft.undone is None else rules.load_move(draft.undone)
        dismissed = tuple((turns, rules.load_move(move)) for turns, move in draft.dismissed)
    except (msgspec.ValidationError, UnreadableError):
        return turn
    turn = replace(turn, hands_free=draft.hands_free, paused=draft.paused, dismissed=dismissed)
    if draft.turns != len(turn.done) or turn.stage == "ended":
        return turn
    again = replace(
        turn,
        ways=ways,
        shown=min(draft.shown, max(len(ways) - 1, 0)),
        settled=draft.settled,
        asks_unseen=draft.asks_unseen,
        undone=undone,
        doubts=draft.doubts,
        ignored=draft.ignored,
        give_back=draft.give_back,
    )
    return judged(again, rules)


def _way_again(entry: _WayEntry, rules: AnyRules) -> Way:
    rest = tuple(Proposal(tuple(map(rules.load_move, moves)), share) for moves, share in entry.rest)
    return Way(rules.load_move(entry.move), entry.confidence, entry.how, rest)
