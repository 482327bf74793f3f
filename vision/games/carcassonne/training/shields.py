"""The net that tells where shields are, and what it is taught with."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional

from vision.games.carcassonne.cold.shield_net import ALIKE_NATS, FELT, GRID, PEAKS, RESERVE
from vision.games.carcassonne.training import learning
from vision.games.carcassonne.training.tiles import DrawnTiles, TileBatch, show
from vision.training.layers import Residual, evened, shrinking

BATCH, OF_ONE_BOX = 192, 16
"""Squares in a batch; so many are of one box, each an example to the others."""
SHOWN, HIDDEN = 0.3, 0.03
"""A place is a shield's where this share of it shows one, and none where less than the second does."""
PLACES_WEIGHT = 0.05
"""What a place told wrongly weighs beside a tile told wrongly."""
MOST_GRADIENT = 5.0
SHARPNESS = 6.0
"""The product of what is felt twice: how sharply places are told apart."""


class ShieldNet(nn.Module):
    """(n, 3, 64, 64) blue, green and red, 0 to 1, to what shields are told by; see ``cold.shield_net``.

    (n, 1, 16, 16) log-odds that a shield is at each place, and (n, 16, 16, 16) what is felt there, whose
    products say how alike two places are.
    """

    def __init__(self, width: int = 24) -> None:
        super().__init__()
        self.near = nn.Sequential(
            shrinking(3, width),
            Residual(width),
            shrinking(width, 2 * width),
            Residual(2 * width),
            Residual(2 * width),
        )
        self.far = nn.Sequential(
            shrinking(2 * width, 3 * width), Residual(3 * width), nn.Conv2d(3 * width, 2 * width, 1)
        )
        self.both = Residual(2 * width)
        self.out = nn.Conv2d(2 * width, 1 + FELT, 1)

    def forward(self, squares: Tensor) -> tuple[Tensor, Tensor]:
        """Tell of each square where shields are and what is felt everywhere."""
        near = self.near(evened(squares))
        far = functional.interpolate(self.far(near), scale_factor=2, mode="nearest")
        odds, felt = self.out(self.both(near + far)).split([1, FELT], 1)
        length = torch.sqrt((felt * felt).sum(1, keepdim=True) + 1e-6)
        return odds, SHARPNESS**0.5 * felt / length


class ShieldBatch(NamedTuple):
    """What the net says of n squares of b boxes: (b, tiles, 256) and (b, tiles, 256, felt)."""

    odds: Tensor
    felt: Tensor


def by_examples(batch: ShieldBatch, is_shielded: Tensor, weight: Tensor) -> Tensor:
    """Tell whether tiles carry a shield, by the others of their box; as ``cold.shield_net`` does.

    Args:
        batch: Of every tile.
        is_shielded: (b, tiles) 0 or 1.
        weight: (b, tiles) 1 for those that are examples to the others, else 0.

    Returns:
        (b, tiles) log-odds.
    """
    peaks, where = batch.odds.topk(PEAKS, 2)
    felt = batch.felt.gather(2, where[..., None].expand(-1, -1, -1, FELT))
    alike = torch.exp(torch.einsum("bipf,bjkf->bipjk", batch.felt, felt) - ALIKE_NATS)
    share = torch.softmax(peaks, 2)
    alike = torch.einsum("bipjk,bjk->bipj", alike, share)
    others = weight[:, None] * (1 - torch.eye(weight.shape[1]))
    sides = []
    for some in (is_shielded, 1 - is_shielded):
        counts = others * some[:, None]
        total = torch.einsum("bipj,bij->bip", alike, counts) + RESERVE
        sides.append(torch.log(total / (counts.sum(2)[..., None] + RESERVE)))
    return torch.logsumexp(batch.odds + sides[0] - sides[1], 2)


def loss_of(net: ShieldNet, lesson: TileBatch) -> Tensor:
    """Measure how wrong a net is on tiles, with the others of their box and without, and on every place."""
    with learning.coarsely():
        odds, felt = (told.float() for told in net(lesson.squares))
    shown = functional.avg_pool2d(lesson.shields, lesson.shields.shape[-1] // GRID)
    is_tile, is_shielded = lesson.is_tile.float(), lesson.signs[:, 0]
    is_asked = ((shown > SHOWN) | (shown < HIDDEN)).float() * is_tile[:, None, None, None]
    places = functional.binary_cross_entropy_with_logits(odds, (shown > SHOWN).float(), reduction="none")
    boxes = (-1, OF_ONE_BOX)
    batch = ShieldBatch(
        odds.reshape(*boxes, GRID**2), felt.flatten(2).transpose(1, 2).reshape(*boxes, GRID**2, FELT)
    )
    weight = is_tile.reshape(boxes)
    kept = weight * (torch.rand(weight.shape) < torch.rand(len(weight), 1))
    known = by_examples(batch, is_shielded.reshape(boxes), kept)
    wrong = sum(
        functional.binary_cross_entropy_with_logits(each, is_shielded.reshape(boxes), reduction="none")
        for each in (torch.logsumexp(batch.odds, 2), known)
    )
    return ((wrong * weight).sum() + PLACES_WEIGHT * (places * is_asked).sum()) / weight.sum()


def learn(
    taught: DrawnTiles,
    per_box: int,
    steps: int,
    seed: int,
    tell: Callable[[int, float], None],
    *,
    kept: Path | None = None,
    batch: int = BATCH,
) -> ShieldNet:
    """Teach a net; the same seed and number of threads give the same net.

    Args:
        taught: The tiles, those of one box after each other.
        per_box: So many are of each; at least ``OF_ONE_BOX``.
        steps: How many batches are shown.
        seed: For the net and what it is shown.
        tell: Told the step and the mean loss now and then.
        kept: A net taught before, from which this one goes on.
        batch: Squares in a batch.
    """
    torch.manual_seed(seed)
    net = ShieldNet().to(memory_format=torch.channels_last)

    def any_lesson() -> TileBatch:
        boxes = torch.randint(0, len(taught.images) // per_box, (batch // OF_ONE_BOX, 1))
        some = torch.rand(len(boxes), per_box).argsort(1)[:, :OF_ONE_BOX]
        return show(taught, (boxes * per_box + some).flatten(), OF_ONE_BOX)

    wrong = partial(loss_of, net)
    learning.learn_by(net, any_lesson, wrong, steps, tell, kept, most_gradient=MOST_GRADIENT)
    return net
