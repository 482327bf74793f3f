"""``tablekeeper learn``: how the tiles of one box look, learned from pictures of them."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from firmware.build import Parts
from firmware.cli import options
from firmware.cli.progress import progress_bar
from firmware.errors import InputError
from firmware.images.pictures import read_picture
from firmware.labels import find_labels, read_labels, samples
from firmware.print_sets import FILE, check_name, save_prints, say_faces, set_folder
from scoring.roles.catalogue import Catalogue
from vision.reader import Reader


@click.command(short_help="Learn how the tiles of your box look.")
@options.path("pictures", "IMAGE_DIR|PHOTO")
@options.game()
@click.option(
    "--prints", required=True, metavar="NAME", help="A name for this box; it is kept in the data folder."
)
@click.option("--replace", is_flag=True, help="Learn anew a box of that name which is learned already.")
@click.option(
    "--labels",
    type=click.Path(path_type=Path),
    help="For a folder: a CSV file with the columns file, face and turns (clockwise from the catalogue's).",
)
@options.data()
@click.pass_obj
def learn(
    parts: Parts, pictures: Path, game: str, prints: str, labels: Path | None, data: Path, *, replace: bool
) -> None:
    """Learn the prints of one box from IMAGE_DIR, a folder with pictures of single tiles, or from one PHOTO.

    In a folder one picture of each face is enough; several in different light make the reading surer.
    For a photo lay one tile of each kind edge to edge, row by row as the game's chart has them, each as the
    catalogue draws it; a game whose box is not known has no chart.
    """
    kept = set_folder(data, check_name(prints)) / FILE
    is_new = not kept.exists()
    if not is_new and not replace:
        raise InputError(
            f"There is already a box called {prints!r}, kept in {kept}; choose another name, or learn it "
            "anew with --replace."
        )
    rules, reader = parts.rules(game), parts.reader(game)
    with progress_bar("Learning") as heard:
        if pictures.is_dir():
            learned = _from_folder(pictures, labels, rules, reader, heard)
        else:
            learned = _from_chart(pictures, labels, reader)
    file = save_prints(data, prints, learned)
    where = "they are kept in" if is_new else "they replace the set that was in"
    click.echo(f"Learned {say_faces(reader.describe(learned))}; {where} {file}")


def _from_folder(
    folder: Path,
    labels: Path | None,
    rules: Catalogue,
    reader: Reader[Any],
    heard: Callable[[str, float], None],
) -> bytes:
    if labels is None:
        by_chart = " A photo of all tiles, laid as the chart shows them, needs none."
        raise InputError(
            f"--labels is missing: a CSV file with the columns file, face and turns that says what the "
            f"pictures in {folder} show.{by_chart if reader.chart() else ''}"
        )
    known = read_labels(find_labels(labels, folder), folder, rules)
    return reader.learn(samples(known, lambda number: heard("Learning", number / len(known))))


def _from_chart(photo: Path, labels: Path | None, reader: Reader[Any]) -> bytes:
    if labels is not None:
        if not photo.exists():
            raise InputError(
                f"There is no folder {photo}; name the folder with the pictures of single tiles."
            )
        raise InputError(f"{photo} is not a folder of pictures, which --labels is for.")
    return reader.learn(reader.read_chart(read_picture(photo)))
