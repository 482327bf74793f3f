"""Boxes and games made up by chance, for measuring and for showing; all chance comes in from outside.

What the tiles of the real box show is not known, so that nothing here claims to: a box is drawn anew from
what the rulebook says of tiles.
"""

from collections import deque
from collections.abc import Sequence
from random import Random

from scoring.documents.game import GameDocument
from scoring.game import Setup
from scoring.games.cornwall.documents.beginning import start
from scoring.games.cornwall.engine.coins import earned
from scoring.games.cornwall.engine.moves import Move, Opening, PutBack, TriplePlacement
from scoring.games.cornwall.engine.placing import placements, touching_edges
from scoring.games.cornwall.engine.play import apply
from scoring.games.cornwall.engine.putting import ways_to_buy, ways_to_put
from scoring.games.cornwall.engine.state import START_FIELDS, TILES, CornwallState
from scoring.games.cornwall.land.fields import FIELDS_OF_A_TILE, TERRAINS, Field, face_of
from scoring.games.cornwall.land.hexes import innermost, neighbours

COTTAGES = 11
"""Cottages of wood in the box; we take it that as many fields show one."""
FLAGS, CHAPELS = 14, 6
"""So many we put into a box; the rulebook does not say."""
KEEP_CHANCE = 0.4
"""How often a player who could place a figure keeps it."""
BUY_CHANCE = 0.5
"""How often a player buys figures back who may."""


def random_box(rng: Random, tiles: int = TILES) -> list[str]:
    """Make up the tiles of a box in the order they are drawn, a face each.

    Every tile shows two or three terrains; cottages and chapels are on any terrain but moor, flags too, and a
    field carries one of them at most.

    Source:
        FACTS 1.2: reviews say that tiles have two or three different terrains.
    """
    shown = [_random_terrains(rng) for _ in range(tiles)]
    places = [
        (t, f) for t, fields in enumerate(shown) for f, terrain in enumerate(fields) if terrain != "moor"
    ]
    rng.shuffle(places)
    wanted = [("cottage", COTTAGES), ("flag", FLAGS), ("chapel", CHAPELS)]
    symbols = [symbol for symbol, count in wanted for _ in range(round(count * tiles / TILES))]
    symbol_at = dict(zip(places, symbols, strict=False))
    return [
        face_of(
            Field(terrain, (symbol_at[t, f],) if (t, f) in symbol_at else ())
            for f, terrain in enumerate(fields)
        )
        for t, fields in enumerate(shown)
    ]


def _random_terrains(rng: Random) -> list[str]:
    kinds = rng.sample(TERRAINS, rng.choice((2, 3, 3)))
    terrains = [*kinds, *rng.choices(kinds, k=FIELDS_OF_A_TILE - len(kinds))]
    rng.shuffle(terrains)
    return terrains


def random_opening(state: CornwallState, rng: Random) -> Opening:
    """Make up a start tile: five fields side by side, [0, 0] innermost, each of another terrain."""
    some = [(0, 0)]
    while len(some) < START_FIELDS:
        some.append(rng.choice([there for there in neighbours(rng.choice(some)) if there not in some]))
    east, south = innermost(some)
    cells = [(q - east, r - south) for q, r in some]
    terrains = rng.sample(TERRAINS, len(cells))
    return Opening(state.player, tuple(sorted(zip(cells, map(Field, terrains), strict=True))))


def random_game(
    setup: Setup, rng: Random, tiles: int | None = None, box: Sequence[str] | None = None
) -> tuple[GameDocument[Move], CornwallState]:
    """Play a whole game, or its first tiles, with moves chosen by chance.

    Args:
        setup: Who plays by which rules.
        rng: Where chance comes from; the same seed gives the same game.
        tiles: How many tiles to lay; all by default.
        box: The faces in the order they are drawn; a box made up by default.

    Returns:
        The game as it can be written down, ended, and its last state. It ends early where no tile
        that is left fits anywhere.
    """
    state = start(setup)
    moves: list[Move] = [random_opening(state, rng)]
    state, _ = apply(state, moves[0])
    stack = deque(random_box(rng) if box is None else box)
    refused = 0
    while stack and refused < len(stack) and state.laid != tiles:
        move = random_move(state, stack[0], rng)
        state, _ = apply(state, move)
        moves.append(move)
        refused = refused + 1 if isinstance(move, PutBack) else 0
        if isinstance(move, PutBack):
            stack.rotate(-1)
        else:
            stack.popleft()
    return GameDocument(setup, tuple(moves), True), state


def random_move(state: CornwallState, face: str, rng: Random) -> Move:
    """Choose a place for a tile, then figures and the pub, each by chance."""
    fits = list(placements(state, face))
    if not fits:
        return PutBack(state.player, face)
    cell, turns = rng.choice(fits)
    return _with_figures(state, TriplePlacement(state.player, face, turns, cell), rng)


def sensible_moves(state: CornwallState, face: str, rng: Random) -> list[TriplePlacement]:
    """Give the moves for a tile in an order of likely preference: snug places that earn coins first.

    Returns:
        A move for every place at which the tile may be laid, each with figures or without by chance.
    """
    laid = [TriplePlacement(state.player, face, turns, cell) for cell, turns in placements(state, face)]
    likes = {move: _liking(state, move) + rng.uniform(0, 2) for move in laid}
    return [_sensible_move(state, move, rng) for move in sorted(laid, key=lambda move: -likes[move])]


def _liking(state: CornwallState, move: TriplePlacement) -> float:
    return touching_edges(state.fields, move.cells) + 2 * earned(state, move.fields)


def _sensible_move(state: CornwallState, move: TriplePlacement, rng: Random) -> TriplePlacement:
    return move if rng.random() < KEEP_CHANCE else _with_figures(state, move, rng)


def _with_figures(state: CornwallState, move: TriplePlacement, rng: Random) -> TriplePlacement:
    buyers = list(ways_to_buy(state, move))
    pub = rng.choice(buyers[1:]) if len(buyers) > 1 and rng.random() < BUY_CHANCE else ()
    bought = TriplePlacement(move.player, move.face, move.turns, move.cell, pub=pub)
    ways = list(ways_to_put(state, bought))
    count = rng.choice(sorted({len(way) for way in ways}))
    figures = rng.choice([way for way in ways if len(way) == count])
    return TriplePlacement(move.player, move.face, move.turns, move.cell, figures, pub)
