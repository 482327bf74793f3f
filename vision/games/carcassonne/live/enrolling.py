"""How the wood of a player looks who plays with a colour that no list has: as their first figure does."""

from collections.abc import Mapping, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.game import Cell
from vision.games.carcassonne.live.memory import Stand
from vision.games.carcassonne.live.standing import SURELY_WOOD
from vision.games.carcassonne.live.tracking import Tracked, window, wood_around
from vision.games.carcassonne.meeples import cleaned
from vision.games.carcassonne.woods import Woods, only, wood_distance, wood_of
from vision.patches import Floats
from vision.view import View

FURTHEST = 0.35
"""In tiles: what the net takes for wood so near to where a figure stands, as players say, is that figure."""


def enrolled(tracked: Tracked, colours: Sequence[str], stands: Mapping[Cell, Stand], woods: Woods) -> Woods:
    """Look at figures that players have confirmed: whoever's looks like another's or nobody's is told by it.

    Args:
        tracked: Where the tiles lie.
        colours: The players' colours.
        stands: The figures.
        woods: How the wood of each colour is told so far.
    """
    for cell, stand in stands.items():
        pixels = _wood_at(tracked, cell, stand)
        if pixels is None:
            continue
        usual = np.median(pixels, axis=0)[None, None]
        far = dict(zip(colours, wood_distance(usual, only(colours, woods))[0, 0].tolist(), strict=True))
        if far[stand.colour] > min(1.0, *far.values()):
            woods = {**woods, stand.colour: wood_of(pixels)}
    return woods


def _wood_at(tracked: Tracked, cell: Cell, stand: Stand) -> NDArray[np.floating] | None:
    """Give the pixels of a figure, (n, 3) CIELAB, those the net is surest of; None where it sees none."""
    shown, odds = window(tracked.layout, cell), wood_around(tracked.layout, cell)
    number, labels = cv2.connectedComponents(cleaned(odds > 0))
    far = _distances(shown.fine, stand.middle)
    pieces = [labels == one for one in range(1, number)]
    piece = min(pieces, key=lambda one: far[one].min(), default=None)
    if piece is None or far[piece].min() >= FURTHEST or odds[piece].max() < SURELY_WOOD:
        return None
    return np.asarray(shown.wood[piece & (odds >= np.median(odds[piece]))])


def _distances(view: View, at: tuple[float, float]) -> Floats:
    """(h, w): how far, in tiles, every pixel of a view is from a place on the lattice."""
    rows, columns = np.mgrid[: view.image.shape[0], : view.image.shape[1]] / view.side_px
    return np.asarray(np.hypot(columns + view.first[0] - at[0], rows + view.first[1] - at[1]), np.float32)
