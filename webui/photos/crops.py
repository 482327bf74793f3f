"""Where on the photograph a thing of the board lies, for cutting it out."""

from collections.abc import Sequence

from msgspec import Struct

from scoring.game import Sighting
from scoring.picture import Point

Matrix = tuple[float, float, float, float, float, float]


class Crop(Struct, frozen=True):
    """A tile cut out of the photograph and turned as it lies on the drawn board.

    Attributes:
        size_px: Width and height of the photograph.
        matrix: The six numbers of an SVG transform, photograph to unit square.
    """

    size_px: tuple[int, int]
    matrix: Matrix


def crop_of(sightings: Sequence[Sighting], size_px: tuple[int, int], spot: str) -> Crop | None:
    """Find the cut-out for a spot, where the photograph shows a tile there."""
    named = next((each for each in sightings if each.spot == spot), None)
    shown = next((each for each in sightings if each.outline_px and _is_of(each, named, spot)), None)
    if shown is None or len(shown.outline_px) != len(shown.outline_mm) or not all(size_px):
        return None
    matrix = _upright(shown.outline_px, shown.outline_mm)
    return Crop(size_px, matrix) if matrix else None


def _is_of(shown: Sighting, named: Sighting | None, spot: str) -> bool:
    """Tell whether something is what a spot names, or what that stands on."""
    return shown.spot == spot or bool(named and named.cells and {*named.cells} <= {*shown.cells})


def _upright(px: Sequence[Point], mm: Sequence[Point]) -> Matrix | None:
    """Give the affine map that brings corners closest to where they lie on the board, in a unit square.

    An affine map follows closely: one tile is small enough that perspective hardly bends it.
    """
    left, top = (min(axis) for axis in zip(*mm, strict=True))
    side = max(max(axis) - min(axis) for axis in zip(*mm, strict=True))
    mx, my = (sum(axis) / len(px) for axis in zip(*px, strict=True))
    off = [(x - mx, y - my) for x, y in px]
    xx, xy, yy = sum(x * x for x, _ in off), sum(x * y for x, y in off), sum(y * y for _, y in off)
    area = xx * yy - xy * xy
    if area < 1 or not side:
        return None
    rows = []
    for low, along in zip((left, top), zip(*mm, strict=True), strict=True):
        unit = [(value - low) / side for value in along]
        by_x = sum(value * x for value, (x, _) in zip(unit, off, strict=True))
        by_y = sum(value * y for value, (_, y) in zip(unit, off, strict=True))
        a, c = (by_x * yy - by_y * xy) / area, (by_y * xx - by_x * xy) / area
        rows.append((a, c, sum(unit) / len(unit) - a * mx - c * my))
    (a, c, e), (b, d, f) = rows
    return a, b, c, d, e, f
