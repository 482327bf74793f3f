"""``tablekeeper wiring``: how the panel is wired, as a drawing."""

from pathlib import Path

import click

from firmware.errors import InputError
from firmware.store.files import read_file, write_file
from hardware.pins import OUR_PINS, PinsError, load_pins
from hardware.wiring import draw_wiring


@click.command(short_help="Draw how buttons, light and buzzer are wired.")
@click.option(
    "--pins", type=click.Path(path_type=Path), default=OUR_PINS, help="A pins.toml; else tablekeeper's own."
)
@click.option("--out", type=click.Path(path_type=Path), default="wiring.svg", help="The SVG to write.")
def wiring(pins: Path, out: Path) -> None:
    """Draw how the panel's buttons, light and buzzer are wired to the Raspberry Pi."""
    try:
        drawn = draw_wiring(load_pins(read_file(pins).decode(errors="replace")))
    except PinsError as error:
        raise InputError(str(error)) from error
    write_file(out, drawn.encode())
    click.echo(f"{out} shows the wiring; a browser opens it.")
