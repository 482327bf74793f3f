"""Whether a figure lies: told by the net from how it looks, and weighed with its outline."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from tabletop import Tabletop, tile

from scoring.games.carcassonne.engine.moves import TilePlacement
from vision.games.carcassonne.cold.figure_net import look_for_wood
from vision.games.carcassonne.face_templates import FINE_PX
from vision.games.carcassonne.meeples import FIGURE_PX, DetectedFigure, with_poses
from vision.games.carcassonne.standpoints import Ground, standpoints
from vision.match.template import Pose
from vision.reader import Image

STYLES = (910_001, 910_002, 910_003, 910_004)
CELL = (1, 0)
THIEF, FARMER = tile("red", "U", 1, CELL, "road", "W"), tile("red", "U", 1, CELL, "field", "N")
SIDE_PX = 3 * FINE_PX
CHANGED = 25
"""So much darker or lighter is a pixel that shows a figure now."""


def from_above(table: Tabletop) -> Image:
    """The tile and what is around it, every tile 64 pixels wide."""
    corners = table.corners_px(CELL).astype(np.float32)
    square = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32) * FINE_PX + FINE_PX
    to_view = cv2.getPerspectiveTransform(corners, square)
    return np.asarray(cv2.warpPerspective(table.photo(), to_view, (SIDE_PX, SIDE_PX)), np.uint8)


def told_lying(style: int, move: TilePlacement) -> float:
    """What the net says of the figure of a turn."""
    table = Tabletop("cloth", style=style)
    table.lay_bare(move)
    bare = from_above(table)
    table.put(move)
    view = from_above(table)
    is_figure = cv2.absdiff(view, bare).max(axis=2) > CHANGED
    return float(look_for_wood(view).lies[is_figure].mean())


@pytest.mark.parametrize("style", STYLES)
def test_the_net_tells_a_figure_that_lies_from_one_that_stands_in_a_box_it_does_not_know(style: int) -> None:
    assert told_lying(style, FARMER) > 0 > told_lying(style, THIEF)


def of_any_outline(lies: float) -> DetectedFigure:
    """A figure beside a road whose outline covers it lying as well as standing."""
    half = FIGURE_PX // 2
    mask = np.zeros((FIGURE_PX, FIGURE_PX), bool)
    mask[half - 8 : half + 8, half - 6 : half + 6] = True
    at = (FINE_PX / 2, FINE_PX / 2 + 5)
    one = DetectedFigure("red", mask, at, {"standing": 0.8, "lying": 0.8}, {"standing": at, "lying": at})
    said: NDArray[np.float32] = np.full((FINE_PX, FINE_PX), lies, np.float32)
    return with_poses([one], said)[0]


@pytest.mark.parametrize(("lies", "feature"), [(3.0, "field"), (-3.0, "road")])
def test_of_two_outlines_that_cover_a_figure_alike_the_one_counts_that_the_net_sees(
    lies: float, feature: str
) -> None:
    ground = {(0, 0): Ground("U", 1, Pose(FINE_PX / 2, FINE_PX / 2, 0.0))}
    assert standpoints(of_any_outline(lies), ground)[0].feature == feature


def test_the_net_never_outweighs_a_clear_outline() -> None:
    clear = of_any_outline(50.0)._replace(likeness={"standing": 0.9, "lying": 0.6})
    ground = {(0, 0): Ground("U", 1, Pose(FINE_PX / 2, FINE_PX / 2, 0.0))}
    assert standpoints(clear, ground)[0].feature == "road"
