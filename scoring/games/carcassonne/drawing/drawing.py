"""The picture of one face and of a whole board."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from math import hypot

from msgspec.structs import replace

from scoring.game import SURE, Cell
from scoring.games.carcassonne.drawing.buildings import TILE_MM
from scoring.games.carcassonne.drawing.figures import FIGURES, PIECES
from scoring.games.carcassonne.drawing.landscape import GROUND, face_shapes, garden_shapes
from scoring.games.carcassonne.engine.options import COLOURS
from scoring.games.carcassonne.land.board import CarcassonneBoard, MeepleReading, TileReading
from scoring.games.carcassonne.land.catalogue import SIDES, Face, faces, turned_side
from scoring.games.carcassonne.land.curves import turned_point
from scoring.games.carcassonne.land.shapes import segment_spot
from scoring.games.carcassonne.land.words import FEATURES, name_figure, name_sides, on_feature
from scoring.geometry.rulers import RulerLabel, Rulers, at_gap, at_number, corner_before
from scoring.picture import Picture, Placed, Point, Shape
from scoring.sentence import Sentence, as_sentence, joined, sentence
from scoring.spots import place_spot, spot_of, tile_spot

_APART_MM = 13.0
"""How far apart two meeples on one tile are drawn at least."""
_BRINK = 0.17
"""How near to a tile's edge a meeple is drawn at most, so that one sees on which tile it stands."""
_MARGIN_MM = 4.0
_NEIGHBOURS = ((0, -1), (1, 0), (0, 1), (-1, 0))


def draw_face(face: Face, garden: bool = False) -> Picture:
    """Draw one face as it lies in the catalogue, for a palette of choices."""
    half = TILE_MM / 2
    shapes = (*face_shapes(face), *(garden_shapes(face) if garden else ()))
    return Picture(
        box_mm=(-half, -half, TILE_MM, TILE_MM),
        palette=GROUND,
        symbols={"face": shapes},
        placed=(Placed("face", (0.0, 0.0), says=joined([_title(face), *_with_garden(garden)], by=", ")),),
    )


def draw_board(board: CarcassonneBoard, proposed: Collection[Cell] = ()) -> Picture:
    """Draw a board as it was read, with its pieces, its faults and its doubts.

    Args:
        board: The reading; rules may be broken on it.
        proposed: Cells whose tiles and figures nobody has confirmed yet; they are emphasised so.

    Returns:
        A picture whose spots are "tile:COLUMN,ROW", "meeple:INDEX" and, for empty places beside
        the tiles and for tiles that could not be read, "cell:COLUMN,ROW".
    """
    corner = rulers(board).corner
    placed = (
        *_places(board, corner),
        *_unread(board, corner),
        *(_proposed(_tile(tile, board, corner), tile.cell in proposed) for tile in board.tiles),
        *(_garden(tile) for tile in board.tiles if tile.garden),
        *(Placed("frame_proposed", _centre(cell), emphasis="proposed") for cell in sorted(proposed)),
        *_marks(board),
        *_meeples(board, proposed, corner),
    )
    wanted = {item.symbol for item in placed}
    symbols = {name: shapes for name, shapes in _symbols(board).items() if name in wanted}
    return Picture(_box(placed), {**GROUND, **PIECES}, symbols, placed)


def _proposed(placed: Placed, is_proposed: bool) -> Placed:
    """Emphasise what nobody has confirmed yet."""
    if not is_proposed:
        return placed
    return replace(
        placed, says=sentence("{thing} (not confirmed yet)", thing=placed.says), emphasis="proposed"
    )


def _symbols(board: CarcassonneBoard) -> Mapping[str, tuple[Shape, ...]]:
    used = {tile.face: faces()[tile.face] for tile in board.tiles}
    gardens = {f"{name}_garden": garden_shapes(face) for name, face in used.items()}
    return {**{name: face_shapes(face) for name, face in used.items()}, **gardens, **FIGURES}


def _centre(cell: Cell) -> Point:
    return (cell[0] + 0.5) * TILE_MM, (cell[1] + 0.5) * TILE_MM


def _box(placed: Iterable[Placed]) -> tuple[float, float, float, float]:
    xs, ys = zip(*(item.at_mm for item in placed), strict=True)
    reach = TILE_MM / 2 + _MARGIN_MM
    left, top = min(xs) - reach, min(ys) - reach
    return left, top, max(xs) + reach - left, max(ys) + reach - top


def rulers(board: CarcassonneBoard) -> Rulers:
    """Number the columns and rows of a board: beside it in its picture, and wherever it is spoken of."""
    cells = [*(tile.cell for tile in board.tiles), *(doubt.cell for doubt in board.doubts if doubt.cell)]
    corner = corner_before(cells)
    columns, rows = ({cell[axis] for cell in cells} for axis in (0, 1))
    over = (
        RulerLabel(str(c - corner[0]), (_centre((c, 0))[0], corner[1] * TILE_MM + 4.0))
        for c in sorted(columns)
    )
    beside = (
        RulerLabel(str(r - corner[1]), (corner[0] * TILE_MM + 4.0, _centre((0, r))[1])) for r in sorted(rows)
    )
    return Rulers(corner, (*over, *beside))


def _title(face: Face) -> Sentence:
    """Name a face as a player would: "Tile D", "Tile B of the River"."""
    if not face.is_river:
        return sentence("Tile {face}", face=face.name)
    letter = face.name.removeprefix("river_").replace("_C3", "+")
    return sentence("Tile {face} of the River", face=letter)


def _with_garden(garden: bool) -> list[Sentence]:
    return [sentence("with a garden")] if garden else []


def _sight(face: Face, turns: int) -> list[Sentence]:
    """Say what a tile shows on which sides."""
    sides: dict[str, list[str]] = {}
    for side in SIDES:
        feature = face.edges[(SIDES.index(side) - turns) % 4]
        sides.setdefault(feature, []).append(side)
    seen = [_to_the(what, sides[what]) for what in ("city", "road", "river") if what in sides]
    has_cloister = any(segment.feature == "cloister" for segment in face.segments)
    return [*seen, sentence("a cloister")] if has_cloister else seen


def _to_the(feature: str, sides: Sequence[str]) -> Sentence:
    return sentence("{feature} to the {sides}", feature=FEATURES[feature], sides=name_sides(sides))


def _worries(board: CarcassonneBoard, cell: Cell) -> tuple[str, list[str]]:
    """Give the emphasis of a cell and the sentences that go with it."""
    faults = dict.fromkeys(fault.says for fault in board.faults if cell in fault.cells)
    doubts = [doubt.says for doubt in board.doubts if cell == doubt.cell]
    kind = "fault" if faults else "doubt" if doubts or cell in _unsure(board) else ""
    return kind, [as_sentence(says) for says in (*faults, *doubts)]


def _unsure(board: CarcassonneBoard) -> set[Cell]:
    """Give the cells whose tile, or a figure on it, was read without being sure."""
    tiles = {tile.cell for tile in board.tiles if tile.confidence < SURE}
    return tiles | {meeple.cell for meeple in board.meeples if meeple.confidence < SURE}


def _tile(tile: TileReading, board: CarcassonneBoard, corner: Cell) -> Placed:
    face = faces()[tile.face]
    emphasis, worries = _worries(board, tile.cell)
    shown = [
        _title(face),
        *_sight(face, tile.turns),
        *_with_garden(tile.garden),
        at_number(tile.cell, corner),
    ]
    return Placed(
        tile.face,
        _centre(tile.cell),
        turn_deg=90.0 * (tile.turns % 4),
        spot=tile_spot(tile.cell),
        says=joined([joined(shown, by=", "), *([joined(worries, by=", ")] if worries else [])], by=": "),
        emphasis=emphasis,
    )


def _garden(tile: TileReading) -> Placed:
    return Placed(f"{tile.face}_garden", _centre(tile.cell), turn_deg=90.0 * (tile.turns % 4))


def _empty(board: CarcassonneBoard) -> set[Cell]:
    taken = {tile.cell for tile in board.tiles}
    around = {(c + dc, r + dr) for c, r in taken for dc, dr in _NEIGHBOURS}
    return around - taken or {(0, 0)}


def _places(board: CarcassonneBoard, corner: Cell) -> Iterator[Placed]:
    unread = {doubt.cell for doubt in board.doubts}
    for cell in sorted(_empty(board) - unread):
        yield Placed(
            "place",
            _centre(cell),
            spot=place_spot(cell),
            says=joined([sentence("Empty place"), at_gap(cell, corner)]),
            emphasis="empty",
        )


def _unread(board: CarcassonneBoard, corner: Cell) -> Iterator[Placed]:
    """Place something grey where a tile was seen that could not be read."""
    taken = {tile.cell for tile in board.tiles}
    for cell in sorted({doubt.cell for doubt in board.doubts if doubt.cell is not None} - taken):
        spot, (_, worries) = place_spot(cell), _worries(board, cell)
        yield Placed(
            "unknown",
            _centre(cell),
            spot=spot,
            says=joined([at_number(cell, corner), *worries], by=": "),
            emphasis="doubt",
        )


def _marks(board: CarcassonneBoard) -> Iterator[Placed]:
    """Frame and badge every cell with a fault or a doubt, or where something was read without being sure."""
    cells = {cell for fault in board.faults for cell in fault.cells} | _unsure(board)
    cells |= {doubt.cell for doubt in board.doubts if doubt.cell is not None}
    for cell in sorted(cells):
        x, y = _centre(cell)
        kind, _ = _worries(board, cell)
        yield Placed(f"frame_{kind}", (x, y), emphasis=kind)
        yield Placed(f"mark_{kind}", (x + 16.0, y - 16.0), emphasis=kind)


def _meeples(board: CarcassonneBoard, proposed: Collection[Cell], corner: Cell) -> Iterator[Placed]:
    at_mm = _spread(board)
    for index, meeple in sorted(enumerate(board.meeples), key=lambda pair: at_mm[pair[0]][1]):
        pose = "lying" if meeple.pose == "lying" else "standing"
        kind = "abbot" if meeple.kind == "abbot" else "follower"
        at = at_number(meeple.cell, corner)
        figure = Placed(
            f"{kind}_{pose}",
            at_mm[index],
            spot=spot_of("meeple", index),
            says=joined([name_figure(meeple.colour, kind), on_feature(meeple.feature), at]),
            colour=meeple.colour if meeple.colour in COLOURS else "neutral",
        )
        yield _proposed(figure, meeple.cell in proposed)


def _segment_index(meeple: MeepleReading, tile: TileReading) -> int | None:
    """Find the segment of its tile that a meeple stands on."""
    for index, segment in enumerate(faces()[tile.face].segments):
        sides = {turned_side(side, tile.turns) for side in segment.sides}
        if segment.feature == meeple.feature and (sides & set(meeple.sides) or not segment.sides):
            return index
    return None


def _stand(meeple: MeepleReading, tiles: Mapping[Cell, TileReading]) -> Point:
    """Say where a meeple stands: on its segment, or in the middle where there is none such."""
    tile = tiles.get(meeple.cell)
    index = _segment_index(meeple, tile) if tile else None
    if tile is None or index is None:
        return _centre(meeple.cell)
    garden = tile.garden or meeple.feature == "garden"
    spot = segment_spot(faces()[tile.face], index, garden)
    x, y = (min(max(along, _BRINK), 1 - _BRINK) for along in turned_point(spot, tile.turns))
    return (meeple.cell[0] + x) * TILE_MM, (meeple.cell[1] + y) * TILE_MM


def _spread(board: CarcassonneBoard) -> list[Point]:
    """Say where every meeple stands, pushing those on one tile apart until each is seen."""
    tiles = {tile.cell: tile for tile in board.tiles}
    at_mm = [_stand(meeple, tiles) for meeple in board.meeples]
    pairs = [
        (i, j)
        for (i, reading), (j, two) in combinations(enumerate(board.meeples), 2)
        if reading.cell == two.cell
    ]
    for i, j in pairs * 4:
        (ax, ay), (bx, by) = at_mm[i], at_mm[j]
        gap = hypot(bx - ax, by - ay)
        push = max(0.0, _APART_MM - gap) / 2
        dx, dy = ((bx - ax) / gap, (by - ay) / gap) if gap > 0.01 else (1.0, 0.0)
        at_mm[i], at_mm[j] = (ax - push * dx, ay - push * dy), (bx + push * dx, by + push * dy)
    return at_mm
