"""Turns as players look back on them and enter them: drawn, asked about, and what would come of them."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any
from zlib import crc32

from msgspec.structs import replace

from scoring.documents.document import as_json
from scoring.documents.moves import laid_in
from scoring.documents.values import Document, Written
from scoring.errors import IllegalMoveError, ScoringError, UnreadableError
from scoring.game import Player, ScoreLine
from scoring.hand import Action
from scoring.referee.contracts.refusals import RefusedError
from scoring.referee.contracts.turns import (
    BrokenTurn,
    Entry,
    EntryRequest,
    LineChange,
    PastTurn,
    RevisionEffect,
)
from scoring.referee.state import ConfirmedMove, TableState, broken_rule, number_turns, say_openly
from scoring.referee.transitions.confirmation import passed_on
from scoring.referee.transitions.revision import (
    Again,
    Break,
    entered,
    has_turn,
    played_again,
    say_break,
    with_hidden,
)
from scoring.roles import AnyEngine, AnyNotation, AnyRules
from scoring.roles.observation import EVERYBODY
from scoring.sentence import marked

NO_TURN = marked("There is no such turn; look at the turns again.")
NOTHING = marked("There is no turn on the table to correct; enter it as one the camera did not see.")


def past_turns(table: TableState, rules: AnyRules) -> tuple[PastTurn, ...]:
    """List the confirmed turns, the last one first."""
    numbers = number_turns(table.done, rules)
    return tuple(_past_turn(back, numbers[-back], table, rules) for back in range(1, len(table.done) + 1))


def _past_turn(back: int, number: int, table: TableState, rules: AnyRules) -> PastTurn:
    done = table.done[-back]
    move = rules.view_move(done.move, EVERYBODY)
    return PastTurn(
        back=back,
        number=len(table.done) - back + 1,
        turn=number,
        player=_mover(move, rules),
        move=_document(move, rules),
        says=say_openly(done.before, done.move, rules),
        how=done.how,
        is_house_rule=done.forced,
        picture=rules.draw_move(move),
        lines=done.lines,
        by=done.by,
        is_set_right=bool(done.was),
    )


def _document(move: object, rules: AnyRules) -> Written:
    return as_json(rules.dump_move(move))


def _mover(move: object, rules: AnyNotation) -> str:
    return str(rules.dump_move(move)["player"])


def entry_of(
    table: TableState, rules: AnyRules, asked: EntryRequest, seen: Mapping[str, int] | None = None
) -> Entry:
    """Show a turn as it would be with a player's answers.

    Args:
        seen: Of a box that no catalogue knows, the faces that earlier games have shown, and how many of each.

    Raises:
        RefusedError: There is no such turn or answer, or it makes no sense at all.
    """
    try:
        return _entry(table, rules, asked, seen or {})
    except ScoringError as error:
        raise RefusedError(error.says) from error


def _entry(table: TableState, rules: AnyRules, asked: EntryRequest, seen: Mapping[str, int]) -> Entry:
    if asked.back:
        return _earlier(table, rules, asked)
    if asked.hand is not None:
        return _in_hand(passed_on(table, rules)[0], rules, asked, asked.hand, seen)
    before = (
        rules.load_move(asked.move)
        if asked.move is not None
        else table.candidate.move
        if table.candidate
        else None
    )
    if before is None:
        raise UnreadableError(NOTHING)
    if asked.is_new:
        now = passed_on(table, rules)[0]
        return _shown(now, rules, asked, now.state, rules.answer(now.state, before, asked.answers))
    move = rules.answer(table.state, before, asked.answers)
    return _shown(table, rules, asked, table.state, move, [candidate.move for candidate in table.candidates])


def _in_hand(
    table: TableState, rules: AnyRules, asked: EntryRequest, held: Sequence[str], known: Mapping[str, int]
) -> Entry:
    """Show a turn that is entered tile first, as far as it is known."""
    seen = rules.view(table.state, asked.viewer)
    move = None if asked.move is None else rules.load_move(asked.move)
    begun = move if asked.goes_on else None
    hand = rules.in_hand(seen, held, anywhere=asked.anywhere, box=_left(table, rules, known), begun=begun)
    if move is None:
        return Entry(table.version, 0, {}, hand=hand, actions=_offered(rules.actions(seen), asked.viewer))
    preview = rules.preview(seen, move)
    why = broken_rule(table.state, move, rules) if preview.is_whole else ""
    if why and not _makes_sense(table.state, move, rules):
        raise UnreadableError(why)
    return Entry(
        version=table.version,
        back=0,
        palette={},
        move=_document(move, rules),
        says=rules.say(seen, move),
        breaks=why,
        may_keep=bool(why),
        hand=hand,
        preview=preview,
        actions=hand.actions if begun is not None else (),
    )


def _offered(actions: Iterable[Action], viewer: str) -> tuple[Action, ...]:
    """Leave out what is offered to somebody else alone."""
    return tuple(each for each in actions if each.only in ("", viewer))


def _left(table: TableState, rules: AnyNotation, seen: Mapping[str, int]) -> Mapping[str, int]:
    """Count what is left of the faces seen before."""
    laid = placed_faces(rules.dump_move(done.move) for done in table.done) if seen else {}
    return {face: max(0, count - laid.get(face, 0)) for face, count in seen.items()}


def _shown(
    table: TableState,
    rules: AnyRules,
    asked: EntryRequest,
    state: object,
    move: object,
    others: Sequence[Any] = (),
) -> Entry:
    why, seen = broken_rule(state, move, rules), rules.view(state, asked.viewer)
    return Entry(
        version=table.version,
        back=asked.back,
        palette=rules.picture(seen).palette,
        move=_document(move, rules),
        says=rules.say(seen, move),
        picture=rules.draw_move(move),
        questions=tuple(rules.ask(seen, move, [rules.view_move(each, asked.viewer) for each in others])),
        breaks=why,
        may_keep=bool(why) and _makes_sense(state, move, rules),
    )


def _makes_sense(state: object, move: object, rules: AnyEngine) -> bool:
    try:
        rules.force(state, move)
    except IllegalMoveError:
        return False
    return True


def _earlier(table: TableState, rules: AnyRules, asked: EntryRequest) -> Entry:
    back = asked.back
    if not has_turn(table, back):
        raise UnreadableError(NO_TURN)
    was = table.done[-back]
    old = rules.view_move(was.move, asked.viewer)
    move = old if asked.move is None else rules.load_move(asked.move)
    now = rules.answer(was.before, move, asked.answers)
    numbers = number_turns(table.done, rules)
    shown = _shown(table, rules, asked, was.before, now, (was.move, *was.was))
    shown = replace(shown, turn=numbers[-back])
    if now == old:
        return replace(shown, breaks="", may_keep=False)
    new, number = entered(was, with_hidden(was.move, now, rules)), len(table.done) - back + 1
    again = played_again(table, back, new, rules)
    return replace(
        shown,
        breaks=say_break(again.breaks[0], number, numbers) if again.breaks else "",
        may_keep=bool(again.breaks) and not any(broken.is_final for broken in again.breaks),
        effect=_effect(table, again, numbers, number, rules),
    )


def _effect(
    table: TableState, again: Again, numbers: Sequence[int], revised: int, rules: AnyRules
) -> RevisionEffect:
    """Tell what comes of it; which rule the turn that is set right breaks stands beside it already."""
    courses = table.state, again.course.state
    before, after = (rules.standing(rules.view(state, EVERYBODY)) for state in courses)
    colours = [seat.colour for seat in table.setup.players]
    pairs = zip(numbers, zip(table.done, again.course.done, strict=False), strict=False)
    changed = (_change(number, was.lines, now.lines) for number, (was, now) in pairs)
    changes = tuple(change for change in changed if change.gone or change.new)
    breaks = tuple(
        _broken(broken, numbers[broken.number - 1], table.done[broken.number - 1], rules)
        for broken in again.breaks
        if broken.number != revised
    )
    was = rules.view_move(table.done[revised - 1].move, EVERYBODY)
    return RevisionEffect(
        points=tuple((colour, before[colour], after[colour]) for colour in colours),
        changes=changes,
        breaks=breaks,
        balances=tuple(_balances_changed(table.state, again.course.state, rules)),
        foreseen=f"{crc32(repr((revised, was, changes, breaks)).encode()):08x}",
    )


def _balances_changed(
    before: object, after: object, rules: AnyRules
) -> Iterator[tuple[str, Player, int, int]]:
    """Tell of which currency somebody has more or less, as far as everybody may know."""
    was, now = (rules.balances(rules.view(state, EVERYBODY)) for state in (before, after))
    for name, players in was.items():
        for colour, count in players.items():
            if now[name].get(colour, count) != count:
                yield name, colour, count, now[name][colour]


def _change(number: int, was: Sequence[ScoreLine], now: Sequence[ScoreLine]) -> LineChange:
    """Tell which lines of a turn that pay somebody differ."""
    gone = tuple(line for line in was if line.players and line not in now)
    return LineChange(number, gone, tuple(line for line in now if line.players and line not in was))


def _broken(broken: Break, number: int, done: ConfirmedMove, rules: AnyRules) -> BrokenTurn:
    return BrokenTurn(number, say_openly(done.before, done.move, rules), broken.says)


def placed_faces(moves: Iterable[Document]) -> Counter[str]:
    """Count the faces of the tiles that moves have laid."""
    return Counter(face for move in moves for face, _cell in laid_in(move))
