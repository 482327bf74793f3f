"""The Castles of Tuscany: a region for each player, tiles on their colours, two tracks, hidden hands."""

from typing import cast

from scoring.documents.replay import sheet_of
from scoring.documents.values import Document, Written
from scoring.games.tuscany.documents.games import NOTATION
from scoring.games.tuscany.drawing.pictures import draw_move, outlines, picture
from scoring.games.tuscany.editor.hand import answer, ask, in_hand, laid
from scoring.games.tuscany.editor.inspecting import (
    left,
    places,
    regions,
    single_faces,
    single_tile,
    single_turns,
    supplies,
)
from scoring.games.tuscany.editor.sentences import say
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
    say = staticmethod(say)
    ask = staticmethod(ask)
    answer = staticmethod(answer)
    in_hand = staticmethod(in_hand)
    laid = staticmethod(laid)
    picture = staticmethod(picture)
    draw_move = staticmethod(draw_move)
    outlines = staticmethod(outlines)
    regions = staticmethod(regions)
    places = staticmethod(places)
    left = staticmethod(left)
    supplies = staticmethod(supplies)
    single_faces = staticmethod(single_faces)
    single_turns = staticmethod(single_turns)
    single_tile = staticmethod(single_tile)
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
