"""Where the places of a map are on its board: of a box, or made up by a seed."""

import math
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import NamedTuple

from scoring.games.smuggler.drawing.layout import HOUSE, layout_of
from scoring.games.smuggler.land.box import SmugglerBox, split_way
from scoring.picture import Point

BOARD_MM = (700.0, 500.0)
SEAS, MERCHANTS = 8, 3
LANDS = (24, 34)
"""So many land places a made-up map has."""
APART_MM, EDGE_MM = 42.0, 26.0
"""So far places are from each other, and from the edge, at least."""
STOCK_MM, STOCK_APART_MM = 72.0, 94.0
"""Of the square on which a merchant's goods lie, or seized ones, and how much room it takes."""
STOCK = "stock"
WHEEL, TRACK = 8, 17
WHEEL_MM = 34.0
STEP_MM = 26.0
"""From one step of the track to the next."""
KINDS = ("village", "village", "town", "port", "cove")
NUMBERS = (2, 3, 5, 7)


class BoardPlan(NamedTuple):
    """A printed map of places and ways, in millimetres from the board's upper left corner.

    Attributes:
        size_mm: Width and height.
        places: By name.
        kinds: Of every place: village, town, port, cove, scilly, sea or merchant.
        numbers: Printed on a place; 0 for none.
        ways: Pairs of places, by land and by sea.
        wheel: The spaces of the gold wheel, START first.
        track: The steps of the customs track, and its end.
        stocks: Where goods lie, by merchant, and ``HOUSE``, where seized ones do: left, top, width, height.
    """

    size_mm: Point
    places: Mapping[str, Point]
    kinds: Mapping[str, str]
    numbers: Mapping[str, int]
    ways: Sequence[tuple[str, str]]
    wheel: Sequence[Point]
    track: Sequence[Point]
    stocks: Mapping[str, tuple[float, float, float, float]]

    def spots(self) -> dict[str, Point]:
        """Give all places where something may stand: places, ``wheel:0`` and so on, ``track:0`` and so on."""
        wheel = {f"wheel:{at}": place for at, place in enumerate(self.wheel)}
        return {**self.places, **wheel, **{f"track:{at}": place for at, place in enumerate(self.track)}}


def plan_of(box: SmugglerBox) -> BoardPlan:
    """Give where everything is on the board of a box."""
    layout = layout_of(box)
    house = {} if layout.house_mm is None else {HOUSE: layout.house_mm}
    return BoardPlan(
        layout.board_mm,
        layout.at_mm,
        {name: place.kind for name, place in box.places.items()},
        {name: place.number or 0 for name, place in box.places.items()},
        tuple(map(split_way, (*box.ways, *box.sea_ways))),
        layout.wheel_mm,
        layout.track_mm,
        {**layout.stock_mm, **house},
    )


def made_up_plan(seed: int) -> BoardPlan:
    """Make up a map: land in the middle, the sea around it, a wheel in one corner, a track at one edge."""
    chance = Random(f"map of smuggler {seed}")
    width, height = BOARD_MM
    is_left, is_low = chance.random() < 0.5, chance.random() < 0.5
    hub = (75.0 if is_left else width - 75.0, height - 75.0 if is_low else 75.0)
    edge = width - 22.0 if is_left else 22.0
    track = [(edge, height / 2 + STEP_MM * (at - (TRACK - 1) / 2)) for at in range(TRACK)]
    wheel = [
        (hub[0] + WHEEL_MM * math.sin(a), hub[1] - WHEEL_MM * math.cos(a))
        for a in (2 * math.pi * at / WHEEL for at in range(WHEEL))
    ]
    kinds = [STOCK] * (MERCHANTS + 1) + ["merchant"] * MERCHANTS + ["sea"] * SEAS + ["scilly"]
    kinds += [chance.choice(KINDS) for _ in range(chance.randint(*LANDS))]
    taken: list[tuple[Point, float]] = [(hub, WHEEL_MM + 4.0), *((place, 8.0) for place in track)]
    found = dict(_scattered(kinds, taken, chance))
    places = {name: at for name, at in found.items() if not name.startswith(STOCK)}
    named = {name: name.rpartition("_")[0] for name in places}
    owners = [*(name for name, kind in named.items() if kind == "merchant"), HOUSE]
    squares = [at for name, at in found.items() if name.startswith(STOCK)]
    half = STOCK_MM / 2
    stocks = {
        owner: (at[0] - half, at[1] - half, STOCK_MM, STOCK_MM)
        for owner, at in zip(owners, squares, strict=False)
    }
    numbers = {
        name: chance.choice(NUMBERS) if kind in {"town", "port", "scilly"} else 0
        for name, kind in named.items()
    }
    ways = tuple(_ways(places, named))
    return BoardPlan(BOARD_MM, places, named, numbers, ways, tuple(wheel), tuple(track), stocks)


def _scattered(
    kinds: Sequence[str], taken: list[tuple[Point, float]], chance: Random
) -> Iterator[tuple[str, Point]]:
    """Scatter places over the board; what finds no room is left out."""
    width, height = BOARD_MM
    for number, kind in enumerate(kinds):
        wide = (STOCK_APART_MM if kind == STOCK else APART_MM) / 2
        edge = max(EDGE_MM, 0.5 * STOCK_MM + 4.0) if kind == STOCK else EDGE_MM
        for _ in range(400):
            at = (chance.uniform(edge, width - edge), chance.uniform(edge, height - edge))
            if all(math.dist(at, other) > wide + reach for other, reach in taken):
                taken.append((at, wide))
                yield f"{kind}_{number}", at
                break


def _ways(places: Mapping[str, Point], kinds: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Join every place with those nearest to it."""
    done = set()
    for name, at in places.items():
        near = sorted((math.dist(at, other), each) for each, other in places.items() if each != name)
        for _, each in near[: 3 if kinds[name] in {"town", "port"} else 2]:
            pair = (min(name, each), max(name, each))
            if pair not in done:
                done.add(pair)
                yield pair
