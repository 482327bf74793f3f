"""The readers: each folder here reads the table of one game, found by looking."""

import pkgutil
from importlib import import_module
from types import ModuleType
from typing import Any

from scoring.errors import UnreadableError
from vision.live import LiveReader
from vision.reader import Reader
from vision.yardstick import Yardstick


def names() -> tuple[str, ...]:
    """Name every game that can be read, sorted."""
    return tuple(sorted(module.name for module in pkgutil.iter_modules(__path__) if _has_reader(module)))


def _has_reader(module: pkgutil.ModuleInfo) -> bool:
    """Tell whether a folder has come as far as a reader; until then its game is played by hand."""
    parts = pkgutil.iter_modules([f"{path}/{module.name}" for path in __path__])
    return module.ispkg and any(part.name == "reader" for part in parts)


def load(name: str) -> Reader[Any]:
    """Give the reader of a game.

    Raises:
        UnreadableError: No reader exists for a game of that name.
    """
    reader: Reader[Any] = _module(name, "reader", "read")
    return reader


def load_live(name: str) -> LiveReader[Any, Any]:
    """Give what follows a game at a live table.

    Raises:
        UnreadableError: No reader exists for a game of that name.
    """
    reader: LiveReader[Any, Any] = _module(name, "reader", "read")
    return reader


def load_yardstick(name: str) -> Yardstick[Any, Any, Any]:
    """Give what a game is measured by.

    Raises:
        UnreadableError: No reader exists for a game of that name.
    """
    yardstick: Yardstick[Any, Any, Any] = _module(name, "yardstick", "measured")
    return yardstick


def _module(game: str, part: str, can_be: str) -> ModuleType:
    if game not in names():
        raise UnreadableError(f"No game called {game!r} can be {can_be}; these can: {', '.join(names())}.")
    return import_module(f"{__name__}.{game}.{part}")
