"""Games of The Castles of Tuscany by chance, and what the suite of all games needs to know of them."""

from scoring.game import PlayerSeat, Setup
from scoring.games.tuscany.chance import random_game
from scoring.games.tuscany.engine.moves import first_place
from scoring.games.tuscany.land.box import sample_box


class TuscanyYardstick:
    setup = Setup(
        "rulebook-002",
        tuple(map(PlayerSeat, ("Anna", "Benno", "Clara"), ("red", "blue", "green"))),
        {"hands": "followed"},
    )

    def play(self, rng, tiles=None):
        game, state = random_game(self.setup, rng, sample_box(), tiles)
        return game.moves, state

    def drawn(self, state):
        return [face for face in dict.fromkeys(state.realms[state.player].store) if face]

    def place(self, move):
        place = first_place(move)
        return place and place.tile.cell

    def is_same(self, one, other):
        return one == other

    def turned_to(self, read, moves):
        return None


YARDSTICK = TuscanyYardstick()
