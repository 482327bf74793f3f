"""Yield cards by the names under which their prints are kept."""

import re
from collections.abc import Mapping

from scoring.games.tuscany.land.box import YieldCard

_PART = re.compile(r"(red|green|cards|marble|workers|hex)(\d{1,2})")


def card_of(odds: Mapping[str, float]) -> YieldCard:
    """Give the card that fits best; one that nobody has read where none is in view.

    >>> card_of({"green1+cards2": -1.0, "hex1": -7.0}) == YieldCard(green=1, cards=2)
    True
    """
    name = max(odds, key=lambda each: odds[each]) if odds else ""
    return YieldCard(**{what: int(count) for what, count in _PART.findall(name)})
