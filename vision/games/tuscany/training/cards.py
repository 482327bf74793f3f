"""Cards beside the boards of simulated tables: what the box's prints say of them, and what they truly are."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from vision.games.tuscany.live.opening import small_of
from vision.games.tuscany.live.yields import A_CARD, read_cards
from vision.games.tuscany.training.places import NEAR_PX, looks

TURNS = range(0, 40, 4)
"""Enough turns for several cards; see ``places.TURNS``."""


class SeenCard(NamedTuple):
    """What is as large as a card and has come beside the boards.

    Attributes:
        log_likelihood: Of the yield card that it is most like, in nats.
        is_yield: Whether the pile of yield cards lies there; else cards that paid do.
        is_right: Whether that card is on top.
    """

    log_likelihood: float
    is_yield: bool
    is_right: bool


def cards(seeds: Iterable[tuple[int, int]]) -> Sequence[SeenCard]:
    """Look at cards of games, each of a seed and a level, with boxes made up by chance and learned."""
    found = list[SeenCard]()
    for seed, level in seeds:
        for look in looks(seed, level, is_made_up=True, turns=TURNS):
            true = next((spot for spot in look.truth["spots"] if spot["spot"] == "yield:0"), None)
            for odds, place in read_cards(look.image, small_of(look.image), look.known, look.memory):
                is_yield = true is not None and np.hypot(*(place[:2, 2] - true["at_px"])) < NEAR_PX
                likeliest = max(odds, key=odds.__getitem__)
                is_right = is_yield and true is not None and likeliest == true["holds"]
                found.append(SeenCard(odds[likeliest], bool(is_yield), bool(is_right)))
    return found


def tell_cards(seen: Sequence[SeenCard]) -> str:
    """Tell how likely yield cards are at least, and others at most, and how many are on the wrong side."""
    yields = [each.log_likelihood for each in seen if each.is_yield]
    others = [each.log_likelihood for each in seen if not each.is_yield]
    right = sum(each.is_right for each in seen)
    return (
        f"yield cards: {len(yields)}, at least {min(yields, default=0):.1f} nats, "
        f"{sum(each <= A_CARD for each in yields)} below A_CARD, {right} right\n"
        f"others: {len(others)}, at most {max(others, default=0):.1f} nats, "
        f"{sum(each > A_CARD for each in others)} above A_CARD"
    )
