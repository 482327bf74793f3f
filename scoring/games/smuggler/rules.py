"""What Cornish Smuggler can do: the functions of this folder under the names every game has."""

from scoring.documents.replay import sheet_of
from scoring.documents.values import Document, Written
from scoring.games import load
from scoring.games.smuggler.documents.beginning import carried, start
from scoring.games.smuggler.documents.boards import counted, dump_board, load_board, score_board
from scoring.games.smuggler.documents.games import NOTATION
from scoring.games.smuggler.documents.listing import alone, list_board, sightings
from scoring.games.smuggler.documents.picture import picture_board, rulers
from scoring.games.smuggler.documents.status import status
from scoring.games.smuggler.documents.teaching import teaching
from scoring.games.smuggler.drawing.icons import draw_move
from scoring.games.smuggler.drawing.pictures import outlines, picture
from scoring.games.smuggler.drawing.sample import printable
from scoring.games.smuggler.editor.actions import actions
from scoring.games.smuggler.editor.corrections import correct, questions
from scoring.games.smuggler.editor.hand import in_hand, preview
from scoring.games.smuggler.editor.inspecting import (
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
from scoring.games.smuggler.editor.questions import answer, ask
from scoring.games.smuggler.editor.sentences import say
from scoring.games.smuggler.engine.choices import face_of, legal, where
from scoring.games.smuggler.engine.ledger import balances, expected, explain
from scoring.games.smuggler.engine.options import INFO
from scoring.games.smuggler.engine.play import (
    apply,
    check,
    ends_turn,
    final,
    force,
    player,
    standing,
    takes_turn,
    winners,
)
from scoring.games.smuggler.engine.state import is_over
from scoring.roles.defaults import close_at_once as closing
from scoring.roles.defaults import leave_nothing_out as uncounted
from scoring.roles.defaults import miss_nothing as unseen
from scoring.roles.defaults import return_nothing as returned_pieces
from scoring.roles.defaults import view_all as view
from scoring.roles.defaults import view_all as view_move
from scoring.roles.seated import points

info = INFO
dump_move, load_move = NOTATION.dump_move, NOTATION.load_move
load_setup, dump_game = NOTATION.load_setup, NOTATION.dump_game


def replay(document: bytes | str | Document) -> Written:
    """Play a game document again, and write its sheet."""
    return sheet_of(NOTATION.load_game(document), load(info.name))
