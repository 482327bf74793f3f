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
    fit_cells,
    how_closed_in,
)
from vision.geometry.homography import Homography, project
from vision.image.colour import Floats

FIELDS_OF_A_REGION = sum(FIELDS.values())
LEAST = 10
"""Fewer hexagons that lie together are no region: the display has eight, and a tableau nine at most."""
CLOSED, WHOLE = 0.3, 0.5
"""What is closed in so surely is a field; and so surely closed in is what has a whole outline. Of boxes
made up by chance, seeds 41 to 60 at levels 1 and 2, 100 of 106 regions are read whole so (78 before), and
93 of 95 of our own, seeds 301 to 308, 311 to 320 and 1240 to 1251."""
GUESSED = np.array([4.19, 5.11])
"""How much likelier a way to complete a region is, in nats: for how surely each of its fields is closed in,
and where it is joined of pieces of the table's shape. By ``training`` of this game with ``201 241 regions``,
fitted with ``WORSE`` of ``classify.colours``: 29 regions of made-up boxes had fields to add, of which the
likeliest way is the true one for all, and doubtful for one."""
RINGS = 3
"""So far beside what was found first the rest of a region is looked for, in fields."""
MORE, MOST_GUESSED, MOST_WAYS = 4, 4, 12
"""So many places more than are missing may be fields; where more are missing than the second says, regions
are completed in the likeliest way alone, else in so many."""

Support = Mapping[Cell, float]
"""Of each cell how surely it is closed in: 0 to 1."""


class RegionPlace(NamedTuple):
    """A region as it lies.

    Attributes:
        homography: Pitches, from the middle of cell (0, 0), to pixels.
        cells: Its fields; the first row from the top begins with (0, 0).
        guessed: How surely its fields are closed in, added up, beyond those that surely are; and whether it
            is joined of pieces of the table's shape.
    """

    homography: Homography
    cells: tuple[Cell, ...]
    guessed: tuple[float, float] = (0.0, 1.0)

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

    def closed(self, fields: AbstractSet[Cell]) -> float:
        """Tell how surely some fields are closed in, added up."""
        return sum(self.support.get(cell, 0.0) for cell in fields)


def _part(steps: Floats, lattice: HexLattice) -> _Part:
    pool = {*lattice.cells}
    for _ in range(RINGS):
        pool |= _around(pool)
    closed = how_closed_in(steps, lattice.homography, pool)
    closed |= {cell: max(closed[cell], WHOLE) for cell in lattice.whole}
    sure = {cell for cell in pool if closed[cell] > CLOSED}
    # A field of the table's colour parts none from the rest.
    seen = _joined(sure | lattice.cells.keys()) & sure
    while len(seen) > FIELDS_OF_A_REGION:
        seen.remove(min(sorted(seen), key=lambda cell: closed[cell]))
        seen = _joined(seen)
    told = {cell: lattice.cells[cell] for cell in seen & lattice.cells.keys()}
    return _Part(fit_cells(told, lattice.homography) if told else lattice.homography, seen, closed)


def _shape(parts: Sequence[_Part]) -> Shape:
    """Tell of pieces of which shape regions are joined: as those tell that are seen whole, or all of them."""
    told = {shape for part in parts for shape in shapes_of(part.seen)}
    return likeliest_shape([part.support for part in parts], sorted(told) or usual_shapes())


def _completed(part: _Part, shape: Shape) -> Iterator[RegionPlace]:
    """Choose the thirty fields of a region: those seen and some beside, or pieces of the table's shape."""
    is_whole = shape in shapes_of(part.seen)
    ways = {frozenset(fields): float(is_whole) for fields in _ways(part.seen, part.support)}
    if not is_whole:
        ways |= dict.fromkeys(lay(part.support, shape, MOST_WAYS), 1.0)
    for fields, alike in ways.items():
        more = part.closed(fields) - part.closed(part.seen)
        yield _upright(part.homography, fields, (more, alike))


def _ways(seen: AbstractSet[Cell], support: Support) -> Iterator[set[Cell]]:
    """Add the fields that are missing to those seen: as is likeliest one by one, and in other ways."""
    grown, missing = {*seen}, FIELDS_OF_A_REGION - len(seen)
    for _ in range(missing):
        grown.add(max(_around(grown) & support.keys(), key=lambda cell: support[cell]))
    yield grown
    if missing > MOST_GUESSED:
        return
    beside = (_around(grown) & support.keys()) | (grown - seen)
    likely = sorted(beside, key=lambda cell: -support[cell])[: missing + MORE]
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


def _upright(homography: Homography, cells: AbstractSet[Cell], guessed: tuple[float, float]) -> RegionPlace:
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
