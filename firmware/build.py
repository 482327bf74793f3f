"""The composition root: the one place that names the real classes and puts them together."""

from collections.abc import Callable, Collection, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from flask import Flask

from firmware.lessons import LessonFolder
from firmware.photos import PhotoFolder
from scoring import games as rules_of
from scoring.game import Rules
from vision import games as readers_of
from vision.reader import Reader
from webui.app import create_app


class Parts(NamedTuple):
    """What the commands work with; tests hand in others.

    Attributes:
        games: Names every game.
        rules: Gives the rules of a game.
        reader: Gives the reader of a game.
    """

    games: Callable[[], tuple[str, ...]]
    rules: Callable[[str], Rules[Any, Any, Any]]
    reader: Callable[[str], Reader[Any]]


def real_parts() -> Parts:
    """Give the parts of the real program."""
    return Parts(rules_of.names, rules_of.load, readers_of.load)


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
