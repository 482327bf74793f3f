"""Made-up boxes: so many drawn fields of each style."""

from typing import NamedTuple

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from scoring.games.cornwall.land.fields import TERRAINS, Field, symbols_of
from scoring.games.cornwall.land.hexes import PITCH_MM
from vision.games.cornwall.training.grounds import any_colour
from vision.reader import Image
from vision.simulator.made_up.hexes.drawing import draw_field
from vision.simulator.made_up.hexes.styles import draw_style

PLAIN_FIELDS = 3
"""Of each terrain in a box; besides one with each symbol."""
TWO_SYMBOLS_SHARE = 0.25
"""In so many boxes a terrain has a field with two symbols."""
SHOWN_MM = PITCH_MM * 2 / np.sqrt(3)
"""A drawing is a square as high as a field."""


class DrawnField(NamedTuple):
    """One drawn field, (96, 96, 3) blue, green and red."""

    field: Field
    image: Image


class FieldBox(NamedTuple):
    """Some fields in one style.

    Attributes:
        shown_mm: The side of the squares they are drawn on.
        seam, seam_share: The colour of lines between a tile's fields, and how wide they are, of the pitch.
        rim, rim_share: The same of the rim of a tile.
    """

    fields: tuple[DrawnField, ...]
    shown_mm: float
    seam: NDArray[np.floating]
    seam_share: float
    rim: NDArray[np.floating]
    rim_share: float


def draw_box(chance: Generator) -> FieldBox:
    """Make a box up; the same chance gives the same box."""
    style, fields = draw_style(chance), []
    for terrain in TERRAINS:
        every = symbols_of(terrain)
        wanted: list[tuple[str, ...]] = [()] * PLAIN_FIELDS + [each for each in every if len(each) == 1]
        two = [each for each in every if len(each) == 2]
        if chance.random() < TWO_SYMBOLS_SHARE:
            wanted.append(two[int(chance.integers(len(two)))])
        for symbols in wanted:
            field = Field(terrain, symbols)
            fields.append(DrawnField(field, draw_field(field, style, chance)[0]))
    seam_share, rim_share = (chance.uniform(0.008, 0.04) if chance.random() < 0.5 else 0.0 for _ in range(2))
    seam = any_colour(chance) if chance.random() < 0.4 else np.full(3, chance.uniform(10, 90))
    rim = seam if chance.random() < 0.6 else any_colour(chance)
    return FieldBox(tuple(fields), SHOWN_MM, seam, seam_share, rim, rim_share)
