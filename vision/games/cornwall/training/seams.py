"""The net that tells whether two neighbouring fields are of one tile."""

from collections.abc import Iterator

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from vision.games.cornwall.locate.seam_net import SEAM_PX, ask_for_seams
from vision.games.cornwall.training.fields import ece
from vision.games.cornwall.training.lessons import Lessons
from vision.training import learning
from vision.training.layers import Residual, evened

SHORT_PX = 10
"""So much of a seam at its ends is not looked at: there other seams meet it."""


class SeamNet(nn.Module):
    """(n, 3, 48, 48) blue, green and red, 0 to 1, to (n, 1) log-odds of one tile.

    A seam is straight: what is seen across it is put together along it.
    """

    def __init__(self, width: int = 24) -> None:
        super().__init__()
        self.near = nn.Sequential(
            nn.Conv2d(3, width, 3, padding=1, bias=False),
            nn.BatchNorm2d(width),
            nn.ReLU(),
            Residual(width),
        )
        self.across = nn.Sequential(
            nn.Conv2d(2 * width + 3, 2 * width, (1, 5), padding=(0, 2), bias=False),
            nn.BatchNorm2d(2 * width),
            nn.ReLU(),
            nn.Conv2d(2 * width, 2 * width, (1, 5), padding=(0, 2), stride=(1, 2), bias=False),
            nn.BatchNorm2d(2 * width),
            nn.ReLU(),
            nn.Conv2d(2 * width, 2 * width, (1, 3), padding=(0, 1), stride=(1, 2), bias=False),
            nn.BatchNorm2d(2 * width),
            nn.ReLU(),
        )
        self.out = nn.Sequential(nn.Flatten(), nn.Dropout(0.1), nn.Linear(2 * width * SEAM_PX // 4, 1))

    def forward(self, cuts: Tensor) -> Tensor:
        """Answer for each square."""
        even = evened(cuts)[..., SHORT_PX : SEAM_PX - SHORT_PX, :]
        near = self.near(even)
        along = torch.cat(
            [near.mean(2, keepdim=True), near.amax(2, keepdim=True), even.mean(2, keepdim=True)], 1
        )
        answer: Tensor = self.out(self.across(along))
        return answer


def begin(lessons: Lessons, batch: int = 96) -> learning.Pupil:
    """Make a net that learns from batches of lessons."""
    net, cuts = SeamNet(), lessons["seams"]
    same = torch.from_numpy(lessons["same"].astype(np.float32))

    def any_lesson() -> tuple[Tensor, Tensor]:
        chosen = torch.randint(0, len(cuts), (batch,))
        seen = learning.pictures(cuts[chosen.numpy()])
        mirrored, down = torch.rand(2, batch, 1, 1, 1) < 0.5
        seen = torch.where(mirrored, seen.flip(-1), seen)
        return learning.in_any_light(torch.where(down, seen.flip(-2), seen)), same[chosen]

    def wrong(lesson: tuple[Tensor, Tensor]) -> Tensor:
        seen, is_same = lesson
        return functional.binary_cross_entropy_with_logits(learning.asked(net, seen)[:, 0], is_same)

    return learning.Pupil(net, any_lesson, wrong, (3, SEAM_PX, SEAM_PX))


def check(lessons: Lessons) -> Iterator[str]:
    """Say how seams of boxes that were kept aside are told by the net as it is kept."""
    odds, same = ask_for_seams(np.asarray(lessons["seams"], np.uint8)), np.asarray(lessons["same"], bool)
    right = (odds > 0) == same
    belief = 1 / (1 + np.exp(-np.abs(odds)))
    yield f"{len(same)} seams of boxes kept aside"
    yield f"{100 * right.mean():.1f} % right, ECE {100 * ece(belief, right):.2f} %"
