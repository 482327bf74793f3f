"""Every way to act now, as the rules have it.

What chance tells is left open in all of them: the tiles that come, and what yield cards give.
"""

from collections.abc import Iterator
from itertools import chain

from msgspec.structs import replace

from scoring.game import Cell, Player
from scoring.games.tuscany.engine.laying import open_fields
from scoring.games.tuscany.engine.moves import (
    ActionTurn,
    DrawAction,
    LaidTile,
    Move,
    Payment,
    PlaceAction,
    TakeAction,
)
from scoring.games.tuscany.engine.payment import PRICE
from scoring.games.tuscany.engine.play import is_legal
from scoring.games.tuscany.engine.state import TuscanyState, faces_of, with_realm
from scoring.games.tuscany.land.box import YieldCard
from scoring.games.tuscany.land.tiles import HEX, KIND_OF, TOKENS, UNKNOWN, is_printed_by


def legal(state: TuscanyState, face: str) -> Iterator[Move]:
    """Give the turns of one action that lay a stored tile or, for no tile, every turn of one action."""
    laid = (ActionTurn(state.player, (place,)) for place in places_of(state, face))
    return (move for move in (laid if face else _turns(state)) if is_legal(state, move))


def _turns(state: TuscanyState) -> Iterator[ActionTurn]:
    yield ActionTurn(state.player, (DrawAction(),))
    store = state.realms[state.player].store
    for face in dict.fromkeys(faces_of(state)):
        for space in range(len(store)):
            yield ActionTurn(state.player, (TakeAction(face, space, (UNKNOWN,)),))
    for stored in dict.fromkeys(filter(None, store)):
        yield from (ActionTurn(state.player, (place,)) for place in places_of(state, stored))


def places_of(state: TuscanyState, face: str, field: Cell | None = None) -> Iterator[PlaceAction]:
    """Give every way to lay a stored tile, by field and the plainest first; some may break another rule.

    Which cards pay is nobody's business; how many workers do is told by their heap.

    Args:
        field: The only one that is asked for; without it, all.
    """
    realm = state.realms[state.player]
    spaces = [at for at, lies in enumerate(realm.store) if lies is not None and is_printed_by(lies, face)]
    for space in spaces[:1]:
        for cell in open_fields(realm, UNKNOWN if face == HEX else face) if field is None else [field]:
            for tile in ways_to_lay(state, state.player, LaidTile(face, cell)):
                for workers in range(min(PRICE, realm.workers) + 1):
                    pays = Payment(None, workers) if workers else None
                    yield PlaceAction(tile, space, pays)


def ways_to_lay(state: TuscanyState, player: Player, tile: LaidTile) -> Iterator[LaidTile]:
    """Give every way to lay a tile on a field, with what is chosen about it; the plainest first."""
    realm = state.realms[player]
    kind = KIND_OF[realm.fields[tile.cell]]
    if kind == "city":
        yield from (replace(tile, token=token) for token in TOKENS)
    elif kind == "carriage":
        yield replace(tile, yields=(YieldCard(),) * (1 + realm.tokens.count("yield")))
    else:
        yield tile
    if kind == "castle":
        yield from _castle_ways(state, player, tile)


def _castle_ways(state: TuscanyState, player: Player, tile: LaidTile) -> Iterator[LaidTile]:
    """Give what a castle may lay, further castles included, beside what lies then."""
    realm = state.realms[player]
    now = with_realm(state, player, covered={**realm.covered, tile.cell: tile.face})
    faces = dict.fromkeys(face for face in faces_of(state) if face)
    cells = ((face, cell) for face in faces for cell in open_fields(now.realms[player], face))
    takes = chain.from_iterable(ways_to_lay(now, player, LaidTile(face, cell)) for face, cell in cells)
    return (replace(tile, takes=each, refill=(UNKNOWN,)) for each in takes)


def cells_of(state: TuscanyState, face: str) -> tuple[Cell, ...]:
    """List the fields where a stored tile may be laid now."""
    places = (move.actions[0] for move in legal(state, face) if isinstance(move, ActionTurn))
    return tuple(dict.fromkeys(place.tile.cell for place in places if isinstance(place, PlaceAction)))
