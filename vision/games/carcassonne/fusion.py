"""Reading a board as a board: what each cell looks like, what its neighbours show, what the box holds.

Every cell has a list of candidates with log-likelihoods. Neighbours whose edges do not match are
unlikely but possible, since real players do lay tiles wrongly; so is a face laid more often than
the box has it. Beliefs are found by loopy belief propagation.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scoring.game import Cell
from scoring.games.carcassonne.catalogue import faces

MISMATCH = 4.5
"""Nats against two neighbouring edges that do not match."""
MOST_SURPLUS = 3.0
"""Nats, at most, against a face that the box no longer holds."""
ROUNDS = 7
_STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))


class Reading(NamedTuple):
    """One thing a cell may be; ``face`` is empty where it is no face of the game."""

    face: str
    turns: int


NO_FACE = Reading("", 0)


@cache
def edges_of(reading: Reading) -> tuple[str, str, str, str]:
    """Name what a reading shows to the north, east, south and west; nothing for no face."""
    if not reading.face:
        return ("", "", "", "")
    edges = faces()[reading.face].edges
    return tuple(edges[(side - reading.turns) % 4] for side in range(4))  # type: ignore[return-value]


Likelihoods = Mapping[Cell, Mapping[Reading, float]]
"""Each cell's readings with their log-likelihoods in nats."""


def believe(likelihoods: Likelihoods) -> dict[Cell, dict[Reading, float]]:
    """Turn what each cell looks like into what it is believed to be, the whole board considered.

    Args:
        likelihoods: Each cell's readings with their log-likelihoods.

    Returns:
        Each cell's readings with probabilities that sum to 1.
    """
    readings = {cell: tuple(options) for cell, options in likelihoods.items()}
    own = {cell: np.array(list(options.values()), float) for cell, options in likelihoods.items()}
    surplus: dict[str, float] = {}
    beliefs: dict[Cell, NDArray[np.float64]] = {}
    for _ in range(3):
        weighed = {
            cell: values - np.array([surplus.get(one.face, 0.0) for one in readings[cell]])
            for cell, values in own.items()
        }
        beliefs = _propagate(readings, weighed)
        surplus = _surplus(readings, beliefs, surplus)
    return {cell: dict(zip(readings[cell], belief.tolist(), strict=True)) for cell, belief in beliefs.items()}


def _surplus(
    readings: Mapping[Cell, Sequence[Reading]],
    beliefs: Mapping[Cell, NDArray[np.float64]],
    before: Mapping[str, float],
) -> dict[str, float]:
    """Raise the price of faces that are believed to lie more often than the box has them."""
    expected: dict[str, float] = {}
    for cell, options in readings.items():
        for one, belief in zip(options, beliefs[cell], strict=True):
            if one.face:
                expected[one.face] = expected.get(one.face, 0.0) + float(belief)
    over = {face: number - faces()[face].count for face, number in expected.items()}
    return {
        face: float(np.clip(before.get(face, 0.0) + 1.5 * excess, 0, MOST_SURPLUS))
        for face, excess in over.items()
    }


def _compatibility(first: Sequence[Reading], second: Sequence[Reading], side: int) -> NDArray[np.float64]:
    """How well each reading of a cell goes with each reading of its neighbour on ``side``."""
    mine = [edges_of(one)[side] for one in first]
    theirs = [edges_of(one)[(side + 2) % 4] for one in second]
    match = np.array([[not a or not b or a == b for b in theirs] for a in mine])
    return np.where(match, 1.0, np.exp(-MISMATCH))


def _propagate(
    readings: Mapping[Cell, Sequence[Reading]], own: Mapping[Cell, NDArray[np.float64]]
) -> dict[Cell, NDArray[np.float64]]:
    """Pass beliefs between neighbours until they settle.

    Source:
        Pearl 1988; sum-product with half of each old message kept.
    """
    prior = {cell: _normal(np.exp(values - values.max())) for cell, values in own.items()}
    links = [
        (cell, (cell[0] + dx, cell[1] + dy), side)
        for cell in readings
        for side, (dx, dy) in enumerate(_STEPS)
        if (cell[0] + dx, cell[1] + dy) in readings
    ]
    fits = {(a, b): _compatibility(readings[a], readings[b], side) for a, b, side in links}
    messages = {(a, b): np.full(len(readings[b]), 1 / len(readings[b])) for a, b, _ in links}
    into = {cell: [a for a, b, _ in links if b == cell] for cell in readings}
    for _ in range(ROUNDS):
        fresh = {}
        for a, b, _ in links:
            gathered = prior[a] * np.prod([messages[c, a] for c in into[a] if c != b], axis=0)
            fresh[a, b] = _normal(0.5 * messages[a, b] + 0.5 * _normal(gathered @ fits[a, b]))
        messages = fresh
    return {
        cell: _normal(prior[cell] * np.prod([messages[a, cell] for a in into[cell]], axis=0))
        for cell in readings
    }


def _normal(values: NDArray[np.float64]) -> NDArray[np.float64]:
    floored = values + 1e-12
    return np.asarray(floored / floored.sum())
