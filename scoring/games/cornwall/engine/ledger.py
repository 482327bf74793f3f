"""What coins and figures should lie beside the land, and coins counted otherwise."""

from collections import Counter
from collections.abc import Mapping

from scoring.errors import IllegalMoveError
from scoring.game import Player
from scoring.games.cornwall.engine.coins import SUPPLIES
from scoring.games.cornwall.engine.moves import Move, Recount
from scoring.games.cornwall.engine.state import CornwallState
from scoring.marks import Discrepancy, Mark
from scoring.roles.seated import name_of
from scoring.sentence import counted, marked, sentence
from scoring.setups import check_player

COINS, PUB = "coins", "pub"


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
        check_player(state.setup, player)
        if count < 0:
            raise IllegalMoveError("coins_below_none", sentence("Nobody has fewer than no coins."))


def balances(state: CornwallState) -> Mapping[str, Mapping[Player, int]]:
    """Give the coins that everybody has."""
    return {COINS: state.coins}


def expected(state: CornwallState) -> tuple[Mark, ...]:
    """Give how many coins should lie before each player, and how many of their figures stand in the pub."""
    guests = Counter(guest.player for guest in state.pub)
    heaps = (Mark(COINS, player, count) for player, count in state.coins.items())
    return (*heaps, *(Mark(PUB, seat.colour, guests[seat.colour]) for seat in state.setup.players))


def guests_due(state: CornwallState) -> Counter[Player]:
    """Give how many figures of each player should stand in the pub."""
    return Counter({mark.player: mark.count for mark in expected(state) if mark.what == PUB})


def explain(state: CornwallState, mark: Mark) -> Discrepancy[Move] | None:
    """Say how many coins lie before a player and how many should; figures in the pub no move counts anew."""
    if mark.what != COINS:
        return None
    says = counted(
        "{count} coin lies before {name}, but by the game it should be {due}.",
        "{count} coins lie before {name}, but by the game it should be {due}.",
        mark.count,
        name=name_of(state, mark.player),
        due=state.coins[mark.player],
    )
    return Discrepancy(Recount(state.player, {mark.player: mark.count}), says)
