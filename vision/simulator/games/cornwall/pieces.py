"""The wooden things of Cornwall as bodies: figures, cottages, coins and the pub's house."""

from collections.abc import Mapping

from numpy.random import Generator

from scoring.games.cornwall.drawing.figures import (
    COIN_MM,
    COTTAGE_FOOT_MM,
    COTTAGE_HIGH_MM,
    HEIGHTS_MM,
    OUTLINES_MM,
    PIECES,
)
from scoring.games.cornwall.engine.options import COLOURS
from scoring.picture import Point
from vision.simulator.made_up.styles import Bounds, Colour, between
from vision.simulator.table.bodies import House, cut_body, house_body, together, turned_body
from vision.simulator.table.things import Body

COIN_HIGH_MM = 2.0
CUT_MM = 8.0
_COTTAGE = House(*COTTAGE_FOOT_MM, COTTAGE_HIGH_MM * 0.5, COTTAGE_HIGH_MM)
_PUB = House(28.0, 18.0, 15.0, 28.0)
HOUSES = 0.7
"""How often a made-up pub stands as a house, and not as its front alone."""
SHAPES = ("turned", "cut", "peg")
"""Figures are turned on a lathe, cut out of a board, or have no head."""
_PEGS: Mapping[str, tuple[float, float]] = {"small": (5.5, 12.0), "tall": (5.5, 25.0), "big": (9.0, 22.0)}
"""Radius and height of figures without a head."""


def our_bodies() -> dict[str, Body]:
    """Give our own pieces: figures turned on a lathe after the outlines that the pages draw."""
    walls, roof, door = PIECES["cottage_wall"], PIECES["cottage_roof"], PIECES["pub_door"]
    coin = _coin(COIN_MM / 2, PIECES["gold"], PIECES["gold_lit"])
    return {
        **{kind: turned_body(_profile(kind)) for kind in OUTLINES_MM},
        "cottage": house_body(_COTTAGE, walls, roof, door),
        "coin": coin,
        "pub": house_body(_PUB, PIECES["pub_wall"], PIECES["pub_roof"], door),
    }


def made_up_bodies(chance: Generator) -> dict[str, Body]:
    """Make pieces up as another box may have them."""
    size, kind = chance.uniform(0.88, 1.12), int(chance.integers(3))
    house = House(*chance.uniform((11, 8, 4.5, 10), (17, 12, 8, 16)).tolist())
    pub = House(*chance.uniform((24, 15, 10, 22), (32, 21, 18, 32)).tolist())
    colours = _walls_roof_door(chance)
    metal = between(chance, ((0.02, 0.16), (0.1, 0.8), (0.4, 0.95)))
    return {
        **figure_bodies(SHAPES[kind], size),
        "cottage": house_body(house, *_walls_roof_door(chance)),
        "coin": _coin(COIN_MM / 2 * chance.uniform(0.75, 1.1), _code(metal), _code(metal * 1.15)),
        "pub": house_body(pub, *colours) if chance.random() < HOUSES else _sign(pub, colours),
    }


def _sign(size: House, colours: tuple[str, str, str]) -> Body:
    """Cut the front of a house out of card and stand it up: a wall and a gable over it."""
    x, thick = size.wide / 2, 2.0
    front = [(-x, 0.0), (-x, -size.walls), (0.0, -size.ridge), (x, -size.walls), (x, 0.0)]
    return together(
        cut_body(front, thick, colours[0]), cut_body([(0.3 * a, 0.5 * b) for a, b in front], 3.0, colours[2])
    )


def made_up_pub(chance: Generator) -> dict[str, str]:
    """Paint the pub's board in colours of its own."""
    wall, roof, door = _walls_roof_door(chance)
    board = _code(between(chance, ((0.0, 1.0), (0.05, 0.8), (0.15, 0.9))))
    lit = _code(between(chance, ((0.08, 0.17), (0.2, 0.9), (0.6, 1.0))))
    return {"pub_board": board, "pub_wall": wall, "pub_roof": roof, "pub_door": door, "gold_lit": lit}


def made_up_colours(chance: Generator) -> dict[str, str]:
    """Paint the players' pieces in shades of their own."""
    return {name: _near(PIECES[name], chance) for name in COLOURS}


def figure_bodies(shape: str, size: float) -> dict[str, Body]:
    """Make the three figures up: in one of ``SHAPES``, and so large, of the usual."""
    return {name: _figure(name, shape, size) for name in OUTLINES_MM}


def _figure(name: str, shape: str, size: float) -> Body:
    if shape == "turned":
        return turned_body([(r * size, z * size) for r, z in _profile(name)])
    if shape == "cut":
        return cut_body(
            [(x * size, y * size) for x, y in OUTLINES_MM[name]], CUT_MM * (1.5 if name == "big" else 1.0)
        )
    radius, high = (value * size for value in _PEGS[name])
    return turned_body([(radius, 0.0), (radius * 0.92, high * 0.85), (radius * 0.6, high)])


def _profile(kind: str) -> list[Point]:
    """Give radius and height of a figure, from its foot up, after its outline."""
    right = [(x, -y) for x, y in OUTLINES_MM[kind][: len(OUTLINES_MM[kind]) // 2 + 1]]
    rings = [(x, z) for x, z in reversed(right) if x > 0]
    return [*rings, (rings[-1][0] * 0.5, HEIGHTS_MM[kind])]


def _coin(radius: float, rim: str, face: str) -> Body:
    """Strike a coin: a raised rim around its face."""
    high = COIN_HIGH_MM
    return turned_body(
        [(radius, 0.0), (radius, high), (radius * 0.8, high), (radius * 0.76, high * 0.8)], rim, face, 16
    )


def _walls_roof_door(chance: Generator) -> tuple[str, str, str]:
    wall: Bounds = ((0.03, 0.17), (0.0, 0.45), (0.65, 1.0))
    roof: Bounds = ((0.0, 0.12), (0.2, 0.95), (0.2, 0.8))
    door: Bounds = ((0.0, 1.0), (0.2, 0.9), (0.1, 0.5))
    return _code(between(chance, wall)), _code(between(chance, roof)), _code(between(chance, door))


def _code(tone: Colour) -> str:
    blue, green, red = (min(max(round(float(value)), 0), 255) for value in tone)
    return f"#{red:02x}{green:02x}{blue:02x}"


def _near(code: str, chance: Generator) -> str:
    parts = (int(code[at : at + 2], 16) for at in (1, 3, 5))
    bright = chance.uniform(0.85, 1.12)
    shades = [min(max(round(part * bright + chance.uniform(-14, 14)), 0), 255) for part in parts]
    return "#{:02x}{:02x}{:02x}".format(*shades)
