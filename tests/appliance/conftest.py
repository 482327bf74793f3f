"""Tests on a whole emulated machine run when they are asked for, where they can."""

import hashlib
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from firmware.appliance.installation import PARTS
from firmware.appliance.releases import write_release
from tests.appliance.machine import Machine, build_image, entered, run_inside, tell

HERE = Path(__file__).parent
SOURCE = HERE.parents[1]
ASK = "runs with: sudo ./tablekeeper test --appliance"
TOOLS = (
    "mmdebstrap",
    "qemu-system-x86_64",
    "qemu-img",
    "mke2fs",
    "debugfs",
    "mformat",
    "mkfs.vfat",
    "ssh-keygen",
)
BRING_THEM = (
    "mmdebstrap",
    "qemu-system-x86",
    "qemu-utils",
    "e2fsprogs",
    "mtools",
    "dosfstools",
    "openssh-client",
)
PLATFORMS = ("manylinux_2_28_{}", "manylinux2014_{}", "manylinux_2_17_{}")
LONG_AGO = "0.1.0"
OFFLINE = "PIP_NO_INDEX=1 PIP_FIND_LINKS={}"
DEBIANS = {"12": ("bookworm", "3.11"), "13": ("trixie", "3.13")}
"""What each is called, and the Python that it has."""


def why_not(config):
    """Say why these tests do not run; empty where they do."""
    if not config.getoption("--appliance"):
        return ASK
    missing = [tool for tool in TOOLS if shutil.which(tool) is None]
    if missing:
        return f"missing: {', '.join(missing)}; apt-get install {' '.join(BRING_THEM)}"
    return "" if os.geteuid() == 0 else f"this needs root rights; {ASK}"


def pytest_collection_modifyitems(config, items):
    why = why_not(config)
    for item in items:
        if why and HERE in item.path.parents:
            item.add_marker(pytest.mark.skip(reason=why))


@pytest.fixture(scope="session")
def debian(pytestconfig):
    """What the Debian of the machine is called, and the Python that it has."""
    return DEBIANS[pytestconfig.getoption("--debian")]


@pytest.fixture(scope="session")
def cache(debian):
    """The folder outside of the checkout where the image and the packages are kept."""
    base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return base / "tablekeeper" / "appliance" / debian[0]


@pytest.fixture(scope="session")
def wheels(cache, debian):
    """All packages for the machine, fetched as they are pinned."""
    return fetch_wheels(cache, debian[1], "x86_64")


def fetch_wheels(cache, python, processor, source=SOURCE):
    """Fetch all packages of a version for a Python and a processor, and give the folder that keeps them."""
    cache.mkdir(parents=True, exist_ok=True)
    folder, pinned = cache / f"wheels-{processor}", cache / f"constraints-{processor}.txt"
    playing, _, _ = (source / "constraints.txt").read_text().partition("# Its tests")
    if not pinned.exists() or pinned.read_text() != playing:
        shutil.rmtree(folder, ignore_errors=True)
        platforms = [word for platform in PLATFORMS for word in ("--platform", platform.format(processor))]
        words = ["download", "-q", "--no-deps", "--require-hashes", "--only-binary", ":all:", *platforms]
        words += ["--python-version", python, "--implementation", "cp"]
        words += ["--abi", f"cp{python.replace('.', '')}", "--abi", "abi3", "--abi", "none"]
        asked = cache / "asked.txt"
        asked.write_text(playing)
        subprocess.run([sys.executable, "-m", "pip", *words, "-r", asked, "-d", folder], check=True)
        asked.rename(pinned)
    return folder


@pytest.fixture(scope="session")
def image(cache, debian):
    """The folder of an image that nothing is installed on."""
    return build_image(cache / "image", debian[0])


@pytest.fixture(scope="session")
def packages(cache, wheels, image):
    """An image that a version of long ago was installed on, with the packages of today.

    This machine's own processor does that in a minute, and it is kept; an emulated one takes a quarter of an
    hour, and is asked to by ``test_from_nothing.py`` alone.
    """
    made_of = hashlib.sha256((cache / "constraints-x86_64.txt").read_bytes()).hexdigest()[:12]
    disk = cache / f"installed-{made_of}.img"
    if not disk.exists():
        part = disk.with_suffix(".part")
        subprocess.run(["cp", "--sparse=always", image / "root.img", part], check=True)
        with entered(part) as root:
            shutil.copytree(wheels, root / "root/wheels")
            install_inside(root, LONG_AGO, f"{OFFLINE.format('/root/wheels')} ./tablekeeper install")
            shutil.rmtree(root / "root/wheels")
        part.rename(disk)
    return disk


def install_inside(root, version, install):
    """Install this program in an image, as whoever makes images for cards does."""
    copy_program(root / "root/tablekeeper", version)
    run_inside(root, f"cd /root/tablekeeper && {install}")
    shutil.rmtree(root / "root/tablekeeper")


def copy_program(to, version="", source=SOURCE):
    """Copy this program, as another version if one is named."""
    for name in PARTS:
        if (source / name).is_dir():
            shutil.copytree(source / name, to / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            to.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source / name, to / name)
    if version:
        told = to / "pyproject.toml"
        of = re.sub(r'^version = ".*"$', f'version = "{version}"', told.read_text(), flags=re.MULTILINE)
        told.write_text(of)


def make_brought(wheels, folder):
    """Make the folder of what is brought to a machine: program, packages, and whose updates are trusted.

    Beside it are the keys: ours, and theirs who are nobody.
    """
    brought = folder / "brought"
    copy_program(brought / "tablekeeper")
    shutil.copytree(wheels, brought / "wheels")
    for name in ("ours", "theirs"):
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", folder / name], check=True)
    (brought / "signers").write_text(f"tablekeeper {(folder / 'ours.pub').read_text()}")
    return brought


def make_release(wheels, key, version, folder, change=lambda source: None):
    """Pack this program as another version, with something changed in it."""
    source = folder / f"source-{version}"
    copy_program(source, version)
    change(source)
    release = write_release(source, wheels, key, folder / "brought")
    shutil.rmtree(source)
    return release.name


def spoil(source):
    """Have a version spoil what is kept, and then fail as a file beside it says: it ends, or hangs."""
    file = source / "firmware/cli/play.py"
    text = file.read_text()
    begins = "    wanted = parse_camera("
    assert text.count(begins) == 1
    spoils = """    (data / "players.json").write_text("spoiled")
    import time
    if (data / "fails").read_text().strip() == "hangs":
        time.sleep(10_000)
    raise CommandError("It is broken.")
"""
    file.write_text(text.replace(begins, spoils + begins))


def make_stick(release, file):
    """Make a USB stick of a release, with the file system that sticks have."""
    with file.open("wb") as out:
        out.truncate(release.stat().st_size + 64 * 2**20)
    subprocess.run(["mformat", "-i", file, "-F", "::"], check=True)
    subprocess.run(["mcopy", "-i", file, release, "::"], check=True)


@pytest.fixture(scope="session")
def machine(image, packages, wheels, tmp_path_factory):
    """A machine that has been booted, on whose image this program was installed, with releases on a disk.

    Releases that need the packages that are there bring one for form's sake; one brings all of them.
    """
    folder = tmp_path_factory.mktemp("machine")
    brought = make_brought(wheels, folder)
    one = folder / "one"
    one.mkdir()
    shutil.copy2(next(wheels.glob("blinker-*")), one)
    make_release(one, folder / "theirs", "98.0.0", folder)
    make_release(wheels, folder / "ours", "98.1.0", folder)
    make_release(one, folder / "ours", "98.2.0", folder, spoil)
    on_stick = make_release(one, folder / "ours", "98.3.0", folder)
    make_release(one, folder / "ours", "98.4.0", folder)
    disk = folder / "disk.img"
    subprocess.run(["cp", "--sparse=always", packages, disk], check=True)
    with entered(disk) as root:
        shutil.copytree(
            root / f"opt/tablekeeper/{LONG_AGO}/.venv", root / "root/tablekeeper/.venv", symlinks=True
        )
        shutil.copy2(brought / "signers", root / "root/signers")
        install_inside(root, "", "PIP_NO_INDEX=1 ./tablekeeper install --signers /root/signers")
    there = Machine(folder / "vm", image, disk, brought)
    make_stick(brought / on_stick, there.stick)
    tell(f"booted in {there.start():.0f} s")
    yield there
    there.cut()
