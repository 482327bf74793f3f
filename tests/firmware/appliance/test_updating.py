"""Updates: beside the version that runs, never during a game, and back where the new one is not well."""

import os
import subprocess

import pytest

from firmware.appliance import guard
from firmware.appliance.installation import PROGRAM
from firmware.appliance.steps import Machine, carry_out
from firmware.appliance.updating import (
    INCOMING,
    QUIET_S,
    STICK,
    check_quiet,
    plan_update,
    release_on_stick,
    try_out,
    versions_in,
)
from firmware.errors import CommandError, InputError

STICKS = '{"blockdevices": [{"path": "/dev/mmcblk0", "tran": null, "fstype": null}, %s]}'
TWO = STICKS % ", ".join(
    f'{{"path": "/dev/sd{letter}", "tran": "usb", "fstype": null,'
    f' "children": [{{"path": "/dev/sd{letter}1", "tran": null, "fstype": "vfat"}}]}}'
    for letter in "ab"
)


class Service:
    """A machine's systemd: starts the service with its guard, as the unit tells it to.

    Args:
        places: Where things lie.
        well: The versions that answer.
        is_hanging: Whether the others hang, and do not end.
        unknown: Versions whose unit systemd cannot make sense of: it starts nothing of that, no guard either.
    """

    def __init__(self, places, well, is_hanging=False, unknown=()):
        self.places, self.well, self.is_hanging, self.unknown = places, well, is_hanging, unknown
        self.started = []
        self.words = []

    def __call__(self, words, environ):
        self.words.append(words)
        is_known = self.places.current.readlink().name not in self.unknown
        if words[:2] == ("systemctl", "restart") and is_known:
            while not self.start() and not self.is_hanging:
                pass
        return subprocess.CompletedProcess(words, 0, "", "")

    def start(self):
        while not guard.starting(self.places):
            pass  # systemd starts it anew, as the version before describes itself
        version = self.places.current.readlink().name
        self.started.append(version)
        return version in self.well and guard.ready(self.places, lambda: True, lambda _: None)


@pytest.fixture
def places(places):
    (places.data / "games.sqlite").write_text("games")
    return places


def tried(places, service):
    said = []
    stays = try_out("2.0", Machine(places.root, service), said.append, lambda _: None)
    return stays, said


def test_a_version_that_is_well_stays(places):
    service = Service(places, {"1.0", "2.0"})
    assert tried(places, service)[0]
    assert service.started == ["2.0"]
    words = [" ".join(each) for each in service.words]
    assert words.index("systemctl daemon-reload") < words.index(
        "systemctl restart --no-block tablekeeper.service"
    )
    assert (places.root / "opt/tablekeeper/guard.py").read_text() == "the guard of 2.0"


def test_a_version_that_ends_at_once_is_left(places):
    service = Service(places, {"1.0"})
    assert not tried(places, service)[0]
    assert service.started == ["2.0", "2.0", "1.0"]
    assert not (places.root / "opt/tablekeeper/guard.py").exists()


def test_a_version_that_hangs_is_left_when_its_time_is_up(places):
    service = Service(places, {"1.0"}, is_hanging=True)
    stays, said = tried(places, service)
    assert not stays
    assert service.started == ["2.0", "1.0"]
    assert "Version 2.0 did not answer for 5 minutes." in said


def test_a_version_that_systemd_cannot_start_is_left_and_has_had_no_data(places):
    service = Service(places, {"1.0", "2.0"}, unknown={"2.0"})
    stays, _ = tried(places, service)
    assert not stays
    assert service.started == ["1.0"]
    assert (places.data / "games.sqlite").read_text() == "games"
    assert not places.trial.exists()


def test_the_version_that_runs_is_never_deleted_and_unused_ones_are(tmp_path):
    machine = Machine(tmp_path, lambda words, environ: subprocess.CompletedProcess(words, 0, "", ""))
    for version in ("0.9", "1.0", "2.0"):
        machine.at(f"{PROGRAM}/{version}").mkdir(parents=True)
    steps = plan_update(tmp_path / "incoming", "2.0", "1.0", ["0.9", "1.0", "2.0"])
    carry_out([step for step in steps if "unused" in step.says or "no longer" in step.says], machine, print)
    assert {each.name for each in machine.at(PROGRAM).iterdir()} == {"1.0", "2.0"}


def test_the_link_to_the_version_that_runs_is_no_version(tmp_path):
    machine = Machine(tmp_path, lambda words, environ: subprocess.CompletedProcess(words, 0, "", ""))
    for folder in (f"{PROGRAM}/1.0", f"{PROGRAM}/2.0", INCOMING):
        machine.at(folder).mkdir(parents=True)
        (machine.at(folder) / "tablekeeper").touch()
    machine.at(f"{PROGRAM}/half").mkdir()
    machine.at(f"{PROGRAM}/current").symlink_to("1.0")
    assert versions_in(machine) == {"1.0", "2.0"}


def test_no_update_comes_between_a_game_and_its_players(places):
    file = places.data / "games.sqlite"
    os.utime(file, (1000, 1000))
    with pytest.raises(CommandError, match="A game is being played"):
        check_quiet(places.data, lambda: True, 1060)
    check_quiet(places.data, lambda: False, 1060)
    check_quiet(places.data, lambda: True, 1000 + QUIET_S)
    (places.data / "games.sqlite-wal").write_text("newer")
    os.utime(places.data / "games.sqlite-wal", (2000, 2000))
    with pytest.raises(CommandError, match="A game is being played"):
        check_quiet(places.data, lambda: True, 1000 + QUIET_S)
    file.unlink()
    (places.data / "games.sqlite-wal").unlink()
    check_quiet(places.data, lambda: True, 0)


class Sticks:
    """A machine with USB sticks, of which one has files."""

    def __init__(self, root, told, full=""):
        self.at, self.told, self.full = root / STICK.lstrip("/"), told, full
        self.mounted = []

    def __call__(self, words, environ):
        if words[0] == "lsblk":
            return subprocess.CompletedProcess(words, 0, self.told, "")
        if words[0] == "mount":
            self.mounted.append(words[-2])
            if words[-2] == self.full:
                (self.at / "tablekeeper-1.0.0.tablekeeper-release").write_bytes(b"")
        else:
            self.mounted.append("none")
        return subprocess.CompletedProcess(words, 0, "", "")


def test_the_stick_that_has_a_release_is_read_and_let_go(tmp_path):
    sticks = Sticks(tmp_path, TWO, "/dev/sdb1")
    with release_on_stick(Machine(tmp_path, sticks)) as file:
        assert file.name == "tablekeeper-1.0.0.tablekeeper-release"
        assert sticks.mounted == ["/dev/sda1", "none", "/dev/sdb1"]
    assert sticks.mounted[-1] == "none"


@pytest.mark.parametrize(("told", "says"), [('{"blockdevices": []}', "no USB stick"), (TWO, "no release")])
def test_without_a_stick_or_a_release_it_is_said(tmp_path, told, says):
    sticks = Sticks(tmp_path, told)
    with pytest.raises(InputError, match=says), release_on_stick(Machine(tmp_path, sticks)):
        pass
    assert sticks.mounted in ([], ["/dev/sda1", "none", "/dev/sdb1", "none"])
