"""What fits looks at simulated games: how often that is so which tells for or against a story."""

import math
from collections.abc import Mapping, Sequence

import numpy as np

from scoring.games.smuggler.engine.moves import Sell
from vision.games.smuggler.explaining import StoryOdds, TableStory, features, weigh
from vision.games.smuggler.training.sightings import MeasuredGoods, SeenLook

APART = (0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5)
"""Standard deviations that are tried, in squares."""
STEPS, WEIGHTS = (0.5, 0.1), 6
"""Odds that are no standard deviations are the first; they are changed by such steps, in nats."""
WITHIN = 0.683
"""Such a share of what is normally distributed is within a standard deviation."""
CLEAR = 0.3
"""Of fewer squares that may be hidden little can be told."""


def fit_odds(looks: Sequence[SeenLook], crowded: Sequence[MeasuredGoods]) -> StoryOdds:
    """Count how often each is so that tells for or against a story, and fit how far off goods are measured.

    Args:
        looks: The odds of before have chosen what stories they have.
        crowded: Goods on which pieces stand.
    """
    whole = [look for look in looks if _is_explained(look)]
    pairs = [(look, story) for look in whole if (story := _true_of(look))]
    forgotten, again, skipped, told, stray = np.sum([features(story) for _, story in pairs], axis=0)
    sold = sum(isinstance(move, Sell) for _, story in pairs for move in (*story.told, *story.moves))
    untold = sum(not story.told and any(each.told for each in look.stories) for look, story in pairs)
    counted = StoryOdds(
        forgotten=_log(forgotten, sold),
        again=_log(again, len(pairs) + again),
        skipped=_log(skipped, len(pairs) + skipped),
        before=round(math.log((told + 1) / (untold + 1)), 2),
        stray=_log(stray, 2 * len(pairs)),
        misread=_log(len(whole) - len(pairs), len(whole)),
        apart=0.0,
        hides=0.0,
    )
    tried = (counted._replace(apart=apart, hides=fit_hides(crowded, apart)) for apart in APART)
    return _climbed(whole, min(tried, key=lambda odds: _surprise(whole, odds)))


def _climbed(looks: Sequence[SeenLook], counted: StoryOdds) -> StoryOdds:
    """Change odds step by step as long as looks surprise less, held near what was counted to a nat or so."""

    def held(odds: StoryOdds) -> float:
        return _surprise(looks, odds) + 0.5 * sum((a - b) ** 2 for a, b in zip(odds, counted, strict=True))

    best, least = counted, held(counted)
    for step in STEPS:
        is_better = True
        while is_better:
            tried = [
                best._replace(**{name: round(getattr(best, name) + way, 2)})
                for name in StoryOdds._fields[:WEIGHTS]
                for way in (-step, step)
            ]
            found = min(tried, key=held)
            is_better = held(found) < least - 1e-6
            if is_better:
                best, least = found, held(found)
    return best


def _log(times: int, of: int) -> float:
    """Give the logarithm of how often something is so, by Laplace's rule."""
    return round(math.log((times + 1) / (of + 2)), 2)


def _is_explained(look: SeenLook) -> bool:
    return bool(look.stories) and look.stories[0].is_whole


def _true_of(look: SeenLook) -> TableStory | None:
    return next((story for story, is_true in zip(look.stories, look.true, strict=True) if is_true), None)


def fit_hides(goods: Sequence[MeasuredGoods], apart: float) -> float:
    """Tell how much farther off goods are measured for each square that pieces may hide.

    So far off are as many as a normal distribution has; those that lie under other goods would spoil a mean.

    Args:
        goods: Where pieces may hide some.
        apart: How far off they are where nothing is hidden, as a standard deviation in squares.

    Returns:
        A standard deviation in squares for each.
    """
    a_square = [
        math.sqrt(max(0.0, (each.seen - each.true) ** 2 - apart**2)) / each.hidden
        for each in goods
        if each.hidden > CLEAR
    ]
    return round(float(np.quantile(a_square, WITHIN)), 2)


def judge(looks: Sequence[SeenLook], odds: StoryOdds) -> Mapping[str, float]:
    """Tell how well odds do: of looks that are explained, how many wrong, and nats of surprise at a look."""
    whole = [look for look in looks if _is_explained(look)]
    told = [look.true[int(np.argmax(_values(look, odds)))] for look in whole]
    return {
        "looks": len(looks),
        "explained": len(whole),
        "likeliest_wrong": len(told) - sum(told),
        "nats_a_look": round(_surprise(whole, odds) / max(1, len(whole)), 3),
    }


def _surprise(looks: Sequence[SeenLook], odds: StoryOdds) -> float:
    """Sum in nats how unlikely odds say that is which is true."""
    surprise = 0.0
    for look in looks:
        values = [*_values(look, odds), odds.misread]
        share = np.exp(np.array(values) - max(values))
        is_true = np.array([*look.true, not any(look.true)])
        surprise -= math.log(max(float(share[is_true].sum() / share.sum()), 1e-12))
    return surprise


def _values(look: SeenLook, odds: StoryOdds) -> Sequence[float]:
    return [weigh(story, off, odds) for story, off in zip(look.stories, look.off, strict=True)]
