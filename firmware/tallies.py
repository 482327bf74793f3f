"""What trials at the synthetic table come to: each turn held against the truth, and all of them counted."""

from collections.abc import Sequence
from statistics import median, quantiles

from msgspec import Struct

from scoring.game import Player
from scoring.games.carcassonne.laid import lay_face, segments_named
from scoring.games.carcassonne.moves import Placement

Figure = tuple[str, str, frozenset[str]]
"""Its kind, the feature it stands on, and the sides that its segment reaches."""


class TurnTrial(Struct, frozen=True):
    """How one turn went.

    Attributes:
        number: From 1.
        true: What was played.
        read: What the camera made of it before anybody answered; None where it never saw it.
        kept: What the record says in the end; None where it holds no such turn.
        asked: What the table waited for each time a player had to answer for it.
    """

    number: int
    true: Placement
    read: Placement | None
    kept: Placement | None
    asked: tuple[str, ...] = ()

    @property
    def is_right(self) -> bool:
        """Whether the record is true in the end."""
        return self.kept is not None and same_turn(self.kept, self.true)


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
    more: tuple[Placement, ...]
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
    kept: Placement | None
    true: Placement | None


class Tally(Struct, frozen=True):
    """The trials of one level, counted; the turns from ``first`` on."""

    level: int
    first: int
    games: int
    turns: int
    tiles_right: int
    figures: int
    figures_seen: int
    figures_in_colour: int
    figures_on_feature: int
    figures_false: int
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


def same_tile(one: Placement, other: Placement) -> bool:
    """Tell whether two turns lay the same face on the same cell so that the rules see no difference."""
    return (one.cell, one.face) == (other.cell, other.face) and _lies(one) == _lies(other)


def same_turn(one: Placement, other: Placement) -> bool:
    """Tell whether two turns are the same by the rules."""
    figures = figure_of(one) == figure_of(other) and one.recall_abbot == other.recall_abbot
    return one.player == other.player and same_tile(one, other) and figures


def _lies(move: Placement) -> frozenset[tuple[str, frozenset[str], int]]:
    segments = lay_face(move.face, move.turns, move.garden).segments
    return frozenset((one.feature, frozenset(one.sides), one.shields) for one in segments)


def figure_of(move: Placement) -> Figure | None:
    """Give the figure that a turn puts on its tile, if any, with the whole segment it stands on."""
    if move.meeple is None:
        return None
    tile = lay_face(move.face, move.turns, move.garden)
    named = segments_named(tile, move.meeple.feature, move.meeple.sides)
    sides = frozenset(side for index in named for side in tile.segments[index].sides)
    return move.meeple.kind, move.meeple.feature, sides


def misses(trial: Trial) -> tuple[Miss, ...]:
    """List the turns that the record has wrong, those it has too many last."""
    wrong = [
        Miss(trial.level, trial.seed, turn.number, bool(turn.asked), turn.kept, turn.true)
        for turn in trial.turns
        if not turn.is_right
    ]
    more = [Miss(trial.level, trial.seed, 0, asked=False, kept=move, true=None) for move in trial.more]
    return (*wrong, *more)


def count(trials: Sequence[Trial], first: int = 1) -> Tally:
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
        tiles_right=sum(turn.read is not None and same_tile(turn.read, turn.true) for turn in turns),
        figures=sum(turn.true.meeple is not None for turn in turns),
        figures_seen=sum(map(_is_seen, turns)),
        figures_in_colour=sum(map(_is_in_colour, turns)),
        figures_on_feature=sum(map(_is_on_feature, turns)),
        figures_false=sum(map(_is_false, turns)),
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


def _is_seen(turn: TurnTrial) -> bool:
    read = turn.read
    return read is not None and None not in (read.meeple, turn.true.meeple) and read.cell == turn.true.cell


def _is_in_colour(turn: TurnTrial) -> bool:
    return _is_seen(turn) and turn.read is not None and turn.read.player == turn.true.player


def _is_on_feature(turn: TurnTrial) -> bool:
    return _is_in_colour(turn) and turn.read is not None and figure_of(turn.read) == figure_of(turn.true)


def _is_false(turn: TurnTrial) -> bool:
    return turn.read is not None and turn.read.meeple is not None and turn.true.meeple is None


def rows(tallies: Sequence[Tally]) -> list[list[str]]:
    """Lay the tallies out as a table: a row a figure, a column a level."""
    return [[says, *(_SAY[says](tally) for tally in tallies)] for says in _SAY]


def _share(part: int, whole: int) -> str:
    return f"{part} of {whole} = {100 * part / whole:.2f} %" if whole else "none"


_SAY = {
    "tile: cell, face and turns": lambda t: _share(t.tiles_right, t.turns),
    "meeple seen": lambda t: _share(t.figures_seen, t.figures),
    "meeple's colour": lambda t: _share(t.figures_in_colour, t.figures),
    "meeple's feature": lambda t: _share(t.figures_on_feature, t.figures),
    "meeples that were none": lambda t: str(t.figures_false),
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
