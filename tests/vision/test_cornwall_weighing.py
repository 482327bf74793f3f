"""Turns that explain a card that has come: what was seen of figures on it weighs together with the rules."""

from hextop import RULES, played

from scoring.games.cornwall.engine.moves import TriplePlacement
from scoring.games.cornwall.engine.state import CornwallState
from vision.games.cornwall.live.memory import TrackedPiece
from vision.games.cornwall.live.ranking import back_of, weigh

SEED, LEVEL, TURNS = 45, 1, 16


def scored_at_once() -> tuple[CornwallState, TriplePlacement]:
    """A turn whose only figure leaves the board in the same turn, and the game before it."""
    state = RULES.start(played(SEED, LEVEL, TURNS).told.setup)
    for move in played(SEED, LEVEL, TURNS).moves:
        if isinstance(move, TriplePlacement) and len(move.figures) == 1 and not move.pub:
            [stand] = move.figures
            if (stand.cell, move.player) in {(one.cell, one.player) for one in back_of(state, move)}:
                return state, move
        state, _ = RULES.apply(state, move)
    raise AssertionError("no figure of this game scores in the turn in which it is put")


def test_a_figure_that_scored_and_was_taken_is_not_forgotten_for_a_cottage_taken_for_anothers() -> None:
    state, move = scored_at_once()
    [stand] = move.figures
    other = next(seat.colour for seat in state.setup.players if seat.colour != move.player)
    mine = TrackedPiece(move.player, {stand.kind: 1.0}, stand.cell, (0.0, 0.0), 0.99, looks=4)
    strange = TrackedPiece(other, {"small": 0.5, "big": 0.5}, stand.cell, (8.0, 8.0), 0.5)
    fields = {cell: {field: 1.0} for cell, field in move.fields.items()}
    best, share = weigh(state, fields, [strange], [mine])[0]
    assert best == move
    assert share > 0.9
    assert weigh(state, fields, [], [mine])[0][0] == move
