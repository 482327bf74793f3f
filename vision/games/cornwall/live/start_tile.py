"""The start tile: five fields, each of another terrain."""

from collections.abc import Mapping
from itertools import permutations

import numpy as np

from scoring.game import Cell
from scoring.games.cornwall.engine.moves import Opening
from scoring.games.cornwall.engine.state import CornwallState
from scoring.games.cornwall.land.fields import TERRAINS, Field
from vision.follow.explanations import added
from vision.games.cornwall.classify.odds import Odds

FLOOR = 1e-4
"""However sure the net is, a terrain is at least so likely: another field may need it more."""
MOST_OPENINGS = 4


def openings(state: CornwallState, fields: Mapping[Cell, Odds]) -> list[tuple[Opening, float]]:
    """Give the ways to read the start tile, every terrain once, the likeliest first, in all 1.

    Args:
        state: The game, before its opening.
        fields: What its fields may be.
    """
    cells = sorted(fields)
    terrains = [_terrains(fields[cell]) for cell in cells]
    ways = []
    for order in permutations(TERRAINS, len(cells)):
        share = float(np.prod([each[name][1] for each, name in zip(terrains, order, strict=True)]))
        shown = [each[name][0] for each, name in zip(terrains, order, strict=True)]
        ways.append((Opening(state.player, tuple(zip(cells, shown, strict=True))), share))
    ways.sort(key=lambda way: -way[1])
    total = sum(share for _, share in ways)
    sure = [max(odds.values()) for odds in map(_symbols, fields.values())]
    return [(move, share / total * float(np.prod(sure))) for move, share in ways[:MOST_OPENINGS]]


def _terrains(odds: Odds) -> dict[str, tuple[Field, float]]:
    """For each terrain give the field that it most likely is, and how likely the terrain is."""
    found = {}
    for name in TERRAINS:
        alike = {field: share for field, share in odds.items() if field.terrain == name}
        best = max(alike, key=lambda each: alike[each]) if alike else Field(name)
        found[name] = best, max(sum(alike.values()), FLOOR)
    return found


def _symbols(odds: Odds) -> dict[tuple[str, ...], float]:
    """Give how likely a field shows which symbols, whatever its terrain."""
    return added((field.symbols, share) for field, share in odds.items())
