"""A release: a version with all packages it needs in one file, which its makers have signed.

The file is a plain tar (ustar) of two: ``content.tar.gz``, then its signature by ``ssh-keygen -Y sign``,
which Debian has. Nothing of the content is looked at before its signature is found to be good; of the tar
around it, which anybody may have written, only names and sizes are read.
"""

import os
import re
import shutil
import subprocess
import tarfile
import tempfile
import tomllib
from collections.abc import Sequence
from pathlib import Path

from firmware.appliance.installation import PACKAGES, PARTS
from firmware.errors import CommandError, InputError
from firmware.store.atomic_write import put_in_place
from firmware.store.files import read_file, say_why, writing

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
FOR_TESTS = "# Its tests"
FETCHED = "hardware/image/README.md says how they are fetched"
MADE = "ssh-keygen -t ed25519 -f KEY"
PUBLIC_KEY = re.compile(r"(ssh|ecdsa|sk)-\S+ AAAA")
"""A key's kind, then its bytes, which begin with the length of the kind (RFC 4253, 6.6; RFC 4648)."""


def write_release(source: Path, wheels: Path, key: Path, folder: Path) -> Path:
    """Pack a version and sign it; the release is there whole or not at all.

    Args:
        source: The folder of the program.
        wheels: A folder with the packages it needs, and no others.
        key: The private key, as ``ssh-keygen -t ed25519`` makes it; ``ssh-keygen`` asks for its passphrase.
        folder: Where the release is written to.

    Returns:
        The release.

    Raises:
        InputError: The wheels are missing, or the key cannot sign.
        CommandError: It cannot be written there.
    """
    release = folder / f"tablekeeper-{version_of(source)}{ENDING}"
    with writing(release), tempfile.TemporaryDirectory(prefix=".release-", dir=folder) as made:
        content, fresh = Path(made) / CONTENT, Path(made) / release.name
        with tarfile.open(content, "w:gz", compresslevel=1) as packed:
            write_content(packed, source, wheels)
        _sign(content, key)
        with tarfile.open(fresh, "w", format=tarfile.USTAR_FORMAT) as file:
            for name in (CONTENT, SIGNATURE):
                file.add(Path(made) / name, name, filter=_without_traces)
        put_in_place(fresh, release)
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
    packages = _wheels_in(wheels) if wheels else []
    for name in PARTS:
        packed.add(source / name, name, filter=_without_traces)
    for package in packages:
        packed.add(package, f"{WHEELS}/{package.name}", filter=_without_traces)


def check_wheels(wheels: Path, source: Path) -> None:
    """Refuse a folder in which packages are missing, before anybody waits for what would fail at its end.

    Args:
        wheels: The folder.
        source: The folder of the program, which names what all machines need.

    Raises:
        InputError: Some are missing; the sentence names them.
    """
    pinned, _, _ = (source / PACKAGES[0]).read_text().partition(FOR_TESTS)
    needed = re.findall(r"^([\w.-]+)==[^;\n]+$", pinned, re.MULTILINE)
    there = {_package_name(file.name.partition("-")[0]) for file in _wheels_in(wheels)}
    missing = [name for name in needed if _package_name(name) not in there]
    if missing:
        raise InputError(f"{wheels} lacks packages that are needed: {', '.join(missing)}; {FETCHED}.")


def _wheels_in(folder: Path) -> list[Path]:
    """List the packages in a folder.

    Raises:
        InputError: There are none.
    """
    found = sorted(folder.glob("*.whl"))
    if not found:
        raise InputError(f"{folder} holds no packages (*.whl); {FETCHED}.")
    return found


def _package_name(name: str) -> str:
    """Give a package's name as all its spellings are compared (PEP 503).

    Example:
        >>> _package_name("Flask_Babel") == _package_name("flask-babel")
        True
    """
    return re.sub(r"[-_.]+", "-", name).lower()


def read_signers(file: Path) -> str:
    """Read whose updates are to be trusted: public keys, or lines of ALLOWED SIGNERS (ssh-keygen(1)).

    Returns:
        Lines of ALLOWED SIGNERS; a key that stands alone is a maker's.

    Raises:
        InputError: It cannot be read, or no maker's key is in it.
    """
    lines = [_signer(line) for line in read_file(file).decode(errors="replace").splitlines()]
    if not any(PUBLIC_KEY.search(line) and MAKER in line.split()[0].split(",") for line in lines):
        raise InputError(f"{file} holds no public key of {MAKER}'s makers; one is made with: {MADE}")
    return "".join(f"{line}\n" for line in lines)


def _signer(line: str) -> str:
    return f"{MAKER} {line}" if PUBLIC_KEY.match(line) else line


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


def _sign(content: Path, key: Path) -> None:
    """Sign a file; its signature lies beside it then.

    Raises:
        InputError: The key cannot.
    """
    signed = _keygen(["-Y", "sign", "-f", str(key), "-n", PURPOSE, str(content)])
    if signed.returncode:
        why = next(iter(signed.stderr.splitlines()[-1:]), "ssh-keygen was ended")
        raise InputError(f"{key} cannot sign the release: {why}. A key is made once, with: {MADE}")


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
