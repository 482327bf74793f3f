"""``tablekeeper bench footprint``: what memory ``play`` takes in each of its modes."""

from collections.abc import Sequence
from pathlib import Path

import click

from firmware.cameras.recorded.painted import demo_games
from firmware.cli import options
from firmware.cli.output import print_json, print_table
from firmware.cli.progress import progress_bar
from firmware.evaluation.footprint import Taken, measure_footprint

FOOTPRINT_FORMAT = "tablekeeper.footprint/1"


@click.command(short_help="Measure what memory play takes, and how soon its first page comes.")
@click.argument("photos", nargs=-1, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--turns", default=10, type=click.IntRange(min=0), help="A demo is followed so far.")
@click.option("--camera", "cameras", multiple=True, help="none, or demo:GAME; else one after the other.")
@options.measured_game()
@options.as_json()
def footprint(
    *, photos: Sequence[Path], turns: int, cameras: Sequence[str], game: str, as_json: bool
) -> None:
    """Play in every mode, score PHOTOS there and learn a box of the game, and measure the memory that takes.

    "Most" is the program itself, "together" what it takes with the process that reads photographs beside it,
    what both share counted once, and "left" what both hold afterwards; all in MB.
    """
    pictures = [photo.read_bytes() for photo in photos]
    modes = cameras or ("none", *(f"demo:{each}" for each in demo_games()))
    found = [(mode, taken) for mode in modes for taken in _measured(game, mode, pictures, turns)]
    if as_json:
        figures = [{"camera": camera, **taken._asdict()} for camera, taken in found]
        print_json({"format": FOOTPRINT_FORMAT, "taken": figures})
    else:
        columns = ["Camera", "Until", "seconds", "most", "together", "left"]
        print_table(columns, [_row(camera, taken) for camera, taken in found], numbers=4)


def _measured(game: str, camera: str, pictures: Sequence[bytes], turns: int) -> list[Taken]:
    with progress_bar(f"Playing with {camera}") as heard:
        found = []
        for taken in measure_footprint(game, camera, pictures, turns):
            found.append(taken)
            heard(taken.done, len(found) / (len(pictures) + 4))
    return found


def _row(camera: str, taken: Taken) -> list[str]:
    megabytes = [f"{each:.0f}" for each in (taken.most_mb, taken.together_mb, taken.left_mb)]
    return [camera, taken.done, f"{taken.seconds:.1f}", *megabytes]
