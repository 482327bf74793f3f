"""A box's own looks: what its confirmed fields teach, put together with what all boxes share.

The net makes every answer of the same 96 features. A box's looks change a little how: for each answer a
weight a feature, found by logistic regression that is held back to no change, so that a few fields teach
little and many teach much. How fields are coloured counts as further features where they were seen in the
light of this table; the net itself hardly goes by that, since lamps differ.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scoring.games.cornwall.land.fields import SYMBOLS, TERRAINS, Field
from vision.games.cornwall.classify.field_net import (
    COLOURS,
    FEATURES,
    SYMBOLS_AT,
    THERE_AT,
    TOLD,
    FieldPrediction,
    answers_of,
    told_of,
)

HELD = (2.0,) * len(TERRAINS) + (30.0,) * len(SYMBOLS) + (2.0,)
"""How much a squared weight of each answer costs, in nats, per squared typical feature: more learns more
slowly. Whether there is a field at all no box teaches."""
COLOUR_WEIGHT = 16.0
"""So much more than a feature of the net a colour counts."""
SETTLING, EVEN, SUREST, LEAST_FIELDS = 4, 0.6, 0.5, 12
"""Fields of one photograph teach each other so often; every terrain's share is taken for so nearly even; so
much of each terrain is sure enough to teach; fewer fields than this do not."""
COLOURS_AT = slice(TOLD + FEATURES, TOLD + FEATURES + COLOURS)
ROUNDS, RATE = 60, 0.5
MOST_LESSONS = 400

Floats = NDArray[np.float64]


class Lessons(NamedTuple):
    """What a box has taught.

    Attributes:
        answers: (n, 117) what was told of fields; see ``telling.answers_of``. Colours seen in another
            light than this table's are not numbers.
        terrains: (n,) what they show, as indices of ``TERRAINS``.
        symbols: (n, 3) whether they show each of ``SYMBOLS``.
    """

    answers: Floats
    terrains: NDArray[np.intp]
    symbols: NDArray[np.bool_]


class BoxAdjustment(NamedTuple):
    """How a box changes what the net tells.

    Attributes:
        weights: (109, 9), a row a feature, a row a colour and one for all.
        usual: (12,) how its fields are coloured on the mean.
    """

    weights: Floats
    usual: Floats


def lessons_of(
    patches: NDArray[np.uint8],
    fields: Sequence[Field],
    hidden: NDArray[np.bool_] | None = None,
    *,
    is_elsewhere: bool = False,
) -> Lessons:
    """Make lessons of the patches of fields that are known; see ``telling.tell``.

    Args:
        is_elsewhere: Whether they were seen in another light than this table's, as prints were.
    """
    terrains = np.array([TERRAINS.index(field.terrain) for field in fields], np.intp)
    symbols = np.array([[field.has(symbol) for symbol in SYMBOLS] for field in fields], bool)
    answers = answers_of(patches, hidden)
    if is_elsewhere:
        answers[:, COLOURS_AT] = np.nan
    return Lessons(answers, terrains, symbols.reshape(-1, len(SYMBOLS)))


def joined(lessons: Sequence[Lessons]) -> Lessons:
    """Put lessons together; of very many the last are kept."""
    return Lessons(*(np.concatenate(parts)[-MOST_LESSONS:] for parts in zip(*lessons, strict=True)))


def templates_of(lessons: Lessons, *, teach_symbols: bool = True) -> BoxAdjustment:
    """Learn how a box looks from lessons, by Newton-like steps of fixed length (Böhning 1992).

    Args:
        lessons: What is known of its fields.
        teach_symbols: Whether their symbols are known too.
    """
    weights = np.zeros((FEATURES + COLOURS + 1, TOLD))
    usual = _usual(lessons.answers[:, COLOURS_AT])
    if not len(lessons.terrains):
        return BoxAdjustment(weights, usual)
    features = _features(lessons.answers, usual)
    size = float((features[:, :FEATURES] ** 2).mean())
    truth = np.zeros((len(features), TOLD))
    truth[np.arange(len(features)), lessons.terrains] = 1
    truth[:, SYMBOLS_AT] = lessons.symbols
    ways = {held: _curbed(features, held * size) for held in set(HELD)}
    for _ in range(ROUNDS):
        missed = truth - _believed(lessons.answers, features @ weights)
        missed[:, SYMBOLS_AT] *= teach_symbols
        missed[:, THERE_AT] = 0
        steps = [
            ways[held] @ (features.T @ missed[:, at] - 4 * held * size * weights[:, at])
            for at, held in enumerate(HELD)
        ]
        weights = weights + RATE * np.array(steps).T
    return BoxAdjustment(weights, usual)


def _curbed(features: Floats, held: float) -> Floats:
    """(109, 109): from how much is missed to a step that is never too long."""
    return np.asarray(np.linalg.inv(features.T @ features / 4 + 4 * held * np.eye(features.shape[1])))


def weigh_in(adjustment: BoxAdjustment, answers: Floats) -> FieldPrediction:
    """Change (n, 117) answers as the looks of the box say, and put them in words."""
    return told_of(changed(adjustment, answers))


def changed(adjustment: BoxAdjustment, answers: Floats) -> Floats:
    """Change (n, 117) answers as the looks of the box say."""
    prediction = answers[:, :TOLD] + _features(answers, adjustment.usual) @ adjustment.weights
    return np.hstack([prediction, answers[:, TOLD:]])


def settled(answers: Floats) -> FieldPrediction:
    """Tell what fields of one photograph show by what they have in common, nobody having said what any shows.

    Fields of one terrain look alike within a box, and every box has about as many of each. So the surest of
    each terrain, each terrain given its share, teach the others, a few times over.

    Args:
        answers: (n, 117) of all the fields of a land.
    """
    prediction = told_of(answers)
    if len(answers) < LEAST_FIELDS:
        return prediction
    for _ in range(SETTLING):
        surest, terrains = _surest(_shared_out(prediction.terrain))
        unknown = np.zeros((len(surest), len(SYMBOLS)), bool)
        adjustment = templates_of(Lessons(answers[surest], terrains, unknown), teach_symbols=False)
        prediction = weigh_in(adjustment, answers)
    return prediction


def _shared_out(terrain: Floats) -> Floats:
    """Change (n, 5) log-probabilities so that every terrain has about its share of all."""
    wanted = EVEN / len(TERRAINS) + (1 - EVEN) * np.exp(terrain).mean(axis=0)
    for _ in range(60):
        had = np.exp(terrain).mean(axis=0) + 1e-6
        terrain = terrain + 0.5 * (np.log(wanted) - np.log(had))
        terrain = terrain - np.logaddexp.reduce(terrain, axis=1, keepdims=True)
    return terrain


def _surest(terrain: Floats) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Choose the surer half of each terrain: which fields, and what they show."""
    best = terrain.argmax(axis=1)
    chosen = []
    for index in np.unique(best):
        own = np.flatnonzero(best == index)
        kept = max(1, int(np.ceil(SUREST * len(own))))
        chosen.append(own[np.argsort(-terrain[own, index])[:kept]])
    every = np.sort(np.concatenate(chosen))
    return every, best[every]


def _usual(colours: Floats) -> Floats:
    """Give the mean of (n, 12) colours, of those that are numbers; 0 where none are."""
    observed = colours[~np.isnan(colours).any(axis=1)]
    return np.asarray(observed.mean(axis=0) if len(observed) else np.zeros(COLOURS))


def _features(answers: Floats, usual: Floats) -> Floats:
    colours = np.nan_to_num((answers[:, COLOURS_AT] - usual) * COLOUR_WEIGHT)
    return np.hstack([answers[:, TOLD : TOLD + FEATURES], colours, np.ones((len(answers), 1))])


def _believed(answers: Floats, more: Floats) -> Floats:
    """(n, 9): the probabilities of what is told, changed."""
    odds = answers[:, :TOLD] + more
    believed = 1 / (1 + np.exp(-np.clip(odds, -30, 30)))
    terrain = odds[:, : len(TERRAINS)]
    believed[:, : len(TERRAINS)] = np.exp(terrain - np.logaddexp.reduce(terrain, axis=1, keepdims=True))
    return np.asarray(believed, np.float64)
