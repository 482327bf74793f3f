"""Turns compared by what a camera sees of them, and games told by the cells that it has named."""

from collections.abc import Callable, Hashable, Mapping, Sequence

from msgspec.structs import replace

from scoring.game import Cell, Player
from scoring.games.tuscany.engine.moves import (
    ActionTurn,
    DrawAction,
    FirstToken,
    LaidTile,
    LearnedFacts,
    Move,
    OpenTiles,
    PlaceAction,
    ReadFields,
    StartCastle,
    TakeAction,
    TurnAction,
)
from scoring.games.tuscany.land.tiles import DISPLAY, FARM, colour_of
from scoring.geometry.hexes import turned
from scoring.spots import read_spot, tile_spot
from vision.yardstick import TurnedGame

ENOUGH = 20
"""A region is the one that was read where so many of its thirty fields agree."""

Names = Mapping[Cell, Cell]
"""Of each cell as it was played the name that the camera has given it."""


def place_of(move: Move) -> Hashable:
    """Name what a move does so that it is told from others; None for what nobody sees at the table."""
    match move:
        case ActionTurn():
            return (move.player, *map(_place, move.actions))
        case ReadFields() | StartCastle() | OpenTiles() | FirstToken():
            return type(move).__name__, move.player
    return None


def _place(action: TurnAction) -> Hashable:
    match action:
        case PlaceAction():
            return action.tile.cell
        case TakeAction():
            return action.face
        case DrawAction():
            return "draw"


def is_same(one: Move, other: Move) -> bool:
    """Tell whether two moves are the same but for what no camera sees: the cards that paid, for one.

    Workers that paid are gone from their heap, of which action of a turn nobody can see. Nor does it show, or
    matter, whether cards were drawn before the other action of a turn or after it.
    """
    return one == other or _plain(one) == _plain(other)


def _plain(move: Move) -> Hashable:
    match move:
        case ActionTurn():
            actions = sorted(move.actions, key=lambda action: action == DrawAction())
            return move.player, tuple(map(_plain_action, actions)), sum(map(_workers, actions))
        case OpenTiles():
            return "open", tuple(sorted(move.faces))
        case ReadFields():
            return move.player, frozenset(move.fields.items())
        case LearnedFacts():
            return "facts", move.player
        case StartCastle() | FirstToken():
            return move
    return repr(move)


def _plain_action(action: TurnAction) -> Hashable:
    match action:
        case PlaceAction():
            return "place", action.space, _plain_tile(action.tile)
        case TakeAction():
            cleared = tuple((each.colour, tuple(sorted(each.refill))) for each in action.clears)
            return "take", action.face, action.space, _came(action.refill), cleared
        case DrawAction():
            return "draw"


def _workers(action: TurnAction) -> int:
    """Count the workers that paid for an action."""
    return action.pays.workers if isinstance(action, PlaceAction) and action.pays else 0


def _plain_tile(tile: LaidTile) -> Hashable:
    takes = None if tile.takes is None else _plain_tile(tile.takes)
    return tile.face, tile.cell, tile.token, tile.yields, takes, _came(tile.refill)


def _came(refill: Sequence[str]) -> Hashable:
    """Give the tiles that came; of five alike the first was gone before anybody saw its goods."""
    if len(refill) < 2:
        return tuple(refill)
    first, *others = refill
    return FARM if first.startswith(FARM) else first, tuple(sorted(others))


# --- the same game by other names ------------------------------------------------------------------


def turned_to(read: Sequence[Move], moves: Sequence[Move]) -> TurnedGame | None:
    """Tell a game by the cells that a camera has named, and its display from whatever side that was seen.

    Returns:
        None where it is told as it was played.
    """
    seen = {move.player: move.fields for move in read if isinstance(move, ReadFields)}
    names: dict[Player, Names] = {}
    for move in moves:
        if isinstance(move, ReadFields) and move.player in seen:
            found = _names(move.fields, seen[move.player])
            if found is not None:
                names[move.player] = found
    lies = next((move.faces for move in read if isinstance(move, OpenTiles)), ())
    retold = [_turned_round(move, lies) for move in moves]
    if retold == [*moves] and all(cell == name for each in names.values() for cell, name in each.items()):
        return None
    return TurnedGame([_retold(move, names) for move in retold], _spots(names))


def _turned_round(move: Move, lies: Sequence[str]) -> Move:
    """Tell a display from its other side, where more of its tiles then have the colours of those seen."""
    if not isinstance(move, OpenTiles) or len(move.faces) > DISPLAY:
        return move
    rounds = (move.faces, move.faces[::-1])
    agreed = [
        sum(colour_of(a) == colour_of(b) for a, b in zip(faces, lies, strict=False)) for faces in rounds
    ]
    return replace(move, faces=rounds[agreed[1] > agreed[0]])


def _names(played: Mapping[Cell, str], read: Mapping[Cell, str]) -> Names | None:
    """Find how a region was named, from how it lies and what its fields show."""
    first = min(read, key=lambda cell: cell[::-1])
    ways = []
    for sixths in range(6):
        swung = {cell: turned(cell, sixths) for cell in played}
        q0, r0 = min(swung.values(), key=lambda cell: cell[::-1])
        names = {cell: (q - q0 + first[0], r - r0 + first[1]) for cell, (q, r) in swung.items()}
        ways.append((sum(read.get(name) == played[cell] for cell, name in names.items()), sixths, names))
    agreed, _, names = max(ways, key=lambda way: way[:2])
    return names if agreed >= ENOUGH else None


def _retold(move: Move, names: Mapping[Player, Names]) -> Move:
    if move.player not in names:
        return move
    new = names[move.player]
    match move:
        case ReadFields():
            return replace(move, fields={new[cell]: colour for cell, colour in move.fields.items()})
        case StartCastle():
            return replace(move, cell=new[move.cell])
        case ActionTurn():
            return replace(move, actions=tuple(_retold_action(action, new) for action in move.actions))
    return move


def _retold_action(action: TurnAction, new: Names) -> TurnAction:
    return replace(action, tile=_retold_tile(action.tile, new)) if isinstance(action, PlaceAction) else action


def _retold_tile(tile: LaidTile, new: Names) -> LaidTile:
    takes = None if tile.takes is None else _retold_tile(tile.takes, new)
    return replace(tile, cell=new.get(tile.cell, tile.cell), takes=takes)


def _spots(names: Mapping[Player, Names]) -> Callable[[str], str]:
    def spot(written: str) -> str:
        read = read_spot(written)
        new = names.get(read.board, {})
        if isinstance(read.key, tuple) and read.kind == "tile" and read.key in new:
            return tile_spot(new[read.key], read.board)
        return written

    return spot
