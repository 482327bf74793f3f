"""The net that tells whether two neighbouring fields are of one tile."""

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from vision.games.cornwall.seam_net import SEAM_PX, ask_for_seams
from vision.games.cornwall.training import learning
from vision.games.cornwall.training.fields import ece
from vision.games.cornwall.training.layers import Residual, evened, shrinking
from vision.games.cornwall.training.lessons import Lessons


BAND_PX = 24
"""It looks at a band around the seam."""


class SeamNet(nn.Module):
    """(n, 3, 48, 48) blue, green and red, 0 to 1, to (n, 1) log-odds of one tile."""

    def __init__(self, width: int = 16) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv2d(3, width, 3, padding=1, bias=False),
            nn.BatchNorm2d(width),
            nn.ReLU(),
            Residual(width),
            shrinking(width, 2 * width),
            Residual(2 * width),
            shrinking(2 * width, 3 * width),
            Residual(3 * width),
        )
        self.out = nn.Sequential(
            nn.Flatten(), nn.Dropout(0.2), nn.Linear(3 * width * 12 * BAND_PX // 4, 32), nn.ReLU(), nn.Linear(32, 1)
        )

    def forward(self, cuts: Tensor) -> Tensor:
        """Answer for each square."""
        left = (SEAM_PX - BAND_PX) // 2
        answer: Tensor = self.out(self.body(evened(cuts[..., left : left + BAND_PX])))
        return answer


def learn(
    lessons: Lessons, steps: int, seed: int, heard: Callable[[int, float], None], batch: int = 96
) -> SeamNet:
    """Teach a net; the same seed and number of threads give the same net."""
    torch.manual_seed(seed)
    net, cuts = SeamNet(), lessons["seams"]
    same = torch.from_numpy(lessons["same"].astype(np.float32))

    def wrong() -> Tensor:
        chosen = torch.randint(0, len(cuts), (batch,))
        seen = learning.pictures(cuts[chosen.numpy()])
        mirrored, down = torch.rand(2, batch, 1, 1, 1) < 0.5
        seen = torch.where(mirrored, seen.flip(-1), seen)
        seen = learning.in_any_light(torch.where(down, seen.flip(-2), seen))
        return functional.binary_cross_entropy_with_logits(learning.asked(net, seen)[:, 0], same[chosen])

    learning.learn(net, wrong, steps, heard)
    return net


def write(net: nn.Module, path: Path) -> None:
    """Write the net down."""
    learning.write(net, (3, SEAM_PX, SEAM_PX), path, any_size=False)


def check(lessons: Lessons) -> Iterator[str]:
    """Say how seams of boxes that were kept aside are told by the net as it is kept."""
    odds, same = ask_for_seams(np.asarray(lessons["seams"], np.uint8)), np.asarray(lessons["same"], bool)
    right = (odds > 0) == same
    belief = 1 / (1 + np.exp(-np.abs(odds)))
    yield f"{len(same)} seams of boxes kept aside"
    yield f"{100 * right.mean():.1f} % right, ECE {100 * ece(belief, right):.2f} %"
