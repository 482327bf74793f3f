"""A release: a version with all packages it needs in one file, which its makers have signed.

The file is a plain tar (ustar) of two: ``content.tar.gz``, then its signature by ``ssh-keygen -Y sign``,
which Debian has. Nothing of the content is looked at before its signature is found to be good; of the tar
around it, which anybody may have written, only names and sizes are read.
"""

import os
import shutil
import subprocess
import tarfile
import tempfile
import tomllib
from collections.abc import Sequence
from pathlib import Path

from firmware.appliance.installation import PARTS
from firmware.errors import CommandError, InputError
from firmware.store.files import say_why

CONTENT = "content.tar.gz"
SIGNATURE = f"{CONTENT}.sig"
WHEELS = "wheels"
PURPOSE = "tablekeeper-release"
"""A signature holds for this purpose alone; one that the same key gave elsewhere does not pass."""
MAKER = "tablekeeper"
"""Whom the file of trusted keys (see ALLOWED SIGNERS in ssh-keygen(1)) must name."""
ENDING = ".tablekeeper-release"
MAX_BYTES, CHUNK_BYTES = 2_000_000_000, 2**20
COPIES = 3
"""A release lies here as it came and unpacked; as much again stays free for games, whoever made it."""
NOT_OURS = "{file} is no release of tablekeeper, or it is damaged; the names of releases end with {ending}."


def write_release(source: Path, wheels: Path, key: Path, folder: Path) -> Path:
    """Pack a version and sign it.

    Args:
        source: The folder of the program.
        wheels: A folder with the packages it needs, and no others.
        key: The private key, as ``ssh-keygen -t ed25519`` makes it; ``ssh-keygen`` asks for its passphrase.
        folder: Where the release is written to.

    Returns:
        The release.

    Raises:
        InputError: The wheels are missing, or the key cannot sign.
    """
    release = folder / f"tablekeeper-{version_of(source)}{ENDING}"
    with tempfile.TemporaryDirectory() as made:
        content = Path(made) / CONTENT
        with tarfile.open(content, "w:gz", compresslevel=1) as packed:
            write_content(packed, source, wheels)
        signed = _keygen(["-Y", "sign", "-f", str(key), "-n", PURPOSE, str(content)])
        if signed.returncode:
            raise InputError(f"{key} cannot sign the release: {signed.stderr.strip()}")
        with tarfile.open(release, "w", format=tarfile.USTAR_FORMAT) as file:
            for name in (CONTENT, SIGNATURE):
                file.add(Path(made) / name, name, filter=_without_traces)
    return release


def write_content(packed: tarfile.TarFile, source: Path, wheels: Path | None) -> None:
    """Pack a program, and the packages it needs.

    Args:
        packed: Where to.
        source: The folder of the program.
        wheels: A folder with its packages; None where they are fetched later.

    Raises:
        InputError: That folder holds none.
    """
    packages = sorted(wheels.glob("*.whl")) if wheels else []
    if wheels and not packages:
        raise InputError(f"{wheels} holds no packages (*.whl); fetch them with pip download.")
    for name in PARTS:
        packed.add(source / name, name, filter=_without_traces)
    for package in packages:
        packed.add(package, f"{WHEELS}/{package.name}", filter=_without_traces)


def open_release(file: Path, signers: Path, into: Path) -> None:
    """Unpack a release if its makers signed it; what lay in the folder is deleted first.

    Args:
        file: The release; it is copied first, so that nobody can change it once it was judged.
        signers: The keys that are trusted.
        into: A folder that root alone may write.

    Raises:
        InputError: It is no release, or nobody who is trusted has signed it.
        CommandError: There is no room for it, or it cannot be read or unpacked; the sentence says why.
    """
    shutil.rmtree(into, ignore_errors=True)
    into.mkdir(parents=True, mode=0o700)
    try:
        _take_out(file, into)
        _check_signature(file, into, signers)
        _unpack(file, into)
    except tarfile.TarError as error:
        raise InputError(NOT_OURS.format(file=file, ending=ENDING)) from error
    except OSError as error:
        raise CommandError(f"{file} cannot be unpacked: {say_why(error)}.") from error
    for name in (CONTENT, SIGNATURE):
        (into / name).unlink()


def newest_release(folder: Path) -> Path:
    """Find the newest release in a folder, such as a USB stick.

    Raises:
        InputError: There is none.
    """
    found = [each for each in folder.glob(f"*{ENDING}") if each.is_file()]
    if not found:
        raise InputError(f"There is no file *{ENDING} in {folder}; copy the release there.")
    return max(found, key=lambda each: number_of(each.name.removesuffix(ENDING).rpartition("-")[2]))


def version_of(source: Path) -> str:
    """Read the version of an unpacked program.

    Raises:
        InputError: There is no program.

    Example:
        >>> from firmware.appliance.installation import HERE
        >>> version_of(HERE.parents[1]).count(".")
        2
    """
    try:
        told = tomllib.loads((source / "pyproject.toml").read_text())
        return str(told["project"]["version"])
    except (OSError, ValueError, KeyError) as error:
        raise InputError(f"{source} is no folder of tablekeeper.") from error


def number_of(version: str) -> tuple[int, ...]:
    """Give a version so that newer ones are greater.

    Example:
        >>> number_of("0.9.1") < number_of("0.10.0")
        True
    """
    return tuple(int(part) if part.isdecimal() else -1 for part in version.split("."))


def _take_out(file: Path, into: Path) -> None:
    """Take the two files out of a release.

    Its headers are read singly: ``tarfile`` would follow whatever extensions they ask for.

    Raises:
        InputError: They are not there, or there is something else.
        CommandError: There is no room for them.
        TarError: It is no tar, or it ends too early.
    """
    with file.open("rb") as packed:
        for name in (CONTENT, SIGNATURE):
            header = tarfile.TarInfo.frombuf(packed.read(tarfile.BLOCKSIZE), "ascii", "replace")
            if (header.name, header.type) != (name, tarfile.REGTYPE) or not 0 <= header.size <= MAX_BYTES:
                raise InputError(NOT_OURS.format(file=file, ending=ENDING))
            if (free := shutil.disk_usage(into).free) < COPIES * header.size:
                raise CommandError(
                    f"There is no room for {file}: an update of {header.size // 10**6} MB needs "
                    f"{COPIES * header.size // 10**6} MB, and {free // 10**6} MB are free."
                )
            with (into / name).open("wb") as out:
                for at in range(0, header.size, CHUNK_BYTES):
                    out.write(packed.read(min(CHUNK_BYTES, header.size - at)))
            packed.seek(-header.size % tarfile.BLOCKSIZE, os.SEEK_CUR)


def _unpack(file: Path, into: Path) -> None:
    """Unpack what was signed, by the system's own program: the Python of Debian 12 cannot do so with care.

    Raises:
        CommandError: The program says why it could not, or it was ended.
        OSError: There is no such program.
    """
    careful = ("--no-same-owner", "--no-same-permissions")
    words = ["tar", "-x", *careful, "-C", str(into), "-f", str(into / CONTENT)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode:
        # One that the system ends, as where memory is short, says nothing.
        why = next(iter(done.stderr.splitlines()), "tar was ended")
        raise CommandError(f"{file} cannot be unpacked: {why}.")


def _check_signature(file: Path, into: Path, signers: Path) -> None:
    """Check who signed the content.

    Raises:
        InputError: Nobody who is trusted.
    """
    if not signers.is_file():
        raise InputError(
            f"{signers} is missing, which says whose updates are trusted; "
            "run ./tablekeeper install --signers FILE with the file of its makers."
        )
    words = ["-Y", "verify", "-f", str(signers), "-I", MAKER, "-n", PURPOSE, "-s", str(into / SIGNATURE)]
    checked = _keygen(words, into / CONTENT)
    if checked.returncode:
        raise InputError(
            f"{file} was not signed by the makers of tablekeeper, or it was damaged on its way; "
            "nothing was installed. Fetch it anew from where it was published."
        )


def _keygen(words: Sequence[str], heard: Path = Path("/dev/null")) -> "subprocess.CompletedProcess[str]":
    """Run ``ssh-keygen``, which hears the content of a file.

    Raises:
        CommandError: It is not installed.
    """
    try:
        with heard.open("rb") as content:
            return subprocess.run(  # noqa: S603
                ["ssh-keygen", *words],  # noqa: S607
                stdin=content,
                capture_output=True,
                text=True,
                check=False,
            )
    except FileNotFoundError as error:
        raise CommandError(
            "ssh-keygen is missing, which checks signatures; "
            "install it with: sudo apt-get install openssh-client"
        ) from error


def _without_traces(entry: tarfile.TarInfo) -> tarfile.TarInfo | None:
    """Leave out what a program leaves behind, and who packed it."""
    if "__pycache__" in entry.name:
        return None
    entry.uid = entry.gid = 0
    entry.uname = entry.gname = "root"
    return entry
