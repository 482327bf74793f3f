"""How any of the nets learns: step by step, told now and then how wrong it is."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

TOLD_EVERY = 100


class Pupil(NamedTuple):
    """A net that learns.

    Attributes:
        wrong: Shows it a batch and measures how wrong it is.
        shape: Of one picture: channels, height and width.
        any_size: Whether pictures may have other sizes too.
    """

    net: nn.Module
    wrong: Callable[[], Tensor]
    shape: tuple[int, ...]
    any_size: bool


def pictures(bytes_shown: NDArray[np.generic]) -> Tensor:
    """Make (n, height, width, 3) bytes (n, 3, height, width), 0 to 1."""
    return torch.from_numpy(np.ascontiguousarray(bytes_shown)).permute(0, 3, 1, 2).float() / 255


def asked(net: nn.Module, seen: Tensor) -> Tensor:
    """Ask a net that learns, with half the digits, which is twice as fast where the processor can."""
    with torch.autocast("cpu", torch.bfloat16):
        told: Tensor = net(seen)
    return told.float()


def in_any_light(seen: Tensor) -> Tensor:
    """Put (n, 3, height, width) pictures, 0 to 1, in one more light."""
    number = len(seen)
    seen = seen.clamp(0, 1) ** (torch.rand(number, 1, 1, 1) * 0.5 + 0.75)
    return seen * torch.exp(torch.randn(number, 3, 1, 1) * 0.1)


def learn(
    begin: Callable[[], Pupil],
    seed: int,
    steps: int,
    tell: Callable[[int, float], None],
    *,
    rate: float = 2e-3,
    notes: Path | None = None,
) -> Pupil:
    """Teach a net; it is ready to be asked afterwards. The same seed and number of threads give the same net.

    Args:
        begin: Makes the net.
        seed: Of all chance.
        steps: How many batches are shown.
        tell: Told the step and the mean loss every so many steps.
        rate: The highest learning rate.
        notes: A file in which the teaching is kept now and then, and from which it goes on when interrupted.
    """
    torch.manual_seed(seed)
    pupil = begin()
    net = pupil.net
    optimiser = torch.optim.AdamW(net.parameters(), rate, weight_decay=0.02)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, rate, total_steps=steps, pct_start=0.08)
    lost, first = 0.0, 1
    if notes is not None and notes.exists():
        kept = torch.load(notes)
        net.load_state_dict(kept["net"])
        optimiser.load_state_dict(kept["optimiser"])
        schedule.load_state_dict(kept["schedule"])
        first = kept["step"] + 1
        torch.manual_seed(kept["step"])
    for step in range(first, steps + 1):
        loss = pupil.wrong()
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        schedule.step()
        lost += float(loss.detach())
        if step % TOLD_EVERY == 0:
            tell(step, lost / TOLD_EVERY)
            lost = 0.0
            if notes is not None:
                _keep(notes, step, net, optimiser, schedule)
    net.eval()
    return pupil


def _keep(
    notes: Path,
    step: int,
    net: nn.Module,
    optimiser: torch.optim.Optimizer,
    schedule: torch.optim.lr_scheduler.LRScheduler,
) -> None:
    """Keep a teaching that has come so far."""
    parts = {"net": net, "optimiser": optimiser, "schedule": schedule}
    fresh = notes.with_suffix(".fresh")
    torch.save({"step": step, **{name: part.state_dict() for name, part in parts.items()}}, fresh)
    fresh.replace(notes)


def write(pupil: Pupil, path: Path) -> None:
    """Write a net down so that OpenCV can ask it."""
    torch.onnx.export(
        pupil.net.eval(),
        (torch.rand(1, *pupil.shape),),
        str(path),
        dynamo=False,
        input_names=["seen"],
        output_names=["told"],
        dynamic_axes={"seen": {0: "n", 2: "height", 3: "width"} if pupil.any_size else {0: "n"}},
    )
