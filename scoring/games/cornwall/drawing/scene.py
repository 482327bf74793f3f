"""What is to be seen of a table, whether of a game in play or in a photograph, and its picture."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from scoring.game import Cell, Player
from scoring.games.cornwall.drawing.drawing import (
    BORDER_MM,
    SIDE_MM,
    border_shapes,
    moved_shapes,
    outlines_of,
    variant_of,
)
from scoring.games.cornwall.drawing.figures import (
    MARKS,
    PIECES,
    PUB_MM,
    guest_at_mm,
    pile_shapes,
    pub_high_mm,
    pub_shapes,
)
from scoring.games.cornwall.drawing.landscape import GROUND, field_shapes, symbol_spot
from scoring.games.cornwall.engine.options import COLOURS
from scoring.games.cornwall.land.fields import Field
from scoring.games.cornwall.land.hexes import PITCH_MM, middle_mm, neighbours
from scoring.games.cornwall.land.words import field_at_words, name_figure
from scoring.geometry.rulers import at_gap, at_number
from scoring.picture import Picture, Placed, Point, Shape
from scoring.sentence import joined, sentence
from scoring.spots import spot_of

_MARGIN_MM = 4.0
_FOOT_MM = 14.0
"""How far south of a field's middle a figure stands."""
_ASIDE_MM = 7.0
"""How far it stands aside where a symbol is printed, and two on one field from each other."""
_GAP_MM = 14.0
_PILE_MM = 30.0
_CLOSED_MM = 4.2
_Reach = tuple[float, float, float, float]


class Worry(Struct, frozen=True):
    """What is wrong or unsure about a field: ``kind`` is fault or doubt."""

    kind: str
    says: tuple[str, ...]


class DrawnFigure(Struct, frozen=True):
    """A figure to be seen on a field, or in the pub where it has no cell."""

    player: Player
    kind: str
    spot: str = ""
    cell: Cell | None = None
    is_proposed: bool = False


class Pile(Struct, frozen=True):
    """A player's coins."""

    player: Player
    count: int
    says: str
    spot: str = ""
    is_proposed: bool = False


class BoardScene(Struct, frozen=True):
    """Everything that a picture of the table shows.

    Attributes:
        tiles: The cells of each tile, with its spot or without.
        empty: Places that a tap can fill.
        awaited: Places where something is to be laid first of all.
        closed: The cells of each region that may not grow any more.
        worries: By cell; of covered cells and of others.
        proposed: Cells that nobody has confirmed yet.
        is_photo: Whether fields can be tapped one by one, and the pub too.
        piles: In turn order.
    """

    fields: Mapping[Cell, Field]
    tiles: tuple[tuple[tuple[Cell, ...], str], ...] = ()
    empty: tuple[Cell, ...] = ()
    awaited: tuple[Cell, ...] = ()
    closed: tuple[frozenset[Cell], ...] = ()
    worries: Mapping[Cell, Worry] = {}
    proposed: frozenset[Cell] = frozenset()
    figures: tuple[DrawnFigure, ...] = ()
    cottages: tuple[Cell, ...] = ()
    guests: tuple[DrawnFigure, ...] = ()
    piles: tuple[Pile, ...] = ()
    is_photo: bool = False
    corner: Cell = (0, 0)


def draw_scene(scene: BoardScene) -> Picture:
    """Draw a table.

    Returns:
        A picture whose spots are "tile:Q,R" (of a game in play), "field:Q,R" (of a photograph), "cell:Q,R"
        for empty places and for fields that could not be read, "figure:INDEX", "pub", "guest:INDEX" and
        "coins:COLOUR".
    """
    symbols: dict[str, tuple[Shape, ...]] = {}
    land = (
        *_empty_places(scene),
        *_fields(scene, symbols),
        *_closed(scene, symbols),
        *_tiles(scene, symbols),
        *_frames(scene),
        *_cottages(scene),
        *_figures(scene),
        *_badges(scene),
    )
    placed = (*land, *_beside(scene, land, symbols))
    wanted = {item.symbol for item in placed}
    symbols |= {name: shapes for name, shapes in MARKS.items() if name in wanted}
    return Picture(_box(placed, symbols), {**GROUND, **PIECES}, symbols, placed)


def beside_land(cells: Collection[Cell]) -> tuple[Cell, ...]:
    """Give the empty cells beside covered ones, sorted."""
    return tuple(sorted({there for cell in cells for there in neighbours(cell)} - set(cells)))


def _emphasis(is_proposed: bool, otherwise: str = "") -> str:
    return "proposed" if is_proposed else otherwise


def _words(says: str, is_proposed: bool) -> str:
    return sentence("{thing} (not confirmed yet)", thing=says) if is_proposed else says


def _empty_places(scene: BoardScene) -> Iterator[Placed]:
    for cell in scene.awaited:
        yield Placed("awaited", middle_mm(cell), says=sentence("The start tile is still to be laid"))
    for cell in scene.empty:
        at = at_gap(cell, scene.corner) if scene.is_photo else at_number(cell)
        says = joined([sentence("Empty place"), at])
        yield Placed("place", middle_mm(cell), spot=spot_of("cell", cell), says=says, emphasis="empty")


def _fields(scene: BoardScene, symbols: dict[str, tuple[Shape, ...]]) -> Iterator[Placed]:
    for cell in sorted({*scene.fields, *scene.worries}, key=lambda cell: (cell[1], cell[0])):
        worry = scene.worries.get(cell)
        field = scene.fields.get(cell)
        if field is None:
            yield _unread(cell, worry, scene.corner)
            continue
        name = "_".join((field.terrain, *field.symbols, str(variant_of(cell))))
        symbols[name] = field_shapes(field, variant_of(cell))
        worries = [joined(worry.says, by=", ")] if worry else []
        says = joined([field_at_words(field, cell, scene.corner), *worries], by=": ")
        yield Placed(
            name,
            middle_mm(cell),
            spot=spot_of("field", cell) if scene.is_photo else "",
            says=_words(says, cell in scene.proposed),
            emphasis=_emphasis(cell in scene.proposed, worry.kind if worry else ""),
        )


def _unread(cell: Cell, worry: Worry | None, corner: Cell) -> Placed:
    """Place something grey where a field was seen that could not be read."""
    says = joined([at_number(cell, corner), *(worry.says if worry else ())], by=": ")
    return Placed("unknown", middle_mm(cell), spot=spot_of("cell", cell), says=says, emphasis="doubt")


def _closed(scene: BoardScene, symbols: dict[str, tuple[Shape, ...]]) -> Iterator[Placed]:
    """Let a light rim run round regions that may not grow any more."""
    for index, cells in enumerate(scene.closed):
        symbols[f"closed_{index}"] = border_shapes(cells, "closed", _CLOSED_MM)
        yield Placed(f"closed_{index}", (0.0, 0.0))


def _tiles(scene: BoardScene, symbols: dict[str, tuple[Shape, ...]]) -> Iterator[Placed]:
    for cells, spot in scene.tiles:
        first = min(cells)
        shape = sorted((q - first[0], r - first[1]) for q, r in cells)
        name = "border_" + "_".join(f"{q}.{r}" for q, r in shape)
        x, y = _centre(cells)
        symbols[name] = moved_shapes(border_shapes(cells), (-x, -y))
        is_proposed = bool(spot) and set(cells) <= scene.proposed
        yield Placed(name, (x, y), spot=spot, emphasis=_emphasis(is_proposed), says=_tile_words(cells, spot))


def _tile_words(cells: Sequence[Cell], spot: str) -> str:
    return joined([sentence("Tile"), at_number(min(cells))]) if spot else ""


def _centre(cells: Sequence[Cell]) -> Point:
    xs, ys = zip(*map(middle_mm, cells), strict=True)
    return sum(xs) / len(xs), sum(ys) / len(ys)


def _frames(scene: BoardScene) -> Iterator[Placed]:
    for cell in sorted(scene.proposed):
        yield Placed("frame_proposed", middle_mm(cell), emphasis="proposed")
    for cell, worry in sorted(scene.worries.items()):
        yield Placed(f"frame_{worry.kind}", middle_mm(cell), emphasis=worry.kind)


def _badges(scene: BoardScene) -> Iterator[Placed]:
    for cell, worry in sorted(scene.worries.items()):
        x, y = middle_mm(cell)
        yield Placed(f"mark_{worry.kind}", (x + 11.0, y - 11.0), emphasis=worry.kind)


def _cottages(scene: BoardScene) -> Iterator[Placed]:
    """Set up a cottage on each field that has one, over the printed one where that is known."""
    for cell in sorted(scene.cottages, key=lambda cell: (cell[1], cell[0])):
        field = scene.fields.get(cell)
        has_sign = field is not None and field.has("cottage")
        dx, dy = symbol_spot(field, "cottage") if field and has_sign else (0.0, -2.0)
        x, y = middle_mm(cell)
        is_proposed = cell in scene.proposed
        says = _words(joined([sentence("Cottage"), at_number(cell, scene.corner)]), is_proposed)
        yield Placed("cottage_piece", (x + dx, y + dy + 1.0), says=says, emphasis=_emphasis(is_proposed))


def _figures(scene: BoardScene) -> Iterator[Placed]:
    shares: dict[Cell, list[DrawnFigure]] = {}
    for figure in scene.figures:
        if figure.cell is not None:
            shares.setdefault(figure.cell, []).append(figure)
    for cell in sorted(shares, key=lambda cell: (cell[1], cell[0])):
        field = scene.fields.get(cell)
        aside = _ASIDE_MM if field and field.symbols else 0.0
        for index, figure in enumerate(shares[cell]):
            x, y = middle_mm(cell)
            along = (index - (len(shares[cell]) - 1) / 2) * 2 * _ASIDE_MM
            yield _figure(figure, (x + (along or aside), y + _FOOT_MM), at_number(cell, scene.corner))


def _figure(figure: DrawnFigure, at_mm: Point, where: str) -> Placed:
    says = joined([name_figure(figure.player, figure.kind), where])
    return Placed(
        figure.kind,
        at_mm,
        spot=figure.spot,
        says=_words(says, figure.is_proposed),
        colour=figure.player if figure.player in COLOURS else "neutral",
        emphasis=_emphasis(figure.is_proposed),
    )


def _beside(
    scene: BoardScene, land: Sequence[Placed], symbols: dict[str, tuple[Shape, ...]]
) -> Iterator[Placed]:
    """Set the pub and the coins below the land."""
    west, south = _corner(land)
    count = len(scene.guests)
    high = pub_high_mm(count)
    symbols["pub"] = pub_shapes(count)
    x, y = west + PUB_MM[0] / 2, south + _GAP_MM + high / 2
    yield Placed("pub", (x, y), spot="pub" if scene.is_photo else "", says=sentence("The pub"))
    for index, guest in enumerate(scene.guests):
        dx, dy = guest_at_mm(index, count)
        yield _figure(guest, (x + dx, y + dy), sentence("in the pub"))
    for index, pile in enumerate(scene.piles):
        column, row = divmod(index, 2)
        at_mm = (west + PUB_MM[0] + (column + 0.6) * _PILE_MM, south + _GAP_MM + 10.0 + row * 26.0)
        symbols[f"pile_{pile.count}"] = pile_shapes(pile.count)
        yield Placed(
            f"pile_{pile.count}",
            at_mm,
            spot=pile.spot,
            says=_words(pile.says, pile.is_proposed),
            colour=pile.player if pile.player in COLOURS else "neutral",
            emphasis=_emphasis(pile.is_proposed),
        )


def _corner(land: Iterable[Placed]) -> Point:
    """Give the south-western corner of the fields and of the empty places."""
    at_mm = [item.at_mm for item in land if not item.symbol.startswith("closed_")]
    west = min((x for x, _ in at_mm), default=0.0) - PITCH_MM / 2
    return west, max((y for _, y in at_mm), default=-SIDE_MM) + SIDE_MM


def _box(
    placed: Iterable[Placed], symbols: Mapping[str, tuple[Shape, ...]]
) -> tuple[float, float, float, float]:
    reaches = {name: _reach(shapes) for name, shapes in symbols.items()}
    wests, norths, easts, souths = zip(
        *(_moved_reach(reaches[item.symbol], item.at_mm) for item in placed), strict=True
    )
    west, north, edge = min(wests), min(norths), _MARGIN_MM + BORDER_MM
    return west - edge, north - edge, max(easts) - west + 2 * edge, max(souths) - north + 2 * edge


def _reach(shapes: Iterable[Shape]) -> _Reach:
    """Measure how far shapes reach to the west, north, east and south of their origin."""
    xs, ys = zip(*(point for shape in shapes for point in shape.points_mm), strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _moved_reach(reach: _Reach, at_mm: Point) -> _Reach:
    (west, north, east, south), (x, y) = reach, at_mm
    return x + west, y + north, x + east, y + south


def cut_out(picture: Picture, cells: Collection[Cell]) -> Picture:
    """Leave of a picture only what lies on some fields, and nothing to tap."""
    outlines = [point for outline in outlines_of(cells) for point in outline]
    xs, ys = zip(*outlines, strict=True)
    west, north, east, south = min(xs), min(ys), max(xs), max(ys)
    inside = tuple(
        replace(item, spot="", says="", emphasis="" if item.emphasis == "proposed" else item.emphasis)
        for item in picture.placed
        if item.emphasis != "empty"
        and not item.symbol.startswith(("frame_proposed", "pub", "pile"))
        and west <= item.at_mm[0] <= east
        and north <= item.at_mm[1] <= south
    )
    wanted = {item.symbol for item in inside}
    symbols = {name: shapes for name, shapes in picture.symbols.items() if name in wanted}
    edge = BORDER_MM
    box = (west - edge, north - edge, east - west + 2 * edge, south - north + 2 * edge)
    return replace(picture, box_mm=box, symbols=symbols, placed=inside)
