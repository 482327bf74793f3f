"""The data folder: where prints, photographs and games are kept."""

import fcntl
import os
import re
import stat
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from firmware import access_keys
from firmware.appliance.network import notes
from firmware.cameras import lens
from firmware.demo import game
from firmware.errors import CommandError, InputError
from firmware.recording import writer
from firmware.store import backups, players, receipt, results
from firmware.store.database import index_of, log_of
from firmware.store.files import NO_FILE, say_why
from firmware.store.quarantine import FOLDER as SET_ASIDE
from firmware.store.quarantine import NO_FOLDER, Aside
from hardware.pins import OUR_PINS

NAME = "tablekeeper"
VARIABLE = "TABLEKEEPER_DATA"
LOCK = ".playing"
NOWHERE = "There is no home folder to keep data in; name one with --data DIR or in TABLEKEEPER_DATA."


FILES = (
    LOCK, access_keys.NAME, access_keys.SLIP, players.PLAYERS, results.RESULTS, OUR_PINS.name, lens.LENSES,
    receipt.NAME, notes.WISH,
    backups.GAMES, log_of(Path(backups.GAMES)).name, index_of(Path(backups.GAMES)).name,
)  # fmt: skip
FOLDERS = ("lessons", "photos", "prints", backups.FOLDER, writer.FOLDER, game.FOLDER)
"""What lies in a data folder, by name."""


OTHERS = stat.S_IRWXG | stat.S_IRWXO
OURS = re.compile(r"\d{1,9}|[0-9a-f]{12}|\d{8}-\d{6}-[0-9a-f]{6}")
"""How recordings, lessons and photographs are named there."""


def data_folder(given: str | None, environ: Mapping[str, str]) -> Path:
    """Find the data folder: the one named, else TABLEKEEPER_DATA, else the user's own.

    It need not exist yet.

    Raises:
        InputError: A file lies where the folder should be, or there is no home folder.

    Source:
        XDG Base Directory Specification 0.8: relative paths in its variables are invalid.
    """
    folder = Path(given or environ.get(VARIABLE) or _own_folder(environ)).absolute()
    if folder.exists() and not folder.is_dir():
        raise InputError(f"The data folder {folder} is a file; name a folder.")
    return folder


def _own_folder(environ: Mapping[str, str]) -> Path:
    shared = Path(environ.get("XDG_DATA_HOME", ""))
    if shared.is_absolute():
        return shared / NAME
    try:
        return Path.home() / ".local" / "share" / NAME
    except RuntimeError as error:
        raise InputError(NOWHERE) from error


def make_data_folder(folder: Path) -> None:
    """Make the data folder where there is none yet.

    Raises:
        CommandError: It cannot be made, or nothing can be kept in it; the sentence says why.
    """
    try:
        folder.mkdir(0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise CommandError(
            f"The data folder {folder} cannot be made: {say_why(error)}. Name another with --data."
        ) from error
    if not os.access(folder, os.W_OK | os.X_OK):
        is_fixed = os.statvfs(folder).f_flag & os.ST_RDONLY
        why = "its disk can only be read now" if is_fixed else "you have no permission"
        raise CommandError(
            f"Nothing can be kept in the data folder {folder}: {why}. Name another with --data."
        )


def clear_places(folder: Path, aside: Aside) -> None:
    """Set aside what lies where a file or a folder of ours belongs and is none."""
    files = (folder / each for name in FILES for each in (name, f".{name}.new"))
    for file in (each for each in files if os.path.lexists(each) and not each.is_file()):
        aside.put(file, NO_FILE)
    for each in (folder / name for name in FOLDERS):
        if os.path.lexists(each) and not each.is_dir():
            aside.put(each, NO_FOLDER)
        # within, folders are named by what this program counts or draws by lot
        for place in sorted(each.iterdir()) if each.is_dir() else ():
            if OURS.fullmatch(place.name) and not place.is_dir():
                aside.put(place, NO_FOLDER)


def close_to_others(folder: Path) -> None:
    """Close what is ours in a data folder to other users of this machine: it names people and shows them.

    What else somebody keeps there stays as it is, and the folder itself then too.
    """
    ours = [each for each in folder.iterdir() if _is_ours(each.name)]
    for each in ours:
        _close(each)
    if len(ours) == len([*folder.iterdir()]):
        _close(folder, within=False)


def _is_ours(name: str) -> bool:
    named = {*FILES, *FOLDERS, *(f".{each}.new" for each in FILES)}
    return name in named or name.startswith((f"{Path(backups.GAMES).stem}.", SET_ASIDE))


def _close(place: Path, *, within: bool = True) -> None:
    """Close a file, or a folder and all in it; one that is closed already was so with all in it."""
    found = place.lstat()
    is_folder, mode = stat.S_ISDIR(found.st_mode), stat.S_IMODE(found.st_mode)
    is_file = stat.S_ISREG(found.st_mode)
    if found.st_uid != os.geteuid() or not (is_folder or is_file) or not mode & OTHERS:
        return
    for each in place.iterdir() if is_folder and within else ():
        _close(each)
    place.chmod(mode & ~OTHERS)  # last: a start that breaks off goes on here at the next one


@contextmanager
def hold_data_folder(folder: Path) -> Iterator[None]:
    """Keep a data folder to this process, however it ends; reading its files stays free to all.

    Raises:
        CommandError: Another process holds it.

    Source:
        flock(2): the kernel lets go of the lock with the process, so that a kill leaves none behind.
    """
    with _opened(folder / LOCK) as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise CommandError(
                f"tablekeeper is already playing with the data folder {folder}; end it first, or name "
                "another folder with --data."
            ) from error
        yield


def _opened(file: Path) -> TextIO:
    try:
        return file.open("a")
    except OSError as error:
        raise CommandError(f"{file} cannot be used: {say_why(error)}.") from error
