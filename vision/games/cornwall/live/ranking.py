"""Turns that explain a card that has come, weighed by what is seen and by what the rules allow."""

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from types import MappingProxyType
from typing import NamedTuple

from scoring.errors import IllegalMoveError
from scoring.game import Cell, Piece, Player
from scoring.games.cornwall import RULES
from scoring.games.cornwall.engine.moves import FigurePlacement, Move, TriplePlacement, placed
from scoring.games.cornwall.engine.returned import returned_pieces
from scoring.games.cornwall.engine.state import SUPPLY, CornwallState, supply
from scoring.games.cornwall.land.fields import Field
from vision.follow.explanations import added
from vision.follow.turns import is_legal
from vision.games.cornwall.classify.odds import Odds
from vision.games.cornwall.live.beside.payments import Paid, likelihood
from vision.games.cornwall.live.beside.pub import Bought
from vision.games.cornwall.live.cards.fields import readings
from vision.games.cornwall.live.figures.positions import SHARES
from vision.games.cornwall.live.memory import TrackedPiece

ILLEGAL = 0.01
"""How much less likely a turn is that breaks a rule."""
ANOTHERS = 0.5
"""A turn with the figure of another player is no turn as they are played: better to ask."""
STAYED, WENT = 0.97, 0.03
"""How likely a figure that is gone again was put there for good: where it has scored at once, and else."""
BOUGHT = 0.12
"""How often a player buys figures back who need not: often enough to be asked where no pub is in view."""
NONE_LEFT = 0.05
"""So much counts as left of a kind of which a player has no more: one may have been misread before."""
LEAST = 1e-3
"""Ways less likely than this share of the best are not thought of."""
NOBODY: Bought = MappingProxyType({})
MOST_READINGS, MOST_PUTS, MOST_WAYS = 6, 12, 8


Way = tuple[TriplePlacement, float]
"""One way to read a card and what stands on it, with its probability."""


class _Put(NamedTuple):
    """One way to fill a field: nothing or a figure.

    Attributes:
        gone: It was seen and is gone again.
    """

    cell: Cell
    stand: FigurePlacement | None
    share: float
    colour: Player = ""
    gone: bool = False


def weigh(
    state: CornwallState,
    fields: Mapping[Cell, Odds],
    stands: Sequence[TrackedPiece],
    gone: Sequence[TrackedPiece] = (),
    guests: Bought = NOBODY,
    coins: Paid | None = None,
) -> list[Way]:
    """Give the turns that a card with what stands on it may be.

    Args:
        state: The game before it.
        fields: What its fields may be.
        stands: The figures on it.
        gone: Figures seen on it since it came that are no longer there.
        guests: What the pub showed.
        coins: What was seen of the coins; None where nothing was.

    Returns:
        The likeliest first, in all 1; never empty.
    """
    puts = [_puts(state.player, cell, stands, gone) for cell in fields]
    ways: list[Way] = []
    chosen = [(way, math.prod(put.share for put in way)) for way in product(*puts)]
    chosen = sorted(chosen, key=lambda each: -each[1])[:MOST_PUTS]
    for shown, share in readings(fields, MOST_READINGS):
        for way, odds in chosen:
            if share * odds > LEAST:
                ways += _with_pub(state, shown, way, share * odds, guests, coins)
    by_move = added(ways)
    total = sum(by_move.values())
    best = sorted(by_move.items(), key=lambda way: -way[1])[:MOST_WAYS]
    return [(move, share / total) for move, share in best]


def _puts(
    player: Player, cell: Cell, stands: Sequence[TrackedPiece], gone: Sequence[TrackedPiece]
) -> list[_Put]:
    """List what a field may carry; where a player's figure was and another's seems to be, it is either."""
    here, went = _surest(player, cell, stands), _surest(player, cell, gone)
    if went is not None and here is not None and (here.colour == player or went.colour != player):
        went = None
    there, was = (0.0 if piece is None else piece.confidence for piece in (here, went))
    puts = [
        _Put(cell, FigurePlacement(cell, kind), whole * share, piece.colour, piece is went)
        for piece, whole in ((here, there * (1 - was)), (went, was * (1 - there)))
        if piece is not None
        for kind, share in piece.kinds.items()
        if share > LEAST
    ]
    return [*puts, _Put(cell, None, (1 - there) * (1 - was + was * WENT))]


def _surest(player: Player, cell: Cell, seen: Sequence[TrackedPiece]) -> TrackedPiece | None:
    on_it = [piece for piece in seen if piece.cell == cell]
    return max(on_it, key=lambda piece: (piece.confidence, piece.colour == player), default=None)


def _with_pub(
    state: CornwallState,
    shown: Mapping[Cell, Field],
    chosen: Sequence[_Put],
    share: float,
    guests: Bought,
    coins: Paid | None,
) -> Iterator[Way]:
    player = state.player
    figures = tuple(sorted(put.stand for put in chosen if put.stand is not None))
    anothers = sum(put.stand is not None and put.colour != player for put in chosen)
    share *= ANOTHERS**anothers
    is_guest = any(guest.player == player for guest in state.pub)
    bought = guests.get(player, BOUGHT) if is_guest else 0.0
    for pub, part in (((), 1 - bought), ((player,), bought)):
        if part:
            move = placed(player, dict(shown), figures, pub)
            went = _went(state, move, [put for put in chosen if put.gone])
            paid = 1.0 if coins is None else likelihood(state, move, coins)
            allowed = 1.0 if is_legal(RULES, state, move) else ILLEGAL
            yield move, share * part * went * paid * allowed * _owned(state, move, chosen)


def _owned(state: CornwallState, move: TriplePlacement, chosen: Sequence[_Put]) -> float:
    """Weigh the kinds of figures by what their player has left, against how often each is seen at all."""
    left = {kind: supply(state, move.player, kind) for kind in SUPPLY}
    if move.pub:
        for guest in state.pub:
            left[guest.kind] += guest.player == move.player
    often = {kind: math.sqrt(max(number, NONE_LEFT)) for kind, number in left.items()}
    whole = sum(often.values())
    kinds = [put.stand.kind for put in chosen if put.stand is not None and put.colour == move.player]
    return math.prod(often[kind] / whole / SHARES[kind] for kind in kinds)


def _went(state: CornwallState, move: TriplePlacement, gone: Sequence[_Put]) -> float:
    """Weigh figures that are gone again: what has scored has been taken off the board."""
    if not gone:
        return 1.0
    back = {(piece.cell, piece.player) for piece in back_of(state, move)}
    share = 1.0
    for put in gone:
        share *= STAYED if (put.cell, put.colour) in back else WENT
    return share


def back_of(state: CornwallState, move: Move) -> tuple[Piece, ...]:
    """Name the figures that leave the board after a turn; none where it makes no sense."""
    try:
        return returned_pieces(state, move)
    except IllegalMoveError:
        return ()
