"""The table that a land lies on: stone and grained wood may look like fields, but all of a table is alike."""

from collections.abc import Collection, Sequence

import numpy as np
from numpy.typing import NDArray

from scoring.game import Cell
from scoring.games.cornwall.land.hexes import neighbours
from vision.games.cornwall.classify.field_net import colours_of
from vision.games.cornwall.locate.view import cut_patches, whole_cells
from vision.geometry.homography import Homography
from vision.reader import Image

NEAREST, FARTHEST = 3, 7
"""Table is looked at so many fields away from the land: what touches it may be of it."""
MOST_CELLS, LEAST_CELLS = 90, 8
LIKE = 5
"""A place is held against so many of the table, the most alike."""
LIGHT = 0.5
"""Lightness counts so much, against colour: a table is unevenly lit."""
ALIKE, UNLIKE = 1.5, 3.0
"""As near to the table as the table to itself, times so much: surely table, and surely none."""
TABLE_ODDS = -5.0
"""What looks like the table around is a field with so much less log-odds."""

Floats = NDArray[np.float64]


def table_odds(
    image: Image, lattice: Homography, cells: Sequence[Cell], land: Collection[Cell], colours: Floats
) -> Floats:
    """Tell how much less likely cells are fields, since they look like the table around: log-odds, at most 0.

    Args:
        image: The photograph.
        lattice: Millimetres to its pixels.
        cells: Those in question.
        land: Cells that may be fields.
        colours: (n, 12) how those in question are coloured; see ``telling.colours_of``.
    """
    table = _table(image, lattice, land)
    if len(table) < LEAST_CELLS:
        return np.zeros(len(cells))
    observed = _weighed(colours_of(cut_patches(image, lattice, table)))
    among = np.sort(_apart(observed, observed), axis=1)[:, 1 : LIKE + 1].mean(axis=1)
    usual = float(np.quantile(among, 0.75)) + 0.03
    off = np.sort(_apart(_weighed(colours), observed), axis=1)[:, :LIKE].mean(axis=1) / usual
    return np.asarray(TABLE_ODDS * np.clip((UNLIKE - off) / (UNLIKE - ALIKE), 0, 1))


def _weighed(colours: Floats) -> Floats:
    weights = np.ones(colours.shape[1])
    weights[0:9:3] = LIGHT
    return colours * weights


def _apart(some: Floats, others: Floats) -> Floats:
    return np.asarray(np.linalg.norm(some[:, None] - others[None], axis=2))


def _table(image: Image, lattice: Homography, land: Collection[Cell]) -> list[Cell]:
    """Choose cells of bare table around a land, as far as the photograph shows them whole."""
    reached, edge = set(land), set(land)
    rings: list[Cell] = []
    for ring in range(1, FARTHEST + 1):
        edge = {there for cell in edge for there in neighbours(cell)} - reached
        reached |= edge
        if ring >= NEAREST:
            rings += sorted(edge)
    if not rings:
        return []
    size_px = (image.shape[1], image.shape[0])
    whole = whole_cells(lattice, rings, size_px)
    return whole[:: max(1, len(whole) // MOST_CELLS)]
