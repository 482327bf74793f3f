"""Tiles or fields as they appear in a photograph, whatever is drawn on them, and how they lie together."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from heapq import heappop, heappush
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scoring.game import Cell
from scoring.geometry.pieces import pieces_near
from vision.geometry.homography import Homography, project

Complex = NDArray[np.complexfloating]


class CellOutline(NamedTuple):
    """A tile or field as it appears in a photograph.

    What lies z pitches from its middle, z being a complex number, appears at ``straight * z`` plus
    ``mirrored`` times z mirrored.

    Attributes:
        middle: x + iy, in pixels.
        straight, mirrored: One pitch to its east, taken apart; it may as well lie turned by a side or more.
        places: How many places of the photograph told of it.
    """

    middle: complex
    straight: complex
    mirrored: complex
    places: int

    @property
    def east(self) -> complex:
        """One pitch to its east: of a square, from its west side to its east side."""
        return self.straight + self.mirrored

    @property
    def south(self) -> complex:
        """As far to its south."""
        return 1j * (self.straight - self.mirrored)

    @property
    def pitch_px(self) -> float:
        """How long its pitch would be, were it seen straight from above: of a square, its side."""
        return abs(self.straight)

    def seen(self, away: Complex) -> Complex:
        """Tell where what lies (n,) pitches away from its middle appears."""
        return np.asarray(self.middle + self.straight * away + self.mirrored * np.conj(away))

    def is_within(self, size_px: tuple[int, int]) -> bool:
        """Tell whether its middle lies in a photograph so wide and high."""
        return bool(0 <= self.middle.real < size_px[0] and 0 <= self.middle.imag < size_px[1])


def by_axes(middle: complex, east: complex, south: complex, places: int) -> CellOutline:
    """Make an outline of where its east and south are, one pitch each."""
    return CellOutline(
        complex(middle), complex(east - 1j * south) / 2, complex(east + 1j * south) / 2, places
    )


def outline_at(
    homography: Homography, ends: NDArray[np.floating], places: int, size: float = 1.0
) -> CellOutline:
    """Give an outline as it appears through a homography.

    Args:
        homography: The plane it lies on to pixels.
        ends: (5, 2) its middle and what lies half a pitch west, east, north and south of it, on the plane.
        places: How many places tell of it.
        size: How large it is, of a pitch.
    """
    observed = project(homography, ends) @ (1, 1j)
    return by_axes(
        observed[0], (observed[2] - observed[1]) * size, (observed[4] - observed[3]) * size, places
    )


ENDS = np.array([(0, 0), (-0.5, 0), (0.5, 0), (0, -0.5), (0, 0.5)])
"""The ends that ``outline_at`` wants, around nothing, in pitches."""


def middles_px(outlines: Iterable[CellOutline]) -> NDArray[np.float64]:
    """(n, 2): where middles are."""
    return np.array([(outline.middle.real, outline.middle.imag) for outline in outlines]).reshape(-1, 2)


class Sides(NamedTuple):
    """How outlines with so many sides are compared.

    Attributes:
        number: 4 for squares, 6 for hexes: turned by a side they are the same.
        alike_rad: Directions that differ by less are alike.
        alike_size: So are pitches whose logarithms do.
    """

    number: int
    alike_rad: float
    alike_size: float = 0.3

    @property
    def turn_rad(self) -> float:
        """From one side to the next."""
        return 2 * np.pi / self.number

    def turned(self, outline: CellOutline, steps: int) -> CellOutline:
        """Call another of its sides its north."""
        rotation = complex(np.exp(1j * self.turn_rad * steps))
        return outline._replace(straight=outline.straight * rotation, mirrored=outline.mirrored / rotation)

    def upright(self, outline: CellOutline) -> CellOutline:
        """Turn it by whole sides so that its east is about the photograph's."""
        return self.turned(outline, -round(float(np.angle(outline.straight)) / self.turn_rad))

    def like(self, outline: CellOutline, other: CellOutline) -> CellOutline:
        """Turn it by whole sides as another lies."""
        return self.turned(outline, round(float(np.angle(other.straight / outline.straight)) / self.turn_rad))

    def is_alike(self, outline: CellOutline, other: CellOutline) -> bool:
        """Tell whether two have about one size and direction, give or take whole sides."""
        off = np.angle((outline.straight / other.straight) ** self.number) / self.number
        return bool(
            abs(off) < self.alike_rad and abs(np.log(outline.pitch_px / other.pitch_px)) < self.alike_size
        )

    def grown(
        self,
        outlines: Sequence[CellOutline],
        seed: int,
        beside: Callable[[CellOutline], Iterable[tuple[Cell, int]]],
    ) -> dict[Cell, CellOutline]:
        """Lay outlines beside each other from one on, each turned as the first.

        Args:
            outlines: All there are.
            seed: The first.
            beside: Gives those beside one: the step from cell to cell, and their number.
        """
        laid, used = {(0, 0): self.upright(outlines[seed])}, {seed}
        queue = [(-outlines[seed].places, (0, 0))]
        while queue:
            _, cell = heappop(queue)
            for step, index in beside(laid[cell]):
                there = (cell[0] + step[0], cell[1] + step[1])
                if there not in laid and index not in used:
                    laid[there] = self.like(outlines[index], laid[cell])
                    used.add(index)
                    heappush(queue, (-outlines[index].places, there))
        return laid


def best_seeds(outlines: Sequence[CellOutline], most: int) -> list[int]:
    """Give the numbers of those of which the most places tell."""
    return sorted(range(len(outlines)), key=lambda index: -outlines[index].places)[:most]


def cover_px(outlines: Mapping[Cell, CellOutline], certain: int) -> float:
    """Measure how many pixels outlines cover; those told of by fewer places than ``certain`` count less."""
    return float(
        sum(outline.pitch_px**2 * min(outline.places / certain, 1.0) for outline in outlines.values())
    )


def pieces_apart(
    outlines: Mapping[Cell, CellOutline], are_near: Callable[[Cell, Cell], bool]
) -> list[dict[Cell, CellOutline]]:
    """Part outlines into the pieces that they lie in; see ``pieces_near``."""
    found = pieces_near(outlines, are_near)
    return [{cell: outlines[cell] for cell in outlines if cell in piece} for piece in found]
