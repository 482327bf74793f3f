"""``tablekeeper play``: the dashboard on the table's own network."""

import errno
import logging
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import NoReturn, get_args

import click
import cv2
import segno

from firmware.access_keys import open_keys
from firmware.build import Door, Parts, Record, dashboard
from firmware.cameras.choice import FORMS, parse_camera
from firmware.cameras.recorded.painted import demo_games
from firmware.cli import options
from firmware.data_folder import clear_places, close_to_others, hold_data_folder, make_data_folder
from firmware.demo.pages import THREADS
from firmware.errors import CommandError, InputError
from firmware.images.memory import hold_little
from firmware.serving.addresses import ANYWHERE, Addresses
from firmware.serving.server import PageServer
from firmware.serving.supervisor import Supervisor
from firmware.store.files import read_file, say_why
from firmware.store.quarantine import Aside
from hardware.pins import OUR_PINS, Pins, PinsError, load_pins
from scoring.referee.contracts.keys import join_link
from scoring.sentence import marked, sentence

PIN_KNOWN = "PIN for the host: the one shown at the first start; --new-pin makes a new one."
SWITCH_S = 0.0005
"""A look at the table computes in long stretches; a page or a tap beside it waits so long for its turn."""
NO_PANEL = marked("There is no panel; the buttons on the page do the same. {why}")
STOPPED = "The table has stopped because of a fault in the program; please report it."


@click.command(short_help="Follow a game at the table; the dashboard is on your phone.")
@click.option(
    "--port", default=8000, show_default=True, type=click.IntRange(0, 65535), help="Where it listens."
)
@click.option("--host", default=ANYWHERE, show_default=True, help="The address it listens on.")
@click.option(
    "--proxy",
    multiple=True,
    metavar="ADDRESS",
    help="The address of a proxy in front of it, whose word is taken for who asks.",
)
@click.option("--camera", default="auto", show_default=True, metavar="CAMERA", help=f"{FORMS}.")
@click.option(
    "--record",
    type=click.Choice(get_args(Record)),
    default="off",
    show_default=True,
    envvar="TABLEKEEPER_RECORD",
    help="Record the games: views of the board, or whole frames; that wears a memory card.",
)
@click.option("--new-pin", is_flag=True, help="Make a new PIN for the host.")
@click.option(
    "--write-pin",
    is_flag=True,
    envvar="TABLEKEEPER_WRITE_PIN",
    help="Write each new PIN into pin.txt in the data folder, too.",
)
@options.data()
@click.pass_obj
def play(  # noqa: PLR0913, PLR0917 - click hands the options in by name
    parts: Parts,
    port: int,
    host: str,
    proxy: tuple[str, ...],
    camera: str,
    record: Record,
    data: Path,
    *,
    new_pin: bool,
    write_pin: bool,
) -> None:
    """Follow the game under the camera, and show the dashboard's address for your phone; Ctrl-C ends it.

    Everything stays on this machine and in its own network. With auto, where there is no camera, turns are
    entered on a phone until one is plugged in; with none, always. The demo is a painted table that plays a
    game by itself; your own games are beside it, under /own.
    """
    wanted = parse_camera(camera, demo_games())
    os.umask(0o077)  # what is kept names people and shows them: it is this user's alone
    make_data_folder(data)
    aside = Aside(data, say)
    clear_places(data, aside)
    pins = usable_pins(data, aside.tell)
    hold_little()
    sys.setswitchinterval(SWITCH_S)
    cv2.setNumThreads(max(1, (os.cpu_count() or 2) - 1))  # one core is left for the pages
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(name)s: %(message)s")
    logging.getLogger("uvicorn").setLevel(logging.CRITICAL)  # that a phone sent nonsense, or went, is no news
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, _end)
    listener = listen(host, port)
    faults: list[type[BaseException]] = []
    threading.excepthook = lambda fault: _end_loudly(fault, faults)
    names = {host, socket.gethostname()}
    with ExitStack() as stack:
        stack.enter_context(listener)
        stack.enter_context(hold_data_folder(data))
        close_to_others(data)
        keys = open_keys(data, new_pin=new_pin, writes_pin=write_pin, aside=aside)
        door = Door(Addresses(host, listener.getsockname()[1]), names, keys)
        tables = stack.enter_context(
            dashboard(data, parts, wanted, pins, record=record, door=door, aside=aside, say=say)
        )
        supervisor = Supervisor(os.environ)
        server = PageServer(tables, listener, proxy, supervisor=supervisor, is_well=tables.is_well)
        announce(door)
        server.serve_pages()
        for number in (signal.SIGTERM, signal.SIGINT):  # an impatient second one does not cut the end short
            signal.signal(number, signal.SIG_IGN)
    if faults:
        raise CommandError(STOPPED)
    say("Goodbye.")


def say(sentence: str) -> None:
    """Tell somebody at the terminal what is no result."""
    click.echo(sentence, err=True)


def wired_pins(data: Path) -> Pins:
    """Read how the panel is wired: from the data folder's own ``pins.toml`` or, without one, from ours.

    Raises:
        InputError: The file cannot be read or used.
    """
    own = data / OUR_PINS.name
    file = own if own.exists() else OUR_PINS
    try:
        return load_pins(read_file(file).decode(errors="replace"))
    except PinsError as error:
        raise InputError(f"{file}: {error}") from error


def usable_pins(data: Path, tell: Callable[[str], None]) -> Pins | None:
    """Give the wiring; where it cannot be used, the file stays as somebody wrote it: no game needs a panel.

    Args:
        data: The data folder.
        tell: Told why there is no panel then.
    """
    try:
        return wired_pins(data)
    except InputError as error:
        tell(sentence(NO_PANEL, why=error.says))
        return None


def _end_loudly(fault: threading.ExceptHookArgs, faults: list[type[BaseException]]) -> None:
    """End the program when one of its workers has failed: a table that follows nothing helps nobody.

    Where it is the demo's, that alone ends: the players' own game goes on.
    """
    logging.getLogger(__name__).error(
        "%s failed",
        fault.thread,
        exc_info=(fault.exc_type, fault.exc_value or fault.exc_type(), fault.exc_traceback),
    )
    if fault.thread and fault.thread.name.startswith(THREADS):
        return
    faults.append(fault.exc_type)
    os.kill(os.getpid(), signal.SIGTERM)


def _end(*_signal: object) -> NoReturn:
    """End the program while it still gets ready, as Ctrl-C does; later it is the server who hears of it."""
    raise KeyboardInterrupt


def listen(host: str, port: int) -> socket.socket:
    """Take a port.

    Raises:
        CommandError: Somebody else has it, or it may not be had.
        InputError: The address is not one of this machine.
    """
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        return socket.create_server((host, port), family=family)
    except (socket.gaierror, UnicodeError) as error:
        raise InputError(f"{host!r} is not an address of this machine; leave --host out.") from error
    except PermissionError as error:
        raise CommandError(
            f"Port {port} is kept for the system; choose one from 1024: --port 8000"
        ) from error
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise CommandError(
                f"Port {port} is taken, maybe by a tablekeeper that is running already; "
                "end that, or choose another with --port."
            ) from error
        raise CommandError(f"Nothing can listen on {host}, port {port}: {say_why(error)}.") from error


def announce(door: Door) -> None:
    """Print where to go, a QR code for players to join with, and what makes a phone the host's."""
    address, local = door.addresses.url(), door.addresses.local()
    where = f"{address} (or {local})" if local else address
    click.echo(f"tablekeeper is ready. Open {where} on a phone in the same network, or scan to join:")
    segno.make(join_link(address, door.keys.code), error="m").terminal(compact=True)
    click.echo(f"Code for players: {door.keys.code}")
    click.echo(f"PIN for the host: {door.keys.pin}" if door.keys.pin else PIN_KNOWN)
    click.echo("Ctrl-C ends it.")
