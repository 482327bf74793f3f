"""A field drawn in the style of a made-up box."""

from functools import cache

import cv2
import numpy as np
from numpy.random import Generator

from scoring.games.cornwall.land.fields import Field
from vision.reader import Image
from vision.simulator.made_up.canvas import SIDE_PX, Mask, Painting, Points, area, grain, stamp, trembled
from vision.simulator.made_up.hexes.ground import GROUNDS
from vision.simulator.made_up.hexes.styles import FieldStyle
from vision.simulator.made_up.hexes.symbols import draw_symbol
from vision.simulator.made_up.hexes.things import FieldBrush, anything

ASIDE = 0.14
"""How far from its middle a symbol may be printed, in fields' heights."""


def draw_field(
    field: Field, style: FieldStyle, chance: Generator, size_px: int = SIDE_PX
) -> tuple[Image, Mask]:
    """Draw a field; no two drawings are the same.

    Args:
        field: Its terrain and symbols.
        style: The box, from ``styles.draw_style``.
        chance: For what differs from field to field.
        size_px: Of the square, as high as the field from corner to corner.

    Returns:
        (size, size, 3) blue, green and red, drawn beyond the field's border too, and (size, size), 255
        within the hexagon, which stands on a corner.
    """
    terrain = field.terrain
    manner, ground = style.manners[terrain], style.palette.grounds[terrain]
    painting = np.asarray(ground * chance.uniform(0.92, 1.08) + grain(chance, manner.grain), np.float32)
    brush = FieldBrush(painting, style, chance)
    places = _places(len(field.symbols), chance)
    GROUNDS[terrain](brush, places[0] if len(places) else None)
    for at in chance.uniform(0.15, 0.85, (chance.poisson(style.extras), 2)):
        if all(np.linalg.norm(at - other) > 0.25 for other in places):
            anything(brush, at)
    for name, at in zip(field.symbols, places, strict=True):
        draw_symbol(brush, name, at)
    return _printed(painting, style, manner.edge, chance, size_px)


def _places(number: int, chance: Generator) -> Points:
    """Choose where symbols are printed: near the middle, or two beside each other."""
    if number < 2:
        return 0.5 + chance.uniform(-ASIDE, ASIDE, (number, 2))
    around = chance.uniform(0, 2 * np.pi) + np.arange(number) * 2 * np.pi / number
    return np.asarray(0.5 + 0.22 * np.stack([np.cos(around), np.sin(around)], 1))


def _printed(
    painting: Painting, style: FieldStyle, edge: float, chance: Generator, size_px: int
) -> tuple[Image, Mask]:
    painting = trembled(chance, painting, style.tremble)
    if edge:
        painting *= 1 - edge * _near_border(0.22)[..., None]
    if style.border:
        stamp(painting, np.asarray(_near_border(style.border) > 0, np.uint8) * 255, style.border_colour, 0.8)
    painting += (style.wash - painting) * np.float32(style.wash_share)
    if style.softness > 0.2:
        painting = np.asarray(cv2.GaussianBlur(painting, (0, 0), style.softness), np.float32)
    image, mask = np.asarray(np.clip(painting, 0, 255), np.uint8), hexagon()
    if size_px == SIDE_PX:
        return image, mask.copy()
    method = cv2.INTER_AREA if size_px < SIDE_PX else cv2.INTER_CUBIC
    sized = (cv2.resize(each, (size_px, size_px), interpolation=method) for each in (image, mask))
    larger, cover = (np.asarray(each, np.uint8) for each in sized)
    return larger, cover


@cache
def hexagon() -> Mask:
    """Mask the field within its square: it stands on a corner and is as high as the square."""
    angles = np.deg2rad(np.arange(6) * 60 + 30)
    return area(0.5 + 0.5 * np.stack([np.cos(angles), np.sin(angles)], 1))


@cache
def _near_border(depth: float) -> Painting:
    """Tell how near to the field's border every pixel is: 1 on it and beyond, 0 from a depth inwards."""
    inside = cv2.copyMakeBorder(hexagon(), 1, 1, 1, 1, cv2.BORDER_CONSTANT)
    away_px = cv2.distanceTransform((inside > 127).astype(np.uint8), cv2.DIST_L2, 5)[1:-1, 1:-1]
    return np.asarray(np.clip(1 - away_px / (depth * SIDE_PX), 0, 1), np.float32)
