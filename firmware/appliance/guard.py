"""Watches over a version on trial, and goes back to the one before where it does not answer.

It is copied to /opt/tablekeeper, outside of all versions, and needs nothing but the system's own Python.
systemd runs it as root: ``starting`` before each start of the service, ``ready`` once the service says so.
How far a trial has come is on the disk, so that a power cut at any moment changes nothing.
"""

import json
import os
import shutil
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

ATTEMPTS = 2
"""So often a version on trial is started; one of them may have been ended by a power cut."""
WATCHED_S = 60
ASKED_EVERY_S = 5
MISSES = 3
"""So many answers in a row that do not come are too many; one is a busy machine."""
SPARED = ("recordings", "backups")
"""No version changes these once they are written, and they are large: they are not copied."""
HEALTH = "http://127.0.0.1:8000/healthz"


class Places(NamedTuple):
    """Where things lie under a root folder."""

    root: Path = Path("/")

    @property
    def current(self) -> Path:
        """The link that says which version starts."""
        return self.root / "opt/tablekeeper/current"

    @property
    def trial(self) -> Path:
        """The version to go back to, a line; then a line for each attempt. There while a trial lasts."""
        return self.root / "opt/tablekeeper/trial"

    @property
    def outcome(self) -> Path:
        """What came of the last update, for the pages."""
        return self.root / "opt/tablekeeper/outcome.json"

    @property
    def data(self) -> Path:
        """The games, and all that belongs to them."""
        return self.root / "var/lib/tablekeeper"

    @property
    def running(self) -> Path:
        """What the service leaves while it runs; it lies in memory."""
        return self.root / "run/tablekeeper"

    @property
    def before(self) -> Path:
        """A copy of the data as it was before the trial, where only root may look."""
        return self.root / "var/lib/tablekeeper.before"


def starting(places: Places) -> bool:
    """See to the trial before a start: copy the data before the first, go back after too many.

    Returns:
        False where it went back: the version before has a description of its own, by which it is to start.
    """
    if not places.trial.is_file():
        return True
    old, *attempts = places.trial.read_text().split()
    if str(places.current.readlink()) == old:
        _end(places)  # the power went before the new version was in its place
        return True
    if len(attempts) >= ATTEMPTS:
        _go_back(places, old, is_used=True)
        return False
    if not attempts:
        try:
            _copy_data(places)
        except OSError as error:
            why = f"The games could not be copied before the update: {error.strerror or error}."
            _go_back(places, old, is_used=False, why=why)
            return False
    put(places.trial, "\n".join([old, *attempts, "attempt"]))
    return True


def ready(places: Places, answers: Callable[[], bool], wait: Callable[[float], None] = time.sleep) -> bool:
    """Ask a version on trial for a minute how it is; it stays if it is well.

    Args:
        places: Where things lie.
        answers: Asks it once.
        wait: Waits so many seconds.

    Returns:
        False if it is not well; systemd then ends it, and starts it anew or goes back.
    """
    if not places.trial.is_file():
        return True
    missed = 0
    for _ in range(0, WATCHED_S, ASKED_EVERY_S):
        wait(ASKED_EVERY_S)
        missed = 0 if answers() else missed + 1
        if missed == MISSES:
            return False
    tell(places, "stays", str(places.current.readlink()))
    _end(places)
    return True


def begin(places: Places, version: str) -> None:
    """Put another version in its place, on trial; it starts with the next start of the service."""
    old = str(places.current.readlink())
    places.outcome.unlink(missing_ok=True)
    put(places.trial, old)
    _link(places, version)


def give_up(places: Places) -> None:
    """Go back at once, as the version on trial has used up its time; the service is ended before.

    One that systemd could not start has never had the data, and no copy of them was made. The trial may have
    ended before the service has.
    """
    if not places.trial.is_file():
        return
    old, *attempts = places.trial.read_text().split()
    if attempts:  # a power cut meanwhile ends with the version before, too
        put(places.trial, "\n".join([old, *["attempt"] * ATTEMPTS]))
    _go_back(places, old, is_used=bool(attempts))


def tell(places: Places, came: str, version: str, why: str = "") -> None:
    """Keep what came of an update, for the pages.

    Args:
        places: Where things lie.
        came: "stays", "back" or "refused".
        version: Of the update; "" where that is not known.
        why: A sentence of the program, in English.
    """
    put(places.outcome, json.dumps({"came": came, "version": version, "why": why}))


def put(file: Path, text: str) -> None:
    """Write a file whole or not at all, and see it to the disk."""
    fresh = file.with_name(f"{file.name}.new")
    with fresh.open("w") as out:
        out.write(f"{text}\n")
        out.flush()
        os.fsync(out.fileno())
    fresh.chmod(0o644)
    fresh.replace(file)
    os.sync()


def healthy() -> bool:
    """Ask the service at its own address whether all is well."""
    try:
        with urllib.request.urlopen(HEALTH, timeout=ASKED_EVERY_S) as answer:
            return bool(answer.status == 200)
    except (OSError, urllib.error.URLError):
        return False


def _copy_data(places: Places) -> None:
    shutil.rmtree(places.before, ignore_errors=True)
    places.before.mkdir(mode=0o700)
    _copy(places.data, places.before)
    os.sync()


def _go_back(places: Places, old: str, *, is_used: bool, why: str = "") -> None:
    """Lead the link to the version before; each step may be done twice.

    Args:
        places: Where things lie.
        old: The version before.
        is_used: Whether the new version has had the data, so that it is put back from the copy.
        why: A sentence for the pages.
    """
    new = str(places.current.readlink())
    if is_used:
        for each in _copied(places.data):
            delete(each)
        _copy(places.before, places.data)
        os.sync()
    _link(places, old)
    tell(places, "back", new, why)
    _end(places)


def _end(places: Places) -> None:
    places.trial.unlink()
    os.sync()
    shutil.rmtree(places.before, ignore_errors=True)


def _copied(folder: Path) -> list[Path]:
    return [each for each in folder.iterdir() if each.name not in SPARED]


def _copy(source: Path, to: Path) -> None:
    """Copy what is copied of a folder, with owners and times.

    Raises:
        OSError: That went wrong, for a reason in the words of the system.
    """
    if found := _copied(source):
        words = ["cp", "-a", "--reflink=auto", "--", *map(str, found), str(to)]
        done = subprocess.run(words, capture_output=True, text=True, check=False)  # noqa: S603
        if done.returncode:
            raise OSError(next(iter(done.stderr.splitlines()), "the copy was broken off"))


def delete(path: Path) -> None:
    """Delete a file, a link or a folder with all in it; it may be gone already."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def lead(link: Path, to: str) -> None:
    """Lead a symbolic link elsewhere, or make it; at every moment it leads somewhere."""
    fresh = link.with_name(f"{link.name}.new")
    fresh.unlink(missing_ok=True)
    fresh.symlink_to(to)
    fresh.replace(link)


def _link(places: Places, version: str) -> None:
    lead(places.current, version)
    os.sync()


if __name__ == "__main__":
    if sys.argv[1] == "ready":
        sys.exit(not ready(Places(), healthy))
    if not starting(Places()):
        subprocess.run(["systemctl", "daemon-reload"], check=False)  # noqa: S607
        sys.exit("The version before goes on; systemd starts it as that describes it.")
