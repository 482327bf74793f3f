"""The net that tells where fields lie in a photograph, taught; see ``vision.training.outlines``."""

from collections.abc import Iterator

import numpy as np
import torch
from torch import Tensor

from vision.games.cornwall.locate.hex_net import LEAST_PITCH_PX, MOST_PITCH_PX, NET
from vision.games.cornwall.training.lessons import HEX_TOLD, Lessons
from vision.nets.outline_net import FRAME_PX
from vision.nets.session import ask
from vision.training import learning
from vision.training.outlines import OutlineBatch, TaughtOutlineNet, loss_of, show_parts, turned


def show(lessons: Lessons, chosen: Tensor) -> OutlineBatch:
    """Show parts of tables."""
    seen = learning.pictures(lessons["frames"][chosen.numpy()])
    truth = torch.from_numpy(lessons["told"][chosen.numpy()].astype(np.float32))
    lesson = show_parts(NET, seen, truth, (LEAST_PITCH_PX, MOST_PITCH_PX))
    lit = lesson._replace(seen=learning.in_any_light(lesson.seen))
    return turned(lit, NET.sides.number, int(torch.randint(0, 4, (1,))))


def begin(lessons: Lessons, batch: int = 32) -> learning.Pupil:
    """Make a net that learns from batches of lessons."""
    net = TaughtOutlineNet(HEX_TOLD, width=14, wide=70)

    def any_lesson() -> OutlineBatch:
        return show(lessons, torch.randint(0, len(lessons["frames"]), (batch,)))

    def wrong(lesson: OutlineBatch) -> Tensor:
        return loss_of(learning.asked(net, lesson.seen), lesson)

    return learning.Pupil(net, any_lesson, wrong, (3, FRAME_PX, FRAME_PX), any_size=True)


def check(lessons: Lessons) -> Iterator[str]:
    """Say how parts of tables of boxes that were kept aside are told by the net as it is kept."""
    torch.manual_seed(0)
    lesson = show(lessons, torch.arange(len(lessons["frames"])))
    seen = (lesson.seen.clamp(0, 1).permute(0, 2, 3, 1) * 255).byte().numpy()
    (prediction,) = ask(NET.name, seen)
    truth, asked = lesson.told.numpy(), lesson.is_asked.numpy()
    is_field = truth[:, 0] > 0
    right = ((prediction[:, 0] > 0) == is_field)[asked]
    off = np.hypot(prediction[:, 1] - truth[:, 1], prediction[:, 2] - truth[:, 2])[is_field]
    angle = (
        np.angle((prediction[:, 4] + 1j * prediction[:, 5]) / (truth[:, 4] + 1j * truth[:, 5]), deg=True)[
            is_field
        ]
        / 6
    )
    yield f"{len(seen)} parts of tables of boxes kept aside: {100 * right.mean():.1f} % of places right"
    near = 100 * (off < 0.2).mean()
    yield f"middles off by {np.median(off):.3f} pitches at the median, {near:.1f} % by less than 0.2"
    yield f"directions off by {np.median(abs(angle)):.2f} degrees at the median"
