"""Who has played here: the names in the games that are kept, for the next game to offer."""

from msgspec import Struct

from firmware.errors import StoreError
from firmware.kept import started_of
from firmware.ports import EventStore
from scoring.document import converted
from scoring.errors import UnreadableError
from scoring.game import PlayerSeat

GAMES_BACK = 30
"""So many of the last games are asked who played them."""


class _Players(Struct, frozen=True):
    players: tuple[PlayerSeat, ...]


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
    try:
        players = converted(started_of(store.events(game)[0]).setup, _Players).players
    except UnreadableError:
        return ()
    return tuple((player.name, player.colour) for player in players)
