"""The composition root: the one place that names the real classes and puts them together."""

import time
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from flask import Flask

from firmware.cameras.choose import Open, Opened, Wanted, open_wanted
from firmware.cameras.demo import PaintedTable, about_demo, write_demo
from firmware.cameras.folder import FolderRecording
from firmware.cameras.pi import PiDevice
from firmware.cameras.played import PlayedCamera
from firmware.cameras.returning import ReturningCamera
from firmware.cameras.usb import UsbDevice
from firmware.cameras.video import VideoRecording
from firmware.lessons import LessonFolder
from firmware.photos import PhotoFolder
from firmware.ports import Clock
from scoring import games as rules_of
from scoring.game import Rules
from vision import games as readers_of
from vision.live import LiveReader
from vision.reader import Reader
from vision.synthetic import games as painted
from webui.app import create_app


class Parts(NamedTuple):
    """What the commands work with; tests hand in others.

    Attributes:
        games: Names every game.
        rules: Gives the rules of a game.
        reader: Gives the reader of a game.
        live: Gives what follows a game at the live table.
    """

    games: Callable[[], tuple[str, ...]]
    rules: Callable[[str], Rules[Any, Any, Any]]
    reader: Callable[[str], Reader[Any]]
    live: Callable[[str], LiveReader[Any, Any]] = readers_of.load_live


def real_parts() -> Parts:
    """Give the parts of the real program."""
    return Parts(rules_of.names, rules_of.load, readers_of.load)


def open_camera(wanted: Wanted, say: Callable[[str], None], seed: int = 1) -> Opened:
    """Open the camera that somebody asked for.

    Args:
        say: Told a sentence when ``auto`` found none and shows the demo.
        seed: What is played in the demo.

    Raises:
        CameraError: It is not there, or cannot be used.
        InputError: The folder or file cannot be played.
    """
    return open_wanted(wanted, camera_kinds(time.monotonic, seed), painted.names(), say)


def camera_kinds(clock: Clock | None, seed: int = 1) -> dict[str, Open]:
    """Give what opens each kind of camera.

    Args:
        clock: What recordings are shown by; None shows them as fast as their frames are taken.
        seed: What is played in the demo.
    """

    def folder(name: str) -> Opened:
        recording = FolderRecording(Path(name))
        return Opened(PlayedCamera(recording, clock), recording.about)

    def demo(game: str) -> Opened:
        played = write_demo(game, seed)
        return Opened(PlayedCamera(PaintedTable(played), clock), about_demo(played))

    return {
        "pi": lambda _: Opened(ReturningCamera(PiDevice)),
        "usb": lambda number: Opened(
            ReturningCamera(lambda locked: UsbDevice(int(number), locked, time.monotonic))
        ),
        "folder": folder,
        "video": lambda name: Opened(PlayedCamera(VideoRecording(Path(name)), clock)),
        "demo": demo,
    }


@contextmanager
def dashboard(data: Path, parts: Parts, address: str, hosts: Collection[str]) -> Iterator[Flask]:
    """Put the dashboard together over a data folder, and let its workers go afterwards.

    Args:
        data: The data folder; it is made where there is none.
        parts: The games.
        address: Where phones find it.
        hosts: More names to answer to.
    """
    workers = ThreadPoolExecutor(1, "reading"), ThreadPoolExecutor(1, "learning")
    reading, learning = workers
    try:
        lessons = LessonFolder(data, learning, load_reader=parts.reader)
        photos = PhotoFolder(
            data / "photos", lessons.find_prints, reading, load_reader=parts.reader, load_rules=parts.rules
        )
        games = {name: parts.rules(name) for name in parts.games()}
        yield create_app(photos, lessons, games=games, hosts=hosts, address=address)
    finally:
        for worker in workers:
            worker.shutdown(cancel_futures=True)
