"""Looking again at the last confirmed turn: later frames may show its figure better."""

from collections.abc import Mapping

import numpy as np

from scoring.game import Cell
from scoring.games.carcassonne.engine.followers import segment_of
from scoring.games.carcassonne.engine.moves import Move, TilePlacement
from scoring.games.carcassonne.engine.state import CarcassonneState, SegmentFigure
from scoring.referee.observation import Revision
from vision.games.carcassonne.live.memory import (
    CarcassonneBoxModel,
    CarcassonneTrackState,
    LatestTile,
    TrackedFigure,
    over_looks,
)
from vision.games.carcassonne.live.standing import find_stands
from vision.games.carcassonne.live.tracking import TileTracks

LOOKS = 3
"""So often a turn is looked at again, and then only when its tile looks otherwise."""
SEEN_OFTEN = 2
"""Another look than the one that was confirmed counts from this many looks on."""


def look_again(
    tracked: TileTracks,
    state: CarcassonneState,
    known: CarcassonneBoxModel,
    memory: CarcassonneTrackState | None,
    stands: Mapping[Cell, TrackedFigure],
) -> tuple[LatestTile | None, tuple[Revision[Move], ...]]:
    """Look at the last turn again, and tell what it is now where that is not what was confirmed.

    A figure that is gone says nothing: it may have scored.

    Args:
        tracked: Where everything lies.
        state: The game.
        known: The box.
        memory: From the look before.
        stands: The figures of the game.

    Returns:
        What is to be remembered of the turn, and at most one revision.
    """
    latest = _latest(state, memory)
    if latest is None or (latest.looks >= LOOKS and latest.cell not in tracked.changed):
        return latest, ()
    others = {cell: figure for cell, figure in stands.items() if cell != latest.cell}
    mover = _mover(state)
    hypotheses = find_stands(tracked, latest.cell, known, (mover,), others, latest.plain, mover=mover)
    latest = latest._replace(seen=tuple(over_looks(hypotheses, latest.seen)), looks=latest.looks + 1)
    return latest, tuple(_revisions(state, latest))


def _latest(state: CarcassonneState, memory: CarcassonneTrackState | None) -> LatestTile | None:
    """Give the last turn as it was seen, where it was."""
    cell = list(state.land.tiles)[-1]
    if memory is None:
        return None
    if memory.latest is not None and memory.latest.cell == cell:
        return memory.latest
    arrival = memory.arrivals.get(cell)
    if arrival is None or (arrival.stand is not None and _figure_at(state, cell) is None):
        return None  # declared, or a figure that has scored: nothing is left to be seen better
    return LatestTile(cell, arrival.plain, arrival.seen)


def _mover(state: CarcassonneState) -> str:
    return state.setup.players[state.turn - 1].colour


def _figure_at(state: CarcassonneState, cell: Cell) -> SegmentFigure | None:
    return next((figure for figure in state.figures if figure.part[0] == cell), None)


def _revisions(state: CarcassonneState, latest: LatestTile) -> tuple[Revision[Move], ...]:
    """Tell what the turn is now, where its figure is seen on something else than was confirmed."""
    hypotheses = [hypothesis for hypothesis in latest.seen if hypothesis.looks >= SEEN_OFTEN]
    if not hypotheses or hypotheses[0].nats < 0:
        return ()
    tile, figure = state.land.tiles[latest.cell], _figure_at(state, latest.cell)
    best = hypotheses[0].stand.meeple
    is_known = figure is not None and (figure.kind != best.kind or figure.part[1] == segment_of(tile, best))
    if is_known:
        return ()
    share = float(
        np.exp(
            hypotheses[0].nats - np.logaddexp.reduce([0.0, *(hypothesis.nats for hypothesis in hypotheses)])
        )
    )
    return (
        Revision(
            1, TilePlacement(_mover(state), tile.face, tile.turns, latest.cell, best, tile.garden), share
        ),
    )
