"""Figures that the net overlooked: they have the very colour of others of their player, and little else has.

Seen from aside a figure on a city can look like one of its houses to the net. But where some figures of a
player are known, it is known how their wood looks on this table; what is as large as a figure and looks so
is one, unless other parts of the board look so too.
"""

from collections.abc import Iterator, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.games.carcassonne.meeples import Blob, DetectedFigure, blob_of, cleaned, cover, surest_within
from vision.image.colour import Floats

SURE = 0.8
"""From figures that are surer their wood is learned."""
ALIKE = 16.0
LIGHTNESS = np.array([0.5, 1, 1], np.float32)
"""Colours of CIELAB are alike that are less apart, when lightness counts half: figures have shaded sides."""
LEAST_ODDS = -6.0
"""Where the net is surer than this that there is no wood there is none."""
LEAST_AREA, MOST_AREA = 0.045, 0.2
"""Of a tile."""
MOST_ELSEWHERE, MOST_BESIDE = 2.0, 0.08
"""Of what looks so elsewhere on the board, in areas of the piece, and of its surroundings, as a share: on 94
made-up boards 21 of 46 figures that the net overlooks are found so, and nothing else."""
BESIDE_PX, SHADE_PX = 4, 2


def find_missed(lab: Floats, odds: Floats, side_px: int, found: Sequence[DetectedFigure]) -> Iterator[Blob]:
    """Find what looks as the figures of a player do, and as nothing else does.

    Args:
        lab: (h, w, 3) the board from above.
        odds: (h, w) the log-odds of wood, as the net for figures tells them.
        side_px: The side of a tile.
        found: The figures that are known, with their confidence.
    """
    free = ~cover(found, odds.shape, SHADE_PX)
    shades = lab * LIGHTNESS
    for colour, woods in known_wood_colours(shades, odds, found).items():
        alike = _alike(shades, woods) & free
        yield from (blob_of(piece, colour) for piece in _pieces(alike, odds, side_px))


def known_wood_colours(shades: Floats, odds: Floats, found: Sequence[DetectedFigure]) -> dict[str, Floats]:
    """Tell how the wood of players looks by the sure ones of their figures, (n, 3), where they have any.

    Args:
        shades: (h, w, 3) the board from above, its lightness counting by ``LIGHTNESS``.
        odds: See ``find_missed``.
        found: See ``find_missed``.
    """
    woods: dict[str, list[Floats]] = {}
    for figure in sorted(found, key=lambda each: each.colour):
        if figure.confidence > SURE:
            woods.setdefault(figure.colour, []).append(np.median(surest_within(figure, shades, odds), axis=0))
    return {colour: np.array(some, np.float32) for colour, some in woods.items()}


def _alike(shades: Floats, woods: Floats) -> NDArray[np.bool_]:
    """(h, w): which of (h, w, 3) has nearly one of (n, 3) colours."""
    flat = shades.reshape(-1, 3)
    near = np.min((woods**2).sum(axis=1)[:, None] - 2 * woods @ flat.T, axis=0)
    return np.asarray(near + np.einsum("ij,ij->i", flat, flat) < ALIKE**2).reshape(shades.shape[:2])


def _pieces(alike: NDArray[np.bool_], odds: Floats, side_px: int) -> Iterator[NDArray[np.bool_]]:
    number, labels, stats, _ = cv2.connectedComponentsWithStats(cleaned(alike & (odds > LEAST_ODDS)))
    for part in range(1, number):
        area = stats[part, cv2.CC_STAT_AREA]
        if not LEAST_AREA < area / side_px**2 < MOST_AREA:
            continue
        piece = labels == part
        elsewhere = np.count_nonzero(alike & ~piece)
        if elsewhere < MOST_ELSEWHERE * area and _share_beside(alike, piece) < MOST_BESIDE:
            yield piece


def _share_beside(alike: NDArray[np.bool_], piece: NDArray[np.bool_]) -> float:
    beside = cv2.dilate(piece.astype(np.uint8), np.ones((2 * BESIDE_PX + 1,) * 2, np.uint8)) > 0
    return float(alike[beside & ~piece].mean())
