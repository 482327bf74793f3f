"""Ways to complete regions, with the true one of each: how surely it is told by sides, pieces and colours."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scoring.spots import read_spot
from vision.games.tuscany.classify.colours import WORSE, fit_way
from vision.games.tuscany.locate.boards import see_regions
from vision.games.tuscany.locate.regions import GUESSED
from vision.games.tuscany.training.places import NEAR_PX, SIZE_PX
from vision.simulator.camera.film import load_film
from vision.simulator.table.boards import photograph
from vision.simulator.table.timeline import script

HELD = 0.03
"""How stiffly weights are held at nothing, a choice: most regions are told without fail and would let them
grow. Of 50 regions each left out once, fitted with 0.3, 0.1, 0.03 and 0.01, 3, 1, 1 and 1 are doubtful."""


class Completions(NamedTuple):
    """The ways in which a region may be complete.

    Attributes:
        features: (n, 3) of each ``RegionPlace.guessed``, and how far off its colours are in CIELAB units.
        true: Which is right.
    """

    features: NDArray[np.float64]
    true: int


def completions(seed: int, level: int) -> Iterator[Completions]:
    """Give the regions that are not seen whole of a table as its game begins, its box made up by chance."""
    told = script(seed, level, SIZE_PX, 0, game="tuscany", style=seed)
    image, truth, _ = photograph(load_film(told), told.scenes[0])
    spots = [spot for spot in truth["spots"] if read_spot(spot["spot"]).kind == "tile"]
    at = np.array([spot["at_px"] for spot in spots])
    _, regions = see_regions(image, len(told.setup.players))
    chosen = [ways[0] for ways in regions]
    for number, ways in enumerate(regions):
        is_true = [
            all(np.hypot(*(at - there).T).min() < NEAR_PX for there in way.middles_px()) for way in ways
        ]
        if len(ways) > 1 and any(is_true):
            every = [(*way.guessed, fit_way(image, chosen, number, way)[1]) for way in ways]
            yield Completions(np.array(every), is_true.index(True))


def fit_completions(seen: Sequence[Completions]) -> str:
    """Fit the weights of ``locate.regions.GUESSED``, and of colours that are off, and tell how well they do.

    Source:
        McFadden 1974, the conditional logit.
    """
    weights = np.append(GUESSED, -1 / WORSE)
    for _ in range(60):
        slope, bend = -HELD * weights, HELD * np.eye(len(weights))
        for each in seen:
            share = _shares(each, weights)
            mean = share @ each.features
            slope += each.features[each.true] - mean
            bend += (each.features.T * share) @ each.features - np.outer(mean, mean)
        weights = weights + np.clip(np.linalg.solve(bend, slope), -0.5, 0.5)
    sure = [_shares(each, weights)[each.true] for each in seen]
    wrong = sum(_shares(each, weights).argmax() != each.true for each in seen)
    return (
        f"regions: {len(seen)} to complete, weights {np.round(weights[:-1], 2)}, a nat for colours off by "
        f"{-1 / weights[-1]:.2f}; {wrong} wrong, {sum(share < 0.9 for share in sure)} doubtful"
    )


def _shares(each: Completions, weights: NDArray[np.float64]) -> NDArray[np.float64]:
    values = each.features @ weights
    share = np.exp(values - values.max())
    return np.asarray(share / share.sum(), np.float64)
