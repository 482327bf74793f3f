"""Which camera looks at the table: the words after ``--camera``, and what they stand for."""

from collections.abc import Callable, Collection, Mapping
from typing import NamedTuple, TypeVar

from firmware.errors import CameraError, InputError
from firmware.ports import Camera
from firmware.sessions import About

FORMS = "auto, pi, usb:N, folder:DIR, video:FILE, demo or demo:GAME"
USB_TRIED = 4
"""How many USB cameras ``auto`` looks for."""

NONE_FOUND = (
    "No camera was found, so a painted table plays a game by itself. Plug a camera in and start again, or "
    "name one with --camera."
)


class Wanted(NamedTuple):
    """A camera as somebody asked for it.

    Attributes:
        kind: auto, pi, usb, folder, video or demo.
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


Anything = TypeVar("Anything")
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
    if kind in ("auto", "pi") and not colon:
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


def open_wanted(
    wanted: Wanted,
    kinds: Mapping[str, Callable[[str], Anything]],
    games: Collection[str],
    say: Callable[[str], None],
) -> Anything:
    """Open the camera that was asked for; ``auto`` takes the Pi's, else one on USB, else the demo.

    Args:
        kinds: Opens each kind but ``auto``, as ``Open`` does, into whatever is wanted.
        games: Every game there is a demo of.
        say: Told a sentence when no camera was found.

    Raises:
        CameraError: It is not there, or cannot be used.
        InputError: The folder or file cannot be played.
    """
    if wanted.kind != "auto":
        return kinds[wanted.kind](wanted.name)
    for kind, name in [("pi", ""), *(("usb", str(number)) for number in range(USB_TRIED))]:
        try:
            return kinds[kind](name)
        except CameraError:
            continue
    say(NONE_FOUND)
    return kinds["demo"](next(iter(games)))
