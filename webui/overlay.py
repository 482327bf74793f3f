"""What lies over the board's drawing: the last tile marked, a region tinted, the places for a tile."""

from collections.abc import Iterator

from msgspec.structs import replace

from scoring.game import Cell, Holding, Place
from scoring.picture import Picture, Placed, Point, Shape
from webui.drawing import FRAME, MARGIN_MM, bounds
from webui.looking import Look
from webui.tables import tile_spots

PALETTE = {**FRAME, "tint": "#ff5c9e", "last_glow": "#1b1b1b", "last_line": "#ffd54a", "free": "#ffffff"}
HERE: Point = (0.0, 0.0)


def overlay(board: Picture, last: tuple[Point, ...], look: Look) -> Picture:
    """Draw what lies over a board, in a picture of the same size that is see-through elsewhere.

    Args:
        board: The board as it is shown.
        last: The outline of the last tile.
        look: What this phone has opened.
    """
    symbols: dict[str, tuple[Shape, ...]] = {
        "last": tuple(_outlined(last, "last_glow", 3.0, "last_line", 1.6)) if last else (),
        "tint": tuple(_tint(look.region)) if look.region else (),
        "places": tuple(shape for place in look.places for shape in _place(place)),
    }
    drawn = {name: shapes for name, shapes in symbols.items() if shapes}
    placed = tuple(Placed(name, HERE, emphasis=name) for name in drawn)
    return Picture(board.box_mm, PALETTE, drawn, placed)


def outline_of(picture: Picture, cell: Cell | None) -> tuple[Point, ...]:
    """Outline the tile on a cell; nothing where none is drawn there."""
    spots = tile_spots([cell]) if cell else ()
    for placed in picture.placed:
        if placed.spot in spots:
            left, top, right, bottom = bounds(picture.symbols[placed.symbol])
            (x, y), corners = placed.at_mm, ((left, top), (right, top), (right, bottom), (left, bottom))
            return tuple((x + dx, y + dy) for dx, dy in corners)
    return ()


def with_room(board: Picture, places: tuple[Place, ...]) -> Picture:
    """Show so much around a board that all places are seen."""
    left, top, width, height = board.box_mm
    points = [point for place in places for point in place.outline_mm]
    points += [(left + MARGIN_MM, top + MARGIN_MM), (left + width - MARGIN_MM, top + height - MARGIN_MM)]
    xs, ys = zip(*points, strict=True)
    wide, high = max(xs) - min(xs) + 2 * MARGIN_MM, max(ys) - min(ys) + 2 * MARGIN_MM
    return replace(board, box_mm=(min(xs) - MARGIN_MM, min(ys) - MARGIN_MM, wide, high))


def _outlined(
    outline: tuple[Point, ...], glow: str, glow_mm: float, line: str, line_mm: float
) -> Iterator[Shape]:
    yield Shape((*outline, outline[0]), stroke=glow, stroke_mm=glow_mm)
    yield Shape((*outline, outline[0]), stroke=line, stroke_mm=line_mm)


def tinted(picture: Picture, region: Holding) -> Picture:
    """Tint a region in the board's own picture, below the figures."""
    tiles = [index for index, each in enumerate(picture.placed) if each.spot.startswith("tile:")]
    top = max(tiles, default=-1) + 1
    tint = Placed("tint", HERE, emphasis="tint")
    return replace(
        picture,
        palette={**picture.palette, **PALETTE},
        symbols={**picture.symbols, "tint": tuple(_tint(region))},
        placed=(*picture.placed[:top], tint, *picture.placed[top:]),
    )


def _tint(region: Holding) -> Iterator[Shape]:
    for outline in region.outlines_mm:
        # The line closes the gaps between tiles.
        yield Shape(outline, fill="tint", stroke="tint", stroke_mm=0.6)


def _place(place: Place) -> Iterator[Shape]:
    yield from _outlined(place.outline_mm, "chosen_line", 4.0, "free", 1.4)
