"""Abbots: told from followers by their shape, and standing only where the rules let them."""

from collections.abc import Iterator

import numpy as np

from vision.games.carcassonne.cold.figure_net import Wood
from vision.games.carcassonne.meeples import FIGURE_PX, Figure
from vision.patches import Floats


def with_shape(figure: Figure, wood: Wood) -> Figure:
    """Tell of a figure how likely it is an abbot.

    Args:
        figure: A figure of a view.
        wood: What the net tells of that view.
    """
    return figure._replace(abbot_odds=mean_within(figure, wood.is_abbot))


def mean_within(figure: Figure, told: Floats) -> float:
    """Give the mean over a figure of what is told of every pixel, (h, w), of its view."""
    height, width = told.shape
    left, top = (round(value - FIGURE_PX / 2) for value in figure.centre)
    rows, columns = np.nonzero(figure.mask)
    rows, columns = rows + top, columns + left
    inside = (rows >= 0) & (rows < height) & (columns >= 0) & (columns < width)
    return float(told[rows[inside], columns[inside]].mean())


def kinds(feature: str, odds: float | None) -> Iterator[tuple[str, float]]:
    """Give which figures may stand on a feature, each with its log-likelihood.

    Args:
        feature: What the figure stands on.
        odds: The log-odds that it is an abbot; None where there are no abbots.
    """
    if odds is None:
        yield "follower", 0.0
        return
    if feature in ("cloister", "garden"):
        yield "abbot", -float(np.logaddexp(0, -odds))
    if feature != "garden":
        yield "follower", -float(np.logaddexp(0, odds))
