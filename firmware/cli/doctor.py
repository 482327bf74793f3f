"""``tablekeeper doctor``: what could keep a table from being followed, and what to do about it."""

import os
import shutil
import time
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path

import click

from firmware.build import camera_kinds
from firmware.cameras.choice import FORMS, Wanted, parse_camera
from firmware.cameras.lens import keep_lens, measure_lens
from firmware.cameras.quality.advice import advise
from firmware.cameras.quality.measurement import measure_focus, measure_light
from firmware.cameras.recorded.painted import demo_games
from firmware.cli import options
from firmware.cli.output import print_json
from firmware.cli.play import listen, wired_pins
from firmware.data_folder import LOCK, hold_data_folder, make_data_folder
from firmware.errors import CameraError, CommandError, InputError
from firmware.panel import open_panel
from firmware.ports import Camera
from firmware.serving.addresses import ANYWHERE, shown_host
from scoring.referee.contracts.camera import Finding, Grade
from scoring.referee.contracts.games import CLOCK_SET_S
from vision.geometry.markers import find_markers
from vision.reader import Image

DOCTOR_FORMAT = "tablekeeper.doctor/1"
SETTLING_FRAMES = 20
"""So many frames a camera is given to find its exposure and focus."""
PATIENCE_S = 3.0
FULL_GB, TIGHT_GB = 0.5, 2.0
WORDS: Mapping[Grade, str] = {"good": "ok", "fair": "note", "bad": "fix"}
NO_CAMERA = (
    "No camera was found. Plug one in, check its cable, or name one with --camera; until then turns are "
    "entered on a phone."
)
PLAYING = "Not looked at, since tablekeeper is playing just now; end it to have this checked."
NO_PINS = "This computer has no pins for a panel; the buttons on the page do the same."
NO_CLOCK = (
    "The clock has not been set, so games get a wrong date. Give the machine the internet for a minute."
)
NO_NETWORK = "This machine is in no network, so no phone can reach it. Connect it to your Wi-Fi or by cable."


@click.command(short_help="Check what a table needs, and say what to do.")
@click.option("--camera", default="auto", show_default=True, metavar="CAMERA", help=f"{FORMS}.")
@click.option(
    "--port", default=8000, show_default=True, type=click.IntRange(1, 65535), help="Where play would listen."
)
@click.option(
    "--lens", is_flag=True, help="Measure the camera's lens instead, on the printed chart moved before it."
)
@options.as_json()
@options.data()
def doctor(camera: str, port: int, lens: bool, as_json: bool, data: Path) -> None:
    """Check camera, focus, light, pins, disk, clock and port, and say what to do about each.

    It changes nothing, and ends with 1 where something must be put right before a game. With --lens it
    measures how the lens of a camera bends, on the chart that markers --chart prints, and keeps that: from
    the next play on straight things look straight.
    """
    if lens:
        click.echo(learn_lens(parse_camera(camera, demo_games()), data))
        return
    findings = tuple(examine(parse_camera(camera, demo_games()), port, data))
    if as_json:
        print_json({"format": DOCTOR_FORMAT, "checks": findings})
    else:
        for finding in findings:
            click.echo(f"{WORDS[finding.grade]:5}{finding.what}: {finding.says}")
    wrong = [finding.what for finding in findings if finding.grade == "bad"]
    if wrong:
        raise CommandError(f"Before a game, put this right: {', '.join(wrong)}.")


def learn_lens(wanted: Wanted, data: Path) -> str:
    """Measure the lens of a camera, keep it in the data folder, and say how well it is known.

    Raises:
        CommandError: A table is being played at, or the chart does not tell.
    """
    make_data_folder(data)
    with hold_data_folder(data), closing(_open(wanted)) as camera:
        lens = measure_lens(camera)
        keep_lens(data, camera.says, lens)
        return f"The lens of {camera.says} is known to {lens.off_px:.1f} pixels, from the next play on."


def examine(wanted: Wanted, port: int, data: Path) -> Iterator[Finding]:
    """Check one thing after the other."""
    playing = is_playing(data)
    if playing:
        yield from (Finding(what, "fair", PLAYING) for what in ("camera", "panel"))
    else:
        yield from check_camera(wanted)
        yield check_panel(data)
    yield check_disk(data)
    yield check_clock(time.time())
    yield check_port(port, playing=playing)
    yield check_network(shown_host(ANYWHERE))


def is_playing(data: Path) -> bool:
    """Tell whether a table is being played at with this data folder."""
    if not (data / LOCK).exists():
        return False
    try:
        with hold_data_folder(data):
            return False
    except CommandError:
        return True


def check_camera(wanted: Wanted) -> Iterator[Finding]:
    """Look through a camera and say how it does."""
    if wanted.kind == "none":
        return
    try:
        with closing(_open(wanted)) as camera:
            image, says = last_frame(camera), camera.says
    except (CameraError, InputError) as error:
        yield Finding("camera", "bad", str(error))
        return
    if image is None:
        yield Finding("camera", "bad", f"{says} shows no picture at all; choose another with --camera.")
        return
    focus = measure_focus(image)
    number = "" if focus is None else f", focus {focus:.0f} of 100"
    yield Finding("camera", "good", f"{says}, {image.shape[1]} x {image.shape[0]}{number}.")
    yield from advise(focus, focus or 0.0, measure_light(image, find_markers(image)))


def _open(wanted: Wanted) -> Camera:
    camera = camera_kinds(None)[wanted.kind](wanted.name).camera
    if wanted.kind == "auto" and not camera.says:
        raise CameraError(NO_CAMERA)
    return camera


def last_frame(camera: Camera) -> Image | None:
    """Give the frame after those in which a camera finds its exposure, or the first where there are fewer.

    Raises:
        CameraError: The camera sends nothing.
    """
    image = None
    for number in range(SETTLING_FRAMES):
        frame = camera.take(PATIENCE_S)
        if frame is None:
            break
        if number in (0, SETTLING_FRAMES - 1):
            image = frame.full()
    return image


def check_panel(data: Path) -> Finding:
    """Open the panel as it is wired, and let it go again."""
    try:
        panel = open_panel(wired_pins(data), lambda _: None)
    except InputError as error:
        return Finding("panel", "bad", str(error))
    panel.close()
    if panel.says.startswith("There is no panel"):
        return Finding("panel", "fair", panel.says)
    return Finding("panel", "good", panel.says or NO_PINS)


def check_disk(data: Path) -> Finding:
    """Tell whether games can be kept in the data folder, or where it would be made."""
    folder = next(folder for folder in (data, *data.parents) if folder.exists())
    if not os.access(folder, os.W_OK | os.X_OK):
        return Finding(
            "disk", "bad", f"Nothing can be kept in {folder}: you have no permission. Name another: --data"
        )
    return grade_room(shutil.disk_usage(folder).free / 1e9)


def grade_room(free_gb: float) -> Finding:
    """Say whether the room on a disk will do."""
    room = f"There are {free_gb:.1f} GB left on the disk"
    if free_gb < FULL_GB:
        return Finding("disk", "bad", f"{room}, too little to keep a game. Delete what you can spare.")
    if free_gb < TIGHT_GB:
        return Finding("disk", "fair", f"{room}; recordings will be few. Delete what you can spare.")
    return Finding("disk", "good", f"{room}.")


def check_clock(now_s: float) -> Finding:
    """Tell whether the clock knows the date, in seconds since 1970."""
    if now_s < CLOCK_SET_S:
        return Finding("clock", "fair", NO_CLOCK)
    return Finding("clock", "good", f"It is {time.strftime('%Y-%m-%d %H:%M', time.localtime(now_s))}.")


def check_port(port: int, *, playing: bool) -> Finding:
    """Tell whether phones could be answered on a port."""
    try:
        listen(ANYWHERE, port).close()
    except CommandError as error:
        if playing:
            return Finding("port", "good", f"Port {port} is taken; tablekeeper is playing.")
        return Finding("port", "bad", str(error))
    return Finding("port", "good", f"Port {port} is free.")


def check_network(host: str) -> Finding:
    """Tell whether phones could find the machine at its address."""
    if host.startswith("127."):
        return Finding("network", "fair", NO_NETWORK)
    return Finding("network", "good", f"Phones in the same network find this machine at {host}.")
