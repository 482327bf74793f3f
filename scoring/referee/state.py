"""Where a game stands between two turns: what is confirmed, what is proposed, what the table waits for."""

from collections.abc import Callable, Sequence
from typing import Any, Literal, NamedTuple

import msgspec
from msgspec import Struct

from scoring.errors import IllegalMoveError
from scoring.game import Piece, ScoreLine, Setup
from scoring.marks import Discrepancy
from scoring.referee.contracts.snapshot import Phase
from scoring.referee.effects import Effect
from scoring.referee.observation import Proposal
from scoring.roles import AnyEngine, AnyRules, AnyTurns
from scoring.roles.observation import EVERYBODY
from scoring.sentence import Sentence, marked, sentence

BAR = 0.90
"""From which confidence on a proposal counts as sure."""

LOG_LENGTH = 30
"""How many of the last sentences are kept for the players."""

BY_PHONE = marked("{name} (phone)")
"""Who did something on a phone of their own, as it is kept."""

How = Literal["seen", "declared"]
"""Whether the camera saw a turn or a player entered it."""

Eye = Literal["still", "hand", "reading"]
"""What the camera is busy with."""

Stage = Literal[
    "waiting",  # nothing new on the table
    "proposal",  # a turn was read and waits for its player, or hands-free for the next turn
    "unsure",  # a turn was read with too little confidence
    "unseen",  # a figure may have come and gone unseen
    "illegal",  # the turn breaks a rule
    "doubt",  # something new cannot be told
    "missing",  # a tile of the game is no longer on the table
    "otherwise",  # the board does not lie as turns have it that no camera saw
    "comparing",  # the whole board is being read anew before the end
    "differs",  # and does not lie as recorded
    "ended",
]
"""What the table waits for, whatever the camera is busy with."""

PROPOSED: tuple[Stage, ...] = ("proposal", "unsure", "unseen", "doubt")
PLAYING: tuple[Stage, ...] = ("waiting", *PROPOSED, "illegal", "missing", "otherwise")
CLOSING: tuple[Stage, ...] = ("comparing", "differs")
OPEN: tuple[Stage, ...] = (*PLAYING, *CLOSING)
ENDED: tuple[Stage, ...] = ("ended",)

PHASES: dict[Stage, Phase] = {
    "waiting": "waiting",
    "proposal": "proposal",
    "unsure": "asking",
    "unseen": "asking",
    "illegal": "illegal",
    "doubt": "doubt",
    "missing": "asking",
    "otherwise": "asking",
    "comparing": "reading",
    "differs": "asking",
    "ended": "ended",
}


Cue = Literal["seen", "doubt", "illegal"]

CUES: dict[Stage, Cue] = {
    "proposal": "seen",
    "unsure": "doubt",
    "unseen": "doubt",
    "missing": "doubt",
    "otherwise": "doubt",
    "doubt": "doubt",
    "differs": "doubt",
    "illegal": "illegal",
}
"""What is heard as the table begins to wait for something."""


class Candidate(Struct, frozen=True):
    """One way to read the turn that lies on the table.

    Attributes:
        move: The turn.
        confidence: Probability that it is right, 0 to 1.
        how: Whether the camera reads it so or a player says so.
        rest: What lies on the table after that turn, the likeliest first.
    """

    move: object
    confidence: float
    how: How = "seen"
    rest: tuple[Proposal[Any], ...] = ()

    @property
    def later(self) -> tuple[Any, ...]:
        """The turns after this one, as they are most likely."""
        return self.rest[0].moves if self.rest else ()


class ConfirmedMove(Struct, frozen=True):
    """A confirmed turn.

    Attributes:
        move: What was played.
        how: Whether the camera saw it or a player entered it.
        confidence: How sure the camera was, 0 to 1.
        forced: Whether it breaks a rule and was kept as a house rule.
        before: The game before it.
        lines: What it scored.
        was: What it had been taken for earlier; it is never changed back to that.
        by: Who confirmed it; empty where nobody did, or nobody knows.
    """

    move: object
    how: How
    confidence: float
    forced: bool
    before: object
    lines: tuple[ScoreLine, ...] = ()
    was: tuple[object, ...] = ()
    by: str = ""


class TurnHistory(NamedTuple):
    """The turns of a game, and the game after them."""

    done: tuple[ConfirmedMove, ...]
    state: object


class ReadingState(Struct, frozen=True):
    """What there is to read of the table, and what is being read; nobody sees it, so it counts no version up.

    Attributes:
        is_blind: Whether nothing can be read: the box is not ready yet, or no more frames come.
        is_still: Whether a still look is at hand, which can be read once more.
        is_due: Whether it is to be, since the game has changed under it.
        whole: Whether the whole board is to be compared with the game.
        under_way: Whether something is being read, and has not come to its end.
        has_failed: Whether nothing could be recognised at the last look.
    """

    is_blind: bool = False
    is_still: bool = False
    is_due: bool = False
    whole: bool = False
    under_way: bool = False
    has_failed: bool = False

    @property
    def is_outdated(self) -> bool:
        """Whether the game has changed since what is being read began."""
        return self.is_due and self.under_way


class TableState(Struct, frozen=True):
    """Everything the table knows at one moment.

    Attributes:
        state: The game after every confirmed turn.
        version: Grows with every change that can be seen.
        since: The version at which what can be pressed last changed its meaning; a tap that was
            looking at an older one is too late.
        bar: From which confidence on a proposal counts as sure.
        hands_free: Whether a sure proposal is confirmed as the next turn begins.
        done: The confirmed turns in order.
        candidates: The ways to read what is new; the camera's best first, then what players entered.
        shown: Which of them is proposed.
        settled: Whether a player has said how the turn on the table was.
        asks_unseen: Whether to ask if a figure came and went unseen.
        undone: The turn that was just taken back; it is not confirmed again without a player.
        why: The rule that the proposal breaks, as a sentence.
        doubts: What cannot be told, or lies otherwise than recorded, as sentences.
        gone: Spots of tiles that are no longer on the table.
        last_gone: Whether the tile of the last turn is among them.
        ignored: Gone spots and doubts that the players want left as they are.
        give_back: Figures that their owners shall take back.
        remarks: What else lies otherwise than the game has it; each may be entered as it is.
        lines: What the last turn scored or, once ended, the final scoring.
        log: What happened, newest first.
        by_hand: Whether the host chose that turns are entered on a phone, and no camera looks on.
        watched: Whether a camera is there; while none is, turns are entered on a phone as well.
        lost: What to do about the camera that is gone; empty while it is there, and once players go on
            without it.
        compares: Whether the next look has the whole board compared with the game, as turns came in that no
            camera saw.
        otherwise: What lies otherwise than those turns have it, as sentences.
        catching_up: Until so many turns are confirmed each waits for a player, hands-free too: they were laid
            while no camera saw in which order.
        revision: The turns as they were before a player set one of them right, as long as nothing has
            come after that; undo puts them back.
        carried: The lines with which a game in the middle begins.
        dismissed: What was read as a turn and was none, as players said, each with the number of turns then;
            undo has the last looked at again, as long as no turn has come after it.
        reading: What is to be read of the table, and what is being read.
    """

    setup: Setup
    state: object
    version: int = 1
    since: int = 1
    bar: float = BAR
    hands_free: bool = False
    done: tuple[ConfirmedMove, ...] = ()
    stage: Stage = "waiting"
    eye: Eye = "still"
    candidates: tuple[Candidate, ...] = ()
    shown: int = 0
    settled: bool = False
    asks_unseen: bool = False
    undone: object = None
    why: str = ""
    doubts: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    last_gone: bool = False
    ignored: tuple[str, ...] = ()
    give_back: tuple[Piece, ...] = ()
    remarks: tuple[Discrepancy[Any], ...] = ()
    lines: tuple[ScoreLine, ...] = ()
    log: tuple[str, ...] = ()
    paused: bool = False
    by_hand: bool = False
    watched: bool = True
    lost: str = ""
    compares: bool = False
    otherwise: tuple[str, ...] = ()
    catching_up: int = 0
    revision: TurnHistory | None = None
    dismissed: tuple[tuple[int, object], ...] = ()
    carried: tuple[ScoreLine, ...] = ()
    reading: ReadingState = ReadingState()

    @property
    def candidate(self) -> Candidate | None:
        """The proposal: the way that is shown."""
        return self.candidates[self.shown] if self.candidates else None

    @property
    def was_played(self) -> bool:
        """Whether anything is there that somebody could have won: a turn, or what lay there before them."""
        return bool(self.done) or self.setup.begins is not None

    @property
    def is_by_hand(self) -> bool:
        """Whether turns come in on a phone."""
        return self.by_hand or not self.watched

    @property
    def is_followed(self) -> bool:
        """Whether it matters how the table lies."""
        return not self.paused and self.stage != "ended"

    @property
    def passes_on(self) -> bool:
        """Whether a sure turn counts as soon as the next one begins."""
        return self.hands_free and len(self.done) + 1 >= self.catching_up

    @property
    def phase(self) -> Phase:
        """What the table is doing, in the words of the pages."""
        if self.stage == "ended":
            return "ended"
        if self.paused:
            return "paused"
        if self.lost:
            return "lost"
        if self.eye != "still" and self.stage != "illegal":  # a broken rule stays one, hand or not
            return self.eye
        returns = self.stage == "waiting" and self.give_back and not self.is_by_hand
        return "returning" if returns else PHASES[self.stage]


Outcome = tuple[TableState, tuple[Effect, ...]]
"""How the table stands after something has happened, and what the shell shall do about it."""

Act = Callable[[TableState, Any, AnyRules], Outcome]
"""What is done when something happens."""


def candidates_of(proposals: Sequence[Proposal[Any]]) -> tuple[Candidate, ...]:
    """Sort what a look proposes by its first turn; proposals that agree on it add up.

    Returns:
        The likeliest proposal's first turn first; none where most likely nothing is new. How sure the turns
        after it are is told for the case that it is right: players asked about it are not asked again.
    """
    if not proposals or not proposals[0].moves:
        return ()
    by_first: dict[object, list[Proposal[Any]]] = {}
    for proposal in proposals:
        if proposal.moves:
            by_first.setdefault(proposal.moves[0], []).append(proposal)
    whole = sum(proposal.confidence for proposal in proposals)
    return tuple(_candidate(move, agreeing, whole) for move, agreeing in by_first.items())


def _candidate(move: object, agreeing: Sequence[Proposal[Any]], whole: float) -> Candidate:
    share = sum(proposal.confidence for proposal in agreeing)
    left = max(1.0 - (whole - share), share)  # what speaks for another first turn counts no longer after it
    rest = tuple(Proposal(p.moves[1:], p.confidence / left if left else 0.0) for p in agreeing)
    return Candidate(move, min(share, 1.0), rest=rest)


def broken_rule(state: object, move: object, rules: AnyEngine) -> str:
    """Say which rule a turn breaks; empty where it is legal."""
    try:
        rules.check(state, move)
    except IllegalMoveError as error:
        return error.says
    return ""


def proposing(table: TableState, candidates: tuple[Candidate, ...]) -> TableState:
    """Propose other ways to read what is new, or none; nothing is chosen among them yet."""
    return msgspec.structs.replace(table, candidates=candidates, shown=0, settled=False, asks_unseen=False)


def judged(table: TableState, rules: AnyEngine) -> TableState:
    """Tell from what is known of the table what it waits for."""
    candidate = table.candidate
    why = broken_rule(table.state, candidate.move, rules) if candidate else ""
    return msgspec.structs.replace(table, stage=_stage(table, candidate, why), why=why)


def _stage(table: TableState, candidate: Candidate | None, why: str) -> Stage:
    if table.gone:
        return "missing"
    if table.otherwise:
        return "otherwise"
    if candidate and why:
        return "illegal"
    if table.doubts and not table.settled:
        return "doubt"
    if candidate is None:
        return "waiting"
    if table.asks_unseen:
        return "unseen"
    return "proposal" if _is_sure(table, candidate) else "unsure"


def _is_sure(table: TableState, candidate: Candidate) -> bool:
    """Tell whether the proposal needs no player to look at it twice."""
    is_again = table.hands_free and candidate.move == table.undone
    return table.settled or (candidate.confidence >= table.bar and not is_again)


def number_turns(done: Sequence[ConfirmedMove], rules: AnyTurns) -> tuple[int, ...]:
    """Tell to which turn of the game each move belongs, counted from 1; 0 for what takes none."""
    numbers, number = list[int](), 1
    for each in done:
        numbers.append(number if rules.takes_turn(each.before, each.move) else 0)
        number += rules.ends_turn(each.before, each.move)
    return tuple(numbers)


def say_openly(state: object, move: object, rules: AnyRules) -> str:
    """Say a move as anybody may hear it."""
    return rules.say(rules.view(state, EVERYBODY), rules.view_move(move, EVERYBODY))


def logged(table: TableState, *sentences: str) -> TableState:
    """Note what has happened."""
    return msgspec.structs.replace(table, log=(*reversed(sentences), *table.log)[:LOG_LENGTH])


def name_of(table: TableState, colour: str) -> str:
    """Give the name of the player of a colour."""
    return next((seat.name for seat in table.setup.players if seat.colour == colour), colour)


def signed(table: TableState, words: str, by: str) -> TableState:
    """Note who did something, before what came of it; the words have a place for the {name}."""
    return logged(table, sentence(words, name=_signer(by))) if by else table


def _signer(by: str) -> Sentence:
    """Take who did something for a sentence, so that a name is left as it is and the rest is translated."""
    name = by.removesuffix(BY_PHONE.format(name=""))
    return sentence(by) if name == by else sentence(BY_PHONE, name=name)


def signature(by: str) -> dict[str, str]:
    """Write down who did something, where that is known."""
    return {"by": by} if by else {}
