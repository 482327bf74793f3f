"""The words after --camera."""

import sys

import pytest

from firmware.build import camera_kinds
from firmware.cameras.choice import Wanted, parse_camera
from firmware.cameras.recorded.painted import demo_games
from firmware.errors import CameraError, InputError
from tests.some import some
from vision import games as readers_of
from vision.simulator import games as painted

GAMES = ("carcassonne", "go")


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("auto", Wanted("auto")),
        ("pi", Wanted("pi")),
        ("none", Wanted("none")),
        ("usb:2", Wanted("usb", "2")),
        ("usb", Wanted("usb", "0")),
        ("folder:games/last one", Wanted("folder", "games/last one")),
        ("video:a:b.mp4", Wanted("video", "a:b.mp4")),
        ("demo", Wanted("demo", "carcassonne")),
        ("demo:go", Wanted("demo", "go")),
    ],
)
def test_each_form_is_understood(text, wanted):
    assert parse_camera(text, GAMES) == wanted


@pytest.mark.parametrize(
    "text",
    [
        "",
        "webcam",
        "pi:1",
        "auto:",
        "none:",
        "usb:",
        "usb:front",
        "usb:-1",
        "usb:²",
        "folder:",
        "video",
        "PI",
    ],
)
def test_anything_else_is_told_the_forms(text):
    with pytest.raises(InputError, match=r"--camera takes auto, pi, usb:N, folder:DIR") as refusal:
        parse_camera(text, GAMES)
    assert repr(text) in str(refusal.value)


def test_a_demo_of_an_unknown_game_names_those_there_are():
    with pytest.raises(InputError, match="no demo of 'chess', only of carcassonne, go"):
        parse_camera("demo:chess", GAMES)


def test_what_is_not_there_is_said_in_a_sentence(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "picamera2", None)
    kinds = camera_kinds(None)
    for name in ("pi", "usb", "folder", "video"):
        with pytest.raises((CameraError, InputError), match=r"\w[^.]*[.\w]$"):
            kinds[name]("97" if name == "usb" else str(tmp_path / "nothing"))


def test_a_demo_shows_a_game_that_is_painted_and_read():
    for game in some(demo_games()):
        assert game in painted.names()
        assert game in readers_of.names()
        assert parse_camera(f"demo:{game}", demo_games()).name == game
