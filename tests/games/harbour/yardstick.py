"""Games of Harbour by chance, and what the suite of all games needs to know of them."""

from scoring.game import PlayerSeat, Setup
from tests.games.further.harbour import RULES
from tests.games.harbour.engine import (
    UNKNOWN,
    WORTH,
    Cast,
    Draw,
    Lay,
    Name,
    Pass,
    Tally,
    is_over,
    legal,
    lifts,
)

LAYS, PASSES, LIFTS = 0.7, 0.2, 0.1

setup = Setup("made-up", tuple(map(PlayerSeat, ("Ann", "Ben", "Cleo"), ("red", "blue", "green"))))


def play(rng, tiles=None):
    state, moves = RULES.start(setup), []
    while not is_over(state):
        moves.append(_move(state, rng))
        state, _ = RULES.apply(state, moves[-1])
    return moves, state


def _move(state, rng):
    unnamed = next((each for each in state.colours if {*state.hands[each]} == {UNKNOWN}), None)
    if unnamed:
        return Name(unnamed, tuple(rng.choices(list(WORTH), k=len(state.hands[unnamed]))))
    if state.is_full:
        return Tally(state.player, dict(state.coins))
    if not state.pips and rng.random() < PASSES:
        return Pass(state.player)
    if not state.pips:
        return Cast(state.player, rng.randint(1, 6))
    ways = [move for face in state.hands[state.player] for move in legal(state, face)]
    back = lifts(state)
    if back and rng.random() < LIFTS:
        return rng.choice(back)
    lays = ways and rng.random() < LAYS
    return rng.choice(ways) if lays else Draw(state.player, rng.choice(list(WORTH)), rng.randint(0, 3))


def drawn(state):
    hand = state.hands[state.player]
    return list(WORTH) if hand else []


def place(move):
    return move.cell if isinstance(move, Lay) else None


def is_same(one, other):
    return one == other


def turned_to(read, moves):
    return None
