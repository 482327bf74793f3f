"""``tablekeeper export``: a game that was played, handed out."""

from pathlib import Path
from typing import get_args

import click

from firmware.build import Parts
from firmware.commands import options
from firmware.games_desk import hand_out
from firmware.history import about, played_turn
from firmware.store import read_store
from webui.records import Form


@click.command(short_help="Write a game that was played to standard output.")
@click.argument("game_id")
@click.option(
    "--to",
    "form",
    type=click.Choice(get_args(Form)),
    default="json",
    show_default=True,
    help="A game document, a table of the points after each move, a play for BG Stats, a picture to share.",
)
@options.data()
@click.pass_obj
def export(parts: Parts, game_id: str, form: Form, data: Path) -> None:
    """Write the game GAME_ID, as tablekeeper history names it, to standard output."""
    with read_store(data) as store:
        turn, rules = played_turn(store, game_id, parts.rules)
        played = about(store, game_id, turn, rules)
        written = hand_out(played, turn, rules, form, source_of=store.book.source_of)
    click.echo(written, nl=False)
