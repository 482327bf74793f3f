"""Our adapter on the real picamera2 and libcamera: each claim of ``virtual_camera.py``, one by one."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent
SCRIPT = HERE / "picamera2_root.sh"
CLAIMS = re.findall(r"^def (test_\w+)", (HERE / "virtual_camera.py").read_text(), re.MULTILINE)
CANNOT_HERE = 3
PYTEST = [
    *("python", "-m", "pytest", "--pi", "-q", "-p", "no:cacheprovider"),
    *("-c", "/dev/null", "--rootdir", "/checkout", "-o", "pythonpath=/checkout"),
]


def why_not_here():
    """Say what is missing to build and enter the root, if anything."""
    if os.getuid() != 0:
        return "this needs root rights: sudo ./tablekeeper test --pi"
    missing = [name for name in ("apt-get", "unshare", "chroot") if shutil.which(name) is None]
    if missing:
        return f"this needs Debian's {' and '.join(missing)}"
    entered = subprocess.run(["unshare", "--mount", "true"], capture_output=True, check=False)
    return "" if entered.returncode == 0 else "mounts of one's own are not allowed here"


@pytest.fixture(scope="session")
def root(roots):
    """A Debian with the published picamera2 and libcamera."""
    if reason := why_not_here():
        pytest.skip(reason)
    folder = roots / "picamera2"
    built = subprocess.run([SCRIPT, "build", folder], capture_output=True, text=True, check=False)
    if built.returncode == CANNOT_HERE:
        pytest.skip(built.stdout.strip().splitlines()[-1])
    assert built.returncode == 0, built.stdout + built.stderr
    return folder


@pytest.mark.parametrize("claim", CLAIMS)
def test_on_the_real_libraries(root, claim):
    words = [SCRIPT, "run", root, ROOT, *PYTEST, f"tests/pi/virtual_camera.py::{claim}"]
    ended = subprocess.run(words, capture_output=True, text=True, timeout=120, check=False)
    assert "1 passed" in ended.stdout, ended.stdout + ended.stderr
    assert ended.returncode == 0, ended.stderr
