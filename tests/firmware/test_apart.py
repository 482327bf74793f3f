"""Photographs read and prints learned in a process apart."""

import os
import signal
import time

import numpy as np
import pytest

from firmware.apart import Apart
from vision.errors import NoTableError, PrintsError
from vision.games import load

BLACK = np.zeros((300, 400, 3), np.uint8)


@pytest.fixture
def apart():
    with Apart(idle_s=30) as apart:
        yield apart


def ended(apart, limit_s=20.0):
    until_s = time.monotonic() + limit_s
    while apart.pid and time.monotonic() < until_s:
        time.sleep(0.02)
    return apart.pid is None


def test_a_reader_apart_reads_tells_how_far_it_is_and_refuses_as_one_here_does(apart):
    reader, steps = apart.reader(load)("carcassonne"), []
    with pytest.raises(NoTableError) as here:
        load("carcassonne").read(BLACK, None)
    with pytest.raises(NoTableError) as there:
        reader.read(BLACK, None, progress=lambda step, share: steps.append(step))
    assert str(there.value) == str(here.value)
    assert steps
    with pytest.raises(PrintsError):
        reader.learn([])
    assert reader.chart() == load("carcassonne").chart()


def test_one_process_does_it_all_ends_when_it_is_idle_and_is_begun_anew():
    with Apart(idle_s=1) as apart:
        reader, seen = apart.reader(load)("carcassonne"), []
        for _ in range(2):
            for _ in range(2):
                with pytest.raises(PrintsError):
                    reader.learn([])
                seen.append(apart.pid)
            assert ended(apart)
    first, again, other, other_again = seen
    assert first == again != other == other_again


def test_a_process_that_is_killed_breaks_off_one_reading_and_no_more(apart):
    reader = apart.reader(load)("carcassonne")
    with pytest.raises(PrintsError):
        reader.learn([])

    def kill(step, share):
        os.kill(apart.pid, signal.SIGKILL)

    with pytest.raises(RuntimeError, match="has ended"):
        reader.read(BLACK, None, progress=kill)
    with pytest.raises(PrintsError):
        reader.learn([])


def test_it_ends_with_the_table():
    with Apart() as apart:
        with pytest.raises(PrintsError):
            apart.reader(load)("carcassonne").learn([])
        assert apart.pid
    assert ended(apart)
