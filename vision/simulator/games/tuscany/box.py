"""What is in a box of The Castles of Tuscany: by a game's seed, drawn as we draw it or as nobody does."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from random import Random

import numpy as np
from msgspec.structs import replace

from scoring.game import Cell, Setup
from scoring.games.tuscany.chance import random_box
from scoring.games.tuscany.drawing.components import MARKER_MM, TILE_MM, Component
from scoring.games.tuscany.drawing.contents import contents
from scoring.games.tuscany.engine.options import COLOURS, options_of
from scoring.games.tuscany.land.box import BoxFacts, RegionFacts, sample_box
from scoring.games.tuscany.land.tiles import FIELDS, KIND_OF
from scoring.geometry.hexes import corners_mm, neighbours
from scoring.geometry.pieces import pieces_of
from vision.reader import Image
from vision.simulator.games.tuscany.places import room_mm
from vision.simulator.games.tuscany.styles import OWN, BoxLook, face_of, made_up
from vision.simulator.table.bodies import facing, turned_body
from vision.simulator.table.things import Body, SimBox

THICK_MM = 2.0
SCALE_MM = 50.0
"""The mast is as high as over a game of square tiles of this side: 1.0 to 1.4 m and more."""
HIGH_MM: Mapping[str, float] = {"green": 8.0, "red": 3.5}
"""Of the markers: thick on the outer track, thin on the inner one."""
HEX_MM = 5.0
"""How high a wooden hexagon is."""
SAMPLE_BOXES = 0.4
"""How often the game is played with the layouts of our printed box."""
MATS = 0.6
"""How often the display lies on a board."""
_ROWS: Sequence[tuple[Mapping[int, range], int]] = (
    ({0: range(3), 1: range(-1, 3), 2: range(-1, 2)}, -2),
    ({0: range(5), 1: range(-1, 4)}, -1),
    ({0: range(2), 1: range(-1, 2), 2: range(-1, 2), 3: range(-1, 1)}, -2),
)
"""Shapes of made-up pieces, row by row, and how far west the next piece lies at most."""


def facts_of(seed: int) -> BoxFacts:
    """Give the facts of the box that a game is played with; everything is known of it."""
    chance = Random(f"box of tuscany {seed}")
    return sample_box() if chance.random() < SAMPLE_BOXES else made_up_facts(chance)


def made_up_facts(chance: Random) -> BoxFacts:
    """Make up a box in which no piece has an area of more than three fields."""
    facts = random_box(chance)
    bonus = {colour: (chance.randint(2, 4), chance.randint(1, 2)) for colour in FIELDS}
    rows, west = chance.choice(_ROWS)
    shape = tuple((q, r) for r, row in rows.items() for q in row)
    next_at = tuple((west + step, len(rows)) for step in range(2))
    region = RegionFacts(shape, (0, 3), next_at, {**facts.region.pieces})
    region = replace(region, pieces={name: _mixed(shape, has, chance) for name, has in region.pieces.items()})
    areas = {str(size): 8 for size in range(4, 10)}
    return replace(facts, region=region, colour_bonus=bonus, area_points=areas)


def _mixed(shape: Sequence[Cell], colours: Sequence[str], chance: Random) -> tuple[str, ...]:
    """Mix a piece's colours until no area is too large."""
    while True:
        mixed = tuple(chance.sample(colours, len(colours)))
        fields = dict(zip(shape, mixed, strict=True))
        areas = (
            area
            for colour in {*mixed}
            for area in pieces_of([cell for cell in shape if fields[cell] == colour], neighbours)
        )
        if all(len(area) <= 3 for area in areas):
            return mixed


def has_mat(seed: int) -> bool:
    """Tell whether the display lies on a board, and not on the table itself."""
    return Random(f"mat of tuscany {seed}").random() < MATS


def box(setup: Setup, style: int | None = None, seed: int = 0) -> SimBox:
    """Give the things of one game; see ``vision.simulator.games.Host``."""
    return _painted(len(setup.players), int(options_of(setup).cards_drawn), seed, style)


def unpainted(setup: Setup, seed: int) -> SimBox:
    """Give the things of one game without their faces, as whoever lays them needs them: in no time."""
    components = _components(facts_of(seed), OWN, 3, seed)
    return _boxed({}, components, OWN, facts_of(seed), len(setup.players))


def look_of(style: int | None) -> BoxLook:
    """Give how the things of a box look: as we draw them, or as made up by a seed."""
    return OWN if style is None else made_up(np.random.default_rng([style, *b"box of tuscany"]))


@lru_cache(maxsize=1)
def _painted(players: int, cards_drawn: int, seed: int, style: int | None) -> SimBox:
    facts, look = facts_of(seed), look_of(style)
    chance = np.random.default_rng([0 if style is None else style, *b"print of tuscany"])
    components = _components(facts, look, cards_drawn, seed)
    faces = {name: face_of(component, look, chance) for name, component in components.items()}
    return _boxed(faces, components, look, facts, players)


def _components(facts: BoxFacts, look: BoxLook, cards_drawn: int, seed: int) -> dict[str, Component]:
    components = contents(facts, look.design, cards_drawn)
    return components if has_mat(seed) else {name: each for name, each in components.items() if name != "mat"}


def _boxed(
    faces: Mapping[str, Image],
    components: Mapping[str, Component],
    look: BoxLook,
    facts: BoxFacts,
    players: int,
) -> SimBox:
    taught = [name for name in components if name.partition(":")[0] in {*KIND_OF.values(), "token", "yield"}]
    return SimBox(
        faces,
        TILE_MM,
        THICK_MM,
        _bodies(),
        {name: look.design.palette[name] for name in (*COLOURS, "wood", "stone", "worker")},
        {name: component.outline_mm for name, component in components.items()},
        SCALE_MM,
        tuple(taught),
        room_mm(facts.region, players),
    )


def _bodies() -> dict[str, Body]:
    """Turn and cut the wooden things: markers, workers, marble and hexagons."""
    markers = {
        f"marker_{track}": turned_body([(MARKER_MM / 2, 0.0), (MARKER_MM / 2, high)], around=14)
        for track, high in HIGH_MM.items()
    }
    worker = turned_body([(4.0, 0.0), (3.2, 7.0), (1.6, 8.5), (2.6, 11.0), (2.0, 13.0)], around=8)
    return {
        **markers,
        "workers": worker,
        "marble": _prism(8.0, 4, 6.5),
        "hex": _prism(TILE_MM - 2.0, 6, HEX_MM),
    }


def _prism(across_mm: float, sides: int, high_mm: float) -> Body:
    """Cut an upright prism around its middle."""
    if sides == 6:
        ring = corners_mm((0, 0), across_mm)
    else:
        half = across_mm / 2
        ring = ((half, -half), (half, half), (-half, half), (-half, -half))
    top = tuple((x, y, high_mm) for x, y in ring)
    foot = tuple((x, y, 0.0) for x, y in ring)
    walls = [
        facing(
            (foot[i - 1], foot[i], top[i], top[i - 1]),
            (foot[i - 1][0] + foot[i][0], foot[i - 1][1] + foot[i][1], 0.0),
        )
        for i in range(len(ring))
    ]
    return Body((*walls, facing(top, (0.0, 0.0, 1.0))))
