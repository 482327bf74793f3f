"""How any net learns: step by step, told now and then how wrong it is."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from vision.training.resuming import take_up

TOLD_EVERY = 100
RATE, GOING_ON = 2e-3, 7e-4
"""The highest learning rates, of a net that begins and of one that was taught before and would forget."""


class Pupil(NamedTuple):
    """A net that learns.

    Attributes:
        any_lesson: Gives another batch: what is shown, pictures first, and what is true of it.
        wrong: Measures how wrong the net is on a batch.
        shape: Of one picture: channels, height and width.
        any_size: Whether pictures may have other sizes too.
        tells: What the net tells, by name.
        warming: Share of the steps in which the learning rate rises.
        most_gradient: A longer gradient is shortened to this.
    """

    net: nn.Module
    any_lesson: Callable[[], Any]
    wrong: Callable[[Any], Tensor]
    shape: tuple[int, ...]
    any_size: bool = False
    tells: tuple[str, ...] = ("told",)
    warming: float = 0.08
    most_gradient: float | None = 5.0


def pictures(bytes_shown: NDArray[np.generic]) -> Tensor:
    """Make (n, height, width, 3) bytes (n, 3, height, width), 0 to 1."""
    return torch.from_numpy(np.ascontiguousarray(bytes_shown)).permute(0, 3, 1, 2).float() / 255


def in_any_light(seen: Tensor, gammas: float = 0.5, tint: float = 0.1) -> Tensor:
    """Put (n, 3, height, width) pictures, 0 to 1, in one more light.

    Args:
        seen: The pictures.
        gammas: How far apart the gammas are, around 1.
        tint: Standard deviation of the logarithms by which colours are brighter.
    """
    number = len(seen)
    seen = seen.clamp(0, 1) ** (torch.rand(number, 1, 1, 1) * gammas + (1 - gammas / 2))
    return seen * torch.exp(torch.randn(number, 3, 1, 1) * tint)


def coarsely() -> torch.autocast:
    """Let a net compute with fewer digits, which is enough to learn by; its weights keep theirs.

    Processors that know such numbers take little more than half the time.
    """
    return torch.autocast(torch.get_default_device().type, torch.bfloat16)


def asked(net: nn.Module, seen: Tensor) -> Tensor:
    """Ask a net that learns, and that tells one thing, coarsely."""
    with coarsely():
        told: Tensor = net(seen)
    return told.float()


def learn(
    begin: Callable[[], Pupil],
    seed: int,
    steps: int,
    tell: Callable[[int, float], None],
    *,
    kept: Path | None = None,
    notes: Path | None = None,
) -> Pupil:
    """Teach a net; it is ready to be asked afterwards. The same seed and number of threads give the same net.

    Args:
        begin: Makes the net.
        seed: Of all chance.
        steps: How many batches are shown.
        tell: Told the step and the mean loss every so many steps.
        kept: A net like it that was taught before, as ONNX, from which this one goes on.
        notes: A file in which the teaching is kept now and then, and from which it goes on when interrupted.
    """
    torch.manual_seed(seed)
    pupil, rate = begin(), GOING_ON if kept else RATE
    net = pupil.net
    if kept:
        take_up(net, kept, pupil.any_lesson()[0])
    optimiser = torch.optim.AdamW(net.parameters(), rate, weight_decay=0.02)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimiser, rate, total_steps=steps, pct_start=pupil.warming
    )
    parts, first = {"net": net, "optimiser": optimiser, "schedule": schedule}, 1
    if notes is not None and notes.exists():
        noted = torch.load(notes)
        for name, part in parts.items():
            part.load_state_dict(noted[name])
        first = noted["step"] + 1
        torch.manual_seed(noted["step"])
    lost = torch.zeros(())
    for step in range(first, steps + 1):
        loss = pupil.wrong(pupil.any_lesson())
        optimiser.zero_grad()
        loss.backward()
        if pupil.most_gradient is not None:
            nn.utils.clip_grad_norm_(net.parameters(), pupil.most_gradient)
        optimiser.step()
        schedule.step()
        lost += loss.detach()
        if step % TOLD_EVERY == 0:
            tell(step, float(lost) / TOLD_EVERY)
            lost.zero_()
            if notes is not None:
                fresh = notes.with_suffix(".fresh")
                torch.save({"step": step, **{name: part.state_dict() for name, part in parts.items()}}, fresh)
                fresh.replace(notes)
    net.eval()
    return pupil


def write(pupil: Pupil, path: Path) -> None:
    """Write a net down so that OpenCV can ask it."""
    torch.set_default_device("cpu")
    torch.onnx.export(
        pupil.net.cpu(),
        (torch.rand(1, *pupil.shape),),
        str(path),
        dynamo=False,
        input_names=["seen"],
        output_names=list(pupil.tells),
        dynamic_axes={"seen": {0: "n", 2: "height", 3: "width"} if pupil.any_size else {0: "n"}},
    )
