"""``tablekeeper export``: a game that was played, handed out."""

import sys
from pathlib import Path
from typing import get_args

import click

from firmware.build import Parts
from firmware.cli import options
from firmware.cli.output import in_own_language
from firmware.desks.games import hand_out
from firmware.errors import InputError
from firmware.store.files import write_file
from firmware.store.history import about, played_turn
from firmware.store.store import read_store
from scoring.referee.contracts.games import Form


@click.command(short_help="Write a game that was played to standard output or a file.")
@click.argument("game_id")
@click.option(
    "--to",
    "form",
    type=click.Choice(get_args(Form)),
    default="json",
    show_default=True,
    help="A game document, a table of the points after each move, a play for BG Stats, a picture to share.",
)
@click.option("--out", type=click.Path(path_type=Path), help="The file to write; standard output by default.")
@options.data()
@click.pass_obj
def export(parts: Parts, game_id: str, form: Form, out: Path | None, data: Path) -> None:
    """Write the game GAME_ID, as tablekeeper history names it, to standard output or a file."""
    if form == "png" and out is None and sys.stdout.isatty():
        raise InputError("A picture is nothing for a terminal: name a file for it, such as --out game.png.")
    with read_store(data) as store, in_own_language():
        table, rules = played_turn(store, game_id, parts.rules)
        played = about(store, game_id, table, rules)
        written = hand_out(played, table, rules, form, source_of=store.book.source_of)
    if out is None:
        click.echo(written, nl=False)
    else:
        write_file(out, written)
        click.echo(f"Written to {out}.", err=True)
