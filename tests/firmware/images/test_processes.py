"""Pictures opened and read, and prints learned, in processes apart; what goes wrong there stays there."""

import os
import signal
import time
from concurrent.futures import ThreadPoolExecutor

import cv2
import numpy as np
import pytest

from firmware.desks.photos import PhotoFolder
from firmware.images.darkroom import OpenDarkroom
from firmware.images.pictures import TOO_MUCH
from firmware.images.processes import OPENING, Apart
from scoring.referee.contracts.refusals import BadPhotoError, BusyError
from tests.webui.bombs import jpeg_bomb, png_bomb
from vision.errors import NoTableError, PrintsError

BLACK = cv2.imencode(".jpg", np.zeros((300, 400, 3), np.uint8))[1].tobytes()


@pytest.fixture
def apart():
    with Apart(idle_s=30) as apart:
        yield apart


@pytest.fixture
def black(tmp_path):
    file = tmp_path / "black.jpg"
    file.write_bytes(BLACK)
    return file


def ended(process, limit_s=20.0):
    until_s = time.monotonic() + limit_s
    while process.pid and time.monotonic() < until_s:
        time.sleep(0.02)
    return process.pid is None


def learns_nothing(apart):
    with pytest.raises(PrintsError):
        apart.learn("carcassonne", [])
    return apart.reader.pid


def test_what_is_done_apart_comes_to_the_same_tells_how_far_it_is_and_refuses_the_same(apart, black):
    here, steps = OpenDarkroom(), []
    assert apart.shrink(BLACK, 100) == here.shrink(BLACK, 100)
    with pytest.raises(NoTableError) as refused:
        here.read("carcassonne", black, None, lambda step, share: None)
    with pytest.raises(NoTableError) as there:
        apart.read("carcassonne", black, None, lambda step, share: steps.append(step))
    assert str(there.value) == str(refused.value)
    assert steps
    with pytest.raises(BadPhotoError, match="not a picture"):
        apart.shrink(b"hello")
    with pytest.raises(PrintsError):
        apart.read_chart("carcassonne", BLACK)


def test_one_process_does_it_all_ends_when_it_is_idle_and_is_begun_anew():
    with Apart(idle_s=1) as apart:
        seen = []
        for _ in range(2):
            seen += [learns_nothing(apart), learns_nothing(apart)]
            assert ended(apart.reader)
    first, again, other, other_again = seen
    assert first == again != other == other_again


def test_a_process_that_is_killed_breaks_off_one_reading_and_no_more(apart, black):
    learns_nothing(apart)
    with pytest.raises(RuntimeError, match="has ended"):
        apart.read("carcassonne", black, None, lambda *_: os.kill(apart.reader.pid, signal.SIGKILL))
    learns_nothing(apart)


def test_a_picture_that_takes_too_much_memory_is_refused_and_the_next_one_opened():
    with Apart(opening=OPENING._replace(memory_bytes=100_000_000)) as apart:
        for picture in (png_bomb(), jpeg_bomb(2)):
            with pytest.raises(BadPhotoError):
                apart.shrink(picture)
            assert apart.shrink(BLACK)


def test_a_picture_that_takes_too_long_is_refused_and_whoever_waits_for_it_told(apart):
    assert apart.shrink(BLACK)
    os.kill(apart.opener.pid, signal.SIGSTOP)
    apart.opener.allowed = OPENING._replace(patience_s=2.0, turn_s=0.1)
    with ThreadPoolExecutor(1) as worker:
        first = worker.submit(apart.shrink, BLACK)
        while not apart.opener.is_busy:
            time.sleep(0.01)
        with pytest.raises(BusyError, match="try again in a minute"):
            apart.shrink(BLACK)
        with pytest.raises(BadPhotoError, match=TOO_MUCH):
            first.result()
    apart.opener.allowed = OPENING
    assert apart.shrink(BLACK)


def test_a_photograph_that_is_being_read_keeps_no_picture_from_being_opened(apart, black):
    def opened(step, share):
        assert apart.shrink(BLACK)

    with pytest.raises(NoTableError):
        apart.read("carcassonne", black, None, opened)


def test_what_is_being_read_when_the_table_ends_is_read_at_the_next_start(tmp_path):
    with ThreadPoolExecutor(1) as worker, Apart() as apart:
        photos = PhotoFolder(tmp_path / "photos", lambda name: None, worker, darkroom=apart)
        id = photos.submit(BLACK, "carcassonne", "")
        while not apart.reader.pid:
            time.sleep(0.01)
        os.kill(apart.reader.pid, signal.SIGSTOP)
    with ThreadPoolExecutor(1) as worker, Apart() as apart:
        again = PhotoFolder(tmp_path / "photos", lambda name: None, worker, darkroom=apart)
        assert again.ticket(id).state in ("waiting", "reading")


def test_it_ends_with_the_table():
    with Apart() as apart:
        learns_nothing(apart)
        apart.shrink(BLACK)
        assert None not in (apart.reader.pid, apart.opener.pid)
    assert ended(apart.reader)
    assert ended(apart.opener)
