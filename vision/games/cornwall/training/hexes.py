"""The net that tells where fields lie in a photograph, and what it is taught with.

From a field to its eastern neighbour, e, and as far to its south, s, as complex numbers of the frame:
(e - is)/2 is the field were it seen straight from above, and (e + is)/2 is how it is sheared. Turned by a
sixth the first is multiplied by the sixth root of one and the second divided by it, and the field is the
same; so the sixth power of the first and the product of both are told, which stay as they are.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from vision.games.cornwall.locate.hex_net import (
    FRAME_PX,
    LEAST_PITCH_PX,
    MOST_PITCH_PX,
    STRIDE_PX,
    TOLD,
    USUAL_PITCH_PX,
)
from vision.games.cornwall.training import learning, tables
from vision.games.cornwall.training.layers import Residual, evened, shrinking
from vision.games.cornwall.training.lessons import HEX_STRIDE_PX, Lessons
from vision.nets.session import ask

UNSURE = 1.15
"""What is so many times too small or too large is neither called a field nor none."""
OTHER_SIZE_SHARE = 0.15
PLACES = FRAME_PX // STRIDE_PX


class HexNet(nn.Module):
    """(n, 3, height, width) blue, green and red, 0 to 1, to (n, 8, height / 8, width / 8)."""

    def __init__(self, width: int = 14) -> None:
        super().__init__()
        self.near = nn.Sequential(
            shrinking(3, width),
            shrinking(width, 2 * width),
            Residual(2 * width),
            shrinking(2 * width, 4 * width),
            Residual(4 * width),
            Residual(4 * width),
        )
        self.far = nn.Sequential(shrinking(4 * width, 5 * width), Residual(5 * width), Residual(5 * width))
        self.together = nn.Conv2d(5 * width, 4 * width, 1)
        self.last = nn.Sequential(Residual(4 * width), Residual(4 * width), nn.Conv2d(4 * width, TOLD, 1))

    def forward(self, seen: Tensor) -> Tensor:
        """Tell of every place what lies there."""
        near = self.near(evened(seen))
        wide = functional.interpolate(self.together(self.far(near)), scale_factor=2.0, mode="nearest")
        told: Tensor = self.last(near + wide)
        return told


class HexBatch(NamedTuple):
    """Some pictures and what is true of them.

    Attributes:
        seen: (n, 3, 128, 128).
        told: (n, 8, 16, 16), the truth in place of log-odds.
        is_asked: (n, 16, 16) where whether there is a field has an answer.
    """

    seen: Tensor
    told: Tensor
    is_asked: Tensor


def show(lessons: Lessons, chosen: Tensor) -> HexBatch:
    """Show parts of tables, mostly at such a size that their fields have the usual one."""
    number = len(chosen)
    seen = learning.pictures(lessons["frames"][chosen.numpy()])
    truth = torch.from_numpy(lessons["told"][chosen.numpy()].astype(np.float32))
    is_field = truth[:, 0] > 0
    pitch_px = 2 ** ((truth[:, 3] * is_field).sum((1, 2)) / is_field.sum((1, 2)).clamp(min=1))
    wanted_px = torch.exp(torch.rand(number) * np.log(MOST_PITCH_PX / LEAST_PITCH_PX)) * LEAST_PITCH_PX
    is_other = torch.rand(number) < OTHER_SIZE_SHARE
    wanted_px = torch.where(is_other, wanted_px * 2 ** (torch.rand(number) * 3 - 1.5), wanted_px)
    scale = (wanted_px / pitch_px.clamp(min=10)).clamp(FRAME_PX / tables.FRAME_PX, 1.5)
    corner = torch.rand(number, 2) * (tables.FRAME_PX - FRAME_PX / scale)[:, None]
    lesson = _cut(seen, truth, scale, corner)
    return _turned(lesson._replace(seen=learning.in_any_light(lesson.seen)), int(torch.randint(0, 4, (1,))))


def _cut(seen: Tensor, truth: Tensor, scale: Tensor, corner: Tensor) -> HexBatch:
    """Cut a part out of every picture, resized; its corner is given in the pixels of the whole."""
    whole = tables.FRAME_PX
    pixels = (torch.arange(FRAME_PX) + 0.5) / scale[:, None]
    x, y = pixels + corner[:, :1], pixels + corner[:, 1:]
    across = x[:, None, :].expand(-1, FRAME_PX, -1) * 2 / whole - 1
    down = y[:, :, None].expand(-1, -1, FRAME_PX) * 2 / whole - 1
    grid = torch.stack([across, down], -1)
    part = functional.grid_sample(seen, grid, padding_mode="border", align_corners=False)
    places = (torch.arange(PLACES) + 0.5) * STRIDE_PX / scale[:, None]
    x, y = places + corner[:, :1], places + corner[:, 1:]
    column = (x / HEX_STRIDE_PX).long().clamp(0, truth.shape[3] - 1)
    row = (y / HEX_STRIDE_PX).long().clamp(0, truth.shape[2] - 1)
    each = torch.arange(len(scale))[:, None, None]
    told = truth[each, :, row[:, :, None], column[:, None, :]].permute(0, 3, 1, 2).clone()
    pitch_px = 2 ** told[:, 3]
    told[:, 1] += (((column + 0.5) * HEX_STRIDE_PX - x)[:, None, :]) / pitch_px
    told[:, 2] += (((row + 0.5) * HEX_STRIDE_PX - y)[:, :, None]) / pitch_px
    pitch_px = pitch_px * scale[:, None, None]
    told[:, 3] = torch.log2(pitch_px / USUAL_PITCH_PX)
    fits = (pitch_px > LEAST_PITCH_PX) & (pitch_px < MOST_PITCH_PX)
    nearly = (pitch_px > LEAST_PITCH_PX / UNSURE) & (pitch_px < MOST_PITCH_PX * UNSURE)
    is_asked = (told[:, 0] == 0) | fits | ~nearly
    told[:, 0] *= fits
    return HexBatch(part, told, is_asked)


def _turned(lesson: HexBatch, turns: int) -> HexBatch:
    """Turn everything clockwise by quarters; the sixth power of a quarter turn is -1, as is its square."""
    seen, told, is_asked = (torch.rot90(one, -turns, (-2, -1)) for one in lesson)
    told = told.clone()
    for _ in range(turns):
        told[:, 1:3] = torch.stack([-told[:, 2], told[:, 1]], 1)
        told[:, 4:8] = -told[:, 4:8]
    return HexBatch(seen, told, is_asked)


def loss_of(told: Tensor, lesson: HexBatch) -> Tensor:
    """Measure how wrong the net is; where no field lies only that is asked."""
    truth, asked = lesson.told, lesson.is_asked.float()
    is_field = functional.binary_cross_entropy_with_logits(told[:, 0], truth[:, 0], reduction="none")
    weight = truth[:, 0]
    wrong = 3 * _apart(told, truth, slice(1, 3), 0.1) + 2 * _apart(told, truth, slice(3, 4), 0.1)
    wrong = wrong + _apart(told, truth, slice(4, 6), 0.3) + 2 * _apart(told, truth, slice(6, 8), 0.1)
    where = (wrong * weight).sum() / weight.sum().clamp(min=1)
    return (is_field * asked).sum() / asked.sum() + where


def _apart(told: Tensor, truth: Tensor, which: slice, soft: float) -> Tensor:
    """(n, rows, columns): how far apart two are, errors below ``soft`` counting little."""
    apart = functional.smooth_l1_loss(told[:, which], truth[:, which], reduction="none", beta=soft)
    return apart.sum(1)


def begin(lessons: Lessons, batch: int = 32) -> learning.Pupil:
    """Make a net that learns from batches of lessons."""
    net = HexNet()

    def wrong() -> Tensor:
        lesson = show(lessons, torch.randint(0, len(lessons["frames"]), (batch,)))
        return loss_of(learning.asked(net, lesson.seen), lesson)

    return learning.Pupil(net, wrong, (3, FRAME_PX, FRAME_PX), any_size=True)


def check(lessons: Lessons) -> Iterator[str]:
    """Say how parts of tables of boxes that were kept aside are told by the net as it is kept."""
    torch.manual_seed(0)
    lesson = show(lessons, torch.arange(len(lessons["frames"])))
    seen = (lesson.seen.clamp(0, 1).permute(0, 2, 3, 1) * 255).byte().numpy()
    (told,) = ask("vision.games.cornwall.hexes", seen)
    truth, asked = lesson.told.numpy(), lesson.is_asked.numpy()
    is_field = truth[:, 0] > 0
    right = ((told[:, 0] > 0) == is_field)[asked]
    off = np.hypot(told[:, 1] - truth[:, 1], told[:, 2] - truth[:, 2])[is_field]
    angle = (
        np.angle((told[:, 4] + 1j * told[:, 5]) / (truth[:, 4] + 1j * truth[:, 5]), deg=True)[is_field] / 6
    )
    yield f"{len(seen)} parts of tables of boxes kept aside: {100 * right.mean():.1f} % of places right"
    near = 100 * (off < 0.2).mean()
    yield f"middles off by {np.median(off):.3f} pitches at the median, {near:.1f} % by less than 0.2"
    yield f"directions off by {np.median(abs(angle)):.2f} degrees at the median"
