"""Games of The Castles of Tuscany by chance, and what the suite of all games needs to know of them."""

from scoring.game import PlayerSeat, Setup
from scoring.games.tuscany.chance import random_game
from scoring.games.tuscany.engine.moves import first_place
from scoring.games.tuscany.land.box import dump_box, sample_box

SEATS = tuple(map(PlayerSeat, ("Anna", "Benno", "Clara"), ("red", "blue", "green")))
setup = Setup("rulebook-002", SEATS)


def play(rng, tiles=None):
    game, state = random_game(setup, rng, sample_box(), tiles)
    return game.moves, state


def drawn(state):
    return [face for face in dict.fromkeys(state.realms[state.player].store) if face]


def place(move):
    found = first_place(move)
    return found and found.tile.cell


def box(state):
    """Give what is known of the box, with which a game in the middle begins as well."""
    return dump_box(state.box)


def is_same(one, other):
    return one == other


def turned_to(read, moves):
    return None
