"""A store with a game of twenty turns, killed programs, and small disks."""

import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

import pytest

from firmware.store.store import open_store
from scoring.referee.store import Event

START = Event("game_started", {"game": "carcassonne"})


def turn(number):
    return Event("turn_confirmed", {"number": number, "says": "x" * 900})


def play(data, first, turns):
    """Keep turns in game 1 and leave what was kept, as a kill does, in SQLite's log."""
    keep = (
        "import os, sys; from pathlib import Path\n"
        "from firmware.store.store import open_store; from scoring.referee.store import Event\n"
        "data, first, turns = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])\n"
        "store = open_store(data)\n"
        "if not store.games(): store.begin(Event('game_started', {'game': 'carcassonne'}))\n"
        "for n in range(first, first + turns):\n"
        "    store.append('1', [Event('turn_confirmed', {'number': n, 'says': 'x' * 900})])\n"
        "os._exit(0)\n"
    )
    words = [sys.executable, "-c", keep, data, str(first), str(turns)]
    subprocess.run(words, env={"PYTHONPATH": str(Path(__file__).parents[2])}, check=True)


def keep_twenty(folder):
    """Keep a game of 20 turns, backed up after 10 of them."""
    with open_store(folder) as store:
        store.append(store.begin(START), [turn(number) for number in range(10)])
        store.back_up()
        store.append("1", [turn(number) for number in range(10, 20)])
    return folder


def eventually(is_so, limit_s=10.0):
    """Wait for what another thread does."""
    until_s = time.monotonic() + limit_s
    while not is_so():
        assert time.monotonic() < until_s, "it never came"
        time.sleep(0.01)


@contextmanager
def mounted(folder, size_kb):
    """A small disk of its own, where the system lets us have one."""
    folder.mkdir()
    words = ["mount", "-t", "tmpfs", "-o", f"size={size_kb}k", "tmpfs", folder]
    if subprocess.run(words, capture_output=True, check=False).returncode:
        pytest.skip("this system does not let us mount a small disk")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", folder], check=True)
