"""A folder or a video of which no picture comes, or a broken one, is a camera that is gone and comes back."""

import json
import os
import signal
import threading
import time
import urllib.request

import cv2
import numpy as np
import pytest

from firmware.build import camera_kinds
from firmware.cameras import frame_thread, patience
from firmware.cameras.patience import Awaited, AwaitedRecording
from firmware.cameras.recorded.playback import PlayedCamera
from firmware.errors import CameraError
from firmware.evaluation.footprint import to_play
from scoring.games import load
from tests.running import running

PATIENCE_S = 60.0
ENDED_S = 3.0
"""So soon the program ends once it is told to."""
IMAGE = np.random.default_rng(1).integers(0, 255, (360, 640, 3), np.uint8)
WHOLE = cv2.imencode(".jpg", IMAGE)[1].tobytes()
PNG = cv2.imencode(".png", IMAGE)[1].tobytes()


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "pictures"
    folder.mkdir()
    for number in range(3):
        (folder / f"{number}.jpg").write_bytes(WHOLE)
    return folder


def missing(file):
    file.unlink()


def empty(file):
    file.write_bytes(b"")


def truncated(file):
    file.write_bytes(WHOLE[: len(WHOLE) // 2])


def truncated_png(file):
    file.write_bytes(PNG[: len(PNG) // 2])


def hanging(file):
    file.unlink()
    os.mkfifo(file)


@pytest.mark.parametrize("spoil", [missing, empty, truncated, truncated_png, hanging])
def test_a_picture_that_cannot_be_had_is_a_camera_that_is_gone_until_it_can(folder, spoil):
    now_s, waited = [0.0], []
    camera = camera_kinds(lambda: now_s[0])["folder"](str(folder)).camera
    camera._wait = waited.append
    assert camera.take(0.1).number == 0
    now_s[0], file = 1.0, folder / "1.jpg"
    spoil(file)
    for _ in range(3):
        with pytest.raises(CameraError, match=r"until (it does|they do)"):
            camera.take(0.1)
        assert camera.says == ""
    assert waited == [0.1] * 3
    if spoil is hanging:
        reader = os.open(file, os.O_WRONLY)  # whoever waits for it gets an end of file
        os.close(reader)
        file.unlink()
    file.write_bytes(WHOLE)
    frame = None
    while frame is None:
        try:
            frame = camera.take(0.1)
        except CameraError:
            time.sleep(0.05)
    assert (frame.number, frame.full().shape) == (1, (360, 640, 3))
    assert camera.says
    file.unlink()
    assert frame.full().shape == (360, 640, 3), "what was seen small is there in full"
    camera.close()


def test_what_hangs_is_asked_for_once_and_its_thread_ends_nobodys_program():
    may_come, asked = threading.Event(), []

    def hang():
        asked.append(1)
        may_come.wait()

    thread = Awaited("driver")
    for _ in range(5):
        with pytest.raises(TimeoutError):
            thread.call(hang, 0.01)
    assert len(asked) == 1
    assert [each.daemon for each in threading.enumerate() if each.name == "driver"] == [True]
    may_come.set()
    assert thread.call(lambda: "here", 5.0) == "here"


def test_a_video_that_hangs_is_a_camera_that_is_not_there(tmp_path, monkeypatch):
    monkeypatch.setattr(patience, "OPENING_S", 0.2)
    os.mkfifo(tmp_path / "talk.mp4")
    with pytest.raises(CameraError, match="Nothing can be read"):
        camera_kinds(None)["video"](str(tmp_path / "talk.mp4"))


class Hanging:
    """A camera whose driver does not answer any more."""

    says = "a camera"

    def __init__(self):
        self.may_come = threading.Event()
        self.is_closed = threading.Event()

    def take(self, timeout_s):
        self.may_come.wait()

    def hold(self):
        return ()

    def close(self):
        self.is_closed.set()


def test_a_camera_that_hangs_for_good_keeps_no_table_from_ending(monkeypatch):
    monkeypatch.setattr(frame_thread, "CLOSING_S", 0.05)
    camera = Hanging()
    thread = frame_thread.FrameThread(camera, lambda: None)
    assert not thread.is_ready()
    thread.close()
    assert not camera.is_closed.is_set(), "it cannot be let go while its driver hangs"
    camera.may_come.set()
    assert camera.is_closed.wait(5)


class Flickering:
    """A video of which one picture is broken."""

    says = "a video"
    times_s = (0.0, 1.0)

    def shot(self, index):
        raise CameraError("broken")

    def close(self):
        self.closed = True


def test_a_recording_is_closed_by_its_own_thread():
    video = Flickering()
    camera = PlayedCamera(AwaitedRecording("talk.mp4", lambda: video), None, lambda _: None)
    with pytest.raises(CameraError):
        camera.take(0.1)
    camera.close()
    until_s = time.monotonic() + 5
    while not hasattr(video, "closed"):
        assert time.monotonic() < until_s


def test_the_program_lives_on_says_so_and_ends_at_once_where_a_picture_hangs(folder, tmp_path):
    hanging(folder / "0.jpg")
    rules = load("carcassonne").info.rule_sets[0].name
    players = [{"name": "Ann", "colour": "red"}, {"name": "Ben", "colour": "blue"}]
    new = {"game": "carcassonne", "rules": rules, "prints": "", "players": players}

    def ask(path, sent=None):
        body = json.dumps(sent).encode() if sent else None
        asked = urllib.request.Request(f"{address}{path}", body, {"Content-Type": "application/json"})
        with urllib.request.urlopen(asked, timeout=20) as answer:
            return json.load(answer)

    with running(to_play("data", "folder:pictures"), tmp_path) as (process, address):
        ask("/api/new", new)
        until_s = time.monotonic() + PATIENCE_S
        while (now := ask("/api/table"))["state"] != "lost":
            assert time.monotonic() < until_s
            time.sleep(0.2)
        assert "do not arrive" in now["says"]
        assert "declare" in now["may"]
        process.send_signal(signal.SIGTERM)
        assert process.wait(ENDED_S) == 0
