"""Figures in a box that nobody has learned: where the net sees wood, whatever its colour."""

from collections.abc import Iterator, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.games.carcassonne.meeples import (
    LEAST_AREA,
    MOST_AREA,
    Blob,
    Figure,
    blob_of,
    cleaned,
    fit_blobs,
    wood_distance,
)
from vision.patches import Floats, to_lab
from vision.standing import Projection
from vision.view import View

ODDS = (0.0, 1.0, 2.0, 3.0)
"""Wood is where its log-odds are above the first; what is too large for one figure may be two that are told
apart by the next."""
CORE = 0.5
"""The colour is that of this share of it, of which the net is surest."""
SURE, CONTRAST = 2.5, 18.0
"""Where the mean of its log-odds is less than the first, wood differs by the second from what is around, in
CIELAB: what has the colour of its ground is mostly a part of the drawing."""
RING_PX = (2, 6)
"""What is around it begins and ends so far from it."""
GAMMA, BRIGHT, WHITE, HALF = 2.2, 99.0, 0.85, 0.5
"""So many percent of a board's light are less than its brightest parts, which are made so white."""
_LINEAR = np.asarray((np.arange(256, dtype=np.float32) / 255) ** GAMMA, np.float32)
"""The light of each byte."""
INSIDE = 0.47
"""In tiles: so far from its middle a tile lies for certain."""
LEAST_LIKENESS = 0.62
"""More is asked of a figure than where a print tells what belongs to the tile."""
MARKED = 1.15
"""A colour further than this from every wood that is played with is none of them; see ``wood_distance``."""


def find_any_figures(
    view: View, odds: Floats, projection: Projection, colours: Sequence[str]
) -> list[Figure]:
    """Find figures by what the net tells, and name the nearest of the colours that are played with.

    Args:
        view: The board from above, bytes, 64 pixels a tile.
        odds: (h, w) what the net tells of it.
        projection: From ``vision.standing.fit_projection``, of the same photograph.
        colours: The colours of the players.
    """
    image = np.asarray(view.image, np.uint8)
    lab = np.asarray(cv2.GaussianBlur(to_lab(image), (0, 0), 1.0), np.float32)
    figures = fit_blobs(list(_blobs(lab, odds, view.side_px, colours)), view, projection, abbots=True)
    return [one for one in figures if one.best >= LEAST_LIKENESS]


def in_white_light(view: View, middles: Sequence[tuple[float, float]], least_tint: float = 1.0) -> View:
    """Take half of the lamp's colour, and its dimness, out of a view of bytes.

    The brightest parts of tiles, roads above all, are nearly white in any box; but not quite, hence half.

    Args:
        view: The board from above.
        middles: Of the tiles, in its pixels.
        least_tint: Where the lamp's strongest colour is fewer times its weakest the view is left as it is.
    """
    where = np.zeros(view.image.shape[:2], np.uint8)
    for x, y in middles:
        cv2.circle(where, (round(x), round(y)), round(INSIDE * view.side_px), 1, cv2.FILLED)
    image = np.asarray(view.image, np.uint8)
    lit = _LINEAR[image[where > 0]]
    lamp = np.percentile(lit, BRIGHT, axis=0) + 1e-6
    if lamp.max() < least_tint * lamp.min():
        return view
    tint = (lamp / lamp.mean()) ** HALF
    white = max(float(np.percentile(lit / tint, BRIGHT)), 1e-6)
    shown = np.clip(_LINEAR[:, None] / tint * (WHITE / white), 0, 1) ** (1 / GAMMA) * 255
    return view._replace(image=cv2.LUT(image, shown.astype(np.uint8)[None]))


def _blobs(lab: Floats, odds: Floats, side_px: int, colours: Sequence[str]) -> Iterator[Blob]:
    for mask in _pieces(odds, side_px, odds > -np.inf, ODDS):
        core = mask & (odds >= np.quantile(odds[mask], 1 - CORE))
        wood = np.median(lab[core], axis=0)
        name = _name(wood, colours)
        is_sure = odds[mask].mean() > SURE or np.linalg.norm(wood - _around(lab, mask)) > CONTRAST
        if name is not None and is_sure:
            yield blob_of(mask, name)


def _around(lab: Floats, mask: NDArray[np.bool_]) -> Floats:
    """Give the usual colour of what is around a piece."""
    near, far = (cv2.dilate(mask.astype(np.uint8), np.ones((2 * px + 1,) * 2, np.uint8)) for px in RING_PX)
    return np.asarray(np.median(lab[far > near], axis=0), np.float32)


def _pieces(
    odds: Floats, side_px: int, within: NDArray[np.bool_], levels: Sequence[float]
) -> Iterator[NDArray[np.bool_]]:
    """Give the pieces of about a figure's size; a larger one is taken apart by more certainty."""
    number, labels, stats, _ = cv2.connectedComponentsWithStats(cleaned(within & (odds > levels[0])))
    for part in range(1, number):
        area = stats[part, cv2.CC_STAT_AREA] / side_px**2
        if area >= MOST_AREA and len(levels) > 1:
            yield from _pieces(odds, side_px, labels == part, levels[1:])
        elif LEAST_AREA < area < MOST_AREA:
            yield labels == part


def _name(wood: Floats, colours: Sequence[str]) -> str | None:
    """Name the nearest of some colours; None where none is near."""
    far = wood_distance(np.asarray(wood, np.float32)[None, None], colours)[0, 0]
    best = int(far.argmin())
    return colours[best] if far[best] <= MARKED else None
