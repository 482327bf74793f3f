"""Games of Cornish Smuggler by chance, and what the suite of all games needs to know of them."""

from scoring.game import PlayerSeat, Setup
from scoring.games.smuggler.chance import random_game
from scoring.games.smuggler.editor.aspects import ON_MAP
from scoring.games.smuggler.engine.choices import legal
from scoring.games.smuggler.engine.moves import Carry, Hire, LandGoods, Order, Sail

setup = Setup("rulebook-003", tuple(map(PlayerSeat, ("Ann", "Ben", "Cleo"), ("red", "blue", "green"))))


def play(rng, tiles=None):
    return random_game(setup, rng, most=tiles)


def drawn(state):
    return [face for face in ON_MAP if next(legal(state, face), None)]


def place(move):
    match move:
        case Sail() | Order():
            return move.to
        case Carry():
            return move.end
        case LandGoods():
            return move.at
        case Hire():
            return move.marker
    return None


def is_same(one, other):
    return one == other


def turned_to(read, moves):
    return None
