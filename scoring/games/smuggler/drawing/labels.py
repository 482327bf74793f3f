"""Where the names of places are written, so that none covers a place, a number or another name."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from math import cos, pi, sin
from typing import NamedTuple

from scoring.games.smuggler.drawing.layout import STEP_MM, BoardLayout, Line
from scoring.games.smuggler.drawing.lettering import width_mm
from scoring.games.smuggler.drawing.room import Box
from scoring.games.smuggler.land.box import MapPlace, SmugglerBox, place_name
from scoring.picture import Point

NARROW = 0.8
"""Names are written so narrow."""
_PAD_MM, _ROUND, _CHOICES = 1.6, 3, 20
"""Around a name on its plate; how often each name looks for a better place, and among how many."""
_OVER_PLACE, _OVER_NAME, _OVER_WAY, _OUTSIDE = 40.0, 60.0, 1.0, 200.0
"""How bad it is to cover each."""
BADGE_SHARE, BADGE_AWAY = 0.7, 1.0
"""Radius of the disc around a number, and how far left and up of its place it is; in radii of the place."""


class PlaceLabel(NamedTuple):
    """A name on its plate.

    Attributes:
        text: The name.
        box_mm: The plate.
        high_mm: How high its letters are.
    """

    text: str
    box_mm: Box
    high_mm: float

    @property
    def middle_mm(self) -> Point:
        """Where the name's middle is."""
        x, y, width, height = self.box_mm
        return x + width / 2, y + height / 2


def labels_of(box: SmugglerBox, layout: BoardLayout, high_mm: float) -> Mapping[str, PlaceLabel]:
    """Write a name beside each place that has one.

    Args:
        box: Names, numbers and kinds.
        layout: Where the places are.
        high_mm: How high letters are on land; at sea they are a little smaller.
    """
    names = {place: text for place in layout.at_mm if (text := _text(box, place))}
    taken = [*_fixed(box, layout)]
    lines = [*layout.roads.values(), *layout.lanes.values()]
    wanted = {
        place: _best(layout, place, text, high_mm * _size(box.places[place]), taken, lines)
        for place, text in names.items()
    }
    found = {place: choices[0][1] for place, choices in wanted.items()}
    reach = {place: _around_all([plate for _, plate in choices]) for place, choices in wanted.items()}
    near = {
        place: [other for other in reach if other != place and overlap(reach[place], reach[other])]
        for place in reach
    }
    for _ in range(_ROUND):
        for place, choices in wanted.items():
            others = [found[other] for other in near[place]]
            found[place] = min(
                choices,
                key=lambda each: each[0] + _OVER_NAME * sum(overlap(each[1], other) for other in others),
            )[1]
    return {
        place: PlaceLabel(names[place], plate, round(plate[3] - 2 * _PAD_MM, 2))
        for place, plate in found.items()
    }


def _around_all(boxes: Sequence[Box]) -> Box:
    """Give the rectangle around several."""
    left, top = (min(box[axis] for box in boxes) for axis in (0, 1))
    right, bottom = (max(box[axis] + box[axis + 2] for box in boxes) for axis in (0, 1))
    return left, top, right - left, bottom - top


def _size(place: MapPlace) -> float:
    """Places where something is sold are written larger than others."""
    return 1.0 if place.number else 0.85


def _text(box: SmugglerBox, place: str) -> str:
    """Give a place's name; keys that are mere numbers would be taken for what is printed there."""
    name = place_name(box, place)
    return "" if name.isdecimal() else name


def _best(
    layout: BoardLayout, place: str, text: str, high_mm: float, taken: Sequence[Box], lines: Sequence[Line]
) -> list[tuple[float, Box]]:
    """Give where a name may stand, the best first, with how bad each is but for other names."""
    x, y = layout.at_mm[place]
    width, height = width_mm(text, high_mm, NARROW) + 2 * _PAD_MM, high_mm + 2 * _PAD_MM
    reach = layout.spot_mm + width + 12.0
    here = (x - reach, y - reach, 2 * reach, 2 * reach)
    near = [box for box in taken if overlap(box, here)]
    crossing = [line for line in lines if _crosses(here, line)]
    choices = [*_around((x, y), width, height, layout.spot_mm)]
    judged = [(_badness(plate, layout, near, crossing) + 0.1 * at, plate) for at, plate in enumerate(choices)]
    return sorted(judged)[:_CHOICES]


def _around(at: Point, width: float, height: float, spot_mm: float) -> Iterator[Box]:
    for away in (1.5, 4.5, 9.0):
        for step in range(16):
            angle = 2 * pi * step / 16
            dx, dy = cos(angle), sin(angle)
            reach = spot_mm + away
            # The plate touches the ring in that direction with the side or corner that faces it.
            x = at[0] + dx * reach + (dx - 1) * width / 2
            y = at[1] + dy * reach + (dy - 1) * height / 2
            yield round(x, 2), round(y, 2), round(width, 2), round(height, 2)


def _fixed(box: SmugglerBox, layout: BoardLayout) -> Iterator[Box]:
    """Give what no name may cover: places, numbers, the wheel, the track, stocks and the customs house."""
    wide = layout.spot_mm + 0.5
    for place, (x, y) in layout.at_mm.items():
        yield x - wide, y - wide, 2 * wide, 2 * wide
        if box.places[place].number:
            yield badge_box(layout, place)
    for x, y in layout.track_mm:
        yield x - STEP_MM[0] / 2 - 2, y - STEP_MM[1] / 2 - 2, STEP_MM[0] + 4, STEP_MM[1] + 4
    if layout.wheel_mm:
        xs, ys = zip(*layout.wheel_mm, strict=True)
        yield min(xs) - 14, min(ys) - 14, max(xs) - min(xs) + 28, max(ys) - min(ys) + 28
    yield from layout.stock_mm.values()
    if layout.house_mm:
        yield layout.house_mm


def _badness(plate: Box, layout: BoardLayout, taken: Sequence[Box], lines: Sequence[Line]) -> float:
    x, y, width, height = plate
    board = layout.board_mm
    outside = max(0.0, 4 - x, 4 - y, x + width + 4 - board[0], y + height + 4 - board[1])
    covered = _OVER_PLACE * sum(overlap(plate, each) for each in taken)
    return _OUTSIDE * outside + covered + _OVER_WAY * sum(_crosses(plate, line) for line in lines)


def overlap(one: Box, other: Box) -> float:
    """Measure in square millimetres how much two rectangles share."""
    (ax, ay, aw, ah), (bx, by, bw, bh) = one, other
    width, height = min(ax + aw, bx + bw) - max(ax, bx), min(ay + ah, by + bh) - max(ay, by)
    return width * height if width > 0 and height > 0 else 0.0


def _crosses(plate: Box, line: Sequence[Point]) -> float:
    """Measure about how much of a line runs under a plate, in millimetres."""
    x, y, width, height = plate
    inside = 0.0
    for (ax, ay), (bx, by) in pairwise(line):
        if max(ax, bx) < x or min(ax, bx) > x + width or max(ay, by) < y or min(ay, by) > y + height:
            continue
        parts = 4
        dots = (((ax + (bx - ax) * k / parts), (ay + (by - ay) * k / parts)) for k in range(parts))
        hits = sum(x < dot[0] < x + width and y < dot[1] < y + height for dot in dots)
        inside += hits / parts * (abs(bx - ax) + abs(by - ay))
    return inside


def badge_box(layout: BoardLayout, place: str) -> Box:
    """Give the square around the disc that holds a place's number, where pieces leave it free."""
    (x, y), wide = layout.at_mm[place], BADGE_SHARE * layout.spot_mm
    away = BADGE_AWAY * layout.spot_mm + wide
    return x - away, y - away, 2 * wide, 2 * wide
