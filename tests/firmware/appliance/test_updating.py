"""Updates: beside the version that runs, never during a game, and back where the new one is not well."""

import os
import subprocess
from functools import partial

import pytest
from click.testing import CliRunner

from firmware.appliance import guard, updating
from firmware.appliance.installation import PARTS, PROGRAM
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
from firmware.cli.appliance import update as command
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


def test_a_trial_that_ends_while_its_service_is_ended_has_ended(places):
    """The last answer comes in the very second in which its time is up."""

    def stops(words, environ):
        if words[:2] == ("systemctl", "stop"):
            guard.ready(places, lambda: True, lambda _: None)
        return subprocess.CompletedProcess(words, 0, "", "")

    assert tried(places, stops)[0]
    assert places.current.readlink().name == "2.0"


class Unpacked:
    """The command, at a machine where a release that is well lies ready."""

    def __init__(self, places, monkeypatch):
        self.places, self.service = places, Service(places, {"1.0", "2.0"})
        self.open_since = None
        monkeypatch.setattr(command, "MACHINE", Machine(places.root, self))
        monkeypatch.setattr(command, "check_rights", lambda **_: None)
        monkeypatch.setattr(command, "open_release", self.unpack)
        monkeypatch.setattr(command, "find_alike", lambda *_: None)
        monkeypatch.setattr(command, "_is_game_open", lambda _: self.open_since == "packages")
        monkeypatch.setattr(command.os, "umask", lambda _: None)
        see_through = partial(updating.see_through, wait=lambda _: self.passes())
        monkeypatch.setattr(command, "see_through", see_through)
        self.begun, self.full = None, False
        self.passes = lambda: pytest.fail("nothing is waited for here")

    def unpack(self, file, signers, into):
        into.mkdir()
        for name in PARTS:
            into.joinpath(name).write_text('[project]\nversion = "2.0"\n')
        guards = into / "firmware/appliance"
        into.joinpath("firmware").unlink()
        guards.mkdir(parents=True)
        (guards / "guard.py").write_text("the guard of 2.0")

    def __call__(self, words, environ):
        if words[-1] == "games" and self.begun:
            self.begun()
        if words[-1] == "games" and self.full:
            return subprocess.CompletedProcess(words, 1, "", "no space left on device")
        return self.service(words, environ)

    def update(self):
        done = CliRunner().invoke(command.update, ["a.tablekeeper-release"], obj=None)
        return "" if done.exception is None else str(done.exception)


@pytest.fixture
def unpacked(places, monkeypatch):
    return Unpacked(places, monkeypatch)


def test_the_command_puts_a_version_beside_and_tries_it_out(unpacked):
    assert not unpacked.update()
    assert unpacked.service.started == ["2.0"]


def test_a_game_that_is_begun_while_packages_are_installed_is_not_ended(unpacked):
    def begin():
        unpacked.open_since = "packages"

    unpacked.begun = begin
    assert "A game is being played" in unpacked.update()
    assert unpacked.service.started == []
    assert not unpacked.places.trial.exists()


def test_an_update_that_filled_the_disk_is_taken_away_again(unpacked):
    unpacked.full = True
    assert "no space left" in unpacked.update()
    assert unpacked.service.started == []
    assert not (unpacked.places.root / "opt/tablekeeper/2.0").exists()


def test_an_update_says_why_it_went_back_where_that_is_known(unpacked, tmp_path, monkeypatch):
    (tmp_path / "cp").write_text("#!/bin/sh\necho 'cp: Input/output error' >&2; exit 1\n")
    (tmp_path / "cp").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    said = unpacked.update()
    assert "could not be copied before the update: cp: Input/output error. 1.0 goes on" in said


def test_a_trial_that_a_power_cut_broke_off_ends_before_another_begins(unpacked):
    (unpacked.places.root / "opt/tablekeeper/1.5").mkdir()
    guard.begin(unpacked.places, "1.5")
    guard.starting(unpacked.places)
    (unpacked.places.data / "games.sqlite").write_text("as 1.5 left it")
    unpacked.service.well.add("1.5")
    unpacked.begun = lambda: pytest.fail("one is on trial") if unpacked.places.trial.exists() else None
    unpacked.passes = lambda: guard.give_up(unpacked.places)
    assert not unpacked.update()
    assert (unpacked.places.data / "games.sqlite").read_text() == "games"


def test_of_two_updates_at_once_one_waits_for_nothing(unpacked):
    said = []
    unpacked.begun = lambda: said.append(unpacked.update())
    assert not unpacked.update()
    assert said == ["An update is under way already; wait until it has ended."]
    assert unpacked.service.started == ["2.0"]


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
