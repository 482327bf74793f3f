"""The net that tells where shields are, and what it is taught with."""

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional

from vision.games.carcassonne.cold.shield_net import ALIKE_NATS, FELT, GRID, PEAKS, RESERVE
from vision.games.carcassonne.cold.tile_net import TILE_PX
from vision.games.carcassonne.training.boxes import Box
from vision.games.carcassonne.training.tiles import TELLS, TileBatch, show, teach
from vision.training import learning
from vision.training.layers import Residual, evened, shrinking

BATCH, OF_ONE_BOX = 192, 16
"""Squares in a batch; so many are of one box, each an example to the others."""
SHOWN, HIDDEN = 0.3, 0.03
"""A place is a shield's where this share of it shows one, and none where less than the second does."""
PLACES_WEIGHT = 0.05
"""What a place told wrongly weighs beside a tile told wrongly."""
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


def begin(boxes: Sequence[Box], batch: int | None = None) -> learning.Pupil:
    """Make a net that learns from batches of so many tiles of boxes, each of at least ``OF_ONE_BOX``."""
    taught, per_box = teach(boxes), len(boxes[0])
    net = ShieldNet().to(memory_format=torch.channels_last)

    def any_lesson() -> TileBatch:
        numbers = torch.randint(0, len(boxes), ((batch or BATCH) // OF_ONE_BOX, 1))
        some = torch.rand(len(numbers), per_box).argsort(1)[:, :OF_ONE_BOX]
        return show(taught, (numbers * per_box + some).flatten(), OF_ONE_BOX)

    shape = (3, TILE_PX, TILE_PX)
    return learning.Pupil(net, any_lesson, partial(loss_of, net), shape, tells=TELLS, warming=0.05)
