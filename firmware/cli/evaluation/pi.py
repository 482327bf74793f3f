"""``tablekeeper bench --pi`` and ``--share``: how fast a Pi is to be expected, and how fast one is."""

from collections.abc import Iterator

import click

from firmware.build import Parts
from firmware.cli.output import print_json, print_table
from firmware.cli.progress import progress_bar
from firmware.desks.machine import model, versions
from firmware.evaluation.goals import measure_goals
from firmware.evaluation.instructions import BOARDS, WITHIN, Cost, Counted, count_game
from firmware.evaluation.timing import measure_nets, measure_reading, measure_rules

PI_FORMAT = "tablekeeper.pi/1"
HELLO = (
    "Nothing was sent. If you like, put this text into a message to the makers of tablekeeper: "
    "it tells of this machine and of nobody's games.\n"
)


def report_pi(game: str, *, as_json: bool) -> None:
    """Count what a turn of a game costs, and print how long the Pis are to be expected to take for it.

    Args:
        game: The game.
        as_json: Whether one JSON document is printed.
    """
    with progress_bar("Looking for what counts") as heard:
        counted = count_game(game, heard)
    if as_json:
        costs = {name: cost._asdict() for name, cost in _costs(counted).items()}
        expected = {
            f"{name}_s": {board.name: board.seconds(cost) for board in BOARDS}
            for name, cost in _costs(counted).items()
        }
        figures = {"counter": counted.counter, "frames": counted.frames, **costs}
        print_json({"format": PI_FORMAT, "game": game, **figures, **expected, "within": WITHIN})
    else:
        print_table(["Counted", "10^9 instr.", "MB", *(b.name for b in BOARDS)], rows(counted), numbers=5)
        click.echo(
            f"Seconds of one core, estimated; they may be {WITHIN:g} times as many or as few, for nobody has "
            "held them against a Pi yet. Whoever has one: tablekeeper bench --share."
        )


def rows(counted: Counted) -> list[list[str]]:
    """Give the lines of the table.

    Example:
        >>> none = Cost(0, 0)
        >>> counted = Counted("perf", none, none, Cost(5_000_000_000, 300_000_000), 46)
        >>> rows(counted)[2]
        ['a turn of 46 frames, by perf', '5.0', '300', '5.2', '2.4', '1.0']
    """
    return [
        _row(f"the program's own start, by {counted.counter}", counted.program),
        _row(f"a game's start, by {counted.counter}", counted.start),
        _row(f"a turn of {counted.frames} frames, by {counted.counter}", counted.turn),
    ]


def _costs(counted: Counted) -> dict[str, Cost]:
    return {"program": counted.program, "start": counted.start, "turn": counted.turn}


def _row(what: str, cost: Cost) -> list[str]:
    seconds = [f"{board.seconds(cost):.1f}" for board in BOARDS]
    return [what, f"{cost.instructions / 1e9:.1f}", f"{cost.bytes / 1e6:.0f}", *seconds]


def print_shared(parts: Parts) -> None:
    """Measure this machine with every game that a camera reads, and print that as a text to send."""
    click.echo(HELLO, err=True)
    click.echo(f"machine: {model()}")
    click.echo("\n".join(f"{name}: {number}" for name, number in versions().items()))
    for game in parts.readable():
        for line in _measured(parts, game):
            click.echo(line)


def _measured(parts: Parts, game: str) -> Iterator[str]:
    rules, reader, yardstick = parts.rules(game), parts.reader(game), parts.yardstick(game)
    reading = measure_reading(reader, yardstick)
    for measure in (
        *measure_rules(rules, yardstick),
        *reading,
        *measure_nets(game),
        *measure_goals(game, parts),
    ):
        yield f"{game} {measure.name}: {measure.value:.4g}"
