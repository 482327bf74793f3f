"""What a field shows: its terrain, its symbols, or that nothing but table is there; in whatever box."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scoring.games.cornwall.fields import SYMBOLS, TERRAINS
from vision.games.cornwall.nets import ask
from vision.games.cornwall.view import in_hex

SYMBOLS_AT = slice(len(TERRAINS), len(TERRAINS) + len(SYMBOLS))
THERE_AT = len(TERRAINS) + len(SYMBOLS)
TOLD = THERE_AT + 1
"""What the net answers: log-odds of the terrains against each other, of the symbols, and of a field."""
FEATURES = 96
"""What it makes them of, told after them: by these it learns a box; see ``looks``."""
BATCH = 64


class Told(NamedTuple):
    """What n patches show.

    Attributes:
        terrain: (n, 5) log-probabilities in the order of ``TERRAINS``, were it a field.
        symbols: (n, 3) log-odds in the order of ``SYMBOLS``.
        is_field: (n,) log-odds that printed cardboard lies there rather than bare table.
    """

    terrain: NDArray[np.float64]
    symbols: NDArray[np.float64]
    is_field: NDArray[np.float64]


def tell(patches: NDArray[np.uint8], hidden: NDArray[np.bool_] | None = None) -> Told:
    """Tell what patches show, whatever the box.

    Args:
        patches: (n, 64, 64, 3) blue, green, red; see ``view.cut_patches``.
        hidden: (n, 64, 64) what figures and cottages cover, where that is known; it is not looked at.
    """
    return told_of(answers_of(patches, hidden))


def answers_of(patches: NDArray[np.uint8], hidden: NDArray[np.bool_] | None = None) -> NDArray[np.float64]:
    """Ask of patches as they are, mirrored and upside down, and put it together: (n, 105); see ``TOLD``."""
    shown = patches if hidden is None else masked(patches, hidden)
    ways = [shown, shown[:, :, ::-1], shown[:, ::-1], shown[:, ::-1, ::-1]]
    return np.asarray(np.mean([_asked(way) for way in ways], axis=0), np.float64)


def masked(patches: NDArray[np.uint8], hidden: NDArray[np.bool_]) -> NDArray[np.uint8]:
    """Paint what is hidden in the mean colour of the rest of its field."""
    shown, inside = patches.copy(), in_hex()
    for patch, cover in zip(shown, hidden, strict=True):
        rest = inside & ~cover
        if cover.any() and rest.any():
            patch[cover] = patch[rest].mean(axis=0)
    return shown


def told_of(answers: NDArray[np.floating]) -> Told:
    """Put the (n, 9) answers of the net, or more, in words."""
    terrain = np.asarray(answers[:, : len(TERRAINS)], np.float64)
    terrain = terrain - np.logaddexp.reduce(terrain, axis=1, keepdims=True)
    return Told(
        terrain, np.asarray(answers[:, SYMBOLS_AT], np.float64), np.asarray(answers[:, THERE_AT], np.float64)
    )


def _asked(patches: NDArray[np.uint8]) -> NDArray[np.floating]:
    parts = [ask("fields", patches[at : at + BATCH]) for at in range(0, len(patches), BATCH)]
    return np.concatenate(parts) if parts else np.zeros((0, TOLD + FEATURES))
