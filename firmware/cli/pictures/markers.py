"""``tablekeeper markers``: markers that lie on the table and help to find it, to print."""

from pathlib import Path

import click

from firmware.store.files import write_file
from hardware.paper import PAPERS_MM
from hardware.sheet import ABOUT_CHART, WHERE_TO_LAY, Marker, draw_chart, draw_sheet
from vision.geometry.markers import MARKERS, SIDE_MM, marker_squares
from vision.geometry.undistort import SQUARE_MM, SQUARE_UNITS, chart_units


@click.command(short_help="Write markers that help to find the table, to print.")
@click.option("--out", type=click.Path(path_type=Path), default="markers.pdf", help="The PDF to write.")
@click.option("--paper", type=click.Choice(list(PAPERS_MM)), default="a4", help="The printer's paper.")
@click.option(
    "--chart", is_flag=True, help="The chart by which doctor --lens measures a camera's lens instead."
)
def markers(out: Path, paper: str, chart: bool) -> None:
    """Write a PDF with four markers to print and cut out, which help to find the table; none is needed.

    Lay them flat at the edge of the play area, far apart: any one anywhere, and two in view are enough.
    With markers in view the table is followed even where few tiles lie yet.
    """
    if chart:
        write_file(out, draw_chart(chart_units().tolist(), SQUARE_MM / SQUARE_UNITS, paper))
        click.echo(f"{out} holds the chart. {' '.join(ABOUT_CHART)}")
        return
    drawn = [Marker(name, marker_squares(number).tolist()) for number, name in enumerate(MARKERS)]
    write_file(out, draw_sheet(drawn, SIDE_MM, paper))
    click.echo(f"{out} holds four markers; print it at 100 % and measure the line on it. {WHERE_TO_LAY}")
