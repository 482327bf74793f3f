"""The net that tells where figures, cottages and coins are, which figures, and of what colour."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from vision.games.cornwall.pieces.figures import peaks
from vision.games.cornwall.pieces.thing_net import (
    BASE_AT,
    COLOUR_AT,
    COLOURS,
    KIND_AT,
    KINDS,
    MOST_LEAN,
    SEEN_AT,
    STRIDE_PX,
    TOLD,
    Answer,
    ask_for_things,
)
from vision.games.cornwall.training.lessons import COIN_CLASS, COTTAGE_CLASS, OUTSIDE, VIEW_PX, Lessons
from vision.training import learning
from vision.training.layers import Residual, descending, evened

NEAR_PX = 1.3
"""A standard deviation: so near the middle of a base, in places the net answers for, counts as it."""
TOUCHING_PX = 2.5
"""What is told of figures counts so near their bases."""
EASY, AROUND = 2.0, 4.0
"""Source: Law and Deng 2018, CornerNet, equation 1."""
MATCH_MM = 6.0


class ThingNet(nn.Module):
    """(n, 5, height, width) blue, green, red, 0 to 1, and the lean, to (n, 13, height / 2, width / 2)."""

    def __init__(self, width: int = 16) -> None:
        super().__init__()
        widths = (width, 2 * width, 3 * width, 4 * width)
        self.down = descending(5, width)
        self.narrower = nn.ModuleList([nn.Conv2d(widths[i + 1], widths[i], 1) for i in range(3)])
        self.up = nn.ModuleList([Residual(widths[i]) for i in range(3)])
        self.last = nn.Sequential(nn.Conv2d(width, 32, 3, padding=1), nn.ReLU(), nn.Conv2d(32, TOLD, 1))

    def forward(self, seen: Tensor) -> Tensor:
        """Tell of every place what is there."""
        levels = [torch.cat([evened(seen[:, :3]), 2 * seen[:, 3:]], 1)]
        for layer in self.down:
            levels.append(layer(levels[-1]))
        found = levels.pop()
        for level in (2, 1, 0):
            wide = functional.interpolate(self.narrower[level](found), scale_factor=2.0, mode="nearest")
            found = self.up[level](levels[level + 1] + wide)
        told: Tensor = self.last(found)
        return told


class ThingBatch(NamedTuple):
    """Some views and what is true of them.

    Attributes:
        seen: (n, 5, 128, 128).
        maps: (n, 64, 64) classes; see ``lessons.COTTAGE_CLASS``.
        bases: (n, 16, 3) where things stand, in places, and their classes.
    """

    seen: Tensor
    maps: Tensor
    bases: Tensor


def show(lessons: Lessons, chosen: Tensor) -> ThingBatch:
    """Show views, mirrored by chance, in one more light."""
    index = chosen.numpy()
    seen = learning.in_any_light(learning.pictures(lessons["views"][index]))
    maps = torch.from_numpy(lessons["maps"][index].astype(np.int64))
    bases = torch.from_numpy(lessons["bases"][index].astype(np.float32)).clone()
    lean = torch.from_numpy(lessons["leans"][index].astype(np.float32)).clone()
    if torch.rand(1) < 0.5:
        seen, maps = seen.flip(-1), maps.flip(-1)
        bases[..., 0], lean[:, 0] = VIEW_PX - bases[..., 0], VIEW_PX - lean[:, 0]
    steps = torch.arange(VIEW_PX) + 0.5
    x = (steps[None, None, :] - lean[:, 0, None, None]) / lean[:, 2, None, None]
    y = (steps[None, :, None] - lean[:, 1, None, None]) / lean[:, 2, None, None]
    field = torch.stack([x.expand(-1, VIEW_PX, -1), y.expand(-1, -1, VIEW_PX)], 1)
    bases[..., :2] /= STRIDE_PX
    return ThingBatch(torch.cat([seen, field.clamp(-MOST_LEAN, MOST_LEAN)], 1), maps, bases)


def loss_of(told: Tensor, lesson: ThingBatch) -> Tensor:
    """Measure how wrong the net is; of figures only what stands there is asked."""
    maps, classes = lesson.maps, lesson.bases[..., 2].long()
    asked = (maps != OUTSIDE).float()
    is_figure = ((maps > 0) & (maps < COTTAGE_CLASS)).float()
    truth = torch.stack([is_figure, (maps == COTTAGE_CLASS).float(), (maps == COIN_CLASS).float()], 1)
    seen = functional.binary_cross_entropy_with_logits(told[:, SEEN_AT], truth, reduction="none").sum(1)
    wrong = (seen * asked).sum() / asked.sum()
    side = maps.shape[-1]
    steps = torch.arange(side) + 0.5
    away = (steps[None, None, None, :] - lesson.bases[..., 0, None, None]) ** 2
    away = away + (steps[None, None, :, None] - lesson.bases[..., 1, None, None]) ** 2
    sorts = (((classes > 0) & (classes < COTTAGE_CLASS)), classes == COTTAGE_CLASS, classes == COIN_CLASS)
    heat = torch.stack(
        [(torch.exp(-away / 2 / NEAR_PX**2) * sort[..., None, None]).amax(1) for sort in sorts], 1
    )
    wrong = wrong + _focal(told[:, BASE_AT], heat, asked)
    is_near = (away < TOUCHING_PX**2) & sorts[0][..., None, None]
    index = (classes - 1).clamp(0, 11)[..., None, None].expand_as(away)
    nearest = torch.where(is_near, away, torch.full_like(away, 1e9)).min(1)
    which = index.gather(1, nearest.indices[:, None])[:, 0]
    here = (nearest.values < 1e8) & (maps != OUTSIDE)
    count = here.sum().clamp(min=1)
    kind = functional.cross_entropy(told[:, KIND_AT], which // len(COLOURS), reduction="none")
    colour = functional.cross_entropy(told[:, COLOUR_AT], which % len(COLOURS), reduction="none")
    return wrong + ((1.0 * kind + 0.3 * colour) * here).sum() / count


def _focal(told: Tensor, heat: Tensor, asked: Tensor) -> Tensor:
    """Measure how wrong places of bases are; places near one count less, and easy ones."""
    sure = torch.sigmoid(told).clamp(1e-5, 1 - 1e-5)
    at = (heat > 0.9).float()
    hit = -at * (1 - sure) ** EASY * torch.log(sure)
    miss = -(1 - at) * (1 - heat) ** AROUND * sure**EASY * torch.log(1 - sure)
    every = (hit + miss) * asked[:, None]
    return every.sum() / (at * asked[:, None]).sum().clamp(min=1)


def begin(lessons: Lessons, batch: int = 24) -> learning.Pupil:
    """Make a net that learns from batches of lessons."""
    net = ThingNet()

    def any_lesson() -> ThingBatch:
        return show(lessons, torch.randint(0, len(lessons["views"]), (batch,)))

    def wrong(lesson: ThingBatch) -> Tensor:
        return loss_of(learning.asked(net, lesson.seen), lesson)

    return learning.Pupil(net, any_lesson, wrong, (5, VIEW_PX, VIEW_PX), any_size=True)


def check(lessons: Lessons) -> Iterator[str]:
    """Say what of boxes that were kept aside is told by the net as it is kept, at the true bases."""
    found, kinds, colours, false, total, told_total = 0, 0, 0, 0, 0, 0
    per_kind: dict[int, list[bool]] = {0: [], 1: [], 2: []}
    for view, bases, lean in zip(lessons["views"], lessons["bases"], lessons["leans"], strict=True):
        answer: Answer = ask_for_things(np.asarray(view, np.uint8), lean[:2], float(lean[2]))
        spots = peaks(answer.base[0])
        truth = [(x, y, int(c)) for x, y, c in bases if 0 < c < COTTAGE_CLASS and _inside(x, y)]
        total += len(truth)
        used = set()
        for x, y, number in truth:
            near = [
                (float(np.hypot(sx * STRIDE_PX - x, sy * STRIDE_PX - y)), i)
                for i, (sx, sy, _) in enumerate(spots)
                if i not in used
            ]
            if near and min(near)[0] < MATCH_MM * 1.6:
                spot = spots[min(near)[1]]
                used.add(min(near)[1])
                column, row = int(spot[0]), int(spot[1])
                found += 1
                is_kind = int(answer.kinds[:, row, column].argmax()) == (number - 1) // len(COLOURS)
                per_kind[(number - 1) // len(COLOURS)].append(is_kind)
                kinds += is_kind
                colours += int(answer.colours[:, row, column].argmax()) == (number - 1) % len(COLOURS)
        inner = [i for i, (sx, sy, _) in enumerate(spots) if _inside(sx * STRIDE_PX, sy * STRIDE_PX, 16)]
        told_total += len(inner)
        false += sum(i not in used for i in inner)
    yield f"{total} figures of boxes kept aside: {100 * found / total:.1f} % found"
    yield f"{false} of {told_total} told are none"
    yield f"kind {100 * kinds / found:.1f} % right, colour {100 * colours / found:.1f} % right"
    for index, name in enumerate(KINDS):
        yield f"  {name}: {100 * float(np.mean(per_kind[index])):.1f} %"


def _inside(x: float, y: float, margin: float = 10) -> bool:
    return margin < x < VIEW_PX - margin and margin < y < VIEW_PX - margin
