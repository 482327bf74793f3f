"""What it takes to update an appliance: the steps, and when a game comes first."""

import fcntl
import json
import os
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from pathlib import Path

from firmware.appliance.guard import Places, begin, give_up
from firmware.appliance.installation import GUARD, PROGRAM, UNIT, plan_version
from firmware.appliance.releases import WHEELS, newest_release
from firmware.appliance.steps import Gone, Machine, Ran, Step, Written, carry_out
from firmware.errors import CommandError, InputError
from firmware.store.backups import GAMES as GAMES_FILE

INCOMING = f"{PROGRAM}/incoming"
STICK = "/run/tablekeeper-stick"
QUIET_S = 30 * 60
"""A game at which nothing was told for so long has been left."""
START_S = 300
"""So long a version on trial may take to its first answer, on the slowest Pi and with data to migrate."""
RESTART = (
    Step("systemd reads its descriptions anew.", Ran(("systemctl", "daemon-reload"))),
    Step("The service starts anew.", Ran(("systemctl", "restart", "--no-block", UNIT))),
)


def plan_update(
    incoming: Path, version: str, current: str, installed: Collection[str], alike: Path | None = None
) -> list[Step]:
    """List the steps that put an unpacked release beside the version that runs, which is not touched.

    Args:
        incoming: The folder that it was unpacked to.
        version: Of the release.
        current: The version that runs.
        installed: All versions; older ones than that which runs are deleted to make room.
        alike: A folder with the very packages of the release, see ``find_alike``.

    Example:
        >>> steps = plan_update(Path("/opt/tablekeeper/incoming"), "1.2", "1.1", ["1.0", "1.1"])
        >>> print(steps[0].says)
        Version 1.0, which is no longer used, is deleted.
    """
    unused = sorted({*installed} - {version, current})
    return [
        *(
            Step(f"Version {each}, which is no longer used, is deleted.", Gone(f"{PROGRAM}/{each}"))
            for each in unused
        ),
        *plan_version(incoming, version, incoming / WHEELS, alike),
        Step("What was unpacked is deleted.", Gone(INCOMING)),
        Step("All of it is written to the disk.", Ran(("sync",))),
    ]


def versions_in(machine: Machine) -> set[str]:
    """List all versions that are installed; the link to one of them is none, nor is what was unpacked."""
    return {
        each.name
        for each in machine.at(PROGRAM).iterdir()
        if (each / "tablekeeper").is_file() and not each.is_symlink() and each != machine.at(INCOMING)
    }


def check_quiet(data: Path, is_open: Callable[[], bool], now_s: float) -> None:
    """Refuse while a game is played.

    Args:
        data: The data folder.
        is_open: Tells whether the last game has not ended.
        now_s: The clock of the machine, in seconds since 1970.

    Raises:
        CommandError: Somebody has told something of a game that goes on.
    """
    files = [file for file in (data / GAMES_FILE, data / f"{GAMES_FILE}-wal") if file.exists()]
    told_s = max((file.stat().st_mtime for file in files), default=-QUIET_S)
    if abs(now_s - told_s) < QUIET_S and is_open():
        raise CommandError(
            "A game is being played, and no update comes between; end the game, or come back half an hour "
            "after its last turn."
        )


def try_out(
    version: str, machine: Machine, say: Callable[[str], None], wait: Callable[[float], None] = time.sleep
) -> bool:
    """Start a version that was put beside the old one, and wait for what comes of it.

    Args:
        version: The version, which is installed.
        machine: The machine; its guard sees the trial through, whatever happens here.
        say: Told what happens.
        wait: Waits so many seconds.

    Returns:
        Whether it stays.

    Raises:
        CommandError: The service cannot be started anew.
    """
    places = Places(machine.root)
    say(f"Version {version} is started, and asked for a minute how it is.")
    begin(places, version)
    carry_out(RESTART, machine, say)
    see_through(machine, say, wait)
    stays = str(places.current.readlink()) == version
    if stays:
        carry_out([_renewed_guard(machine)], machine, say)
    return stays


def see_through(
    machine: Machine, say: Callable[[str], None], wait: Callable[[float], None] = time.sleep
) -> None:
    """Wait for the end of a trial, if there is one; a version that has used up its time is left.

    Args:
        machine: The machine.
        say: Told what happens.
        wait: Waits so many seconds.

    Raises:
        CommandError: The service cannot be ended or started anew.
    """
    places = Places(machine.root)
    if not _ends(places, wait):
        say(f"Version {places.current.readlink()} did not answer for {START_S // 60} minutes.")
        # Its guard may never have been asked: systemd starts nothing of a unit that it cannot make sense of.
        carry_out([Step("It is ended.", Ran(("systemctl", "stop", UNIT)))], machine, say)
        give_up(places)
        carry_out(RESTART, machine, say)


@contextmanager
def only_one(machine: Machine) -> Iterator[None]:
    """Keep other updates out as long as this lasts.

    Raises:
        CommandError: There is one under way.
    """
    folder = os.open(machine.at(PROGRAM), os.O_RDONLY)
    try:
        try:
            fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise CommandError("An update is under way already; wait until it has ended.") from error
        yield
    finally:
        os.close(folder)


def _renewed_guard(machine: Machine) -> Step:
    """Let the next update be watched by the guard of the version that runs, since that one was well."""
    ours = machine.at(f"{PROGRAM}/current/firmware/appliance/guard.py")
    return Step("Its guard watches over the next update.", Written(GUARD, ours.read_text()))


def _ends(places: Places, wait: Callable[[float], None]) -> bool:
    """Wait for the end of a trial; tell whether it came in time."""
    for _ in range(START_S):
        if not places.trial.exists():
            return True
        wait(1)
    return False


@contextmanager
def release_on_stick(machine: Machine) -> Iterator[Path]:
    """Find the newest release on the USB sticks that are plugged in; each is only read.

    Raises:
        InputError: There is no stick, or no release on any.
    """
    told = machine.runs(("lsblk", "--json", "--output", "PATH,TRAN,FSTYPE"), {}).stdout
    devices = stick_devices(told)
    if not devices:
        raise InputError("There is no USB stick; plug one in that has a release on it.")
    at = machine.at(STICK)
    at.mkdir(parents=True, exist_ok=True)
    for device in devices:
        words = ("mount", "-o", "ro,nosuid,nodev,noexec", device, str(at))
        if machine.runs(words, {}).returncode:
            continue
        try:
            release = newest_release(at)
        except InputError:
            machine.runs(("umount", str(at)), {})
            continue
        try:
            yield release
        finally:
            machine.runs(("umount", str(at)), {})
        return
    raise InputError("There is no release on the USB stick; copy the file to it, into no folder.")


def stick_devices(told: str) -> list[str]:
    """Give the file systems on USB sticks.

    Args:
        told: What ``lsblk --json --output PATH,TRAN,FSTYPE`` tells.

    Example:
        >>> stick_devices('{"blockdevices": [{"path": "/dev/sda", "tran": "usb", "fstype": null,'
        ...     ' "children": [{"path": "/dev/sda1", "tran": null, "fstype": "vfat"}]}]}')
        ['/dev/sda1']
    """
    sticks = [disk for disk in json.loads(told or "{}").get("blockdevices", []) if disk["tran"] == "usb"]
    places = [place for disk in sticks for place in (disk, *disk.get("children", []))]
    return [place["path"] for place in places if place["fstype"]]
