"""What the fields of a card are, each with its probability."""

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import product

import numpy as np

from scoring.game import Cell
from scoring.games.cornwall.fields import SYMBOLS, TERRAINS, Field, symbols_of
from vision.games.cornwall.live.memory import Odds
from vision.games.cornwall.live.places import Cells, Place, slid
from vision.games.cornwall.live.tracking import Layout
from vision.games.cornwall.telling import Told, tell
from vision.games.cornwall.view import cut_patches
from vision.lattice import Homography

TURNS_DEG = (0.0, 60.0, 120.0, 180.0, 240.0, 300.0)
"""A field shows the same however it is turned, so it is asked about in all sixths."""
SEVERAL_NATS = -4.0
"""Of every symbol after a field's first: hardly any field has two."""
LEAST_SHARE = 1e-4
MOST_FIELDS = 6
"""Ways to read a field that are thought of."""


def fields_of_card(layout: Layout, cells: Cells, place: Place) -> dict[Cell, Odds]:
    """Tell what the fields of a card may be."""
    lattice = layout.lattice @ slid(cells, place)
    told = told_of(layout, lattice, cells)
    return {cell: odds_of(told, index) for index, cell in enumerate(cells)}


def told_of(layout: Layout, lattice: Homography, cells: Sequence[Cell]) -> Told:
    """Ask what some fields show, from all sixths of a turn, and take the mean."""
    patches = [cut_patches(layout.image, lattice, cells, turn) for turn in TURNS_DEG]
    told = tell(np.concatenate(patches))
    number = (len(TURNS_DEG), len(cells))
    terrain = told.terrain.reshape(*number, -1).mean(axis=0)
    terrain = terrain - np.logaddexp.reduce(terrain, axis=1, keepdims=True)
    symbols = told.symbols.reshape(*number, -1).mean(axis=0)
    return Told(terrain, symbols, told.is_field.reshape(number).mean(axis=0))


@cache
def _every() -> tuple[Field, ...]:
    return tuple(Field(terrain, some) for terrain in TERRAINS for some in symbols_of(terrain))


def odds_of(told: Told, index: int) -> Odds:
    """Combine what was told of a field to what it may be, the likeliest first."""
    nats = np.array([_nats(told, index, field) for field in _every()])
    shares = np.exp(nats - np.logaddexp.reduce(nats))
    order = np.argsort(-shares)[:MOST_FIELDS]
    return {_every()[i]: float(shares[i]) for i in order if shares[i] > LEAST_SHARE}


def _nats(told: Told, index: int, field: Field) -> float:
    terrain = float(told.terrain[index, TERRAINS.index(field.terrain)])
    shown = np.array([field.has(symbol) for symbol in SYMBOLS])
    odds = np.asarray(told.symbols[index], np.float64)
    symbols = float(-np.logaddexp(0, np.where(shown, -odds, odds)).sum())
    return terrain + symbols + SEVERAL_NATS * max(0, int(shown.sum()) - 1)


def likeliest(fields: Mapping[Cell, Odds]) -> dict[Cell, Field]:
    """Give every field as it most likely is."""
    return {cell: next(iter(odds)) for cell, odds in fields.items()}


def clearness(fields: Mapping[Cell, Odds]) -> float:
    """Tell how sure the least sure field of a card is, 0 to 1."""
    return min(next(iter(odds.values())) for odds in fields.values())


def readings(fields: Mapping[Cell, Odds], most: int) -> list[tuple[dict[Cell, Field], float]]:
    """Give the ways to read a card as a whole, each with its probability, the likeliest first."""
    cells = list(fields)
    ways = [
        (
            dict(zip(cells, (field for field, _ in chosen), strict=True)),
            float(np.prod([p for _, p in chosen])),
        )
        for chosen in product(*(tuple(fields[cell].items())[:4] for cell in cells))
    ]
    ways.sort(key=lambda way: -way[1])
    return ways[:most]


def mixed(one: Odds, other: Odds, share: float) -> Odds:
    """Take a mean of two ways to see a field, ``share`` of it the second."""
    every = {**one, **other}
    both = {f: (1 - share) * one.get(f, 0.0) + share * other.get(f, 0.0) for f in every}
    return dict(sorted(both.items(), key=lambda each: -each[1]))
