"""A tile that has come and what may stand on it, weighed by what is seen and by what the rules allow."""

from collections.abc import Mapping, Sequence

import numpy as np
from msgspec.structs import replace

from scoring.errors import IllegalMoveError
from scoring.game import Cell
from scoring.games.carcassonne import RULES
from scoring.games.carcassonne.engine.followers import check_meeple
from scoring.games.carcassonne.engine.moves import TilePlacement
from scoring.games.carcassonne.engine.state import CarcassonneState
from vision.follow.explanations import shares
from vision.follow.turns import is_legal
from vision.games.carcassonne.fusion import Reading
from vision.games.carcassonne.live.arriving import LEAST_SHARE
from vision.games.carcassonne.live.memory import ArrivedTile, FigureHypothesis, TrackedFigure

NOTICED_NATS = -4.0
"""A figure less likely than this is not thought of."""
ILLEGAL_NATS = 4.0
"""Against a figure that the rules do not let stand there."""
SECOND_LOOK = 0.7
"""What a look at a tile tells under its figure, beside the one before that came: fitted to 926 tiles of 50
games. Of 1,293 tiles of 69 games it leaves 18 to be asked about and one wrong unasked, the first look alone
32 and none."""


def weigh_again(first: Mapping[Reading, float], now: Mapping[Reading, float]) -> Mapping[Reading, float]:
    """Weigh the readings of a tile by what is still seen of it under its figure.

    Args:
        first: The probability of each, from the look before the figure came.
        now: The same, from the look under the figure.

    Returns:
        A probability for each reading of the first look: what that look says where the other rather tells
        another reading than both together.
    """
    log_odds = {
        reading: float(np.log(share) + SECOND_LOOK * np.log(max(now.get(reading, 0.0), LEAST_SHARE)))
        for reading, share in first.items()
    }
    best = max(log_odds, key=lambda reading: log_odds[reading])
    return shares(log_odds) if now.get(best, 0.0) == max(now.values()) else first


def weigh_stands(
    state: CarcassonneState,
    cell: Cell,
    reading: Reading,
    gardens: Mapping[bool, float],
    hypotheses: Sequence[FigureHypothesis],
    before: ArrivedTile | None,
) -> list[tuple[bool, TrackedFigure | None, float]]:
    """Give what may stand on a tile, were it this reading, with probabilities.

    Args:
        state: The game.
        cell: Where the tile lies.
        reading: Its face and turns.
        gardens: How likely it has a garden and none, from ``gardens.gardens``.
        hypotheses: The figures on it and all that they may stand on.
        before: What was seen of it before.

    Returns:
        Whether it has a garden, what stands on it if anything does, and how likely that is.
    """
    options: list[tuple[bool, TrackedFigure | None, float]] = []
    for garden, share in gardens.items():
        tile = TilePlacement(state.player, reading.face, reading.turns, cell, garden=garden)
        here = [(_scored_already(state, tile, before), 0.0)]
        here += [
            (hypothesis.stand, hypothesis.nats - _illegal_nats(state, tile, hypothesis.stand))
            for hypothesis in hypotheses
            if hypothesis.nats > NOTICED_NATS and (garden or hypothesis.stand.meeple.feature != "garden")
        ]
        # What has scored already is the same turn, be it taken back or not.
        here.sort(key=lambda each: each[1])
        here = list({each[0] and each[0][:2]: each for each in here}.values())
        options += [(garden, figure, log_odds + float(np.log(share))) for figure, log_odds in here]
    weighed = shares(dict(enumerate(log_odds for *_, log_odds in options)))
    return [(garden, figure, weighed[index]) for index, (garden, figure, _) in enumerate(options)]


def _scored_already(
    state: CarcassonneState, tile: TilePlacement, before: ArrivedTile | None
) -> TrackedFigure | None:
    """Remember the figure that stood on a tile and whose points it has earned at once.

    It has been taken back, as it should be, so that it can no longer be seen.
    """
    if before is None or before.stand is None or (before.face, before.turns) != (tile.face, tile.turns):
        return None
    move = _with(tile, before.stand)
    if not is_legal(RULES, state, move):
        return None
    back = RULES.returned_pieces(state, move)
    is_back = any(piece.cell == tile.cell and piece.player == state.player for piece in back)
    return before.stand if is_back else None


def _illegal_nats(state: CarcassonneState, tile: TilePlacement, figure: TrackedFigure) -> float:
    """Weigh against a figure that is not the player's, or may not stand there."""
    against = 0.0 if figure.colour == state.player else ILLEGAL_NATS
    try:
        check_meeple(state, _with(tile, figure))
    except IllegalMoveError:
        against += ILLEGAL_NATS
    return against


def _with(tile: TilePlacement, figure: TrackedFigure) -> TilePlacement:
    return replace(tile, meeple=figure.meeple)
