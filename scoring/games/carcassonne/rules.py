"""What Carcassonne can do: the functions of this folder under the names every game has."""

from scoring.documents.replay import sheet_of
from scoring.documents.values import Document, Written
from scoring.games import carcassonne
from scoring.games.carcassonne.documents.beginning import carried, start
from scoring.games.carcassonne.documents.boards import dump_board, load_board, score_board
from scoring.games.carcassonne.documents.games import NOTATION
from scoring.games.carcassonne.documents.listing import alone, list_board, sightings
from scoring.games.carcassonne.documents.status import status
from scoring.games.carcassonne.drawing.closeups import draw_move
from scoring.games.carcassonne.drawing.drawing import draw_board as picture_board
from scoring.games.carcassonne.drawing.drawing import rulers
from scoring.games.carcassonne.editor.corrections import correct
from scoring.games.carcassonne.editor.hand import in_hand, preview
from scoring.games.carcassonne.editor.inspecting import left, outlines, places, regions, supplies
from scoring.games.carcassonne.editor.proposals import answer, ask, picture
from scoring.games.carcassonne.editor.questions import questions
from scoring.games.carcassonne.editor.singles import single_faces, single_tile, single_turns
from scoring.games.carcassonne.engine.options import INFO
from scoring.games.carcassonne.engine.play import (
    actions,
    apply,
    check,
    ends_turn,
    final,
    force,
    legal,
    winners,
)
from scoring.games.carcassonne.engine.returned import returned_pieces, unseen
from scoring.games.carcassonne.engine.sentences import say
from scoring.games.carcassonne.engine.state import is_over
from scoring.roles.defaults import close_at_once as closing
from scoring.roles.defaults import count_nothing as counted
from scoring.roles.defaults import expect_nothing as expected
from scoring.roles.defaults import explain_nothing as explain
from scoring.roles.defaults import learn_nothing as learned
from scoring.roles.defaults import leave_nothing_out as uncounted
from scoring.roles.defaults import list_nothing as list_box
from scoring.roles.defaults import no_currencies as balances
from scoring.roles.defaults import note_nothing as note_box
from scoring.roles.defaults import print_nothing as printable
from scoring.roles.defaults import take_always as takes_turn
from scoring.roles.defaults import teach_nothing as teaching
from scoring.roles.defaults import view_all as view
from scoring.roles.defaults import view_all as view_move
from scoring.roles.seated import player, points
from scoring.roles.seated import points as standing

info = INFO
dump_move, load_move = NOTATION.dump_move, NOTATION.load_move
face_of, where = NOTATION.face_of, NOTATION.where
load_setup, dump_game = NOTATION.load_setup, NOTATION.dump_game


def replay(document: bytes | str | Document) -> Written:
    """Play a game document again, and write its sheet."""
    return sheet_of(NOTATION.load_game(document), carcassonne.RULES)
