"""What a tile costs: two units, each a card of its colour, a pair of another colour, or a worker.

Source:
    Rulebook 002, pages 4 and 6.
"""

from scoring.errors import IllegalMoveError
from scoring.game import Player
from scoring.games.tuscany.engine.moves import Payment
from scoring.games.tuscany.engine.state import TuscanyState, with_realm
from scoring.games.tuscany.land.words import COLOURS
from scoring.roles.seated import name_of
from scoring.sentence import marked, sentence

PRICE = 2


def check_price(state: TuscanyState, player: Player, colour: str, pays: Payment) -> None:
    """Refuse what does not pay for a tile; how many cards somebody has is nobody's business.

    Raises:
        IllegalMoveError: It is too little or too much, or there are not so many workers.
    """
    if pays.workers > state.realms[player].workers:
        says = sentence("{name} has not so many workers.", name=name_of(state, player))
        raise IllegalMoveError("price_not_met", says)
    is_met = pays.workers <= PRICE if pays.cards is None else _units(state, colour, pays) == PRICE
    if not is_met:
        words = marked(
            "A {colour} field costs two cards of its colour; a pair of another colour, or a worker, "
            "stands for one of them."
        )
        raise IllegalMoveError("price_not_met", sentence(words, colour=COLOURS[colour]))


def _units(state: TuscanyState, colour: str, pays: Payment) -> int:
    """Count what cards and workers pay; more than any price where cards are left over."""
    cards = pays.cards or {}
    pairs, most = 0, 1 if state.options.equal_pairs == "two_colours" else PRICE
    for other, count in cards.items():
        if other != colour:
            if count % 2 or count // 2 > most:
                return PRICE + 1
            pairs += count // 2
    return cards.get(colour, 0) + pairs + pays.workers


def paid(state: TuscanyState, player: Player, pays: Payment | None) -> TuscanyState:
    """Give the game with a tile paid, as far as it was told; else nobody knows how many cards are left."""
    realm, pays = state.realms[player], pays or Payment()
    if pays.cards is not None or pays.workers == PRICE:
        hand = with_cards(realm.hand, -sum((pays.cards or {}).values()))
    else:
        hand = None
    return with_realm(state, player, workers=max(0, realm.workers - pays.workers), hand=hand)


def with_cards(hand: int | None, more: int) -> int | None:
    """Add to a hand; unknown stays unknown, and fewer cards than none were counted wrong before."""
    return None if hand is None or hand + more < 0 else hand + more
