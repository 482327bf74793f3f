"""Carcassonne, with farmers, the River and the abbot."""

from scoring.game import Rules
from scoring.games.carcassonne.board import Board
from scoring.games.carcassonne.boards import board_of, dump_board, load_board, score_board
from scoring.games.carcassonne.corrections import correct
from scoring.games.carcassonne.drawing import draw_board
from scoring.games.carcassonne.laid import segments_after
from scoring.games.carcassonne.moves import Move
from scoring.games.carcassonne.options import INFO
from scoring.games.carcassonne.play import apply, check, final, legal
from scoring.games.carcassonne.questions import questions
from scoring.games.carcassonne.replay import replay
from scoring.games.carcassonne.state import State, start
from scoring.games.carcassonne.status import status
from scoring.picture import Picture

__all__ = ["RULES", "segments_after"]


def picture(state: State) -> Picture:
    """Draw a game in play."""
    return draw_board(board_of(state))


class Carcassonne:
    """The functions of this folder under the names every game has."""

    info = INFO
    start = staticmethod(start)
    check = staticmethod(check)
    legal = staticmethod(legal)
    apply = staticmethod(apply)
    final = staticmethod(final)
    picture = staticmethod(picture)
    replay = staticmethod(replay)
    load_board = staticmethod(load_board)
    dump_board = staticmethod(dump_board)
    score_board = staticmethod(score_board)
    status = staticmethod(status)
    picture_board = staticmethod(draw_board)
    questions = staticmethod(questions)
    correct = staticmethod(correct)


RULES: Rules[State, Move, Board] = Carcassonne()
