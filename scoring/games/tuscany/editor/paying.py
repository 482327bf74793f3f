"""What was paid for a tile, by hand: how many workers, and which cards for the rest."""

from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from scoring.game import Choice, Question
from scoring.games.tuscany.documents.games import NOTATION
from scoring.games.tuscany.drawing.pictures import draw_fields, draw_place
from scoring.games.tuscany.engine.moves import ActionTurn, Payment, PlaceAction
from scoring.games.tuscany.engine.payment import PRICE
from scoring.games.tuscany.engine.play import is_legal
from scoring.games.tuscany.engine.state import TuscanyState
from scoring.games.tuscany.land.words import COLOURS
from scoring.sentence import marked, sentence

TITLES = (marked("Which cards are paid?"), marked("Which are paid for the other half?"))


class PaymentQuestions:
    """What is asked about the price of a stored tile that is laid.

    Args:
        now: The game before this action.
        first: The turn without it.
    """

    def __init__(self, state: TuscanyState, now: TuscanyState, first: ActionTurn, place: PlaceAction) -> None:
        self._state, self._first, self._place = state, first, place
        self._realm = now.realms[first.player]
        self._colour = self._realm.fields.get(place.tile.cell, "")
        self._pays = place.pays or Payment()

    def _turn(self, pays: Payment | None) -> ActionTurn:
        return replace(self._first, actions=(*self._first.actions, replace(self._place, pays=pays)))

    def workers(self) -> Iterator[Question]:
        """Ask how many workers pay, where there are any."""
        pays = [None, *(Payment(None, count) for count in range(1, min(PRICE, self._realm.workers) + 1))]
        moves = [NOTATION.plain_move(self._turn(each)) for each in pays]
        if len(moves) > 1:
            paid = min(self._pays.workers, len(moves) - 1)
            choices = tuple(Choice(each, str(count)) for count, each in enumerate(moves))
            yield Question("workers", sentence("Paid with workers"), choices, moves[paid])

    def cards(self) -> Iterator[Question]:
        """Ask which cards pay what workers do not, one half of the price after the other."""
        rest = PRICE - self._pays.workers
        units = _units(self._colour, self._pays)
        for number in range(rest if units else min(rest, 1)):
            told = [*units, *[self._colour] * rest][:rest]
            offered = ((colour, [*told[:number], colour, *told[number + 1 :]]) for colour in COLOURS)
            choices = tuple(choice for colour, paid in offered for choice in self._paid_with(colour, paid))
            untold = Payment(None, self._pays.workers) if self._pays.workers else None
            none = Choice(NOTATION.plain_move(self._turn(untold)), sentence("not told"), draw_place(None))
            chosen = NOTATION.plain_move(self._turn(self._place.pays))
            yield Question(f"cards{number + 1}", sentence(TITLES[number]), (none, *choices), chosen)

    def _paid_with(self, colour: str, units: Sequence[str]) -> Iterator[Choice]:
        """Offer a unit paid with a card of the field's colour or a pair of another, by the rules."""
        cards = Counter[str]()
        for each in units:
            cards[each] += 1 if each == self._colour else 2
        turn = self._turn(Payment(dict(cards), self._pays.workers))
        is_pair = colour != self._colour
        words = marked("two {colour} cards") if is_pair else marked("one {colour} card")
        drawn = draw_fields({(0, at): colour for at in range(1 + is_pair)})
        if is_legal(self._state, turn):
            yield Choice(NOTATION.plain_move(turn), sentence(words, colour=COLOURS[colour]), drawn)


def _units(colour: str, pays: Payment) -> list[str]:
    """Give by which colour each half is paid that cards pay, in the order told; none where untold."""
    cards = (pays.cards or {}).items()
    return [each for each, count in cards for _ in range(count if each == colour else count // 2)]
