"""The net that tells where tiles or fields lie in a photograph, and what it is taught with.

From the middle of one a pitch to its east, e, and as far to its south, s, as complex numbers of the frame:
(e - is)/2 is it were it seen straight from above, and (e + is)/2 is how it is sheared. Turned by one of its n
sides the first is multiplied by the n-th root of one and the second divided by it, and it is the same; so the
n-th power of the first and the product of both are told, which stay as they are.
"""

from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from vision.nets.outline_net import FRAME_PX, STRIDE_PX, OutlineNet
from vision.training.layers import Residual, evened, shrinking

UNSURE = 1.15
"""What is so many times too small or too large is neither called a tile nor none."""
OTHER_SIZE_SHARE = 0.15
PLACES = FRAME_PX // STRIDE_PX


class TaughtOutlineNet(nn.Module):
    """(n, 3, height, width) blue, green and red, 0 to 1, to (n, told, height / 8, width / 8).

    See ``vision.nets.outline_net`` for what is told.
    """

    def __init__(self, told: int, width: int, wide: int) -> None:
        super().__init__()
        self.near = nn.Sequential(
            shrinking(3, width),
            shrinking(width, 2 * width),
            Residual(2 * width),
            shrinking(2 * width, 4 * width),
            Residual(4 * width),
            Residual(4 * width),
        )
        self.far = nn.Sequential(shrinking(4 * width, wide), Residual(wide), Residual(wide))
        self.together = nn.Conv2d(wide, 4 * width, 1)
        self.last = nn.Sequential(Residual(4 * width), Residual(4 * width), nn.Conv2d(4 * width, told, 1))

    def forward(self, seen: Tensor) -> Tensor:
        """Tell of every place what lies there."""
        near = self.near(evened(seen))
        wide = functional.interpolate(self.together(self.far(near)), scale_factor=2.0, mode="nearest")
        told: Tensor = self.last(near + wide)
        return told


class OutlineBatch(NamedTuple):
    """Some pictures and what is true of them.

    Attributes:
        seen: (n, 3, 128, 128).
        told: (n, told, 16, 16), the truth in place of log-odds.
        is_asked: (n, 16, 16) where whether there is a tile has an answer.
    """

    seen: Tensor
    told: Tensor
    is_asked: Tensor


def show_parts(net: OutlineNet, seen: Tensor, truth: Tensor, fitting_px: tuple[float, float]) -> OutlineBatch:
    """Show parts of tables, mostly at such a size that their tiles have the usual one.

    Args:
        net: How it will be asked.
        seen: (n, 3, 256, 256) pictures of tables, 0 to 1.
        truth: (n, told, 32, 32) what is true of them, the pitch in their own pixels.
        fitting_px: The smallest and the largest pitch that are usual.
    """
    number, (least_px, most_px) = len(seen), fitting_px
    is_tile = truth[:, 0] > 0
    pitch_px = 2 ** ((truth[:, 3] * is_tile).sum((1, 2)) / is_tile.sum((1, 2)).clamp(min=1))
    wanted_px = torch.exp(torch.rand(number) * np.log(most_px / least_px)) * least_px
    is_other = torch.rand(number) < OTHER_SIZE_SHARE
    wanted_px = torch.where(is_other, wanted_px * 2 ** (torch.rand(number) * 3 - 1.5), wanted_px)
    scale = (wanted_px / pitch_px.clamp(min=10)).clamp(FRAME_PX / seen.shape[-1], 1.5)
    corner = torch.rand(number, 2) * (seen.shape[-1] - FRAME_PX / scale)[:, None]
    part, told = _cut(seen, truth, scale, corner)
    pitch_px = 2 ** told[:, 3]
    told[:, 3] = torch.log2(pitch_px / net.usual_px)
    fits = (pitch_px > least_px) & (pitch_px < most_px)
    nearly = (pitch_px > least_px / UNSURE) & (pitch_px < most_px * UNSURE)
    is_asked = (told[:, 0] == 0) | fits | ~nearly
    told[:, 0] *= fits
    return OutlineBatch(part, told, is_asked)


def _cut(seen: Tensor, truth: Tensor, scale: Tensor, corner: Tensor) -> tuple[Tensor, Tensor]:
    """Cut a part out of every picture, resized, and of its truth; corners are in pixels of the whole."""
    whole, stride_px = seen.shape[-1], seen.shape[-1] // truth.shape[-1]
    pixels = (torch.arange(FRAME_PX) + 0.5) / scale[:, None]
    x, y = pixels + corner[:, :1], pixels + corner[:, 1:]
    across = x[:, None, :].expand(-1, FRAME_PX, -1) * 2 / whole - 1
    down = y[:, :, None].expand(-1, -1, FRAME_PX) * 2 / whole - 1
    grid = torch.stack([across, down], -1)
    part = functional.grid_sample(seen, grid, padding_mode="border", align_corners=False)
    places = (torch.arange(PLACES) + 0.5) * STRIDE_PX / scale[:, None]
    x, y = places + corner[:, :1], places + corner[:, 1:]
    column = (x / stride_px).long().clamp(0, truth.shape[3] - 1)
    row = (y / stride_px).long().clamp(0, truth.shape[2] - 1)
    each = torch.arange(len(scale))[:, None, None]
    told = truth[each, :, row[:, :, None], column[:, None, :]].permute(0, 3, 1, 2).clone()
    pitch_px = 2 ** told[:, 3]
    told[:, 1] += (((column + 0.5) * stride_px - x)[:, None, :]) / pitch_px
    told[:, 2] += (((row + 0.5) * stride_px - y)[:, :, None]) / pitch_px
    told[:, 3] = torch.log2(pitch_px * scale[:, None, None])
    return part, told


def turned(lesson: OutlineBatch, sides: int, turns: int) -> OutlineBatch:
    """Turn everything clockwise by quarters; i to the power of six sides is -1, as is its square."""
    seen, told, is_asked = (torch.rot90(each, -turns, (-2, -1)) for each in lesson)
    told = told.clone()
    for _ in range(turns):
        told[:, 1:3] = torch.stack([-told[:, 2], told[:, 1]], 1)
        told[:, 4:6] *= (-1) ** (sides // 2)
        told[:, 6:8] = -told[:, 6:8]
    return OutlineBatch(seen, told, is_asked)


def loss_of(told: Tensor, lesson: OutlineBatch) -> Tensor:
    """Measure how wrong the net is; where no tile lies only that is asked."""
    truth, asked = lesson.told, lesson.is_asked.float()
    is_tile = functional.binary_cross_entropy_with_logits(told[:, 0], truth[:, 0], reduction="none")
    weight = truth[:, 0]
    wrong = 3 * _apart(told, truth, slice(1, 3), 0.1) + 2 * _apart(told, truth, slice(3, 4), 0.1)
    wrong = wrong + _apart(told, truth, slice(4, 6), 0.3) + 2 * _apart(told, truth, slice(6, 8), 0.1)
    where = (wrong * weight).sum() / weight.sum().clamp(min=1)
    return (is_tile * asked).sum() / asked.sum() + where


def _apart(told: Tensor, truth: Tensor, which: slice, soft: float) -> Tensor:
    """(n, rows, columns): how far apart two are, errors below ``soft`` counting little."""
    apart = functional.smooth_l1_loss(told[:, which], truth[:, which], reduction="none", beta=soft)
    return apart.sum(1)
