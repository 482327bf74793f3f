"""Drawings in which a player taps where a tile lies, or which places a start tile covers."""

from collections.abc import Collection, Sequence

from msgspec.structs import replace

from scoring.game import Cell
from scoring.games.cornwall.drawing.figures import hex_ring
from scoring.games.cornwall.drawing.pictures import picture
from scoring.games.cornwall.drawing.scene import BoardScene, beside_land, draw_scene
from scoring.games.cornwall.drawing.scenery import ring
from scoring.games.cornwall.editor.edited_tile import Corner, corner_mm
from scoring.games.cornwall.engine.moves import Opening, TriplePlacement
from scoring.games.cornwall.engine.state import CornwallState
from scoring.games.cornwall.land.hexes import PITCH_MM, corners_mm, middle_mm
from scoring.geometry.rulers import at_gap, at_number, corner_before
from scoring.picture import Picture, Placed, Point, Shape
from scoring.sentence import Sentence, sentence
from scoring.spots import write_cell

_DOT_MM = 6.4
_DOTS = {
    "dot_allowed": (Shape(ring((0.0, 0.0), _DOT_MM, corners=20), "proposed", "mark", 1.6),),
    "dot_barred": (Shape(ring((0.0, 0.0), 0.7 * _DOT_MM, corners=16), "mark", "unknown", 1.2),),
    "dot_here": (
        Shape(ring((0.0, 0.0), _DOT_MM, corners=20), "mark", "proposed", 2.4),
        Shape(ring((0.0, 0.0), 0.45 * _DOT_MM, corners=14), "proposed"),
    ),
}


def corner_key(corner: Corner) -> str:
    """Write a corner as an answer has it: "1,0,0"."""
    (q, r), way = corner
    return f"{q},{r},{way}"


def corner_words(corner: Corner) -> Sentence:
    """Say where a corner is."""
    if corner[1] == 0:
        return sentence("Around the point to the right below {where}", where=at_number(corner[0]))
    return sentence("Around the point below {where}", where=at_number(corner[0]))


def draw_corners(
    state: CornwallState, move: TriplePlacement, corners: Sequence[Corner], allowed: Collection[Corner]
) -> Picture:
    """Draw the land around a proposed tile with a dot on each corner around which it may lie.

    Args:
        corners: The tile's own first.
        allowed: Where the rules allow it.

    Returns:
        A picture whose spots are the corners, as ``corner_key`` writes them.
    """
    drawn, box_mm = picture(state, [move]), _box_around(corners)
    land = tuple(
        replace(item, spot="", says="", emphasis="")
        for item in drawn.placed
        if item.emphasis not in ("empty", "fault")
        and not item.symbol.startswith(("pub", "pile"))
        and (_is_near(item.at_mm, box_mm) or item.symbol.startswith("closed_"))
    )
    dots = []
    for corner in reversed(corners):
        says = corner_words(corner)
        name = "dot_allowed" if corner in allowed else "dot_barred"
        if corner not in allowed:
            says = sentence("{place}, against the rules", place=says)
        name = "dot_here" if corner == corners[0] else name
        dots.append(Placed(name, corner_mm(corner), spot=corner_key(corner), says=says))
    return _with(drawn, (*land, *dots), box_mm)


def _is_near(at_mm: Point, box_mm: tuple[float, float, float, float]) -> bool:
    left, top, width, height = box_mm
    return -PITCH_MM < at_mm[0] - left < width + PITCH_MM and -PITCH_MM < at_mm[1] - top < height + PITCH_MM


def _with(drawn: Picture, placed: tuple[Placed, ...], box_mm: tuple[float, float, float, float]) -> Picture:
    wanted = {item.symbol for item in placed}
    symbols = {name: shapes for name, shapes in {**drawn.symbols, **_DOTS}.items() if name in wanted}
    return replace(drawn, box_mm=box_mm, symbols=symbols, placed=placed)


def _box_around(corners: Sequence[Corner]) -> tuple[float, float, float, float]:
    xs, ys = zip(*map(corner_mm, corners), strict=True)
    edge = PITCH_MM
    return min(xs) - edge, min(ys) - edge, max(xs) - min(xs) + 2 * edge, max(ys) - min(ys) + 2 * edge


def start_places(move: Opening) -> tuple[Cell, ...]:
    """Give the places that can be tapped for a start tile: its fields, then those around them."""
    covered = tuple(cell for cell, _ in move.fields)
    return (*covered, *beside_land(covered))


def start_words(covered: Collection[Cell], cell: Cell) -> Sentence:
    """Say what a tap on a place does to a start tile."""
    where = at_gap(cell, corner_before(covered))
    if cell in covered:
        return sentence("Take the field {where} away", where=where)
    return sentence("Add a field {where}", where=where)


def draw_start_cells(move: Opening) -> Picture:
    """Draw a start tile with the places around it, each to be tapped.

    Returns:
        A picture whose spots are cells, as ``spots.written`` writes them.
    """
    fields = dict(move.fields)
    drawn = draw_scene(BoardScene(fields, tiles=((tuple(sorted(fields)), ""),), empty=beside_land(fields)))
    land = [item for item in drawn.placed if item.symbol != "pub" and item.emphasis != "empty"]
    plain = tuple(replace(item, spot="", says="") for item in land)
    spots = [
        Placed(
            "room" if cell in fields else "place",
            middle_mm(cell),
            spot=write_cell(cell),
            says=start_words(fields, cell),
            emphasis="" if cell in fields else "empty",
        )
        for cell in start_places(move)
    ]
    points = [point for cell in start_places(move) for point in corners_mm(cell)]
    xs, ys = zip(*points, strict=True)
    box = (min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
    symbols = {**drawn.symbols, "room": (Shape(hex_ring(1.2)[:-1], "", "proposed", 1.6),)}
    made = replace(drawn, box_mm=box, placed=(*plain, *spots))
    return replace(made, symbols={name: symbols[name] for name in {item.symbol for item in made.placed}})
