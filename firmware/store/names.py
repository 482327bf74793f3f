"""Who has played here: the names in the games that are kept, for the next game to offer."""

from firmware.errors import StoreError
from firmware.store.players import Started, seats_of
from scoring.setups import name_key


def names_in(store: Started) -> tuple[str, ...]:
    """List who has played, whoever played last first, but those hidden; a name that is its colour is none.

    Nobody is offered where the games cannot be read: a game begins without it.
    """
    try:
        started = [*store.starts().values()]
    except StoreError:
        return ()
    names: dict[str, str] = {}
    for seat in (seat for each in reversed(started) for seat in seats_of(each)):
        if seat.name.lower() != seat.colour and not store.book.entry(seat.name).hidden:
            names.setdefault(name_key(seat.name), seat.name)
    return tuple(names.values())
