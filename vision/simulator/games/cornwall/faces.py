"""How the tiles of Cornwall lie and look: their outlines, and made-up fields put together as tiles."""

from collections.abc import Mapping, Sequence

import cv2
import numpy as np
from numpy.random import Generator

from scoring.game import Cell
from scoring.games.cornwall.drawing.drawing import SIDE_MM, outlines_of
from scoring.games.cornwall.land.fields import Field, fields_of
from scoring.games.cornwall.land.hexes import corners_mm, middle_mm, trefoil
from scoring.picture import Point
from vision.reader import Image
from vision.simulator.made_up.hexes.drawing import draw_field
from vision.simulator.made_up.hexes.styles import FieldStyle

SHARED_MM: Point = corners_mm((0, 0))[1]
"""Where the fields of an unturned tile meet: the middle of its drawing."""
_FIELD_PX = 96
_PX_PER_MM = _FIELD_PX / (2 * SIDE_MM)
_CELLS = trefoil((0, 0), 0)


def around(cells: Sequence[Cell], about: Point) -> tuple[Point, ...]:
    """Give the outline of some cells that hang together, clockwise, seen from a place."""
    [outline] = outlines_of(cells)
    return tuple((x - about[0], y - about[1]) for x, y in outline)


TILE: tuple[Point, ...] = around(_CELLS, SHARED_MM)
"""The outline of a tile around the corner its fields share."""


def made_up_tile(face: str, style: FieldStyle, chance: Generator) -> Image:
    """Draw a tile in the style of a made-up box, in the upright rectangle around its outline."""
    return _joined(dict(zip(_CELLS, fields_of(face), strict=True)), SHARED_MM, TILE, style, chance)


def made_up_start(fields: Mapping[Cell, Field], style: FieldStyle, chance: Generator) -> Image:
    """Draw a start tile in the style of a made-up box, around cell (0, 0)."""
    return _joined(fields, (0.0, 0.0), around(tuple(fields), (0.0, 0.0)), style, chance)


def _joined(
    fields: Mapping[Cell, Field], about: Point, outline: Sequence[Point], style: FieldStyle, chance: Generator
) -> Image:
    """Print fields side by side: every pixel shows the field whose middle is nearest."""
    low, high = np.min(outline, axis=0), np.max(outline, axis=0)
    width, height = np.ceil((high - low) * _PX_PER_MM).astype(int)
    y, x = np.mgrid[:height, :width]
    places = np.stack([x + 0.5, y + 0.5], axis=-1) / _PX_PER_MM + low + about
    middles = np.array([middle_mm(cell) for cell in fields])
    nearest = np.linalg.norm(places[:, :, None] - middles, axis=-1).argmin(axis=-1)
    sheet = np.zeros((height, width, 3), np.uint8)
    for number, (field, middle) in enumerate(zip(fields.values(), middles, strict=True)):
        drawn, _ = draw_field(field, style, chance, _FIELD_PX)
        left, top = (middle - about - low) * _PX_PER_MM - _FIELD_PX / 2
        moved = np.array([[1, 0, left], [0, 1, top]], np.float32)
        shown = cv2.warpAffine(drawn, moved, (int(width), int(height)), borderMode=cv2.BORDER_REPLICATE)
        sheet[nearest == number] = shown[nearest == number]
    return sheet
