"""Where things lie that are not on the land: the pub with its guests, and the coins before their players."""

import math
from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from scoring.games.cornwall.drawing.figures import COIN_MM, GUEST_MM, PUB_MM
from scoring.picture import Point
from vision.simulator.games import Shows
from vision.simulator.table.acts import turned
from vision.simulator.table.things import Card, SimFigure, SimTable

PUB_SPOT = "pub"
PUB_FACE = "pub"
HOUSE_LEFT_MM = PUB_MM[0] / 2 - 20.0
"""How far west of the board's middle the pub's house stands."""
CLEAR_MM = 34.0
"""How far from a field's middle everything else begins."""
_FIRST_GUEST: Point = (-18.0, -11.0)
_IN_A_ROW, _ROWS_MM = 6, 22.0
_STEP_MM = 8.0
_FARTHEST_MM = 900.0
_TO_EDGE_MM = 30.0
_PILE = 5
_HOUSE_LEANS_MM = 20.0
"""So much farther from the edge than a tile the pub stays, since its house leans away from the camera."""


class Spread(NamedTuple):
    """How a player keeps coins: where, which way they are laid out, and whether they are piled up."""

    at_mm: Point
    turn_deg: float
    is_piled: bool


class Corners(NamedTuple):
    """What is kept clear of the land.

    Attributes:
        pub: The pub's board, or None where it stands out of view.
        coins: By seat; nothing where they lie out of view.
    """

    pub: Card | None
    coins: tuple[Spread, ...]

    def is_free(self, x_mm: float, y_mm: float) -> bool:
        """Tell whether a field with its middle at a place covers neither the pub nor coins."""
        if self.pub:
            away = turned((x_mm - self.pub.at_mm[0], y_mm - self.pub.at_mm[1]), -self.pub.turn_deg)
            beside = math.hypot(*(max(0.0, abs(a) - side / 2) for a, side in zip(away, PUB_MM, strict=True)))
            if beside < CLEAR_MM:
                return False
        return all(math.dist((x_mm, y_mm), coin.at_mm) > CLEAR_MM + 30.0 for coin in self.coins)


def choose_corners(seats: int, turn_deg: float, shows: Shows, chance: Random, hidden: float) -> Corners:
    """Choose where pub and coins are put, as near to the edges of what is seen as can be.

    Args:
        seats: How many players there are, the first at the frame's lower side, then clockwise.
        turn_deg: How the board lies in the frame, clockwise.
        hidden: How often pub or coins are out of view.
    """
    ways = [(way, _farthest(way, shows)) for way in range(0, 360, 15)]
    pub = None
    if chance.random() >= hidden:
        way, far_mm = chance.choice(sorted(ways, key=lambda each: -each[1])[:6])
        rotation = -turn_deg + 90.0 * chance.randrange(4) + chance.uniform(-12, 12)
        pub = Card(PUB_SPOT, PUB_FACE, turned((max(0.0, far_mm - _HOUSE_LEANS_MM), 0.0), way), rotation)
    spreads: list[Spread] = []
    if chance.random() >= hidden:
        for seat in range(seats):
            way_deg = 90 + 360 * seat / seats - turn_deg + chance.uniform(-25, 25)
            at_mm = turned((_farthest(way_deg, shows) + _TO_EDGE_MM, 0.0), way_deg)
            if pub and math.dist(at_mm, pub.at_mm) < PUB_MM[0]:
                at_mm = turned((math.hypot(*at_mm), 0.0), way_deg + 45)
            spreads.append(Spread(at_mm, chance.uniform(0, 360), chance.random() < 0.4))
    return Corners(pub, tuple(spreads))


def _farthest(way_deg: float, shows: Shows) -> float:
    """Go from the board's middle one way for as long as a tile there would be seen."""
    far = 0.0
    while far < _FARTHEST_MM and shows(*turned((far + _STEP_MM, 0.0), way_deg)):
        far += _STEP_MM
    return far


def guest_place(pub: Card, table: SimTable, chance: Random) -> Point:
    """Choose a place in the pub where nobody stands: on its board, or in front of it when that is full."""
    for rows in (range(2), range(2, 5)):
        places = [
            _from(pub, (along + chance.gauss(0, 0.8), down + chance.gauss(0, 0.8)))
            for along, down in _guest_places(rows)
        ]
        if free := [place for place in places if _is_empty(place, table)]:
            return chance.choice(free)
    return pub.at_mm


def _guest_places(rows: range) -> Iterator[Point]:
    return (
        (_FIRST_GUEST[0] + GUEST_MM * column, _FIRST_GUEST[1] + _ROWS_MM * row)
        for row in rows
        for column in range(_IN_A_ROW)
    )


def _is_empty(place: Point, table: SimTable) -> bool:
    return all(math.dist(place, figure.at_mm) > GUEST_MM * 0.75 for figure in table.figures)


def stands_on_board(pub: Card, place: Point) -> bool:
    """Tell whether a place in the pub is on its board."""
    across, down = turned((place[0] - pub.at_mm[0], place[1] - pub.at_mm[1]), -pub.turn_deg)
    return abs(across) < PUB_MM[0] / 2 and abs(down) < PUB_MM[1] / 2


def pub_house(pub: Card) -> SimFigure:
    """Stand the pub's house on its board."""
    return SimFigure("pub", "wood", "pub", False, _from(pub, (-HOUSE_LEFT_MM, 0.0)), pub.turn_deg)


def coin_place(spread: Spread, number: int, high_mm: float, chance: Random) -> tuple[Point, float]:
    """Tell where a player's coin goes, counted from 0, and how much higher than on a tile it lies.

    Args:
        high_mm: Of a coin.
    """
    pile, level = divmod(number, _PILE)
    if spread.is_piled:
        off, above = (1.15 * COIN_MM * pile, 0.0), level * high_mm
    else:
        off, above = (1.2 * COIN_MM * (level - 1), 1.2 * COIN_MM * pile), 0.0
    away = turned((off[0] + chance.gauss(0, 0.8), off[1] + chance.gauss(0, 0.8)), spread.turn_deg)
    return (spread.at_mm[0] + away[0], spread.at_mm[1] + away[1]), above


def _from(card: Card, off_mm: Sequence[float]) -> Point:
    away = turned(off_mm, card.turn_deg)
    return card.at_mm[0] + away[0], card.at_mm[1] + away[1]
