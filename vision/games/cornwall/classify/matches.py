"""Which of a box's learned tiles lies somewhere: its prints are laid over what is seen there."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.game import Cell
from scoring.games.cornwall.land.fields import FIELDS_OF_A_TILE, Field
from scoring.games.cornwall.land.hexes import middle_mm, trefoil, trefoils_over, turned
from vision.games.cornwall.locate.view import PITCH_PX, Point, cut_patches_at, in_hex
from vision.geometry.homography import Homography
from vision.image.colour import Floats
from vision.match.template import CHANNEL_WEIGHTS, compare
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
NATS_PER_FIT = 180.0
"""Of the mean over all pixels, of which neighbours err together."""


class Prints(NamedTuple):
    """The learned tiles of a box, ready to be compared.

    Attributes:
        fields: What each of n tiles of k fields shows, in the order of its face.
        pixels: (n, k m, 3) those of its fields one after the other; see ``_shades``.
        patches: (n, k, 64, 64, 3) the fields themselves.
    """

    fields: tuple[tuple[Field, ...], ...]
    pixels: Floats
    patches: NDArray[np.uint8]

    @property
    def faces(self) -> int:
        """How many different tiles they are."""
        return len(set(self.fields))


class Match(NamedTuple):
    """A tile that may lie somewhere.

    Attributes:
        fields: What it shows in each cell.
        nats: How well it fits, against that which fits best.
        turns: By so many sixths it is turned clockwise.
        patches: (k, 64, 64, 3) its print, in the order of ``fields``.
    """

    fields: Mapping[Cell, Field]
    nats: float
    turns: int
    patches: NDArray[np.uint8]


def prints_of(tiles: Iterable[tuple[tuple[Field, ...], NDArray[np.uint8]]]) -> dict[int, Prints]:
    """Make some prints ready, by how many fields they have: start tiles have more.

    Args:
        tiles: The fields of each, and their (k, 64, 64, 3) patches.
    """
    by_size: dict[int, list[tuple[tuple[Field, ...], NDArray[np.uint8]]]] = {}
    for fields, patches in tiles:
        by_size.setdefault(len(fields), []).append((fields, patches))
    return {size: _ready(some) for size, some in by_size.items()}


def _ready(tiles: Sequence[tuple[tuple[Field, ...], NDArray[np.uint8]]]) -> Prints:
    fields, patches = zip(*tiles, strict=True)
    return Prints(fields, np.stack([_pixels(_shades(each)) for each in patches]), np.stack(patches))


def matches(
    prints: Prints,
    image: Image,
    lattice: Homography,
    cells: Collection[Cell],
    places_mm: Mapping[Cell, Point] | None = None,
) -> list[Match]:
    """Tell which tiles may lie on some cells.

    Args:
        prints: Those of the box with as many fields.
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
    fit = compare(*_pairs(np.stack([_pixels(each) for each in seen]), prints, tries), SPREAD).score
    best = [tries[index] for index in np.argsort(-fit)[:BEST]]
    off = _off(seen[best[0][0]], prints.pixels[best[0][1]])
    slid = {way: _slides(seen[way], off, NEAR_PX) for way in {way for way, _ in best}}
    fits = [_fit(slid[way], prints.pixels[number], len(cells)) for way, number in best]
    if max(fits) < LEAST_FIT:
        return []
    return [
        _match(prints, number, ways[way], NATS_PER_FIT * (each - max(fits)))
        for (way, number), each in zip(best, fits, strict=True)
    ]


def _match(prints: Prints, number: int, way: tuple[tuple[Cell, ...], int], log_odds: float) -> Match:
    cells, turns = way
    return Match(
        dict(zip(cells, prints.fields[number], strict=True)), log_odds, turns, prints.patches[number]
    )


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
        _evened(_inside(_shades(cut_patches_at(image, lattice, middles, -60.0 * each)))) for each in range(6)
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
    """Give the ways in which a tile may lie on some cells: its cells in order, and its sixth turns.

    The fields of a start tile are in the order of its cells as it lies unturned; it may have any shape.
    """
    if len(cells) != FIELDS_OF_A_TILE:
        return [(tuple(sorted(cells, key=partial(turned, sixths=-turns))), turns) for turns in range(6)]
    tries = [(trefoil(cell, turns), turns) for cell in sorted(cells) for turns in range(6)]
    return [(three, turns) for three, turns in tries if set(three) == set(cells)]


def _pairs(observed: Floats, prints: Prints, tries: Sequence[tuple[int, int]]) -> tuple[Floats, Floats]:
    ways, numbers = np.array(tries).T
    return observed[ways], prints.pixels[numbers]


def _off(patches: Floats, known: Floats) -> Point:
    """Find how far a tile lies from where it was cut out, by a print that fits it well."""
    fits = _fits(_slides(patches, (0.0, 0.0), FAR_PX), known)
    row, column = divmod(int(fits.argmax()), len(FAR_PX))
    return FAR_PX[column], FAR_PX[row]


def _fits(slid: Floats, known: Floats) -> Floats:
    """Tell how well a print fits what is seen in each of (n, k m, 3) places."""
    return compare(slid, np.repeat(known[None], len(slid), axis=0), SPREAD).score


def _fit(slid: Floats, known: Floats, number: int) -> float:
    """Tell how well a print of so many fields fits, each of them slid to where it fits best.

    A print is cut out to a pixel or two, and its fields not by the same.
    """
    fields = slid.reshape(len(slid) * number, -1, 3)
    prints = np.tile(known.reshape(number, -1, 3), (len(slid), 1, 1))
    best = compare(fields, prints, SPREAD).score.reshape(len(slid), number).argmax(axis=0)
    chosen = slid.reshape(len(slid), number, -1, 3)[best, np.arange(number)]
    return float(compare(chosen.reshape(1, -1, 3), known[None], SPREAD).score[0])


def _slides(patches: Floats, off_px: Point, steps_px: Sequence[float]) -> Floats:
    """(n, k m, 3): the pixels of (k, 64, 64, 3) patches, slid by every step down and to the right."""
    size, slid = (patches.shape[2], patches.shape[1]), []
    for y_px in steps_px:
        for x_px in steps_px:
            move = np.array([[1, 0, off_px[0] + x_px], [0, 1, off_px[1] + y_px]], np.float32)
            moved = [cv2.warpAffine(patch, move, size, borderMode=cv2.BORDER_REPLICATE) for patch in patches]
            slid.append(_pixels(np.asarray(moved, np.float32)))
    return np.stack(slid)


def _shades(patches: NDArray[np.uint8]) -> Floats:
    """Show (n, 64, 64, 3) patches a little out of focus, as logarithms: how light, how red, how blue.

    A lamp of another colour moves all of them by the same amount, which a comparison allows for.
    """
    soft = np.stack([cv2.GaussianBlur(np.ascontiguousarray(patch), (0, 0), SOFT_PX) for patch in patches])
    blue, green, red = np.moveaxis(np.log(soft.astype(np.float32) + DARK), -1, 0)
    return np.asarray(
        SCALE * np.stack([(blue + green + red) / 3, red - green, blue - green], axis=-1), np.float32
    )


def _pixels(patches: Floats) -> Floats:
    """Show what (k, 64, 64, 3) patches show within their fields as (k m, 3)."""
    return _inside(patches).reshape(-1, 3)


def _inside(patches: Floats) -> Floats:
    """Show what (n, 64, 64, 3) patches show within their fields as (n, m, 3)."""
    size, inside = (SIDE_PX, SIDE_PX), in_hex(SIDE_PX, PITCH_PX / 2 * INNER)
    return np.stack([cv2.resize(patch, size, interpolation=cv2.INTER_AREA)[inside] for patch in patches])
