"""Harbour, as a game that is handed in from outside the folder of all games."""

from scoring.documents.replay import sheet_of
from tests.games.harbour import engine, table
from tests.games.harbour.table import NOTATION


class Harbour:
    """The functions of the game under the names every game has; it reads no photographs."""

    info = engine.INFO
    carried = staticmethod(lambda setup: ())
    given_back = staticmethod(lambda state, move: ())
    unseen = staticmethod(lambda state, move: ())
    player = staticmethod(lambda state: state.player)
    points = staticmethod(lambda state: state.points)
    dump_move, load_move = NOTATION.dump_move, NOTATION.load_move
    load_setup, dump_game = NOTATION.load_setup, NOTATION.dump_game

    def replay(self, document):
        return sheet_of(NOTATION.load_game(document), self)


OF_ENGINE = """start actions check legal apply force final is_over winners takes_turn ends_turn view view_move
    balances expected explain"""
OF_TABLE = """say picture draw_move outlines ask answer in_hand laid regions places left supplies
    single_faces single_turns single_tile"""
for home, names in ((engine, OF_ENGINE), (table, OF_TABLE)):
    for name in names.split():
        setattr(Harbour, name, staticmethod(getattr(home, name)))

RULES = Harbour()
