"""The dashboard as a process: it says where it is, answers, and ends when it is told to."""

import json
import re
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request

import cv2
import numpy as np
import pytest

from firmware.access_keys import open_keys
from firmware.build import Door
from firmware.cli.play import announce
from firmware.evaluation.footprint import to_play
from firmware.serving.addresses import Addresses
from tests.running import running


@pytest.fixture
def dashboard(tmp_path):
    """A dashboard on a port of its own, over a folder of pictures, and the address it printed."""
    picture = cv2.imencode(".jpg", np.full((180, 320, 3), 99, np.uint8))[1].tobytes()
    (tmp_path / "pictures").mkdir()
    (tmp_path / "pictures" / "1.jpg").write_bytes(picture)
    with running(to_play("data", "folder:pictures"), tmp_path, subprocess.PIPE) as dashboard:
        yield dashboard


def health(address):
    try:
        with urllib.request.urlopen(f"{address}/healthz", timeout=10) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_answers_where_it_says_and_ends_cleanly(dashboard, number):
    process, address = dashboard
    with urllib.request.urlopen(f"{address}/healthz", timeout=10) as answer:
        assert answer.status == 200
    process.send_signal(number)
    assert process.wait(timeout=20) == 0
    assert process.stderr.read() == "Goodbye.\n"
    assert "\u2588" in process.stdout.read(), "the QR code"


def test_whoever_presses_ctrl_c_twice_sees_it_end_cleanly_too(dashboard):
    process, address = dashboard
    urllib.request.urlopen(f"{address}/healthz", timeout=10).close()
    process.send_signal(signal.SIGINT)
    time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=20) == 0
    assert process.stderr.read() == "Goodbye.\n"


def test_a_data_folder_that_is_taken_away_is_told_by_whoever_asks_how_the_program_is(dashboard, tmp_path):
    process, address = dashboard
    (tmp_path / "data").rename(tmp_path / "away")
    answer = health(address)
    for _ in range(200):
        if answer[0] != 200:
            break
        time.sleep(0.1)
        answer = health(address)
    assert answer[0] == 503
    assert "was taken away while tablekeeper uses it" in answer[1]["says"]
    process.send_signal(signal.SIGTERM)
    assert process.wait(timeout=20) == 0


def test_a_phone_that_looks_on_is_let_go_at_the_end(dashboard):
    process, address = dashboard
    with urllib.request.urlopen(f"{address}/api/events", timeout=20) as stream:
        assert stream.readline()
        process.send_signal(signal.SIGINT)
        stream.read()  # cut off before its end it would be an IncompleteRead
    assert process.wait(timeout=20) == 0
    assert process.stderr.read() == "Goodbye.\n"


def test_the_terminal_shows_the_code_and_at_the_first_start_the_pin(dashboard, tmp_path):
    process, _ = dashboard
    told = "".join(iter(process.stdout.readline, "Ctrl-C ends it.\n"))
    keys = open_keys(tmp_path / "data")
    assert f"Code for players: {keys.code}\n" in told
    assert keys.fits_pin(re.search(r"PIN for the host: (\d{6})\n", told)[1])


def test_what_is_kept_is_this_users_alone(dashboard, tmp_path):
    process, _ = dashboard
    process.stdout.readline()
    data = tmp_path / "data"
    assert (data / "games.sqlite-wal").exists()
    open_to_others = [each.name for each in (data, *data.rglob("*")) if each.stat().st_mode & 0o077]
    assert not open_to_others


def test_the_terminal_shows_a_known_pin_no_more(tmp_path, capsys):
    open_keys(tmp_path)
    announce(Door(Addresses("192.168.1.20", 8000), (), open_keys(tmp_path)))
    told = capsys.readouterr().out
    assert "http://192.168.1.20:8000" in told
    assert "PIN for the host: the one shown at the first start; --new-pin makes a new one.\n" in told


def test_the_table_waits_for_a_game_to_begin(dashboard):
    _, address = dashboard
    with urllib.request.urlopen(f"{address}/api/table", timeout=10) as answer:
        table = json.load(answer)
    assert (table["state"], table["camera"]) == ("none", "pictures in pictures")


def test_a_camera_nobody_knows_is_a_sentence(program):
    ended = program("play", "--camera", "eye")
    assert ended.status == 2
    assert ended.err.startswith("--camera takes auto, pi, usb:N, ")


def test_a_panel_wired_wrongly_is_a_sentence_and_the_game_goes_on(tmp_path):
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "pins.toml").write_text("[buttons]\nconfirm = 99\n")
    with running(to_play("data", "none"), tmp_path, subprocess.PIPE) as (process, address):
        urllib.request.urlopen(f"{address}/healthz", timeout=10).close()
        process.send_signal(signal.SIGTERM)
        said = process.stderr.read().splitlines()
    assert "There is no panel; " in said[0]
    assert "pins.toml: " in said[0]
    assert said[1:] == ["Goodbye."]


def test_a_port_that_is_taken_is_a_sentence(program):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        ended = program("play", "--host", "127.0.0.1", "--port", port)
    assert ended.status == 1
    assert ended.err == (
        f"Port {port} is taken, maybe by a tablekeeper that is running already; "
        "end that, or choose another with --port.\n"
    )


def test_a_data_folder_that_cannot_be_made_is_a_sentence(program):
    ended = program("play", "--data", "/proc/nowhere")
    assert ended.status == 1
    assert ended.err.startswith("The data folder /proc/nowhere cannot be made: ")
    assert len(ended.err.splitlines()) == 1
