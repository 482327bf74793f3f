"""Asking the net for tiles what squares of a picture show."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.games.carcassonne.cold.kinds import ANSWERS, GARDEN, SHIELD, TILE, log_odds_of, unturned_answers
from vision.games.carcassonne.cold.shield_net import Places, alone, find_places
from vision.nets.session import ask

TILE_PX = 64
MARGIN = 1.12
"""A square shows so much more than its tile, in shares of the tile's side: the rim of what lies beside."""

GARDEN_WEIGHT = 3.0
"""In teaching a garden that was missed weighs as much as so many falsely told; which is taken back."""

OWN_SHARE = 0.3
"""Of shields the net for tiles says so much, and the net for shields the rest."""

Squares = NDArray[np.uint8]
"""(n, 64, 64, 3) blue, green and red, the tile in the middle, ``MARGIN`` of it shown."""


TURNS, FELT = 4, 384


class TilePrediction(NamedTuple):
    """What the net says about n squares.

    Attributes:
        nats: (n, readings) log-likelihoods, in the order of ``kinds.READINGS``.
        is_tile: (n,) log-odds that it is a tile and not something else.
        has_garden: (n,) log-odds that it carries a garden, as many of its face with one as without.
        answers: (n, 32) logits, the mean over the turns in which it was looked at.
        felt: (n, turns, 384) what the net felt in each turn before it answered; see ``tuning``.
        places: (n, 256, 17) what is told of shields; no places where that was not asked for.
    """

    nats: NDArray[np.floating]
    is_tile: NDArray[np.floating]
    has_garden: NDArray[np.floating]
    answers: NDArray[np.floating]
    felt: NDArray[np.floating]
    places: Places

    def of(self, some: Sequence[int]) -> "TilePrediction":
        """Give what is said about some of them."""
        return TilePrediction(*(each[list(some)] for each in self))


def together(told: Iterable[TilePrediction]) -> TilePrediction:
    """Put what is said about some squares and others together."""
    return TilePrediction(*map(np.concatenate, zip(*told, strict=True)))


def tell(squares: Squares) -> TilePrediction:
    """Tell what squares show: what is said of each in its four turns, put together."""
    every = [_asked(np.rot90(squares, -turns, axes=(1, 2))) for turns in range(TURNS)]
    answers = np.array([unturned_answers(prediction, turns) for turns, (prediction, _) in enumerate(every)])
    felt, places = np.stack([felt for _, felt in every], axis=1), find_places(squares)
    answers[..., SHIELD] = OWN_SHARE * answers[..., SHIELD] + (1 - OWN_SHARE) * alone(places)
    return _summed(answers, felt, places)


def ask_once(squares: Squares) -> TilePrediction:
    """Tell what squares show, each looked at in one turn only: four times as fast, and less sure."""
    answers, felt = _asked(squares)
    return _summed(answers[None], felt[:, None], np.zeros((len(squares), 0, 0)))


def _summed(answers: NDArray[np.floating], felt: NDArray[np.floating], places: Places) -> TilePrediction:
    """Put the (turns, n, 32) answers in some turns together, already turned back."""
    log_odds, mean = np.mean([log_odds_of(answer) for answer in answers], axis=0), answers.mean(axis=0)
    return TilePrediction(
        log_odds, mean[:, TILE], mean[:, GARDEN] - np.log(GARDEN_WEIGHT), mean, felt, places
    )


def _asked(squares: Squares) -> tuple[NDArray[np.floating], NDArray[np.floating]]:
    if not len(squares):
        return np.zeros((0, ANSWERS)), np.zeros((0, FELT))
    answers, felt = ask("vision.games.carcassonne.cold.tiles", squares)
    return np.asarray(answers, np.float64), felt
