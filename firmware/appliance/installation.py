"""What it takes to make a machine an appliance, and to take that back: the steps, in order."""

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from firmware.appliance.guard import Places
from firmware.appliance.network.access_point import ADDRESS, FILE
from firmware.appliance.network.nmcli import PROFILE
from firmware.appliance.steps import Copied, Duplicated, Gone, Linked, Machine, Ran, Step, Written

PROGRAM = "/opt/tablekeeper"
GAMES = "/var/lib/tablekeeper"
USER = "tablekeeper"
SYSTEMD = "/etc/systemd/system"
UNIT = "tablekeeper.service"
GROUPS = f"{SYSTEMD}/{UNIT}.d/groups.conf"
MODULES = "/etc/modules-load.d/tablekeeper.conf"
ASKED = ("tablekeeper-update", "tablekeeper-off")
"""What the page, which may do little, asks root for: each has a unit that waits, and one that does it."""
UNITS = (UNIT, *(f"{name}.{kind}" for name in ASKED for kind in ("service", "path")))
SERVICES = (UNIT, *(f"{name}.path" for name in ASKED))
GUARD = f"{PROGRAM}/guard.py"
DOORS = f"{PROGRAM}/doors.nft"
SIGNERS = "/etc/tablekeeper/signers"
NETWORK_UNITS = ("tablekeeper-network.service", "tablekeeper-redirector.service")
SCREEN_UNIT = "tablekeeper-screen.service"
NAMES = "/etc/NetworkManager/dnsmasq-shared.d/tablekeeper.conf"
AVAHI = "/etc/avahi/services/tablekeeper.service"
NETWORK_TOOLS = ("nmcli", "iw", "dnsmasq")
"""What an access point takes; a Raspberry Pi OS has all of it (``dnsmasq`` comes in dnsmasq-base)."""
LOGS = "/etc/systemd/journald.conf.d/tablekeeper.conf"
WANTED_GROUPS = ("video", "gpio", "render")
"""Cameras, pins and what cameras compute with; a plain Debian has not all of these groups."""
PARTS = (
    *("firmware", "hardware", "scoring", "vision", "webui"),
    *("tablekeeper", "pyproject.toml", "constraints.txt", "constraints-numpy1.txt"),
    *("README.md", "LICENSE", "CHANGELOG.md", "babel.cfg"),
)
PACKAGES = ("constraints.txt", "constraints-numpy1.txt")
"""They name each package that is installed, with its version and digest."""
HERE = Path(__file__).parent


class MachineFacts(NamedTuple):
    """What is known of a machine before it is installed on.

    Attributes:
        users: The names of its users.
        groups: The names of its groups.
        has_port_80: Whether nothing else answers at port 80.
        alike: A folder of the program with the very packages that are wanted; None where there is none.
        tools: Those programs of ``NETWORK_TOOLS`` that it has.
    """

    users: frozenset[str]
    groups: frozenset[str]
    has_port_80: bool = True
    alike: Path | None = None
    tools: frozenset[str] = frozenset()


class Wishes(NamedTuple):
    """What whoever installs may choose.

    Attributes:
        wheels: A folder with all packages, where no network is to be asked; None for the network.
        logs_in_memory: Whether logs are to be lost at each boot, which spares the card.
        signers: The keys whose updates are trusted, as text; "" where they stay as they are.
    """

    wheels: Path | None = None
    logs_in_memory: bool = False
    signers: str = ""


def plan_installation(source: Path, version: str, facts: MachineFacts, wishes: Wishes) -> list[Step]:
    """List the steps that install a version beside others, and have it start with the machine.

    Everything of it is on the disk before anything points at it.

    Args:
        source: The folder that the program was unpacked to.
        version: Of the program there; its folder is called so.
        facts: About the machine.
        wishes: Of whoever installs.

    Example:
        >>> facts = MachineFacts(frozenset({"tablekeeper"}), frozenset({"video"}))
        >>> for step in plan_installation(Path("/home/pi/tablekeeper"), "1.0", facts, Wishes())[:2]:
        ...     print(step.says)
        Version 1.0 is copied to /opt/tablekeeper/1.0.
        Its packages are installed there; this takes minutes.
    """
    return [
        *_own_user(facts),
        *plan_version(source, version, wishes.wheels, facts.alike),
        *(
            Step(f"{unit} is described to systemd by the version that starts.", Linked(*described(unit)))
            for unit in UNITS
        ),
        Step("It may use what this machine has.", Written(GROUPS, groups_text(facts))),
        Step("It is watched when it is updated.", Written(GUARD, _text("guard.py"))),
        *_trusted(wishes),
        Step("Cameras that are plugged in later are let in.", Written(MODULES, "videodev\nmc\n")),
        _doors(facts),
        Step(*_logs(wishes)),
        Step("All of it is written to the disk.", Ran(("sync",))),
        Step(
            f"From now on, version {version} is the one that starts.", Linked(f"{PROGRAM}/current", version)
        ),
        Step("systemd reads its descriptions anew.", Ran(("systemctl", "daemon-reload"))),
        Step(
            "tablekeeper starts with the machine, as does what waits for updates and to switch off.",
            Ran(("systemctl", "enable", "--quiet", *SERVICES)),
        ),
        *_network(facts),
        Step("A connected screen says where the table is.", Linked(*described(SCREEN_UNIT))),
        Step("systemd reads its descriptions anew.", Ran(("systemctl", "daemon-reload"))),
        Step(
            "What is beside the table starts with the machine, too.",
            Ran(("systemctl", "enable", "--quiet", *_units(facts))),
        ),
        Step("All start now.", Ran(("systemctl", "restart", "--no-block", *SERVICES, *_units(facts)))),
    ]


def plan_version(source: Path, version: str, wheels: Path | None, alike: Path | None) -> list[Step]:
    """List the steps that put a version beside others; nothing points at it yet.

    Args:
        source: The folder that the program was unpacked to.
        version: Of the program there.
        wheels: A folder with all packages; None for the network.
        alike: A folder with the very same packages, see ``find_alike``; None where there is none.
    """
    there = f"{PROGRAM}/{version}"
    offline = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(wheels.absolute())} if wheels is not None else {}
    folders = [f"{there}/{name}" for name in PARTS[:5]]
    return [
        Step(f"Version {version} is copied to {there}.", Copied(source, PARTS, there)),
        *_shared_packages(there, alike),
        Step(
            "Its packages are seen to; this takes seconds."
            if alike
            else "Its packages are installed there; this takes minutes.",
            Ran((f"{there}/tablekeeper", "games"), {"PIP_NO_CACHE_DIR": "1", **offline}),
        ),
        Step(
            "It is compiled, as it may not write there later.",
            Ran((f"{there}/.venv/bin/python", "-m", "compileall", "-q", *folders)),
        ),
    ]


def find_alike(source: Path, version: str, machine: Machine) -> Path | None:
    """Find a folder of the program with the very packages that are to be installed.

    Args:
        source: The folder that the program was unpacked to; it has them if it runs from there.
        version: Of the program there.
        machine: On which machine.

    Returns:
        That folder, or the one of the version that runs; None if neither has just these packages.
    """
    to = machine.at(f"{PROGRAM}/{version}").resolve()
    for there in (source.resolve(), machine.at(f"{PROGRAM}/current").resolve()):
        is_set_up = (there / ".venv/ready").is_file() and not (there / ".venv/ready-test").exists()
        if there != to and is_set_up and all(_are_alike(there / name, source / name) for name in PACKAGES):
            return there
    return None


def find_installed(folder: Path = HERE) -> Places | None:
    """Tell where the program is installed whose code lies in a folder; None where it runs from elsewhere.

    Example:
        >>> find_installed(Path("/home/pi/tablekeeper/firmware/appliance")) is None
        True
    """
    return Places() if folder.resolve().is_relative_to(PROGRAM) else None


def plan_removal() -> list[Step]:
    """List the steps that take the program off a machine; the games stay.

    Example:
        >>> print(plan_removal()[-1].says)
        systemd reads its descriptions anew.
    """
    return [
        Step(
            "tablekeeper ends, and starts no more with the machine; nothing waits for updates any more.",
            Ran(("systemctl", "disable", "--now", "--quiet", *SERVICES), may_fail=True),
        ),
        *(
            Step(f"{unit} ends.", Ran(("systemctl", "disable", "--now", "--quiet", unit), may_fail=True))
            for unit in (*NETWORK_UNITS, SCREEN_UNIT)
        ),
        Step(
            "The screen is given back.",
            Ran(("systemctl", "start", "--no-block", "getty@tty1"), may_fail=True),
        ),
        Step(
            "The access point is forgotten.",
            Ran(("nmcli", "connection", "delete", "id", PROFILE), may_fail=True),
        ),
        Step("Port 80 is given back.", Ran(("nft", "delete", "table", "inet", "tablekeeper"), may_fail=True)),
        *(
            Step(f"{path} is deleted.", Gone(path))
            for path in (
                *(described(unit)[0] for unit in (*UNITS, *NETWORK_UNITS, SCREEN_UNIT)),
                str(Path(GROUPS).parent),
                *(SIGNERS, FILE, NAMES, AVAHI, MODULES, LOGS, PROGRAM, f"{GAMES}.before"),
            )
        ),
        Step("systemd reads its descriptions anew.", Ran(("systemctl", "daemon-reload"))),
    ]


def described(unit: str) -> tuple[str, str]:
    """Tell where systemd looks for a unit, and where that leads: a version brings, and takes along, its own.

    Example:
        >>> described("tablekeeper.service")[1]
        '/opt/tablekeeper/current/firmware/appliance/tablekeeper.service'
    """
    return f"{SYSTEMD}/{unit}", f"{PROGRAM}/current/firmware/appliance/{unit}"


def groups_text(facts: MachineFacts) -> str:
    """Put the service into those groups that the machine has, and no others, whichever version runs.

    Example:
        >>> print(groups_text(MachineFacts(frozenset(), frozenset({"video", "audio"}))))
        [Service]
        SupplementaryGroups=
        SupplementaryGroups=video
        <BLANKLINE>
    """
    groups = " ".join(group for group in WANTED_GROUPS if group in facts.groups)
    return f"[Service]\nSupplementaryGroups=\nSupplementaryGroups={groups}\n"


def _own_user(facts: MachineFacts) -> Iterable[Step]:
    if USER not in facts.users:
        yield Step(
            f"The user {USER} is made, as whom nobody can log in.",
            Ran(
                (
                    *("useradd", "--system", "--home-dir", GAMES, "--no-create-home"),
                    "--shell",
                    "/usr/sbin/nologin",
                    USER,
                )
            ),
        )


def _are_alike(one: Path, other: Path) -> bool:
    return one.is_file() and one.read_bytes() == other.read_bytes()


def _shared_packages(there: str, alike: Path | None) -> Iterable[Step]:
    if alike:
        yield Step(
            f"It needs the packages that {alike} has; they are copied.",
            Duplicated(alike / ".venv", f"{there}/.venv"),
        )


def _trusted(wishes: Wishes) -> Iterable[Step]:
    if wishes.signers:
        yield Step("It is noted whose updates are trusted.", Written(SIGNERS, wishes.signers))


def _network(facts: MachineFacts) -> Iterable[Step]:
    """Look after the network where NetworkManager does; the name is avahi's, where there is one."""
    missing = [tool for tool in NETWORK_TOOLS if tool not in facts.tools]
    if missing:
        yield Step(
            f"There is no {' and no '.join(missing)} here, so where no Wi-Fi is known there is none.",
            Gone(NAMES),
        )
        return
    for unit in NETWORK_UNITS:
        yield Step("Where no Wi-Fi is known, there is one of its own.", Linked(*described(unit)))
    yield Step("In that, every name leads to the table.", Written(NAMES, f"address=/#/{ADDRESS}\n"))
    yield Step("Its own network finds it as tablekeeper.local.", Written(AVAHI, _text("avahi.xml")))


def _units(facts: MachineFacts) -> tuple[str, ...]:
    """List what is to start beside the table."""
    has_network = all(tool in facts.tools for tool in NETWORK_TOOLS)
    return (*(NETWORK_UNITS if has_network else ()), SCREEN_UNIT)


def _text(name: str) -> str:
    return (HERE / name).read_text()


def _doors(facts: MachineFacts) -> Step:
    """Have port 80 lead to the pages, but that of the access point, unless something else answers there."""
    text = _text("doors.nft")
    if facts.has_port_80:
        return Step("Port 80 leads to the pages, too.", Written(DOORS, text))
    lines = [line for line in text.splitlines(keepends=True) if not line.strip().startswith("tcp")]
    return Step(
        "Something else answers at port 80; the pages are at port 8000 alone.", Written(DOORS, "".join(lines))
    )


def _logs(wishes: Wishes) -> tuple[str, Written]:
    """Bound the logs of the machine."""
    if wishes.logs_in_memory:
        return "Logs are kept in memory, and lost at each boot.", Written(
            LOGS, "[Journal]\nStorage=volatile\nRuntimeMaxUse=16M\n"
        )
    return "Logs take 50 MB of the disk at most.", Written(LOGS, "[Journal]\nSystemMaxUse=50M\n")
