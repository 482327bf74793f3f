"""Ways to read what is new: weighed, put together for the whole table, and proposed."""

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

import numpy as np

from scoring.referee.observation import Proposal

Way = TypeVar("Way")
Move = TypeVar("Move")
Key = TypeVar("Key", bound=Hashable)

MOST_WAYS = 6
"""How many ways to read the table are proposed at most."""


def shares(log_odds: Mapping[Key, float]) -> dict[Key, float]:
    """Turn log-likelihoods, of which there are some, into probabilities.

    >>> shares({"road": 0.0, "field": 0.0})
    {'road': 0.5, 'field': 0.5}
    """
    most = max(log_odds.values())
    total = sum(np.exp(value - most) for value in log_odds.values())
    return {key: float(np.exp(value - most) / total) for key, value in log_odds.items()}


def added(ways: Iterable[tuple[Key, float]]) -> dict[Key, float]:
    """Add the probabilities of what is the same, in the order in which each came first.

    >>> added([("field", 0.5), ("road", 0.25), ("field", 0.25)])
    {'field': 0.75, 'road': 0.25}
    """
    found: dict[Key, float] = {}
    for key, share in ways:
        found[key] = found.get(key, 0.0) + share
    return found


def choices(ways: Sequence[Sequence[Way]]) -> Iterator[tuple[Way, ...]]:
    """Choose the best way to read every piece that is new, and then another for any one of them.

    >>> list(choices(["ab", "xy"]))
    [('a', 'x'), ('b', 'x'), ('a', 'y')]

    Args:
        ways: Of each piece, the likeliest first; at least one.
    """
    best = tuple(found[0] for found in ways)
    yield best
    for index, found in enumerate(ways):
        for way in found[1:]:
            yield (*best[:index], way, *best[index + 1 :])


def propose(explained: Iterable[tuple[tuple[Move, ...], float]]) -> tuple[Proposal[Move], ...]:
    """Propose the likeliest explanations of the table first; where there is none, that nothing is new.

    >>> propose([])
    (Proposal(moves=(), confidence=1.0),)

    Args:
        explained: Turns in order, and the probability that all of them are right.
    """
    best = sorted(explained, key=lambda each: -each[1])[:MOST_WAYS]
    return tuple(Proposal(moves, share) for moves, share in best) or (Proposal((), 1.0),)
