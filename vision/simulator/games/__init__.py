"""The games a synthetic table can show: each module here plays one by chance, found by looking."""

import pkgutil
from importlib import import_module
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from scoring.documents.values import Written
from scoring.errors import UnreadableError
from scoring.game import Setup
from vision.simulator.camera.levels import Conditions
from vision.simulator.table.things import SimBox, SimGame, SimTable


class Host(Protocol):
    """What a module here can do.

    Attributes:
        DEMO_PX: Width and height of frames in which everything can be read, and no larger.
    """

    DEMO_PX: tuple[int, int]

    def box(self, setup: Setup, style: int | None = None, seed: int = 0) -> SimBox:
        """Give the things of the game that some players play with.

        Args:
            setup: Who they are, and by which rules they play.
            style: A seed for a box drawn as no other is; None for our own drawings.
            seed: Of the game, where nobody knows which tiles a box holds and every game has its own.
        """

    def seat(self, seed: int) -> Setup:
        """Seat players by chance."""

    def lies(self, course: SimGame, table: SimTable, seen: "Projection") -> Written:
        """Tell what lies on a table, as a truth document has it.

        Args:
            seen: Tells where places appear in the frame.
        """

    def play(
        self,
        seed: int,
        how: Conditions,
        setup: Setup,
        turns: int | None,
        shows: "Shows",
        *,
        is_skilled: bool = False,
    ) -> SimGame:
        """Play a game by chance.

        Args:
            how: How straight tiles are laid and what goes wrong.
            turns: How many; all by default.
            shows: Tells whether the camera sees the whole of a tile at a place.
            is_skilled: Whether the players choose what brings most, and leave the tiles alone to chance.
        """


class Shows(Protocol):
    """Tells whether the camera sees the whole of a tile at a place of the table, in millimetres."""

    def __call__(self, x_mm: float, y_mm: float) -> bool: ...


class Projection(Protocol):
    """Takes places (n, 3), millimetres east, south and above the table, to (n, 2) pixels of the frame."""

    def __call__(self, points_mm: NDArray[np.float64]) -> NDArray[np.float64]: ...


def names() -> tuple[str, ...]:
    """Name every game that can be shown, sorted."""
    return tuple(sorted(module.name for module in pkgutil.iter_modules(__path__) if _is_played(module)))


def _is_played(module: pkgutil.ModuleInfo) -> bool:
    """Tell whether a game is played by chance here; of some only single tables are shown so far."""
    parts = pkgutil.iter_modules([f"{path}/{module.name}" for path in __path__])
    return not module.ispkg or any(part.name == "playing" for part in parts)


def load(name: str) -> Host:
    """Give the host of a game.

    Raises:
        UnreadableError: There is none for a game of that name.
    """
    if name not in names():
        raise UnreadableError(f"No game called {name!r} can be drawn; these can: {', '.join(names())}.")
    host: Host = import_module(f"{__name__}.{name}")
    return host
