"""What is in a box of Cornwall: tiles, drawn as we draw them or as nobody does, and things of wood."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from random import Random
from typing import NamedTuple

import numpy as np

from scoring.game import Cell, Setup
from scoring.games.cornwall.chance import random_box, random_opening
from scoring.games.cornwall.documents.beginning import start
from scoring.games.cornwall.drawing.drawing import draw_start, draw_tile
from scoring.games.cornwall.drawing.figures import PIECES, PUB_MM, pub_shapes
from scoring.games.cornwall.engine.options import COLOURS
from scoring.games.cornwall.land.fields import Field, written
from scoring.picture import Picture, Placed
from vision.reader import Image
from vision.simulator.games.cornwall.corners import PUB_FACE
from vision.simulator.games.cornwall.faces import TILE, around, made_up_start, made_up_tile
from vision.simulator.games.cornwall.pieces import made_up_bodies, made_up_colours, made_up_pub, our_bodies
from vision.simulator.made_up.hexes.styles import draw_style
from vision.simulator.table.things import SimBox

THICK_MM = 2.0
SIDE_MM = 2 * 46.2
"""Of a square around a tile."""
SCALE_MM = 45.0
"""The mast is as high as over a game of square tiles of this side."""
WOOD = "#c9a877"


class DrawnSet(NamedTuple):
    """The tiles of one game, since nobody knows which tiles the box holds.

    Attributes:
        start: The fields of the start tile with their cells.
        faces: The other tiles in the order they are drawn.
    """

    start: tuple[tuple[Cell, Field], ...]
    faces: tuple[str, ...]


def tiles_of(setup: Setup, seed: int) -> DrawnSet:
    """Fill a box by chance and shuffle it."""
    chance = Random(f"tiles {seed}")
    return DrawnSet(random_opening(start(setup), chance).fields, tuple(random_box(chance)))


def start_face(fields: Iterable[tuple[Cell, Field]]) -> str:
    """Name the start tile by its fields, in the order of their cells."""
    return written(field for _, field in sorted(fields))


@lru_cache(maxsize=1)
def _box(tiles: DrawnSet, style: int | None) -> SimBox:
    faces, first = sorted(set(tiles.faces)), start_face(tiles.start)
    outlines = dict.fromkeys(faces, TILE)
    outlines |= {first: around([cell for cell, _ in tiles.start], (0.0, 0.0)), PUB_FACE: _board()}
    chance = np.random.default_rng([0 if style is None else style, *b"box of cornwall"])
    drawings: dict[str, Picture | Image] = {PUB_FACE: _draw_pub({})}
    if style is None:
        drawings |= {first: draw_start(tiles.start)}
        drawings |= {face: draw_tile(face) for face in faces}
        bodies, colours = our_bodies(), {colour: PIECES[colour] for colour in COLOURS}
    else:
        bodies, colours = made_up_bodies(chance), made_up_colours(chance)
        manner = draw_style(chance)
        drawings[PUB_FACE] = _draw_pub(made_up_pub(chance))
        drawings |= {first: made_up_start(dict(tiles.start), manner, chance)}
        drawings |= {face: made_up_tile(face, manner, chance) for face in faces}
    return SimBox(
        drawings, SIDE_MM, THICK_MM, bodies, {**colours, "wood": WOOD}, outlines, SCALE_MM, (*faces, first)
    )


def box(setup: Setup, style: int | None = None, seed: int = 0) -> SimBox:
    """Give the tiles and things of one game; see ``vision.simulator.games.Host``."""
    return _box(tiles_of(setup, seed), style)


def _board() -> tuple[tuple[float, float], ...]:
    x, y = PUB_MM[0] / 2, PUB_MM[1] / 2
    return (-x, -y), (x, -y), (x, y), (-x, y)


def _draw_pub(colours: Mapping[str, str]) -> Picture:
    x, y = PUB_MM
    return Picture(
        (-x / 2, -y / 2, x, y), {**PIECES, **colours}, {"pub": pub_shapes()}, (Placed("pub", (0.0, 0.0)),)
    )
