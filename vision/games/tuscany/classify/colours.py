"""Colours of fields and of players: given by their counts, so that the light need not be known."""

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import permutations
from typing import NamedTuple

import numpy as np

from scoring.game import Cell, Player
from scoring.games.tuscany.drawing.art import PALETTE, fill_of
from scoring.games.tuscany.land.tiles import FIELDS
from scoring.geometry.hexes import middle_mm
from vision.follow.covered import cut_spots
from vision.games.tuscany.locate.regions import RegionPlace
from vision.image.colour import Floats, to_lab
from vision.image.paint import bgr
from vision.match.counted import give_colours
from vision.reader import Image

COLOURS = (*FIELDS,)
RING = (0.42, 0.8)
"""Where on a field its colour is looked for, in shares from its middle to a side: beside what is printed in
its middle, and within its rim."""
DOUBTFUL = 6.0
"""Two fields that might change places for so little, in CIELAB units, are asked about."""
_SIDE_PX = 24


class FieldColours(NamedTuple):
    """What was read of regions.

    Attributes:
        fields: Of every region its cells' colours.
        doubts: Pairs of cells of one region that may have to change places.
        margins: Of every region how much better each cell's colour fits than the next that it might have, in
            CIELAB units.
        lab: (8, 3) how each colour looks in this light.
    """

    fields: tuple[Mapping[Cell, str], ...]
    doubts: tuple[tuple[tuple[Cell, Cell], ...], ...]
    margins: tuple[Mapping[Cell, float], ...]
    lab: Floats


@cache
def expected_lab() -> Floats:
    """(8, 3): how the colours of fields are drawn, in daylight."""
    return lab_of([PALETTE[fill_of(colour)] for colour in COLOURS])


def lab_of(codes: Sequence[str]) -> Floats:
    """(n, 3): colours written as "#rrggbb" in CIELAB."""
    return np.asarray(to_lab(np.array([[bgr(code) for code in codes]], np.uint8))[0], np.float32)


def read_fields(image: Image, regions: Sequence[RegionPlace]) -> FieldColours:
    """Read the colours of all regions together: every one has as many of each."""
    spots = np.concatenate([field_lab(image, place) for place in regions])
    groups = np.repeat(np.arange(len(regions)), [len(place.cells) for place in regions])
    at = np.concatenate([place.middles_px() for place in regions])
    scale = max(image.shape) / 4
    counts = np.array([*FIELDS.values()])
    given = give_colours(spots, counts, expected_lab(), groups, (at - at.mean(axis=0)) / scale)
    cells = [cell for place in regions for cell in place.cells]
    fields, doubts, margins = [], [], []
    for group in range(len(regions)):
        members = np.flatnonzero(groups == group)
        fields.append({cells[one]: COLOURS[given.colour[one]] for one in members})
        margins.append({cells[one]: float(given.margin[one]) for one in members})
        pairs = {
            tuple(sorted((cells[one], cells[given.partner[one]])))
            for one in members
            if given.margin[one] < DOUBTFUL
        }
        doubts.append(tuple(sorted((first, second) for first, second in pairs)))
    return FieldColours(tuple(fields), tuple(doubts), tuple(margins), given.lab)


def field_lab(image: Image, place: RegionPlace) -> Floats:
    """(30, 3): the colour of every field of a region, beside what is printed on it."""
    middles = np.array([middle_mm(cell, 1.0) for cell in place.cells])
    patches = cut_spots(image, place.homography, middles, 0.5, _SIDE_PX)
    return ring_lab(patches, *RING)


def ring_lab(patches: Floats, inner: float, outer: float) -> Floats:
    """(n, 3): the median colour of a ring in (n, s, s, 3) patches, in shares of half their side."""
    side = patches.shape[1]
    along = (np.arange(side) + 0.5) / side * 2 - 1
    away = np.hypot(along[:, None], along[None])
    ring = (away > inner) & (away < outer)
    return np.asarray(np.median(patches[:, ring], axis=1), np.float32)


# --- players ---------------------------------------------------------------------------------------


def tell_players(seen: Floats, players: Sequence[Player]) -> tuple[Player, ...]:
    """Give every one of some colours to the player that it suits, each once.

    Args:
        seen: (n, 3) CIELAB of the backs of some players' tiles.
        players: So many or more.
    """
    wanted = lab_of([PALETTE[player] for player in players])
    apart = np.linalg.norm((seen[:, None] - wanted[None]) * (0.4, 1, 1), axis=2)
    ways = permutations(range(len(players)), len(seen))
    best = min(ways, key=lambda way: sum(apart[row, column] for row, column in enumerate(way)))
    return tuple(players[index] for index in best)
