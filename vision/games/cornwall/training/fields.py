"""The net that tells what a field shows, and how well it does."""

from collections.abc import Iterator

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from scoring.games.cornwall.land.fields import SYMBOLS, TERRAINS
from vision.games.cornwall.classify.field_net import FEATURES, SYMBOLS_AT, THERE_AT, TOLD, tell
from vision.games.cornwall.locate.view import PATCH_PX
from vision.games.cornwall.training.lessons import Lessons
from vision.training import learning
from vision.training.layers import Residual, evened, shrinking

MASKED_SHARE = 0.25
"""So many patches are shown with a part of them masked, as a reader masks what stands there."""
BINS = 15


class FieldNet(nn.Module):
    """(n, 3, 64, 64) blue, green and red, 0 to 1, to (n, 105): answers and features; see ``telling``."""

    def __init__(self, width: int = 20) -> None:
        super().__init__()
        widths = (width, 2 * width - 4, 3 * width + 4, 5 * width - 4)
        self.body = nn.Sequential(
            shrinking(3, widths[0]),
            shrinking(widths[0], widths[1]),
            Residual(widths[1]),
            shrinking(widths[1], widths[2]),
            Residual(widths[2]),
            Residual(widths[2]),
            shrinking(widths[2], widths[3]),
            Residual(widths[3]),
        )
        self.near = nn.Sequential(nn.Conv2d(widths[3], 32, 1), nn.ReLU(), nn.Flatten())
        self.head = nn.Sequential(nn.Dropout(0.2), nn.Linear(2 * widths[3] + 32 * 16, FEATURES), nn.ReLU())
        self.out = nn.Linear(FEATURES, TOLD)

    def forward(self, patches: Tensor) -> Tensor:
        """Answer the questions about each patch."""
        seen = self.body(evened(patches))
        every = torch.cat([seen.mean((2, 3)), seen.amax((2, 3)), self.near(seen)], 1)
        features = self.head(every)
        return torch.cat([self.out(features), features], 1)


def _shown(patches: Tensor) -> Tensor:
    """Show patches mirrored or upside down, in one more light, some of them masked."""
    number = len(patches)
    mirrored, down = torch.rand(2, number, 1, 1, 1) < 0.5
    patches = torch.where(mirrored, patches.flip(-1), patches)
    patches = learning.in_any_light(torch.where(down, patches.flip(-2), patches))
    steps = torch.arange(PATCH_PX).float()
    at, radius = torch.rand(number, 2) * 40 + 12, torch.rand(number) * 8 + 4
    off = (steps[None, None] - at[:, :1, None]) ** 2 + (steps[None, :, None] - at[:, 1:, None]) ** 2
    hidden = (off < radius[:, None, None] ** 2) & (torch.rand(number, 1, 1) < MASKED_SHARE)
    return torch.where(hidden[:, None], patches.mean((2, 3), keepdim=True), patches)


def begin(lessons: Lessons, batch: int = 128) -> learning.Pupil:
    """Make a net that learns from batches of lessons."""
    patches = lessons["patches"]
    terrains = torch.from_numpy(lessons["terrains"].astype(np.int64))
    symbols = torch.from_numpy(lessons["symbols"].astype(np.float32))
    net = FieldNet()

    def any_lesson() -> tuple[Tensor, Tensor, Tensor]:
        chosen = torch.randint(0, len(patches), (batch,))
        return _shown(learning.pictures(patches[chosen.numpy()])), terrains[chosen], symbols[chosen]

    def wrong(lesson: tuple[Tensor, Tensor, Tensor]) -> Tensor:
        seen, terrain, printed = lesson
        told, is_field = learning.asked(net, seen), (terrain >= 0).float()
        which = functional.cross_entropy(told[:, : len(TERRAINS)], terrain.clamp(min=0), reduction="none")
        signs = functional.binary_cross_entropy_with_logits(
            told[:, SYMBOLS_AT], printed, reduction="none"
        ).sum(1)
        there = functional.binary_cross_entropy_with_logits(told[:, THERE_AT], is_field)
        return ((which + signs) * is_field).sum() / is_field.sum() + 0.5 * there

    return learning.Pupil(net, any_lesson, wrong, (3, PATCH_PX, PATCH_PX))


def check(lessons: Lessons) -> Iterator[str]:
    """Say how boxes that were kept aside are told by the net as it is kept."""
    prediction = tell(np.asarray(lessons["patches"], np.uint8))
    terrains = np.asarray(lessons["terrains"], np.int64)
    is_field = terrains >= 0
    yield f"{is_field.sum()} fields, {(~is_field).sum()} bare places of boxes kept aside"
    yield f"field or bare: {100 * ((prediction.is_field > 0) == is_field).mean():.2f} % right"
    terrain, truth = np.exp(prediction.terrain[is_field]), terrains[is_field]
    right = terrain.argmax(axis=1) == truth
    yield f"terrain: {100 * right.mean():.2f} % right, ECE {100 * ece(terrain.max(axis=1), right):.2f} %"
    for index, name in enumerate(TERRAINS):
        yield f"  {name}: {100 * right[truth == index].mean():.2f} %"
    sure = 1 / (1 + np.exp(-prediction.symbols[is_field]))
    shown = np.asarray(lessons["symbols"][is_field], bool)
    for index, name in enumerate(SYMBOLS):
        good = (sure[:, index] > 0.5) == shown[:, index]
        belief = np.maximum(sure[:, index], 1 - sure[:, index])
        found, false = (
            (sure[shown[:, index], index] > 0.5).mean(),
            (sure[~shown[:, index], index] > 0.5).mean(),
        )
        shares = f"{100 * found:.1f} % found, {100 * false:.2f} % false"
        yield f"{name}: {100 * good.mean():.2f} % right, {shares}, ECE {100 * ece(belief, good):.2f} %"


def ece(belief: NDArray[np.floating], right: NDArray[np.bool_]) -> float:
    """Measure how far beliefs are from how often they are right, on the mean (expected calibration error).

    Source:
        Guo et al. 2017, equation 5.
    """
    bins = np.minimum((belief * BINS).astype(int), BINS - 1)
    return float(
        sum(
            (bins == each).mean() * abs(belief[bins == each].mean() - right[bins == each].mean())
            for each in np.unique(bins)
        )
    )
