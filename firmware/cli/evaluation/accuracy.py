"""``tablekeeper bench accuracy``: how well real photographs and made-up boxes are read."""

from collections.abc import Sequence
from itertools import chain
from pathlib import Path

import click
import msgspec

from firmware.build import Parts
from firmware.cli import options
from firmware.cli.output import print_json, print_table
from firmware.cli.progress import progress_bar
from firmware.evaluation.photographs import (
    ASIDE_DEG,
    NO_PRINTS,
    KindRow,
    Measured,
    Photograph,
    ResultRow,
    confusions,
    figure_confusions,
    kind_rows,
    results_csv,
    rows_of,
    try_lights,
    try_made_up,
    try_real,
)
from firmware.evaluation.timing import find_truths
from firmware.print_sets import load_prints
from firmware.store.files import write_file
from vision.simulator.camera.levels import LEVELS
from vision.simulator.camera.lights import LAMPS, LIGHTS

ACCURACY_FORMAT = "tablekeeper.accuracy/1"
MOST_SHOWN = 20


@click.command(short_help="Measure how well tables are read, with prints and without.")
@options.measured_game()
@options.photos()
@click.option(
    "--prints", multiple=True, metavar="NAME_OR_DIR", help="Print sets to read the photographs with too."
)
@click.option("--boards", default=10, type=click.IntRange(min=0), help="Made-up boxes to read.")
@options.levels()
@click.option("--seed", default=1, type=click.IntRange(min=0), help="Of the first made-up box.")
@click.option(
    "--turns", type=click.IntRange(min=1), help="Read made-up boxes after so many turns; else as games end."
)
@click.option("--aside", is_flag=True, help="Read the photographs as if from 45 degrees aside too.")
@click.option("--lights", is_flag=True, help="Read the made-up boxes in six kinds of light too.")
@click.option("--lamps", is_flag=True, help="Read them by lamps that are worse and worse, too.")
@click.option(
    "--with-prints",
    is_flag=True,
    help="Read the made-up boxes with their own prints, and with another box's, too.",
)
@click.option(
    "--out", type=click.Path(path_type=Path), metavar="FILE.csv", help="Keep the results table there."
)
@options.as_json()
@options.data()
@click.pass_obj
def accuracy(  # noqa: PLR0913 # an argument for each option
    parts: Parts,
    *,
    game: str,
    photos: Path | None,
    prints: tuple[str, ...],
    boards: int,
    hard: tuple[int, ...],
    seed: int,
    turns: int | None,
    aside: bool,
    lights: bool,
    lamps: bool,
    with_prints: bool,
    out: Path | None,
    as_json: bool,
    data: Path,
) -> None:
    """Measure how well whole tables are read, by boxes nobody has learned and by learned ones.

    "real" are the photographs in --photos, "aside" the same as if from far aside; "synthetic" are boards of
    made-up boxes in good light, "shifted" the same in bad light; with --lights or --lamps, rows named after
    one differ from the synthetic ones in it alone. No made-up box here was ever learned from. Right are tiles
    with their face and turns, edges right those with at least what their four sides show; invented are tiles
    read where none lies; ece is how far confidences are from how often they are right, 0 at best. In games
    whose tables hold several kinds of things, a second table counts those kind by kind.
    """
    rules, reader, yardstick = parts.rules(game), parts.reader(game), parts.yardstick(game)
    of = Measured(game, reader, yardstick)
    truths = find_truths(photos) if photos else []
    sets: dict[str, bytes | None] = {NO_PRINTS: None}
    for name in prints:
        sets[Path(name).name] = load_prints(
            data, name, rules, reader, lambda says: click.echo(says, err=True)
        )
    levels = sorted(set(hard)) or range(len(LEVELS))
    lit = [*(LIGHTS if lights else ()), *(LAMPS if lamps else ())]
    views = 1 + len(ASIDE_DEG) * aside
    number = len(truths) * len(sets) * views + boards * (len(levels) * (1 + 2 * with_prints) + len(lit))
    real = try_real(truths, of, sets, aside=aside)
    made_up = try_made_up(range(seed, seed + boards), levels, of, turns, with_prints=with_prints)
    in_lights = try_lights(range(seed, seed + boards), lit, of)
    found: list[Photograph] = []
    with progress_bar("Reading tables") as heard:
        for photograph in chain(real, made_up, in_lights):
            found.append(photograph)
            heard("Reading tables", len(found) / number)
    rows = rows_of(found)
    if out:
        write_file(out, results_csv(rows).encode(), make_folder=True)
    if as_json:
        mistaken = [[*key, count] for key, count in confusions(found).most_common()]
        colours = [[*key, count] for key, count in figure_confusions(found).most_common()]
        print_json(
            {
                "format": ACCURACY_FORMAT,
                "game": game,
                "rows": rows,
                "kinds": kind_rows(found),
                "confusions": mistaken,
                "figure_confusions": colours,
                "photographs": found,
            }
        )
        return
    _print_rows(ResultRow, rows)
    if kinds := kind_rows(found):
        _print_rows(KindRow, kinds)
    for (kind, named, true, read), count in confusions(found).most_common(MOST_SHOWN):
        click.echo(f"{kind}, prints {named}: {true} read as {read or 'nothing'}, {count} times")
    for (kind, named, true, read), count in figure_confusions(found).most_common(MOST_SHOWN):
        click.echo(f"{kind}, prints {named}: a {true} figure read as {read or 'nothing'}, {count} times")


def _print_rows(of: type[msgspec.Struct], rows: Sequence[msgspec.Struct]) -> None:
    """Print a table whose first three columns are words."""
    names = [name.replace("_", " ") for name in of.__struct_fields__]
    cells = [[str(value) for value in msgspec.structs.astuple(row)] for row in rows]
    print_table(names, cells, numbers=len(names) - 3)
