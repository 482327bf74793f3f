"""Which of a box's learned tiles lies somewhere: its prints are laid over what is seen there."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.game import Cell
from scoring.games.cornwall.fields import FIELDS_OF_A_TILE, Field
from scoring.games.cornwall.hexes import middle_mm, trefoil, trefoils_over
from vision.games.cornwall.view import PITCH_PX, Point, cut_patches_at, in_hex
from vision.lattice import Homography
from vision.patches import CHANNEL_WEIGHTS, Floats, compare
from vision.reader import Image

SIDE_PX = 32
"""Patches are compared at this size."""
SOFT_PX = 1.5
INNER = 0.88
"""So much of a field's width is compared: the rim is shadow as often as picture."""
SPREAD = 6.0
"""Standard deviation of an honest pixel."""
SCALE, DARK = 40.0, 16.0
"""Of logarithms of light, as large as CIELAB units, and how much light a dark pixel is given, of 255."""
FAR_PX, NEAR_PX = (-6.0, -4.0, -2.0, 0.0, 2.0, 4.0, 6.0), (-1.0, 0.0, 1.0)
"""So far off a tile may lie, in pixels of a patch each way; and how exactly that is looked for."""
BEST = 8
"""So many that fit best are compared exactly."""
LEAST_FIT = -1.9
"""A print that fits worse does not lie there."""
NATS_PER_FIT = 100.0
"""Of the mean over all pixels, of which neighbours err together."""


class Prints(NamedTuple):
    """The learned tiles of a box, ready to be compared.

    Attributes:
        fields: What each of n tiles shows, in the order of its face.
        pixels: (n, 3 m, 3) those of its fields one after the other; see ``_shades``.
    """

    fields: tuple[tuple[Field, ...], ...]
    pixels: Floats


class Match(NamedTuple):
    """A tile that may lie somewhere.

    Attributes:
        fields: What it shows in each cell.
        nats: How well it fits, against that which fits best.
    """

    fields: Mapping[Cell, Field]
    nats: float


def prints_of(tiles: Iterable[tuple[tuple[Field, ...], NDArray[np.uint8]]]) -> Prints | None:
    """Make the tiles of three among some prints ready; None where there are none.

    Args:
        tiles: The fields of each, and their (k, 64, 64, 3) patches.
    """
    threes = [(fields, patches) for fields, patches in tiles if len(fields) == FIELDS_OF_A_TILE]
    if not threes:
        return None
    return Prints(
        tuple(fields for fields, _ in threes), np.stack([_pixels(_shades(each)) for _, each in threes])
    )


def matches(
    prints: Prints,
    image: Image,
    lattice: Homography,
    cells: Collection[Cell],
    places_mm: Mapping[Cell, Point] | None = None,
) -> list[Match]:
    """Tell which tiles may lie on three cells.

    Args:
        prints: Those of the box.
        image: The frame.
        lattice: Millimetres to its pixels.
        cells: Of the tile.
        places_mm: Where each field really lies, in the lattice; in its cell's middle by default.

    Returns:
        Those that fit best, each in a turn in which it does; none where no print fits.
    """
    ways = _ways(cells)
    at = places_mm or {cell: middle_mm(cell) for cell in cells}
    seen = [
        _shades(cut_patches_at(image, lattice, np.array([at[cell] for cell in three]), -60.0 * turns))
        for three, turns in ways
    ]
    tries = [(way, number) for way in range(len(ways)) for number in range(len(prints.fields))]
    fit = compare(*_pairs(np.stack([_pixels(one) for one in seen]), prints, tries), SPREAD).score
    best = [tries[index] for index in np.argsort(-fit)[:BEST]]
    off = _off(seen[best[0][0]], prints.pixels[best[0][1]])
    slid = {way: _slides(seen[way], off, NEAR_PX) for way in {way for way, _ in best}}
    fits = [float(_fits(slid[way], prints.pixels[number]).max()) for way, number in best]
    if max(fits) < LEAST_FIT:
        return []
    return [
        Match(dict(zip(ways[way][0], prints.fields[number], strict=True)), NATS_PER_FIT * (one - max(fits)))
        for (way, number), one in zip(best, fits, strict=True)
    ]


def tile_likeness(
    prints: Prints, image: Image, lattice: Homography, places_mm: Mapping[Cell, Point]
) -> dict[tuple[Cell, ...], float]:
    """Tell how like a learned tile every three fields are that might be one: correlation, -1 to 1.

    Args:
        prints: Those of the box.
        image: The photograph.
        lattice: Millimetres to its pixels.
        places_mm: Where each field really lies.

    Returns:
        By the three cells, sorted, the likeness to that tile, in that turn, that is most like them.
    """
    cells = sorted(places_mm)
    at = {cell: index for index, cell in enumerate(cells)}
    middles = np.array([places_mm[cell] for cell in cells])
    seen = [
        _evened(_inside(_shades(cut_patches_at(image, lattice, middles, -60.0 * one)))) for one in range(6)
    ]
    known = _evened(prints.pixels.reshape(len(prints.fields) * FIELDS_OF_A_TILE, -1, 3))
    alike = np.stack(seen) @ known.T
    alike = alike.reshape(6, len(cells), len(prints.fields), FIELDS_OF_A_TILE)
    shapes = {tuple(sorted(three)) for cell in cells for three in trefoils_over(cell)}
    return {
        shape: max(_most_alike(alike, [at[cell] for cell in three], turns) for three, turns in _ways(shape))
        for shape in shapes
        if all(cell in at for cell in shape)
    }


def _most_alike(alike: Floats, three: Sequence[int], turns: int) -> float:
    """Give the mean likeness of three fields, by their numbers, to the tile that is most like them."""
    fields = [alike[turns, number, :, place] for place, number in enumerate(three)]
    return float(np.mean(fields, axis=0).max())


def _evened(pixels: Floats) -> Floats:
    """(n, 3 m): (n, m, 3) pixels of fields without their light, of length 1."""
    rows = (CHANNEL_WEIGHTS * (pixels - pixels.mean(axis=1, keepdims=True))).reshape(len(pixels), -1)
    return np.asarray(rows / (np.linalg.norm(rows, axis=1, keepdims=True) + 1e-6), np.float32)


def _ways(cells: Collection[Cell]) -> list[tuple[tuple[Cell, ...], int]]:
    """Give the three ways in which a tile may lie on three cells: its cells in order, and its sixth turns."""
    tries = [(trefoil(cell, turns), turns) for cell in sorted(cells) for turns in range(6)]
    return [(three, turns) for three, turns in tries if set(three) == set(cells)]


def _pairs(seen: Floats, prints: Prints, tries: Sequence[tuple[int, int]]) -> tuple[Floats, Floats]:
    ways, numbers = np.array(tries).T
    return seen[ways], prints.pixels[numbers]


def _off(patches: Floats, known: Floats) -> Point:
    """Find how far a tile lies from where it was cut out, by a print that fits it well."""
    fits = _fits(_slides(patches, (0.0, 0.0), FAR_PX), known)
    row, column = divmod(int(fits.argmax()), len(FAR_PX))
    return FAR_PX[column], FAR_PX[row]


def _fits(slid: Floats, known: Floats) -> Floats:
    """Tell how well a print fits what is seen in each of (n, 3 m, 3) places."""
    return compare(slid, np.repeat(known[None], len(slid), axis=0), SPREAD).score


def _slides(patches: Floats, off_px: Point, steps_px: Sequence[float]) -> Floats:
    """(n, 3 m, 3): the pixels of (3, 64, 64, 3) patches, slid by every step down and to the right."""
    size, slid = (patches.shape[2], patches.shape[1]), []
    for y_px in steps_px:
        for x_px in steps_px:
            move = np.array([[1, 0, off_px[0] + x_px], [0, 1, off_px[1] + y_px]], np.float32)
            moved = [cv2.warpAffine(one, move, size, borderMode=cv2.BORDER_REPLICATE) for one in patches]
            slid.append(_pixels(np.asarray(moved, np.float32)))
    return np.stack(slid)


def _shades(patches: NDArray[np.uint8]) -> Floats:
    """Show (n, 64, 64, 3) patches a little out of focus, as logarithms: how light, how red, how blue.

    A lamp of another colour moves all of them by the same amount, which a comparison allows for.
    """
    soft = np.stack([cv2.GaussianBlur(np.ascontiguousarray(one), (0, 0), SOFT_PX) for one in patches])
    blue, green, red = np.moveaxis(np.log(soft.astype(np.float32) + DARK), -1, 0)
    return np.asarray(
        SCALE * np.stack([(blue + green + red) / 3, red - green, blue - green], axis=-1), np.float32
    )


def _pixels(patches: Floats) -> Floats:
    """Show what (3, 64, 64, 3) patches show within their fields as (3 m, 3)."""
    return _inside(patches).reshape(-1, 3)


def _inside(patches: Floats) -> Floats:
    """Show what (n, 64, 64, 3) patches show within their fields as (n, m, 3)."""
    size, inside = (SIDE_PX, SIDE_PX), in_hex(SIDE_PX, PITCH_PX / 2 * INNER)
    return np.stack([cv2.resize(one, size, interpolation=cv2.INTER_AREA)[inside] for one in patches])
