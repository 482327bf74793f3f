"""The net that tells where tiles lie in a photograph, taught; see ``vision.training.outlines``."""

from collections.abc import Callable, Sequence

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from vision.games.carcassonne.cold.square_net import LEAST_SIDE_PX, MOST_SIDE_PX, NET
from vision.games.carcassonne.training import learning
from vision.games.carcassonne.training.tables import TOLD, TableSample
from vision.training.outlines import OutlineBatch, TaughtOutlineNet, loss_of, show_parts, turned

BATCH = 32
RARE = 6.0
"""Figures cover little of a table, and one missed weighs as much as so many places falsely called one."""


def show(images: Tensor, truths: Tensor, chosen: Tensor) -> OutlineBatch:
    """Show parts of tables.

    Args:
        images: (m, 256, 256, 3) bytes.
        truths: (m, 9, 32, 32), from ``tables.show_table``.
        chosen: (n,) which of them.
    """
    seen = images[chosen].permute(0, 3, 1, 2).float() / 255
    lesson = show_parts(NET, seen, truths[chosen].float(), (LEAST_SIDE_PX, MOST_SIDE_PX))
    lit = lesson._replace(seen=learning.in_any_light(lesson.seen))
    return turned(lit, NET.sides.number, int(torch.randint(0, 4, (1,))))


def learn(
    shown: Sequence[TableSample],
    steps: int,
    seed: int,
    tell: Callable[[int, float], None],
    *,
    batch: int = BATCH,
) -> TaughtOutlineNet:
    """Teach a net; the same seed and number of threads give the same net.

    Args:
        shown: Tables.
        steps: How many batches are shown.
        seed: For the net and what it is shown.
        tell: Told the step and the mean loss now and then.
        batch: Pictures in a batch.
    """
    torch.manual_seed(seed)
    images = torch.tensor(np.array([sample.image for sample in shown]))
    truths = torch.tensor(np.array([sample.told for sample in shown], np.float16))
    net = TaughtOutlineNet(TOLD, width=16, wide=96)

    def wrong() -> Tensor:
        lesson = show(images, truths, torch.randint(0, len(images), (batch,)))
        told = net(lesson.seen)
        rare = torch.tensor(RARE)
        figure = functional.binary_cross_entropy_with_logits(told[:, 8], lesson.told[:, 8], pos_weight=rare)
        return loss_of(told, lesson) + 2 * figure

    learning.learn(net, wrong, steps, tell, warming=0.1, most_gradient=5.0)
    return net
