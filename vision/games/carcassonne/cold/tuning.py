"""The net for tiles tuned to one box, by tiles of it whose faces are known or believed.

What the net felt before it answered says more than its answers: how this box draws a city, whatever others
do. So a correction of the answers is learned from what is felt, on the tiles of a board or of a game, by
logistic regression that is held near to no correction. A tile that is turned is another tile to it, which
makes four of each and one question of four: what lies to the north.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scoring.games.carcassonne.land.catalogue import faces
from vision.games.carcassonne.cold.kinds import (
    ANSWERS,
    CLOISTER,
    ONE_CITY,
    ONE_ROAD,
    PAIRS,
    READINGS,
    facts,
    log_odds_of,
    unturned_answers,
)
from vision.games.carcassonne.cold.tile_net import TURNS, TilePrediction
from vision.games.carcassonne.fusion import Reading

HELD = 0.05
"""How strongly a correction is held near to none."""
ROUNDS = 8
"""Of bounded Newton steps: so many settle."""
ALWAYS = 0.5
PARTS = 6
"""What a tile is believed to be never tells what it is believed to be next: the others do, part by part."""
NORTH = slice(0, 4)
ASIDE, ACROSS = PAIRS.index((0, 1)), PAIRS.index((0, 2))
ASKED = (
    *range(4),
    *(pairs.start + pair for pairs in (ONE_CITY, ONE_ROAD) for pair in (ASIDE, ACROSS)),
    CLOISTER,
)
"""The answers that are corrected; those about other sides are these, the tile being turned. Shields are not:
they are too small to be felt all over a tile, and ``shields`` tells how those of a box look."""

Floats = NDArray[np.floating]


class Tuning(NamedTuple):
    """What to add to the answers: (felt + 1, asked) weights, the last row for whatever is felt."""

    weights: Floats


def _truths(turns: int) -> tuple[Floats, Floats]:
    """(readings, asked): the true answers about every reading turned further, and 0 where they are open."""
    rows, open_rows = [], []
    for reading in READINGS:
        fact = facts(faces()[reading.face], reading.turns + turns)
        north = np.eye(4)[fact.edges[0]]
        pairs = np.array(
            [kind[pair] for kind in (fact.one_city, fact.one_road) for pair in (ASIDE, ACROSS)], float
        )
        rows.append([*north, *np.maximum(pairs, 0), fact.has_cloister])
        open_rows.append([1, 1, 1, 1, *(pairs >= 0), 1])
    return np.array(rows, float), np.array(open_rows, float)


def _places(turns: int) -> tuple[list[int], list[int]]:
    """Give the columns of answers about a tile that are told of it turned so, and where among those asked."""
    columns = unturned_answers(np.arange(float(ANSWERS))[None], turns)[0].astype(int).tolist()
    known = [(column, ASKED.index(source)) for column, source in enumerate(columns) if source in ASKED]
    return [column for column, _ in known], [place for _, place in known]


_PLACES = tuple(_places(turns) for turns in range(TURNS))
_TRUTHS = tuple(_truths(turns) for turns in range(TURNS))


def tune(prediction: TilePrediction, beliefs: Floats) -> Tuning:
    """Learn how to correct what is told of a box's tiles.

    Args:
        prediction: Of n tiles.
        beliefs: (n, readings) how probable each reading of each is.
    """
    felt = _felt(prediction)
    return Tuning(_fitted(felt, _answers(prediction), *_wanted(beliefs)))


def tuned(prediction: TilePrediction, tuning: Tuning) -> Floats:
    """(n, readings) log-likelihoods by what is told of n tiles, corrected."""
    return _nats(prediction, _answers(prediction) + _felt(prediction) @ tuning.weights)


def tuned_by_others(prediction: TilePrediction, beliefs: Floats, groups: NDArray[np.integer]) -> Floats:
    """Correct what is told of each tile by what the others are believed to be.

    Args:
        prediction: Of n tiles.
        beliefs: (n, readings) how probable each reading of each is.
        groups: (n,) tiles of one group tell nothing of each other.

    Returns:
        (n, readings) log-likelihoods.
    """
    felt, answers, (truth, weight) = _felt(prediction), _answers(prediction), _wanted(beliefs)
    found, part = np.array(answers), np.unique(groups, return_inverse=True)[1] % PARTS
    for each in range(PARTS):
        own, others = part == each, part != each
        if own.any() and others.any():
            weights = _fitted(felt[:, others], answers[:, others], truth[:, others], weight[:, others])
            found[:, own] += felt[:, own] @ weights
    return _nats(prediction, found)


def _felt(prediction: TilePrediction) -> Floats:
    """(turns, n, felt + 1): what was felt, of no more weight together than the one that is always there."""
    felt = prediction.felt.transpose(1, 0, 2) / np.sqrt(prediction.felt.shape[2])
    return np.concatenate([felt, np.full((*felt.shape[:2], 1), ALWAYS)], axis=2)


def _answers(prediction: TilePrediction) -> Floats:
    """(turns, n, asked): what is told of tiles that are turned so."""
    return np.array(
        [unturned_answers(prediction.answers, -turns % TURNS)[:, ASKED] for turns in range(TURNS)]
    )


def _wanted(beliefs: Floats) -> tuple[Floats, Floats]:
    """(turns, n, asked): how probable it is that a question is answered by yes, and that it is not open."""
    truth = np.array([beliefs @ true for true, _ in _TRUTHS])
    weight = np.array([beliefs @ asked for _, asked in _TRUTHS])
    return truth, weight


def _fitted(felt: Floats, answers: Floats, truth: Floats, weight: Floats) -> Floats:
    """Fit the correction of answers to what is true.

    Source:
        Boehning 1992, Multinomial logistic regression algorithm: the curvature is bounded by one matrix.
    """
    rows = felt.reshape(-1, felt.shape[2])
    prediction, true, counts = (each.reshape(-1, each.shape[2]) for each in (answers, truth, weight))
    step = np.linalg.inv(rows.T @ rows / 2 + HELD * np.eye(rows.shape[1]))
    weights = np.zeros((rows.shape[1], prediction.shape[1]))
    for _ in range(ROUNDS):
        wrong = true - counts * _probable(prediction + rows @ weights)
        weights = weights + step @ (rows.T @ wrong - HELD * weights)
    return weights


def _probable(answers: Floats) -> Floats:
    found = 1 / (1 + np.exp(-answers))
    north = np.exp(answers[:, NORTH] - answers[:, NORTH].max(axis=1, keepdims=True))
    found[:, NORTH] = north / north.sum(axis=1, keepdims=True)
    return np.asarray(found)


def _nats(prediction: TilePrediction, found: Floats) -> Floats:
    """Weigh readings by (turns, n, asked) corrected answers about tiles that are turned so."""
    total, times = np.zeros(prediction.answers.shape), np.zeros(ANSWERS)
    for turned, (columns, places) in zip(found, _PLACES, strict=True):
        total[:, columns] += turned[:, places]
        times[columns] += 1
    return log_odds_of(np.where(times > 0, total / np.maximum(times, 1), prediction.answers))


def in_order(beliefs: Sequence[Mapping[Reading, float]]) -> Floats:
    """(n, readings): probabilities of n tiles' readings, in the order of ``kinds.READINGS``."""
    return np.array([[own.get(reading, 0.0) for reading in READINGS] for own in beliefs])
