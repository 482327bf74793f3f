"""Made-up boxes: so many drawn tiles of each style."""

from typing import NamedTuple

from numpy.random import Generator

from scoring.games.carcassonne.land.catalogue import Face, faces
from vision.games.carcassonne.cold.kinds import RIVER_SHARE, SHIELD_SHARE
from vision.games.carcassonne.face_templates import has_shield
from vision.reader import Image
from vision.simulator.made_up.drawing import Shield, draw
from vision.simulator.made_up.styles import TileStyle, draw_style

TILES_PER_BOX = 30
GARDEN_SHARE = 0.5
"""Of the faces that may have one."""
ODD_SHARE = 0.4
"""So many boxes must have fields that are not green, or shields that are not blue; others may."""
_BLUE, _GREEN = 0, 1


class DrawnTile(NamedTuple):
    """One drawn tile, as it lies in the catalogue: (96, 96, 3) blue, green and red."""

    face: str
    has_garden: bool
    image: Image
    shield: Shield | None


Box = tuple[DrawnTile, ...]
"""Some tiles in one style."""


def draw_box(chance: Generator, tiles: int = TILES_PER_BOX) -> Box:
    """Make a box of so many tiles up; the same chance gives the same box."""
    every = [face for face in faces().values() if not face.is_river]
    rivers = [face for face in faces().values() if face.is_river]
    shielded = [face for face in every if has_shield(face.name)]
    style, drawn = _style(chance), []
    for _ in range(tiles):
        kind = chance.random()
        some = rivers if kind < RIVER_SHARE else shielded if kind < RIVER_SHARE + SHIELD_SHARE else every
        face = _one_of(some, chance)
        has_garden = face.garden_count > 0 and chance.random() < GARDEN_SHARE
        drawn.append(DrawnTile(face.name, has_garden, *draw(face, style, chance, garden=has_garden)))
    return tuple(drawn)


def _style(chance: Generator) -> TileStyle:
    """Make a style up; those whose colours tell least need the most practice."""
    style, is_odd = draw_style(chance), chance.random() < ODD_SHARE
    while is_odd and style.palette.field.argmax() == _GREEN and style.palette.shield.argmax() == _BLUE:
        style = draw_style(chance)
    return style


def _one_of(some: list[Face], chance: Generator) -> Face:
    return some[int(chance.integers(len(some)))]
