"""Who has played here: the names in the games that are kept, for the next game to offer."""

from firmware.errors import StoreError
from firmware.ports import EventStore

GAMES_BACK = 30
"""So many of the last games are asked who played them."""


def names_in(store: EventStore) -> tuple[str, ...]:
    """List who has played, whoever played last first; a name that is only its colour is none.

    Nobody is offered where the games cannot be read: a game begins without it.
    """
    try:
        seats = [seat for game in reversed(store.games()[-GAMES_BACK:]) for seat in _seats(store, game)]
    except StoreError:
        return ()
    return tuple(dict.fromkeys(name for name, colour in seats if name.lower() != colour))


def _seats(store: EventStore, game: str) -> tuple[tuple[str, str], ...]:
    players = store.events(game)[0].body["setup"]["players"]
    return tuple((player["name"], player["colour"]) for player in players)
