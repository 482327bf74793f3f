"""Coins counted on the table, where they are not what the game has kept of them."""

from scoring.errors import IllegalMoveError
from scoring.games.cornwall.engine.coins import SUPPLIES
from scoring.games.cornwall.engine.moves import Recount
from scoring.games.cornwall.engine.state import CornwallState, check_player
from scoring.sentence import marked, sentence


def check_recount(state: CornwallState, move: Recount) -> None:
    """Refuse coins that there cannot be.

    Raises:
        IllegalMoveError: Some are fewer than none, somebody's who does not play, or more than the box has.
    """
    check_coins(state, move)
    supply = SUPPLIES.get(state.options.coin_supply)
    counted = sum({**state.coins, **move.coins}.values())
    if supply is not None and counted > supply:
        words = marked("The players would have {counted} coins, but the box holds {supply}.")
        raise IllegalMoveError("too_many_coins", sentence(words, counted=counted, supply=supply))


def check_coins(state: CornwallState, move: Recount) -> None:
    """Refuse a count of coins that means nothing.

    Raises:
        IllegalMoveError: Some are fewer than none, or somebody's who does not play.
    """
    for player, count in move.coins.items():
        check_player(state, player)
        if count < 0:
            raise IllegalMoveError("coins_below_none", sentence("Nobody has fewer than no coins."))
