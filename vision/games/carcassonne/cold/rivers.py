"""The River as a whole: where it runs, where too little of it lies to be one, and which of its ends is which.

Spring and lake have the same sides, but a lake is more water than a spring.
"""

from collections.abc import Callable, Collection, Mapping

import cv2
import numpy as np

from scoring.game import Cell
from scoring.games.carcassonne.land.catalogue import faces
from scoring.geometry.pieces import pieces_near
from vision.games.carcassonne.cold.kinds import same_answers
from vision.games.carcassonne.cold.laying import cut_squares
from vision.games.carcassonne.fusion import NO_FACE, Beliefs, Likelihoods, Reading
from vision.geometry.rectify import View
from vision.image.colour import to_lab
from vision.match.template import Pose

LEAST_RIVER, MOST_PARTED, LONE_RIVER_NATS = 3, 1, 12.0
"""A river has the first many tiles side by side, where as many lie, and so many others at most between two of
its parts; so much speaks against what is none."""
TELLS = 3.0
"""In nats for every e-fold of more water. That a lake is the larger is known of every edition, by how much of
none: which end is taken for it does not depend on this, how surely does. It is the most, in whole nats, by
which of 200 made-up boxes, whose ponds are as large as chance has it, no end is believed by 0.9 and more, as
one is by 4 and 13 are by 6 (``pytest tests/vision/test_rivers.py -k chance``)."""
OF_ALL = 0.5
"""An end is believed to lie where it is likelier than all else."""
LEAST_WATER = 0.01
"""Of a tile: so much is seen as water anyway."""


def with_whole_rivers(likelihoods: Likelihoods, again: Callable[[Likelihoods], Beliefs]) -> Beliefs:
    """Believe something of every cell; and again where what was taken for a river is too short for one.

    Args:
        likelihoods: Each cell's readings with their log-likelihoods.
        again: Believes something by such.
    """
    beliefs = again(likelihoods)
    wet = wet_cells(beliefs)
    running = river_cells(wet, len(likelihoods))
    if wet == running:
        return beliefs if running else without_rivers(beliefs)
    dry = {
        cell: {reading: log_odds - LONE_RIVER_NATS * is_river(reading) for reading, log_odds in own.items()}
        for cell, own in likelihoods.items()
        if cell not in running
    }
    return again({**likelihoods, **dry})


def without_rivers(beliefs: Beliefs) -> Beliefs:
    """Believe in no tile of a river, where none lies."""
    land = {
        cell: {reading: own[reading] for reading in own if not is_river(reading)}
        for cell, own in beliefs.items()
    }
    total = {cell: sum(own.values()) for cell, own in land.items()}
    return {
        cell: {reading: share / total[cell] for reading, share in own.items()} for cell, own in land.items()
    }


def wet_cells(beliefs: Beliefs) -> set[Cell]:
    """Name the cells that seem to carry a river."""
    shares = {
        cell: sum(own[reading] for reading in own if is_river(reading)) for cell, own in beliefs.items()
    }
    return {cell for cell, share in shares.items() if share > 0.5}


def river_cells(wet: Collection[Cell], tiles: int) -> set[Cell]:
    """Keep the cells of a river that is long enough, and those that one other tile parts from it.

    Args:
        wet: From ``wet_cells``.
        tiles: How many tiles lie on the board.
    """
    least = min(LEAST_RIVER, tiles)
    long = {cell for piece in pieces_near(wet, _side_by_side) if len(piece) >= least for cell in piece}
    return {cell for piece in pieces_near(wet, _nearly_so) if piece & long for cell in piece}


def _side_by_side(cell: Cell, other: Cell) -> bool:
    return abs(cell[0] - other[0]) + abs(cell[1] - other[1]) == 1


def _nearly_so(cell: Cell, other: Cell) -> bool:
    return abs(cell[0] - other[0]) + abs(cell[1] - other[1]) <= 1 + MOST_PARTED


def is_river(reading: Reading) -> bool:
    """Tell whether a reading is a tile of the River."""
    return reading != NO_FACE and faces()[reading.face].is_river


# --- its ends ------------------------------------------------------------


def tell_ends(beliefs: Beliefs, view: View, poses: Mapping[Cell, Pose], size: float) -> Beliefs:
    """Tell spring from lake where both lie on a board, by which shows more water.

    Nothing but their drawing does; where one end lies alone, both stay as likely as they were.

    Args:
        beliefs: Of every cell.
        view: The board from above.
        poses: Where the tile in each cell lies in it.
        size: The side of a tile, in cells.
    """
    ends = [cell for cell, own in beliefs.items() if _end_share(own) > OF_ALL]
    if len(ends) != 2:
        return beliefs
    first, second = _water(view, [poses[cell] for cell in ends], size)
    odds = TELLS * float(np.log(first / second))
    told = {cell: _split(beliefs[cell], own) for cell, own in zip(ends, (odds, -odds), strict=True)}
    return {**beliefs, **told}


def _end_share(believed: Mapping[Reading, float]) -> float:
    return sum(share for reading, share in believed.items() if reading in same_answers())


def _split(believed: Mapping[Reading, float], odds: float) -> dict[Reading, float]:
    """Divide what is believed of either end by the log-odds that it is the lake."""
    lake, found = 1 / (1 + np.exp(-odds)), dict(believed)
    for reading, other in same_answers().items():
        if reading in believed and other in believed:
            share = lake if faces()[reading.face].role == "lake" else 1 - lake
            found[reading] = float(share * (believed[reading] + believed[other]))
    return found


def _water(view: View, poses: list[Pose], size: float) -> list[float]:
    """Tell which share of each of some tiles is water: of field and water that is the bluer."""
    blue = [to_lab(square)[..., 2] for square in cut_squares(view, poses, size)]
    every = np.concatenate([each.ravel() for each in blue])
    scale = 255 / max(float(np.ptp(every)), 1.0)
    levels = ((every - every.min()) * scale).astype(np.uint8)
    limit, _ = cv2.threshold(levels, 0, 255, cv2.THRESH_OTSU)
    shares = (levels <= limit).reshape(len(blue), -1).mean(axis=1)
    return [max(float(share), LEAST_WATER) for share in shares]
