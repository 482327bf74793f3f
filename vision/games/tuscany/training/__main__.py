"""Fits the reader's thresholds: ``python -m vision.games.tuscany.training FIRST END WHAT`` prints them.

What can be fitted, or measured beside what stands in the code:

- ``places``, which it is by default: what covers fields, and how alike prints and things are;
- ``regions``: which are completed, of boxes made up by chance;
- ``unprinted``: which tiles of boxes are told that nobody has learned;
- ``habits``: how often players draw, pay marbles, and whatever else stories are weighed by; from whole games;
- ``heaps``: how much things cover, how often they are seen otherwise, how far markers lie off steps;
- ``cards``: what is a yield card;
- ``wood``: what is blue;
- ``idle``: how much changes with hands that change nothing.

Seeds below 500 are for fitting, those from 1000 on for measuring.
"""

import sys
from collections.abc import Callable, Mapping, Sequence

import cv2
import numpy as np

from vision.follow.covered import SpotChanges, covered_log_odds, fit_weights
from vision.games.tuscany.training.cards import cards, tell_cards
from vision.games.tuscany.training.completions import completions, fit_completions
from vision.games.tuscany.training.habits import count_habits, tell_habits
from vision.games.tuscany.training.heaps import known_marks, tell_marks
from vision.games.tuscany.training.idle import tell_visits, visits
from vision.games.tuscany.training.places import SeenPlace, places
from vision.games.tuscany.training.unprinted import displays, fit_unprinted
from vision.games.tuscany.training.wood import hues, tell_hues

LEVELS = (1, 2, 2, 1)
"""Of the seeds, by what is left of them by four."""


def fit(seen: Sequence[SeenPlace]) -> str:
    """Fit and tell all there is to fit."""
    told = []
    for kind in ("tile", "store"):
        had = [each for each in seen if each.kind == kind and each.changes is not None]
        changes = SpotChanges(
            *(np.concatenate([each.changes[at] for each in had if each.changes]) for at in range(4))
        )
        is_covered = np.array([bool(each.holds) for each in had])
        weights = fit_weights(changes, is_covered)
        wrong = np.count_nonzero((covered_log_odds(changes, weights) > 0) != is_covered)
        told.append(
            f"{kind}: {len(had)} places, {is_covered.sum()} covered: weights {np.round(weights, 2)}, "
            f"wrong {wrong}"
        )
    for kind in ("tile", "store", "display", "token"):
        faces = [each for each in seen if each.kind == kind and each.holds in each.odds]
        empty = [each.likeness for each in seen if each.kind == kind and not each.holds]
        right = [max(each.odds, key=lambda face: each.odds[face]) == each.holds for each in faces]
        true = [each.likeness for each in faces]
        best = max((_fit_of(faces, scale), scale) for scale in (0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0))
        told.append(
            f"{kind}: {len(faces)} things, {sum(right)} told right; sharpness {best[1]}; likeness at least "
            f"{min(true):.2f}, of {len(empty)} empty at most {max(empty, default=-1):.2f}"
        )
    return "\n".join(told)


def _fit_of(faces: Sequence[SeenPlace], scale: float) -> float:
    total = 0.0
    for each in faces:
        values = np.array([*each.odds.values()]) * scale
        total += each.odds[each.holds] * scale - float(np.logaddexp.reduce(values))
    return total


Seeds = Sequence[tuple[int, int]]
FITS: Mapping[str, Callable[[Seeds], str]] = {
    "places": lambda seeds: fit([each for seed in seeds for each in places(*seed)]),
    "regions": lambda seeds: fit_completions([each for seed in seeds for each in completions(*seed)]),
    "unprinted": lambda seeds: fit_unprinted(displays(seeds)),
    "habits": lambda seeds: tell_habits(count_habits(seeds)),
    "heaps": lambda seeds: tell_marks(known_marks(seeds)),
    "cards": lambda seeds: tell_cards(cards(seeds)),
    "wood": lambda seeds: tell_hues(hues(seeds)),
    "idle": lambda seeds: tell_visits(visits(seeds)),
}
"""What can be fitted, by name: of seeds and their levels, what is told."""


def main() -> None:
    """Look at simulated tables, and tell what fits them best."""
    cv2.setNumThreads(1)
    first, end = (int(each) for each in sys.argv[1:3])
    seeds = [(seed, LEVELS[seed % 4]) for seed in range(first, end)]
    for name in sys.argv[3:] or ["places"]:
        sys.stdout.write(FITS[name](seeds) + "\n")


if __name__ == "__main__":
    main()
