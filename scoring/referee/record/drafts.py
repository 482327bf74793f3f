"""What is proposed and not confirmed yet, written down so that a restart shows it again."""

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from scoring.documents.values import Document, Written
from scoring.errors import UnreadableError
from scoring.game import Piece
from scoring.referee.observation import Proposal
from scoring.referee.state import Candidate, How, TableState, judged
from scoring.roles import AnyNotation, AnyRules
from scoring.sentence import written


class _WayEntry(Struct, frozen=True):
    move: Written
    confidence: float
    how: How
    rest: tuple[tuple[tuple[Written, ...], float], ...] = ()


class _Draft(Struct, frozen=True):
    turns: int
    hands_free: bool
    paused: bool
    ways: tuple[_WayEntry, ...] = ()
    shown: int = 0
    settled: bool = False
    asks_unseen: bool = False
    undone: Written | None = None
    doubts: tuple[str, ...] = ()
    ignored: tuple[str, ...] = ()
    give_back: tuple[Piece, ...] = ()
    dismissed: tuple[tuple[int, Written], ...] = ()


def draft_of(turn: TableState, rules: AnyNotation) -> Written:
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
    document: Written = msgspec.to_builtins(draft, enc_hook=written)
    return document


def with_draft(turn: TableState, document: Document, rules: AnyRules) -> TableState:
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


def _way_again(entry: _WayEntry, rules: AnyNotation) -> Candidate:
    rest = tuple(Proposal(tuple(map(rules.load_move, moves)), share) for moves, share in entry.rest)
    return Candidate(rules.load_move(entry.move), entry.confidence, entry.how, rest)
