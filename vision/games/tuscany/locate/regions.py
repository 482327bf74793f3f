"""Regions found in a photograph: thirty fields in one lattice each, wherever and however turned they lie."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scoring.game import Cell
from scoring.games.tuscany.land.tiles import FIELDS
from scoring.geometry.hexes import AROUND, middle_mm, neighbours, turned
from scoring.geometry.pieces import pieces_of
from vision.games.tuscany.locate.pieces import Shape, lay, likeliest_shape, shapes_of, usual_shapes
from vision.geometry.hex_lattice import (
    Hexagon,
    HexLattice,
    corners_px,
    fit_cells,
    how_closed_in,
    middles_seen,
)
from vision.geometry.homography import Homography, project
from vision.image.colour import Floats

FIELDS_OF_A_REGION = sum(FIELDS.values())
LEAST = 14
"""Fewer hexagons that lie together are no region: the display has eight, and a tableau nine at most."""
CLOSED, WHOLE = 0.3, 0.5
"""What is closed in so surely is a field; and so surely closed in is what has a whole outline. Of boxes
made up by chance, seeds 41 to 60 at levels 1 and 2, 100 of 106 regions are read whole so (78 before), and
93 of 95 of our own, seeds 301 to 308, 311 to 320 and 1240 to 1251."""
GUESSED = np.array([1.0, 0.75, 0.06, -0.64, 2.85])
"""How much likelier a way to complete a region is, in nats: for a field that is surely closed in, for one in
whose middle anything is, for each field beside one, for each left out that is surely closed in, and where it
is joined of pieces of the table's shape. By ``training`` of this game with ``regions``, fitted with ``WORSE``
of ``classify.colours`` to boxes made up by chance, seeds 201 to 240 at level 2 and 241 to 250 at level 1: 50
regions of them had fields to add."""
RINGS = 3
"""So far beside what was found first the rest of a region is looked for, in fields."""
MORE, MOST_GUESSED, MOST_WAYS = 4, 4, 12
"""So many places more than are missing may be fields; where more are missing than the second says, regions
are completed in the likeliest way alone, else in so many."""

Support = Mapping[Cell, tuple[float, float]]
"""Of each cell how surely it is closed in, and something in its middle: 0 to 1."""


class RegionPlace(NamedTuple):
    """A region as it lies.

    Attributes:
        homography: Pitches, from the middle of cell (0, 0), to pixels.
        cells: Its fields; the first row from the top begins with (0, 0).
        guessed: (5,) of those that are not surely closed in: how surely they are, added up, in how many
            middles anything is seen, and how many fields are beside them; how many more are so that are none
            of its fields, whose sureness and middles are taken off; and whether its three pieces have the
            shape of the table's.
    """

    homography: Homography
    cells: tuple[Cell, ...]
    guessed: tuple[float, ...] = (0.0, 0.0, 0.0, 0.0, 1.0)

    @property
    def log_odds(self) -> float:
        """How likely it is complete so."""
        return float(GUESSED @ self.guessed)

    def middles_px(self) -> NDArray[np.float64]:
        """(30, 2): the middles of its fields."""
        return project(self.homography, np.array([middle_mm(cell, 1.0) for cell in self.cells]))


def find_regions(steps: Floats, lattices: Sequence[HexLattice], most: int) -> list[tuple[RegionPlace, ...]]:
    """Find regions among hexagons that lie together, the surest first.

    Args:
        steps: (h, w) as ``hex_lattice.sides_seen`` takes them.
        lattices: From ``hex_lattice.fit_hex_lattices``.
        most: How many there are at most.

    Returns:
        The ways in which each may be complete, the likeliest by their outlines first.
    """
    every = [_part(steps, lattice) for lattice in lattices if len(lattice.cells) >= LEAST]
    parts = sorted((each for each in every if len(each.seen) >= LEAST), key=lambda each: -len(each.seen))
    shape = _shape(parts[:most])
    found = list[tuple[RegionPlace, ...]]()
    for part in parts:
        there = project(part.homography, np.array([middle_mm(cell, 1.0) for cell in part.seen]))
        if len(found) < most and not any(_is_on(ways[0], at) for ways in found for at in there):
            ways = sorted(_completed(part, shape), key=lambda way: -way.log_odds)
            found.append(tuple(ways[:MOST_WAYS]))
    return found


class _Part(NamedTuple):
    """What is seen of a region: the fields that are surely closed in, and the support of cells around too."""

    homography: Homography
    seen: AbstractSet[Cell]
    support: Support

    def told(self, fields: AbstractSet[Cell], alike: float) -> tuple[float, ...]:
        """Give ``RegionPlace.guessed``."""
        more = [_likely(cell, fields, self.support) for cell in fields - self.seen]
        less = [(*self.support[cell], 0) for cell in self.seen - fields]
        told = np.sum([*more, (0, 0, 0)], axis=0) - np.sum([*less, (0, 0, 0)], axis=0)
        return *map(float, told), float(len(less)), alike

    def values(self) -> dict[Cell, float]:
        """How much likelier a region is that has a cell, in nats."""
        told = {cell: (*each, 0, -float(cell in self.seen), 0) for cell, each in self.support.items()}
        return {cell: float(GUESSED @ each) for cell, each in told.items()}


def _part(steps: Floats, lattice: HexLattice) -> _Part:
    pool = {*lattice.cells}
    for _ in range(RINGS):
        pool |= _around(pool)
    closed = how_closed_in(steps, lattice.homography, pool)
    closed |= {cell: max(closed[cell], WHOLE) for cell in lattice.whole}
    middles = middles_seen(steps, corners_px(lattice.homography, [*pool]))
    support = {cell: (closed[cell], middle) for cell, middle in zip(pool, middles, strict=True)}
    seen = _joined([cell for cell in pool if closed[cell] > CLOSED])
    while len(seen) > FIELDS_OF_A_REGION:
        seen.remove(min(seen, key=lambda cell: _log_odds(cell, seen, support)))
        seen = _joined(seen)
    told = {cell: lattice.cells[cell] for cell in seen & lattice.cells.keys()}
    return _Part(fit_cells(told, lattice.homography) if told else lattice.homography, seen, support)


def _shape(parts: Sequence[_Part]) -> Shape:
    """Tell of pieces of which shape regions are joined: as those tell that are seen whole, or all of them."""
    told = {shape for part in parts for shape in shapes_of(part.seen)}
    return likeliest_shape([part.values() for part in parts], sorted(told) or usual_shapes())


def _completed(part: _Part, shape: Shape) -> Iterator[RegionPlace]:
    """Choose the thirty fields of a region: those seen and some beside, or pieces of the table's shape."""
    is_whole = shape in shapes_of(part.seen)
    ways = {frozenset(fields): float(is_whole) for fields in _ways(part.seen, part.support)}
    if not is_whole:
        ways |= dict.fromkeys(lay(part.values(), shape, MOST_WAYS), 1.0)
    for fields, alike in ways.items():
        yield _upright(part.homography, fields, part.told(fields, alike))


def _likely(cell: Cell, fields: AbstractSet[Cell], support: Support) -> tuple[float, float, float]:
    """Tell which share of its sides and middle a place has, and how many of some fields are beside it."""
    return *support.get(cell, (0.0, 0.0)), len(fields & {*neighbours(cell)})


def _log_odds(cell: Cell, fields: set[Cell], support: Support) -> float:
    return float(GUESSED[:3] @ _likely(cell, fields, support))


def _ways(seen: AbstractSet[Cell], support: Support) -> Iterator[set[Cell]]:
    """Add the fields that are missing to those seen: as is likeliest one by one, and in other ways."""
    grown, missing = {*seen}, FIELDS_OF_A_REGION - len(seen)
    for _ in range(missing):
        grown.add(max(_around(grown) & support.keys(), key=lambda cell: _log_odds(cell, grown, support)))
    yield grown
    if missing > MOST_GUESSED:
        return
    beside = (_around(grown) & support.keys()) | (grown - seen)
    likely = sorted(beside, key=lambda cell: -_log_odds(cell, grown, support))[: missing + MORE]
    for guessed in combinations(likely, missing):
        fields = {*seen, *guessed}
        if fields != grown and len(_joined(fields)) == FIELDS_OF_A_REGION:
            yield fields


def _around(cells: Collection[Cell]) -> set[Cell]:
    """Give the cells beside some, these left out."""
    return {(q + east, r + south) for q, r in cells for east, south in AROUND} - {*cells}


def _joined(cells: Collection[Cell]) -> set[Cell]:
    """Keep the largest part of cells that hang together."""
    return max((set(piece) for piece in pieces_of(cells, neighbours)), key=len, default=set())


def _upright(homography: Homography, cells: AbstractSet[Cell], guessed: tuple[float, ...]) -> RegionPlace:
    """Name the cells anew: in many short rows, as regions are drawn, and the first row begins at (0, 0).

    Of the two ways that a region lies so, it is the one in which the first axis points more to the right.
    """
    x, y = np.mean([middle_mm(cell, 1.0) for cell in cells], axis=0)
    here, east = project(homography, np.array([(x, y), (x + 1, y)]))
    level = round(float(np.arctan2(*(east - here)[::-1])) / (np.pi / 3)) % 6
    sixths = min(
        range(6), key=lambda turns: (_width(cells, turns), min((turns - level) % 6, (level - turns) % 6))
    )
    angle = -sixths * np.pi / 3
    turn = np.eye(3)
    turn[:2, :2] = [[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]
    named = [turned(cell, sixths) for cell in cells]
    q0, r0 = min(named, key=lambda cell: cell[::-1])
    shift = np.eye(3)
    shift[:2, 2] = middle_mm((q0, r0), 1.0)
    fresh = sorted(((q - q0, r - r0) for q, r in named), key=lambda cell: cell[::-1])
    return RegionPlace(homography @ turn @ shift, tuple(fresh), guessed)


def _width(cells: AbstractSet[Cell], turns: int) -> float:
    """Give how wide a region is, in pitches, after so many sixth turns."""
    columns = [middle_mm(turned(cell, turns), 1.0)[0] for cell in cells]
    return round(max(columns) - min(columns), 3)


def left_over(hexagons: Sequence[Hexagon], regions: Sequence[RegionPlace]) -> list[Hexagon]:
    """Give the hexagons that lie on no region."""
    return [each for each in hexagons if not any(_is_on(place, each.at_px) for place in regions)]


def _is_on(place: RegionPlace, at_px: Sequence[float] | NDArray[np.float64]) -> bool:
    middles = place.middles_px()
    return bool(np.hypot(*(middles - at_px).T).min() < 0.5 * _pitch_px(place))


def _pitch_px(place: RegionPlace) -> float:
    middles = place.middles_px()
    apart = np.linalg.norm(middles[:, None] - middles[None], axis=2)
    return float(np.median(np.where(apart > 0, apart, np.inf).min(axis=1)))


def named(place: RegionPlace, columns: int) -> Mapping[Cell, int]:
    """Give of each cell, moved so many columns to its player's seat, its index in ``place.cells``."""
    return {(q + columns, r): index for index, (q, r) in enumerate(place.cells)}
