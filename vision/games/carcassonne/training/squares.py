"""The net that tells where tiles lie in a photograph, taught; see ``vision.training.outlines``."""

from collections.abc import Sequence

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from vision.games.carcassonne.cold.square_net import LEAST_SIDE_PX, MOST_SIDE_PX, NET
from vision.games.carcassonne.training.tables import TOLD, TableSample
from vision.nets.outline_net import FRAME_PX
from vision.training.learning import Pupil, in_any_light
from vision.training.outlines import OutlineBatch, TaughtOutlineNet, loss_of, show_parts, turned

BATCH = 32
RARE = 6.0
"""Figures cover little of a table, and one missed weighs as much as so many places falsely called one."""


def recoloured(seen: Tensor) -> Tensor:
    """Put (n, 3, height, width) pictures, 0 to 1, in one more light, now and then with other colours."""
    seen = in_any_light(seen, gammas=0.6, tint=0.12)
    return torch.where(torch.rand(len(seen), 1, 1, 1) < 0.1, seen[:, torch.randperm(3)], seen)


def show(images: Tensor, truths: Tensor, chosen: Tensor) -> OutlineBatch:
    """Show parts of tables.

    Args:
        images: (m, 256, 256, 3) bytes.
        truths: (m, 9, 32, 32), from ``tables.show_table``.
        chosen: (n,) which of them.
    """
    seen = images[chosen].permute(0, 3, 1, 2).float() / 255
    lesson = show_parts(NET, seen, truths[chosen].float(), (LEAST_SIDE_PX, MOST_SIDE_PX))
    lit = lesson._replace(seen=recoloured(lesson.seen))
    return turned(lit, NET.sides.number, int(torch.randint(0, 4, (1,))))


def begin(shown: Sequence[TableSample], batch: int | None = None) -> Pupil:
    """Make a net that learns from batches of so many tables."""
    images = torch.tensor(np.array([sample.image for sample in shown]))
    truths = torch.tensor(np.array([sample.told for sample in shown], np.float16))
    net = TaughtOutlineNet(TOLD, width=16, wide=96)

    def any_lesson() -> OutlineBatch:
        return show(images, truths, torch.randint(0, len(images), (batch or BATCH,)))

    def wrong(lesson: OutlineBatch) -> Tensor:
        told = net(lesson.seen)
        rare = torch.tensor(RARE)
        figure = functional.binary_cross_entropy_with_logits(told[:, 8], lesson.told[:, 8], pos_weight=rare)
        return loss_of(told, lesson) + 2 * figure

    return Pupil(net, any_lesson, wrong, (3, FRAME_PX, FRAME_PX), any_size=True, warming=0.1)
