"""What The Castles of Tuscany can do: the functions of this folder under the names every game has."""

from scoring.documents.replay import sheet_of
from scoring.documents.values import Document, Written
from scoring.games import tuscany
from scoring.games.tuscany.documents.beginning import carried, start
from scoring.games.tuscany.documents.boards import counted, dump_board, load_board, score_board
from scoring.games.tuscany.documents.games import NOTATION
from scoring.games.tuscany.documents.listing import alone, list_board, sightings
from scoring.games.tuscany.documents.picture import picture_board, rulers
from scoring.games.tuscany.documents.status import status
from scoring.games.tuscany.drawing.pictures import draw_move, outlines, picture
from scoring.games.tuscany.drawing.sample import printable
from scoring.games.tuscany.editor.actions import actions
from scoring.games.tuscany.editor.corrections import correct, questions
from scoring.games.tuscany.editor.hand import in_hand, preview
from scoring.games.tuscany.editor.inspecting import (
    learned,
    left,
    list_box,
    note_box,
    places,
    regions,
    single_faces,
    single_tile,
    single_turns,
    supplies,
)
from scoring.games.tuscany.editor.questions import answer, ask
from scoring.games.tuscany.editor.sentences import say
from scoring.games.tuscany.engine.choices import legal
from scoring.games.tuscany.engine.ledger import balances, expected, explain
from scoring.games.tuscany.engine.options import INFO
from scoring.games.tuscany.engine.play import (
    apply,
    check,
    closing,
    ends_turn,
    force,
    takes_turn,
    view,
    view_move,
)
from scoring.games.tuscany.engine.points import final, uncounted, winners
from scoring.games.tuscany.engine.state import is_over
from scoring.roles.defaults import miss_nothing as unseen
from scoring.roles.defaults import return_nothing as returned_pieces
from scoring.roles.defaults import teach_nothing as teaching
from scoring.roles.seated import player, points
from scoring.roles.seated import points as standing

info = INFO
dump_move, load_move = NOTATION.dump_move, NOTATION.load_move
face_of, where = NOTATION.face_of, NOTATION.where
load_setup, dump_game = NOTATION.load_setup, NOTATION.dump_game


def replay(document: bytes | str | Document) -> Written:
    """Play a game document again, and write its sheet."""
    return sheet_of(NOTATION.load_game(document), tuscany.RULES)
