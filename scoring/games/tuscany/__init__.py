"""The Castles of Tuscany: a region for each player, tiles laid on their colours, two score tracks, hidden hands."""

from typing import Any, cast

from scoring.documents.replay import sheet_of
from scoring.documents.values import Document, Written
from scoring.game import ScoreLine, Setup
from scoring.games.tuscany.documents.games import NOTATION
from scoring.games.tuscany.engine.ledger import balances, expected, explain
from scoring.games.tuscany.engine.moves import Move
from scoring.games.tuscany.engine.options import INFO
from scoring.games.tuscany.engine.play import (
    actions,
    apply,
    check,
    ends_turn,
    force,
    legal,
    takes_turn,
    view,
    view_move,
)
from scoring.games.tuscany.engine.points import final, winners
from scoring.games.tuscany.engine.state import TuscanyState, is_over, player, points, start
from scoring.roles import AnyRules

__all__ = ["RULES"]


class Tuscany:
    """The functions of this folder under the names every game has; nothing reads photographs of it yet."""

    info = INFO
    start = staticmethod(start)
    check = staticmethod(check)
    legal = staticmethod(legal)
    apply = staticmethod(apply)
    force = staticmethod(force)
    final = staticmethod(final)
    actions = staticmethod(actions)
    is_over = staticmethod(is_over)
    winners = staticmethod(winners)
    player = staticmethod(player)
    takes_turn = staticmethod(takes_turn)
    ends_turn = staticmethod(ends_turn)
    view = staticmethod(view)
    view_move = staticmethod(view_move)
    points = staticmethod(points)
    balances = staticmethod(balances)
    expected = staticmethod(expected)
    explain = staticmethod(explain)
    dump_move = NOTATION.dump_move
    load_move = NOTATION.load_move
    load_setup = NOTATION.load_setup
    dump_game = NOTATION.dump_game

    @staticmethod
    def carried(setup: Setup) -> tuple[ScoreLine, ...]:
        """Give no lines: a game begins with its first move."""
        return ()

    @staticmethod
    def given_back(state: TuscanyState, move: Move) -> tuple[Any, ...]:
        """Name no figures: the game has none."""
        return ()

    @staticmethod
    def unseen(state: TuscanyState, move: Move) -> tuple[Move, ...]:
        """Give no moves: none that scores leaves the table looking the same."""
        return ()

    def replay(self, document: bytes | str | Document) -> Written:
        return sheet_of(NOTATION.load_game(document), cast(AnyRules, self))


RULES = Tuscany()
