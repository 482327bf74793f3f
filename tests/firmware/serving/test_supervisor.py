"""An init system hears when the pages are there, and as long as they and the table are well."""

import signal
import socket
import subprocess
import threading

import pytest

from firmware.evaluation.footprint import to_play
from firmware.serving.server import PageServer, serving
from firmware.serving.supervisor import Supervisor
from tests.running import ENV, running


def hello(_environ, start_response):
    start_response("200 OK", [("Content-Type", "text/plain")])
    return [b"hello"]


@pytest.fixture
def told(tmp_path):
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as heard:
        heard.bind(str(tmp_path / "notify"))
        heard.settimeout(60)
        yield heard


def _hear_out(told):
    for _ in range(10):  # one may be under way
        told.recv(99)


def environ(tmp_path, beat_us):
    return {"NOTIFY_SOCKET": str(tmp_path / "notify"), "WATCHDOG_USEC": str(beat_us)}


def test_the_program_says_when_it_is_ready_and_well_and_when_it_ends(tmp_path, told, monkeypatch):
    for name, value in environ(tmp_path, 400_000).items():
        monkeypatch.setitem(ENV, name, value)
    with running(to_play("data", "none"), tmp_path, subprocess.PIPE) as (process, _):
        assert [told.recv(99) for _ in range(3)] == [b"READY=1", b"WATCHDOG=1", b"WATCHDOG=1"]
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=20) == 0
    said = told.recv(99)
    while said == b"WATCHDOG=1":
        said = told.recv(99)
    assert said == b"STOPPING=1"


def test_a_table_that_hangs_is_no_more_said_to_be_well(tmp_path, told):
    is_well = [True]
    supervisor = Supervisor(environ(tmp_path, 40_000))
    listener = socket.create_server(("127.0.0.1", 0))
    with serving(PageServer(hello, listener, supervisor=supervisor, is_well=lambda: is_well[0])):
        assert [told.recv(99) for _ in range(3)] == [b"READY=1", b"WATCHDOG=1", b"WATCHDOG=1"]
        is_well[0] = False
        told.settimeout(0.5)
        with pytest.raises(TimeoutError):
            _hear_out(told)


def test_pages_that_hang_are_no_more_said_to_be_well(tmp_path, told):
    held = threading.Event()
    supervisor = Supervisor(environ(tmp_path, 40_000))
    listener = socket.create_server(("127.0.0.1", 0))
    with serving(PageServer(hello, listener, supervisor=supervisor, is_well=lambda: held.wait(60))):
        assert told.recv(99) == b"READY=1"
        told.settimeout(0.5)
        with pytest.raises(TimeoutError):
            told.recv(99)
        held.set()


def test_started_by_hand_nobody_is_told_anything():
    supervisor = Supervisor({})
    supervisor.tell("READY=1")
    assert supervisor.beat_s is None
