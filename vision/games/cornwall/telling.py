"""What a field shows: its terrain, its symbols, or that nothing but table is there.

First by colour alone: what moors, forests, mountains, villages and meadows mostly look like in any box.
"""

from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.games.cornwall.fields import SYMBOLS, TERRAINS
from vision.games.cornwall.view import in_hex

USUAL_LAB = {
    "moor": (40.0, 2.0, 6.0),
    "forest": (36.0, -18.0, 20.0),
    "mountain": (58.0, 2.0, 8.0),
    "village": (55.0, 18.0, 18.0),
    "meadow": (66.0, -18.0, 42.0),
}
SPREAD = (14.0, 9.0, 11.0)
SYMBOL_ODDS = -2.0
"""As long as nothing tells symbols: about one field in eight shows one."""


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
    """Tell what patches show.

    Args:
        patches: (n, 64, 64, 3) blue, green, red; see ``view.cut_patches``.
        hidden: (n, 64, 64) what figures and cottages cover, where that is known; it is not looked at.
    """
    inside = in_hex()
    terrain = np.zeros((len(patches), len(TERRAINS)))
    for index, patch in enumerate(patches):
        seen = inside if hidden is None else inside & ~hidden[index]
        lab = cv2.cvtColor(patch.astype(np.float32) / 255, cv2.COLOR_BGR2LAB)[seen if seen.any() else inside]
        middle = np.median(lab, axis=0)
        off = (middle - np.array([USUAL_LAB[name] for name in TERRAINS])) / SPREAD
        terrain[index] = -0.5 * (off**2).sum(axis=1)
    terrain -= np.logaddexp.reduce(terrain, axis=1, keepdims=True) if len(patches) else 0.0
    return Told(terrain, np.full((len(patches), len(SYMBOLS)), SYMBOL_ODDS), np.zeros(len(patches)))
