"""Where on the photograph a thing of the board lies, for drawing over it and cutting it out."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct


class Crop(Struct, frozen=True):
    """A tile cut out of the photograph and turned as it lies on the drawn board.

    Attributes:
        size_px: Width and height of the photograph.
        matrix: The six numbers of an SVG transform, photograph to unit tile.
    """

    size_px: tuple[int, int]
    matrix: tuple[float, float, float, float, float, float]


def crop_of(board: Mapping[str, Any], spot: str) -> Crop | None:
    """Find the cut-out for a spot, where the photograph shows a tile there."""
    quad = _quad(board, cell_of(board, spot))
    width, height = board.get("image_size_px", (0, 0))
    if len(quad) != 4 or not width or not height:
        return None
    matrix = _upright(quad)
    return Crop((width, height), matrix) if matrix else None


def cell_of(board: Mapping[str, Any], spot: str) -> tuple[int, ...]:
    """Give the cell of a spot; empty where there is none such."""
    kind, _, place = spot.partition(":")
    try:
        numbers = tuple(int(number) for number in place.split(","))
        return tuple(board["meeples"][numbers[0]]["cell"]) if kind == "meeple" else numbers
    except (ValueError, LookupError):
        return ()


def _quad(board: Mapping[str, Any], cell: tuple[int, ...]) -> Sequence[Sequence[float]]:
    things = (*board.get("tiles", ()), *board.get("doubts", ()))
    quads = [thing.get("quad_px", ()) for thing in things if tuple(thing.get("cell") or (None,)) == cell]
    return quads[0] if quads else ()


def _upright(quad: Sequence[Sequence[float]]) -> tuple[float, float, float, float, float, float] | None:
    """Give the affine map that takes the corners NW, NE and SW to a unit square.

    The fourth corner follows closely: one tile is small enough that perspective hardly bends it.
    """
    (x0, y0), (x1, y1), _, (x3, y3) = quad
    ax, ay, bx, by = x1 - x0, y1 - y0, x3 - x0, y3 - y0
    area = ax * by - ay * bx
    if abs(area) < 1:
        return None
    a, c = by / area, -bx / area
    b, d = -ay / area, ax / area
    return (a, b, c, d, -(a * x0 + c * y0), -(b * x0 + d * y0))
