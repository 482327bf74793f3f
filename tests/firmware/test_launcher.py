"""The launcher, in folders of its own, with a stand-in for Python that notes what it is asked to do."""

import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[2]
TOOLS = [
    "dirname",
    "readlink",
    "cat",
    "cksum",
    "sed",
    "grep",
    "id",
    "ls",
    "mkdir",
    "chmod",
    "rm",
    "flock",
    "sh",
]
NOBODY = 65534
PIN = r"([\w.-]+)==[\w.]+((?: \\\n +--hash=\S+)+)"

PYTHON = """#!/bin/sh
# Stands in for Python: "-m venv" makes an environment with itself in it; everything else is noted.
printf '%s\\n' "$*" >>"$NOTES"
case "$*" in
    *"import ensurepip"*) [ -z "${NO_VENV-}" ]; exit ;;
    *"import picamera2"*) [ -n "${HAS_PICAMERA2-}" ]; exit ;;
    *"import numpy"*) [ -n "${HAS_NUMPY_1-}" ]; exit ;;
    "-m venv"*)
        for venv; do :; done
        rm -rf "$venv"
        mkdir -p "$venv/bin"
        cat "$0" >"$venv/bin/python"
        chmod +x "$venv/bin/python" ;;
    *"pip install"*) [ -z "${SHORT-}" ] || kill -9 $$
        [ -z "${OFFLINE-}" ] || { echo "No matching distribution"; exit 1; } ;;
    *pytest*) echo "3 passed in 0.01s" ;;
    *"-m ruff"*) [ -z "${UNTIDY-}" ]; exit ;;
esac
"""


class Checkout(NamedTuple):
    """A copy of the launcher in a folder of its own, with only the tools it may rely on."""

    folder: Path
    notes: Path
    tools: Path

    def start(self, *words: str, via: str | None = None, cwd: Path | None = None, user=None, **env: str):
        """Start the launcher; what Python was asked for is then in the notes."""
        self.notes.write_text("")
        env = {"NOTES": str(self.notes), "PATH": str(self.tools), **env}
        return subprocess.run(
            [via or str(self.folder / "tablekeeper"), *words],
            cwd=cwd or self.folder,
            env=env,
            user=user,
            capture_output=True,
            text=True,
            check=False,
        )

    def asked(self) -> list[str]:
        return self.notes.read_text().splitlines()

    def installs(self) -> int:
        return sum("--editable" in line for line in self.asked())


@pytest.fixture
def checkout(tmp_path):
    folder, tools, notes = tmp_path / "a checkout", tmp_path / "tools", tmp_path / "notes"
    folder.mkdir()
    tools.mkdir()
    for name in ("tablekeeper", "pyproject.toml", "constraints.txt", "constraints-numpy1.txt"):
        shutil.copy(ROOT / name, folder)
    for name in TOOLS:
        (tools / name).symlink_to(shutil.which(name))
    (tools / "python3").write_text(PYTHON)
    (tools / "python3").chmod(0o755)
    (tools / "chromium").symlink_to("/bin/true")
    return Checkout(folder, notes, tools)


def test_the_first_use_sets_up_and_then_runs_the_command(checkout):
    ended = checkout.start("games", "two words")
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout == "", "progress goes to standard error"
    assert ended.stderr.splitlines()[0].startswith("Setting up tablekeeper")
    assert checkout.installs() == 1
    assert checkout.asked()[-1] == "-P -m firmware games two words"


def test_later_starts_go_straight_to_the_command(checkout):
    checkout.start()
    ended = checkout.start("games")
    assert checkout.asked() == ["-P -m firmware games"]
    assert ended.stderr == ""


@pytest.mark.parametrize("file", ["pyproject.toml", "constraints.txt"])
def test_other_packages_are_installed_when_they_are_asked_for(checkout, file):
    checkout.start()
    with (checkout.folder / file).open("a") as text:
        text.write("# changed\n")
    checkout.start()
    assert checkout.installs() == 1
    assert not any("-m venv" in line for line in checkout.asked())


def test_an_interrupted_first_use_is_begun_again(checkout):
    checkout.start()
    (checkout.folder / ".venv" / "ready").unlink()
    checkout.start()
    assert any("venv --clear" in line for line in checkout.asked())
    assert checkout.asked()[-1] == "-P -m firmware"


def test_an_environment_whose_python_has_gone_is_made_afresh(checkout):
    checkout.start()
    python = checkout.folder / ".venv" / "bin" / "python"
    python.unlink()
    python.symlink_to("/no/such/python")
    assert checkout.start("games").returncode == 0
    assert any("venv --clear" in line for line in checkout.asked())


def test_a_checkout_that_was_moved_is_set_up_where_it_is_now(checkout):
    checkout.start()
    moved = checkout._replace(folder=checkout.folder.rename(checkout.folder.with_name("moved")))
    moved.start("games")
    assert moved.installs() == 1
    assert moved.asked()[-1] == "-P -m firmware games"


def test_it_may_be_called_from_anywhere_and_through_a_link(checkout, tmp_path):
    link = tmp_path / "link"
    link.symlink_to(checkout.folder / "tablekeeper")
    assert checkout.start("games", via=str(link), cwd=tmp_path).returncode == 0
    assert (checkout.folder / ".venv" / "ready").exists()


def test_an_os_with_picamera2_lends_its_packages(checkout):
    checkout.start(HAS_PICAMERA2="yes")
    assert any("venv --clear --system-site-packages" in line for line in checkout.asked())


def installed(checkout):
    """Give what pip is to install, by name, with the hashes of each."""
    text = (checkout.folder / ".venv" / "constraints.txt").read_text()
    return {name: more.count("--hash=sha256:") for name, more in re.findall(PIN, text)}


@pytest.mark.parametrize(("numpy_1", "kept"), [("yes", set()), ("", {"numpy"})])
def test_beside_an_older_picamera2_its_numpy_is_kept(checkout, numpy_1, kept):
    checkout.start(HAS_PICAMERA2="yes", HAS_NUMPY_1=numpy_1)
    assert {"numpy", "opencv-python-headless"} & {*installed(checkout)} == kept | {"opencv-python-headless"}
    assert {"Flask", "setuptools"} <= {*installed(checkout)}


def test_only_files_that_were_looked_at_are_installed_and_tests_only_for_tests(checkout):
    checkout.start("games")
    assert any("--require-hashes" in line and "constraints.txt" in line for line in checkout.asked())
    to_play = installed(checkout)
    checkout.start("test")
    to_test = installed(checkout)
    assert min(to_test.values()) >= 1
    assert "pytest" in to_test.keys() - to_play.keys()
    assert to_play.keys() < to_test.keys()


def test_a_missing_venv_module_is_named_with_its_command(checkout):
    ended = checkout.start("games", NO_VENV="yes")
    assert ended.returncode == 1
    assert ended.stderr.splitlines()[-1].endswith("sudo apt-get install -y python3-venv")


def test_without_a_network_it_says_so_and_where_the_log_is(checkout):
    ended = checkout.start("games", OFFLINE="yes")
    assert ended.returncode == 1
    assert "check the network" in ended.stderr
    assert ".venv/setup.log" in ended.stderr
    assert checkout.start("games").returncode == 0, "with a network the next start succeeds"


def test_packages_for_which_memory_was_short_are_a_sentence(checkout):
    done = checkout.start("play", SHORT="yes")
    assert done.returncode == 1
    assert "pip was ended, as where memory is short; end other programs and start again." in done.stderr


def test_without_a_network_a_ready_environment_still_works(checkout):
    checkout.start()
    assert checkout.start("games", OFFLINE="yes").returncode == 0


def test_too_old_a_python_is_a_sentence(checkout):
    (checkout.tools / "python3").write_text("#!/bin/sh\nexit 1\n")
    ended = checkout.start("games")
    assert ended.returncode == 1
    assert "Python 3.11 or newer" in ended.stderr


@pytest.mark.skipif(os.getuid() != 0, reason="only root can play somebody else")
def test_a_folder_that_may_not_be_written_is_a_sentence(checkout, tmp_path):
    place = tmp_path
    while place != Path("/tmp") and place != place.parent:
        place.chmod(0o755)
        place = place.parent
    checkout.notes.write_text("")
    checkout.notes.chmod(0o666)
    for folder in (checkout.folder, checkout.tools):
        folder.chmod(0o755)
    ended = checkout.start("games", user=NOBODY)
    assert ended.returncode == 1
    assert "may not write there" in ended.stderr


def test_the_tests_end_with_the_words_of_pytest(checkout):
    ended = checkout.start("test", "-k", "cloister")
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout.splitlines()[-1] == "3 passed in 0.01s"
    assert checkout.asked()[-1] == "-m pytest --numprocesses 2 --dist worksteal -k cloister"
    assert "pytest" in installed(checkout)
    assert any("-m mypy" in line for line in checkout.asked())
    assert any("lint_imports" in line for line in checkout.asked())


def test_the_pis_own_libraries_are_tried_when_they_are_asked_for(checkout):
    ended = checkout.start("test", "--pi", "-k", "colours")
    assert ended.returncode == 0, ended.stderr
    assert checkout.asked()[-1] == "-m pytest --pi -rs tests/pi -k colours"
    assert not any("ruff" in line for line in checkout.asked())


def test_a_whole_machine_is_emulated_when_that_is_asked_for(checkout):
    ended = checkout.start("test", "--appliance", "-k", "power")
    assert ended.returncode == 0, ended.stderr
    assert checkout.asked()[-1] == "-m pytest --appliance -rs -s tests/appliance -k power"


def test_what_can_be_tested_is_told_without_setting_anything_up(checkout):
    assert "--appliance" in checkout.start("test", "--help").stdout
    assert checkout.installs() == 0


def test_an_untidy_line_fails_the_tests_even_when_they_pass(checkout):
    ended = checkout.start("test", UNTIDY="yes")
    assert ended.returncode == 1
    assert ended.stdout.splitlines()[-1] == "3 passed in 0.01s"
    assert "ruff" in ended.stderr


def test_without_chromium_its_command_is_named(checkout):
    (checkout.tools / "chromium").unlink()
    assert "sudo apt-get install -y chromium" in checkout.start("test").stderr
