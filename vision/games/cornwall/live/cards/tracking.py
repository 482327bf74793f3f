"""Following the cards of a game from look to look: where each lies, what has slid, what is gone."""

from collections.abc import Mapping
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.games.cornwall.land.hexes import PITCH_MM, corners_mm
from vision.follow.lattice_fit import refit as fit_lattice_to
from vision.follow.tracking import Mask, correlation, is_pushed, lay_closer, slide
from vision.games.cornwall.live.memory import TrackedCard
from vision.games.cornwall.live.places import (
    CardPose,
    Cells,
    apart_mm,
    card_mask,
    cut,
    middles,
    moved_by,
    side_px,
    slid,
)
from vision.games.cornwall.locate.view import scale_at
from vision.geometry.homography import Homography, project
from vision.geometry.projection import Projection, calmed, fit_projection
from vision.image.colour import Floats
from vision.reader import Image

FINE, ROUGH = 1.2, 0.6
"""Pixels to a millimetre, of what is read and of what is only found again."""
READABLE = 1.6
"""Pixels to a millimetre, of what the net is shown."""
SAME = 0.93
"""A card that correlates more than this with how it looked lies where it lay."""
SEARCH_MM = 16.0
TURNS_RAD = (-0.09, -0.045, 0.0, 0.045, 0.09)
BETTER, MUCH_BETTER = 0.03, 0.3
"""A card has slid where it correlates so much more there, or so much more though it does not settle."""
NUDGE_MM = 2.0
LOST = 0.45
"""A card that correlates less wherever it is looked for is no longer there, unless fields lie there."""
LAID_OFF_MM = 1.2
"""So far off the lattice fields may lie all together."""
MOST_OFF_MM = 3.0
"""So far a card is laid closer than it was found by sight."""


class FrameLattice(NamedTuple):
    """A frame, and the lattice over it.

    Attributes:
        image: The frame.
        lattice: Millimetres to its pixels.
        small: The frame, about ``ROUGH`` pixels to a millimetre.
        grey: The same, brightness only.
        shrink: (3, 3) pixels of the frame to those of the small one.
        readable: The frame as large as fields are read from it.
        readable_lattice: Millimetres to its pixels.
        land: The middles of the fields that the lattice was fitted to, mm.
    """

    image: Image
    lattice: Homography
    small: Image
    grey: Floats
    shrink: NDArray[np.float64]
    readable: Image
    readable_lattice: Homography
    land: NDArray[np.float64] = np.zeros((0, 2))

    @property
    def size_px(self) -> tuple[int, int]:
        """Width and height of the frame."""
        return self.image.shape[1], self.image.shape[0]

    @property
    def small_lattice(self) -> Homography:
        """Millimetres to pixels of the small frame."""
        return self.shrink @ self.lattice

    def projection(self, to_lattice: Homography) -> Projection:
        """Tell where what stands on a plane appears; see ``vision.geometry.projection.fit_projection``.

        Args:
            to_lattice: (3, 3) millimetres of the plane to those of the lattice.
        """
        lattice = (
            calmed(self.lattice, self.size_px, self.land, LAID_OFF_MM) if len(self.land) else self.lattice
        )
        return fit_projection(lattice @ to_lattice, self.size_px)


class CardTracks(NamedTuple):
    """Where the cards of the game lie in a frame.

    Attributes:
        layout: The frame.
        places: Where each card lies; those that are gone where they lay.
        likeness: Correlation of each with how it looked last.
        gone: Those that are not to be seen.
        nudged: Those that have slid.
    """

    layout: FrameLattice
    places: Mapping[Cells, CardPose]
    likeness: Mapping[Cells, float]
    gone: tuple[Cells, ...] = ()
    nudged: tuple[Cells, ...] = ()


def lay_out(image: Image, lattice: Homography, size_px: tuple[int, int] | None = None) -> FrameLattice:
    """Get a frame ready to be looked at.

    Args:
        image: The frame.
        lattice: Millimetres to its pixels.
        size_px: Of the small frame; by default so that it is about ``ROUGH``.
    """
    readable, to_readable = _shrunk(image, _size_px(image, lattice, READABLE))
    small, to_small = _shrunk(readable, size_px or _size_px(image, lattice, 1.25 * ROUGH))
    grey = np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.float32)
    return FrameLattice(image, lattice, small, grey, to_small @ to_readable, readable, to_readable @ lattice)


def _size_px(image: Image, lattice: Homography, px_per_mm: float) -> tuple[int, int]:
    """Tell how large a frame is in which a millimetre has so many pixels, or as large as it is if less."""
    height, width = image.shape[:2]
    middle = np.linalg.inv(lattice) @ (width / 2, height / 2, 1.0)
    less = min(1.0, px_per_mm / scale_at(lattice, middle[:2] / middle[2]))
    return max(8, round(width * less)), max(8, round(height * less))


def _shrunk(image: Image, size_px: tuple[int, int]) -> tuple[Image, Homography]:
    """Shrink a frame, and tell where its pixels went."""
    height, width = image.shape[:2]
    if size_px == (width, height):
        return image, np.eye(3)
    small = np.asarray(cv2.resize(image, size_px, interpolation=cv2.INTER_AREA), np.uint8)
    return small, np.diag([size_px[0] / width, size_px[1] / height, 1.0])


def picture_of(layout: FrameLattice, cells: Cells, place: CardPose) -> Image:
    """Cut a card out as it looks now, ``FINE`` pixels to a millimetre."""
    return np.asarray(cut(layout.image, layout.lattice, cells, place, FINE), np.uint8)


def follow(layout: FrameLattice, before: Mapping[Cells, TrackedCard]) -> CardTracks:
    """Find cards again, near where they lay.

    Args:
        layout: The frame, with the lattice of the look before.
        before: Where they lay, and how they looked.
    """
    layout = layout._replace(land=middles([cell for cells in before for cell in cells]))
    known = {cells: _rough(card.picture, cells) for cells, card in before.items()}
    found = {cells: _found(layout, cells, card.place, known[cells]) for cells, card in before.items()}
    lattice, start = layout.lattice, {cells: card.place for cells, card in before.items()}
    slid = [cells for cells, (place, _) in found.items() if apart_mm(place, start[cells]) > NUDGE_MM]
    if is_pushed(len(slid), len(found)):
        lattice, start = refit(lattice, {cells: found[cells][0] for cells in slid})
        start = {**{cells: card.place for cells, card in before.items()}, **start}
        to_readable = layout.readable_lattice @ np.linalg.inv(layout.lattice)
        layout = layout._replace(lattice=lattice, readable_lattice=to_readable @ lattice)
        found = {cells: _found(layout, cells, start[cells], known[cells]) for cells in before}
    gone = tuple(cells for cells, (_, likeness) in found.items() if likeness < LOST)
    places = {cells: start[cells] if cells in gone else place for cells, (place, _) in found.items()}
    nudged = tuple(cells for cells in places if apart_mm(places[cells], start[cells]) > NUDGE_MM)
    return CardTracks(layout, places, {cells: each for cells, (_, each) in found.items()}, gone, nudged)


def _rough(picture: Image, cells: Cells) -> Floats:
    side = side_px(cells, ROUGH)
    small = cv2.resize(picture, (side, side), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.float32)


def _found(layout: FrameLattice, cells: Cells, place: CardPose, known: Floats) -> tuple[CardPose, float]:
    """Find a card around its place, and tell how like it is there to how it looked."""
    mask = card_mask(cells, ROUGH)
    here = correlation(_seen(layout, cells, place), known, mask)
    if here > SAME:
        return place, here
    tried = [_searched(layout, cells, place._replace(turn_rad=place.turn_rad + rotation), known, mask)
             for rotation in TURNS_RAD]  # fmt: skip
    best, likeness = max(tried, key=lambda each: each[1])
    if likeness < here + BETTER:
        best, likeness = place, here
    closer = _closer(layout, cells, best, known, mask)
    there = correlation(_seen(layout, cells, closer), known, mask)
    if there > max(here + BETTER, likeness - BETTER):
        return closer, there
    return (best, likeness) if likeness > here + MUCH_BETTER else (place, here)


def _seen(layout: FrameLattice, cells: Cells, place: CardPose, around_mm: float = 0.0) -> Floats:
    return np.asarray(cut(layout.grey, layout.small_lattice, cells, place, ROUGH, around_mm), np.float32)


def _searched(
    layout: FrameLattice, cells: Cells, place: CardPose, known: Floats, mask: Mask
) -> tuple[CardPose, float]:
    """Slide a card around its place to where it fits best."""
    around = _seen(layout, cells, place, SEARCH_MM)
    off, likeness = slide(around, known, mask)
    return moved_by(place, _in_mm(off)), likeness


def _in_mm(off: Homography) -> Homography:
    """Take a slide in pixels of the small frame to one in millimetres."""
    off[:2, 2] /= ROUGH
    return off


def _closer(layout: FrameLattice, cells: Cells, place: CardPose, known: Floats, mask: Mask) -> CardPose:
    """Lay a card on its picture exactly."""
    off = lay_closer(_seen(layout, cells, place), known, mask)
    moved = place if off is None else moved_by(place, _in_mm(off))
    return moved if apart_mm(moved, place) < MOST_OFF_MM else place


def refit(lattice: Homography, places: Mapping[Cells, CardPose]) -> tuple[Homography, dict[Cells, CardPose]]:
    """Fit the lattice to where cards lie, and count their places from it.

    Returns:
        Millimetres to pixels, and the same places in the new lattice.
    """
    ideal = [np.array([corners_mm(cell) for cell in cells]).reshape(-1, 2) for cells in places]
    seen = [
        project(slid(cells, place), each) for (cells, place), each in zip(places.items(), ideal, strict=True)
    ]
    fitted, back = fit_lattice_to(lattice, np.concatenate(ideal), np.concatenate(seen), PITCH_MM)
    counted = {
        cells: _place(project(back, there), each)
        for cells, there, each in zip(places, seen, ideal, strict=True)
    }
    return fitted, counted


def _place(corners: NDArray[np.float64], ideal: NDArray[np.float64]) -> CardPose:
    """Lay a card where its (n, 2) corners are nearest to these (Kabsch 1976)."""
    (x, y), middle = corners.mean(axis=0), ideal.mean(axis=0)
    a, b = (ideal - middle).T, (corners - (x, y)).T
    turn = np.arctan2((a[0] * b[1] - a[1] * b[0]).sum(), (a * b).sum())
    return CardPose(float(x), float(y), float(turn))
