"""``tablekeeper restore``: the backups of the games, and one of them put back."""

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import click

from firmware.cli import options
from firmware.cli.output import print_json, print_table
from firmware.data_folder import hold_data_folder
from firmware.errors import InputError
from firmware.store.backups import FOLDER, Backup, backups, restore_backup

BACKUPS_FORMAT = "tablekeeper.backups/1"
NONE = "There is no backup in {} yet; tablekeeper play makes one whenever it starts and a game ends."


@click.command(short_help="List the backups of the games, or put one back.")
@click.argument("backup", required=False)
@options.as_json()
@options.data()
def restore(backup: str | None, as_json: bool, data: Path) -> None:
    """List the backups of the games, newest first, or put the BACKUP named back.

    The games until now are kept beside it. BACKUP is a name from the list or, with a slash in it, a file.
    """
    if backup is None:
        _list(data, as_json=as_json)
        return
    if as_json:
        raise InputError("Only the list of backups is printed as JSON; leave out the backup or --json.")
    if not data.is_dir():
        raise InputError(NONE.format(data / FOLDER))
    with hold_data_folder(data):
        aside = restore_backup(data, backup)
    kept = f" The games until now are kept in {aside}." if aside else ""
    click.echo(f"The backup {backup} is back.{kept}")


def _list(data: Path, *, as_json: bool) -> None:
    found = list(backups(data))
    if as_json:
        print_json({"format": BACKUPS_FORMAT, "backups": [_document(backup) for backup in found]})
    elif found:
        print_table(["Backup", "Made", "Games", "Entries"], [list(_row(b)) for b in found], numbers=2)
    else:
        click.echo(NONE.format(data / FOLDER))


def _document(backup: Backup) -> dict[str, object]:
    extent = backup.extent
    holds = {"games": extent.games, "entries": extent.events} if extent else {}
    return {"name": backup.file.name, "made_s": backup.made_s, "damaged": extent is None, **holds}


def _row(backup: Backup) -> Iterator[str]:
    yield backup.file.name
    yield f"{datetime.fromtimestamp(backup.made_s).astimezone():%Y-%m-%d %H:%M}"
    yield str(backup.extent.games) if backup.extent else "damaged"
    yield str(backup.extent.events) if backup.extent else ""
