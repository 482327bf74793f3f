"""``tablekeeper mast``: how long a mast is for a camera and a table, and its templates to print."""

from pathlib import Path

import click

from firmware.errors import InputError
from firmware.store.files import read_file, write_file
from hardware.body.plan import cut_list, plan_body
from hardware.body.templates import draw_panel, draw_templates, plates_of
from hardware.mast import MODULES, READABLE_PX, plan_mast
from hardware.paper import PAPERS_MM
from hardware.pins import OUR_PINS, PinsError, load_pins

CAMERAS = {camera.name.removeprefix("Module ").lower().replace(" ", "-"): camera for camera in MODULES}


@click.command(short_help="Say what to cut for a mast, and write its templates and the panel's.")
@click.option("--camera", type=click.Choice(list(CAMERAS)), default="3", help="What hangs on it.")
@click.option("--width", type=click.IntRange(30, 200), default=80, help="Of the play area, in cm.")
@click.option("--depth", type=click.IntRange(30, 200), default=60, help="Of the play area, in cm.")
@click.option("--wood", is_flag=True, help="Saw its plates and foot of plywood; else they are printed.")
@click.option(
    "--pins", type=click.Path(path_type=Path), default=OUR_PINS, help="A pins.toml, for the panel's holes."
)
@click.option("--out", type=click.Path(path_type=Path), default="templates.pdf", help="The PDF to write.")
@click.option("--panel", type=click.Path(path_type=Path), help="An SVG to write the panel alone to, at 1:1.")
@click.option("--paper", type=click.Choice(list(PAPERS_MM)), default="a4", help="The printer's paper.")
def mast(
    *, camera: str, width: int, depth: int, wood: bool, pins: Path, out: Path, panel: Path | None, paper: str
) -> None:
    """Say how high the camera hangs, what to cut, and write templates to drill through, at 1:1.

    The mast stands in the middle of a long side, and the camera looks straight down.
    """
    area_mm = (10.0 * max(width, depth), 10.0 * min(width, depth))
    try:
        plan = plan_body(CAMERAS[camera], area_mm, wooden=wood)
        wired = load_pins(read_file(pins).decode(errors="replace"))
    except (PinsError, ValueError) as error:
        raise InputError(str(error)) from error
    write_file(out, draw_templates(plates_of(plan, wired), wired, paper))
    if panel:
        write_file(panel, draw_panel(wired).encode())
    high_cm, away_cm = plan.height_mm / 10, plan.reach_mm / 10
    click.echo(f"The lens hangs {high_cm:.0f} cm over the table, {away_cm:.0f} cm from the upright.")
    if plan.beside_mm:
        click.echo(
            f"It is {plan.beside_mm / 10:.0f} cm beside the arm, so the foot stands as far off the middle."
        )
    for cut in cut_list(plan):
        click.echo(f"{cut.number} {cut.what}: {cut.size}. Drill: {cut.drill}.")
    if plan.camera_cable_mm:
        click.echo(f"The camera's cable: {plan.camera_cable_mm} mm, with the case on the arm.")
    if not (seen := plan_mast(plan.camera, area_mm)).is_readable:
        small = f"A tile would be {seen.tile_px:.0f} pixels wide, and {READABLE_PX} are needed"
        click.echo(f"{small}: choose a smaller area.")
    click.echo(f"{out} holds the templates; print it at 100 % and measure the line on each.")
