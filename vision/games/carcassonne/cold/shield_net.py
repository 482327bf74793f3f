"""Asking the net for shields where squares of a picture show one, and telling it by tiles of the same box.

The shields of a box are much alike, and so are the houses that look like shields. What the net feels where a
tile is likeliest to show a shield is therefore kept of every tile that is known, as an example of a shield or
of none.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.nets.session import ask

GRID, FELT = 16, 16
"""A square is looked at in so many places a side, and so many numbers are felt in each."""
PEAKS = 3
"""Of an example so many of the likeliest places count."""
ALIKE_NATS, RESERVE = 3.0, 1.0
"""Any two places are alike where the product of what is felt is the first; as many examples as the second,
as alike as any, count beside those that are known."""

Floats = NDArray[np.floating]
Places = Floats
"""(n, 256, 17) of n squares: the log-odds that a shield is at each place, then what is felt there."""


class Examples(NamedTuple):
    """Tiles of a box of which it is known, or believed, whether they carry a shield.

    Attributes:
        felt: (k, 3, 16) what is felt at their likeliest places.
        shares: (k, 3) how much each of these counts, together 1.
        beliefs: (k,) how probable it is that each carries a shield, 0 to 1.
    """

    felt: Floats
    shares: Floats
    beliefs: Floats


def find_places(squares: NDArray[np.uint8]) -> Places:
    """Tell where squares, as those for ``tile_net``, show shields."""
    if not len(squares):
        return np.zeros((0, GRID**2, 1 + FELT), np.float32)
    odds, felt = ask("vision.games.carcassonne.cold.shields", squares)
    prediction = np.concatenate([odds, felt], axis=1).reshape(len(squares), 1 + FELT, -1)
    return np.ascontiguousarray(prediction.transpose(0, 2, 1))


def alone(places: Places) -> Floats:
    """(n,): log-odds that tiles carry a shield, by themselves."""
    return np.asarray(np.logaddexp.reduce(places[..., 0], axis=1))


def examples(places: Places, beliefs: Floats) -> Examples:
    """Take k tiles as examples, each as probable to carry a shield as (k,) beliefs say."""
    peaks = np.argsort(-places[..., 0], axis=1)[:, :PEAKS]
    prediction = np.take_along_axis(places, peaks[..., None], 1)
    shares = np.exp(prediction[..., 0] - prediction[..., :1].max(axis=1))
    return Examples(prediction[..., 1:], shares / shares.sum(axis=1, keepdims=True), beliefs)


def by_examples(places: Places, known: Examples) -> Floats:
    """Tell how much likelier tiles of a box carry a shield than they do by themselves.

    Args:
        places: Of n tiles.
        known: Other tiles of their box.

    Returns:
        (n,) log-odds to be added.
    """
    everyone = np.ones((len(places), len(known.beliefs)))
    return _weighed(places, _alike(places, known), known.beliefs, everyone)


def by_each_other(places: Places, known: Examples | None = None) -> Callable[[Floats], Floats]:
    """Tell the same of the n tiles of a board, each by what the others are believed to be.

    Args:
        places: Of n tiles.
        known: Further tiles of their box.

    Returns:
        What gives it for (n,) beliefs: however often these change, the tiles are compared once.
    """
    own = examples(places, np.zeros(len(places)))
    every = [own] if known is None else [own, known]
    alike = np.concatenate([_alike(places, each) for each in every], axis=2)
    sure = np.zeros(0) if known is None else known.beliefs
    weight = np.hstack([1 - np.eye(len(places)), np.ones((len(places), len(sure)))])
    return lambda beliefs: _weighed(places, alike, np.concatenate([beliefs, sure]), weight)


def _alike(places: Places, known: Examples) -> Floats:
    """(n, 256, k): how alike each place of n tiles is to k examples; 1 is as any two are."""
    alike = np.exp(np.tensordot(places[..., 1:], known.felt, (2, 2)) - ALIKE_NATS)
    return np.asarray((alike * known.shares).sum(axis=3))


def _weighed(places: Places, alike: Floats, beliefs: Floats, weight: Floats) -> Floats:
    """(n,): log-odds of a shield to be added, (n, k) telling how much each example counts for each tile.

    Source:
        The ratio of two densities, each the mean over examples (Parzen 1962).
    """
    prediction = places[..., 0]
    for share, sign in ((beliefs, 1), (1 - beliefs, -1)):
        counts = weight * share
        near = np.einsum("npk,nk->np", alike, counts) + RESERVE
        prediction = prediction + sign * np.log(near / (counts.sum(axis=1, keepdims=True) + RESERVE))
    return np.asarray(np.logaddexp.reduce(prediction, axis=1)) - alone(places)
