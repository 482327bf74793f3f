"""What Cornwall can do: the functions of this folder under the names every game has."""

from scoring.documents.replay import sheet_of
from scoring.documents.values import Document, Written
from scoring.games import cornwall
from scoring.games.cornwall.documents.beginning import carried, start
from scoring.games.cornwall.documents.boards import draw_board as picture_board
from scoring.games.cornwall.documents.boards import dump_board, load_board, rulers, score_board
from scoring.games.cornwall.documents.games import NOTATION
from scoring.games.cornwall.documents.listing import alone, list_board, sightings
from scoring.games.cornwall.documents.status import status
from scoring.games.cornwall.drawing.pictures import draw_move, picture
from scoring.games.cornwall.editor.answering import answer
from scoring.games.cornwall.editor.asking import ask
from scoring.games.cornwall.editor.corrections import correct
from scoring.games.cornwall.editor.hand import in_hand, preview
from scoring.games.cornwall.editor.inspecting import outlines, places, regions, supplies
from scoring.games.cornwall.editor.questions import questions
from scoring.games.cornwall.editor.sentences import say
from scoring.games.cornwall.editor.singles import single_faces, single_tile, single_turns
from scoring.games.cornwall.engine.ledger import balances, expected, explain
from scoring.games.cornwall.engine.options import INFO
from scoring.games.cornwall.engine.play import (
    actions,
    apply,
    check,
    ends_turn,
    final,
    force,
    legal,
    takes_turn,
    winners,
)
from scoring.games.cornwall.engine.returned import returned_pieces, unseen
from scoring.games.cornwall.engine.state import is_over
from scoring.roles.defaults import close_at_once as closing
from scoring.roles.defaults import count_nothing as counted
from scoring.roles.defaults import know_nothing_left as left
from scoring.roles.defaults import learn_nothing as learned
from scoring.roles.defaults import leave_nothing_out as uncounted
from scoring.roles.defaults import list_nothing as list_box
from scoring.roles.defaults import note_nothing as note_box
from scoring.roles.defaults import print_nothing as printable
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
    return sheet_of(NOTATION.load_game(document), cornwall.RULES)
