"""A game handed over: from the camera to a phone, on which turns are entered then, and back."""

from msgspec.structs import replace

from scoring.referee.state import TableState, logged, proposing, signature, signed
from scoring.referee.store import Event
from scoring.sentence import marked, sentence

HANDED_OVER = "handed_over"


def handed_over(table: TableState, by: str = "", *, by_hand: bool) -> tuple[TableState, Event]:
    """Have turns entered on a phone from now on, or read by the camera; every confirmed one stays.

    What is only proposed is entered then. A camera that takes over has the whole board compared.
    """
    after = replace(table, by_hand=by_hand, watched=True, lost="", eye="still", otherwise=(), compares=True)
    says = sentence("The camera reads the turns from now on.")
    if by_hand:
        says = sentence("Turns are entered on a phone from now on.")
        left = proposing(after, ())
        after = replace(left, doubts=(), gone=(), last_gone=False, give_back=(), remarks=())
    after = logged(signed(after, marked("Chosen by {name}."), by), says)
    return after, Event(HANDED_OVER, {"by_hand": by_hand, **signature(by)})
