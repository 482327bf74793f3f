"""A box's own looks: what its confirmed fields teach, put together with what all boxes share.

The net makes every answer of the same 96 features. A box's looks change a little how: for each answer a
weight a feature, found by logistic regression that is held back to no change, so that a few fields teach
little and many teach much.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scoring.games.cornwall.fields import SYMBOLS, TERRAINS, Field
from vision.games.cornwall.telling import SYMBOLS_AT, TOLD, Told, answers_of, told_of

HELD = 0.02
"""How much a squared weight costs, in nats, per squared typical feature: more learns more slowly."""
ROUNDS, RATE = 60, 0.5
MOST_LESSONS = 400

Floats = NDArray[np.float64]


class Lessons(NamedTuple):
    """What a box has taught.

    Attributes:
        answers: (n, 105) what the net told of fields; see ``telling.answers_of``.
        terrains: (n,) what they show, as indices of ``TERRAINS``.
        symbols: (n, 3) whether they show each of ``SYMBOLS``.
    """

    answers: Floats
    terrains: NDArray[np.intp]
    symbols: NDArray[np.bool_]


class Looks(NamedTuple):
    """How a box changes what the net tells: (97, 9), a row a feature and one for all."""

    weights: Floats


def lessons_of(
    patches: NDArray[np.uint8], fields: Sequence[Field], hidden: NDArray[np.bool_] | None = None
) -> Lessons:
    """Make lessons of the patches of fields that are known; see ``telling.tell``."""
    terrains = np.array([TERRAINS.index(field.terrain) for field in fields], np.intp)
    symbols = np.array([[field.has(symbol) for symbol in SYMBOLS] for field in fields], bool)
    return Lessons(answers_of(patches, hidden), terrains, symbols.reshape(-1, len(SYMBOLS)))


def joined(lessons: Sequence[Lessons]) -> Lessons:
    """Put lessons together; of very many the last are kept."""
    return Lessons(*(np.concatenate(parts)[-MOST_LESSONS:] for parts in zip(*lessons, strict=True)))


def learn_looks(
    patches: NDArray[np.uint8], fields: Sequence[Field], hidden: NDArray[np.bool_] | None = None
) -> Looks:
    """Learn how a box looks from the patches of fields that are known.

    Args:
        patches: (n, 64, 64, 3); see ``view.cut_patches``.
        fields: What each of them shows.
        hidden: (n, 64, 64) what figures and cottages cover, where that is known.
    """
    return looks_of(lessons_of(patches, fields, hidden))


def looks_of(lessons: Lessons) -> Looks:
    """Learn how a box looks from lessons, by Newton-like steps of fixed length (Böhning 1992)."""
    weights = np.zeros((lessons.answers.shape[1] - TOLD + 1, TOLD))
    if not len(lessons.terrains):
        return Looks(weights)
    features = _features(lessons.answers)
    number = len(features)
    size = float((features**2).mean())
    held = HELD * size * np.eye(features.shape[1]) * 4
    solved = np.linalg.solve(features.T @ features / 4 + held, features.T)
    truth = np.zeros((number, TOLD))
    truth[np.arange(number), lessons.terrains] = 1
    truth[:, SYMBOLS_AT] = lessons.symbols
    for _ in range(ROUNDS):
        missed = truth - _believed(lessons.answers, features @ weights)
        missed[:, TOLD - 1] = 0
        pull = solved @ missed - np.linalg.solve(features.T @ features / 4 + held, held @ weights)
        weights = weights + RATE * pull
    return Looks(weights)


def tell_with(looks: Looks, patches: NDArray[np.uint8], hidden: NDArray[np.bool_] | None = None) -> Told:
    """Tell what patches show by the looks of their box and by what all boxes share."""
    return weigh_in(looks, answers_of(patches, hidden))


def weigh_in(looks: Looks, answers: Floats) -> Told:
    """Change (n, 105) answers of the net as the looks of the box say."""
    return told_of(answers[:, :TOLD] + _features(answers) @ looks.weights)


def _features(answers: Floats) -> Floats:
    return np.hstack([answers[:, TOLD:], np.ones((len(answers), 1))])


def _believed(answers: Floats, more: Floats) -> Floats:
    """(n, 9): the probabilities of what is told, changed."""
    odds = answers[:, :TOLD] + more
    believed = 1 / (1 + np.exp(-np.clip(odds, -30, 30)))
    terrain = odds[:, : len(TERRAINS)]
    believed[:, : len(TERRAINS)] = np.exp(terrain - np.logaddexp.reduce(terrain, axis=1, keepdims=True))
    return np.asarray(believed, np.float64)
