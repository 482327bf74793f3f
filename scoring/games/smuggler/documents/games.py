"""Game documents of Cornish Smuggler: a move is written as it is, under the name of what it does."""

from collections.abc import Mapping

import msgspec

from scoring.documents.bounds import Count
from scoring.documents.complaints import shown
from scoring.documents.document import converted
from scoring.documents.game import GameNotation, MoveEntry
from scoring.documents.values import Document, Written
from scoring.errors import UnreadableError
from scoring.game import Setup
from scoring.games.smuggler.documents.beginning import dump_beginning
from scoring.games.smuggler.engine.moves import KINDS, TOLD, Learn, Move, OfficerWalk, Purse, name_of_move
from scoring.games.smuggler.engine.options import INFO, options_of
from scoring.games.smuggler.land.box import (
    SAMPLE,
    CharacterCard,
    SmugglerBox,
    StashCard,
    dump_box,
    load_box,
    sample_box,
)


class _SmugglerEntry(MoveEntry, frozen=True):
    """All that a move may say; which of it belongs together, its kind tells."""

    player: str = ""
    do: str | None = None
    to: str | None = None
    at: str | None = None
    pays: str | None = None
    marker: str | tuple[str, str] | None = None
    goods: str | tuple[str, ...] | None = None
    officer: int | None = None
    extra: int | None = None
    less: int | None = None
    stash: str | tuple[str, ...] | StashCard | None = None
    walks: tuple[OfficerWalk, ...] | None = None
    new_officers: tuple[str, ...] | None = None
    squares: int | None = None
    row: int | None = None
    gets: tuple[Count, Count] | None = None
    card: str | CharacterCard | None = None
    cards: tuple[str, ...] | None = None
    markers: tuple[str, ...] | None = None
    price: int | None = None
    ship: str | None = None
    hold: str | None = None
    put: tuple[str, ...] | None = None
    take: tuple[str, ...] | None = None
    box: str | SmugglerBox | None = None
    open: tuple[CharacterCard, ...] | None = None
    lose: str | None = None
    cove: str | None = None
    changes: Mapping[str, Purse] | None = None
    used: bool | None = None
    officers: Mapping[str, str] | None = None
    ships: Mapping[str, str] | None = None
    count: Mapping[str, Purse] | None = None
    wheel: Count | None = None
    track: Count | None = None
    last: bool | None = None


def _read(entry: _SmugglerEntry, _setup: Setup | None, _number: int) -> Move:
    kind = _kind(entry)
    said = {name: getattr(entry, name) for name in kind.__struct_fields__}
    said["player"] = entry.player or next(iter(entry.count or ()), "")
    if not said["player"]:
        raise UnreadableError("A move needs a player.")
    if kind is Learn:
        said["box"] = _box(entry.box)
    return converted(msgspec.to_builtins(said), kind)


def _kind(entry: _SmugglerEntry) -> type[Move]:
    if entry.do is not None:
        if entry.do not in KINDS:
            raise UnreadableError(f"A move does one of {', '.join(KINDS)}, not {shown(entry.do)}.")
        return KINDS[entry.do]
    for name, kind in TOLD.items():
        if getattr(entry, name) is not None:
            return kind
    raise UnreadableError(f"A move has a do, or tells one of {', '.join(TOLD)}.")


def _box(box: str | SmugglerBox | None) -> SmugglerBox:
    if isinstance(box, SmugglerBox):
        return box
    if box != SAMPLE:
        raise UnreadableError(f"The box that ships is called {SAMPLE}, not {shown(box)}.")
    return sample_box()


def _write(move: Move) -> Written:
    """Write a move; what is left at its default is not written."""
    name = name_of_move(move)
    if isinstance(move, Learn):
        return {"player": move.player, "box": SAMPLE if move.box == sample_box() else dump_box(move.box)}
    written: Written = msgspec.to_builtins(move)
    does = {"do": name} if name in KINDS else {}
    return {"player": written.pop("player"), **does, **written}


def _box_written(box: Document) -> Written:
    return dump_box(load_box(box))


NOTATION = GameNotation(
    INFO, _SmugglerEntry, options_of, dump_beginning, _read, _write, dump_box=_box_written
)
