"""Our panel on the real gpiozero and lgpio: the claims of ``simulated_pins.py``, in one emulated machine."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent
SCRIPT = HERE / "gpio_machine.sh"
CLAIMS = re.findall(r"^def (test_\w+)", (HERE / "simulated_pins.py").read_text(), re.MULTILINE)
CANNOT_HERE = 3


def why_not_here():
    """Say what is missing to build and boot the machine, if anything."""
    if os.getuid() != 0:
        return "this needs root rights: sudo ./tablekeeper test --pi"
    return "" if shutil.which("apt-get") else "this needs Debian's apt-get"


@pytest.fixture(scope="session")
def said(roots):
    """What the claims said in the emulated machine."""
    if reason := why_not_here():
        pytest.skip(reason)
    words = [roots / "gpio", sys.executable]
    built = subprocess.run([SCRIPT, "build", *words], capture_output=True, text=True, check=False)
    if built.returncode == CANNOT_HERE:
        pytest.skip(built.stdout.strip().splitlines()[-1])
    assert built.returncode == 0, built.stdout + built.stderr
    ran = subprocess.run([SCRIPT, "run", *words, ROOT], capture_output=True, text=True, check=False)
    assert "ended with" in ran.stdout, ran.stdout + ran.stderr
    return ran.stdout


@pytest.mark.parametrize("claim", CLAIMS)
def test_on_the_real_libraries(said, claim):
    results = re.findall(rf"::{claim}(?:\[\w+\])? (PASSED|FAILED|ERROR)", said)
    assert results, said
    assert set(results) == {"PASSED"}, said
