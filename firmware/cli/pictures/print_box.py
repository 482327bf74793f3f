"""``tablekeeper print-box``: a box to print, so that a game can be tried with paper."""

from pathlib import Path

import click

from firmware.build import Parts
from firmware.cli import options
from firmware.cli.output import in_own_language
from firmware.errors import InputError
from firmware.images.cutouts import draw_cutouts
from firmware.store.files import write_file
from hardware.paper import PAPERS_MM
from webui.access.languages import translate


@click.command("print-box", short_help="Write a box to print, to play a game with paper.")
@options.game()
@click.option("--out", type=click.Path(path_type=Path), help="The PDF to write; box-GAME.pdf by default.")
@click.option("--paper", type=click.Choice(list(PAPERS_MM)), default="a4", help="The printer's paper.")
@click.pass_obj
def print_box(parts: Parts, game: str, out: Path | None, paper: str) -> None:
    """Write a PDF with everything printed that a game is played with, drawn and made up by us.

    Print it at 100 % on both sides, turned over the long edge, measure the line, and cut. There is none of
    a game whose tiles the rulebook shows: these are somebody else's drawings.
    """
    box = parts.rules(game).printable()
    if box is None:
        raise InputError(f"There is no box of {game} to print: play with the one from the shop.")
    out = out or Path(f"box-{game}.pdf")
    with in_own_language():
        write_file(out, draw_cutouts(box, paper, translate))
    click.echo(f"{out} holds a box to cut out; print it at 100 %, on both sides. {box.says}")
