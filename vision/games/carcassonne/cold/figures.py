"""Figures in a box that nobody has learned: where the net saw wood, whatever its colour."""

from collections.abc import Iterator, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.games.carcassonne.cold.square_net import STRIDE_PX, Glance
from vision.games.carcassonne.meeples import (
    BLACK,
    LEAST_AREA,
    MOST_AREA,
    Blob,
    Figure,
    blob_of,
    cleaned,
    fit_blobs,
    wood_distance,
)
from vision.patches import Floats, lengths, to_lab
from vision.standing import Projection
from vision.view import View

LEAST_ODDS, CORE = 0.0, 0.6
"""Wood is where its log-odds are above the first; a figure's middle, where they are so far on to its most."""
REACH_PX = 9
"""The net tells coarsely where figures are: they reach so far beyond."""
SAME_WOOD = 15.0
LIGHT_COUNTS = 0.5
"""Wood is of one colour within so much, in CIELAB; its sides are lit differently, so light counts less."""
MARKED = 3.0
"""A colour further than this from every wood that is played with is none of them; see ``wood_distance``."""


def find_any_figures(
    view: View, seen: Glance, projection: Projection, colours: Sequence[str]
) -> list[Figure]:
    """Find figures by what the net tells, and name the nearest of the colours that are played with.

    Args:
        view: The board from above, bytes.
        seen: The glance in which tiles had their usual size.
        projection: From ``vision.standing.fit_projection``, of the same photograph.
        colours: The colours of the players.
    """
    lab = cv2.GaussianBlur(to_lab(np.asarray(view.image, np.uint8)), (0, 0), 1.0)
    return fit_blobs(
        list(_blobs(np.asarray(lab, np.float32), odds_in_view(view, seen), view, colours)), view, projection
    )


def odds_in_view(view: View, seen: Glance) -> Floats:
    """Show in a view, (h, w), how likely the net thinks a figure is there."""
    to_photo = np.array([[STRIDE_PX, 0, STRIDE_PX / 2], [0, STRIDE_PX, STRIDE_PX / 2], [0, 0, seen.scale]])
    shown = cv2.warpPerspective(
        np.asarray(seen.told[8], np.float32),
        np.linalg.inv(to_photo) @ view.homography,
        view.image.shape[1::-1],
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return np.asarray(shown, np.float32)


def _blobs(lab: Floats, odds: Floats, view: View, colours: Sequence[str]) -> Iterator[Blob]:
    """Cut out what is of one colour around each place where the net is surest of a figure."""
    number, labels = cv2.connectedComponents((odds > LEAST_ODDS).astype(np.uint8))
    around = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * REACH_PX + 1,) * 2)
    for part in range(1, number):
        here = labels == part
        core = here & (odds >= LEAST_ODDS + CORE * (odds[here].max() - LEAST_ODDS))
        wood = np.median(lab[core], axis=0)
        reach: NDArray[np.bool_] = cv2.dilate(here.astype(np.uint8), around) > 0
        mask = _of_one_colour(lab, wood, reach, core)
        area = float(mask.sum()) / view.side_px**2
        name = _name(wood, colours)
        if LEAST_AREA < area < MOST_AREA and name is not None:
            yield blob_of(mask, name)


def _of_one_colour(
    lab: Floats, wood: Floats, reach: NDArray[np.bool_], core: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """Mark what has a colour within reach, in one piece with the core."""
    apart = lengths((lab - wood) * np.array([LIGHT_COUNTS, 1, 1], np.float32))
    _, labels = cv2.connectedComponents(cleaned((apart < SAME_WOOD) & reach))
    inside = labels[core & (labels > 0)]
    if not len(inside):
        return np.zeros_like(reach)
    return np.asarray(labels == np.bincount(inside).argmax())


def _name(wood: Floats, colours: Sequence[str]) -> str | None:
    """Name the nearest of some colours; None where none is near."""
    far = wood_distance(np.asarray(wood, np.float32)[None, None], colours)[0, 0]
    best = int(far.argmin())
    most = MARKED / 2 if colours[best] == BLACK else MARKED
    return colours[best] if far[best] <= most else None
