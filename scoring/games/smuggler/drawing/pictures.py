"""The table as pages show it: the printed board, what lies and stands on it, and small signs of actions."""

from collections.abc import Collection, Iterator, Mapping, Sequence

from msgspec.structs import replace

from scoring.errors import IllegalMoveError
from scoring.game import Cell
from scoring.games.smuggler.drawing.ground import draw_ground
from scoring.games.smuggler.drawing.layout import layout_of
from scoring.games.smuggler.drawing.style import own_style
from scoring.games.smuggler.engine.choices import face_of
from scoring.games.smuggler.engine.moves import Move
from scoring.games.smuggler.engine.play import force
from scoring.games.smuggler.engine.state import CUSTOMS, SmugglerState
from scoring.games.smuggler.land.box import place_name
from scoring.games.smuggler.land.spots import place_at, place_spot
from scoring.picture import Picture, Placed, Point, Shape, ring
from scoring.signs import MARKS

ICON_MM = 12.0
"""Half the width of a sign."""
_SQUARE_MM, _PEG_MM = 4.0, 4.2


def _mark(colour: str, size: float) -> Shape:
    return Shape(tuple((x * size, y * size) for x, y in MARKS[colour]), "mark_on_piece")


def _peg(colour: str) -> tuple[Shape, ...]:
    body = Shape(ring((0.0, 0.0), _PEG_MM), "player", "ink", 0.6)
    return (body, _mark(colour, 1.7)) if colour in MARKS else (body,)


def _ship(colour: str) -> tuple[Shape, ...]:
    hull = ((-7.0, 1.0), (7.0, 1.0), (4.5, 5.5), (-4.5, 5.5))
    sail = ((0.0, -8.0), (0.0, 0.0), (-6.0, 0.0))
    other = ((0.8, -6.5), (5.5, 0.0), (0.8, 0.0))
    return (
        Shape(sail, "sail", "ink", 0.5),
        Shape(other, "sail", "ink", 0.5),
        Shape(hull, "player", "ink", 0.6),
    )


def _rows(shape: str) -> Iterator[Point]:
    """Give the corner of each square of a shape, around its middle."""
    rows = shape.split(",")
    left, top = max(map(len, rows)) / 2, len(rows) / 2
    for down, row in enumerate(rows):
        for across, sign in enumerate(row):
            if sign == "#":
                yield (across - left) * _SQUARE_MM, (down - top) * _SQUARE_MM


def _square(corner: Point, fill: str) -> Shape:
    (x, y), size = corner, _SQUARE_MM
    return Shape(((x, y), (x + size, y), (x + size, y + size), (x, y + size)), fill, "ink", 0.3)


def _piece(shape: str, fill: str = "goods") -> tuple[Shape, ...]:
    return tuple(_square(corner, fill) for corner in _rows(shape))


_COLOURS = ("blue", "green", "pink", "red", "yellow")
_SYMBOLS: Mapping[str, tuple[Shape, ...]] = {
    **{f"peg_{colour}": _peg(colour) for colour in _COLOURS},
    **{f"ship_{colour}": _ship(colour) for colour in _COLOURS},
    "officer": (Shape(ring((0.0, 0.0), _PEG_MM), "officer", "paper", 0.5),),
    "band": (Shape(ring((0.0, 0.0), _PEG_MM - 1.4), "", "player", 1.2),),
    "marker": (Shape(((0.0, -5.0), (4.0, 3.0), (-4.0, 3.0)), "officer", "paper", 0.6),),
    "spot": (Shape(ring((0.0, 0.0), 8.0), "paper", "ink", 0.5),),
}
_PALETTE: Mapping[str, str] = {
    "ink": "#2b2620",
    "paper": "#f6f1e4",
    "sail": "#f6f1e4",
    "goods": "#b98a4e",
    "hidden": "#d8cdb4",
    "officer": "#1c1c1c",
    "mark_on_piece": "#ffffff",
    "red": "#c03030",
    "blue": "#3050c0",
    "green": "#2f9040",
    "yellow": "#d0b020",
    "pink": "#dd7fae",
}


def picture(state: SmugglerState, proposed: Sequence[Move] = ()) -> Picture:
    """Draw the table, with what is proposed and not confirmed yet."""
    before, places = [*_things(state)], {*state.box.places}
    for move in proposed:
        try:
            state, _ = force(state, move)
        except IllegalMoveError:
            break
    after = (each if _taken(before, each) else replace(each, emphasis="proposed") for each in _things(state))
    ground = draw_ground(state.box)
    palette = {**own_style().palette, **_PALETTE}
    symbols = {**ground.symbols, **_goods_symbols(state), **_SYMBOLS}
    return Picture(ground.box_mm, palette, symbols, (*_ground(state, ground.placed, places), *after))


def _taken(known: list[Placed], each: Placed) -> bool:
    """Tell whether a thing was there before, and take it out of those."""
    if each in known:
        known.remove(each)
        return True
    return False


def _ground(state: SmugglerState, printed: Sequence[Placed], known: Collection[str]) -> Iterator[Placed]:
    """Give the printed board, each place with what a tap on it means; one that was not known is proposed."""
    first, *spots = printed
    yield first
    for place, spot in zip(state.box.places, spots, strict=True):
        emphasis = "" if place in known else "proposed"
        name = place_name(state.box, place)
        yield replace(spot, spot=place_spot(state.box, place), says=name, emphasis=emphasis)


def _things(state: SmugglerState) -> Iterator[Placed]:
    """Give what lies and stands on the board, what lies before what stands."""
    layout = layout_of(state.box)
    yield from _lying(state)
    standing: dict[str, int] = {}
    for symbol, colour, place in _standing(state):
        number = standing.get(place, 0)
        standing[place] = number + 1
        x, y = layout.at_mm[place]
        at = (x + 7.0 * (number % 3) - 5.0, y + 6.0 * (number // 3) - 2.0)
        yield Placed(symbol, at, colour=colour)
        if symbol == "officer" and colour:
            yield Placed("band", at, colour=colour)
    if layout.wheel_mm:
        yield Placed("marker", layout.wheel_mm[state.wheel % len(layout.wheel_mm)])
    if layout.track_mm:
        yield Placed("marker", layout.track_mm[min(state.track, len(layout.track_mm) - 1)])


def _standing(state: SmugglerState) -> Iterator[tuple[str, str, str]]:
    for player, each in state.households.items():
        if each.ship in state.box.places:
            yield f"ship_{player}", player, each.ship
        yield from ((f"peg_{player}", player, place) for place in each.markers if place in state.box.places)
    yield from (("officer", each.bribed_by, each.place) for each in state.officers)


def _lying(state: SmugglerState) -> Iterator[Placed]:
    """Give the goods in the open: in rows at merchants and the customs house, beside a place elsewhere."""
    layout, counts = layout_of(state.box), dict[str, int]()
    for key, goods in state.goods.items():
        room = layout.house_mm if goods.where == CUSTOMS else layout.stock_mm.get(goods.where)
        if goods.stash or not (room or goods.where in layout.at_mm):
            continue
        number = counts.get(goods.where, 0)
        counts[goods.where] = number + 1
        if room:
            left, top, width, _ = room
            columns = max(1, int(width // 16))
            at = (left + 8 + 16 * (number % columns), top + 8 + 14 * (number // columns))
        else:
            x, y = layout.at_mm[goods.where]
            at = (x + 13 * number - 6, y + 13)
        yield Placed(_goods_symbol(key), at)


def _goods_symbol(key: str) -> str:
    return f"goods_{key}"


def _goods_symbols(state: SmugglerState) -> dict[str, tuple[Shape, ...]]:
    told = {key: piece.shape for key, piece in state.box.pieces.items()}
    return {
        _goods_symbol(key): _piece(told.get(key) or "#" * each.squares) for key, each in state.goods.items()
    }


def outline(state: SmugglerState, place: str) -> tuple[Point, ...]:
    """Give what is to be tapped for a place."""
    layout = layout_of(state.box)
    return ring(layout.at_mm[place], layout.spot_mm)


def outlines(cells: Collection[Cell], state: SmugglerState | None = None) -> tuple[tuple[Point, ...], ...]:
    """Give a polygon round each of some places; without a game they lie in a row."""
    if state is None:
        return tuple(ring((20.0 * column, 20.0 * row), 8.0) for column, row in cells)
    found = (place_at(state.box, cell) for cell in cells)
    return tuple(outline(state, place) if place else ring((0.0, 0.0), 8.0) for place in found)


# --- signs -------------------------------------------------------------------------------------------


def _sign(symbol: str, shapes: tuple[Shape, ...], colour: str = "") -> Picture:
    box = (-ICON_MM, -ICON_MM, 2 * ICON_MM, 2 * ICON_MM)
    return Picture(box, _PALETTE, {symbol: shapes}, (Placed(symbol, (0.0, 0.0), colour=colour),))


def _coins(count: int) -> tuple[Shape, ...]:
    return tuple(Shape(ring((3.5 * at - 3.5, 0.0), 4.0), "yellow", "ink", 0.6) for at in range(count))


def _card(fill: str) -> tuple[Shape, ...]:
    corners = ((-5.0, -7.0), (5.0, -7.0), (5.0, 7.0), (-5.0, 7.0))
    return Shape(corners, fill, "ink", 0.7), Shape(ring((0.0, -2.0), 2.6), "goods", "ink", 0.5)


_ARROW = Shape(((-3.0, -9.0), (3.0, -9.0), (0.0, -5.5)), "goods", "ink", 0.4)
_HOUSE = Shape(((-7.0, 7.0), (-7.0, -2.0), (0.0, -8.0), (7.0, -2.0), (7.0, 7.0)), "hidden", "ink", 0.7)
_FACES: Mapping[str, tuple[Shape, ...]] = {
    "ship": _ship("red"),
    "move": (*_peg(""), _ARROW),
    "officer": (*_SYMBOLS["officer"], _ARROW),
    "work": (Shape(((-1.0, -8.0), (1.0, -8.0), (1.0, 8.0), (-1.0, 8.0)), "goods", "ink", 0.5), *_coins(1)),
    "land": (*_piece("##,##"), _ARROW),
    "buy": (*_coins(2), *_piece("##")),
    "sell": (*_piece("##"), *_coins(3)),
    "reputation": (Shape(tuple((8 * x, 8 * y) for x, y in MARKS["yellow"]), "yellow", "ink", 0.7),),
    "secret": _card("officer"),
    "hire": _card("paper"),
    "bribe": (*_SYMBOLS["officer"], *_SYMBOLS["band"]),
    "raid": (_HOUSE, *_piece("##")),
    "pass": (Shape(ring((0.0, 0.0), 8.0), "", "ink", 1.2), Shape(((-5.5, 5.5), (5.5, -5.5)), "", "ink", 1.2)),
}


def draw_face(face: str) -> Picture:
    """Draw the sign of an action."""
    return _sign(face, _FACES[face], "red")


def draw_move(move: Move) -> Picture:
    """Draw a move small: the sign of its action in its player's colour, or a peg for what takes no turn."""
    colour = move.player if move.player in _COLOURS else "red"
    return _sign(face_of(move) or "told", _FACES.get(face_of(move), _peg(colour)), colour)


def draw_piece(squares: int, shape: str = "") -> Picture:
    """Draw a piece of goods; one whose shape nobody has told as a bar."""
    return _sign("piece", _piece(shape or "#" * max(1, squares)))


def draw_hold(shape: str) -> Picture:
    """Draw the hold of a ship."""
    return _sign("hold", _piece(shape, "hidden"))
