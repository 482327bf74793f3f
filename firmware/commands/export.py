"""``tablekeeper export``: a game that was played, handed out."""

from pathlib import Path

import click

from firmware.build import Parts
from firmware.commands import options
from firmware.history import document_of, points_csv, rules_for
from firmware.kept import resume
from firmware.output import print_json
from firmware.store import read_store


@click.command(short_help="Write a game that was played to standard output.")
@click.argument("game_id")
@click.option(
    "--to",
    "form",
    type=click.Choice(["json", "csv"]),
    default="json",
    show_default=True,
    help="A game document, or a table of the points after each move.",
)
@options.data()
@click.pass_obj
def export(parts: Parts, game_id: str, form: str, data: Path) -> None:
    """Write the game GAME_ID, as tablekeeper history names it, to standard output."""
    with read_store(data) as store:
        rules = rules_for(store, game_id, parts.rules)
        document = document_of(resume(store.events(game_id), None, rules), rules)
    if form == "json":
        print_json(document)
    else:
        click.echo(points_csv(document, rules.replay(document)), nl=False)
