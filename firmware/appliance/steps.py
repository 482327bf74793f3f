"""What an installation does to a machine, a step at a time: each can be said, done, and done again."""

import hashlib
import os
import shutil
import subprocess
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from firmware.appliance.guard import delete, lead
from firmware.errors import CommandError
from firmware.store.files import say_why, write_file

UNCOPIED = shutil.ignore_patterns("__pycache__")

Runs = Callable[[Sequence[str], Mapping[str, str]], "subprocess.CompletedProcess[str]"]
"""Runs a command, with what is to be added to its environment."""


class Machine(NamedTuple):
    """The machine that is installed on.

    Attributes:
        root: Its root folder; another one stands for it where nothing is to be touched.
        runs: Runs its commands.
    """

    root: Path
    runs: Runs

    def at(self, path: str) -> Path:
        """Give where one of its paths is found.

        Example:
            >>> Machine(Path("/tmp/other"), run).at("/etc/hosts").as_posix()
            '/tmp/other/etc/hosts'
        """
        return self.root / path.lstrip("/")


class Copied(NamedTuple):
    """Files and folders of ``source`` that lie in the folder ``path``, and nothing else with them."""

    source: Path
    names: tuple[str, ...]
    path: str

    def is_done(self, machine: Machine) -> bool:
        """Tell whether that very content lies there, whatever broke off a copy or a deletion."""
        return digest(machine.at(self.path), self.names) == digest(self.source, self.names)

    def do(self, machine: Machine) -> None:
        """Copy; what lay there is taken away first."""
        there = machine.at(self.path)
        shutil.rmtree(there, ignore_errors=True)
        there.mkdir(parents=True)
        for name in self.names:
            if (self.source / name).is_dir():
                shutil.copytree(self.source / name, there / name, ignore=UNCOPIED)
            else:
                shutil.copy2(self.source / name, there / name)


class Written(NamedTuple):
    """A text file."""

    path: str
    text: str

    def is_done(self, machine: Machine) -> bool:
        """Tell whether it says so already."""
        file = machine.at(self.path)
        return file.is_file() and file.read_text() == self.text

    def do(self, machine: Machine) -> None:
        """Write it whole or not at all, for all to read."""
        file = machine.at(self.path)
        write_file(file, self.text.encode(), make_folder=True)
        file.chmod(0o644)


class Linked(NamedTuple):
    """A symbolic link that is changed at once, so that it always leads somewhere."""

    path: str
    to: str

    def is_done(self, machine: Machine) -> bool:
        """Tell whether it leads there."""
        link = machine.at(self.path)
        return link.is_symlink() and str(link.readlink()) == self.to

    def do(self, machine: Machine) -> None:
        """Make it, or lead it elsewhere."""
        link = machine.at(self.path)
        link.parent.mkdir(parents=True, exist_ok=True)
        lead(link, self.to)


class Gone(NamedTuple):
    """A file or a folder that is there no more."""

    path: str

    def is_done(self, machine: Machine) -> bool:
        """Tell whether nothing is there."""
        there = machine.at(self.path)
        return not (there.exists() or there.is_symlink())

    def do(self, machine: Machine) -> None:
        """Delete it."""
        delete(machine.at(self.path))


class Ran(NamedTuple):
    """A command; it is run each time, as only itself knows whether there is something to do.

    Attributes:
        words: Its own, then what it is given.
        environ: What is added to its environment.
        may_fail: Whether all is well where it fails, or where this machine has no such command.
    """

    words: tuple[str, ...]
    environ: Mapping[str, str] = {}
    may_fail: bool = False

    def is_done(self, machine: Machine) -> bool:
        """Tell that it is still to be run."""
        return False

    def do(self, machine: Machine) -> None:
        """Run it.

        Raises:
            CommandError: It is not there, or it failed; the sentence has its own last words.
        """
        try:
            done = machine.runs(self.words, self.environ)
        except OSError as error:
            if self.may_fail:
                return
            raise CommandError(f"{self.words[0]} cannot be run: {say_why(error)}.") from error
        if done.returncode and not self.may_fail:
            said = (done.stderr or done.stdout or "nothing").strip().splitlines()
            raise CommandError(
                f"This went wrong: {' '.join(self.words)}. It says: {said[-1] if said else 'nothing'}"
            )


class Duplicated(NamedTuple):
    """A folder that is there once more, whole or not at all."""

    source: Path
    path: str

    def is_done(self, machine: Machine) -> bool:
        """Tell whether there is one already, whatever became of it since."""
        return machine.at(self.path).exists()

    def do(self, machine: Machine) -> None:
        """Copy it with all times and links; what was begun before is deleted first.

        Raises:
            CommandError: It could not be copied whole.
        """
        fresh = machine.at(f"{self.path}.new")
        shutil.rmtree(fresh, ignore_errors=True)
        Ran(("cp", "-a", "--reflink=auto", "--", str(self.source), str(fresh))).do(machine)
        os.sync()
        fresh.rename(machine.at(self.path))


Deed = Copied | Duplicated | Written | Linked | Gone | Ran


class Step(NamedTuple):
    """A deed, and the sentence that tells a person of it."""

    says: str
    deed: Deed


def carry_out(
    steps: Sequence[Step], machine: Machine, say: Callable[[str], None], *, dry: bool = False
) -> None:
    """Take steps in order; those that are done already are passed over, and that is said.

    Args:
        steps: What is to be done.
        machine: On which machine.
        say: Told each step before it is taken.
        dry: Whether nothing is to be changed.

    Raises:
        CommandError: A step went wrong; begun anew, the rest is done.

    Example:
        >>> from tempfile import mkdtemp
        >>> machine = Machine(Path(mkdtemp()), run)
        >>> hello = [Step("A greeting is written.", Written("/etc/greeting", "Hello"))]
        >>> carry_out(hello, machine, print)
        A greeting is written.
        >>> carry_out(hello, machine, print)
        A greeting is written. (It is already.)
        >>> machine.at("/etc/greeting").read_text()
        'Hello'
    """
    for step in steps:
        is_done = step.deed.is_done(machine)
        say(f"{step.says} (It is already.)" if is_done else step.says)
        if is_done or dry:
            continue
        try:
            step.deed.do(machine)
        except OSError as error:
            raise CommandError(f"This could not be done: {step.says} {say_why(error)}.") from error


def run(words: Sequence[str], environ: Mapping[str, str]) -> "subprocess.CompletedProcess[str]":
    """Run a command of this machine and hear what it says."""
    return subprocess.run(words, env={**os.environ, **environ}, capture_output=True, text=True, check=False)  # noqa: S603


def digest(source: Path, names: Sequence[str]) -> str:
    """Give a digest of files and of all in folders, of names and content; what is not there is left out.

    Example:
        >>> len(digest(Path(__file__).parent, ["steps.py"]))
        64
    """
    found = hashlib.sha256()
    for name in names:
        there = source / name
        for file in sorted(there.rglob("*")) if there.is_dir() else [there]:
            if file.is_file() and "__pycache__" not in file.parts:
                found.update(f"{file.relative_to(source)}\0".encode())
                found.update(file.read_bytes())
    return found.hexdigest()
