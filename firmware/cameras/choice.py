"""Which camera looks at the table: the words after ``--camera``, and what they stand for."""

from collections.abc import Callable, Collection
from typing import NamedTuple

from firmware.errors import InputError
from firmware.ports import Camera
from firmware.recording.session import About

FORMS = "auto, pi, usb:N, folder:DIR, video:FILE, none, demo or demo:GAME"


class Wanted(NamedTuple):
    """A camera as somebody asked for it.

    Attributes:
        kind: auto, pi, usb, folder, video, none or demo.
        name: The number, folder, file or game; empty where there is nothing to name.
    """

    kind: str
    name: str = ""


class Opened(NamedTuple):
    """A camera that looks at a table.

    Attributes:
        about: What is being played there, where that was recorded or is painted; None at a real table.
    """

    camera: Camera
    about: About | None = None


Open = Callable[[str], Opened]
"""Opens a camera of one kind by its name, or raises ``CameraError`` or ``InputError``."""


def parse_camera(text: str, games: Collection[str]) -> Wanted:
    """Understand what stands after ``--camera``.

    Args:
        games: Every game there is a demo of; ``demo`` alone shows the first.

    Raises:
        InputError: It is none of the forms; the sentence names them.
    """
    kind, colon, name = text.partition(":")
    if kind in ("auto", "pi", "none") and not colon:
        return Wanted(kind)
    if kind == "usb" and (name.isdecimal() or not colon):
        return Wanted(kind, str(int(name or 0)))
    if kind in ("folder", "video") and name:
        return Wanted(kind, name)
    if kind == "demo" and not colon:
        return Wanted(kind, next(iter(games)))
    if kind == "demo" and name in games:
        return Wanted(kind, name)
    if kind == "demo":
        raise InputError(f"There is no demo of {name!r}, only of {', '.join(games)}.")
    raise InputError(f"--camera takes {FORMS}, not {text!r}.")
