"""The program as an appliance: what installing does to a machine, and what it leaves alone."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from firmware.appliance.installation import (
    GAMES,
    GROUPS,
    HERE,
    NAMES,
    NETWORK_TOOLS,
    NETWORK_UNITS,
    PACKAGES,
    PROGRAM,
    SCREEN_UNIT,
    SIGNERS,
    UNIT,
    UNITS,
    MachineFacts,
    Wishes,
    described,
    find_alike,
    plan_installation,
    plan_removal,
)
from firmware.appliance.steps import Duplicated, Machine, carry_out, run
from firmware.cli.appliance import install as command
from firmware.cli.play import play
from firmware.errors import CommandError
from tests.some import some

SOURCE = Path(__file__).parents[3]
NONE = Wishes()
FACTS = MachineFacts(
    frozenset({"root"}), frozenset({"video", "audio", "render"}), tools=frozenset(NETWORK_TOOLS)
)


class Recorded:
    """A machine's commands: notes what is run; one of them may fail."""

    def __init__(self) -> None:
        self.words = []
        self.environs = []
        self.failing = None

    def __call__(self, words, environ):
        self.words.append(" ".join(words))
        self.environs.append(dict(environ))
        fails = self.failing is not None and self.failing in self.words[-1]
        return subprocess.CompletedProcess(
            words, int(fails), "", "first words\nThe disk is on fire." if fails else ""
        )


@pytest.fixture
def runs():
    return Recorded()


@pytest.fixture
def machine(tmp_path, runs):
    (tmp_path / "var/lib/tablekeeper").mkdir(parents=True)
    (tmp_path / "var/lib/tablekeeper/games.sqlite").write_text("games")
    return Machine(tmp_path, runs)


def install(machine, version="1.0", facts=FACTS, wishes=NONE, *, dry=False):
    said = []
    carry_out(plan_installation(SOURCE, version, facts, wishes), machine, said.append, dry=dry)
    return said


def files_of(machine):
    return {str(file.relative_to(machine.root)) for file in machine.root.rglob("*")}


def test_what_is_installed_runs_from_where_it_was_copied_to(machine):
    install(machine)
    there = machine.at(f"{PROGRAM}/1.0")
    environ = {**os.environ, "PYTHONPATH": str(there), "PYTHONDONTWRITEBYTECODE": "1"}
    words = [sys.executable, "-P", "-m", "firmware", "games"]
    done = subprocess.run(words, cwd=machine.root, env=environ, capture_output=True, text=True, check=True)
    assert "carcassonne" in done.stdout
    where = [sys.executable, "-P", "-c", "import firmware; print(firmware.__file__)"]
    found = subprocess.run(where, cwd=machine.root, env=environ, capture_output=True, text=True, check=True)
    assert found.stdout.startswith(str(there))


def test_everything_lies_on_the_disk_before_anything_points_at_it(machine, runs):
    install(machine)
    assert runs.words.index("sync") < runs.words.index("systemctl daemon-reload")
    runs.failing = "sync"
    with pytest.raises(CommandError, match=r"The disk is on fire\."):
        install(machine, "2.0")
    assert machine.at(f"{PROGRAM}/current").readlink() == Path("1.0")
    runs.failing = None
    install(machine, "2.0")
    assert machine.at(f"{PROGRAM}/current").readlink() == Path("2.0")
    assert machine.at(f"{PROGRAM}/1.0/tablekeeper").is_file()


def test_installing_again_copies_and_writes_nothing_anew(machine):
    install(machine)
    before = {file: file.lstat().st_mtime_ns for file in machine.root.rglob("*")}
    said = install(machine)
    assert {file: file.lstat().st_mtime_ns for file in machine.root.rglob("*")} == before
    assert sum("already" in line for line in said) == 17


def test_what_was_unpacked_where_it_is_installed_is_not_copied_over_itself(machine):
    install(machine)
    there = machine.at(f"{PROGRAM}/1.0")
    carry_out(plan_installation(there, "1.0", FACTS, NONE), machine, lambda _: None)
    assert (there / "tablekeeper").is_file()


@pytest.mark.parametrize("damage", [Path.unlink, lambda file: file.write_bytes(b"")])
def test_a_copy_or_a_deletion_that_broke_off_is_made_anew(machine, damage):
    install(machine)
    file = machine.at(f"{PROGRAM}/1.0/README.md")
    damage(file)
    install(machine)
    assert file.read_bytes() == (SOURCE / "README.md").read_bytes()


def test_a_dry_run_says_every_step_and_changes_nothing(machine, runs):
    before = files_of(machine)
    said = install(machine, dry=True)
    assert files_of(machine) == before
    assert runs.words == []
    assert len(said) == len(plan_installation(SOURCE, "1.0", FACTS, Wishes()))


def test_without_a_network_packages_come_from_a_folder(machine, runs, tmp_path):
    install(machine, wishes=Wishes(tmp_path))
    at = next(number for number, words in enumerate(some(runs.words)) if words.endswith("/tablekeeper games"))
    assert runs.environs[at]["PIP_NO_INDEX"] == "1"
    assert runs.environs[at]["PIP_FIND_LINKS"] == str(tmp_path)


@pytest.fixture
def unpacked(tmp_path):
    """A folder that a program was unpacked to, which has been set up there."""
    folder = tmp_path / "home/unpacked"
    (folder / ".venv").mkdir(parents=True)
    for name in PACKAGES:
        (folder / name).write_text("numpy==2.4.6\n")
    (folder / ".venv/ready").write_text("made from this")
    return folder


@pytest.fixture
def copying(machine):
    """The machine, which really copies."""
    runs = machine.runs
    return machine._replace(runs=lambda words, environ: (run if words[0] == "cp" else runs)(words, environ))


def test_packages_that_are_there_already_are_copied(copying, unpacked):
    machine = copying
    found = find_alike(unpacked, "1.0", machine)
    assert found == unpacked
    said = install(machine, facts=FACTS._replace(alike=found))
    assert f"It needs the packages that {unpacked} has; they are copied." in said
    assert machine.at(f"{PROGRAM}/1.0/.venv/ready").read_text() == "made from this"
    machine.at(f"{PROGRAM}/1.0/.venv/ready").write_text("grown since")
    install(machine, facts=FACTS._replace(alike=found))
    assert machine.at(f"{PROGRAM}/1.0/.venv/ready").read_text() == "grown since"


def test_a_newer_version_takes_packages_over_only_if_it_needs_the_very_same(machine, unpacked):
    there = machine.at(f"{PROGRAM}/1.0")
    shutil.copytree(unpacked, there)
    machine.at(f"{PROGRAM}/current").symlink_to("1.0")
    (unpacked / ".venv/ready").unlink()
    assert find_alike(unpacked, "2.0", machine) == there
    assert find_alike(unpacked, "1.0", machine) is None
    (there / ".venv/ready-test").touch()
    assert find_alike(unpacked, "2.0", machine) is None
    (there / ".venv/ready-test").unlink()
    (unpacked / PACKAGES[0]).write_text("numpy==2.4.7\n")
    assert find_alike(unpacked, "2.0", machine) is None


def test_packages_whose_copy_broke_off_are_copied_anew(copying, unpacked):
    machine = copying
    half = machine.at(f"{PROGRAM}/1.0/.venv.new")
    half.mkdir(parents=True)
    (half / "half").touch()
    Duplicated(unpacked / ".venv", f"{PROGRAM}/1.0/.venv").do(machine)
    assert {each.name for each in machine.at(f"{PROGRAM}/1.0/.venv").iterdir()} == {"ready"}
    assert not half.exists()
    with pytest.raises(CommandError, match="This went wrong: cp"):
        Duplicated(unpacked / "nothing", f"{PROGRAM}/1.0/other").do(machine)
    assert not machine.at(f"{PROGRAM}/1.0/other").exists()


def test_port_80_is_left_to_whom_has_it(machine):
    install(machine)
    assert "redirect to :8000" in machine.at(f"{PROGRAM}/doors.nft").read_text()
    install(machine, facts=FACTS._replace(has_port_80=False))
    doors = machine.at(f"{PROGRAM}/doors.nft").read_text()
    assert "redirect to :8000" not in doors
    assert "ip daddr 10.42.0.1 tcp dport 80 redirect to :8081" in doors


def test_where_networkmanager_is_not_there_is_no_access_point_and_that_is_said(machine, runs):
    install(machine)
    assert machine.at(NAMES).read_text() == "address=/#/10.42.0.1\n"
    started = next(words for words in some(runs.words) if "restart" in words).split()
    assert {*NETWORK_UNITS, SCREEN_UNIT} < {*started}
    runs.words.clear()
    said = install(machine, facts=FACTS._replace(tools=frozenset({"nmcli"})))
    assert "There is no iw and no dnsmasq here, so where no Wi-Fi is known there is none." in said
    assert not machine.at(NAMES).exists()
    started = next(words for words in some(runs.words) if "restart" in words).split()
    assert not {*NETWORK_UNITS} & {*started}


def test_logs_spare_the_card_where_that_is_wished(machine):
    install(machine)
    logs = machine.at("/etc/systemd/journald.conf.d/tablekeeper.conf")
    assert "SystemMaxUse=50M" in logs.read_text()
    install(machine, wishes=Wishes(logs_in_memory=True))
    assert "Storage=volatile" in logs.read_text()


def test_whose_updates_are_trusted_is_kept_until_it_is_told_anew(machine):
    install(machine)
    assert not machine.at(SIGNERS).exists()
    install(machine, wishes=Wishes(signers="tablekeeper ssh-ed25519 AAAA"))
    install(machine)
    assert machine.at(SIGNERS).read_text() == "tablekeeper ssh-ed25519 AAAA"


def test_a_user_is_made_once(machine, runs):
    install(machine)
    assert sum("useradd" in words for words in runs.words) == 1
    install(machine, facts=FACTS._replace(users=frozenset({"tablekeeper"})))
    assert sum("useradd" in words for words in runs.words) == 1


def test_uninstalling_leaves_the_games_and_nothing_else(machine):
    before = files_of(machine)
    install(machine)
    carry_out(plan_removal(), machine, lambda _: None)
    folders = {
        "opt",
        "etc",
        "etc/systemd",
        "etc/systemd/system",
        "etc/systemd/journald.conf.d",
        "etc/modules-load.d",
        *("etc/NetworkManager", "etc/NetworkManager/dnsmasq-shared.d", "etc/avahi", "etc/avahi/services"),
    }
    assert files_of(machine) == before | folders
    assert machine.at(f"{GAMES}/games.sqlite").read_text() == "games"


def test_uninstalling_what_was_never_installed_does_no_harm(machine, runs):
    runs.failing = "disable"
    carry_out(plan_removal(), machine, lambda _: None)
    assert machine.at(f"{GAMES}/games.sqlite").read_text() == "games"


def test_a_machine_without_what_was_optional_is_freed_all_the_same(machine, runs):
    install(machine)

    def runs_what_is_there(words, environ):
        if words[0] in ("nmcli", "nft"):
            raise FileNotFoundError(2, "No such file or directory", words[0])
        return runs(words, environ)

    carry_out(plan_removal(), machine._replace(runs=runs_what_is_there), lambda _: None)
    assert not machine.at(PROGRAM).exists()
    assert machine.at(f"{GAMES}/games.sqlite").read_text() == "games"


@pytest.mark.skipif(
    shutil.which("systemd-analyze") is None, reason="systemd is not here to judge its description"
)
def test_systemd_understands_every_unit(tmp_path):
    for name in (*UNITS, *NETWORK_UNITS, SCREEN_UNIT):
        # The program is not there, and that is all that may be said.
        file = tmp_path / name
        file.write_text(re.sub(r"/opt/tablekeeper/current/\S+", "/bin/true", (HERE / name).read_text()))
    files = [*some(tmp_path.iterdir())]
    done = subprocess.run(["systemd-analyze", "verify", *files], capture_output=True, text=True, check=False)
    assert "Unknown" not in done.stderr
    assert not [file.name for file in some(files) if file.name in done.stderr]


def test_where_memory_is_short_the_update_is_ended_before_the_game():
    update, table = ((HERE / unit).read_text().splitlines() for unit in ("tablekeeper-update.service", UNIT))
    assert "OOMScoreAdjust=900" in update
    assert "OOMPolicy=continue" in update
    assert "OOMScoreAdjust" not in " ".join(table)


def test_the_service_is_told_what_it_may_do_by_its_environment_and_its_groups(machine):
    install(machine)
    text = machine.at(GROUPS).read_text()
    assert text == "[Service]\nSupplementaryGroups=\nSupplementaryGroups=video render\n"
    option = next(each for each in play.params if each.name == "write_pin")
    assert f" {option.envvar}=1 " in (HERE / UNIT).read_text()


def test_a_version_brings_its_own_units_and_takes_them_along(machine):
    install(machine)
    for unit in UNITS:
        path, to = described(unit)
        assert machine.at(path).readlink() == Path(to)
        assert machine.at(f"{PROGRAM}/1.0/{to.removeprefix(f'{PROGRAM}/current/')}").is_file()


def test_without_roots_rights_it_is_refused_with_what_to_do(monkeypatch, capsys):
    monkeypatch.setattr(command.os, "geteuid", lambda: 1000)
    monkeypatch.setattr(command.shutil, "which", lambda _: "/usr/bin/systemctl")
    with pytest.raises(CommandError, match="sudo"):
        command.install.callback(None, None, dry_run=False, logs_in_memory=False)
    monkeypatch.setattr(command.shutil, "which", lambda _: None)
    with pytest.raises(CommandError, match="has no systemd"):
        command.uninstall.callback(dry_run=False)
    assert capsys.readouterr().out == ""
