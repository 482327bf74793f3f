"""Cornwall: tiles of three fields, figures of three strengths, coins and a pub."""

from scoring.documents.replay import sheet_of
from scoring.documents.values import Document, Written
from scoring.games.cornwall.documents.beginning import carried, start
from scoring.games.cornwall.documents.boards import draw_board, dump_board, load_board, rulers, score_board
from scoring.games.cornwall.documents.games import NOTATION
from scoring.games.cornwall.documents.listing import alone, list_board, sightings
from scoring.games.cornwall.documents.status import status
from scoring.games.cornwall.drawing.pictures import draw_move, picture
from scoring.games.cornwall.editor.answering import answer
from scoring.games.cornwall.editor.asking import ask
from scoring.games.cornwall.editor.corrections import correct
from scoring.games.cornwall.editor.hand import in_hand, laid
from scoring.games.cornwall.editor.inspecting import left, outlines, places, regions, supplies
from scoring.games.cornwall.editor.questions import questions
from scoring.games.cornwall.editor.sentences import say
from scoring.games.cornwall.editor.singles import single_faces, single_tile, single_turns
from scoring.games.cornwall.engine.ledger import balances, expected, explain
from scoring.games.cornwall.engine.moves import Move
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
from scoring.games.cornwall.engine.returned import given_back, unseen
from scoring.games.cornwall.engine.state import CornwallState, is_over, player, points
from scoring.games.cornwall.land.board import CornwallBoard
from scoring.roles import Rules
from scoring.roles.defaults import view_all

__all__ = ["RULES"]


class Cornwall:
    """The functions of this folder under the names every game has."""

    info = INFO
    start = staticmethod(start)
    carried = staticmethod(carried)
    check = staticmethod(check)
    legal = staticmethod(legal)
    apply = staticmethod(apply)
    final = staticmethod(final)
    picture = staticmethod(picture)
    player = staticmethod(player)
    takes_turn = staticmethod(takes_turn)
    ends_turn = staticmethod(ends_turn)
    view = staticmethod(view_all)
    view_move = staticmethod(view_all)
    points = staticmethod(points)
    balances = staticmethod(balances)
    expected = staticmethod(expected)
    explain = staticmethod(explain)
    actions = staticmethod(actions)
    is_over = staticmethod(is_over)
    winners = staticmethod(winners)
    force = staticmethod(force)
    given_back = staticmethod(given_back)
    unseen = staticmethod(unseen)
    say = staticmethod(say)
    ask = staticmethod(ask)
    answer = staticmethod(answer)
    in_hand = staticmethod(in_hand)
    laid = staticmethod(laid)
    draw_move = staticmethod(draw_move)
    outlines = staticmethod(outlines)
    regions = staticmethod(regions)
    places = staticmethod(places)
    left = staticmethod(left)
    supplies = staticmethod(supplies)
    dump_move = NOTATION.dump_move
    load_move = NOTATION.load_move
    load_setup = NOTATION.load_setup
    dump_game = NOTATION.dump_game
    load_board = staticmethod(load_board)
    dump_board = staticmethod(dump_board)
    score_board = staticmethod(score_board)
    status = staticmethod(status)
    picture_board = staticmethod(draw_board)
    list_board = staticmethod(list_board)
    rulers = staticmethod(rulers)
    sightings = staticmethod(sightings)
    alone = staticmethod(alone)
    single_faces = staticmethod(single_faces)
    single_turns = staticmethod(single_turns)
    single_tile = staticmethod(single_tile)
    questions = staticmethod(questions)
    correct = staticmethod(correct)

    def replay(self, document: bytes | str | Document) -> Written:
        return sheet_of(NOTATION.load_game(document), self)


RULES: Rules[CornwallState, Move, CornwallBoard] = Cornwall()
