"""``tablekeeper update`` and ``release``: a newer version for an appliance, and the file it comes in."""

import json
import os
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from firmware.appliance.guard import Places, delete, tell
from firmware.appliance.installation import GAMES, PROGRAM, SIGNERS, find_alike
from firmware.appliance.releases import newest_release, number_of, open_release, version_of, write_release
from firmware.appliance.steps import carry_out
from firmware.appliance.updating import (
    INCOMING,
    check_quiet,
    only_one,
    plan_update,
    release_on_stick,
    see_through,
    try_out,
    versions_in,
)
from firmware.build import Parts
from firmware.cli.appliance.install import MACHINE, SOURCE, check_rights, wheels_option
from firmware.errors import CommandError, InputError
from firmware.store.history import look_up
from firmware.store.store import read_store


@click.command(short_help="Update this appliance from a signed release; no network is needed.")
@click.argument("file", required=False, type=click.Path(path_type=Path), metavar="[FILE|DIR]")
@click.option("--older", is_flag=True, help="Install it even if it is older than what runs.")
@click.pass_obj
def update(parts: Parts, file: Path | None, *, older: bool) -> None:
    """Update from a release file, or from the newest one in a folder; without either, on a USB stick.

    The new version is put beside the old one, started, and asked for a minute how it is. Where it is not
    well, the old one goes on, with the games as they were.
    """
    check_rights(dry=False)
    places = Places(MACHINE.root)
    if not places.current.is_symlink():
        raise CommandError(
            "Nothing is installed here that could be updated; ./tablekeeper install does that."
        )
    with only_one(MACHINE):
        see_through(MACHINE, click.echo)  # of an update that a power cut ended
        try:
            version = _prepare(parts, file, str(places.current.readlink()), older=older)
        except CommandError as error:
            shutil.rmtree(MACHINE.at(INCOMING), ignore_errors=True)
            tell(places, "refused", "", str(error))
            raise
        stays = try_out(version, MACHINE, click.echo)
    if not stays:
        why = json.loads(places.outcome.read_text())["why"] or f"Version {version} did not answer."
        raise CommandError(f"{why} {places.current.readlink()} goes on, with all games as they were.")
    click.echo(f"Version {version} is well; it stays.")


@click.command(short_help="Pack this version and its packages as one signed file, for update.")
@click.option(
    "--key",
    required=True,
    type=click.Path(path_type=Path),
    metavar="KEY",
    help="Your private key, which signs it.",
)
@wheels_option("A folder with all its packages.", required=True)
@click.option(
    "--out",
    default=".",
    show_default="this folder",
    type=click.Path(path_type=Path, file_okay=False, exists=True),
    metavar="DIR",
    help="Where to.",
)
def release(key: Path, wheels: Path, out: Path) -> None:
    """Pack this version, with the packages it needs, as one signed file.

    A key is made once, with: ssh-keygen -t ed25519 -f KEY. Machines that were installed with --signers
    KEY.pub take what it signs; whoever has KEY can put programs on them, so keep it to yourself. How packages
    are fetched, for which Debian and which computer, hardware/image/README.md says.
    """
    click.echo(f"The release is {write_release(SOURCE, wheels, key, out)}.")


def _prepare(parts: Parts, file: Path | None, current: str, *, older: bool) -> str:
    """Put a release beside the version that runs, and give its version.

    Raises:
        CommandError: There is none that would do, or a game is being played, or was begun meanwhile.
    """
    _check_quiet(parts)
    with _release(file) as release:
        open_release(release, MACHINE.at(SIGNERS), MACHINE.at(INCOMING))
    version = _put_beside(current, older=older)
    _check_quiet(parts)
    return version


def _check_quiet(parts: Parts) -> None:
    check_quiet(MACHINE.at(GAMES), lambda: _is_game_open(parts), time.time())


def _is_game_open(parts: Parts) -> bool:
    """Tell whether the last game has not ended."""
    with read_store(MACHINE.at(GAMES)) as store:
        return any(not look_up(store, game, parts.rules).ended for game in store.games()[-1:])


@contextmanager
def _release(file: Path | None) -> Iterator[Path]:
    if file is None:
        with release_on_stick(MACHINE) as found:
            yield found
    else:
        yield newest_release(file) if file.is_dir() else file


def _put_beside(current: str, *, older: bool) -> str:
    """Put what was unpacked beside the version that runs, and give its version.

    Raises:
        InputError: It is the same version, or an older one and that is not wanted.
    """
    incoming = MACHINE.at(INCOMING)
    version = version_of(incoming)
    if version == current or (number_of(version) < number_of(current) and not older):
        raise InputError(
            f"Version {version} is not newer than {current}, which runs here; nothing was changed."
        )
    os.umask(0o022)
    steps = plan_update(
        incoming, version, current, versions_in(MACHINE), find_alike(incoming, version, MACHINE)
    )
    try:
        carry_out(steps, MACHINE, click.echo)
    except CommandError:
        delete(MACHINE.at(f"{PROGRAM}/{version}"))  # which may have filled the disk
        raise
    return version
