"""Pictures of how a part of the table would look, by prints or an earlier look, and what has changed."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.game import Cell
from vision.games.carcassonne.face_templates import FINE_PX, FaceTemplates
from vision.games.carcassonne.live.memory import CarcassonneBoxModel, Plain, TrackedTile
from vision.games.carcassonne.live.tracking import FrameLayout, Window, window, wood_around
from vision.games.carcassonne.meeples import GRAIN_PX, without_specks
from vision.games.carcassonne.tiles import UNEXPLAINED, is_shaded
from vision.games.carcassonne.wood_colours import BLACK, only, wood_distance
from vision.geometry.rectify import View
from vision.image.colour import Floats
from vision.match.template import (
    CHANNEL_WEIGHTS,
    Pose,
    compare,
    cut_patch,
    inner_pixels,
    lengths,
    patch_to_view,
)

SHADE = 2.0
"""Spreads that the tint of a shadow may differ from that of its ground."""
FAINT, PLAIN = 1.5, 1.15
"""What has a player's colour needs to differ by so many spreads only, where the print is further than
this from that colour."""
NOISE, DIFFERENT = 4.0, 7.0
"""In CIELAB units: how far a pixel strays from look to look, and how far it must to be another thing."""
SLIP_PX = 1
DARKER_THAN_TABLE = 15.0
SURELY_WOOD = 2.0
"""A piece that the net alone takes for wood is as sure as this somewhere; log-odds."""
NEARLY_WOOD, RISEN, SLIGHTLY = -1.5, 4.0, 2.0
"""What is nearly wood to the net has come where its log-odds were so much less, and where it differs at least
by the third, in CIELAB, on the mean around each pixel."""


def strange_pixels(
    shown: Window,
    tracked: Mapping[Cell, TrackedTile],
    known: CarcassonneBoxModel,
    spread: float,
    colours: Sequence[str],
) -> NDArray[np.bool_]:
    """Mark what neither prints nor table nor their shadows explain.

    Less strangeness is asked of what has a player's colour where the print has none of it.

    Args:
        shown: The cells looked at.
        tracked: The tiles in it.
        known: The box.
        spread: Standard deviation of an honest pixel.
        colours: The players' colours.

    Returns:
        (h, w).
    """
    view = shown.fine.image
    expected, covered = _expect(shown.fine, tracked, known.looks, spread)
    apart = _apart(view, expected)
    bright = only((colour for colour in colours if colour != BLACK), known.learned.woods)
    far, plain = wood_distance(shown.wood, bright), wood_distance(expected, bright)
    painted = (far < 1) & (plain > PLAIN)
    faint = np.where(painted.any(axis=-1), FAINT, UNEXPLAINED) * spread
    limit = np.where(covered, faint, 2 * UNEXPLAINED * spread)
    black = wood_distance(shown.wood, only([BLACK]))[..., 0] < 1
    table_light = np.median(shown.wood[~covered][:, 0]) if (~covered).any() else 100.0
    black &= covered | (shown.wood[..., 0] < table_light - DARKER_THAN_TABLE)
    shaded = is_shaded(view, expected, SHADE * spread)
    return without_specks((apart > limit) & (black | painted.any(axis=-1) | ~shaded))


def cut_out(layout: FrameLayout, tile: TrackedTile) -> Plain:
    """Cut a tile out as it is seen now."""
    shown, odds = window(layout, tile.place.cell), wood_around(layout, tile.place.cell).odds
    pose = tile.place.pose(shown.fine, FINE_PX)
    return Plain(cut_patch(shown.wood, pose, FINE_PX), cut_patch(odds, pose, FINE_PX))


class ChangedPixels(NamedTuple):
    """What is otherwise on a tile than when it was seen without a figure, (h, w) each.

    Attributes:
        plain: Where it looks otherwise, shadows left out.
        any: There, and where the net sees wood and saw none: green wood may come to a green field.
    """

    plain: NDArray[np.bool_]
    any: NDArray[np.bool_]


def changes_since(shown: Window, tile: TrackedTile, before: Plain, odds: Floats) -> ChangedPixels:
    """Tell where a tile no longer looks as it did.

    Black wood looks like a shadow, but for the net, whose (h, w) odds tell it; where the tile looks not even
    a little otherwise they count nothing, for what lies beside is not all the same to the net. The light of
    the prints would do no good here: it dims colours that no print shows.
    """
    view, pose = shown.wood, tile.place.pose(shown.fine, FINE_PX)
    pictured, there = _laid_down(_in_seen_light(before.shown, view, pose, NOISE), pose, odds.shape)
    old, _ = _laid_down(before.odds, pose, odds.shape)
    shaded = is_shaded(view, pictured, SHADE * NOISE) & (odds < SURELY_WOOD)
    plain = without_specks(there & (_apart(view, pictured) > DIFFERENT) & ~shaded)
    apart = np.asarray(cv2.blur(view - pictured, (GRAIN_PX, GRAIN_PX)), np.float32)
    risen = (lengths(apart) > SLIGHTLY) & (odds > NEARLY_WOOD) & (odds - old > RISEN)
    return ChangedPixels(plain, plain | without_specks(there & risen))


def _apart(observed: Floats, pictured: Floats) -> Floats:
    """(h, w): how far pixels are from the nearest like them around their place in a picture."""
    around = np.ones((2 * SLIP_PX + 1,) * 2, np.uint8)
    nearest = np.clip(observed, cv2.erode(pictured, around), cv2.dilate(pictured, around))
    return lengths((observed - nearest) * CHANNEL_WEIGHTS)


def _in_seen_light(known: Floats, view: Floats, pose: Pose, spread: float) -> Floats:
    """Give a picture of a tile, (64, 64, 3), the light in which the tile is seen in a view."""
    observed = cut_patch(view, pose, FINE_PX)
    fit = compare(inner_pixels(observed[None]), inner_pixels(known[None]), spread)
    return np.asarray((known - fit.known[0]) * fit.gain[0] + fit.seen[0], np.float32)


def _laid_down(patch: Floats, pose: Pose, shape: tuple[int, int]) -> tuple[Floats, NDArray[np.bool_]]:
    """Lay a patch, 64 pixels wide, down in an empty view, and tell where it lies."""
    to_view = patch_to_view(pose, FINE_PX)
    there = cv2.warpAffine(np.ones((FINE_PX, FINE_PX), np.uint8), to_view, shape[::-1]) > 0
    laid = cv2.warpAffine(
        np.asarray(patch, np.float32), to_view, shape[::-1], borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(laid, np.float32), there


def _expect(
    view: View, tracked: Mapping[Cell, TrackedTile], templates: FaceTemplates, spread: float
) -> tuple[Floats, NDArray[np.bool_]]:
    """Picture what a view would show if no figure stood there.

    Returns:
        (h, w, 3) CIELAB, and (h, w) where tiles lie.
    """
    height, width = view.image.shape[:2]
    pictured = np.empty_like(view.image)
    covered = np.zeros((height, width), bool)
    for tile in tracked.values():
        pose = tile.place.pose(view, FINE_PX)
        print_here = _in_seen_light(templates.fine[tile.look], view.image, pose, spread)
        patch_here, there = _laid_down(print_here, pose, (height, width))
        cv2.copyTo(patch_here, there.astype(np.uint8), pictured)
        covered |= there
    if not covered.all():
        pictured[~covered] = np.median(view.image[~covered], axis=0)
    return pictured, covered
