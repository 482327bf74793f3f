"""``tablekeeper play``: the dashboard on the table's own network."""

import errno
import logging
import signal
import socket
from pathlib import Path
from types import FrameType
from typing import Any

import click
import segno
from waitress import create_server

from firmware.build import Parts, dashboard
from firmware.commands import options
from firmware.data import hold_data_folder, make_data_folder
from firmware.errors import CommandError, InputError
from firmware.files import say_why

ANYWHERE = "0.0.0.0"  # noqa: S104 # phones must reach it
THREADS = 8
LATER = (
    "The live table with a camera comes in a later version; start tablekeeper play without --camera and "
    "score a photo."
)


@click.command(short_help="Start the dashboard: score a photo on your phone.")
@click.option(
    "--port", default=8000, show_default=True, type=click.IntRange(0, 65535), help="Where it listens."
)
@click.option("--host", default=ANYWHERE, show_default=True, help="The address it listens on.")
@click.option("--camera", hidden=True)
@options.data()
@click.pass_obj
def play(parts: Parts, port: int, host: str, camera: str | None, data: Path) -> None:
    """Start the dashboard and show the address for your phone; Ctrl-C ends it.

    Everything stays on this machine and in its own network.
    """
    if camera is not None:
        raise InputError(LATER)
    make_data_folder(data)
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(name)s: %(message)s")
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, _end)
    listener = listen(host, port)
    url = f"http://{shown_host(host)}:{listener.getsockname()[1]}"
    with listener, hold_data_folder(data), dashboard(data, parts, url, {host, socket.gethostname()}) as app:
        server: Any = create_server(app, sockets=[listener], threads=THREADS)
        announce(url)
        server.run()
    click.echo("Goodbye.", err=True)


def _end(number: int, frame: FrameType | None) -> None:
    """End the server as Ctrl-C does."""
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
            raise CommandError(f"Port {port} is taken by another program; choose one with --port.") from error
        raise CommandError(f"Nothing can listen on {host}, port {port}: {say_why(error)}.") from error


def shown_host(host: str) -> str:
    """Give the address under which phones find this machine."""
    if host != ANYWHERE:
        return f"[{host}]" if ":" in host else host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Connecting a datagram socket sends nothing; it only asks which way out would be taken.
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])


def announce(url: str) -> None:
    """Print where to go, and a QR code of it for a phone."""
    click.echo(f"tablekeeper is ready. Open {url} on a phone in the same network, or scan:")
    segno.make(url, error="m").terminal(compact=True)
    click.echo("Ctrl-C ends it.")
