"""The net that tells figures from what else has come, and small, tall and big ones apart."""

from collections.abc import Iterator
from itertools import pairwise

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from vision.games.cornwall.pieces.kind_net import HIGH_MM, KIND_PX, LEANS, SIZES, ask_what_came
from vision.games.cornwall.pieces.thing_net import KINDS
from vision.games.cornwall.training.lessons import NOTHING, SHOWN_PX, Lessons
from vision.training import learning
from vision.training.layers import Residual, shrinking

WIDTH, FEATURES = 24, 64
LAST_PX = KIND_PX // 16
SIZE_STEPS = 10.0
"""What a size beyond the usual is multiplied with."""
OFF_PX = 2
"""So far off the middle figures are shown, each way."""
SLID, BRIGHTER, BLURRED_SHARE, KNOWN_OFF = 0.7, 0.03, 0.4, 0.03
"""How a card is kept bare: so many pixels askew, in so much other light and so often less sharp; and how far
off it is known how figures lean."""


class KindNet(nn.Module):
    """(n, 8, 64, 64), now and before, 0 to 1, lean and height, to (n, 28).

    That is the kinds for each size, and whether it is a figure.
    """

    def __init__(self) -> None:
        super().__init__()
        widths = [8, WIDTH, 2 * WIDTH, 3 * WIDTH, 4 * WIDTH]
        layers = [nn.Sequential(shrinking(wide, wider), Residual(wider)) for wide, wider in pairwise(widths)]
        self.body = nn.Sequential(*layers, nn.Flatten(), nn.Dropout(0.2))
        self.look = nn.Linear(widths[-1] * LAST_PX**2, FEATURES)
        self.known = nn.Linear(3, FEATURES)
        self.last = nn.Sequential(
            nn.ReLU(), nn.Linear(FEATURES, FEATURES), nn.ReLU(), nn.Linear(FEATURES, len(KINDS))
        )
        self.any = nn.Sequential(nn.ReLU(), nn.Linear(FEATURES, 1))

    def forward(self, seen: Tensor) -> Tensor:
        """Tell for every size what kind has come, and whether a figure has come at all."""
        now, before, told = seen[:, :3], seen[:, 3:6], seen[:, 6:]
        middle = before.mean((1, 2, 3), keepdim=True)
        spread = (before - middle).pow(2).mean((1, 2, 3), keepdim=True).sqrt() + 0.05
        now, before = (now - middle) / spread, (before - middle) / spread
        changed = (now - before).abs().mean(1, keepdim=True)
        looks = self.look(self.body(torch.cat([now, before, told[:, :1], changed], 1)))
        standing = told.mean((2, 3))
        sizes = [
            torch.cat([standing, torch.full_like(standing[:, :1], SIZE_STEPS * (size - 1))], 1)
            for size in SIZES
        ]
        return torch.cat([*(self.last(looks + self.known(each)) for each in sizes), self.any(looks)], 1)


def show(lessons: Lessons, chosen: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Show figures, mirrored by chance, in one more light: (n, 8, 64, 64), and (n,) their kinds and sizes."""
    index, number = chosen.numpy(), len(chosen)
    both = torch.cat([learning.pictures(lessons[key][index]) for key in ("come", "before")], 1)
    gains = torch.exp(torch.randn(number, 3, 1, 1) * 0.1).repeat(1, 2, 1, 1)
    both = both ** (torch.rand(number, 1, 1, 1) * 0.5 + 0.75) * gains
    both = torch.where(_some(number, 0.5), both.flip(2), both)
    now, before = both[:, :3], both[:, 3:] * torch.exp(torch.randn(number, 3, 1, 1) * BRIGHTER)
    slide = torch.eye(2, 3).repeat(number, 1, 1)
    slide[:, :, 2] = torch.randn(number, 2) * SLID * 2 / SHOWN_PX
    grid = functional.affine_grid(slide, list(before.shape), align_corners=False)
    before = functional.grid_sample(before, grid, padding_mode="border", align_corners=False)
    smooth = functional.avg_pool2d(before, 3, 1, 1, count_include_pad=False)
    before = torch.where(_some(number, BLURRED_SHARE), smooth, before)
    stands = torch.from_numpy(lessons["stands"][index].astype(np.float32))
    known = stands[:, :2] * torch.exp(torch.randn(number, 2) * KNOWN_OFF)
    x, y = ((SHOWN_PX - KIND_PX) // 2 + torch.randint(-OFF_PX, OFF_PX + 1, (2,))).tolist()
    part = torch.cat([now, before], 1)[:, :, y : y + KIND_PX, x : x + KIND_PX]
    return _told(part, known), torch.from_numpy(lessons["kinds"][index]), stands[:, 2]


def _some(number: int, share: float) -> Tensor:
    return (torch.rand(number) < share)[:, None, None, None]


def _told(pictures: Tensor, known: Tensor) -> Tensor:
    """Tell besides how figures lean and how high the camera is, each as a plane."""
    planes = torch.stack([LEANS * known[:, 0], HIGH_MM / known[:, 1]], 1)[:, :, None, None]
    return torch.cat([pictures, planes.expand(-1, -1, KIND_PX, KIND_PX)], 1)


def loss_of(told: Tensor, kinds: Tensor, sizes: Tensor) -> Tensor:
    """Measure how wrong the net is about what is a figure and, told the right size, about its kind."""
    is_figure = kinds != NOTHING
    nearest = (sizes[:, None] - torch.tensor(SIZES)).abs().argmin(1)
    odds = told[:, :-1].reshape(len(told), len(SIZES), len(KINDS))[torch.arange(len(told)), nearest]
    wrong = functional.cross_entropy(odds[is_figure], kinds[is_figure], reduction="sum") / len(told)
    return wrong + functional.binary_cross_entropy_with_logits(told[:, -1], is_figure.float())


def begin(lessons: Lessons, batch: int = 96) -> learning.Pupil:
    """Make a net that learns from batches of lessons."""
    net = KindNet()

    def any_lesson() -> tuple[Tensor, Tensor, Tensor]:
        return show(lessons, torch.randint(0, len(lessons["kinds"]), (batch,)))

    def wrong(lesson: tuple[Tensor, Tensor, Tensor]) -> Tensor:
        seen, kinds, sizes = lesson
        return loss_of(learning.asked(net, seen), kinds, sizes)

    return learning.Pupil(net, any_lesson, wrong, (8, KIND_PX, KIND_PX))


def check(lessons: Lessons) -> Iterator[str]:
    """Say what of boxes that were kept aside is told by the net as it is kept."""
    inner = np.s_[(SHOWN_PX - KIND_PX) // 2 : (SHOWN_PX + KIND_PX) // 2]
    right: dict[int, list[bool]] = {kind: [] for kind in range(len(KINDS))}
    log_odds: list[float] = []
    figures: list[float] = []
    others: list[float] = []
    for now, before, (lean, high_mm, size), kind in zip(
        *(lessons[key] for key in ("come", "before", "stands", "kinds")), strict=True
    ):
        prediction = ask_what_came(
            np.asarray(now[inner, inner], np.uint8), np.asarray(before[inner, inner], np.uint8), lean, high_mm
        )
        (others if kind == NOTHING else figures).append(prediction.is_figure)
        if kind != NOTHING:
            odds = prediction.kinds[int(np.abs(np.array(SIZES) - size).argmin())]
            right[int(kind)].append(int(odds.argmax()) == int(kind))
            log_odds.append(float(-odds[int(kind)]))
    every = [each for some in right.values() for each in some]
    share, lost = 100 * np.mean(every), np.mean(log_odds)
    yield f"{len(every)} figures of boxes kept aside: {share:.1f} % right, {lost:.3f} nats"
    for index, name in enumerate(KINDS):
        yield f"  {name}: {100 * np.mean(right[index]):.1f} %"
    yield f"  taken for figures: {100 * np.mean(np.array(figures) > 0):.2f} %"
    yield f"{len(others)} other places: taken for figures {100 * np.mean(np.array(others) > 0):.2f} %"
