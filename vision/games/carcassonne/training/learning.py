"""How any of the nets learns: step by step, told now and then how wrong it is."""

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import torch
from torch import Tensor, nn

from vision.games.carcassonne.training.resuming import take_up

TOLD_EVERY = 100
RATE, GOING_ON = 2e-3, 7e-4
"""The highest learning rates, of a net that begins and of one that was taught before and would forget."""


Lesson = TypeVar("Lesson", bound=tuple[Tensor, ...])
"""What is shown, pictures first, and what is true of it."""


def coarsely() -> torch.autocast:
    """Let a net compute with fewer digits, which is enough to learn by; its weights keep theirs.

    Processors that know such numbers take little more than half the time.
    """
    return torch.autocast(torch.get_default_device().type, torch.bfloat16)


def in_any_light(seen: Tensor) -> Tensor:
    """Put (n, 3, height, width) pictures, 0 to 1, in one more light, now and then with other colours."""
    number = len(seen)
    seen = seen.clamp(0, 1) ** (torch.rand(number, 1, 1, 1) * 0.6 + 0.7)
    seen = seen * torch.exp(torch.randn(number, 3, 1, 1) * 0.12)
    return torch.where(torch.rand(number, 1, 1, 1) < 0.1, seen[:, torch.randperm(3)], seen)


def learn(
    net: nn.Module,
    wrong: Callable[[], Tensor],
    steps: int,
    tell: Callable[[int, float], None],
    *,
    rate: float = RATE,
    warming: float,
    most_gradient: float | None = None,
) -> None:
    """Teach a net; it is ready to be asked afterwards.

    Args:
        net: The net.
        wrong: Shows it a batch and measures how wrong it is.
        steps: How many batches are shown.
        tell: Told the step and the mean loss every so many steps.
        rate: The highest learning rate.
        warming: Share of the steps in which the learning rate rises.
        most_gradient: A longer gradient is shortened to this.
    """
    optimiser = torch.optim.AdamW(net.parameters(), rate, weight_decay=0.02)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, rate, total_steps=steps, pct_start=warming)
    lost = torch.zeros(())
    for step in range(1, steps + 1):
        loss = wrong()
        optimiser.zero_grad()
        loss.backward()
        if most_gradient is not None:
            nn.utils.clip_grad_norm_(net.parameters(), most_gradient)
        optimiser.step()
        schedule.step()
        lost += loss.detach()
        if step % TOLD_EVERY == 0:
            tell(step, float(lost) / TOLD_EVERY)
            lost.zero_()
    net.eval()


def learn_by(
    net: nn.Module,
    any_lesson: Callable[[], Lesson],
    wrong: Callable[[Lesson], Tensor],
    steps: int,
    tell: Callable[[int, float], None],
    kept: Path | None,
    *,
    warming: float = 0.05,
    most_gradient: float | None = None,
) -> None:
    """Teach a net with lessons, from the beginning or on from one like it that was taught before.

    Args:
        net: The net.
        any_lesson: Gives another lesson.
        wrong: Measures how wrong the net is on it.
        steps: How many lessons are given.
        tell: Told the step and the mean loss now and then.
        kept: The net taught before, as ONNX.
        warming: See ``learn``.
        most_gradient: A longer gradient is shortened to this.
    """
    if kept:
        take_up(net, kept, any_lesson()[0])
    rate = GOING_ON if kept else RATE
    learn(
        net, lambda: wrong(any_lesson()), steps, tell, rate=rate, warming=warming, most_gradient=most_gradient
    )
