"""Yield cards by the names under which their prints are kept."""

from collections.abc import Mapping

from scoring.games.tuscany.drawing.components import read_yield
from scoring.games.tuscany.land.box import YieldCard


def card_of(odds: Mapping[str, float]) -> YieldCard:
    """Give the card that fits best; one that nobody has read where none is in view.

    >>> card_of({"green1+cards2": -1.0, "hex1": -7.0}) == YieldCard(green=1, cards=2)
    True
    """
    return read_yield(max(odds, key=lambda each: odds[each]) if odds else "")
