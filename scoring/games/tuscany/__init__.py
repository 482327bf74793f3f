"""The Castles of Tuscany: a region for each player, tiles on their colours, two tracks, hidden hands."""

from typing import cast

from scoring.documents.replay import sheet_of
from scoring.documents.values import Document, Written
from scoring.games.tuscany.documents.games import NOTATION
from scoring.games.tuscany.engine.ledger import balances, expected, explain
from scoring.games.tuscany.engine.options import INFO
from scoring.games.tuscany.engine.play import (
    actions,
    apply,
    check,
    ends_turn,
    force,
    given_back,
    legal,
    takes_turn,
    unseen,
    view,
    view_move,
)
from scoring.games.tuscany.engine.points import final, winners
from scoring.games.tuscany.engine.state import carried, is_over, player, points, start
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

    carried = staticmethod(carried)
    given_back = staticmethod(given_back)
    unseen = staticmethod(unseen)

    def replay(self, document: bytes | str | Document) -> Written:
        return sheet_of(NOTATION.load_game(document), cast(AnyRules, self))


RULES = Tuscany()
