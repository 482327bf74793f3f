"""The course of a turn: one table of what the table waits for, what happens, and what is done.

``step`` is pure: it knows no camera, no clock and no store. What it wants done it gives as effects.
"""

from collections.abc import Callable, Mapping
from typing import Any, Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from scoring.errors import IllegalMoveError, UnreadableError
from scoring.referee.effects import Effect
from scoring.referee.inputs import (
    ByHand,
    ByPlayer,
    CameraFound,
    CameraLost,
    Cleared,
    Compared,
    Corrected,
    Declared,
    FramesOver,
    HandsFree,
    Input,
    LookRead,
    Pressed,
    Revised,
    Settled,
    Stirred,
    Unreadable,
)
from scoring.referee.reading import compares_in_vain, noted, read_on
from scoring.referee.state import (
    CLOSING,
    ENDED,
    OPEN,
    PLAYING,
    PROPOSED,
    Act,
    Outcome,
    Stage,
    TableState,
    broken_rule,
)
from scoring.referee.transitions import commands, finish, proposals
from scoring.referee.transitions.confirmation import passed_on
from scoring.referee.transitions.revision import has_turn, set_right
from scoring.roles import AnyEngine, AnyRules
from scoring.sentence import joined, sentence

What = type[Input] | str
"""Something that can happen: the type of what is given or, of a press, the button."""


class Transition(NamedTuple):
    """While the table waits for one of these stages and this happens, that is done."""

    what: What
    stages: tuple[Stage, ...]
    act: Act


ROWS = (
    #   what happens      while the table waits at                   what is done
    Transition(Stirred,          OPEN,                                      proposals.stir),
    Transition(Settled,          PLAYING,                                   proposals.rest),
    Transition(Settled,          CLOSING,                                   proposals.clear),
    Transition(Cleared,          OPEN,                                      proposals.clear),
    Transition(FramesOver,       (*OPEN, *ENDED),                           proposals.run_out),
    Transition(LookRead,         PLAYING,                                   proposals.look),
    Transition(Unreadable,       PLAYING,                                   proposals.misread),
    Transition(Compared,         PLAYING,                                   proposals.differ),
    Transition(CameraLost,       OPEN,                                      proposals.lose),
    Transition(CameraFound,      OPEN,                                      proposals.find),

    Transition("confirm",        PROPOSED,                                  commands.confirm),
    Transition("confirm",        ("missing",),                              commands.take_back),
    Transition("confirm",        CLOSING,                                   finish.finish),
    Transition("keep",           ("illegal",),                              commands.keep),
    Transition("keep",           ("missing", "otherwise", "doubt"),         commands.leave),
    Transition("next",           (*PROPOSED, "illegal"),                    commands.show_next),
    Transition("dismiss",        (*PROPOSED, "illegal"),                    commands.dismiss),
    Transition(Corrected,        (*PROPOSED, "illegal"),                    commands.correct),
    Transition(Declared,         ("waiting", *PROPOSED, "illegal"),         commands.declare),
    Transition(Revised,          PLAYING,                                   commands.revise),
    Transition("undo",           ("waiting", *PROPOSED, "illegal"),         commands.undo),
    Transition("undo",           ("otherwise",),                            commands.undo),
    Transition("undo",           ("missing",),                              commands.take_back),
    Transition("undo",           CLOSING,                                   finish.go_on),
    Transition("undo",           ENDED,                                     finish.reopen),
    Transition("pause",          OPEN,                                      commands.pause),
    Transition("resume",         OPEN,                                      commands.resume),
    Transition(HandsFree,        OPEN,                                      commands.set_hands_free),
    Transition(ByHand,           PLAYING,                                   commands.set_by_hand),

    Transition("end",            ("waiting", "proposal", "doubt"),          finish.end),
    Transition(Compared,         ("comparing",),                            finish.compare),
)  # fmt: skip

TABLE: Mapping[tuple[Stage, What], Act] = {(stage, row.what): row.act for row in ROWS for stage in row.stages}

WHILE_PAUSED: tuple[What, ...] = ("pause", "resume", CameraLost, CameraFound, FramesOver, Compared, Revised)

AT_ANY_TIME: tuple[What, ...] = ("pause", "resume")
"""What means the same however far the table has moved on."""


class Refusal(Struct, frozen=True):
    """Why something is not done.

    Attributes:
        kind: "stale" where the table has moved on since the player looked, "illegal" where a rule
            forbids it, else "cannot_now".
        says: That in a sentence.
    """

    kind: Literal["stale", "cannot_now", "illegal"]
    says: str


def step(table: TableState, input: Input, rules: AnyRules) -> Outcome:
    """Take what happens into account.

    Args:
        table: How the table stands.
        input: What happens; what ``refusal`` refuses changes nothing that anybody sees.
        rules: The game's.

    Returns:
        How the table stands now, and what the shell shall do, in order.
    """
    effects: tuple[Effect, ...] = ()
    after = noted(table, input)
    if not refusal(table, input, rules):
        after, effects = TABLE[table.stage, what_of(input)](after, input, rules)
    after, effects = read_on(table, _counted(table, after), effects)
    if compares_in_vain(after):
        after, more = step(after, Compared((finish.NOT_LOOKED_AT,)), rules)
        effects = (*effects, *more)
    return after, effects


def _counted(before: TableState, after: TableState) -> TableState:
    """Count the version up with every change, and note since when what can be pressed means the same."""
    if after == replace(before, reading=after.reading):
        return after
    version = before.version + 1
    since = before.since if _meaning(after) == _meaning(before) else version
    return replace(after, version=version, since=since)


def _meaning(table: TableState) -> tuple[Any, ...]:
    """Give what a press would act on."""
    candidate = table.candidate
    return (
        table.stage,
        candidate.move if candidate else None,
        len(table.done),
        table.settled,
        table.paused,
        table.gone,
        table.otherwise,
        None if candidate else table.doubts,
        table.revision,
        table.dismissed,
    )


def what_of(input: Input) -> What:
    """Give the word under which something that happens stands in the table."""
    return input.button if isinstance(input, Pressed) else type(input)


def refusal(table: TableState, input: Input, rules: AnyRules) -> Refusal | None:
    """Tell why something cannot be done now; None where it can."""
    what = what_of(input)
    is_late = isinstance(input, ByPlayer) and not table.since <= input.version <= table.version
    if is_late and what not in AT_ANY_TIME:
        return Refusal("stale", sentence("The table has moved on since then; look again."))
    if table.paused and what not in WHILE_PAUSED:
        return _cannot(sentence("The table is paused; go on first."))
    if (table.stage, what) not in TABLE:
        return _not_here(table, what)
    guard = _GUARDS.get(what)
    return guard(table, input, rules) if guard else None


def may(table: TableState, rules: AnyRules) -> tuple[str, ...]:
    """Name what players can do now."""
    buttons = [word for word in _BUTTONS if not refusal(table, Pressed(word, table.version), rules)]
    if table.paused:
        return ("resume",)
    corrects = ["correct"] if table.candidate and (table.stage, Corrected) in TABLE else []
    declares = ["declare"] if (table.stage, Declared) in TABLE else []
    return (*buttons, *corrects, *declares)


_BUTTONS = ("confirm", "next", "dismiss", "undo", "pause", "resume", "keep", "end")

_NOT_NOW: Mapping[What, str] = {
    "confirm": sentence("There is nothing to confirm now."),
    "next": sentence("There is no other way to read the table now."),
    "dismiss": sentence("There is nothing on the table to dismiss now."),
    "keep": sentence("There is nothing to keep now."),
    "undo": sentence("There is nothing to take back now."),
    "end": sentence("First confirm the turn on the table, or take it off again."),
    Corrected: sentence("There is nothing to correct now."),
    Declared: sentence("First answer what the table asks."),
    Revised: sentence("There is no such turn to set right."),
}


def _cannot(says: str) -> Refusal:
    return Refusal("cannot_now", says)


def _not_here(table: TableState, what: What) -> Refusal:
    if table.stage == "ended":
        return _cannot(sentence("The game has ended."))
    if table.stage == "illegal" and what == "confirm":
        mend = sentence("Mend it on the table, correct it, or keep it as a house rule.")
        return Refusal("illegal", joined([table.why, mend]))
    return _cannot(_NOT_NOW.get(what, sentence("That cannot be done now.")))


# --- what else must hold before something is done --------------------------------------------------


def _guard_look(
    table: TableState, input: LookRead | Unreadable | Compared, rules: AnyRules
) -> Refusal | None:
    is_outdated = table.reading.is_outdated
    return Refusal("stale", sentence("That look was at an older game.")) if is_outdated else None


def _guard_confirm(table: TableState, input: Pressed, rules: AnyRules) -> Refusal | None:
    if table.stage == "missing":
        return None if table.last_gone else _cannot(sentence("Put the tile back, or keep the game as it is."))
    return None if table.candidate or table.stage in CLOSING else _cannot(_NOT_NOW["confirm"])


def _guard_next(table: TableState, input: Pressed, rules: AnyRules) -> Refusal | None:
    return None if len(table.candidates) > 1 else _cannot(_NOT_NOW["next"])


def _guard_dismiss(table: TableState, input: Pressed, rules: AnyRules) -> Refusal | None:
    return None if table.candidate else _cannot(_NOT_NOW["dismiss"])


def _guard_keep(table: TableState, input: Pressed, rules: AnyRules) -> Refusal | None:
    is_asked = table.candidate or table.reading.has_failed  # about a turn, or for a table that can be seen
    if table.stage == "doubt" and is_asked:
        return _cannot(_NOT_NOW["keep"])
    if table.stage != "illegal" or table.candidate is None:
        return None
    return _senseless(table.state, table.candidate.move, rules)


def _senseless(state: object, move: object, rules: AnyEngine) -> Refusal | None:
    """Refuse what not even a house rule makes sense of."""
    try:
        rules.force(state, move)
    except IllegalMoveError as error:
        return Refusal("illegal", error.says)
    return None


def _guard_undo(table: TableState, input: Pressed, rules: AnyRules) -> Refusal | None:
    chose = commands.has_choice(table) or commands.has_dismissed(table)
    is_missing = table.stage == "missing"  # there it takes a whole turn back
    can = table.done or (chose and not is_missing) or table.stage in (*CLOSING, *ENDED)
    return None if can else _cannot(_NOT_NOW["undo"])


def _guard_resume(table: TableState, input: Pressed, rules: AnyRules) -> Refusal | None:
    return None if table.paused else _cannot(sentence("The table is not paused."))


def _guard_end(table: TableState, input: Pressed, rules: AnyRules) -> Refusal | None:
    """Refuse to end over a turn that nobody has confirmed, unless hands-free."""
    left, _ = passed_on(table, rules)
    return _cannot(_NOT_NOW["end"]) if left.candidate else None


def _guard_correct(table: TableState, input: Corrected, rules: AnyRules) -> Refusal | None:
    if table.candidate is None:
        return _cannot(_NOT_NOW[Corrected])
    try:
        commands.corrected_move(table, input, rules)
    except UnreadableError as error:
        return _cannot(error.says)
    return None


def _guard_declare(table: TableState, input: Declared, rules: AnyRules) -> Refusal | None:
    try:
        move = rules.load_move(input.move)
    except UnreadableError as error:
        return _cannot(error.says)
    if commands.is_house_rule(input.move):
        return _senseless(table.state, move, rules)
    begun, _ = commands.before_declared(table, move, rules)
    why = broken_rule(begun.state, move, rules)
    return Refusal("illegal", why) if why else None


def _guard_revise(table: TableState, input: Revised, rules: AnyRules) -> Refusal | None:
    if not has_turn(table, input.back):
        return _cannot(_NOT_NOW[Revised])
    try:
        move = rules.load_move(input.move)
        set_right(table, input.back, move, rules, forced=commands.is_house_rule(input.move))
    except UnreadableError as error:
        return _cannot(error.says)
    except IllegalMoveError as error:
        return Refusal("illegal", error.says)
    return None


_GUARDS: Mapping[What, Callable[[TableState, Any, AnyRules], Refusal | None]] = {
    LookRead: _guard_look,
    Unreadable: _guard_look,
    Compared: _guard_look,
    "confirm": _guard_confirm,
    "next": _guard_next,
    "dismiss": _guard_dismiss,
    "keep": _guard_keep,
    "undo": _guard_undo,
    "resume": _guard_resume,
    "end": _guard_end,
    Corrected: _guard_correct,
    Declared: _guard_declare,
    Revised: _guard_revise,
}
