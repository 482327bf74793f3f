"""Believing something of a board again: what its tiles are believed to be tells how its shields look."""

from collections.abc import Mapping

import numpy as np

from scoring.game import Cell
from vision.games.carcassonne.cold.shield_net import Floats, by_each_other
from vision.games.carcassonne.fusion import Beliefs, Likelihoods, believe
from vision.games.carcassonne.looks import has_shield

ROUNDS = 3
"""So often it is told anew which tiles carry a shield."""
BELIEVED = 0.7
"""What tiles tell that are only believed to be so counts so much of what known ones tell."""


def believe_again(likelihoods: Likelihoods, shields: Mapping[Cell, Floats]) -> Beliefs:
    """Believe something of every cell, and again when it is known how shields look.

    Args:
        likelihoods: Each cell's readings with their log-likelihoods.
        shields: Of each cell (256, 17) what is told of shields; see ``shield_net``.
    """
    beliefs = believe(likelihoods)
    if not shields:
        return beliefs
    places = np.array(list(shields.values()))
    for _ in range(ROUNDS):
        shares = [
            sum(share for one, share in beliefs[cell].items() if has_shield(one.face)) for cell in shields
        ]
        more = dict(zip(shields, by_each_other(places, np.array(shares)).tolist(), strict=True))
        beliefs = believe(
            {
                cell: {one: nats + BELIEVED * more[cell] * has_shield(one.face) for one, nats in own.items()}
                for cell, own in likelihoods.items()
            }
        )
    return beliefs
