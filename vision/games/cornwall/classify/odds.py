"""What fields may be, each with its probability: by their looks, and by the tiles of a learned box."""

import math
from collections.abc import Mapping, Sequence
from functools import cache

import numpy as np

from scoring.game import Cell
from scoring.games.cornwall.engine.state import TILES
from scoring.games.cornwall.land.fields import FIELDS_OF_A_TILE, SYMBOLS, TERRAINS, Field, symbols_of
from vision.games.cornwall.classify.field_net import FieldPrediction
from vision.games.cornwall.classify.matches import Match

SYMBOL_NATS, SEVERAL_NATS = -0.5, -4.0
"""Of a symbol, since the net was taught on boxes with more, and of every one after a field's first."""
LEAST_SHARE = 1e-4
SURE = 0.9
"""A learned tile lies there where every field is as likely what it shows."""
MOST_FIELDS = 6
"""Ways to read a field that are thought of."""
USUAL_NATS, LEAST_NATS = -2.0, -3.0
"""Of what a field shows, before it is seen, and however sure its looks speak against it."""
ENOUGH, LEFT_OUT = 0.75, 0.001
"""A box of which such a share of tiles has been learned is learned, since tiles may be alike; even then one
may have been left out."""


Odds = Mapping[Field, float]
"""What a field may be, each with its probability, the likeliest first."""


@cache
def _every() -> tuple[Field, ...]:
    return tuple(Field(terrain, some) for terrain in TERRAINS for some in symbols_of(terrain))


def odds_of(prediction: FieldPrediction, index: int) -> Odds:
    """Combine what was told of a field to what it may be, the likeliest first."""
    log_odds = np.array([_nats(prediction, index, field) for field in _every()])
    shares = np.exp(log_odds - np.logaddexp.reduce(log_odds))
    order = np.argsort(-shares)[:MOST_FIELDS]
    return {_every()[i]: float(shares[i]) for i in order if shares[i] > LEAST_SHARE}


def _nats(prediction: FieldPrediction, index: int, field: Field) -> float:
    terrain = float(prediction.terrain[index, TERRAINS.index(field.terrain)])
    shown = np.array([field.has(symbol) for symbol in SYMBOLS])
    odds = np.asarray(prediction.symbols[index], np.float64)
    symbols = float(-np.logaddexp(0, np.where(shown, -odds, odds)).sum())
    number = int(shown.sum())
    return terrain + symbols + SYMBOL_NATS * number + SEVERAL_NATS * max(0, number - 1)


def by_prints(odds: Mapping[Cell, Odds], found: Sequence[Match], learned: int) -> dict[Cell, Odds]:
    """Put together what the fields of a tile look like and which learned tiles may lie there.

    Args:
        odds: What each may be, by its looks.
        found: From ``matching.matches``.
        learned: How many faces have been learned; another may lie there as far as some have not.
    """
    whole = TILES if len(odds) == FIELDS_OF_A_TILE else 1
    unlearned = max(1 - learned / (ENOUGH * whole), LEFT_OUT)
    log_odds = [math.log(unlearned), *(_nats_of(one, odds) - math.log(whole) for one in found)]
    shares = np.exp(log_odds - np.logaddexp.reduce(log_odds)).tolist()
    told: dict[Cell, Odds] = {}
    for cell in odds:
        mixed = {field: share * shares[0] for field, share in odds[cell].items()}
        for match, share in zip(found, shares[1:], strict=True):
            mixed[match.fields[cell]] = mixed.get(match.fields[cell], 0.0) + share
        told[cell] = dict(sorted(mixed.items(), key=lambda each: -each[1])[:MOST_FIELDS])
    return told


def _nats_of(match: Match, odds: Mapping[Cell, Odds]) -> float:
    """Weigh one of the box's tiles against one that was never learned."""
    told = [math.log(odds[cell].get(field, LEAST_SHARE)) for cell, field in match.fields.items()]
    looks = sum(max(log_odds, LEAST_NATS) for log_odds in told)
    return match.nats + looks - USUAL_NATS * len(match.fields)


def surely(found: Sequence[Match], odds: Mapping[Cell, Odds]) -> Match | None:
    """Give the tile that fits best, where fields are surely what it shows."""
    best = max(found, key=lambda match: match.nats, default=None)
    if best is None or any(odds[cell].get(field, 0.0) < SURE for cell, field in best.fields.items()):
        return None
    return best


def likeliest(fields: Mapping[Cell, Odds]) -> dict[Cell, Field]:
    """Give every field as it most likely is."""
    return {cell: next(iter(odds)) for cell, odds in fields.items()}
