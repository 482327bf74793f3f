"""Gardens: prints say nothing of them, so the net is asked, where abbots are played with."""

import numpy as np

from scoring.game import Cell
from scoring.games.carcassonne.engine.placing import gardens_left
from scoring.games.carcassonne.engine.state import CarcassonneState, remaining
from vision.games.carcassonne.cold.laying import cut_squares
from vision.games.carcassonne.cold.tile_net import tell
from vision.games.carcassonne.face_templates import FINE_PX
from vision.games.carcassonne.live.memory import TrackedTile
from vision.games.carcassonne.live.tracking import FrameLayout, pixels_around

LEAST_SHARE = 0.01
"""A garden less likely than this is not thought of."""


def gardens_of(state: CarcassonneState) -> frozenset[Cell] | None:
    """Give the cells of a game whose tile carries a garden; None where there are no abbots."""
    if not state.options.abbot:
        return None
    return frozenset(cell for cell, tile in state.land.tiles.items() if tile.garden)


def garden_odds(layout: FrameLayout, tracked: TrackedTile) -> float:
    """Ask for the log-odds that a tile carries a garden, by its picture alone."""
    view = pixels_around(layout, tracked.place.cell)
    return float(tell(cut_squares(view, [tracked.place.pose(view, FINE_PX)])).has_garden[0])


def gardens(state: CarcassonneState, face: str, odds: float | None) -> dict[bool, float]:
    """Tell how likely a tile of a face has a garden, and none.

    Args:
        state: The game; the box holds so many of either.
        face: The face.
        odds: From ``garden_odds``; None where there are no abbots.
    """
    with_garden = gardens_left(state, face) if odds is not None else 0
    without = remaining(state).get(face, 0) - with_garden
    if odds is None or with_garden < 1:
        return {False: 1.0}
    if without < 1:
        return {True: 1.0}
    share = float(1 / (1 + np.exp(-odds) * without / with_garden))
    return {has: part for has, part in ((True, share), (False, 1 - share)) if part > LEAST_SHARE}
