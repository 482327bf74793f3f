"""A move drawn small: its tile, the figure on it, and the places on it where a figure may stand."""

from collections.abc import Collection, Iterator
from functools import lru_cache

from msgspec.structs import replace

from scoring.games.carcassonne.drawing.buildings import TILE_MM
from scoring.games.carcassonne.drawing.drawing import draw_board, draw_face
from scoring.games.carcassonne.drawing.figures import FIGURES, PIECES
from scoring.games.carcassonne.engine.moves import Discard, Move, TilePlacement
from scoring.games.carcassonne.land.board import CarcassonneBoard, MeepleReading, TileReading
from scoring.games.carcassonne.land.catalogue import Face, Segment, faces
from scoring.games.carcassonne.land.curves import Line, Point, clipped, ribbon, turned_line, turned_point
from scoring.games.carcassonne.land.placed_tile import lay_face, segments_named
from scoring.games.carcassonne.land.shapes import course, segment_polygons, segment_spot, shown
from scoring.games.carcassonne.land.spots import segment_key, segment_label
from scoring.picture import Picture, Placed, Shape
from scoring.sentence import sentence

_KEPT = 128
_SMALL = 0.55
_ROAD_WIDTH = 0.2
"""How wide a road is to a finger."""
_ON_TOP = ("field", "city", "road", "cloister", "garden")
"""What lies above what, the lowest first."""


def tile_of(move: TilePlacement) -> TileReading:
    """Give the tile of a move as a board has it."""
    return TileReading(move.cell, move.face, move.turns, garden=move.garden)


def figure_of(move: TilePlacement) -> tuple[MeepleReading, ...]:
    """Give the figure of a move as a board has it, if it puts one down."""
    if move.meeple is None:
        return ()
    tile, feature = lay_face(move.face, move.turns, move.garden), move.meeple.feature
    found = segments_named(tile, feature, move.meeple.sides)
    sides = tile.segments[found[0]].sides if found else move.meeple.sides
    pose = "lying" if feature == "field" else "standing"
    return (MeepleReading(move.cell, move.player, feature, move.meeple.kind, pose, sides),)


@lru_cache(_KEPT)
def draw_move(move: Move) -> Picture:
    """Draw a move small: its tile as it lies, and the figure on it."""
    if isinstance(move, Discard):
        return draw_face(faces()[move.face])
    here = replace(move, cell=(0, 0))
    drawn = draw_board(CarcassonneBoard(tiles=(tile_of(here),), meeples=figure_of(here)))
    placed = tuple(replace(each, spot="", says="") for each in drawn.placed if each.emphasis != "empty")
    wanted = {each.symbol for each in placed}
    symbols = {name: shapes for name, shapes in drawn.symbols.items() if name in wanted}
    return Picture((0.0, 0.0, TILE_MM, TILE_MM), drawn.palette, symbols, placed)


@lru_cache(_KEPT)
def draw_places(move: TilePlacement, allowed: Collection[str]) -> Picture:
    """Draw a move with a spot on each segment where a figure may be put.

    Args:
        move: Whose figure would stand there.
        allowed: The segments that the rules allow, as ``segment_key`` names them; a frozen set.

    Returns:
        A picture of one tile whose spots are the keys of its segments; their emphasis is "choice" or,
        against the rules, "barred".
    """
    drawn = draw_move(move)
    ground, *figure = drawn.placed
    symbols, places = dict(drawn.symbols), []
    for segment, key, shapes, at_mm in _places(move):
        symbols[f"at_{key}"] = shapes
        symbols["ghost"] = FIGURES["follower_standing"]
        named = segment_label(segment)
        says = named if key in allowed else sentence("{place}, against the rules", place=named)
        emphasis = "choice" if key in allowed else "barred"
        place = Placed(f"at_{key}", _MIDDLE, spot=key, says=says, colour=move.player, emphasis=emphasis)
        places += [place, Placed("ghost", at_mm, colour=move.player, emphasis=emphasis)]
    return replace(
        drawn,
        palette={**drawn.palette, **PIECES},
        symbols=symbols,
        placed=(ground, *places, *figure),
    )


@lru_cache(_KEPT)
def draw_standing(move: TilePlacement, spots: tuple[tuple[str, bool], ...]) -> Picture:
    """Draw a move with a spot on each segment where a figure may be put now, or stands.

    Args:
        spots: The segments as ``segment_key`` names them, each with whether the figure stands there.
    """
    drawn, stands = draw_places(move, frozenset(key for key, _ in spots)), dict(spots)
    offered = [each for each in drawn.placed if each.emphasis != "barred"]
    own = {at_mm for _, key, _, at_mm in _places(move) if stands.get(key)}
    placed = (each for each in offered if not (each.symbol == "ghost" and each.at_mm in own))
    small = tuple(_smaller(shape) for shape in FIGURES["follower_standing"])
    return replace(drawn, symbols={**drawn.symbols, "ghost": small}, placed=tuple(placed))


def _smaller(shape: Shape) -> Shape:
    """Draw a figure so small that it hides nothing of the segments beside its own."""
    points = tuple((_SMALL * x, _SMALL * y) for x, y in shape.points_mm)
    return replace(shape, points_mm=points, stroke_mm=_SMALL * shape.stroke_mm)


_MIDDLE = (TILE_MM / 2, TILE_MM / 2)


def _places(move: TilePlacement) -> Iterator[tuple[Segment, str, tuple[Shape, ...], Point]]:
    """Give the segments of a tile from the lowest up: named, outlined about the middle, with their spot."""
    face, tile = faces()[move.face], lay_face(move.face, move.turns, move.garden)
    own = shown(face, move.garden)
    pairs = [pair for pair in zip(own, tile.segments, strict=True) if pair[1].feature in _ON_TOP]
    for segment, turned in sorted(pairs, key=lambda pair: _ON_TOP.index(pair[0].feature)):
        outlines = (turned_line(line, move.turns) for line in _outlines(face, segment))
        shapes = tuple(Shape(tuple(map(_about_middle, line)), "player") for line in outlines)
        x, y = turned_point(segment_spot(face, face.segments.index(segment), move.garden), move.turns)
        yield turned, segment_key(turned), shapes, (x * TILE_MM, y * TILE_MM)


def _outlines(face: Face, segment: Segment) -> tuple[Line, ...]:
    if segment.feature == "road":
        return (clipped(ribbon(course(face, segment), _ROAD_WIDTH)),)
    return segment_polygons(face, segment)


def _about_middle(point: Point) -> Point:
    return (point[0] - 0.5) * TILE_MM, (point[1] - 0.5) * TILE_MM
