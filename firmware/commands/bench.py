"""``tablekeeper bench``: how fast and how well this machine reads and reckons."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from firmware.bench import (
    Measure,
    PhotographResult,
    find_truths,
    measure_photograph,
    measure_reading,
    measure_rules,
)
from firmware.build import Parts
from firmware.commands import options
from firmware.errors import InputError
from firmware.output import print_json, print_table
from firmware.prints import load_prints, only_set
from firmware.progress import progress_bar
from vision.accuracy import Agreement

GAME = "carcassonne"
BENCH_FORMAT = "tablekeeper.bench/1"
COUNTS = Agreement._fields


@click.command(short_help="Measure speed and accuracy on this machine.")
@click.option(
    "--photos",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="A folder of photographs with truth documents (NAME.truth.json), for the accuracy.",
)
@options.prints()
@options.as_json()
@options.data()
@click.pass_obj
def bench(parts: Parts, photos: Path | None, prints: str | None, as_json: bool, data: Path) -> None:
    """Measure how fast the rules and the reading are here and, with --photos, how well it reads.

    Every figure is the median of several runs.
    """
    if prints is not None and photos is None:
        raise InputError("--prints belongs to --photos, which names the photographs to read with them.")
    reader = parts.reader(GAME)
    truths = find_truths(photos) if photos else []
    learned = _prints(parts, data, prints) if photos else b""
    with progress_bar("Measuring the rules") as heard:
        measures = [*measure_rules()]
        heard("Measuring the reading", 0.3)
        measures += measure_reading(reader)
        heard("Reading the photographs", 0.6)
        results = [measure_photograph(truth, reader, learned) for truth in truths]
    if as_json:
        print_json(_document(measures, results))
    else:
        _print(measures, results)


def _prints(parts: Parts, data: Path, name: str | None) -> bytes:
    rules, reader = parts.rules(GAME), parts.reader(GAME)
    chosen = name if name is not None else only_set(data, GAME, reader)
    return load_prints(data, chosen, rules, reader, lambda says: click.echo(says, err=True))


def _document(measures: Sequence[Measure], results: Sequence[PhotographResult]) -> dict[str, Any]:
    figures = {measure.name: measure.value for measure in measures}
    photographs = [
        {"photograph": r.photograph, "read_s": r.read_s, **(r.agreement._asdict() if r.agreement else {})}
        for r in results
    ]
    return {"format": BENCH_FORMAT, "game": GAME, "measures": figures, "photographs": photographs}


def _print(measures: Sequence[Measure], results: Sequence[PhotographResult]) -> None:
    print_table(["Measured", "Median"], [[m.says, f"{m.value:.4g}"] for m in measures], numbers=1)
    if results:
        columns = ["Photograph", "seconds", *(count.replace("_", " ") for count in COUNTS)]
        print_table(columns, [_row(result) for result in results], numbers=len(columns) - 1)


def _row(result: PhotographResult) -> list[str]:
    counts = [str(count) for count in result.agreement] if result.agreement else ["-"] * len(COUNTS)
    return [result.photograph, f"{result.read_s:.2f}", *counts]
