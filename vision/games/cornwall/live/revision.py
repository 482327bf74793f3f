"""Looking again at the last confirmed turn: later frames may show its figures better."""

from collections import Counter
from collections.abc import Mapping, Sequence

from scoring.game import Cell, Player
from scoring.games.cornwall.engine.moves import FigurePlacement, Move, placed
from scoring.games.cornwall.engine.state import CornwallState
from scoring.referee.observation import Revision
from vision.games.cornwall.live.cards.tracking import SAME, CardTracks
from vision.games.cornwall.live.figures.positions import find_stands, is_same, over_looks
from vision.games.cornwall.live.memory import (
    CornwallBoxModel,
    CornwallTrackState,
    LatestCard,
    TrackedPiece,
    plain_at,
)
from vision.games.cornwall.live.places import Cells

LOOKS = 4
"""So often a turn is looked at again."""
SEEN_OFTEN = 2
"""A figure that nobody has confirmed counts from this many looks on."""


def look_again(
    tracked: CardTracks,
    state: CornwallState,
    known: CornwallBoxModel,
    memory: CornwallTrackState,
    cells: Cells | None,
) -> tuple[LatestCard | None, tuple[Revision[Move], ...]]:
    """Look at the last turn again, and tell what it is now where that is not what was confirmed.

    A figure that is gone says nothing: it may have scored.

    Args:
        tracked: Where everything lies.
        cells: Of the last tile that was laid; None before there is one.

    Returns:
        What is to be remembered of the turn, and at most one revision.
    """
    latest = _latest(memory, cells)
    if latest is None or latest.looks >= LOOKS or latest.cells in tracked.gone:
        return latest, ()
    held = {*(figure.cell for figure in state.figures), *(piece.cell for piece in latest.gone)}
    has_more = any(piece.cell not in held for piece in latest.stands)
    if not has_more and tracked.likeness.get(latest.cells, 0.0) > SAME:
        return latest, ()
    mover = state.setup.players[state.turn - 1].colour
    at, plain = tracked.places[latest.cells], plain_at(memory, latest.cells)
    seen = find_stands(tracked.layout, latest.cells, at, known.colours, plain, memory.habits).figures
    steady = over_looks([piece for piece in seen if piece.colour == mover], latest.stands)
    latest = latest._replace(stands=steady, looks=latest.looks + 1)
    return latest, _revisions(state, latest, mover)


def _latest(memory: CornwallTrackState, cells: Cells | None) -> LatestCard | None:
    """Give the last turn as it was seen, where it was."""
    if cells is None:
        return None
    if memory.latest is not None and memory.latest.cells == cells:
        return memory.latest
    arrival = memory.arrivals.get(cells)
    if arrival is None:
        return None
    return LatestCard(cells, arrival.now, arrival.gone, memory.pub)


def _revisions(state: CornwallState, latest: LatestCard, mover: Player) -> tuple[Revision[Move], ...]:
    """Tell what the turn is now, where a figure is seen on it that was not confirmed."""
    held = {figure.cell: figure for figure in state.figures if figure.cell in latest.cells}
    more = [each for each in latest.stands if _is_new(each, held, latest.gone)]
    if not more or len(held) + len(latest.gone) > 0:
        return ()
    had, has = (
        Counter(guest.kind for guest in pub if guest.player == mover) for pub in (latest.pub, state.pub)
    )
    if has and has != had:  # some of theirs have scored: what still stands there may be these
        return ()
    fields = {cell: state.fields[cell] for cell in latest.cells}
    figures = tuple(sorted(FigurePlacement(each.cell, _kind(each)) for each in more))
    pub = (mover,) if had and not has else ()
    share = 1.0
    for piece in more:
        share *= piece.confidence * max(piece.kinds.values())
    return (Revision(1, placed(mover, fields, figures, pub), share),)


def _is_new(piece: TrackedPiece, held: Mapping[Cell, object], gone: Sequence[TrackedPiece]) -> bool:
    return (
        piece.looks >= SEEN_OFTEN
        and piece.cell not in held
        and not any(is_same(piece, each) for each in gone)
    )


def _kind(piece: TrackedPiece) -> str:
    return max(piece.kinds, key=lambda kind: piece.kinds[kind])
