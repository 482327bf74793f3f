"""``tablekeeper render``: a game at the synthetic table, drawn as a recorded session with its truth."""

from pathlib import Path
from typing import Any

import click
import cv2

from firmware.cli import options
from firmware.cli.progress import progress_bar
from firmware.labels import COLUMNS, LABELS
from firmware.recording.session import About, SessionWriter
from firmware.spreadsheet import as_csv
from firmware.store.files import write_file
from vision.reader import Progress
from vision.simulator.camera.film import expose, load_film
from vision.simulator.camera.levels import LEVELS
from vision.simulator.table.singles import single_tiles
from vision.simulator.table.timeline import Script, script

SIZES = ("2304x1296", "1152x648")
PRINTS = "prints"


@click.command(short_help="Draw a game at a synthetic table as a recorded session.")
@options.game()
@click.option("--seed", required=True, type=click.IntRange(min=0), help="Everything follows from it.")
@click.option("--out", required=True, type=click.Path(path_type=Path), help="A new folder for the session.")
@click.option("--turns", type=click.IntRange(min=1), help="How many turns; the whole game otherwise.")
@click.option("--hard", default=0, type=click.IntRange(0, len(LEVELS) - 1), help="How hard it is to read.")
@click.option("--size", default=SIZES[0], type=click.Choice(SIZES), help="Of the frames, in pixels.")
@click.option("--fps", default=5.0, type=click.FloatRange(1, 60), help="Frames a second.")
def render(*, game: str, seed: int, out: Path, turns: int | None, hard: int, size: str, fps: float) -> None:
    """Draw a game played by chance as a camera over the table would record it, with its truth.

    Pictures of single tiles are put beside it, so that its prints can be learned.
    """
    width, height = (int(side) for side in size.split("x"))
    told = script(seed, hard, (width, height), turns, game=game, fps=fps)
    with progress_bar("Drawing") as heard:
        write_session(told, out, heard)
    turns_told = told.course.turns
    played = sum(bool(turn.visits) for turn in turns_told)  # what lies there first is no turn
    said = f"{played} turn{'s' * (played != 1)}{' and what lies there at first' * (played < len(turns_told))}"
    click.echo(f"Drew {said} in {len(told.scenes)} frames; they are in {out}")


def write_session(told: Script, folder: Path, heard: Progress) -> None:
    """Film a script into a session's folder.

    Raises:
        InputError: The folder already holds something.
    """
    document = told.course.document
    about = About(
        game=document["game"],
        rules=told.setup.rules,
        options=document["options"],
        players=told.setup.players,
        size_px=told.size_px,
        prints=f"./{PRINTS}",
        box=told.course.setup.box,
    )
    film, still = load_film(told), None
    with SessionWriter(folder, about) as writer:
        _write_prints(told, folder / PRINTS)
        for scene in told.scenes:
            jpeg, still = expose(film, scene, still)
            writer.add(jpeg, scene.at_s)
            heard("Drawing", (scene.number + 1) / len(told.scenes))
        writer.tell(told.truth)


def _write_prints(told: Script, folder: Path) -> None:
    rows: list[tuple[Any, ...]] = [COLUMNS]
    for sample in single_tiles(told.course.box, told.seed):
        name = f"{sample.face}.png"
        write_file(folder / name, cv2.imencode(".png", sample.image)[1].tobytes(), make_folder=True)
        rows.append((name, sample.face, sample.turns))
    write_file(folder / LABELS, as_csv(rows).encode())
