"""``tablekeeper bench``: how fast and how well this machine reads and reckons."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

import click
import msgspec

from firmware.build import Parts
from firmware.cli import options
from firmware.cli.evaluation.accuracy import accuracy
from firmware.cli.evaluation.footprint import footprint
from firmware.cli.evaluation.pi import print_shared, report_pi
from firmware.cli.evaluation.wear import report_wear
from firmware.cli.output import print_json, print_table
from firmware.cli.pictures.watch import say_move
from firmware.cli.progress import progress_bar
from firmware.errors import InputError
from firmware.evaluation.goals import measure_goals
from firmware.evaluation.live_games import Case, all_cores, try_all
from firmware.evaluation.tallies import AnyYardstick, Miss, Tally, Trial, count, flat, misses, rows
from firmware.evaluation.timing import (
    Measure,
    PhotographResult,
    find_truths,
    measure_nets,
    measure_photograph,
    measure_reading,
    measure_rules,
)
from firmware.print_sets import NOTHING_LEARNED, chosen_set, load_prints
from firmware.store.files import write_file
from scoring.documents.values import Document, Written
from vision.accuracy import Agreement
from vision.simulator.camera.levels import LEVELS

BENCH_FORMAT = "tablekeeper.bench/1"
COUNTS = Agreement._fields
KNOWN_FROM = 21
"""From this turn on a box that nobody had learned is to be read as if it had been."""


@click.group(invoke_without_command=True, short_help="Measure speed and accuracy on this machine.")
@options.measured_game()
@options.photos()
@click.option(
    "--games",
    type=click.IntRange(min=1),
    help="Follow so many whole games at the synthetic table of each level instead; takes a minute each.",
)
@options.levels()
@click.option(
    "--any-box",
    is_flag=True,
    help="Play the games with boxes made up by chance that nobody has learned; turns from the 21st on are "
    "counted apart as well.",
)
@click.option(
    "--made-up",
    is_flag=True,
    help="Play the games with boxes made up by chance that were learned beforehand.",
)
@click.option("--seed", default=1, type=click.IntRange(min=0), help="Of the first game; the rest count on.")
@click.option("--turns", type=click.IntRange(min=1), help="Ends each of the games early.")
@click.option("--jobs", type=click.IntRange(min=1), help="So many games beside each other; else every core.")
@click.option(
    "--out", type=click.Path(path_type=Path), metavar="FILE.json", help="A file for every turn of the games."
)
@click.option(
    "--wear",
    is_flag=True,
    help="Play a demo of the game instead and count what it writes to the disk of --data.",
)
@click.option("--minutes", default=10.0, type=click.FloatRange(min=0.1), help="So long the demo is played.")
@click.option(
    "--pi",
    is_flag=True,
    help="Count what a turn costs a processor instead, and estimate how long the Pis take for it.",
)
@click.option("--share", is_flag=True, help="Measure all games instead, as a text that you may send us.")
@options.prints()
@options.as_json()
@options.data()
@click.pass_context
def bench(  # noqa: PLR0913 # an argument for each option
    context: click.Context,
    *,
    game: str,
    photos: Path | None,
    games: int | None,
    hard: tuple[int, ...],
    any_box: bool,
    made_up: bool,
    seed: int,
    turns: int | None,
    jobs: int | None,
    out: Path | None,
    wear: bool,
    minutes: float,
    pi: bool,
    share: bool,
    prints: str | None,
    as_json: bool,
    data: Path,
) -> None:
    """Measure how fast the rules and the reading are here and, with --photos, how well it reads.

    Every figure is the median of several runs. With --games, the live table is measured instead: games
    at the synthetic table are followed, and a player who knows the truth answers what is asked.
    """
    if context.invoked_subcommand:
        return
    if wear:
        report_wear(game, data, minutes, as_json=as_json)
        return
    if pi:
        report_pi(game, as_json=as_json)
        return
    parts: Parts = context.obj
    if share:
        print_shared(parts)
        return
    if games:
        levels = sorted(set(hard)) or range(len(LEVELS))
        cases = [
            Case(game, level, number, turns, is_made_up=any_box or made_up, is_learned=not any_box)
            for level in levels
            for number in range(seed, seed + games)
        ]
        firsts, yardstick = (1, KNOWN_FROM) if any_box else (1,), parts.yardstick(game)
        trials = _tried(cases, parts, jobs or all_cores())
        _report(Report(game, yardstick, trials, firsts), out, as_json=as_json)
        return
    if out or hard or turns or jobs or made_up:
        raise InputError(
            "--hard, --made-up, --turns, --jobs and --out belong to --games, which says how many."
        )
    if any_box and photos is None:
        raise InputError("--any-box belongs to --games or --photos, which say what to read without prints.")
    if prints is not None and photos is None:
        raise InputError("--prints belongs to --photos, which names the photographs to read with them.")
    rules, reader, yardstick = parts.rules(game), parts.reader(game), parts.yardstick(game)
    truths = find_truths(photos) if photos else []
    learned = _prints(parts, game, data, prints, any_box=any_box) if photos else None
    with progress_bar("Measuring the rules") as heard:
        measures = [*measure_rules(rules, yardstick)]
        heard("Measuring the reading", 0.3)
        measures += measure_reading(reader, yardstick)
        measures += measure_nets(game)
        heard("Following the beginnings of games", 0.4)
        measures += measure_goals(game, parts)
        heard("Reading the photographs", 0.9)
        results = [measure_photograph(truth, reader, learned, yardstick) for truth in truths]
    if as_json:
        print_json(_document(game, measures, results))
    else:
        _print(rules.info.title, measures, results)


bench.add_command(accuracy)
bench.add_command(footprint)


def _prints(parts: Parts, game: str, data: Path, name: str | None, *, any_box: bool) -> bytes | None:
    tell = partial(click.echo, err=True)
    rules, reader = parts.rules(game), parts.reader(game)
    chosen = chosen_set(data, reader, name, tell, any_box=any_box)
    if chosen is None:
        tell(NOTHING_LEARNED)
        return None
    return load_prints(data, chosen, rules, reader, tell)


def _document(game: str, measures: Sequence[Measure], results: Sequence[PhotographResult]) -> Written:
    figures = {measure.name: measure.value for measure in measures}
    goals = {measure.name: measure.goal for measure in measures if measure.goal}
    photographs = [
        {"photograph": r.photograph, "read_s": r.read_s, **(r.agreement._asdict() if r.agreement else {})}
        for r in results
    ]
    return {
        "format": BENCH_FORMAT,
        "game": game,
        "measures": figures,
        "goals": goals,
        "photographs": photographs,
    }


def _print(title: str, measures: Sequence[Measure], results: Sequence[PhotographResult]) -> None:
    lines = [[m.says, f"{m.value:.4g}", f"{m.goal:g}" if m.goal else ""] for m in measures]
    print_table([f"Measured, {title}", "Median", "Goal"], lines, numbers=2)
    if results:
        columns = ["Photograph", "seconds", *(count.replace("_", " ") for count in COUNTS)]
        print_table(columns, [_row(result) for result in results], numbers=len(columns) - 1)


def _row(result: PhotographResult) -> list[str]:
    counts = [str(count) for count in result.agreement] if result.agreement else ["-"] * len(COUNTS)
    return [result.photograph, f"{result.read_s:.2f}", *counts]


# --- games at the synthetic table --------------------------------------------------------------------


def _tried(cases: Sequence[Case], parts: Parts, jobs: int) -> list[Trial]:
    with progress_bar("Following games") as heard:
        trials = []
        for trial in try_all(cases, parts, jobs):
            trials.append(trial)
            heard("Following games", len(trials) / len(cases))
    return sorted(trials, key=lambda trial: (trial.level, trial.seed))


class Report(NamedTuple):
    """Trials of a game to be counted, each time from one of some turns on."""

    game: str
    yardstick: AnyYardstick
    trials: Sequence[Trial]
    firsts: Sequence[int]

    @property
    def tallies(self) -> list[Tally]:
        """The trials of each level, counted."""
        levels = sorted({trial.level for trial in self.trials})
        by_level = [[trial for trial in self.trials if trial.level == level] for level in levels]
        return [count(some, self.yardstick, first) for some in by_level for first in self.firsts]


def _report(report: Report, out: Path | None, *, as_json: bool) -> None:
    tallies = report.tallies
    wrong = [miss for trial in report.trials for miss in misses(trial)]
    document = {"format": BENCH_FORMAT, "game": report.game, "levels": [*map(flat, tallies)], "wrong": wrong}
    if out:
        write_file(out, msgspec.json.encode({**document, "games": report.trials}), make_folder=True)
    if as_json:
        print_json(document)
    else:
        _print_tallies(tallies, wrong, report.yardstick)


def _column(tally: Tally) -> str:
    return f"level {tally.level}" + (f" from turn {tally.first}" if tally.first > 1 else "")


def _print_tallies(tallies: Sequence[Tally], wrong: Sequence[Miss], yardstick: AnyYardstick) -> None:
    columns = ["Games at the synthetic table", *map(_column, tallies)]
    print_table(columns, rows(tallies, yardstick), numbers=len(tallies))
    for miss in wrong:
        asked = "after a question" if miss.asked else "unasked"
        recorded, true = (_say(move) for move in (miss.recorded, miss.true))
        click.echo(
            f"level {miss.level}, seed {miss.seed}, turn {miss.turn}, {asked}: {recorded}; true is {true}"
        )


def _say(move: Document | None) -> str:
    return say_move(move) if move else "nothing"
