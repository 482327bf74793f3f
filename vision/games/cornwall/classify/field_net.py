"""What a field shows: its terrain, its symbols, or that nothing but table is there; in whatever box."""

from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.games.cornwall.land.fields import SYMBOLS, TERRAINS
from vision.games.cornwall.locate.view import in_hex
from vision.nets.session import ask

SYMBOLS_AT = slice(len(TERRAINS), len(TERRAINS) + len(SYMBOLS))
THERE_AT = len(TERRAINS) + len(SYMBOLS)
TOLD = THERE_AT + 1
"""What the net answers: log-odds of the terrains against each other, of the symbols, and of a field."""
FEATURES = 96
"""What it makes them of, told after them: by these it learns a box; see ``looks``."""
COLOURS = 12
"""... and how its field is coloured, in this light: by these too; see ``colours_of``."""
USUAL_SPREAD = (20.0, 10.0, 14.0)
USUAL_ROUGHNESS = (8.0, 5.0, 6.0)
"""Of CIELAB: how far fields differ, and how far the pixels of one field do."""
QUANTILES = (15, 50, 85)
INNER_PX = 42
"""What lies nearer to the border of a field says little of its colour."""


class FieldPrediction(NamedTuple):
    """What n patches show.

    Attributes:
        terrain: (n, 5) log-probabilities in the order of ``TERRAINS``, were it a field.
        symbols: (n, 3) log-odds in the order of ``SYMBOLS``.
        is_field: (n,) log-odds that printed cardboard lies there rather than bare table.
    """

    terrain: NDArray[np.float64]
    symbols: NDArray[np.float64]
    is_field: NDArray[np.float64]


def tell(patches: NDArray[np.uint8], hidden: NDArray[np.bool_] | None = None) -> FieldPrediction:
    """Tell what patches show, whatever the box.

    Args:
        patches: (n, 64, 64, 3) blue, green, red; see ``view.cut_patches``.
        hidden: (n, 64, 64) what figures and cottages cover, where that is known; it is not looked at.
    """
    return told_of(answers_of(patches, hidden))


def answers_of(patches: NDArray[np.uint8], hidden: NDArray[np.bool_] | None = None) -> NDArray[np.float64]:
    """Ask of patches as they are, mirrored and upside down, and put it together: (n, 117).

    Returns:
        What the net answers, what it makes that of, and how the fields are coloured; see ``TOLD``.
    """
    shown = patches if hidden is None else masked(patches, hidden)
    ways = [shown, shown[:, :, ::-1], shown[:, ::-1], shown[:, ::-1, ::-1]]
    return np.hstack([np.mean([_asked(way) for way in ways], axis=0), colours_of(shown)])


def colours_of(patches: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Measure how (n, 64, 64, 3) fields are coloured, in the light they lie in: (n, 12)."""
    inside, found = in_hex(pitch_px=INNER_PX), np.zeros((len(patches), COLOURS))
    for index, patch in enumerate(patches):
        soft = cv2.GaussianBlur(np.ascontiguousarray(patch), (0, 0), 1.0).astype(np.float32) / 255
        lab = np.asarray(cv2.cvtColor(soft, cv2.COLOR_BGR2LAB), np.float64)[inside]
        levels = np.percentile(lab, QUANTILES, axis=0) / USUAL_SPREAD
        found[index] = np.concatenate([levels.ravel(), lab.std(axis=0) / USUAL_ROUGHNESS])
    return found


def masked(patches: NDArray[np.uint8], hidden: NDArray[np.bool_]) -> NDArray[np.uint8]:
    """Paint what is hidden in the mean colour of the rest of its field."""
    shown, inside = patches.copy(), in_hex()
    for patch, cover in zip(shown, hidden, strict=True):
        rest = inside & ~cover
        if cover.any() and rest.any():
            patch[cover] = patch[rest].mean(axis=0)
    return shown


def told_of(answers: NDArray[np.floating]) -> FieldPrediction:
    """Put the (n, 9) answers of the net, or more, in words."""
    terrain = np.asarray(answers[:, : len(TERRAINS)], np.float64)
    terrain = terrain - np.logaddexp.reduce(terrain, axis=1, keepdims=True)
    return FieldPrediction(
        terrain, np.asarray(answers[:, SYMBOLS_AT], np.float64), np.asarray(answers[:, THERE_AT], np.float64)
    )


def _asked(patches: NDArray[np.uint8]) -> NDArray[np.floating]:
    answers = ask("vision.games.cornwall.fields", patches)
    return answers[0] if answers else np.zeros((0, TOLD + FEATURES))
