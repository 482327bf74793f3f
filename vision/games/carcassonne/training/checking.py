"""How well the nets read boxes they were not taught with, and how sure they may be."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray

from vision.games.carcassonne.cold.figure_net import STRIDE_PX, look_for_wood
from vision.games.carcassonne.cold.kinds import index_of
from vision.games.carcassonne.cold.shield_net import alone, by_each_other, find_places
from vision.games.carcassonne.cold.tile_net import Squares, tell
from vision.games.carcassonne.face_templates import shield_twins
from vision.games.carcassonne.training.boxes import Box
from vision.games.carcassonne.training.figures import OUTSIDE, FigureView
from vision.games.carcassonne.training.tiles import TileBatch, show, show_turned, teach

_TWINS = {*shield_twins(), *shield_twins().values()}
ROUNDS = 4
SHARPNESSES = np.round(np.linspace(0.2, 1.5, 27), 2)


class WoodCheck(NamedTuple):
    """How wood was told on parts of boards.

    Attributes:
        views: So many.
        found: Share of the wood that was told.
        true: Share of what was told to be wood that is.
    """

    views: int
    found: float
    true: float


def check_figures(views: Sequence[FigureView]) -> WoodCheck:
    """Show boards of boxes that were kept aside to the net for figures as it is kept."""
    odds = np.array([look_for_wood(view.image).odds for view in views])
    kinds = np.array([np.kron(view.kinds, np.ones((STRIDE_PX, STRIDE_PX), np.uint8)) for view in views])
    is_wood, is_asked = (kinds > 0) & (kinds != OUTSIDE), kinds != OUTSIDE
    found = (odds > 0) & is_asked
    return WoodCheck(len(views), float(found[is_wood].mean()), float(is_wood[found].mean()))


class ShieldCheck(NamedTuple):
    """How tiles were told from those that differ by a shield alone.

    Attributes:
        tiles: So many.
        right: Share of them told rightly by themselves, and by the known tiles of their box as well.
        unlikely: Mean of minus the log-probability of the truth, in nats, by both.
    """

    tiles: int
    right: tuple[float, float]
    unlikely: tuple[float, float]


def check_shields(boxes: Sequence[Box], seed: int) -> ShieldCheck:
    """Show boxes that were kept aside to the net for shields as it is kept, each box under one lamp."""
    torch.manual_seed(seed)
    truth, told = [], []
    for box in boxes:
        lesson = show(teach([box]), torch.arange(len(box)), len(box))
        is_tile = lesson.is_tile.numpy()
        places = find_places(squares_of(lesson)[is_tile])
        is_shielded = lesson.signs[:, 0].numpy()[is_tile]
        is_asked = np.array([tile.face in _TWINS for tile in box])[is_tile]
        by_itself = alone(places)
        told.append(np.stack([by_itself, by_itself + by_each_other(places)(is_shielded)])[:, is_asked])
        truth.append(is_shielded[is_asked])
    odds, true = np.concatenate(told, axis=1), np.concatenate(truth)
    right = ((odds > 0) == true).mean(axis=1)
    unlikely = np.logaddexp(0, np.where(true > 0, -odds, odds)).mean(axis=1)
    return ShieldCheck(len(true), tuple(right.tolist()), tuple(unlikely.tolist()))


def squares_of(lesson: TileBatch) -> Squares:
    """Give what is shown as the nets are asked about it."""
    return np.asarray((lesson.squares.permute(0, 2, 3, 1) * 255).byte().numpy())


class Check(NamedTuple):
    """How single tiles were read, without their neighbours.

    Attributes:
        tiles: So many.
        right: Share of them with the right face and turns.
        tiles_known: Share of tiles, and of other squares, that were told apart.
        sharpness: What log-likelihoods are best multiplied with.
        unlikely: Mean of minus the log-probability of the truth, before and after that, in nats.
    """

    tiles: int
    right: float
    tiles_known: float
    sharpness: float
    unlikely: tuple[float, float]


def check(boxes: Sequence[Box], seed: int) -> Check:
    """Show boxes that were kept aside, in all kinds of light, to the net as it is kept."""
    torch.manual_seed(seed)
    taught = teach(boxes)
    true = [tile.face for box in boxes for tile in box]
    log_odds, truth, known = [], [], []
    for _ in range(ROUNDS):
        lesson, turns = show_turned(taught, torch.arange(len(true)))
        prediction, is_tile = tell(squares_of(lesson)), lesson.is_tile.numpy()
        known.append((prediction.is_tile > 0) == is_tile)
        log_odds.append(prediction.nats[is_tile])
        truth += [
            index_of(face, int(turn))
            for face, turn, counts in zip(true, turns, is_tile, strict=True)
            if counts
        ]
    every, right = np.concatenate(log_odds), np.array(truth)
    costs = [_unlikely(every * each, right) for each in SHARPNESSES]
    best = int(np.argmin(costs))
    return Check(
        len(right),
        float((every.argmax(axis=1) == right).mean()),
        float(np.concatenate(known).mean()),
        float(SHARPNESSES[best]),
        (_unlikely(every, right), costs[best]),
    )


def _unlikely(log_odds: NDArray[np.floating], truth: NDArray[np.integer]) -> float:
    whole = np.logaddexp.reduce(log_odds, axis=1)
    return float((whole - log_odds[np.arange(len(truth)), truth]).mean())
