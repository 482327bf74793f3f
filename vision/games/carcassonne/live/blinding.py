"""Where a lamp's glare blinds the camera: a figure may stand there that nobody can see."""

from collections.abc import Sequence
from functools import cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.game import Cell
from scoring.games.carcassonne.engine.moves import Meeple
from scoring.games.carcassonne.land.catalogue import faces, turned_side
from scoring.games.carcassonne.land.shapes import segment_at
from vision.games.carcassonne.face_templates import FINE_PX
from vision.games.carcassonne.live.memory import (
    CarcassonneBoxModel,
    FigureHypothesis,
    TrackedFigure,
    TrackedTile,
)
from vision.games.carcassonne.live.tracking import FrameLayout, TileTracks, window
from vision.games.carcassonne.tiles import UNEXPLAINED
from vision.image.colour import Floats
from vision.match.template import CHANNEL_WEIGHTS, compare, cut_patch, in_known_light, inner_pixels, lengths

PLACED = 0.44
"""In about so many turns a figure is placed: 1729 of 3976 in painted games."""
BRIGHTEST, AS_BRIGHT = 99.9, 0.9
"""A mirrored lamp is, in all its colours, as bright as the brightest of the picture (a percentile of its
pixels, and the share of that)."""
HIDES_PX = 11
"""A glare narrower than this, in pixels of 64 a tile, leaves some of every figure to be seen."""
BESIDE_PX = 5
"""A figure whose middle is so near to a glare is mostly hidden as well."""
DRAWN_WHITE = 99.0
"""What is drawn is hardly anywhere whiter than so many percent of what other tiles show."""
_POINTS = 16


def hidden_stands(
    tracked: TileTracks, cell: Cell, known: CarcassonneBoxModel, player: str, *, is_new: bool = False
) -> list[FigureHypothesis]:
    """List the figures that may stand on a tile under a glare, each as likely as the glare lets it be.

    Args:
        tracked: Where this tile and the others lie.
        cell: The tile's cell.
        known: The box.
        player: Whose figure it would be.
        is_new: Whether its look was made of what is seen of it, be it a glare.

    Returns:
        At most one for each segment; empty where the whole tile is to be seen.
    """
    laid, templates = tracked.laid[cell], known.looks
    others = [tile for at, tile in tracked.laid.items() if at != cell]
    blind = blinded(tracked.layout, laid, others if is_new else templates.fine[laid.look])
    if not blind.any():
        return []
    face, turns = templates.face[laid.look], int(templates.art_turns[laid.look])
    segments = _segments(face, turns)
    takes = [
        index
        for index, segment in enumerate(faces()[face].segments)
        if segment.feature not in ("river", "garden")
    ]
    step = FINE_PX // _POINTS
    hidden = cv2.dilate(blind.astype(np.uint8), _disc(2 * BESIDE_PX + 1)) > 0
    under = segments[hidden[step // 2 :: step, step // 2 :: step]]
    found = []
    for index in takes:
        covered = (under == index).sum() / max((segments == index).sum(), 1)
        share = PLACED * float(covered) / len(takes)
        if share > 0:
            segment = faces()[face].segments[index]
            side = tuple(turned_side(each, turns) for each in segment.sides[:1])
            figure = TrackedFigure(player, Meeple(segment.feature, side), _middle(laid, blind))
            found.append(FigureHypothesis(figure, float(np.log(share / (1 - PLACED)))))
    return found


def blinded(
    layout: FrameLayout, tracked: TrackedTile, known: Floats | Sequence[TrackedTile]
) -> NDArray[np.bool_]:
    """Mark, (64, 64), where a tile is as white as the brightest there is, and its print is not.

    Args:
        layout: The frame.
        tracked: Where the tile lies.
        known: Its print, (64, 64, 3) CIELAB; of a tile that has none the other tiles, as white as any print.
    """
    blue, green, red = cv2.split(layout.pixels.image)
    # Many times as fast as numpy's least along so short an axis.
    darkest: NDArray[Any] = np.asarray(cv2.min(cv2.min(blue, green), red))
    limit = AS_BRIGHT * float(np.percentile(darkest[::4, ::4], BRIGHTEST))
    shade = _cut(layout, darkest, tracked)
    white = shade >= limit
    if not white.any():
        return white
    if isinstance(known, np.ndarray):
        white &= _unlike(layout, tracked, known)
    else:
        drawn = [_cut(layout, darkest, other) for other in known]
        white &= shade > (np.percentile(drawn, DRAWN_WHITE) if drawn else 0.0)
    return np.asarray(cv2.morphologyEx(white.astype(np.uint8), cv2.MORPH_OPEN, _disc(HIDES_PX)) > 0)


def _cut(layout: FrameLayout, picture: NDArray[Any], tracked: TrackedTile) -> NDArray[Any]:
    """Cut a tile, (64, 64), out of a picture of the board from above."""
    return cut_patch(picture, tracked.place.pose(layout.pixels, FINE_PX), FINE_PX)


def _unlike(layout: FrameLayout, tracked: TrackedTile, known: Floats) -> NDArray[np.bool_]:
    """Mark, (64, 64), what a tile's print does not explain."""
    shown = window(layout, tracked.place.cell).fine
    observed = cut_patch(shown.image, tracked.place.pose(shown, FINE_PX), FINE_PX)
    spread = layout.light.spread
    fit = compare(inner_pixels(observed[None]), inner_pixels(known[None]), spread)
    return lengths((in_known_light(observed, fit) - known) * CHANNEL_WEIGHTS) > UNEXPLAINED * spread


def _disc(wide_px: int) -> NDArray[np.uint8]:
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (wide_px, wide_px)), np.uint8)


def _middle(tracked: TrackedTile, blind: NDArray[np.bool_]) -> tuple[float, float]:
    """Give the middle of what is hidden, in lattice coordinates."""
    y, x = (float(values.mean()) / FINE_PX - 0.5 for values in np.nonzero(blind))
    cos, sin = np.cos(tracked.place.turn_rad), np.sin(tracked.place.turn_rad)
    return float(tracked.place.x + cos * x - sin * y), float(tracked.place.y + sin * x + cos * y)


@cache
def _segments(face: str, turns: int) -> NDArray[np.int8]:
    """(16, 16): the segment at each point of a tile that is turned."""
    places = [(index + 0.5) / _POINTS for index in range(_POINTS)]
    upright = np.array([[segment_at(faces()[face], x, y) for x in places] for y in places], np.int8)
    return np.rot90(upright, -turns)
