"""Game documents of The Castles of Tuscany: how its moves stand there."""

import re
from collections.abc import Mapping
from typing import Annotated, assert_never

import msgspec
from msgspec import Meta, Struct, field

from scoring.documents.bounds import Count
from scoring.documents.complaints import shown
from scoring.documents.game import GameNotation, MoveEntry
from scoring.documents.values import Document, Written
from scoring.errors import UnreadableError
from scoring.game import Cell, Player, Setup
from scoring.games.tuscany.documents.beginning import dump_beginning
from scoring.games.tuscany.engine.moves import (
    ActionTurn,
    ClearedKind,
    CountedHeap,
    CountedHeaps,
    DrawAction,
    EarlyEnd,
    FirstToken,
    JoinedRegion,
    LaidTile,
    LearnedFacts,
    MarkedPoints,
    Move,
    NamedYield,
    OpenTiles,
    Payment,
    PlaceAction,
    ReadFields,
    SetMarkers,
    StartCastle,
    TakeAction,
    ToldHand,
    TurnAction,
    first_place,
)
from scoring.games.tuscany.engine.options import INFO, options_of
from scoring.games.tuscany.land.box import (
    SAMPLE,
    BoxFacts,
    YieldCard,
    checked,
    dump_box,
    load_box,
    read_colour,
    sample_box,
)
from scoring.games.tuscany.land.regions import LaidPiece
from scoring.games.tuscany.land.tiles import HEX, OWN, TOKENS, read_face

_CELL = re.compile(r"(-?\d{1,3}),(-?\d{1,3})")
MOST_FACES = 99
"""No list of tiles that come is longer, not even where five alike come again and again."""


class _LaidEntry(Struct, frozen=True):
    face: str = ""
    cell: Cell | None = None
    token: str = ""
    yields: tuple[YieldCard, ...] = field(default=(), name="yield")
    takes: "_LaidEntry | None" = None
    refill: tuple[str, ...] = ()
    drops: Count | None = None


class _ClearEntry(Struct, frozen=True):
    colour: str
    refill: tuple[str, ...] = ()


class _PaysEntry(Struct, frozen=True):
    cards: Mapping[str, Count] | None = None
    workers: Count = 0


class _ActionEntry(_LaidEntry, frozen=True):
    draw: bool | Count | None = None
    take: str | None = None
    store: Count = 0
    clears: tuple[_ClearEntry, ...] = ()
    place: str | None = None
    space: Count = field(default=0, name="from")
    pays: _PaysEntry | None = None


class _HeapEntry(Struct, frozen=True):
    hand: Count | None = None
    marble: Count | None = None
    workers: Count | None = None
    stacks: Annotated[int, Meta(ge=0, le=OWN)] | None = None


class _TuscanyEntry(MoveEntry, frozen=True):
    player: str = ""
    box: str | BoxFacts | None = None
    lays: tuple[LaidPiece, ...] | None = None
    fields: Mapping[str, str] | None = None
    castle: Cell | None = None
    display: tuple[str, ...] | None = None
    token: str | None = None
    actions: tuple[_ActionEntry, ...] | None = None
    gives: YieldCard | None = field(default=None, name="yield")
    hand: Count | None = None
    told: bool = False
    ends: bool = False
    count: Mapping[str, _HeapEntry] | None = None
    score: Mapping[str, MarkedPoints] | None = None


_SAYS = ("box", "lays", "fields", "castle", "display", "token", "actions", "gives", "count", "score")


def _read(entry: _TuscanyEntry, setup: Setup | None, _number: int) -> Move:
    said = [name for name in _SAYS if getattr(entry, name) is not None]
    if len(said) + (entry.hand is not None or entry.told) + entry.ends != 1:
        kinds = "box, lays, fields, castle, display, token, actions, yield, hand, ends, count and score"
        raise UnreadableError(f"A move says one of {kinds}, and no more than one.")
    player = entry.player or _named_in(entry, setup)
    if not player:
        raise UnreadableError("A move needs a player.")
    return _turn(entry, player) or _told(entry, player)


def _named_in(entry: _TuscanyEntry, setup: Setup | None) -> Player:
    """Give whose a move is that names nobody: whom it counts first or, of the display, who begins."""
    counts = entry.count or entry.score or ()
    return next(iter(counts), setup.players[0].colour if setup and entry.display is not None else "")


def _turn(entry: _TuscanyEntry, player: Player) -> Move | None:
    """Read what players do on the table."""
    if entry.actions is not None:
        return ActionTurn(player, tuple(map(_action, entry.actions)))
    if entry.lays is not None:
        return JoinedRegion(player, entry.lays)
    if entry.fields is not None:
        return ReadFields(
            player, {_cell(at): colour and read_colour(colour) for at, colour in entry.fields.items()}
        )
    if entry.castle is not None:
        return StartCastle(player, entry.castle)
    if entry.display is not None:
        return OpenTiles(player, _faces(entry.display))
    if entry.token is not None:
        return FirstToken(player, _token(entry.token))
    return None


def _told(entry: _TuscanyEntry, player: Player) -> Move:
    """Read what players tell."""
    if entry.box is not None:
        return LearnedFacts(player, _box(entry.box))
    if entry.gives is not None:
        return NamedYield(player, entry.gives)
    if entry.count is not None:
        heaps = {
            each: CountedHeap(heap.hand, heap.marble, heap.workers, heap.stacks)
            for each, heap in entry.count.items()
        }
        return CountedHeaps(player, heaps)
    if entry.score is not None:
        return SetMarkers(player, dict(entry.score))
    return EarlyEnd(player) if entry.ends else ToldHand(player, entry.hand)


def _box(box: str | BoxFacts) -> BoxFacts:
    if isinstance(box, BoxFacts):
        return checked(box)
    if box != SAMPLE:
        raise UnreadableError(f"The box that ships is called {SAMPLE}, not {shown(box)}.")
    return sample_box()


def _cell(at: str) -> Cell:
    match = _CELL.fullmatch(at)
    if match is None:
        raise UnreadableError(f"A cell is two numbers, such as 1,0, not {shown(at)}.")
    return int(match[1]), int(match[2])


def _faces(faces: tuple[str, ...]) -> tuple[str, ...]:
    if len(faces) > MOST_FACES:
        raise UnreadableError(f"At most {MOST_FACES} tiles come at once.")
    return tuple(face and read_face(face) for face in faces)


def _token(token: str) -> str:
    if token not in TOKENS:
        raise UnreadableError(f"There is no token called {shown(token)}; there are: {', '.join(TOKENS)}.")
    return token


def _action(entry: _ActionEntry) -> TurnAction:
    kinds = (entry.draw, entry.take, entry.place)
    if sum(kind is not None for kind in kinds) != 1:
        raise UnreadableError("An action draws, takes or places, one of these.")
    if entry.take is not None:
        clears = tuple(ClearedKind(read_colour(each.colour), _faces(each.refill)) for each in entry.clears)
        return TakeAction(entry.take and read_face(entry.take), entry.store, _faces(entry.refill), clears)
    if entry.place is not None:
        pays = None if entry.pays is None else Payment(_cards(entry.pays.cards), entry.pays.workers)
        return PlaceAction(_laid(entry, entry.place), entry.space, pays)
    return DrawAction(None if entry.draw is True else _drawn(entry.draw))


def _drawn(draw: bool | int | None) -> int:
    if draw is None or isinstance(draw, bool):
        raise UnreadableError("An action draws true or a number of cards, not false.")
    return draw


def _cards(cards: Mapping[str, int] | None) -> dict[str, int] | None:
    if cards is None:
        return None
    return {read_colour(colour): count for colour, count in cards.items() if count}


def _laid(entry: _LaidEntry, face: str) -> LaidTile:
    if entry.cell is None:
        raise UnreadableError("A tile needs a cell to be laid on.")
    return LaidTile(
        face if face == HEX else read_face(face),
        entry.cell,
        entry.token and _token(entry.token),
        entry.yields,
        None if entry.takes is None else _laid(entry.takes, entry.takes.face),
        _faces(entry.refill),
        entry.drops,
    )


# --- writing ---------------------------------------------------------------------------------------


def _write(move: Move) -> Written:
    """Write a move; one that does nothing but lay a tile has its face and cell beside its action as well."""
    place = first_place(move)
    laid = {"face": place.tile.face, "cell": list(place.tile.cell)} if place else {}
    said = _done_written(move)
    return {"player": move.player, **laid, **(_told_written(move) if said is None else said)}


def _done_written(move: Move) -> Written | None:
    """Write what players do on the table; None for what they tell."""
    match move:
        case ActionTurn():
            return {"actions": [_action_written(action) for action in move.actions]}
        case JoinedRegion():
            return {"lays": [msgspec.to_builtins(each) | {"cell": list(each.cell)} for each in move.pieces]}
        case ReadFields():
            return {"fields": {f"{q},{r}": colour for (q, r), colour in move.fields.items()}}
        case StartCastle():
            return {"castle": list(move.cell)}
        case OpenTiles():
            return {"display": list(move.faces)}
        case FirstToken():
            return {"token": move.token}
    return None


def _told_written(move: Move) -> Written:
    match move:
        case LearnedFacts():
            return {"box": SAMPLE if move.facts == sample_box() else dump_box(move.facts)}
        case NamedYield():
            return {"yield": msgspec.to_builtins(move.gives)}
        case ToldHand():
            return {"told": True} if move.cards is None else {"hand": move.cards}
        case EarlyEnd():
            return {"ends": True}
        case CountedHeaps():
            return {"count": msgspec.to_builtins(move.heaps)}
        case SetMarkers():
            return {"score": msgspec.to_builtins(move.points)}
    raise AssertionError(move)


def _action_written(action: TurnAction) -> Written:
    match action:
        case DrawAction():
            return {"draw": True if action.cards is None else action.cards}
        case TakeAction():
            clears = [{"colour": each.colour, "refill": list(each.refill)} for each in action.clears]
            refill = {"refill": list(action.refill)}
            return {
                "take": action.face,
                "store": action.space,
                **({"clears": clears} if clears else {}),
                **refill,
            }
        case PlaceAction():
            tile = _laid_written(action.tile)
            pays = {} if action.pays is None else {"pays": _pays_written(action.pays)}
            return {"place": action.tile.face, "from": action.space, **tile, **pays}
        case _:
            assert_never(action)


def _pays_written(pays: Payment) -> Written:
    cards = {} if pays.cards is None else {"cards": dict(pays.cards)}
    return {**cards, "workers": pays.workers}


def _laid_written(tile: LaidTile) -> Written:
    written: Written = {"face": tile.face, "cell": list(tile.cell)}
    if tile.token:
        written["token"] = tile.token
    if tile.yields:
        written["yield"] = [msgspec.to_builtins(card) for card in tile.yields]
    if tile.takes is not None:
        written["takes"] = _laid_written(tile.takes)
    if tile.refill:
        written["refill"] = list(tile.refill)
    if tile.drops is not None:
        written["drops"] = tile.drops
    return written


def _box_written(box: Document) -> Written:
    return dump_box(load_box(box))


NOTATION = GameNotation(INFO, _TuscanyEntry, options_of, dump_beginning, _read, _write, dump_box=_box_written)
