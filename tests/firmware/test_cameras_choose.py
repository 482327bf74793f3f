"""The words after --camera."""

import sys

import pytest

from firmware.build import camera_kinds
from firmware.cameras.choose import NONE_FOUND, Opened, Wanted, open_wanted, parse_camera
from firmware.errors import CameraError, InputError

GAMES = ("carcassonne", "go")


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("auto", Wanted("auto")),
        ("pi", Wanted("pi")),
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
    "text", ["", "webcam", "pi:1", "auto:", "usb:", "usb:front", "usb:-1", "usb:²", "folder:", "video", "PI"]
)
def test_anything_else_is_told_the_forms(text):
    with pytest.raises(InputError, match=r"--camera takes auto, pi, usb:N, folder:DIR") as refusal:
        parse_camera(text, GAMES)
    assert repr(text) in str(refusal.value)


def test_a_demo_of_an_unknown_game_names_those_there_are():
    with pytest.raises(InputError, match="no demo of 'chess', only of carcassonne, go"):
        parse_camera("demo:chess", GAMES)


def cameras(*there):
    """Kinds of cameras of which only some are there; each is just its own name."""

    def kind(name):
        def look(which):
            camera = f"{name}:{which}"
            if camera not in there:
                raise CameraError(f"There is no {camera}.")
            return Opened(camera)

        return look

    return {name: kind(name) for name in ("pi", "usb", "demo")}


@pytest.mark.parametrize(
    ("there", "taken"),
    [
        (("pi:", "usb:0", "demo:carcassonne"), "pi:"),
        (("usb:0", "usb:1", "demo:carcassonne"), "usb:0"),
        (("usb:2", "demo:carcassonne"), "usb:2"),
    ],
)
def test_auto_takes_the_pis_camera_first_and_then_usb(there, taken):
    said = []
    assert open_wanted(Wanted("auto"), cameras(*there), GAMES, said.append).camera == taken
    assert said == []


def test_auto_says_that_it_shows_the_demo():
    said = []
    assert open_wanted(Wanted("auto"), cameras("demo:carcassonne"), GAMES, said.append).camera == (
        "demo:carcassonne"
    )
    assert said == [NONE_FOUND]


def test_a_camera_asked_for_by_name_is_not_replaced():
    with pytest.raises(CameraError, match="no usb:1"):
        open_wanted(Wanted("usb", "1"), cameras("pi:", "usb:0"), GAMES, print)


def test_what_is_not_there_is_said_in_a_sentence(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "picamera2", None)
    kinds = camera_kinds(None)
    for name in ("pi", "usb", "folder", "video"):
        with pytest.raises((CameraError, InputError), match=r"\w[^.]*[.\w]$"):
            kinds[name]("97" if name == "usb" else str(tmp_path / "nothing"))
