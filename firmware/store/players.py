"""Who has played: a profile for each player, and the names that it stands for in the games.

Games keep the names they were played under. What players are called now is kept beside them, so that
renaming, merging and hiding change no game, and can be taken back.
"""

import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Protocol

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from firmware.store.atomic_write import write_whole
from firmware.store.files import read_document, refusing
from firmware.store.quarantine import Aside
from scoring.documents.values import Document
from scoring.game import PlayerSeat
from scoring.referee.contracts.players import Profile
from scoring.referee.contracts.refusals import NotHereError, RefusedError
from scoring.sentence import marked, sentence
from scoring.setups import name_key, with_distinct_names

PLAYERS = "players.json"
FORMAT = "tablekeeper.players/1"
NO_NAME = marked("A player needs a name.")
TAKEN = marked("There is a player {name} already. Are they the same? Then merge the two.")
TOGETHER = marked("{name} and {other} have played against each other, so they are two people.")
TWO = marked("Choose two players to merge.")
NOT_KEPT = marked("That could not be kept: {why}.")
NOBODY = marked("There is no player {name} here.")


class _Entry(Struct, frozen=True):
    """A player who has been renamed, merged or hidden; ``names`` are those they had, the first one first."""

    name: str
    names: tuple[str, ...] = ()
    hidden: bool = False

    @property
    def keys(self) -> frozenset[str]:
        return frozenset(map(name_key, (self.name, *self.names)))


class _Kept(Struct, frozen=True):
    players: tuple[_Entry, ...] = ()


class PlayerBook:
    """What the players of a data folder are called; any thread may call it.

    Args:
        file: Where it is kept; it need not be there. One that cannot be read names nobody otherwise.
        aside: Sets such a one aside.
    """

    def __init__(self, file: Path | None = None, aside: Aside | None = None) -> None:
        self._file = file
        self._changing = threading.Lock()
        kept = (aside or Aside()).read(file, _read) if file else None
        self._entries = kept.players if kept else ()

    @property
    def entries(self) -> tuple[_Entry, ...]:
        """Those who were renamed, merged or hidden."""
        return self._entries

    def entry(self, name: str) -> _Entry:
        """Give what is known of whoever has, or had, a name."""
        key = name_key(name)
        return next((entry for entry in self._entries if key in entry.keys), _Entry(name))

    def known_as(self, name: str) -> str:
        """Give the name that a player goes by now."""
        return self.entry(name).name

    def source_of(self, name: str) -> str:
        """Name a player for other programs; it stays the same whatever they are called."""
        entry = self.entry(name)
        return name_key((*entry.names, entry.name)[0])

    def named(self, started: Document) -> Document:
        """Give how a game was started, its players called as they are now."""
        seats = with_distinct_names(seats_of(started))
        if not seats:
            return started  # whoever reads the game says what is wrong
        called = tuple(replace(seat, name=self.known_as(seat.name)) for seat in seats)
        return {**started, "setup": {**started["setup"], "players": msgspec.to_builtins(called)}}

    def put(self, entry: _Entry, *instead_of: _Entry) -> None:
        """Keep what is known of a player, in place of what was.

        Raises:
            RefusedError: It could not be kept; nothing was changed.
        """
        with self._changing:
            others = tuple(each for each in self._entries if each not in instead_of)
            is_plain = not entry.hidden and set(entry.names) <= {entry.name}
            entries = others if is_plain else (*others, entry)
            if self._file:
                _write(self._file, entries)
            self._entries = entries


def seats_of(started: Document) -> tuple[PlayerSeat, ...]:
    """Give the players of a game, in turn order, from how it was started; none where that cannot be read."""
    try:
        return msgspec.convert(started["setup"]["players"], tuple[PlayerSeat, ...])
    except (KeyError, TypeError, msgspec.ValidationError):
        return ()


def _read(file: Path) -> _Kept:
    return read_document(file, FORMAT, _Kept)


def _write(file: Path, entries: tuple[_Entry, ...]) -> None:
    document = {"format": FORMAT, "players": msgspec.to_builtins(entries)}
    with refusing(RefusedError, NOT_KEPT):
        write_whole(file, msgspec.json.format(msgspec.json.encode(document), indent=1))


class Started(Protocol):
    """A store that tells how its games were started."""

    @property
    def book(self) -> PlayerBook: ...

    def starts(self) -> Mapping[str, Document]:
        """Give how each game was started, the newest last, its players called as they are now."""


class StoredPlayers:
    """The players of a data folder; see ``PlayersDesk``. Any thread may call it.

    Args:
        store: Keeps the games, and what their players are called.
        on_change: Told that somebody is called otherwise now.
    """

    def __init__(self, store: Started, on_change: Callable[[], None] = lambda: None) -> None:
        self._store = store
        self._book = store.book
        self._on_change = on_change

    def players(self) -> Sequence[Profile]:
        counts: dict[str, int] = {}
        shown: dict[str, str] = {}
        for game in self._games():
            for name in game:
                counts[name_key(name)] = counts.get(name_key(name), 0) + 1
                shown[name_key(name)] = name
        known = ((shown[key], self._book.entry(shown[key])) for key in counts)
        found = [
            Profile(name, _others(entry, name), counts[name_key(name)], entry.hidden) for name, entry in known
        ]
        return sorted(found, key=lambda each: (each.hidden, -each.games, name_key(each.name)))

    def known_as(self, name: str) -> str:
        return self._book.known_as(name)

    def rename(self, name: str, to: str) -> None:
        entry = self._find(name)
        if not to.strip():
            raise RefusedError(NO_NAME)
        shown = frozenset(name_key(each.name) for each in self.players())
        if name_key(to) in shown.union(*(each.keys for each in self._book.entries)) - entry.keys:
            raise RefusedError(sentence(TAKEN, name=self._book.known_as(to)))
        self._put(_Entry(to, _names(entry), entry.hidden), entry)

    def merge(self, name: str, into: str) -> None:
        entry, other = self._find(name), self._find(into)
        if entry.keys & other.keys:
            raise RefusedError(TWO)
        pair = {name_key(entry.name), name_key(other.name)}
        if any(pair <= set(map(name_key, game)) for game in self._games()):
            raise RefusedError(sentence(TOGETHER, name=entry.name, other=other.name))
        names = tuple(dict.fromkeys((*_names(other), *_names(entry))))
        self._put(_Entry(other.name, names, other.hidden), entry, other)

    def separate(self, name: str, part: str) -> None:
        entry = self._find(name)
        names = tuple(each for each in entry.names if name_key(each) != name_key(part))
        if len(names) == len(entry.names) or name_key(part) == name_key(entry.name):
            raise NotHereError(sentence(NOBODY, name=part))
        self._put(replace(entry, names=names), entry)

    def hide(self, name: str, hidden: bool) -> None:
        entry = self._find(name)
        self._book.put(replace(entry, hidden=hidden), entry)

    def _put(self, entry: _Entry, *instead_of: _Entry) -> None:
        self._book.put(entry, *instead_of)
        self._on_change()

    def _find(self, name: str) -> _Entry:
        """Give what is known of a player who has played.

        Raises:
            NotHereError: Nobody of that name has.
        """
        key = name_key(self._book.known_as(name))
        shown = next((each.name for each in self.players() if name_key(each.name) == key), None)
        if shown is None:
            raise NotHereError(sentence(NOBODY, name=name))
        return self._book.entry(shown)

    def _games(self) -> Iterable[tuple[str, ...]]:
        """Give the players of each game, the newest last, as they are called now."""
        for started in self._store.starts().values():
            yield tuple(seat.name for seat in seats_of(started))


def _names(entry: _Entry) -> tuple[str, ...]:
    """Give all names that a player has or had, the first one first."""
    return tuple(dict.fromkeys((*entry.names, entry.name)))


def _others(entry: _Entry, name: str) -> tuple[str, ...]:
    """Give the names that a player had besides the one they go by, one of each spelling."""
    return tuple({name_key(each): each for each in entry.names if name_key(each) != name_key(name)}.values())
