"""``tablekeeper markers``: the markers for the corners of the table, to print."""

from pathlib import Path

import click

from firmware.files import write_file
from hardware.sheet import PAPERS_MM, Marker, draw_sheet
from vision.markers import MARKERS, SIDE_MM, marker_squares

AS_ON_THE_TABLE = (0, 1, 3, 2)
"""Two rows, as the markers will lie."""


@click.command(short_help="Write the markers for the corners of the table, to print.")
@click.option("--out", type=click.Path(path_type=Path), default="markers.pdf", help="The PDF to write.")
@click.option("--paper", type=click.Choice(list(PAPERS_MM)), default="a4", help="The printer's paper.")
def markers(out: Path, paper: str) -> None:
    """Write a PDF with four markers to print, cut out and lay at the corners of the table.

    With markers in view the table is followed even where few tiles lie yet.
    """
    drawn = [Marker(MARKERS[number], marker_squares(number).tolist()) for number in AS_ON_THE_TABLE]
    write_file(out, draw_sheet(drawn, SIDE_MM, paper))
    click.echo(f"{out} holds four markers; print it at 100 % and measure the line on it.")
