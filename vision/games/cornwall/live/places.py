"""Where cards lie: the place of each on the lattice, and its picture straight from above.

A card is a tile: three fields or, at the start, five. Its own plane is counted in millimetres from its
middle, unturned; that of the lattice as in ``vision.games.cornwall.locate.view``. Cells of a card are sorted.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.game import Cell
from scoring.games.cornwall.land.hexes import corners_mm, middle_mm
from vision.geometry.homography import Homography, project
from vision.image.colour import Floats
from vision.reader import Image

Cells = tuple[Cell, ...]
Points = NDArray[np.floating]
Mask = NDArray[np.bool_]

RIM = 0.06
"""Of a field's width: so much at its outline is its neighbour's shadow as often as its own picture."""
MARGIN_MM = 3.0
HALF = np.array([[1.0, 0.0, 0.5], [0.0, 1.0, 0.5], [0.0, 0.0, 1.0]])
"""OpenCV puts whole numbers at the middles of pixels, we put halves there."""
UNHALF = np.array([[1.0, 0.0, -0.5], [0.0, 1.0, -0.5], [0.0, 0.0, 1.0]])
_SHIFT = 4
MOST_PLACES, MOST_MASKS = 4096, 128
"""So much is remembered of where cells lie and how large they look, and so many masks, of 80 kB at most."""


class CardPose(NamedTuple):
    """Where a card lies: its middle on the lattice, in millimetres, and how far it is turned clockwise."""

    x_mm: float
    y_mm: float
    turn_rad: float = 0.0


def middles(cells: Iterable[Cell]) -> NDArray[np.float64]:
    """(n, 2): the middles of cells on the lattice."""
    return np.array([middle_mm(cell) for cell in cells], np.float64).reshape(-1, 2)


@lru_cache(MOST_PLACES)
def ideal(cells: Cells) -> CardPose:
    """Give the place of a card that lies exactly on its cells."""
    x, y = middles(cells).mean(axis=0)
    return CardPose(float(x), float(y))


def apart_mm(pose: CardPose, other: CardPose) -> float:
    """Measure how far apart the middles of two cards are."""
    return float(np.hypot(pose.x_mm - other.x_mm, pose.y_mm - other.y_mm))


def onto_lattice(place: CardPose) -> Homography:
    """(3, 3): take a card's own plane to that of the lattice, where the card lies."""
    cos, sin = np.cos(place.turn_rad), np.sin(place.turn_rad)
    return np.array([[cos, -sin, place.x_mm], [sin, cos, place.y_mm], [0.0, 0.0, 1.0]])


def slid(cells: Cells, place: CardPose) -> Homography:
    """(3, 3): take where the lattice puts the points of a card to where they are on it now."""
    at = ideal(cells)
    back = np.array([[1.0, 0.0, -at.x_mm], [0.0, 1.0, -at.y_mm], [0.0, 0.0, 1.0]])
    return np.asarray(onto_lattice(place) @ back)


def moved_by(place: CardPose, off: Homography) -> CardPose:
    """Move a card by a (3, 3) shift and turn of its own plane."""
    there = onto_lattice(place) @ off
    return CardPose(float(there[0, 2]), float(there[1, 2]), float(np.arctan2(there[1, 0], there[0, 0])))


def quad_px(lattice: Homography, cells: Cells, place: CardPose) -> tuple[tuple[float, float], ...]:
    """Give the corners of a square around a card in the frame, clockwise from the lattice's north-west."""
    half = side_px(cells, 1.0) / 2 - MARGIN_MM
    square = half * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)], np.float64)
    return tuple((float(x), float(y)) for x, y in project(lattice @ onto_lattice(place), square))


def field_outlines_px(lattice: Homography, cells: Cells, place: CardPose) -> list[NDArray[np.float64]]:
    """(6, 2) each: the corners of every field of a card in the frame."""
    here = lattice @ slid(cells, place)
    return [project(here, np.array(corners_mm(cell))) for cell in cells]


def outlines_px(lattice: Homography, places: Mapping[Cells, CardPose]) -> Iterator[NDArray[np.float64]]:
    """(6, 2) each: the corners of the fields of all cards in the frame."""
    for cells, place in places.items():
        yield from field_outlines_px(lattice, cells, place)


# --- a card straight from above --------------------------------------------------------------------


@lru_cache(MOST_PLACES)
def side_px(cells: Cells, px_per_mm: float, around_mm: float = 0.0) -> int:
    """Give the side of the square that shows a card and so much beside it."""
    at = ideal(cells)
    reach = max(float(np.abs(np.array(corners_mm(cell)) - at[:2]).max()) for cell in cells)
    return 2 * round((reach + MARGIN_MM + around_mm) * px_per_mm)


def from_square(side: int, px_per_mm: float) -> Homography:
    """(3, 3): take the pixels of a card's square to its own plane."""
    off = -side / 2 / px_per_mm
    return np.array([[1 / px_per_mm, 0.0, off], [0.0, 1 / px_per_mm, off], [0.0, 0.0, 1.0]])


def cut(
    image: NDArray[Any],
    lattice: Homography,
    cells: Cells,
    place: CardPose,
    px_per_mm: float,
    around_mm: float = 0.0,
) -> NDArray[Any]:
    """Cut a card out of a frame, straight from above and unturned.

    Args:
        image: (h, w) or (h, w, 3).
        lattice: Millimetres to pixels of the image.
        cells: Of the card.
        place: Where it lies.
        px_per_mm: How large.
        around_mm: How much beside the card is shown as well.

    Returns:
        A square of the same kind of numbers.
    """
    side = side_px(cells, px_per_mm, around_mm)
    to_image = UNHALF @ lattice @ onto_lattice(place) @ from_square(side, px_per_mm) @ HALF
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return cv2.warpPerspective(image, to_image, (side, side), flags=flags, borderMode=cv2.BORDER_REPLICATE)


def card_mask(cells: Cells, px_per_mm: float, around_mm: float = 0.0, rim: float = RIM) -> Mask:
    """Mark a card in its square, without the rims of its fields."""
    return _card_mask(_from_first(cells), px_per_mm, around_mm, rim)


def field_mask(cells: Cells, cell: Cell, px_per_mm: float, around_mm: float = 0.0, rim: float = RIM) -> Mask:
    """Mark one field in the square of its card, without its rim."""
    return _field_mask(_from_first(cells), cells.index(cell), px_per_mm, around_mm, rim)


def _from_first(cells: Cells) -> Cells:
    """Move a card so that its first cell is the middle one: wherever it lies, its square shows the same."""
    first = cells[0]
    return tuple((q - first[0], r - first[1]) for q, r in cells)


@lru_cache(MOST_MASKS)
def _card_mask(cells: Cells, px_per_mm: float, around_mm: float, rim: float) -> Mask:
    fields = [_field_mask(cells, index, px_per_mm, around_mm, rim) for index in range(len(cells))]
    return np.asarray(np.any(fields, axis=0), np.bool_)


@lru_cache(MOST_MASKS)
def _field_mask(cells: Cells, index: int, px_per_mm: float, around_mm: float, rim: float) -> Mask:
    side, at = side_px(cells, px_per_mm, around_mm), ideal(cells)
    middle = np.array(middle_mm(cells[index]))
    shrunk = middle + (np.array(corners_mm(cells[index])) - middle) * (1 - 2 * rim) - at[:2]
    drawn = np.zeros((side, side), np.uint8)
    corners = (shrunk * px_per_mm + side / 2 - 0.5) * (1 << _SHIFT)
    cv2.fillConvexPoly(drawn, np.round(corners).astype(np.int32), 1, shift=_SHIFT)
    return drawn > 0


def brightness(image: Image) -> Floats:
    """Give blue, green, red bytes as one brightness, 0 to 255."""
    return np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.float32)
