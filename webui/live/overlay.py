"""What lies over the board's drawing: the last tile marked, a region tinted, the places for a tile."""

from collections.abc import Collection, Iterable, Iterator
from math import cos, hypot, radians, sin

from msgspec.structs import replace

from scoring.game import Cell, Holding, Player, Slot
from scoring.hand import Landing, PendingTile
from scoring.picture import Picture, Placed, Point, Shape, bounds
from scoring.sentence import sentence
from scoring.signs import MARGIN_MM
from scoring.spots import is_tile, tile_spot
from webui.live.lookup import Look
from webui.render.drawing import FRAME

NEUTRAL = "#19c8d8"
"""The tint of a region that nobody holds alone: no player's colour in any game."""
PALETTE = {**FRAME, "last_glow": "#1b1b1b", "last_line": "#ffd54a", "free": "#ffffff"}
PALETTE |= {"landing": "#ffd95a", "landing_line": "#4a2f00"}
SHRUNK = 0.88
SAME_MM = 1.0
"""Two middles nearer to each other than this are of one place."""
HERE: Point = (0.0, 0.0)
Line = tuple[Point, ...]


def overlay(
    board: Picture,
    last: tuple[Line, ...],
    look: Look,
    landings: tuple[Landing, ...] = (),
    pending: PendingTile | None = None,
) -> Picture:
    """Draw what lies over a board, in a picture of the same size that is see-through elsewhere.

    Args:
        board: The board as it is shown.
        last: Lines around where the last move shows.
        look: What this phone has opened.
        landings: Where the tile in hand may be laid, each a spot.
        pending: The tile as it is laid and not confirmed yet; tapped it is turned.
    """
    symbols: dict[str, tuple[Shape, ...]] = {
        "last": tuple(_lines(last, "last_glow", 3.0, "last_line", 1.6)),
        "tint": tuple(_tint(look.region)) if look.region else (),
        "places": tuple(shape for place in look.places for shape in _place(place)),
    }
    drawn = {name: shapes for name, shapes in symbols.items() if shapes}
    placed = [Placed(name, HERE, emphasis=name) for name in drawn]
    tile, here = pending.picture if pending else None, list[Placed]()
    for index, landing in enumerate(landings):
        is_here = pending is not None and landing.spot == pending.spot and len(pending.rotations) > 1
        says = sentence("Turn the tile") if is_here else landing.says
        drawn[f"landing_{index}"] = _landing(landing, board)
        spot = Placed(f"landing_{index}", HERE, spot=landing.spot, says=says, emphasis="landing")
        (here if is_here else placed).append(replace(spot, emphasis="turning") if is_here else spot)
    if tile:
        drawn |= {f"laid_{name}": shapes for name, shapes in tile.symbols.items()}
        ours = (replace(each, symbol=f"laid_{each.symbol}", spot="") for each in tile.placed)
        placed += ours  # above the other places, which may reach over it
    placed += here
    owners = (look.region.players or (look.region.owner,)) if look.region else ()
    palette = {**(tile.palette if tile else {}), **PALETTE, "tint": tint_of(board, owners)}
    return Picture(board.box_mm, palette, drawn, tuple(placed))


def _landing(landing: Landing, board: Picture) -> tuple[Shape, ...]:
    """Draw a place a little smaller than it is, so that one sees where the next begins.

    Of one at which the board shows something, such as a printed field, the colour stays as it is.
    """
    x, y = (sum(axis) / len(landing.outline_mm) for axis in zip(*landing.outline_mm, strict=True))
    inner = tuple((x + SHRUNK * (px - x), y + SHRUNK * (py - y)) for px, py in landing.outline_mm)
    around = (*inner, inner[0])
    lines = (Shape(around, stroke="landing_line", stroke_mm=4.4), Shape(around, stroke="free", stroke_mm=2.4))
    is_printed = any(
        hypot(x - at_x, y - at_y) < SAME_MM for at_x, at_y in (each.at_mm for each in board.placed)
    )
    return lines if is_printed else (Shape(inner, "landing"), *lines)


def tint_of(picture: Picture, owners: Collection[Player]) -> str:
    """Give the colour that marks what somebody holds: their own, neutral where it is several or nobody."""
    return picture.palette.get(next(iter(owners)), NEUTRAL) if len(owners) == 1 else NEUTRAL


def outline_of(picture: Picture | None, cell: Cell) -> tuple[Line, ...]:
    """Outline the tile that a cell names, along its border where one is drawn; nothing where none lies."""
    placed = picture.placed if picture else ()
    tile = next((each for each in placed if each.spot == tile_spot(cell)), None)
    if picture is None or tile is None:
        return ()
    shapes = picture.symbols[tile.symbol]
    if any(shape.fill for shape in shapes):
        left, top, right, bottom = bounds(shapes)
        # Around a square it does not matter how it is turned.
        corners = ((left, top), (right, top), (right, bottom), (left, bottom), (left, top))
        return (tuple(_moved(tile, corner, 0.0) for corner in corners),)
    return tuple(tuple(_moved(tile, point, tile.turn_deg) for point in one.points_mm) for one in shapes)


def closed(outlines: Iterable[Line]) -> tuple[Line, ...]:
    """Give the lines around some polygons."""
    return tuple((*outline, outline[0]) for outline in outlines)


def _moved(placed: Placed, point: Point, turn_deg: float) -> Point:
    rotation = radians(turn_deg)
    (x, y), (at_x, at_y) = point, placed.at_mm
    return at_x + x * cos(rotation) - y * sin(rotation), at_y + x * sin(rotation) + y * cos(rotation)


def with_room(board: Picture, inside: Iterable[Point]) -> Picture:
    """Show so much around a board that all these points are seen."""
    left, top, width, height = board.box_mm
    points = [*inside]
    points += [(left + MARGIN_MM, top + MARGIN_MM), (left + width - MARGIN_MM, top + height - MARGIN_MM)]
    xs, ys = zip(*points, strict=True)
    wide, high = max(xs) - min(xs) + 2 * MARGIN_MM, max(ys) - min(ys) + 2 * MARGIN_MM
    return replace(board, box_mm=(min(xs) - MARGIN_MM, min(ys) - MARGIN_MM, wide, high))


def _lines(lines: Iterable[Line], glow: str, glow_mm: float, line: str, line_mm: float) -> Iterator[Shape]:
    """Draw lines, all of what glows below all of them."""
    drawn = list(lines)
    yield from (Shape(each, stroke=glow, stroke_mm=glow_mm) for each in drawn)
    yield from (Shape(each, stroke=line, stroke_mm=line_mm) for each in drawn)


def tinted(picture: Picture, region: Holding, owners: Collection[Player]) -> Picture:
    """Tint a region in the board's own picture, below the figures, for those whom it pays."""
    tiles = [index for index, each in enumerate(picture.placed) if is_tile(each.spot)]
    top = max(tiles, default=-1) + 1
    tint = Placed("tint", HERE, emphasis="tint")
    return replace(
        picture,
        palette={**picture.palette, **PALETTE, "tint": tint_of(picture, owners)},
        symbols={**picture.symbols, "tint": tuple(_tint(region))},
        placed=(*picture.placed[:top], tint, *picture.placed[top:]),
    )


def _tint(region: Holding) -> Iterator[Shape]:
    # What is drawn last covers the lines between its tiles: only those around the whole region stay.
    yield from _lines(closed(region.outlines_mm), "last_glow", 8.0, "free", 5.0)
    for outline in region.outlines_mm:
        yield Shape(outline, fill="tint", stroke="tint", stroke_mm=0.6)


def _place(place: Slot) -> Iterator[Shape]:
    yield from _lines(closed([place.outline_mm]), "chosen_line", 4.0, "free", 1.4)
