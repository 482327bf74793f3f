"""The command that says what a table lacks before a game."""

import socket

import cv2
import numpy as np
import pytest

from firmware.cli import doctor as at_the_doctors
from firmware.cli.doctor import check_clock, check_disk, check_network, check_port, grade_room
from firmware.data_folder import hold_data_folder


@pytest.fixture
def free_port():
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


@pytest.fixture
def frames(tmp_path):
    """A folder of pictures of squares, sharp and well lit."""
    chance = np.random.default_rng(1)
    image = np.full((360, 640, 3), 120, np.uint8)
    for _ in range(60):
        x, y = chance.integers(0, (600, 320))
        image[y : y + 40, x : x + 40] = chance.integers(60, 220)
    folder = tmp_path / "frames"
    folder.mkdir()
    for number in range(3):
        cv2.imwrite(str(folder / f"{number}.png"), image)
    return folder


@pytest.fixture
def blurred(frames):
    for file in frames.iterdir():
        cv2.imwrite(str(file), cv2.GaussianBlur(cv2.imread(str(file)), (0, 0), 8))
    return frames


def grades(ended):
    return {check["what"]: check["grade"] for check in ended.document["checks"]}


def test_a_table_that_is_ready_ends_with_0_and_names_every_check(command, frames, free_port, tmp_path):
    ended = command(
        "doctor", "--camera", f"folder:{frames}", "--port", free_port, "--data", tmp_path / "data"
    )
    assert ended.status == 0
    for what in ("camera", "focus", "brightness", "glare", "colour", "panel", "disk", "clock", "port"):
        assert f" {what}: " in ended.out


def test_a_blurred_picture_ends_with_1_and_says_what_to_do(command, blurred, free_port, tmp_path):
    ended = command("doctor", "--camera", f"folder:{blurred}", "--port", free_port, "--data", tmp_path)
    assert ended.status == 1
    assert "fix  focus: The picture is blurred. Turn the lens" in ended.out
    assert ended.err == "Before a game, put this right: focus.\n"


def test_the_document_holds_every_check_with_its_grade(command, blurred, free_port, tmp_path):
    options = ("--json", "--camera", f"folder:{blurred}", "--port", free_port, "--data", tmp_path)
    ended = command("doctor", *options)
    assert ended.status == 1
    assert ended.document["format"] == "tablekeeper.doctor/1"
    found = grades(ended)
    assert (found["focus"], found["camera"], found["port"]) == ("bad", "good", "good")
    assert ended.document["checks"]
    assert all(check["says"].endswith((".", "--data")) for check in ended.document["checks"])


def test_the_demo_needs_nothing_put_right(command, free_port, tmp_path):
    ended = command("doctor", "--json", "--camera", "demo", "--port", free_port, "--data", tmp_path)
    assert ended.status == 0
    assert grades(ended)["camera"] == "good"


def test_a_camera_that_is_not_there_is_to_be_put_right(command, free_port, tmp_path):
    ended = command("doctor", "--json", "--camera", "usb:77", "--port", free_port, "--data", tmp_path)
    assert ended.status == 1
    assert grades(ended)["camera"] == "bad"
    assert "focus" not in grades(ended)


def test_no_camera_at_all_is_said_instead_of_showing_the_demo(command, free_port, tmp_path):
    ended = command("doctor", "--json", "--port", free_port, "--data", tmp_path)
    camera = ended.document["checks"][0]
    assert (camera["grade"], camera["says"]) == ("bad", at_the_doctors.NO_CAMERA)


def test_nonsense_for_a_camera_is_bad_usage(command):
    assert command("doctor", "--camera", "eye").status == 2


def test_a_port_that_another_program_has_is_to_be_put_right():
    with socket.create_server(("0.0.0.0", 0)) as server:
        port = server.getsockname()[1]
        assert check_port(port, playing=False).grade == "bad"
        assert check_port(port, playing=True).grade == "good"


def test_a_table_that_is_being_played_at_keeps_its_camera(command, frames, free_port, tmp_path):
    with hold_data_folder(tmp_path):
        ended = command(
            "doctor", "--json", "--camera", f"folder:{frames}", "--port", free_port, "--data", tmp_path
        )
    assert ended.status == 0
    assert ended.document["checks"][0]["says"] == at_the_doctors.PLAYING


def test_a_panel_wired_wrongly_is_to_be_put_right(command, frames, free_port, tmp_path):
    (tmp_path / "pins.toml").write_text("[buttons]\nconfirm = 99\n")
    ended = command(
        "doctor", "--json", "--camera", f"folder:{frames}", "--port", free_port, "--data", tmp_path
    )
    assert ended.status == 1
    assert grades(ended)["panel"] == "bad"


def test_it_leaves_no_trace_in_a_folder_that_is_not_there(command, frames, free_port, tmp_path):
    command("doctor", "--camera", f"folder:{frames}", "--port", free_port, "--data", tmp_path / "none")
    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize(
    ("free_gb", "grade"), [(0.0, "bad"), (0.49, "bad"), (1.0, "fair"), (2.0, "good"), (500.0, "good")]
)
def test_little_room_is_told_before_there_is_none(free_gb, grade):
    assert grade_room(free_gb).grade == grade


def test_a_folder_that_only_others_may_write_to_is_to_be_put_right(tmp_path, monkeypatch):
    monkeypatch.setattr(at_the_doctors.os, "access", lambda *_: False)
    assert check_disk(tmp_path / "data").grade == "bad"


def test_a_clock_that_was_never_set_is_worth_a_note():
    assert check_clock(0).grade == "fair"
    assert check_clock(1_800_000_000).grade == "good"


def test_a_machine_without_a_network_is_worth_a_note():
    assert check_network("127.0.0.1").grade == "fair"
    assert check_network("192.168.1.20").grade == "good"
