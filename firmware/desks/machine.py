"""How the machine is: heat and power on a Pi, room on the disk, and which versions run."""

import os
import platform
import re
import shutil
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import firmware
from firmware.recording.writer import RESERVE_BYTES
from firmware.store.files import say_why
from scoring.referee.contracts.diagnostics import Fact, ReleaseNotes
from scoring.sentence import marked, sentence

HEAT = Path("sys/class/thermal")
POWER = Path("sys/devices/platform/soc/soc:firmware/get_throttled")
MODEL = Path("proc/device-tree/model")
HOT_DEG = 80.0
"""From here on a Pi makes itself slower."""
FLAGS = {
    0: marked("too little power now; use the Pi's own power supply"),
    16: marked("too little power since it was started; use the Pi's own power supply"),
    2: marked("slowed down now"),
    3: marked("too hot now; give it air"),
    19: marked("too hot since it was started; give it air"),
}
"""What the bits of the Pi's word about its power mean.

Source:
    raspberrypi.com/documentation/computers/os.html, "get_throttled".
"""
PACKAGES = (
    "tablekeeper", "flask", "uvicorn", "msgspec", "numpy", "opencv-python-headless", "picamera2", "gpiozero",
)  # fmt: skip
CHANGELOG = Path(firmware.__file__).parents[1] / "CHANGELOG.md"
NOT_HERE = marked("This machine does not tell.")


def facts(data: Path, root: Path = Path("/")) -> Iterator[Fact]:
    """Say how the machine is.

    Args:
        data: The data folder, whose disk is looked at.
        root: Where the machine's own folders lie.
    """
    yield Fact(marked("Machine"), model(root))
    yield _heat(root)
    yield _power(root)
    yield _disk(data)


def versions() -> dict[str, str]:
    """Give the versions of what runs here; what is not installed is left out."""
    found = {"Python": platform.python_version(), platform.system(): platform.release()}
    for package in PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            continue
    return found


def changes(file: Path = CHANGELOG) -> ReleaseNotes | None:
    """Read what is new in this version from the list of all changes; None where that is not there.

    Args:
        file: Sections headed by versions, the newest first, each a list.
    """
    try:
        _, newest, *_ = re.split(r"^## ", file.read_text(), maxsplit=2, flags=re.MULTILINE)
    except (OSError, ValueError):
        return None
    version, *items = re.split(r"^- ", re.sub(r"[`*]", "", newest), flags=re.MULTILINE)
    return ReleaseNotes(version.strip(), tuple(" ".join(item.split()) for item in items))


def model(root: Path = Path("/")) -> str:
    """Say what kind of machine this is."""
    try:
        return (root / MODEL).read_text().rstrip("\0")
    except OSError:
        return sentence(
            "{machine} with {count} processors", machine=platform.machine(), count=os.cpu_count() or 1
        )


def _heat(root: Path) -> Fact:
    name = marked("Temperature")
    degrees = [deg for zone in sorted((root / HEAT).glob("thermal_zone*/temp")) if (deg := _read_deg(zone))]
    if not degrees:
        return Fact(name, NOT_HERE)
    warmest = max(degrees)
    return Fact(name, sentence("{degrees} °C", degrees=round(warmest)), is_bad=warmest >= HOT_DEG)


def _read_deg(file: Path) -> float | None:
    try:
        return int(file.read_text()) / 1000
    except (OSError, ValueError):  # some zones cannot be read while they sleep
        return None


def _power(root: Path) -> Fact:
    name = marked("Power")
    try:
        word = int((root / POWER).read_text(), 16)
    except (OSError, ValueError):
        return Fact(name, NOT_HERE)
    says = next((says for bit, says in FLAGS.items() if word & 1 << bit), "")
    return Fact(name, says or marked("enough, since it was started"), is_bad=bool(says))


def _disk(data: Path) -> Fact:
    try:
        disk = shutil.disk_usage(data)
    except OSError as error:
        why = sentence("The data folder cannot be reached: {why}.", why=say_why(error))
        return Fact(marked("Disk"), why, is_bad=True)
    free, total = round(disk.free / 1e9, 1), round(disk.total / 1e9)
    says = sentence("{free} GB of {total} GB free", free=free, total=total)
    return Fact(marked("Disk"), says, is_bad=disk.free < RESERVE_BYTES)
