"""``tablekeeper install`` and ``uninstall``: the program as a service that starts with the machine."""

import grp
import os
import pwd
import shutil
import socket
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import TypeVar

import click

import firmware
from firmware.access_keys import SLIP
from firmware.appliance.installation import (
    GAMES,
    NETWORK_TOOLS,
    PROGRAM,
    MachineFacts,
    Wishes,
    find_alike,
    plan_installation,
    plan_removal,
)
from firmware.appliance.releases import check_wheels, read_signers
from firmware.appliance.steps import Machine, Step, carry_out, run
from firmware.errors import CommandError, InputError
from firmware.serving.addresses import ANYWHERE, shown_host

SOURCE = Path(firmware.__file__).parents[1]
WEB_PORT = 80
Command = TypeVar("Command", bound=Callable[..., object])
MACHINE = Machine(Path("/"), run)

dry_run = click.option("--dry-run", is_flag=True, help="Say each step and change nothing.")


def _whole_wheels(ctx: click.Context, param: click.Parameter, folder: Path | None) -> Path | None:
    """Refuse packages of which some are missing before anything else is looked at."""
    if folder is not None:
        check_wheels(folder, SOURCE)
    return folder


def wheels_option(says: str, *, required: bool = False) -> Callable[[Command], Command]:
    """Give the option that names a folder with all packages.

    Args:
        says: What it is for.
        required: Whether it has to be given.
    """
    return click.option(
        "--wheels",
        required=required,
        type=click.Path(path_type=Path, exists=True, file_okay=False),
        callback=_whole_wheels,
        metavar="DIR",
        help=says,
    )


@click.command(short_help="Make this machine an appliance: tablekeeper starts with it.")
@dry_run
@wheels_option("A folder with all its packages; without it they come from the network.")
@click.option("--logs-in-memory", is_flag=True, help="Keep no logs on the disk, which spares a memory card.")
@click.option(
    "--signers",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="The public key whose updates are trusted, or several as ALLOWED SIGNERS of ssh-keygen.",
)
def install(wheels: Path | None, signers: Path | None, *, dry_run: bool, logs_in_memory: bool) -> None:
    """Install this version as a service that starts with the machine, beside versions installed before.

    Everything is said before it is done. Done again, it does only what is left to do. Games are kept in
    /var/lib/tablekeeper.
    """
    if not (SOURCE / "tablekeeper").is_file():
        raise InputError(
            f"{SOURCE} is not tablekeeper's own folder, so there is nothing to install from; "
            "unpack it anew and run ./tablekeeper install there."
        )
    check_rights(dry=dry_run)
    trusted = read_signers(signers) if signers else ""
    wishes = Wishes(wheels, logs_in_memory, trusted)
    ours = version("tablekeeper")
    _take(plan_installation(SOURCE, ours, _facts(ours), wishes), dry=dry_run)
    if not dry_run:
        click.echo(
            f"tablekeeper is installed. In a minute it is at http://{shown_host(ANYWHERE)}:8000 "
            f"and http://{socket.gethostname()}.local:8000"
        )
        click.echo(f"The PIN for the host is then told by: sudo cat {GAMES}/{SLIP}")


@click.command(short_help="Take the service off this machine; the games stay.")
@dry_run
def uninstall(*, dry_run: bool) -> None:
    """Take tablekeeper off this machine, all versions of it; the games stay where they are."""
    check_rights(dry=dry_run)
    _take(plan_removal(), dry=dry_run)
    click.echo(f"The games are still in {GAMES}; delete that folder if nobody wants them any more.")


def check_rights(*, dry: bool) -> None:
    """Refuse where it cannot be done.

    Raises:
        CommandError: The machine has no systemd, or root's rights are missing.
    """
    if shutil.which("systemctl") is None:
        raise CommandError(
            "This machine has no systemd, which would start tablekeeper as a service; "
            "./tablekeeper play works without."
        )
    if not dry and os.geteuid() != 0:
        raise CommandError(f"{PROGRAM} is for root alone to write; run it with sudo before the command.")


def _facts(version: str) -> MachineFacts:
    return MachineFacts(
        frozenset(each.pw_name for each in pwd.getpwall()),
        frozenset(each.gr_name for each in grp.getgrall()),
        _is_free(WEB_PORT),
        find_alike(SOURCE, version, MACHINE),
        frozenset(tool for tool in NETWORK_TOOLS if shutil.which(tool)),
    )


def _is_free(port: int) -> bool:
    """Tell whether nothing of this machine answers at a port."""
    with socket.socket() as line:
        line.settimeout(1.0)
        return line.connect_ex(("127.0.0.1", port)) != 0


def _take(steps: list[Step], *, dry: bool) -> None:
    if dry:
        click.echo("Nothing is changed; this is what would be done:")
    carry_out(steps, MACHINE, click.echo, dry=dry)
