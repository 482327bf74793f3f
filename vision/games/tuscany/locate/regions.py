"""Regions found in a photograph: thirty fields in one lattice each, wherever and however turned they lie."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.game import Cell
from scoring.games.tuscany.land.tiles import FIELDS
from scoring.geometry.hexes import AROUND, corners_mm, middle_mm, neighbours, turned
from scoring.geometry.pieces import pieces_of
from vision.geometry.hex_lattice import Hexagon, HexLattice, fit_cells
from vision.geometry.homography import Homography, project
from vision.image.colour import Floats, colour_steps
from vision.reader import Image

FIELDS_OF_A_REGION = sum(FIELDS.values())
LEAST = 14
"""Fewer hexagons that lie together are no region: the display has eight, and a tableau nine at most."""
SEEN = 0.35
"""A field seen by its outline counts so much more, in shares of its sides, than one guessed from these."""
STEP = 8.0
"""In CIELAB units over two pixels: a side that is a step of so much is surely there."""
BESIDE_PX = 2
"""A side is looked for so far beside where the lattice has it."""
_ON_A_SIDE = np.linspace(0.2, 0.8, 9)


class RegionPlace(NamedTuple):
    """A region as it lies.

    Attributes:
        homography: Pitches, from the middle of cell (0, 0), to pixels.
        cells: Its fields; the first row from the top begins with (0, 0).
        support: How surely the least sure of them is a field, 0 to 1.
    """

    homography: Homography
    cells: tuple[Cell, ...]
    support: float

    def middles_px(self) -> NDArray[np.float64]:
        """(30, 2): the middles of its fields."""
        return project(self.homography, np.array([middle_mm(cell, 1.0) for cell in self.cells]))


def find_regions(image: Image, lattices: Sequence[HexLattice], most: int) -> list[RegionPlace]:
    """Find regions among hexagons that lie together, the surest first.

    Args:
        image: The photograph.
        lattices: From ``hex_lattice.fit_hex_lattices``.
        most: How many there are at most.
    """
    around = np.ones((2 * BESIDE_PX + 1,) * 2, np.uint8)
    steps = np.asarray(cv2.dilate(colour_steps(image), around), np.float32)
    found = list[RegionPlace]()
    for lattice in lattices:
        if len(lattice.cells) >= LEAST and len(found) < most:
            whole = _completed(steps, lattice)
            if whole is not None:
                found.append(whole)
    return found


def _completed(steps: Floats, lattice: HexLattice) -> RegionPlace | None:
    """Choose the thirty fields of a region: those that were seen, and those that have sides all around."""
    pool = {*lattice.cells}
    for _ in range(2):
        pool |= {(q + east, r + south) for q, r in pool for east, south in AROUND}
    support = dict(zip(pool, _supports(steps, lattice, [*pool]), strict=True))
    surest = sorted(pool, key=lambda cell: -support[cell] - SEEN * (cell in lattice.cells))
    chosen = _joined(surest[:FIELDS_OF_A_REGION])
    for cell in surest[FIELDS_OF_A_REGION:]:
        if len(chosen) == FIELDS_OF_A_REGION:
            break
        if any((cell[0] + east, cell[1] + south) in chosen for east, south in AROUND):
            chosen.add(cell)
    if len(chosen) < FIELDS_OF_A_REGION:
        return None
    seen = {cell: at for cell, at in lattice.cells.items() if cell in chosen}
    return _upright(fit_cells(seen, lattice.homography), chosen, min(support[cell] for cell in chosen))


def _joined(cells: Sequence[Cell]) -> set[Cell]:
    """Keep the largest part of cells that hang together."""
    return max((set(piece) for piece in pieces_of(cells, neighbours)), key=len)


def _upright(homography: Homography, cells: set[Cell], support: float) -> RegionPlace:
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
    return RegionPlace(homography @ turn @ shift, tuple(fresh), support)


def _width(cells: set[Cell], turns: int) -> float:
    """Give how wide a region is, in pitches, after so many sixth turns."""
    columns = [middle_mm(turned(cell, turns), 1.0)[0] for cell in cells]
    return round(max(columns) - min(columns), 3)


def _supports(steps: Floats, lattice: HexLattice, cells: Sequence[Cell]) -> list[float]:
    """Tell of cells which share of their sides is seen as steps, 0 to 1.

    Args:
        steps: From ``colour_steps``, each spread over what is beside it.
    """
    corners = np.array([corners_mm(cell, 1.0) for cell in cells])
    ends = np.roll(corners, -1, axis=1)
    along = corners[:, :, None] + (ends - corners)[:, :, None] * _ON_A_SIDE[None, None, :, None]
    at = np.round(project(lattice.homography, along.reshape(-1, 2))).astype(int)
    high, wide = steps.shape
    inside = (at >= 0).all(axis=1) & (at[:, 0] < wide) & (at[:, 1] < high)
    value = np.zeros(len(at))
    value[inside] = steps[at[inside, 1], at[inside, 0]]
    sides = np.median(np.minimum(value.reshape(len(cells), 6, -1) / STEP, 1.0), axis=2)
    return [float(each) for each in np.sort(sides, axis=1)[:, :3].mean(axis=1)]


def left_over(hexagons: Sequence[Hexagon], regions: Sequence[RegionPlace]) -> list[Hexagon]:
    """Give the hexagons that lie on no region."""
    fields = [(place.middles_px(), _pitch_px(place)) for place in regions]
    return [
        each
        for each in hexagons
        if all(np.hypot(*(middles - each.at_px).T).min() > 0.5 * pitch for middles, pitch in fields)
    ]


def _pitch_px(place: RegionPlace) -> float:
    middles = place.middles_px()
    apart = np.linalg.norm(middles[:, None] - middles[None], axis=2)
    return float(np.median(np.where(apart > 0, apart, np.inf).min(axis=1)))


def named(place: RegionPlace, columns: int) -> Mapping[Cell, int]:
    """Give of each cell, moved so many columns to its player's seat, its index in ``place.cells``."""
    return {(q + columns, r): index for index, (q, r) in enumerate(place.cells)}
