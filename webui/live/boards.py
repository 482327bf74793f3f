"""Which of a table's boards a phone shows: its owner's own first, the others a tap away."""

from functools import lru_cache

from msgspec.structs import replace

from scoring.game import Player
from scoring.picture import PartOfTable, Picture, Point
from webui.render.drawing import MOST_KEPT
from webui.render.identity import Same

COMMON = ""
"""The board in the middle, which all players share."""


def ordered(picture: Picture | None, own: Player) -> tuple[PartOfTable, ...]:
    """List the boards as a page offers them: the own one, the others in turn order, the common one last."""
    parts = picture.parts if picture else ()
    return tuple(sorted(parts, key=lambda part: (part.name == COMMON, part.name != own)))


def part_named(picture: Picture | None, name: str) -> PartOfTable | None:
    """Find one of the boards."""
    return next((part for part in picture.parts if part.name == name), None) if picture else None


def part_at(picture: Picture | None, point: Point) -> PartOfTable | None:
    """Find the board on which a point of the picture lies."""
    return next((part for part in picture.parts if _lies_in(part.box_mm, point)), None) if picture else None


def cropped(picture: Picture, part: PartOfTable) -> Picture:
    """Leave one board of a picture, at the place where it was."""
    return _cropped_once(Same(picture), part)


@lru_cache(MOST_KEPT)
def _cropped_once(same: Same, part: PartOfTable) -> Picture:
    picture: Picture = same.thing
    placed = tuple(each for each in picture.placed if _lies_in(part.box_mm, each.at_mm))
    used = {each.symbol for each in placed}
    symbols = {name: shapes for name, shapes in picture.symbols.items() if name in used}
    return replace(picture, box_mm=part.box_mm, symbols=symbols, placed=placed, parts=())


def _lies_in(box_mm: tuple[float, float, float, float], point: Point) -> bool:
    left, top, width, height = box_mm
    return left <= point[0] <= left + width and top <= point[1] <= top + height
