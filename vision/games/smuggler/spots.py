"""The spots of a map where something may stand or lie, in millimetres from the board's upper left corner."""

from collections.abc import Mapping
from typing import NamedTuple

from scoring.games.smuggler.drawing.layout import HOUSE, layout_of
from scoring.games.smuggler.land.box import SmugglerBox, is_land, is_water
from scoring.picture import Point

Box = tuple[float, float, float, float]
"""Left, top, width and height."""


class MapSpots(NamedTuple):
    """Where things may be on a board.

    Attributes:
        size_mm: Width and height of the board.
        places: The spaces of the map, by name.
        waters: Those where ships may be, ports and coves among them.
        lands: Those where pegs may stand, ports and coves among them.
        wheel: The spaces of the gold wheel, START first.
        track: The steps of the customs track, its end last.
        stocks: Where goods lie beside each other, by name.
    """

    size_mm: Point
    places: Mapping[str, Point]
    waters: frozenset[str]
    lands: frozenset[str]
    wheel: tuple[Point, ...]
    track: tuple[Point, ...]
    stocks: Mapping[str, Box]


def spots_of(box: SmugglerBox) -> MapSpots:
    """Give where things may be on the board of a box."""
    layout = layout_of(box)
    house = {} if layout.house_mm is None else {HOUSE: layout.house_mm}
    return MapSpots(
        layout.board_mm,
        layout.at_mm,
        frozenset(name for name, place in box.places.items() if is_water(place)),
        frozenset(name for name, place in box.places.items() if is_land(place)),
        layout.wheel_mm,
        layout.track_mm,
        {**layout.stock_mm, **house},
    )
