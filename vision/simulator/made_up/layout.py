"""Where a made-up box draws the cities, roads, rivers and buildings of a face; all lengths in tiles."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.random import Generator

from scoring.games.carcassonne.land.catalogue import SIDES, Face, Segment
from vision.simulator.made_up.canvas import Points, bent, turned
from vision.simulator.made_up.styles import TileStyle, Walls

_MIDDLE = np.array([0.5, 0.5])
_WHOLE = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], float)


class City(NamedTuple):
    """One city: what it covers less what the fields cut out of it, its walls, and whether it has a shield."""

    land: Points
    cuts: tuple[Points, ...]
    walls: tuple[Points, ...]
    has_shield: bool


class Layout(NamedTuple):
    """What lies where; None where a face has no such thing."""

    cities: tuple[City, ...]
    roads: tuple[Points, ...]
    rivers: tuple[Points, ...]
    pond: Points | None
    cloister: Points | None
    junction: Points | None


def lay_out(face: Face, style: TileStyle, chance: Generator) -> Layout:
    """Make up where a box draws what is on a face."""
    by_kind = {
        kind: [segment for segment in face.segments if segment.feature == kind]
        for kind in ("city", "road", "river", "cloister")
    }
    roads, rivers = by_kind["road"], by_kind["river"]
    cities = tuple(
        _city(segment, len(by_kind["city"]) == 1, style.walls, chance) for segment in by_kind["city"]
    )
    cloister = _cloister(roads, rivers, chance) if by_kind["cloister"] else None
    ends = [road for road in roads if len(road.sides) == 1]
    has_junction = len(ends) >= 3 or (len(ends) == 2 and cloister is None)
    junction = _MIDDLE + chance.uniform(-0.05, 0.05, 2) if has_junction else None
    pond = (
        _MIDDLE + chance.uniform(-0.08, 0.08, 2) if any(len(river.sides) == 1 for river in rivers) else None
    )
    if pond is not None and cloister is not None:
        pond = 0.9 * _MIDDLE + 0.1 * _side(rivers[0].sides[0])
    wave = style.ways.wave
    through = tuple(_through(road, wave, chance) for road in roads if len(road.sides) == 2)
    ending = tuple(_ending(end, _end(end, junction, cloister, through, cities), wave, chance) for end in ends)
    flowing = tuple(
        _through(river, wave, chance) if len(river.sides) == 2 else _into(river, pond) for river in rivers
    )
    return Layout(cities, (*through, *ending), flowing, pond, cloister, junction)


def _side(side: str) -> Points:
    """Give the middle of a side."""
    return np.asarray(turned([[0.5, 0]], SIDES.index(side))[0])


def _inwards(side: str, share: float) -> Points:
    """Go from the middle of a side towards the middle of the tile: 0 to 0.5 of a tile."""
    return np.asarray(_side(side) + 2 * share * (_MIDDLE - _side(side)))


# --- cities ----------------------------------------------------------------------------------------


def _city(segment: Segment, is_alone: bool, walls: Walls, chance: Generator) -> City:
    sides, has_shield = segment.sides, segment.shields > 0
    open_sides = [side for side in SIDES if side not in sides]
    if not open_sides:
        return City(_WHOLE, (), (), has_shield)
    if len(sides) == 1:
        depth = walls.depth if is_alone else min(walls.depth, 0.3)
        wall = _wall_along(sides[0], depth * chance.uniform(0.88, 1.12), walls)
        return City(wall, (), (wall,), has_shield)
    if len(open_sides) == 2 and (SIDES.index(open_sides[1]) - SIDES.index(open_sides[0])) != 2:
        return _around_corner(sides, walls, has_shield, chance)
    depth = walls.waist if len(open_sides) == 2 else walls.mouth
    fields = tuple(
        _wall_along(side, depth * chance.uniform(0.88, 1.12), walls._replace(inset=0)) for side in open_sides
    )
    return City(_WHOLE, fields, fields, has_shield)


def _wall_along(side: str, depth: float, walls: Walls) -> Points:
    """Bound what lies along one side of the tile, from near one of its corners to near the other."""
    lead, near = depth / 0.75, walls.inset
    along = near + (0.31 - 0.22 * walls.squareness) * (1 - 2 * near)
    high = lead * (1 - 0.12 * walls.squareness)
    return turned(bent((near, 0), (along, high), (1 - along, high), (1 - near, 0)), SIDES.index(side))


def _around_corner(sides: Sequence[str], walls: Walls, has_shield: bool, chance: Generator) -> City:
    first = next(side for side in sides if SIDES[(SIDES.index(side) + 1) % 4] in sides)
    out = walls.diagonal + chance.uniform(-0.04, 0.04)
    near = walls.inset * 0.6
    wall = bent((near, 0), (0.4 + out, 0.32 - out), (0.68 + out, 0.6 - out), (1, 1 - near))
    turns = SIDES.index(first)
    return City(turned(np.vstack([wall, [[1, 0]]]), turns), (), (turned(wall, turns),), has_shield)


# --- roads and rivers ------------------------------------------------------------------------------


def _through(segment: Segment, wave: float, chance: Generator) -> Points:
    """Lead a road or river from side to side."""
    start, end = segment.sides
    if (SIDES.index(start) - SIDES.index(end)) % 2 == 0:
        sway = chance.uniform(-0.24, 0.24, 2) * wave
        across = np.abs(_side(start) - _MIDDLE)[::-1] * 2
        lead, arrive = _inwards(start, 0.35) + across * sway[0], _inwards(end, 0.35) + across * sway[1]
        return bent(_side(start), lead, arrive, _side(end), 24)
    share = chance.uniform(0.24, 0.43)
    return bent(_side(start), _inwards(start, share), _inwards(end, share), _side(end), 24)


def _ending(segment: Segment, end: Points, wave: float, chance: Generator) -> Points:
    """Lead a road from its one side to where it ends."""
    start = _side(segment.sides[0])
    across = np.abs(start - _MIDDLE)[::-1] * 2
    sway = chance.uniform(-0.28, 0.28) * wave
    return bent(start, _inwards(segment.sides[0], 0.12), (end + start) / 2 + across * sway, end)


def _end(
    segment: Segment,
    junction: Points | None,
    cloister: Points | None,
    through: Sequence[Points],
    cities: Sequence[City],
) -> Points:
    """Find where a road ends: a village, a cloister, another road, or a city's gate."""
    if junction is not None:
        return junction
    if cloister is not None:
        return cloister
    if through:
        return np.asarray(through[0][len(through[0]) // 2])
    start = _side(segment.sides[0])
    gates = [wall[len(wall) // 2] for city in cities for wall in city.walls]
    return min(gates, key=lambda gate: float(np.linalg.norm(gate - start)), default=_MIDDLE)


def _into(segment: Segment, pond: Points | None) -> Points:
    """Lead a river from its one side into its pond."""
    start, end = _side(segment.sides[0]), _MIDDLE if pond is None else pond
    return bent(start, _inwards(segment.sides[0], 0.3), 0.7 * end + 0.3 * start, end)


def _cloister(roads: Sequence[Segment], rivers: Sequence[Segment], chance: Generator) -> Points:
    """Stand a cloister in the middle, or aside where roads or rivers pass there."""
    busy = [side for road in (*roads, *rivers) for side in road.sides]
    free = [side for side in SIDES if side not in busy]
    if len(busy) >= 2 and free:
        towards = np.mean([_side(side) for side in free], axis=0)
        return np.asarray(_MIDDLE + (towards - _MIDDLE) * chance.uniform(0.4, 0.6))
    if rivers:
        return np.asarray(_MIDDLE + (_MIDDLE - _side(rivers[0].sides[0])) * chance.uniform(0.3, 0.5))
    return _MIDDLE + chance.uniform(-0.05, 0.05, 2)
