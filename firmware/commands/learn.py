"""``tablekeeper learn``: how the tiles of one box look, learned from pictures of single tiles."""

from pathlib import Path

import click

from firmware.build import Parts
from firmware.commands import options
from firmware.errors import InputError
from firmware.labels import find_labels, read_labels, samples
from firmware.prints import save_prints, say_faces, set_folder
from firmware.progress import progress_bar


@click.command(short_help="Learn how the tiles of your box look.")
@options.path("image_dir", "IMAGE_DIR")
@options.game()
@options.prints(required=True)
@click.option(
    "--labels",
    required=True,
    type=click.Path(path_type=Path),
    help="A CSV file with the columns file, face and turns (clockwise from the catalogue's drawing).",
)
@options.data()
@click.pass_obj
def learn(parts: Parts, image_dir: Path, game: str, prints: str, labels: Path, data: Path) -> None:
    """Learn the prints of one box from IMAGE_DIR, a folder with pictures of single tiles.

    One picture of each face is enough; several in different light make the reading surer.
    """
    if not image_dir.is_dir():
        raise InputError(f"{image_dir} is not a folder of pictures.")
    set_folder(data, prints)
    known = read_labels(find_labels(labels, image_dir), image_dir, parts.rules(game))
    reader = parts.reader(game)
    with progress_bar("Learning") as heard:
        learned = reader.learn(samples(known, lambda number: heard("Learning", number / len(known))))
    file = save_prints(data, prints, learned)
    click.echo(f"Learned {say_faces(reader.describe(learned))}; they are kept in {file}")
