"""A tile being entered: in hand, on the table, and large, with the figures that may be put on it."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from scoring.game import Cell
from scoring.games.cornwall.drawing.digits import number_shapes
from scoring.games.cornwall.drawing.figures import HEIGHTS_MM, OUTLINES_MM, figure_shapes
from scoring.games.cornwall.drawing.pictures import START_CELLS, placed_fields, tile_spot
from scoring.games.cornwall.drawing.scene import BoardScene, DrawnFigure, cut_out, draw_scene
from scoring.games.cornwall.drawing.scenery import ring
from scoring.games.cornwall.engine.moves import Opening, TriplePlacement
from scoring.games.cornwall.engine.state import SUPPLY
from scoring.games.cornwall.land.fields import Field
from scoring.games.cornwall.land.hexes import middle_mm, trefoil
from scoring.picture import Picture, Placed, Shape
from scoring.spots import write_cell

_APART_MM = 12.0
_FOOT_MM = 16.0
_COIN_AT_MM = (0.0, -15.5)


class Offer(Struct, frozen=True):
    """A figure that may be put on a field, or stands there; ``price`` in coins."""

    cell: Cell
    kind: str
    price: int
    is_chosen: bool
    says: str


def draw_held(fields: Sequence[Field], *, is_start: bool = False) -> Picture:
    """Draw what is known of the tile in hand: its fields clockwise from the north-west, room for the rest."""
    cells = START_CELLS if is_start else trefoil((0, 0), 0)
    shown = dict(zip(cells, fields, strict=False))
    scene = BoardScene(shown, awaited=tuple(cell for cell in cells if cell not in shown))
    drawn = cut_out(draw_scene(scene), cells)
    return replace(drawn, placed=tuple(replace(each, spot="", says="") for each in drawn.placed))


def draw_on_table(move: Opening | TriplePlacement) -> Picture:
    """Draw a tile as it is proposed, its figures too, where it lies on the table."""
    fields = placed_fields(move)
    stands = move.figures if isinstance(move, TriplePlacement) else ()
    drawn = draw_scene(
        BoardScene(
            fields,
            tiles=((tuple(sorted(fields)), tile_spot(fields)),),
            figures=tuple(DrawnFigure(move.player, s.kind, cell=s.cell, is_proposed=True) for s in stands),
            cottages=tuple(cell for cell, field in fields.items() if field.has("cottage")),
            proposed=frozenset(fields),
        )
    )
    return replace(drawn, placed=tuple(each for each in drawn.placed if each.symbol != "pub"))


def draw_standing(move: TriplePlacement, offers: Sequence[Offer]) -> Picture:
    """Draw a tile large, with a spot for each figure that may be put on its fields, and what that costs.

    Returns:
        A picture whose spots are a cell and a kind each, as ``offer_key`` writes them.
    """
    fields = move.fields
    scene = BoardScene(
        fields,
        tiles=((tuple(sorted(fields)), ""),),
        cottages=tuple(cell for cell, field in fields.items() if field.has("cottage")),
    )
    drawn = cut_out(draw_scene(scene), fields)
    prices = {offer.cell: offer.price for offer in offers if offer.price}
    symbols = {f"coin_{price}": _coin(price) for price in prices.values()}
    symbols |= {f"at_{kind}": _room(kind) for kind in SUPPLY}
    symbols |= {kind: figure_shapes(kind) for kind in SUPPLY}
    placed = [*drawn.placed, *(each for offer in offers for each in _offered(move.player, offer))]
    for cell, price in sorted(prices.items()):
        x, y = middle_mm(cell)
        placed.append(Placed(f"coin_{price}", (x + _COIN_AT_MM[0], y + _COIN_AT_MM[1])))
    used = {each.symbol for each in placed}
    wanted = {name: shapes for name, shapes in {**drawn.symbols, **symbols}.items() if name in used}
    return replace(drawn, symbols=wanted, placed=tuple(placed))


def offer_key(cell: Cell, kind: str) -> str:
    """Name the spot of a figure on a field: "1,0:tall"."""
    return f"{write_cell(cell)}:{kind}"


def _offered(player: str, offer: Offer) -> tuple[Placed, Placed]:
    x, y = middle_mm(offer.cell)
    at_mm = (x + (list(SUPPLY).index(offer.kind) - 1) * _APART_MM, y + _FOOT_MM)
    emphasis = "" if offer.is_chosen else "choice"
    spot = offer_key(offer.cell, offer.kind)
    return (
        Placed(f"at_{offer.kind}", at_mm, spot=spot, says=offer.says, colour=player, emphasis="choice"),
        Placed(offer.kind, at_mm, colour=player, emphasis=emphasis),
    )


def _room(kind: str) -> tuple[Shape, ...]:
    """Give what is to be tapped for a figure: it, and the room around it."""
    half, high = _APART_MM / 2 - 0.3, max(HEIGHTS_MM.values()) + 4.0
    wide = max(half, *(x for x, _ in OUTLINES_MM[kind]))
    return (Shape(((-wide, -high), (wide, -high), (wide, 3.0), (-wide, 3.0)), "player"),)


def _coin(price: int) -> tuple[Shape, ...]:
    """Draw what has to be paid: a coin with a number."""
    return (
        Shape(ring((0.0, 0.0), 5.6, corners=24), "gold", "ink", 0.6),
        *number_shapes(price, (0.0, 0.0), 2.9, "ink", 1.1),
    )
