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


class _CandidateEntry(Struct, frozen=True):
    move: Written
    confidence: float
    how: How
    rest: tuple[tuple[tuple[Written, ...], float], ...] = ()


class _Draft(Struct, frozen=True):
    turns: int
    hands_free: bool
    paused: bool
    ways: tuple[_CandidateEntry, ...] = ()
    shown: int = 0
    settled: bool = False
    asks_unseen: bool = False
    undone: Written | None = None
    doubts: tuple[str, ...] = ()
    ignored: tuple[str, ...] = ()
    give_back: tuple[Piece, ...] = ()
    dismissed: tuple[tuple[int, Written], ...] = ()


def draft_of(table: TableState, rules: AnyNotation) -> Written:
    """Write down, as JSON, what is proposed and not confirmed yet, for ``EventStore.remember``."""
    ways = tuple(
        _CandidateEntry(
            rules.dump_move(candidate.move),
            candidate.confidence,
            candidate.how,
            tuple((tuple(map(rules.dump_move, p.moves)), p.confidence) for p in candidate.rest),
        )
        for candidate in table.candidates
    )
    undone = None if table.undone is None else rules.dump_move(table.undone)
    draft = _Draft(
        len(table.done),
        table.hands_free,
        table.paused,
        ways,
        table.shown,
        table.settled,
        table.asks_unseen,
        undone,
        table.doubts,
        table.ignored,
        table.give_back,
        tuple((turns, rules.dump_move(move)) for turns, move in table.dismissed),
    )
    document: Written = msgspec.to_builtins(draft, enc_hook=written)
    return document


def with_draft(table: TableState, document: Document, rules: AnyRules) -> TableState:
    """Put back what was proposed; a draft that cannot be read is left, since the next look replaces it."""
    try:
        draft = msgspec.convert(document, _Draft)
        candidates = tuple(_candidate_again(entry, rules) for entry in draft.ways)
        undone = None if draft.undone is None else rules.load_move(draft.undone)
        dismissed = tuple((turns, rules.load_move(move)) for turns, move in draft.dismissed)
    except (msgspec.ValidationError, UnreadableError):
        return table
    table = replace(table, hands_free=draft.hands_free, paused=draft.paused, dismissed=dismissed)
    if draft.turns != len(table.done) or table.stage == "ended":
        return table
    again = replace(
        table,
        candidates=candidates,
        shown=min(draft.shown, max(len(candidates) - 1, 0)),
        settled=draft.settled,
        asks_unseen=draft.asks_unseen,
        undone=undone,
        doubts=draft.doubts,
        ignored=draft.ignored,
        give_back=draft.give_back,
    )
    return judged(again, rules)


def _candidate_again(entry: _CandidateEntry, rules: AnyNotation) -> Candidate:
    rest = tuple(Proposal(tuple(map(rules.load_move, moves)), share) for moves, share in entry.rest)
    return Candidate(rules.load_move(entry.move), entry.confidence, entry.how, rest)
