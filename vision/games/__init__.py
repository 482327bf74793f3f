"""The readers: each folder here reads the table of one game, found by looking."""

import pkgutil
from importlib import import_module
from typing import Any

from scoring.errors import UnreadableError
from vision.live import LiveReader
from vision.reader import Reader
from vision.yardstick import Yardstick


def names() -> tuple[str, ...]:
    """Name every game that can be read, sorted."""
    return tuple(sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg))


def load(name: str) -> Reader[Any]:
    """Give the reader of a game.

    Raises:
        UnreadableError: No reader exists for a game of that name.
    """
    if name not in names():
        raise UnreadableError(f"No game called {name!r} can be read; these can: {', '.join(names())}.")
    reader: Reader[Any] = import_module(f"{__name__}.{name}").READER
    return reader


def load_live(name: str) -> LiveReader[Any, Any]:
    """Give what follows a game at a live table.

    Raises:
        UnreadableError: No reader exists for a game of that name.
    """
    load(name)
    reader: LiveReader[Any, Any] = import_module(f"{__name__}.{name}").READER
    return reader


def load_yardstick(name: str) -> Yardstick[Any, Any, Any]:
    """Give what a game is measured by.

    Raises:
        UnreadableError: No reader exists for a game of that name.
    """
    if name not in names():
        raise UnreadableError(f"No game called {name!r} can be measured; these can: {', '.join(names())}.")
    yardstick: Yardstick[Any, Any, Any] = import_module(f"{__name__}.{name}.yardstick")
    return yardstick
