"""The pictures of a game in play: all of it on one map, what is proposed with arrows along the ways."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import pairwise
from math import dist, hypot
from typing import NamedTuple, Protocol

from msgspec.structs import replace

from scoring.errors import IllegalMoveError
from scoring.game import Cell
from scoring.games.smuggler.drawing.ground import draw_ground
from scoring.games.smuggler.drawing.layout import SQUARE_MM, BoardLayout, Line, layout_of
from scoring.games.smuggler.drawing.pieces import (
    SQUARE_OF_A_MAP_MM,
    base_pieces,
    beside,
    goods_shapes,
    goods_symbol,
    packed,
    size_of,
    squares_of,
)
from scoring.games.smuggler.drawing.room import Box
from scoring.games.smuggler.engine.moves import Move
from scoring.games.smuggler.engine.play import force
from scoring.games.smuggler.engine.state import ABOARD, CUSTOMS, Goods, SmugglerState
from scoring.games.smuggler.land.box import SmugglerBox, is_land, land_map, place_name, sea_map
from scoring.games.smuggler.land.spots import place_at, place_spot
from scoring.geometry.maps import shortest_ways
from scoring.picture import Picture, Placed, Point, Shape, ring
from scoring.roles.seated import name_of
from scoring.sentence import counted, sentence

PEGS_APART_MM, SHIPS_APART_MM, CARGO_MM = 10.4, 21.0, 3.2
"""From one peg to the next, from one ship to the next, and the side of a square of goods under a ship."""
OUTLINE_SHARE, OUTLINE_MM = 0.48, 20.0
"""How far round its middle a place can be tapped: a share of the way to its neighbour, and at most."""
_COLUMNS = 5


class OnBox(Protocol):
    """A game in play, or a photographed board: what has places that a box tells."""

    @property
    def box(self) -> SmugglerBox:
        """As much as is known of the box."""


class _Piece(NamedTuple):
    """Something on the board.

    Attributes:
        key: Which piece it is, from one moment to the next.
        symbol: How it looks.
        place: Where it is; empty where that is no place of the map.
        at_mm: Its middle; of goods, the upper left corner.
        says: What it is.
    """

    key: tuple[str, str, int]
    symbol: str
    place: str
    at_mm: Point
    says: str


def picture(state: SmugglerState, proposed: Sequence[Move] = ()) -> Picture:
    """Draw the board with all that is on it, and what is proposed; see ``Rendering.picture``."""
    after = state
    for move in proposed:
        after = _done(after, move)
    layout = layout_of(after.box)
    ground = draw_ground(after.box)
    was, now = {each.key: each for each in _pieces(state)}, {each.key: each for each in _pieces(after)}
    changed = {key for key, each in now.items() if key not in was or was[key].place != each.place}
    symbols = {**ground.symbols, **base_pieces()}
    symbols |= _goods_symbols(after, {key[1] for key in changed if proposed})
    placed = [*_places(ground, after, state), *_tokens(after, state, layout)]
    arrows = [*_arrows(after, layout, was, now)] if proposed else []
    for at, arrow in enumerate(arrows):
        symbols[f"arrow_{at}"] = (*_arrow(arrow),)
        placed.append(Placed(f"arrow_{at}", (0.0, 0.0), emphasis="proposed"))
    for key, each in now.items():
        is_new = bool(proposed) and key in changed
        if is_new and key[0] != "goods":
            placed.append(Placed("new", each.at_mm, emphasis="proposed"))
        symbol = f"new_{each.symbol}" if is_new and key[0] == "goods" else each.symbol
        placed.append(Placed(symbol, each.at_mm, says=each.says, emphasis="proposed" if is_new else ""))
    return replace(ground, symbols=symbols, placed=tuple(placed))


def draw_proposed(state: SmugglerState, move: Move) -> Picture | None:
    """Draw what a move changes, to lie over the board as it is; None where that is nothing on the board."""
    whole = picture(state, [move])
    placed = tuple(each for each in whole.placed if each.emphasis)
    if not placed:
        return None
    symbols = {each.symbol: whole.symbols[each.symbol] for each in placed}
    return replace(whole, symbols=symbols, placed=placed)


def _done(state: SmugglerState, move: Move) -> SmugglerState:
    """Do a move whatever rule it breaks; one that makes no sense leaves the table as it is."""
    try:
        return force(state, move)[0]
    except IllegalMoveError:
        return state


def _places(ground: Picture, state: SmugglerState, before: SmugglerState) -> Iterator[Placed]:
    """Give the ground, and each place as something to tap; one that was not known before is proposed."""
    yield ground.placed[0]
    for place, placed in zip(state.box.places, ground.placed[1:], strict=True):
        says = place_name(state.box, place)
        emphasis = "" if place in before.box.places else "proposed"
        yield replace(placed, spot=place_spot(state.box, place), says=says, emphasis=emphasis)


def _tokens(state: SmugglerState, before: SmugglerState, layout: BoardLayout) -> Iterator[Placed]:
    """Draw the markers of the wheel and the customs track."""
    if layout.track_mm:
        at = min(state.track, len(layout.track_mm) - 1)
        says = sentence("The customs track: level {level}", level=state.step.level)
        emphasis = "proposed" if state.track != before.track else ""
        yield Placed("token_track", layout.track_mm[at], says=says, emphasis=emphasis)
    if layout.wheel_mm:
        at = state.wheel % len(layout.wheel_mm)
        says = sentence("The gold wheel: {count} from START", count=at)
        emphasis = "proposed" if state.wheel != before.wheel else ""
        yield Placed("token_wheel", layout.wheel_mm[at], says=says, emphasis=emphasis)


# --- pieces ----------------------------------------------------------------------------------------


def _pieces(state: SmugglerState) -> Iterator[_Piece]:
    """Give everything on the board, what lies before what stands."""
    layout = layout_of(state.box)
    yield from _stocks(state, layout)
    for place in layout.at_mm:
        yield from _ashore(state, layout, place)
    for place, at in layout.at_mm.items():
        yield from _pegs(state, place, at)
        yield from _ships(state, layout, place)


def _pegs(state: SmugglerState, place: str, middle: Point) -> Iterator[_Piece]:
    """Give markers and officers of a place, side by side."""
    standing: list[tuple[tuple[str, str, int], str, str]] = []
    for player, household in state.households.items():
        says = sentence("{player}: marker", player=name_of(state, player))
        count = household.markers.count(place)
        standing += [(("marker", f"{player} {place}", copy), f"peg_{player}", says) for copy in range(count)]
    for number, officer in enumerate(state.officers, 1):
        if officer.place == place:
            briber = officer.bribed_by
            bribed = sentence("Officer, bribed by {player}", player=name_of(state, briber)) if briber else ""
            key = ("officer", briber, number)
            standing.append((key, f"officer_{briber}", bribed or sentence("Officer")))
    x, y = middle if len(standing) < 5 else (middle[0] + 5, middle[1] + 5)
    for (key, symbol, words), (dx, dy) in zip(standing, beside(len(standing), PEGS_APART_MM), strict=True):
        yield _Piece(key, symbol, place, (x + dx, y + dy), words)


def _ships(state: SmugglerState, layout: BoardLayout, place: str) -> Iterator[_Piece]:
    """Give the ships of a place with their goods: on it at sea, off it at a coast."""
    owners = [player for player, each in state.households.items() if each.ship == place]
    x, y = layout.at_mm[place]
    if is_land(state.box.places[place]):
        x, y = x + layout.spot_mm + 11.0, y - layout.spot_mm - 4.0
    for player, (dx, dy) in zip(owners, beside(len(owners), SHIPS_APART_MM), strict=True):
        says = sentence("{player}: ship", player=name_of(state, player))
        yield _Piece(("ship", player, 0), f"ship_{player}", place, (x + dx, y + dy), says)
        cargo = {
            key: each
            for key, each in state.goods.items()
            if each.where == ABOARD and each.owner == player and each.squares
        }
        corner = x + dx - 10.0, y + dy + 8.8
        yield from _block(state, cargo, corner, CARGO_MM, columns=6, place=ABOARD)


def _ashore(state: SmugglerState, layout: BoardLayout, place: str) -> Iterator[_Piece]:
    """Give goods at a place: right below it what lies open, left below it what is in a stash."""
    if place in layout.stock_mm:
        return
    x, y = layout.at_mm[place]
    here = {key: each for key, each in state.goods.items() if each.where == place}
    for is_stashed in (False, True):
        goods = {key: each for key, each in here.items() if bool(each.stash) == is_stashed}
        side = SQUARE_OF_A_MAP_MM
        left = x - (_COLUMNS + 0.6) * side if is_stashed else x + 0.6 * side
        corner = left, y + 0.8 * layout.spot_mm
        if is_stashed and goods:
            key = ("stash", place, 0)
            at = left + _COLUMNS * side / 2, corner[1]
            yield _Piece(key, "stash", place, at, sentence("Stash"))
        yield from _block(state, goods, corner, side, columns=_COLUMNS, place=place)


def _stocks(state: SmugglerState, layout: BoardLayout) -> Iterator[_Piece]:
    """Give the goods at the merchants, where each lay from the beginning, and those of the customs house."""
    for merchant, room in layout.stock_mm.items():
        there = {key: each for key, each in state.goods.items() if each.where == merchant}
        began = {piece.id: Goods(piece.squares, merchant) for piece in state.box.merchants.get(merchant, ())}
        yield from _block_in(state, {**began, **there}, room, merchant, there)
    if layout.house_mm:
        seized = {key: each for key, each in state.goods.items() if each.where == CUSTOMS}
        yield from _block_in(state, seized, layout.house_mm, CUSTOMS, seized)


def _block_in(
    state: SmugglerState, goods: Mapping[str, Goods], room: Box, place: str, shown: Mapping[str, Goods]
) -> Iterator[_Piece]:
    x, y, width, height = room
    columns, rows = round((width - 6) / SQUARE_MM), round((height - 6) / SQUARE_MM)
    side = SQUARE_MM
    while sum(each.squares for each in goods.values()) > 0.9 * columns * rows * (SQUARE_MM / side) ** 2:
        side *= 0.8
    across = int(columns * SQUARE_MM / side)
    for piece in _block(state, goods, (x + 3, y + 3), side, columns=across, place=place):
        if piece.key[1] in shown:
            yield piece


def _block(
    state: SmugglerState, goods: Mapping[str, Goods], corner: Point, side: float, *, columns: int, place: str
) -> Iterator[_Piece]:
    """Give pieces of goods packed into rows from a corner."""
    shapes = {key: _shape(state, key) for key in goods}
    cells = {key: squares_of(goods[key].squares, shapes[key]) for key in goods}
    order = sorted(cells, key=lambda key: (-len(cells[key]), size_of(cells[key]), key))
    for key, (column, row) in packed({key: cells[key] for key in order}, columns).items():
        each = goods[key]
        symbol = goods_symbol(each.squares, shapes[key], each.owner, side)
        says = counted("Goods, {count} square", "Goods, {count} squares", each.squares)
        at = round(corner[0] + column * side, 2), round(corner[1] + row * side, 2)
        yield _Piece(("goods", key, 0), symbol, place, at, says)


def _shape(state: SmugglerState, key: str) -> str:
    piece = state.box.pieces.get(key)
    return piece.shape if piece else ""


def _goods_symbols(state: SmugglerState, new: Collection[str]) -> dict[str, tuple[Shape, ...]]:
    """Give every piece as it is drawn, those that are new where they lie with an edge that says so."""
    symbols = {"stash": (*_hut(),)}
    for piece in _pieces(state):
        if piece.key[0] == "goods":
            key, side = piece.key[1], float(piece.symbol.rpartition("_")[2])
            each, shape = state.goods[key], _shape(state, key)
            symbols[piece.symbol] = goods_shapes(each.squares, shape, each.owner, side)
            if key in new:
                symbols[f"new_{piece.symbol}"] = goods_shapes(each.squares, shape, "proposed", side)
    return symbols


def _hut() -> Iterator[Shape]:
    """Draw a roof above goods in a stash."""
    wide = _COLUMNS * SQUARE_OF_A_MAP_MM / 2
    yield Shape(((-wide - 2, 0.0), (0.0, -6.0), (wide + 2, 0.0)), "town", "pieceline", 0.6)


# --- what is proposed ------------------------------------------------------------------------------


def _arrows(
    state: SmugglerState, layout: BoardLayout, was: Mapping[tuple[str, str, int], _Piece],
    now: Mapping[tuple[str, str, int], _Piece],
) -> Iterator[Line]:  # fmt: skip
    """Give where pieces go: from their place before to that after, along the ways."""
    for kind in ("marker", "ship", "officer"):
        gone = [each for key, each in was.items() if key[0] == kind and not _is_still(each, now)]
        come = [each for key, each in now.items() if key[0] == kind and not _is_still(each, was)]
        for end in come:
            start = next((each for each in gone if _is_same(each, end) and each.place != end.place), None)
            if start and start.place in layout.at_mm:
                gone.remove(start)
                over = sea_map(state.box) if kind == "ship" else land_map(state.box)
                places = next(iter(shortest_ways(over, start.place, end.place)), (end.place,))
                yield _along(layout, (start.place, *(place for place in places if place != start.place)))


def _is_still(piece: _Piece, there: Mapping[tuple[str, str, int], _Piece]) -> bool:
    return piece.key in there and there[piece.key].place == piece.place


def _is_same(one: _Piece, other: _Piece) -> bool:
    """Tell whether a piece may be another at another moment: markers of a colour are all alike."""
    if one.key[0] == "officer":
        return one.key[2] == other.key[2]
    return one.symbol == other.symbol


def _along(layout: BoardLayout, places: Sequence[str]) -> Line:
    """Give the line through places, along the ways that are drawn between them."""
    line: list[Point] = [layout.at_mm[places[0]]]
    ways = {**layout.roads, **layout.lanes}
    for a, b in pairwise(places):
        there, back = ways.get(f"{a}-{b}"), ways.get(f"{b}-{a}")
        line += there[1:] if there else back[-2::-1] if back else [layout.at_mm[b]]
    return tuple(line)


def _arrow(line: Line) -> Iterator[Shape]:
    """Draw an arrow along a line, its head at the end."""
    end = line[-1]
    before = next((point for point in reversed(line[:-1]) if dist(point, end) > 8), line[0])
    long = hypot(end[0] - before[0], end[1] - before[1]) or 1.0
    ux, uy = (end[0] - before[0]) / long, (end[1] - before[1]) / long
    tip = end[0] - 9 * ux, end[1] - 9 * uy
    foot = tip[0] - 10 * ux, tip[1] - 10 * uy
    body = (*(point for point in line[:-1] if dist(point, end) > 19), foot)
    head = (tip, (foot[0] - 6 * uy, foot[1] + 6 * ux), (foot[0] + 6 * uy, foot[1] - 6 * ux))
    if len(body) > 1:
        yield Shape(body, stroke="shine", stroke_mm=6.0)
        yield Shape(body, stroke="proposed", stroke_mm=3.6)
    yield Shape(head, "proposed", "shine", 1.2)


# --- places to tap ---------------------------------------------------------------------------------


def outline(state: OnBox, place: str) -> tuple[Point, ...]:
    """Give a polygon round a place, as large as its neighbours let it be; no two overlap.

    Args:
        state: The game, or a photographed board, whose box has the place.
        place: Its key.
    """
    layout = layout_of(state.box)
    here = layout.at_mm[place]
    nearest = min((dist(here, at) for other, at in layout.at_mm.items() if other != place), default=99.0)
    wide = min(OUTLINE_MM, OUTLINE_SHARE * nearest)
    return tuple((round(x, 1), round(y, 1)) for x, y in ring(here, wide, corners=16))


def outlines(cells: Collection[Cell], state: OnBox | None = None) -> tuple[tuple[Point, ...], ...]:
    """Give a polygon round each of some places; without a game, whose box places them, they lie in a row."""
    if state is None:
        return tuple(ring((20.0 * column, 20.0 * row), 8.0) for column, row in cells)
    found = (place_at(state.box, cell) for cell in cells)
    return tuple(outline(state, place) if place else ring((0.0, 0.0), 8.0) for place in found)
