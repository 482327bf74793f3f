"""The bare table around a board: how it looks, and where it no longer does."""

from collections.abc import Collection, Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple

import cv2
import numpy as np

from scoring.game import Cell
from vision.games.carcassonne.cold.ground import LEAST_TABLE, rather_tile, templates_of, touching
from vision.games.carcassonne.face_templates import ROUGH_PX
from vision.games.carcassonne.live.tracking import FrameLayout, cells_in_frame
from vision.image.colour import Floats

NEVER: Mapping[Cell, Floats] = MappingProxyType({})
"""No cell looked otherwise before."""
OTHER, COVERS = 8.0, 0.55
"""A pixel that differs by the first shows another thing; a tile covers this much of its cell at least."""
_FOOT = np.array([16, 0, 0], np.float32)
SLIDES_PX = 4
"""So far, in pixels of the rough view, the bare table of a cell may have slid."""
CHANGED, HARDLY_CHANGED = 4.0, 1.5
"""A cell whose pixels differ from its bare table by less than the first, in CIELAB units, is bare still,
unless they differ by more than the second and the nets see a tile: snow on a white table."""
MOST_AT_ONCE = 6
"""Where more cells than this look otherwise, and most of them, the board has slid over the table."""
RIM_PX = 4
"""In pixels of the rough view: this near its edges a cell may show its neighbours."""


def bare_patches(layout: FrameLayout, cells: Iterable[Cell]) -> dict[Cell, Floats]:
    """Cut out how cells look now, (32, 32, 3) CIELAB each, to tell later whether they have changed."""
    patches = {}
    for cell in cells:
        x, y = ((cell[axis] - layout.rough.first[axis]) * ROUGH_PX for axis in (0, 1))
        patch = layout.rough.image[y : y + ROUGH_PX, x : x + ROUGH_PX]
        if patch.shape[:2] == (ROUGH_PX, ROUGH_PX):
            patches[cell] = patch.copy()
    return patches


class Changes(NamedTuple):
    """How cells look otherwise than their bare table did.

    Attributes:
        plain: The cells that plainly do, and how much of each, 0 to 1.
        slight: The cells that hardly do.
    """

    plain: Mapping[Cell, float]
    slight: frozenset[Cell]


def changes(
    layout: FrameLayout, bare: Mapping[Cell, Floats], former: Mapping[Cell, Floats] = NEVER
) -> Changes:
    """Tell which cells no longer look like their bare table, be it a little beside, in whatever light.

    Where most of them look otherwise at once, the board has slid over the table, whose grain or cloth shows
    elsewhere now: then only cells that are covered count. Where many hardly change it is the light.

    Args:
        layout: The frame.
        bare: How cells looked bare last.
        former: How some of them did before; what looks so again is bare, too.
    """
    changed = _differences(layout, bare)
    if former:
        otherwise = _differences(layout, {**bare, **former})
        again = former.keys() - otherwise.plain.keys() - otherwise.slight
        plain = {cell: share for cell, share in changed.plain.items() if cell not in again}
        changed = Changes(plain, changed.slight - again)
    if len(changed.plain) > max(MOST_AT_ONCE, len(bare) / 2):
        covered = {cell: share for cell, share in changed.plain.items() if is_covered(share)}
        return Changes(covered, frozenset())
    return changed if len(changed.slight) <= MOST_AT_ONCE else changed._replace(slight=frozenset())


def _differences(layout: FrameLayout, bare: Mapping[Cell, Floats]) -> Changes:
    now = bare_patches(layout, cells_in_frame(layout, list(bare)))
    if not now:
        return Changes({}, frozenset())
    patches = np.stack(list(now.values()))
    before = np.stack([bare[cell] for cell in now])
    # What light adds to all cells alike multiplies L + 16, a and b (CIELAB above its linear foot).
    lit = np.median(np.median((patches[..., 0] + 16) / (before[..., 0] + 16), axis=(1, 2)))
    before = (before + _FOOT) * np.float32(lit) - _FOOT
    off = np.abs(patches - before)
    share = (off.max(axis=3) > OTHER).mean(axis=(1, 2))
    by = off.mean(axis=(1, 2, 3))
    cells, plain, slight = list(now), {}, set()
    for i in np.flatnonzero(by > HARDLY_CHANGED):
        least = min(by[i], _off_where_it_slid(before[i], patches[i]))
        if least > CHANGED:
            plain[cells[i]] = float(share[i])
        elif least > HARDLY_CHANGED:
            slight.add(cells[i])
    return Changes(plain, frozenset(slight))


def _off_where_it_slid(before: Floats, now: Floats) -> float:
    """Tell how far pixels are from the bare table that shows a little beside where it was.

    A tile that lies askew draws the lattice after it, and a grain then shows elsewhere in the cells.
    """
    middle = before[SLIDES_PX:-SLIDES_PX, SLIDES_PX:-SLIDES_PX]
    x, y = cv2.minMaxLoc(cv2.matchTemplate(now, middle, cv2.TM_SQDIFF))[2]
    slid = now[y : y + middle.shape[0], x : x + middle.shape[1]]
    return float(np.abs(slid - middle).mean())


def is_covered(covered: float | None) -> bool:
    """Tell whether something covers so much of a cell's bare table that it may be a tile."""
    return covered is not None and covered > COVERS


def unlike_table(layout: FrameLayout, cell: Cell, laid: Collection[Cell]) -> float:
    """Tell how much more a cell looks like the tiles of the game than like the table around them.

    A table may have slabs or squares as large as tiles, but all of it is alike.

    Args:
        layout: The frame.
        cell: The cell.
        laid: Where the tiles of the game lie.

    Returns:
        A log as of ``cold.ground.rather_tile``, at most 0; 0 where too little of the table is to be seen. On
        made-up tables it was above -0.9 for tiles and below -1.2 for bare cells.
    """
    columns, rows = (length // ROUGH_PX for length in layout.rough.image.shape[1::-1])
    left, top = layout.rough.first
    every = [(x, y) for x in range(left, left + columns) for y in range(top, top + rows)]
    patches = bare_patches(layout, cells_in_frame(layout, every))
    touched = {near for at in (*laid, cell) for near in touching(at)}
    tiles, table = [at for at in patches if at in laid], [at for at in patches if at not in touched]
    if not tiles or len(table) < LEAST_TABLE:
        return 0.0
    shown = np.stack([patches[at][RIM_PX:-RIM_PX, RIM_PX:-RIM_PX] for at in (cell, *tiles, *table)])
    looks = templates_of(shown)
    return min(rather_tile(looks[0], looks[1 : 1 + len(tiles)], looks[1 + len(tiles) :]), 0.0)
