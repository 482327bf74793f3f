"""Figures on a card that has come, over all looks at it."""

from collections.abc import Collection, Mapping, Sequence

import numpy as np

from scoring.game import Cell, Player
from vision.games.cornwall.figures import KINDS, find_figures
from vision.games.cornwall.live.memory import Standing
from vision.games.cornwall.live.places import Cells, Place, slid
from vision.games.cornwall.live.tracking import Layout
from vision.lattice import project
from vision.standing import fit_projection

SAME_MM = 12.0
"""A figure this near to one seen before is that one."""


def find_stands(
    layout: Layout, cells: Cells, place: Place, colours: Sequence[Player]
) -> tuple[Standing, ...]:
    """Find the figures that stand on a card."""
    on_card = layout.lattice @ slid(cells, place)
    projection = fit_projection(on_card, layout.size_px)
    found = find_figures(layout.image, on_card, projection, cells, colours)
    stands = []
    for one in found:
        x, y = project(slid(cells, place), np.array([one.at_mm]))[0]
        at = (float(x), float(y))
        stands.append(Standing(one.colour, dict(one.kinds), one.cell, at, one.confidence))
    return tuple(stands)


def over_looks(seen: Collection[Standing], before: Collection[Standing]) -> tuple[Standing, ...]:
    """Take the mean over all looks at a figure, while it stands where it stood."""
    steady = []
    for one in seen:
        old = next((each for each in before if is_same(each, one)), None)
        steady.append(one if old is None else _mean(old, one))
    return tuple(steady)


def is_same(one: Standing, other: Standing) -> bool:
    """Tell whether two sightings are of one figure."""
    near = np.hypot(*np.subtract(one.at_mm, other.at_mm)) < SAME_MM
    return bool(near) and one.colour == other.colour and one.cell == other.cell


def _mean(old: Standing, new: Standing) -> Standing:
    share = 1 / (old.looks + 1)
    kinds = {kind: (1 - share) * old.kinds[kind] + share * new.kinds[kind] for kind in KINDS}
    sure = (1 - share) * old.confidence + share * new.confidence
    return new._replace(kinds=kinds, confidence=sure, looks=old.looks + 1)


def by_cell(stands: Mapping[Cell, Standing], cells: Collection[Cell]) -> dict[Cell, Standing]:
    """Keep what stands on some cells."""
    return {cell: one for cell, one in stands.items() if cell in cells}
