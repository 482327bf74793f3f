"""What a box holds, where no catalogue tells: the tiles that were laid in the games kept here."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from firmware.errors import StoreError
from scoring.documents.values import Document
from scoring.errors import UnreadableError
from scoring.referee.entry import placed_faces
from scoring.referee.record.events import started_of
from scoring.referee.store import Event, EventStore
from scoring.roles.catalogue import Catalogue

GAMES_BACK = 30
"""So many of the last games with such a box are looked at; its tiles are known after one or two."""


def faces_before(store: EventStore, rules: Catalogue, but: str = "") -> Mapping[str, int]:
    """Count the faces that a box holds as far as games have shown, those first that most games did.

    Nothing is known where the catalogue knows it already, or where the games cannot be read.

    Args:
        but: The game that is on the table: what lies there is not seen before.
    """
    if rules.info.knows_box:
        return {}
    try:
        names = [game for game in store.games() if game != but]
        laid = [placed_faces(_moves(events)) for events in _of(store, names, rules.info.name)]
    except StoreError:
        return {}
    games = Counter(face for each in laid for face in each)
    return {face: max(each[face] for each in laid) for face, _ in games.most_common()}


def _of(store: EventStore, names: Sequence[str], game: str) -> Iterable[Sequence[Event]]:
    """Give the events of the last games of a kind, the newest first."""
    found = 0
    for name in reversed(names):
        events = store.events(name)
        try:
            is_it = bool(events) and started_of(events[0]).game == game
        except UnreadableError:
            continue
        if is_it:
            found += 1
            yield events
        if found == GAMES_BACK:
            return


def _moves(events: Sequence[Event]) -> list[Document]:
    """Give the moves that count in the end, as far as the events say."""
    moves = list[Document]()
    for before, event in zip(("", *(each.kind for each in events)), events, strict=False):
        move, back = event.body.get("move"), event.body.get("back", 0)
        if event.kind == "turn_confirmed" and isinstance(move, Mapping):
            moves.append(move)
        elif event.kind == "turn_revised" and isinstance(move, Mapping) and 0 < back <= len(moves):
            moves[-back] = move
        elif event.kind == "turn_undone" and moves and before != "game_ended":
            moves.pop()
    return moves
