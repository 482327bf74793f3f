"""The land found in a photograph without markers: fields laid together to one lattice."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.game import Cell
from scoring.games.cornwall.land.hexes import AROUND, PITCH_MM, middle_mm, neighbours
from vision.games.cornwall.locate.hex_net import HEXES, NET
from vision.games.cornwall.locate.view import cell_at, scale_at
from vision.geometry.homography import Homography, project
from vision.geometry.markers import find_markers, fit_plane
from vision.geometry.outlines import CellOutline, best_seeds, cover_px, middles_px, outline_at, pieces_apart
from vision.reader import Image

OFF = 0.3
"""So far off its cell's middle a field may lie, in pitches."""
MOST_SEEDS, ROUNDS = 8, 4
CERTAIN = 10
"""A field is certain when so many places tell of it."""
LOOSE = 0.15
"""In pitches: a field further off the lattice than this does not bend it."""
FLAT = 5
"""So few fields do not tell the perspective."""
FITS = 5
"""So often a lattice is fitted without what is far off."""
LEAST_FIELDS = 3
WIDE_MM, MOST_PX = 1500.0, 3000
"""A table is not looked at further from the middle of its markers, nor larger."""
Floats = NDArray[np.floating]
_DIRECTIONS = np.exp(1j * HEXES.turn_rad * np.arange(6))


class FieldGroup(NamedTuple):
    """Fields that lie together.

    Attributes:
        spots: By their cells, each turned as the land is.
        lattice: Millimetres to pixels of the photograph.
    """

    spots: Mapping[Cell, CellOutline]
    lattice: Homography

    @property
    def pitch_px(self) -> float:
        """From a usual field of it to the next."""
        return float(np.median([spot.pitch_px for spot in self.spots.values()]))

    def at_mm(self, cell: Cell) -> tuple[float, float]:
        """Tell where a field really lies: where it was seen, or else as its neighbours do."""
        if cell in self.spots:
            return self._seen_mm(cell)
        near = [there for there in neighbours(cell) if there in self.spots]
        x, y = middle_mm(cell)
        offs = [np.subtract(self._seen_mm(there), middle_mm(there)) for there in near]
        dx, dy = np.mean(offs, axis=0) * len(offs) / (len(offs) + 1) if offs else (0.0, 0.0)
        return x + float(dx), y + float(dy)

    def _seen_mm(self, cell: Cell) -> tuple[float, float]:
        spot = self.spots[cell].middle
        place = project(np.linalg.inv(self.lattice), np.array([[spot.real, spot.imag]]))[0]
        away = place - middle_mm(cell)
        far = float(np.hypot(*away))
        held = away * min(1.0, OFF * PITCH_MM / max(far, 1e-9))
        x, y = middle_mm(cell)
        return x + float(held[0]), y + float(held[1])


def find_land(image: Image, given: Sequence[CellOutline] = ()) -> FieldGroup | None:
    """Find the land in a photograph; None where none is seen.

    Args:
        image: The photograph.
        given: Fields that are known to be there.
    """
    return land_of([*given, *NET.find(NET.glances(image))])


def land_of(spots: Sequence[CellOutline]) -> FieldGroup | None:
    """Lay fields together to the land that covers most; None where too few lie together."""
    if not spots:
        return None
    grown = (HEXES.grown(spots, seed, partial(_beside, spots)) for seed in best_seeds(spots, MOST_SEEDS))
    land = _gathered(spots, max(grown, key=_cover_px))
    piece = _largest_piece(land)
    return piece if len(piece.spots) >= LEAST_FIELDS else None


def find_land_by_markers(image: Image) -> FieldGroup | None:
    """Find the land where printed markers show the table's plane; None where they do not, or there is none.

    However slantingly the table is seen, by the markers it can be shown straight from above first.
    """
    plane = fit_plane(find_markers(image))
    if plane is None:
        return None
    middle = np.mean([corners.mean(axis=0) for corners in plane.corners_mm.values()], axis=0)
    height, width = image.shape[:2]
    frame = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float64)
    observed = project(np.linalg.inv(plane.homography), frame)
    low, high = (
        np.clip(end, middle - WIDE_MM, middle + WIDE_MM)
        for end in (observed.min(axis=0), observed.max(axis=0))
    )
    scale = min(scale_at(plane.homography, middle), MOST_PX / float((high - low).max()))
    to_mm = np.array([[1 / scale, 0, low[0]], [0, 1 / scale, low[1]], [0, 0, 1]])
    to_frame = plane.homography @ to_mm
    size = (max(8, round(float(high[0] - low[0]) * scale)), max(8, round(float(high[1] - low[1]) * scale)))
    flat = cv2.warpPerspective(image, to_frame, size, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
    land = find_land(np.asarray(flat, np.uint8))
    return None if land is None else _seen_by(land, to_frame)


def _seen_by(land: FieldGroup, to_frame: Homography) -> FieldGroup:
    """Move a land from a picture to the frame that it was made of."""
    moved = {}
    for cell, spot in land.spots.items():
        x, y = project(to_frame, np.array([[spot.middle.real, spot.middle.imag]]))[0]
        moved[cell] = spot._replace(middle=complex(x, y))
    return FieldGroup(moved, to_frame @ land.lattice)


def _cover_px(spots: Mapping[Cell, CellOutline]) -> float:
    return cover_px(spots, CERTAIN)


def _beside(spots: Sequence[CellOutline], outline: CellOutline) -> Iterator[tuple[Cell, int]]:
    """Give the fields around one: the step to each, and its index."""
    middles = np.array([other.middle for other in spots])
    for step, expected in zip(AROUND, outline.seen(_DIRECTIONS), strict=True):
        off = np.abs(middles - expected) / outline.pitch_px
        for index in np.argsort(off)[:3].tolist():
            if off[index] < OFF and HEXES.is_alike(spots[index], outline):
                yield step, index
                break


def _gathered(spots: Sequence[CellOutline], grown: Mapping[Cell, CellOutline]) -> FieldGroup:
    """Fit the lattice and gather every field that lies on it, also those beyond a gap, a few times over."""
    land = _fitted(grown)
    for _ in range(ROUNDS):
        again = _on_lattice(spots, land)
        if len(again) <= len(land.spots):
            break
        land = _fitted(again)
    return land


def _on_lattice(spots: Sequence[CellOutline], land: FieldGroup) -> dict[Cell, CellOutline]:
    """Give for each cell of a lattice the field that lies in it, turned as the land is."""
    used = {spot.middle for spot in land.spots.values()}
    free = [spot for spot in spots if spot.middle not in used]
    found = dict(land.spots)
    if not free:
        return found
    for outline, place in zip(free, project(np.linalg.inv(land.lattice), middles_px(free)), strict=True):
        cell = cell_at(place.tolist())
        off = float(np.hypot(*(place - middle_mm(cell)))) / PITCH_MM
        expected = _expected(land, cell)
        if off < OFF and cell not in found and HEXES.is_alike(outline, expected):
            found[cell] = HEXES.like(outline, expected)
    return found


def _expected(land: FieldGroup, cell: Cell) -> CellOutline:
    """Give the field that a lattice has in a cell."""
    x, y = middle_mm(cell)
    half = PITCH_MM / 2
    steps = np.array([(x, y), (x - half, y), (x + half, y), (x, y - half), (x, y + half)])
    return outline_at(land.lattice, steps, 0)


def _fitted(spots: Mapping[Cell, CellOutline]) -> FieldGroup:
    """Fit the lattice to the middles of fields, and to points around them where they are few."""
    shape = 0.5 * _DIRECTIONS
    flat = np.stack([shape.real, shape.imag], axis=1) * PITCH_MM
    ideal = np.concatenate([np.array(middle_mm(cell)) + flat for cell in spots])
    observed = np.concatenate([spot.seen(shape) for spot in spots.values()])
    pixels = np.stack([observed.real, observed.imag], axis=1)
    loose_px = LOOSE * float(np.median([spot.pitch_px for spot in spots.values()]))
    fit = _projective if len(spots) > FLAT and _spreads(spots) else _affine
    return FieldGroup(spots, _robust(ideal, pixels, fit, loose_px))


def _robust(
    ideal: Floats, pixels: Floats, fit: Callable[[Floats, Floats], Homography], loose_px: float
) -> Homography:
    """Fit by least squares, over and over without what is far off; nothing is left to chance."""
    fits = np.ones(len(ideal), bool)
    for _ in range(FITS):
        lattice = fit(ideal[fits], pixels[fits])
        off_px = np.linalg.norm(project(lattice, ideal) - pixels, axis=1)
        fits = off_px <= max(loose_px, 2 * float(np.median(off_px)))
    return fit(ideal[fits], pixels[fits])


def _affine(ideal: Floats, pixels: Floats) -> Homography:
    lifted = np.hstack([ideal, np.ones((len(ideal), 1))])
    rows, *_ = np.linalg.lstsq(lifted, pixels, rcond=None)
    return np.vstack([rows.T, [0.0, 0.0, 1.0]])


def _projective(ideal: Floats, pixels: Floats) -> Homography:
    found, _ = cv2.findHomography(ideal, pixels, 0)
    return _affine(ideal, pixels) if found is None else np.asarray(found, np.float64)


def _spreads(spots: Mapping[Cell, CellOutline]) -> bool:
    """Tell whether fields do not lie in one row."""
    middles = np.array([middle_mm(cell) for cell in spots])
    return bool(np.linalg.svd(middles - middles.mean(axis=0))[1][-1] > PITCH_MM)


def _largest_piece(land: FieldGroup) -> FieldGroup:
    """Keep the largest of the pieces that a land is in; the others lie on its lattice by chance."""
    pieces = pieces_apart(land.spots, _is_near)
    return land if len(pieces) == 1 else _fitted(max(pieces, key=_cover_px))


def _is_near(cell: Cell, other: Cell) -> bool:
    q, r = cell[0] - other[0], cell[1] - other[1]
    return max(abs(q), abs(r), abs(q + r)) <= 2
