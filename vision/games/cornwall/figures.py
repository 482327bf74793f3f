"""Figures, cottages and coins: solid things that stand or lie on the table, on one field or on all of it."""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.game import Cell, Player
from scoring.games.cornwall.hexes import PITCH_MM
from scoring.games.cornwall.state import SUPPLY
from vision.games.cornwall.view import Point, View, cell_at, show
from vision.lattice import Homography
from vision.reader import Image
from vision.standing import Projection

THINGS_PX_PER_MM = 1.6
"""How large things are looked at."""
KINDS: tuple[str, ...] = tuple(SUPPLY)


class Found(NamedTuple):
    """A figure.

    Attributes:
        kinds: How likely it is each of ``KINDS``, in all 1.
        cell: Where its base is.
        at_mm: The middle of its base, in the lattice.
        at_px: The same in the frame.
        confidence: That it is a figure of this colour.
    """

    colour: Player
    kinds: Mapping[str, float]
    cell: Cell
    at_mm: Point
    at_px: Point
    confidence: float

    @property
    def kind(self) -> str:
        """What it most likely is."""
        return max(KINDS, key=lambda kind: self.kinds[kind])


class Thing(NamedTuple):
    """A cottage or a coin; see ``Found``."""

    cell: Cell
    at_mm: Point
    at_px: Point
    confidence: float


class Things(NamedTuple):
    """All that was found.

    Attributes:
        hidden: (h, w) what of ``view`` things cover.
    """

    figures: tuple[Found, ...]
    cottages: tuple[Thing, ...]
    coins: tuple[Thing, ...]
    view: View
    hidden: NDArray[np.bool_]


def find_figures(
    image: Image,
    lattice: Homography,
    projection: Projection,
    cells: Collection[Cell],
    colours: Sequence[Player],
) -> tuple[Found, ...]:
    """Find the figures whose base is on some cells; see ``find_things``."""
    return find_things(image, lattice, projection, cells, colours).figures


def find_things(
    image: Image,
    lattice: Homography,
    projection: Projection,
    cells: Collection[Cell],
    colours: Sequence[Player],
) -> Things:
    """Find figures, cottages and coins whose base is on some cells; one cell or a whole board.

    Args:
        image: The frame.
        lattice: Millimetres to pixels of the frame.
        projection: From ``vision.standing.fit_projection(lattice, size_px)``: heights are in millimetres too.
        cells: Where to look.
        colours: The players' colours.
    """
    view = show(image, lattice, cells, px_per_mm=THINGS_PX_PER_MM, margin_mm=PITCH_MM)
    hsv = np.asarray(cv2.cvtColor(cv2.GaussianBlur(view.image, (0, 0), 1.0), cv2.COLOR_BGR2HSV), np.uint8)
    figures, hidden = [], np.zeros(view.image.shape[:2], bool)
    for colour in colours:
        for mask in _pieces(hsv, colour):
            one = _found(mask, colour, view, cells)
            if one is not None:
                figures.append(one)
                hidden |= mask
    return Things(tuple(figures), (), (), view, hidden)


HUES = {
    "red": (175, 8),
    "yellow": (25, 7),
    "green": (70, 14),
    "blue": (110, 14),
    "orange": (13, 6),
    "purple": (145, 12),
}
LEAST_SATURATION, LEAST_VALUE = 150, 60
LEAST_MM2, MOST_MM2 = 50.0, 500.0


def _pieces(hsv: NDArray[np.uint8], colour: Player) -> list[NDArray[np.bool_]]:
    if colour not in HUES:
        return []
    hue, reach = HUES[colour]
    off = np.abs((hsv[..., 0].astype(int) - hue + 90) % 180 - 90)
    mask = (off < reach) & (hsv[..., 1] > LEAST_SATURATION) & (hsv[..., 2] > LEAST_VALUE)
    grown = cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, np.ones((5, 5), np.uint8))
    number, labels, stats, _ = cv2.connectedComponentsWithStats(grown)
    areas = stats[:, cv2.CC_STAT_AREA] / THINGS_PX_PER_MM**2
    return [labels == part for part in range(1, number) if LEAST_MM2 < areas[part] < MOST_MM2]


def _found(mask: NDArray[np.bool_], colour: Player, view: View, cells: Collection[Cell]) -> Found | None:
    rows, columns = np.nonzero(mask)
    middle = np.array([[columns.mean() + 0.5, rows.mean() + 0.5]])
    at_mm, at_px = view.to_mm(middle)[0], view.to_frame(middle)[0]
    cell = cell_at(at_mm.tolist())
    if cell not in cells:
        return None
    kinds = {kind: count / sum(SUPPLY.values()) for kind, count in SUPPLY.items()}
    place, seen = (float(at_mm[0]), float(at_mm[1])), (float(at_px[0]), float(at_px[1]))
    return Found(colour, kinds, cell, place, seen, 0.5)
