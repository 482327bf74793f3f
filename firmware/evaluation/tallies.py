"""What trials at the synthetic table come to: each turn held against the truth, and all of them counted."""

from collections import Counter
from collections.abc import Mapping, Sequence
from statistics import median, quantiles
from typing import Any

from msgspec import Struct

from scoring.documents.values import Written
from scoring.game import Player
from vision.yardstick import TURNS, Count, Yardstick

AnyYardstick = Yardstick[Any, Any, Any]


class TurnTrial(Struct, frozen=True):
    """How one turn went, its moves as documents.

    Attributes:
        number: From 1.
        true: What was played.
        read: What the camera made of it before anybody answered; None where it never saw it.
        recorded: What the record says in the end; None where it holds no such turn.
        is_right: Whether the record is true in the end, and was not set right only when the game had gone on.
        counts: What the camera read right of it, by the counts of the game's yardstick.
        asked: What the table waited for each time a player had to answer for it.
    """

    number: int
    true: Written
    read: Written | None
    recorded: Written | None
    is_right: bool
    counts: Mapping[str, int] = {}
    asked: tuple[str, ...] = ()


class Trial(Struct, frozen=True):
    """How a whole game was followed.

    Attributes:
        turns: Those that were played.
        more: Turns in the record that nobody has played.
        reads: How often the table was read, ``hand_reads`` of them with a hand in view.
        differences: What was said to lie otherwise than recorded as the game ended.
        points: Of every player in the end, by the record; ``true_points`` as they should be.
        ready_s: What each reading took, of the processor's time.
        watch_s: What each step of watching took.
        peak_mb: The most memory the game's process ever held, that of the painted table included.
    """

    level: int
    seed: int
    turns: tuple[TurnTrial, ...]
    more: tuple[Written, ...]
    reads: int
    hand_reads: int
    differences: tuple[str, ...]
    points: dict[Player, int]
    true_points: dict[Player, int]
    ready_s: tuple[float, ...]
    watch_s: tuple[float, ...]
    peak_mb: float = 0.0


class Miss(Struct, frozen=True):
    """A turn that the record has wrong; ``true`` is None where nobody has played it."""

    level: int
    seed: int
    turn: int
    asked: bool
    recorded: Written | None
    true: Written | None


class Tally(Struct, frozen=True):
    """The trials of one level, counted; the turns from ``first`` on.

    Attributes:
        counts: What was read right of the turns, by the counts of the game's yardstick.
    """

    level: int
    first: int
    games: int
    turns: int
    counts: Mapping[str, int]
    turns_untapped: int
    taps: int
    wrong_unasked: int
    wrong_in_the_end: int
    reads: int
    hand_reads: int
    games_right: int
    games_differing: int
    ready_p50_ms: float
    ready_p95_ms: float
    watch_p50_ms: float
    peak_mb: float


def misses(trial: Trial) -> tuple[Miss, ...]:
    """List the turns that the record has wrong, those it has too many last."""
    wrong = [
        Miss(trial.level, trial.seed, turn.number, bool(turn.asked), turn.recorded, turn.true)
        for turn in trial.turns
        if not turn.is_right
    ]
    more = [Miss(trial.level, trial.seed, 0, asked=False, recorded=move, true=None) for move in trial.more]
    return (*wrong, *more)


def count(trials: Sequence[Trial], yardstick: AnyYardstick, first: int = 1) -> Tally:
    """Count the trials of one level, turn by turn from ``first`` on."""
    turns = [turn for trial in trials for turn in trial.turns if turn.number >= first]
    wrong = [miss for trial in trials for miss in misses(trial) if not 0 < miss.turn < first]
    ready_ms = [1000 * seconds for trial in trials for seconds in trial.ready_s]
    watch_ms = [1000 * seconds for trial in trials for seconds in trial.watch_s]
    return Tally(
        level=trials[0].level,
        first=first,
        games=len(trials),
        turns=len(turns),
        counts=_added(turns, yardstick),
        turns_untapped=sum(not turn.asked for turn in turns),
        taps=sum(len(turn.asked) for turn in turns),
        wrong_unasked=sum(not miss.asked for miss in wrong),
        wrong_in_the_end=len(wrong),
        reads=sum(trial.reads for trial in trials),
        hand_reads=sum(trial.hand_reads for trial in trials),
        games_right=sum(trial.points == trial.true_points for trial in trials),
        games_differing=sum(bool(trial.differences) for trial in trials),
        ready_p50_ms=median(ready_ms) if ready_ms else 0.0,
        ready_p95_ms=_p95(ready_ms),
        watch_p50_ms=median(watch_ms) if watch_ms else 0.0,
        peak_mb=max(trial.peak_mb for trial in trials),
    )


def _p95(values: Sequence[float]) -> float:
    return quantiles(values, n=20, method="inclusive")[-1] if len(values) > 1 else sum(values)


def _added(turns: Sequence[TurnTrial], yardstick: AnyYardstick) -> dict[str, int]:
    added: Counter[str] = Counter()
    for turn in turns:
        added.update(turn.counts)
    return {count.name: added[count.name] for count in yardstick.counts}


def flat(tally: Tally) -> Written:
    """Write a tally as one row of a document or table: the game's own counts beside those of all games."""
    row: Written = {}
    for name in Tally.__struct_fields__:
        row |= tally.counts if name == "counts" else {name: getattr(tally, name)}
    return row


def rows(tallies: Sequence[Tally], yardstick: AnyYardstick) -> list[list[str]]:
    """Lay the tallies out as a table: a row a figure, a column a level."""
    own = [
        [count.says, *(_say_count(tally, count) for tally in tallies)]
        for count in yardstick.counts
        if count.says
    ]
    return [*own, *([says, *(_SAY[says](tally) for tally in tallies)] for says in _SAY)]


def _say_count(tally: Tally, count: Count) -> str:
    if not count.of:
        return str(tally.counts[count.name])
    return _share(tally.counts[count.name], tally.turns if count.of == TURNS else tally.counts[count.of])


def _share(part: int, whole: int) -> str:
    return f"{part} of {whole} = {100 * part / whole:.2f} %" if whole else "none"


_SAY = {
    "turns needing no tap": lambda t: _share(t.turns_untapped, t.turns),
    "taps": lambda t: str(t.taps),
    "wrong turns without asking": lambda t: _share(t.wrong_unasked, t.turns),
    "wrong turns in the end": lambda t: str(t.wrong_in_the_end),
    "reads while a hand was in view": lambda t: f"{t.hand_reads} of {t.reads}",
    "games with every point right": lambda t: _share(t.games_right, t.games),
    "games said to differ at the end": lambda t: str(t.games_differing),
    "still to proposal, p50, ms": lambda t: f"{t.ready_p50_ms:.0f}",
    "still to proposal, p95, ms": lambda t: f"{t.ready_p95_ms:.0f}",
    "one step of watching, p50, ms": lambda t: f"{t.watch_p50_ms:.1f}",
    "memory at most, painting included, MB": lambda t: f"{t.peak_mb:.0f}",
}
