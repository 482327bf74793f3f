"""The net that tells where on a board figures are, whatever their wood and the drawing under them.

It looks at the board as it is seen from above, every tile 64 pixels wide; what stands on it leans.
"""

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np
import torch
from numpy.random import Generator
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from scoring.games.carcassonne.drawing.buildings import TILE_MM
from vision.games.carcassonne.cold.figure_net import STRIDE_PX, TOLD
from vision.games.carcassonne.face_templates import FINE_PX
from vision.games.carcassonne.training.boxes import Box
from vision.games.carcassonne.training.squares import recoloured
from vision.games.carcassonne.training.tables import KINDS, LIGHT, PaintedTile, TileScene, paint_table
from vision.reader import Image
from vision.simulator.camera.camera import SimCamera, project
from vision.training import learning
from vision.training.layers import Residual, descending, evened
from vision.training.tabletops import FINER, photograph

VIEW_PX, FRAME_PX = 176, 128
"""Drawn so large, of which a part is shown."""
FIGURES_A_TILE, MOST_FIGURES = 1.0, 12
BATCH = 32
WITH_FIGURE = 0.75
"""So many views have a tile with a figure in their middle, where there is one."""
ASIDE, ASKEW_RAD = 0.1, np.deg2rad(1.5)
"""Standard deviations: so far, in tiles, a tile lies off the middle of a view, and so far it is turned."""
OUTSIDE = 255
"""In place of a kind where the photograph ends."""
RARE = 2.0
"""Figures cover little of a board, and one missed weighs as much as two falsely called one."""
LYING_WEIGHT, ABBOT_WEIGHT = 0.15, 0.05
"""What a figure told to lie, or to be an abbot, wrongly weighs beside a place told wrongly."""
UP = (2, 1, 0)
"""The levels, from the coarsest on, to which what is told there is added."""
LYING = [float(kind is not None and kind[1]) for kind in KINDS]
ABBOT = [float(kind is not None and kind[0] == "abbot") for kind in KINDS]


class FigureNet(nn.Module):
    """(n, 3, height, width) blue, green and red, 0 to 1, to (n, 3, height / 2, width / 2).

    See ``cold.figure_net`` for what is told.
    """

    def __init__(self, width: int = 16) -> None:
        super().__init__()
        widths = (width, 2 * width, 3 * width, 4 * width)
        self.down = descending(3, width)
        self.up = nn.ModuleList(
            nn.ModuleList([nn.Conv2d(widths[level + 1], widths[level], 1), Residual(widths[level])])
            for level in UP
        )
        self.last = nn.Conv2d(width, TOLD, 3, padding=1)

    def forward(self, seen: Tensor) -> Tensor:
        """Tell of every place whether a figure is there, and which."""
        levels = [evened(seen)]
        for layer in self.down:
            levels.append(layer(levels[-1]))
        found = levels.pop()
        for level, (narrower, both) in zip(UP, self.up, strict=True):
            wide = functional.interpolate(narrower(found), scale_factor=2.0, mode="nearest")
            found = both(levels[level + 1] + wide)
        told: Tensor = self.last(found)
        return told


class FigureView(NamedTuple):
    """A part of a board from above, (176, 176, 3), and the (88, 88) kinds of figures on it."""

    image: Image
    kinds: NDArray[np.uint8]


def show_view(box: Box, chance: Generator) -> FigureView:
    """Photograph a made-up table and look at some tile of it, and what is around, from above."""
    scene = paint_table(box, chance, FIGURES_A_TILE, MOST_FIGURES)
    tile = scene.laid[_some_tile(scene, chance)]
    photo = photograph(scene.painting, LIGHT, chance)
    to_photo = _to_photo(scene.camera, tile, chance)
    size_px = (VIEW_PX, VIEW_PX)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    image = cv2.warpPerspective(photo, to_photo, size_px, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    places_px = (VIEW_PX // STRIDE_PX, VIEW_PX // STRIDE_PX)
    to_scene = _enlarging(FINER) @ to_photo @ _enlarging(STRIDE_PX)
    flags = cv2.INTER_NEAREST | cv2.WARP_INVERSE_MAP
    kinds = cv2.warpPerspective(scene.kinds, to_scene, places_px, flags=flags, borderValue=OUTSIDE)
    return FigureView(np.asarray(image, np.uint8), np.asarray(kinds, np.uint8))


def _to_photo(camera: SimCamera, tile: PaintedTile, chance: Generator) -> NDArray[np.floating]:
    """(3, 3): from the middles of the pixels of a view around a tile to those of the photograph."""
    half_mm = VIEW_PX / FINE_PX / 2 * TILE_MM
    turn_rad = tile.turn_rad + chance.normal(0, ASKEW_RAD)
    cos, sin = np.cos(turn_rad), np.sin(turn_rad)
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half_mm @ np.array([[cos, sin], [-sin, cos]])
    observed = project(camera, corners + tile.at_mm + chance.normal(0, ASIDE, 2) * TILE_MM) / FINER
    flat = np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) * VIEW_PX
    corners_px = (observed - 0.5).astype(np.float32)
    return np.asarray(cv2.getPerspectiveTransform((flat - 0.5).astype(np.float32), corners_px))


def _enlarging(times: int) -> NDArray[np.floating]:
    """(3, 3): from the middles of large pixels to the small ones they are made of."""
    return np.array([[times, 0, (times - 1) / 2], [0, times, (times - 1) / 2], [0, 0, 1]])


def _some_tile(scene: TileScene, chance: Generator) -> int:
    """Choose a tile in the middle of the frame, mostly one with a figure."""
    quarter = len(scene.which) // 4
    middle = slice(quarter, -quarter), slice(quarter, -quarter)
    which, kinds = scene.which[middle], scene.kinds[middle]
    covered = np.unique(which[(kinds > 0) & (which >= 0)])
    some = covered if len(covered) and chance.random() < WITH_FIGURE else np.unique(which[which >= 0])
    return int(chance.choice(some if len(some) else np.arange(len(scene.laid))))


class FigureBatch(NamedTuple):
    """Some views, (n, 3, 128, 128), and the (n, 64, 64) kinds of figures on them."""

    seen: Tensor
    kinds: Tensor


def show(images: Tensor, kinds: Tensor, chosen: Tensor) -> FigureBatch:
    """Show parts of views, turned and mirrored by chance, in one more light."""
    room = (VIEW_PX - FRAME_PX) // STRIDE_PX + 1
    left, top = torch.randint(0, room, (2,)).tolist()
    part = (
        slice(top * STRIDE_PX, top * STRIDE_PX + FRAME_PX),
        slice(left * STRIDE_PX, left * STRIDE_PX + FRAME_PX),
    )
    side = FRAME_PX // STRIDE_PX
    seen = images[chosen][:, part[0], part[1]].permute(0, 3, 1, 2).float() / 255
    truth = kinds[chosen][:, top : top + side, left : left + side].long()
    turns = int(torch.randint(0, 4, (1,)))
    seen, truth = torch.rot90(seen, turns, (-2, -1)), torch.rot90(truth, turns, (-2, -1))
    if torch.rand(1) < 0.5:
        seen, truth = seen.flip(-1), truth.flip(-1)
    return FigureBatch(recoloured(seen), truth)


def loss_of(told: Tensor, lesson: FigureBatch) -> Tensor:
    """Measure how wrong the net is; which figure it is is only asked where there is one."""
    is_asked = (lesson.kinds != OUTSIDE).float()
    kinds = lesson.kinds * (lesson.kinds != OUTSIDE)
    is_figure = (kinds > 0).float()
    there = functional.binary_cross_entropy_with_logits(
        told[:, 0], is_figure, reduction="none", pos_weight=torch.tensor(RARE)
    )
    wrong = (there * is_asked).sum() / is_asked.sum()
    for answer, truth, weight in ((1, LYING, LYING_WEIGHT), (2, ABBOT, ABBOT_WEIGHT)):
        is_so = torch.tensor(truth)[kinds]
        which = functional.binary_cross_entropy_with_logits(told[:, answer], is_so, reduction="none")
        wrong = wrong + weight * (which * is_figure).sum() / is_figure.sum().clamp(min=1)
    return wrong


def begin(shown: Sequence[FigureView], batch: int | None = None) -> learning.Pupil:
    """Make a net that learns from batches of so many views."""
    images = torch.tensor(np.array([view.image for view in shown]))
    kinds = torch.tensor(np.array([view.kinds for view in shown]))
    net = FigureNet().to(memory_format=torch.channels_last)

    def any_lesson() -> FigureBatch:
        return show(images, kinds, torch.randint(0, len(images), (batch or BATCH,)))

    def wrong(lesson: FigureBatch) -> Tensor:
        return loss_of(learning.asked(net, lesson.seen), lesson)

    return learning.Pupil(net, any_lesson, wrong, (3, FRAME_PX, FRAME_PX), any_size=True, warming=0.1)
