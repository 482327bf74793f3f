"""The net that tells what a tile shows, and what it is taught with."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from scoring.games.carcassonne.land.catalogue import faces
from vision.games.carcassonne.cold.kinds import ANSWERS, GARDEN, ONE_CITY, ONE_ROAD, TILE, facts
from vision.games.carcassonne.cold.tile_net import GARDEN_WEIGHT, MARGIN, TILE_PX
from vision.games.carcassonne.training.boxes import Box
from vision.simulator.made_up.drawing import Shield
from vision.training import learning
from vision.training.layers import Residual, evened, shrinking

FOREIGN_SHARE = 0.12
"""So many of the squares shown are no tiles: between tiles, far too large or small, or bare table."""
FIGURES_SHARE = 0.3
"""On so many squares something stands."""
RARE = (1.0, 1.0, GARDEN_WEIGHT)
"""Of shields, cloisters and gardens: one missed weighs as much as so many falsely told."""
BATCH, OF_ONE_BOX = 192, 8
"""Squares in a batch; so many that follow each other are of one box, and lie beside each other."""
TELLS = ("told", "felt")


class TileNet(nn.Module):
    """(n, 3, 64, 64) blue, green and red, 0 to 1, to (n, 32) answers; see ``cold.kinds``.

    Every square is brought to one brightness and contrast first, so that lamps matter little. What was felt
    anywhere on a square, and along its north, is told too, so that a box can tune the answers; see
    ``cold.tuning``.
    """

    def __init__(self, width: int = 32) -> None:
        super().__init__()
        self.body = nn.Sequential(
            shrinking(3, width),
            shrinking(width, 2 * width),
            Residual(2 * width),
            shrinking(2 * width, 3 * width),
            Residual(3 * width),
            Residual(3 * width),
            shrinking(3 * width, 4 * width),
            Residual(4 * width),
        )
        self.head = nn.Sequential(
            nn.Flatten(), nn.Dropout(0.2), nn.Linear(4 * width * 16, 192), nn.ReLU(), nn.Dropout(0.2)
        )
        self.out = nn.Linear(192, ANSWERS)
        self.scaled = nn.BatchNorm1d(3 * 4 * width, affine=False)

    def forward(self, squares: Tensor) -> tuple[Tensor, Tensor]:
        """Answer the questions about each square, and tell what was felt: (n, 384), 1 being usual."""
        seen = self.body(evened(squares))
        felt = torch.cat([seen.mean((2, 3)), seen.amax((2, 3)), seen[:, :, 0].mean(2)], 1)
        return self.out(self.head(seen)), self.scaled(felt.detach())


class DrawnTiles(NamedTuple):
    """Drawn tiles, ready to be shown.

    Attributes:
        images: (n, 96, 96, 3) bytes.
        edges: (n, 4 turns, 4); one_city, one_road: (n, 4 turns, 6).
        signs: (n, 3) shield, cloister, garden: 0 or 1.
        shields: (n, 3) the middle of the shield, x and y, and its radius, in tiles; 0 where there is none.
    """

    images: Tensor
    edges: Tensor
    one_city: Tensor
    one_road: Tensor
    signs: Tensor
    shields: Tensor


def teach(boxes: Sequence[Box]) -> DrawnTiles:
    """Make drawn boxes ready to be shown."""
    tiles = [tile for box in boxes for tile in box]
    every = {name: [facts(face, turns) for turns in range(4)] for name, face in faces().items()}
    signs = [
        (every[tile.face][0].has_shield, every[tile.face][0].has_cloister, tile.has_garden) for tile in tiles
    ]
    return DrawnTiles(
        torch.tensor(np.array([tile.image for tile in tiles])),
        torch.tensor(np.array([[each.edges for each in every[tile.face]] for tile in tiles])),
        torch.tensor(np.array([[each.one_city for each in every[tile.face]] for tile in tiles])),
        torch.tensor(np.array([[each.one_road for each in every[tile.face]] for tile in tiles])),
        torch.tensor(signs, dtype=torch.float32),
        torch.tensor([_place(tile.shield) for tile in tiles], dtype=torch.float32),
    )


def _place(shield: Shield | None) -> tuple[float, float, float]:
    return (0.0, 0.0, 0.0) if shield is None else (*shield.middle.tolist(), shield.radius)


class TileBatch(NamedTuple):
    """Some squares with the true answers.

    Attributes:
        squares: (n, 3, 64, 64), 0 to 1.
        edges, one_city, one_road, signs: See ``DrawnTiles``, in the turns that are shown.
        shields: (n, 1, 64, 64) how much of each pixel is a shield, 0 to 1.
        is_tile: (n,) bool; the other answers are open where it is false.
    """

    squares: Tensor
    edges: Tensor
    one_city: Tensor
    one_road: Tensor
    signs: Tensor
    shields: Tensor
    is_tile: Tensor


def between(low: float, high: float, *shape: int) -> Tensor:
    """Draw evenly between two numbers."""
    return torch.rand(*shape) * (high - low) + low


def _each(values: Tensor) -> Tensor:
    """Shape (n,) values so that they go with (n, rows, columns)."""
    return values[:, None, None]


def show(taught: DrawnTiles, chosen: Tensor, alike: int = 1) -> TileBatch:
    """Show tiles as a reader meets them; see ``show_turned``."""
    return show_turned(taught, chosen, alike)[0]


def show_turned(taught: DrawnTiles, chosen: Tensor, alike: int = 1) -> tuple[TileBatch, Tensor]:
    """Show tiles as a reader meets them: askew, in all kinds of light, half covered, between neighbours.

    Args:
        taught: The tiles.
        chosen: (n,) which of them, those of one box together.
        alike: So many that follow each other lie under one lamp.

    Returns:
        The lesson, and (n,) how many quarters each tile is turned clockwise.
    """
    turns = torch.randint(0, 4, (len(chosen),))
    images = taught.images[chosen].permute(0, 3, 1, 2).float() / 255
    drawn = torch.cat([images, _shields_drawn(taught.shields[chosen], images.shape[-1])], 1)
    for turn in range(1, 4):
        drawn[turns == turn] = torch.rot90(drawn[turns == turn], -turn, (2, 3))
    is_foreign = torch.rand(len(chosen)) < FOREIGN_SHARE
    squares, shields = _cut(drawn, is_foreign)
    squares = _through_lens(_in_light(_with_figures(squares), alike))
    lesson = TileBatch(
        squares,
        taught.edges[chosen, turns],
        taught.one_city[chosen, turns],
        taught.one_road[chosen, turns],
        taught.signs[chosen],
        shields,
        ~is_foreign,
    )
    return lesson, turns


def _shields_drawn(shields: Tensor, side_px: int) -> Tensor:
    """(n, 1, side, side): 1 where a drawn tile shows its shield, else 0."""
    steps = (torch.arange(side_px) + 0.5) / side_px
    x, y, radius = (each[:, None, None, None] for each in shields.T)
    return ((steps - x) ** 2 + (steps[:, None] - y) ** 2 < radius**2).float()


def _grid() -> tuple[Tensor, Tensor]:
    """Give x and y, -1 to 1, of every pixel of a square."""
    steps = torch.linspace(-1, 1, TILE_PX)
    y, x = torch.meshgrid(steps, steps, indexing="ij")
    return x, y


def _cut(drawn: Tensor, is_foreign: Tensor) -> tuple[Tensor, Tensor]:
    """Cut squares out a little askew, with what lies beside the tiles around them, and their own shields."""
    number = len(drawn)
    x, y = (MARGIN * each for each in _grid())
    angle, scale = torch.randn(number) * 0.05, between(0.93, 1.08, number)
    shift, lean = torch.randn(number, 2) * 0.07, torch.randn(number, 2) * 0.05
    how = torch.rand(number)
    beside = (torch.randint(0, 2, (number, 2)) * 2 - 1) * between(0.5, 1.1, number, 2)
    beside = torch.where(torch.rand(number, 2) < 0.6, beside, torch.zeros(number, 2))
    beside[(beside == 0).all(1)] = 0.9
    shift = torch.where((is_foreign & (how < 0.6))[:, None], beside, shift)
    scale = torch.where(is_foreign & (how >= 0.6) & (how < 0.8), between(1.35, 2.0, number), scale)
    scale = torch.where(is_foreign & (how >= 0.8), between(0.35, 0.65, number), scale)
    cos, sin = torch.cos(angle) * scale, torch.sin(angle) * scale
    far = 1 + _each(lean[:, 0]) * x + _each(lean[:, 1]) * y
    stretch = _each(between(0.95, 1.05, number))
    across = (_each(cos) * stretch * x - _each(sin) * y) / far + _each(shift[:, 0])
    down = (_each(sin) * x + _each(cos) * y) / far + _each(shift[:, 1])
    is_outside = ((across.abs() > 1) | (down.abs() > 1))[:, None].float()
    own = functional.grid_sample(
        drawn, torch.stack([across, down], -1), padding_mode="border", align_corners=False
    )
    own, shields = (own * (1 - is_outside)).split([3, 1], 1)
    squares = own + _around(drawn[:, :3], across, down) * is_outside
    is_bare = is_foreign & (torch.rand(number) < 0.2)
    clouds = functional.interpolate(
        torch.randn(number, 3, 6, 6) * 0.1, size=(TILE_PX, TILE_PX), mode="bilinear"
    )
    bare = between(0, 1, number, 3, 1, 1) + clouds + torch.randn(number, 1, TILE_PX, TILE_PX) * 0.04
    squares[is_bare] = bare[is_bare]
    return squares, shields


def _around(drawn: Tensor, across: Tensor, down: Tensor) -> Tensor:
    """Show what lies beside: the next tile of the batch, or the table."""
    number = len(drawn)
    wrapped = torch.stack([(across + 1) % 2 - 1, (down + 1) % 2 - 1], -1)
    neighbour = functional.grid_sample(drawn.roll(1, 0), wrapped, padding_mode="border", align_corners=False)
    grain = torch.randn(number, 1, TILE_PX, TILE_PX) * 0.04 * between(0, 1, number, 1, 1, 1)
    table = between(0, 1, number, 3, 1, 1) + grain
    return torch.where((torch.rand(number) < 0.45)[:, None, None, None], table, neighbour)


def _with_figures(squares: Tensor) -> Tensor:
    """Stand something of any colour on some tiles, its shadow beside it."""
    number = len(squares)
    x, y = _grid()
    inside = _oval(x, y, number) & _each(torch.rand(number) < FIGURES_SHARE)
    shadow = inside.roll((3, 4), (1, 2))
    squares = torch.where(shadow[:, None], squares * 0.5, squares)
    wood = torch.rand(number, 3, 1, 1) ** 1.5 * (1 - 0.3 * y)
    return torch.where(inside[:, None], wood, squares)


def _oval(x: Tensor, y: Tensor, number: int) -> Tensor:
    across, down = x - _each(between(-0.8, 0.8, number)), y - _each(between(-0.8, 0.8, number))
    angle = _each(between(0, np.pi, number))
    long, short = (_each(between(0.12, 0.38, number)) for _ in range(2))
    along = across * torch.cos(angle) + down * torch.sin(angle)
    aside = down * torch.cos(angle) - across * torch.sin(angle)
    inside: Tensor = (along / long) ** 2 + (aside / short) ** 2 < 1
    return inside


def _in_light(squares: Tensor, alike: int) -> Tensor:
    """Put squares in light: dim or bright, warm or cold, uneven, with hard shadows and glare.

    So many that follow each other lie under one lamp.
    """
    number = len(squares)
    x, y = _grid()

    def any_of(low: float, high: float) -> Tensor:
        return between(low, high, number // alike, 1, 1, 1).repeat_interleave(alike, 0)

    squares = squares.clamp(0, 1) ** any_of(0.6, 1.7)
    grey = squares.mean(1, keepdim=True)
    squares = grey + (squares - grey) * any_of(0.35, 1.4)
    tint = torch.randn(number // alike, 3, 1, 1).repeat_interleave(alike, 0)
    squares = squares * torch.exp(tint * any_of(0.05, 0.3)) * any_of(0.4, 1.35)
    slope = torch.randn(number, 2, 1, 1) * 0.15
    squares = squares * (1 + slope[:, :1] * x + slope[:, 1:] * y)
    angle = _each(between(0, 2 * np.pi, number))
    is_beyond = x * torch.cos(angle) + y * torch.sin(angle) > _each(between(-0.8, 0.8, number))
    is_shaded = is_beyond & _each(torch.rand(number) < 0.12)
    squares = torch.where(is_shaded[:, None], squares * between(0.4, 0.8, number, 1, 1, 1), squares)
    away = (x - _each(between(-0.8, 0.8, number))) ** 2 + (y - _each(between(-0.8, 0.8, number))) ** 2
    glare = torch.exp(-away / _each(between(0.03, 0.25, number))) * _each(between(0.2, 0.9, number))
    squares = squares + (glare * _each(torch.rand(number) < 0.12))[:, None]
    return squares + any_of(-0.04, 0.08)


def _through_lens(squares: Tensor) -> Tensor:
    """Blur, shrink and roughen squares as lenses and sensors do."""
    number = len(squares)
    sigma = (0.0, 0.5, 0.9, 1.4)[int(torch.randint(0, 4, (1,)))]
    if sigma:
        squares = torch.where(torch.rand(number, 1, 1, 1) < 0.8, _blurred(squares, sigma), squares)
    half = functional.interpolate(squares, size=(TILE_PX // 2, TILE_PX // 2), mode="area")
    coarse = functional.interpolate(half, size=(TILE_PX, TILE_PX), mode="bilinear")
    squares = torch.where(torch.rand(number, 1, 1, 1) < 0.25, coarse, squares)
    return (squares + torch.randn_like(squares) * between(0, 0.05, number, 1, 1, 1)).clamp(0, 1)


def _blurred(squares: Tensor, sigma: float) -> Tensor:
    kernel = torch.exp(-(torch.arange(-3, 4.0) ** 2) / 2 / sigma**2)
    kernel = kernel / kernel.sum()
    for axis, pad in ((3, (3, 3, 0, 0)), (2, (0, 0, 3, 3))):
        padded = functional.pad(squares, pad, mode="reflect")
        squares = sum(weight * padded.narrow(axis, at, TILE_PX) for at, weight in enumerate(kernel.tolist()))
    return squares


def loss_of(answers: Tensor, lesson: TileBatch) -> Tensor:
    """Measure how wrong answers are; only whether it is a tile is asked of what is none."""
    weight = lesson.is_tile.float()
    edges = functional.cross_entropy(
        answers[:, :16].reshape(-1, 4), lesson.edges.reshape(-1), reduction="none"
    )
    wrong = 2 * edges.view(-1, 4).mean(1)
    wrong = wrong + 0.7 * _open_loss(answers[:, ONE_CITY], lesson.one_city)
    wrong = wrong + 0.4 * _open_loss(answers[:, ONE_ROAD], lesson.one_road)
    signs = functional.binary_cross_entropy_with_logits(
        answers[:, GARDEN - 2 : GARDEN + 1], lesson.signs, reduction="none", pos_weight=torch.tensor(RARE)
    )
    wrong = wrong + signs @ torch.tensor([2.5, 0.7, 1.0])
    is_tile = functional.binary_cross_entropy_with_logits(answers[:, TILE], weight)
    return (wrong * weight).sum() / weight.sum() + 0.3 * is_tile


def _open_loss(logits: Tensor, truth: Tensor) -> Tensor:
    """(n,): the loss over the questions that are not open."""
    wrong = functional.binary_cross_entropy_with_logits(logits, truth.clamp(min=0).float(), reduction="none")
    return (wrong * (truth >= 0)).sum(1)


def begin(boxes: Sequence[Box], batch: int | None = None) -> learning.Pupil:
    """Make a net that learns from batches of so many tiles, those of one box after each other."""
    taught = teach(boxes)
    net = TileNet().to(memory_format=torch.channels_last)  # faster by a sixth

    def any_lesson() -> TileBatch:
        first = torch.randint(0, len(taught.images) - OF_ONE_BOX, ((batch or BATCH) // OF_ONE_BOX,))
        return show(taught, (first[:, None] + torch.arange(OF_ONE_BOX)).flatten())

    def wrong(lesson: TileBatch) -> Tensor:
        with learning.coarsely():
            answers, _ = net(lesson.squares)
        return loss_of(answers.float(), lesson)

    shape = (3, TILE_PX, TILE_PX)
    return learning.Pupil(net, any_lesson, wrong, shape, tells=TELLS, warming=0.05, most_gradient=None)
