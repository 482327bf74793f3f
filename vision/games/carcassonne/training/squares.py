"""The net that tells where tiles lie in a photograph, and what it is taught with.

A tile's east and south sides in the frame, as complex numbers e and s, are (e - is)/2, which is the tile were
it seen straight from above, and (e + is)/2, which is how it is sheared. Turned by a quarter the first is
multiplied by i and the second by -i, and the tile is the same; so the fourth power of the first and the
product of both are told, which stay as they are.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from vision.games.carcassonne.cold.square_net import (
    FRAME_PX,
    LEAST_SIDE_PX,
    MOST_SIDE_PX,
    STRIDE_PX,
    TOLD,
    USUAL_SIDE_PX,
)
from vision.games.carcassonne.training import learning, tables
from vision.games.carcassonne.training.layers import Residual, evened, shrinking
from vision.games.carcassonne.training.tables import TableSample

UNSURE = 1.15
"""What is so many times too small or too large is neither called a tile nor none."""
OTHER_SIZE_SHARE = 0.15
PLACES = FRAME_PX // STRIDE_PX
BATCH = 32
RARE = 6.0
"""Figures cover little of a table, and one missed weighs as much as so many places falsely called one."""


class SquareNet(nn.Module):
    """(n, 3, height, width) blue, green and red, 0 to 1, to (n, 9, height / 8, width / 8).

    See ``cold.square_net`` for what is told.
    """

    def __init__(self, width: int = 16) -> None:
        super().__init__()
        self.near = nn.Sequential(
            shrinking(3, width),
            shrinking(width, 2 * width),
            Residual(2 * width),
            shrinking(2 * width, 4 * width),
            Residual(4 * width),
            Residual(4 * width),
        )
        self.far = nn.Sequential(shrinking(4 * width, 6 * width), Residual(6 * width), Residual(6 * width))
        self.together = nn.Conv2d(6 * width, 4 * width, 1)
        self.last = nn.Sequential(Residual(4 * width), Residual(4 * width), nn.Conv2d(4 * width, TOLD, 1))

    def forward(self, seen: Tensor) -> Tensor:
        """Tell of every place what lies there."""
        near = self.near(evened(seen))
        wide = functional.interpolate(self.together(self.far(near)), scale_factor=2.0, mode="nearest")
        told: Tensor = self.last(near + wide)
        return told


class SquareBatch(NamedTuple):
    """Some pictures and what is true of them.

    Attributes:
        seen: (n, 3, 128, 128).
        told: (n, 9, 16, 16), the truth in place of log-odds.
        is_asked: (n, 16, 16) where whether there is a tile has an answer.
    """

    seen: Tensor
    told: Tensor
    is_asked: Tensor


def show(images: Tensor, truths: Tensor, chosen: Tensor) -> SquareBatch:
    """Show parts of tables, mostly at such a size that their tiles have the usual one.

    Args:
        images: (m, 256, 256, 3) bytes.
        truths: (m, 9, 32, 32), from ``tables.show_table``.
        chosen: (n,) which of them.
    """
    number = len(chosen)
    seen = images[chosen].permute(0, 3, 1, 2).float() / 255
    truth = truths[chosen].float()
    is_tile = truth[:, 0] > 0
    side_px = 2 ** ((truth[:, 3] * is_tile).sum((1, 2)) / is_tile.sum((1, 2)).clamp(min=1))
    wanted_px = torch.exp(torch.rand(number) * np.log(MOST_SIDE_PX / LEAST_SIDE_PX)) * LEAST_SIDE_PX
    is_other = torch.rand(number) < OTHER_SIZE_SHARE
    wanted_px = torch.where(is_other, wanted_px * 2 ** (torch.rand(number) * 3 - 1.5), wanted_px)
    scale = (wanted_px / side_px.clamp(min=10)).clamp(FRAME_PX / tables.FRAME_PX, 1.5)
    room = tables.FRAME_PX - FRAME_PX / scale
    corner = torch.rand(number, 2) * room[:, None]
    lesson = _cut(seen, truth, scale, corner)
    return _turned(lesson._replace(seen=learning.in_any_light(lesson.seen)), int(torch.randint(0, 4, (1,))))


def _cut(seen: Tensor, truth: Tensor, scale: Tensor, corner: Tensor) -> SquareBatch:
    """Cut a part out of every picture, resized; its corner is given in the pixels of the whole."""
    whole = tables.FRAME_PX
    pixels = (torch.arange(FRAME_PX) + 0.5) / scale[:, None]
    x, y = pixels + corner[:, :1], pixels + corner[:, 1:]
    grid = torch.stack(
        [
            x[:, None, :].expand(-1, FRAME_PX, -1) * 2 / whole - 1,
            y[:, :, None].expand(-1, -1, FRAME_PX) * 2 / whole - 1,
        ],
        -1,
    )
    part = functional.grid_sample(seen, grid, padding_mode="border", align_corners=False)
    places = (torch.arange(PLACES) + 0.5) * STRIDE_PX / scale[:, None]
    x, y = places + corner[:, :1], places + corner[:, 1:]
    column = (x / tables.STRIDE_PX).long().clamp(0, truth.shape[3] - 1)
    row = (y / tables.STRIDE_PX).long().clamp(0, truth.shape[2] - 1)
    each = torch.arange(len(scale))[:, None, None]
    told = truth[each, :, row[:, :, None], column[:, None, :]].permute(0, 3, 1, 2).clone()
    side_px = 2 ** told[:, 3]
    told[:, 1] += (((column + 0.5) * tables.STRIDE_PX - x)[:, None, :]) / side_px
    told[:, 2] += (((row + 0.5) * tables.STRIDE_PX - y)[:, :, None]) / side_px
    side_px = side_px * scale[:, None, None]
    told[:, 3] = torch.log2(side_px / USUAL_SIDE_PX)
    fits = (side_px > LEAST_SIDE_PX) & (side_px < MOST_SIDE_PX)
    nearly = (side_px > LEAST_SIDE_PX / UNSURE) & (side_px < MOST_SIDE_PX * UNSURE)
    is_asked = (told[:, 0] == 0) | fits | ~nearly
    told[:, 0] *= fits
    return SquareBatch(part, told, is_asked)


def _turned(lesson: SquareBatch, turns: int) -> SquareBatch:
    """Turn everything clockwise by quarters."""
    seen, told, is_asked = (torch.rot90(one, -turns, (-2, -1)) for one in lesson)
    told = told.clone()
    for _ in range(turns):
        told[:, 1:3] = torch.stack([-told[:, 2], told[:, 1]], 1)
        told[:, 6:8] = -told[:, 6:8]
    return SquareBatch(seen, told, is_asked)


def loss_of(told: Tensor, lesson: SquareBatch) -> Tensor:
    """Measure how wrong the net is; where no tile lies only that is asked."""
    truth, asked = lesson.told, lesson.is_asked.float()
    is_tile = functional.binary_cross_entropy_with_logits(told[:, 0], truth[:, 0], reduction="none")
    rare = torch.tensor(RARE)
    figure = functional.binary_cross_entropy_with_logits(told[:, 8], truth[:, 8], pos_weight=rare)
    weight = truth[:, 0]
    wrong = 3 * _apart(told, truth, slice(1, 3), 0.1) + 2 * _apart(told, truth, slice(3, 4), 0.1)
    wrong = wrong + _apart(told, truth, slice(4, 6), 0.3) + 2 * _apart(told, truth, slice(6, 8), 0.1)
    where = (wrong * weight).sum() / weight.sum().clamp(min=1)
    return (is_tile * asked).sum() / asked.sum() + 2 * figure + where


def _apart(told: Tensor, truth: Tensor, which: slice, soft: float) -> Tensor:
    """(n, rows, columns): how far apart two are, errors below ``soft`` counting little."""
    apart = functional.smooth_l1_loss(told[:, which], truth[:, which], reduction="none", beta=soft)
    return apart.sum(1)


def learn(
    shown: Sequence[TableSample],
    steps: int,
    seed: int,
    tell: Callable[[int, float], None],
    *,
    batch: int = BATCH,
) -> SquareNet:
    """Teach a net; the same seed and number of threads give the same net.

    Args:
        shown: Tables.
        steps: How many batches are shown.
        seed: For the net and what it is shown.
        tell: Told the step and the mean loss now and then.
        batch: Pictures in a batch.
    """
    torch.manual_seed(seed)
    images = torch.tensor(np.array([one.image for one in shown]))
    truths = torch.tensor(np.array([one.told for one in shown], np.float16))
    net = SquareNet()

    def wrong() -> Tensor:
        lesson = show(images, truths, torch.randint(0, len(images), (batch,)))
        return loss_of(net(lesson.seen), lesson)

    learning.learn(net, wrong, steps, tell, warming=0.1, most_gradient=5.0)
    return net
