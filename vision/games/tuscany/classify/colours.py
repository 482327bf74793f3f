"""Colours of fields and of players: given by their counts, so that the light need not be known."""

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import permutations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scoring.game import Cell, Player
from scoring.games.tuscany.drawing.art import PALETTE, fill_of
from scoring.games.tuscany.land.tiles import FIELDS
from scoring.geometry.hexes import middle_mm
from vision.follow.covered import cut_spots
from vision.follow.explanations import shares
from vision.games.tuscany.locate.regions import FIELDS_OF_A_REGION, RegionPlace
from vision.image.colour import Floats, to_lab
from vision.image.paint import bgr
from vision.match.counted import LIGHT_WEIGHT, CountedColours, give_colours
from vision.reader import Image

COLOURS = (*FIELDS,)
RING = (0.42, 0.8)
"""Where on a field its colour is looked for, in shares from its middle to a side: beside what is printed in
its middle, and within its rim."""
DOUBTFUL = 6.0
"""Two fields that might change places for so little, in CIELAB units, are asked about."""
WORSE = 4.8
"""A way to complete a region is less likely by a nat where its colours fit so much worse, all added up, in
CIELAB units: fitted with ``locate.regions.GUESSED``."""
UNLIKELY = 0.002
"""Less likely ways to complete a region than that are not thought of."""
ROUNDS, STIFF = 6, 50.0
"""So often the colours of tiles are taken anew; and how stiffly they are held to those of fields, as a
variance. Anything from 12 to 400 does as well: of 584 tiles of ``training 1 81 unprinted`` of this game 3 are
nearer another colour with each, and 4 beyond."""
_SIDE_PX = 24


class OtherRegion(NamedTuple):
    """Another way in which a region may be complete.

    Attributes:
        fields: Its cells' colours then.
        share: How likely that is, 0 to 1.
    """

    place: RegionPlace
    fields: Mapping[Cell, str]
    share: float


class FieldColours(NamedTuple):
    """What was read of a region.

    Attributes:
        place: Where it lies, completed as its colours fit best.
        fields: Its cells' colours.
        doubts: Pairs of cells that may have to change places.
        margins: How much better each cell's colour fits than the next that it might have, in CIELAB units.
        others: The other ways to complete it, the likeliest first.
    """

    place: RegionPlace
    fields: Mapping[Cell, str]
    doubts: tuple[tuple[Cell, Cell], ...]
    margins: Mapping[Cell, float]
    others: tuple[OtherRegion, ...] = ()


class ReadRegions(NamedTuple):
    """What was read of all regions.

    Attributes:
        lab: (8, 3) how each colour looks in this light.
    """

    regions: tuple[FieldColours, ...]
    lab: Floats


@cache
def expected_lab() -> Floats:
    """(8, 3): how the colours of fields are drawn, in daylight."""
    return lab_of([PALETTE[fill_of(colour)] for colour in COLOURS])


def lab_of(codes: Sequence[str]) -> Floats:
    """(n, 3): colours written as "#rrggbb" in CIELAB."""
    return np.asarray(to_lab(np.array([[bgr(code) for code in codes]], np.uint8))[0], np.float32)


def read_fields(image: Image, regions: Sequence[Sequence[RegionPlace]]) -> ReadRegions:
    """Read the colours of all regions together: every one has as many of each.

    Args:
        regions: The ways in which each may be complete, the likeliest first; that is taken with which the
            colours fit best.
    """
    chosen = [ways[0] for ways in regions]
    others = [tuple[OtherRegion, ...]() for _ in regions]
    for at in sorted(range(len(regions)), key=lambda each: len(regions[each])):
        if len(regions[at]) > 1:
            chosen[at], others[at] = _best_way(image, chosen, at, regions[at])
    given = _given(image, chosen)
    every = zip(chosen, others, strict=True)
    return ReadRegions(tuple(_told(given, at, *each) for at, each in enumerate(every)), given.lab)


def _best_way(
    image: Image, chosen: Sequence[RegionPlace], at: int, ways: Sequence[RegionPlace]
) -> tuple[RegionPlace, tuple[OtherRegion, ...]]:
    """Choose how a region is complete, as the others are taken to be; and give the other ways."""
    log_odds = dict[int, float]()
    fields = list[Mapping[Cell, str]]()
    for number, way in enumerate(ways):
        given, off = fit_way(image, chosen, at, way)
        log_odds[number] = way.log_odds - off / WORSE
        fields.append(_told(given, at, way).fields)
    likely = sorted(shares(log_odds).items(), key=lambda each: -each[1])
    others = (OtherRegion(ways[number], fields[number], share) for number, share in likely[1:])
    return ways[likely[0][0]], tuple(each for each in others if each.share > UNLIKELY)


def fit_way(
    image: Image, chosen: Sequence[RegionPlace], at: int, way: RegionPlace
) -> tuple[CountedColours, float]:
    """Give the colours with a region complete in another way, and how far its own are off, added up."""
    given = _given(image, [*chosen[:at], way, *chosen[at + 1 :]])
    return given, float(given.off[_members(at)].sum())


def _given(image: Image, places: Sequence[RegionPlace]) -> CountedColours:
    spots = np.concatenate([field_lab(image, place) for place in places])
    groups = np.repeat(np.arange(len(places)), FIELDS_OF_A_REGION)
    at = np.concatenate([place.middles_px() for place in places])
    scale = max(image.shape) / 4
    counts = np.array([*FIELDS.values()])
    return give_colours(spots, counts, expected_lab(), groups, (at - at.mean(axis=0)) / scale)


def _members(region: int) -> NDArray[np.intp]:
    return np.arange(FIELDS_OF_A_REGION) + FIELDS_OF_A_REGION * region


def _told(
    given: CountedColours, at: int, place: RegionPlace, others: tuple[OtherRegion, ...] = ()
) -> FieldColours:
    members, cells = _members(at), place.cells
    pairs = {
        tuple(sorted((cells[one % len(cells)], cells[given.partner[one] % len(cells)])))
        for one in members
        if given.margin[one] < DOUBTFUL
    }
    return FieldColours(
        place,
        {cell: COLOURS[given.colour[one]] for cell, one in zip(cells, members, strict=True)},
        tuple(sorted((first, second) for first, second in pairs)),
        {cell: float(given.margin[one]) for cell, one in zip(cells, members, strict=True)},
        others,
    )


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


# --- tiles -----------------------------------------------------------------------------------------


def fit_tile_colours(seen: Floats, fields: Floats, stiffness: float = STIFF) -> Floats:
    """Tell how tiles of each colour look, which may be printed stronger or fainter than the fields are.

    Each is taken for the colour that is nearest, and colours are then taken anew from what was given to them.

    Args:
        seen: (n, 3) CIELAB of some tiles.
        fields: (8, 3) CIELAB of the fields.
        stiffness: How stiffly they are held to these, as a variance.

    Returns:
        (8, 3) CIELAB.
    """
    middle = fields.mean(axis=0)
    apart, off, told = fields - middle, seen - middle, fields
    for _ in range(ROUNDS):
        given = apart[off_colours(seen, told).argmin(axis=1)]
        one, other = given - given.mean(axis=0), off - off.mean(axis=0)
        stiff = stiffness * len(fields)
        gain = ((one * other)[:, 1:].sum() + stiff) / (np.square(one)[:, 1:].sum() + stiff)
        shift = (off - gain * given).sum(axis=0) / (len(seen) + 2)
        told = np.asarray(middle + gain * apart + shift, np.float32)
    return told


def off_colours(seen: Floats, colours: Floats) -> NDArray[np.float64]:
    """(n, k): how far each of some colours is from others, in CIELAB units of which L counts less."""
    return np.asarray(np.linalg.norm((seen[:, None] - colours) * (LIGHT_WEIGHT, 1, 1), axis=2), np.float64)


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
