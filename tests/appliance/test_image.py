"""The image of a card: made by its command, and started by an emulated processor of a Pi's kind."""

import json
import os
import re
import shutil
import subprocess
import time
import urllib.request
from contextlib import contextmanager, suppress

import pytest

from firmware.appliance.releases import write_release
from tests.appliance.conftest import SOURCE, fetch_wheels
from tests.appliance.machine import free_port, tell

TOOLS = ("qemu-system-aarch64", "qemu-aarch64-static", "sfdisk", "arch-test")
BRING_THEM = "apt-get install qemu-system-arm qemu-user-static fdisk arch-test"
pytestmark = [
    pytest.mark.timeout(10_800),
    pytest.mark.slow,
    pytest.mark.skipif(
        not all(map(shutil.which, TOOLS)), reason=f"it takes {', '.join(TOOLS)}; {BRING_THEM}"
    ),
]
START_S = 1800
"""An emulated processor on a machine that others use, too."""
SETTLED_S = 60
"""What it does last at its start is on its card by then."""
MORE_BYTES = 3 * 2**30


@pytest.fixture
def image(cache, debian, tmp_path):
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", tmp_path / "ours"], check=True)
    (tmp_path / "signers").write_text(f"tablekeeper {(tmp_path / 'ours.pub').read_text()}")
    release = write_release(SOURCE, fetch_wheels(cache, debian[1], "aarch64"), tmp_path / "ours", tmp_path)
    made = tmp_path / "tablekeeper.img"
    words = ["sh", SOURCE / "hardware/image/build.sh", release, tmp_path / "signers", made]
    begun_s = time.monotonic()
    subprocess.run(words, check=True)
    tell(
        f"the image was made in {time.monotonic() - begun_s:.0f} s; it takes {made.stat().st_size >> 20} MiB"
    )
    return made


def taken_out(image, name):
    """Take a file out of the small partition, which begins after 4 MiB."""
    file = image.with_name(name)
    subprocess.run(["mcopy", "-n", "-i", f"{image}@@4M", f"::{name}", file], check=True)
    return file


@contextmanager
def started(image, at):
    """Start it as a Pi does, but for the board: from what lies in its small partition."""
    told = taken_out(image, "config.txt").read_text()
    kernel, initrd = (
        re.search(rf"^{word}(.+)$", told, re.MULTILINE)[1] for word in ("kernel=", "initramfs ")
    )
    line = taken_out(image, "cmdline.txt").read_text().strip()
    words = [
        *("qemu-system-aarch64", "-M", "virt", "-cpu", "cortex-a72", "-smp", "2", "-m", "1024"),
        *("-display", "none", "-monitor", "none", "-serial", f"file:{image.with_name('console.log')}"),
        *("-kernel", taken_out(image, kernel), "-initrd", taken_out(image, initrd)),
        *("-append", f"{line} console=ttyAMA0", "-drive", f"file={image},format=raw,if=virtio"),
        *("-netdev", f"user,id=n0,restrict=on,hostfwd=tcp:127.0.0.1:{at}-:8000"),
        *("-device", "virtio-net-pci,netdev=n0", "-device", "virtio-rng-pci"),
    ]
    process = subprocess.Popen(words)
    try:
        yield
    finally:
        process.kill()
        process.wait()


def is_answered(at):
    with suppress(OSError), urllib.request.urlopen(f"http://127.0.0.1:{at}/healthz", timeout=20) as answer:
        return answer.status == 200
    return False


def large_bytes(image):
    """Give how large the file system of the large partition is, and the partition."""
    table = json.loads(subprocess.check_output(["sfdisk", "-J", image]))["partitiontable"]
    partition = table["partitions"][1]
    begins, takes = (partition[name] * table["sectorsize"] for name in ("start", "size"))
    told = subprocess.check_output(["dumpe2fs", "-h", f"{image}?offset={begins}"], text=True)
    blocks, size = (int(re.search(rf"{name}:\s+(\d+)", told)[1]) for name in ("Block count", "Block size"))
    return blocks * size, takes


def test_an_image_is_a_table_at_its_first_start_and_uses_the_whole_card(image):
    small = image.stat().st_size
    os.truncate(image, small + MORE_BYTES)  # a card is larger than what is written to it
    at, begun_s = free_port(), time.monotonic()
    with started(image, at):
        while not is_answered(at):
            assert time.monotonic() - begun_s < START_S, image.with_name("console.log").read_text()[-1000:]
            time.sleep(1)
        tell(f"the pages of the image answered {time.monotonic() - begun_s:.0f} s after its start")
        time.sleep(SETTLED_S)
    assert min(large_bytes(image)) > small
