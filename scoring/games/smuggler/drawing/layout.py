"""Where everything on a board lies, in millimetres: places, ways, wheel, track, stocks, customs house."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from math import cos, dist, hypot, pi, sin
from typing import NamedTuple
from zlib import crc32

from scoring.games.smuggler.drawing.room import OVER_LAND, BoardRoom, Box
from scoring.games.smuggler.engine.state import CUSTOMS
from scoring.games.smuggler.land.box import Dot, MapPlace, SmugglerBox, is_land, split_way
from scoring.picture import Point

BOARD_MM = (700.0, 500.0)
"""Of a board that nobody has measured."""
SPOT_MM, SMALLEST_SPOT_MM, SPOT_SHARE = 10.0, 5.0, 0.31
"""Radius of a place, at most and at least, and as a share of the way to its nearest neighbour."""
STEP_MM: Point = (25.0, 25.0)
"""Width and height of a step of the customs track."""
WHEEL_MM, WHEEL_SPACE_MM = 33.0, 7.5
"""From the wheel's middle to its spaces, and the radius of one."""
SQUARE_MM = 12.0
"""Of goods, as the board prints and the sample box cuts them."""
STOCK_SQUARES, HOUSE_SQUARES = ((6, 6), (9, 4), (4, 9)), ((6, 5), (8, 4), (5, 6))
"""Columns and rows of goods that a merchant and the customs house may have room for."""
NOTICE_MM, ROSE_MM = (196.0, 11.0), 44.0
_BOW, _MOST_BOW_MM = 0.07, 5.0
_UNPLACED_MM, _LAND_MM = 30.0, 18.0

Line = tuple[Point, ...]


IN_STOCK, HOUSE = "stock:", "house"
"""A stock of goods is named so, with its merchant's key or, for seized ones, the customs house's."""


class BoardLayout(NamedTuple):
    """A board laid out, from its upper left corner, x to the east and y to the south.

    Attributes:
        board_mm: Width and height.
        at_mm: By place its middle.
        spot_mm: The radius of a place.
        roads: By land way its curve, from its first place to its second.
        lanes: By sea way alike.
        wheel_mm: The middles of the wheel's spaces, from START on, clockwise.
        track_mm: The middles of the steps of the track, and of its END.
        stock_mm: By merchant, where its goods lie.
        house_mm: Where seized goods lie; None for a board without a customs house.
        notice_mm: Where a board that is made up says so; None for another.
        rose_mm: Where a compass rose fits.
    """

    board_mm: Point
    at_mm: Mapping[str, Point]
    spot_mm: float
    roads: Mapping[str, Line]
    lanes: Mapping[str, Line]
    wheel_mm: tuple[Point, ...]
    track_mm: tuple[Point, ...]
    stock_mm: Mapping[str, Box]
    house_mm: Box | None
    notice_mm: Box | None
    rose_mm: Box


def layout_of(box: SmugglerBox) -> BoardLayout:
    """Lay a board out as its box tells, and whatever the box does not place, where there is room.

    >>> from scoring.games.smuggler.land.box import sample_box
    >>> layout_of(sample_box()).at_mm["newlyn"]
    (168.0, 295.0)
    """
    return _laid_out(BoxKey(box))


class BoxKey:
    """A box as a key of what is drawn of it: boxes hold maps, so that they cannot be hashed."""

    def __init__(self, box: SmugglerBox) -> None:
        """Take a box's own places and ways."""
        self.box = box
        ways = (*box.ways, "", *box.seen_ways, "", *box.sea_ways, "", *box.seen_sea_ways, *box.bends.items())
        self._told: tuple[object, ...] = (box.board_mm, *box.places.items(), *ways, *box.track)
        self._told += (box.wheel, box.track_end, *box.merchants, box.customs_house, box.made_up)

    def __hash__(self) -> int:
        """Hash what decides how the board looks."""
        return hash(self._told)

    def __eq__(self, other: object) -> bool:
        """Compare what decides how the board looks."""
        return isinstance(other, BoxKey) and self._told == other._told


@lru_cache(64)
def _laid_out(key: BoxKey) -> BoardLayout:
    box = key.box
    board = _board_mm(box)
    at_mm = dict(_places(box, board))
    roads = {way: _curve(box, way, at_mm, board) for way in _told(box.ways, box.seen_ways)}
    lanes = {
        way: _curve(box, way, at_mm, board, bows=False) for way in _told(box.sea_ways, box.seen_sea_ways)
    }
    room = BoardRoom(board)
    for way in roads.values():
        room.take_line(way, _LAND_MM, OVER_LAND)
    for way in (*roads.values(), *lanes.values()):
        room.take_line(way)
    for place, at in at_mm.items():
        room.take_dot(at, wide=26.0 if is_land(box.places[place]) else 16.0)
    wheel = _wheel(box, board, room)
    track = _track(box, board, room)
    stocks = {place: _find_squares(room, STOCK_SQUARES, at_mm[place]) for place in box.merchants}
    house = at_mm.get(box.customs_house)
    return BoardLayout(
        board, at_mm, _spot_mm(at_mm.values()), roads, lanes, wheel, track, stocks,
        _find_squares(room, HOUSE_SQUARES, house) if house else None,
        room.find(NOTICE_MM, (board[0] / 2, board[1])) if box.made_up else None,
        room.find((ROSE_MM, ROSE_MM), (board[0], board[1])),
    )  # fmt: skip


def _told(ways: Iterable[str], seen: Iterable[str]) -> Iterator[str]:
    """Give ways that lead somewhere, once each, whichever way round they are told."""
    found: set[frozenset[str]] = set()
    for way in (*ways, *seen):
        ends = frozenset(split_way(way))
        if len(ends) > 1 and ends not in found:
            found.add(ends)
            yield way


def _board_mm(box: SmugglerBox) -> Point:
    width, height = box.board_mm
    return (float(width), float(height)) if width and height else BOARD_MM


def _mm(dot: Dot, board: Point) -> Point:
    return round(dot[0] * board[0] / 1000, 2), round(dot[1] * board[1] / 1000, 2)


def _places(box: SmugglerBox, board: Point) -> Iterator[tuple[str, Point]]:
    """Give each place where it is; those of which nobody knows that, in rows along the lower edge."""
    across = max(1, int(board[0] // _UNPLACED_MM) - 1)
    unplaced = [place for place, facts in box.places.items() if _dot(facts) is None]
    for place, facts in box.places.items():
        dot = _dot(facts)
        if dot is not None:
            yield place, _mm(dot, board)
            continue
        row, column = divmod(unplaced.index(place), across)
        yield place, (_UNPLACED_MM * (column + 1), board[1] - _UNPLACED_MM * (row + 0.6))


def _dot(facts: MapPlace) -> Dot | None:
    return None if facts.x is None or facts.y is None else (facts.x, facts.y)


def _spot_mm(at_mm: Iterable[Point]) -> float:
    dots = [*at_mm]
    nearest = min(
        (dist(a, b) for at, a in enumerate(dots) for b in dots[:at]), default=2 * SPOT_MM / SPOT_SHARE
    )
    return round(max(SMALLEST_SPOT_MM, min(SPOT_MM, SPOT_SHARE * nearest)), 2)


# --- curves ----------------------------------------------------------------------------------------


def _curve(
    box: SmugglerBox, way: str, at_mm: Mapping[str, Point], board: Point, *, bows: bool = True
) -> Line:
    """Draw a way through its bends; one without any bows a little, as roads do."""
    start, end = (at_mm[place] for place in split_way(way))
    bends = [_mm(dot, board) for dot in box.bends.get(way, ())]
    if not bends and bows:
        bends = [_bowed(start, end, way)]
    return smooth((start, *bends, end))


def _bowed(start: Point, end: Point, way: str) -> Point:
    dx, dy = end[0] - start[0], end[1] - start[1]
    long = hypot(dx, dy) or 1.0
    bow = min(_MOST_BOW_MM, _BOW * long) * (1 if crc32(way.encode()) % 2 else -1)
    return (start[0] + end[0]) / 2 - dy / long * bow, (start[1] + end[1]) / 2 + dx / long * bow


def smooth(points: Sequence[Point], parts: int = 6) -> Line:
    """Draw a curve through points (Catmull and Rom's)."""
    if len(points) < 3:
        return tuple(points)
    padded = [points[0], *points, points[-1]]
    line = [points[0]]
    for at in range(len(points) - 1):
        line += [_between(padded[at : at + 4], part / parts) for part in range(1, parts + 1)]
    return tuple(line)


def _between(four: Sequence[Point], t: float) -> Point:
    a, b, c, d = four
    x, y = (
        0.5 * (2 * q + (r - p) * t + (2 * p - 5 * q + 4 * r - s) * t**2 + (3 * q - p - 3 * r + s) * t**3)
        for p, q, r, s in zip(a, b, c, d, strict=True)
    )
    return round(x, 2), round(y, 2)


def along(line: Sequence[Point], way_mm: float) -> Point:
    """Give the point of a line that is so far from its start; its end where it is shorter."""
    for a, b in pairwise(line):
        long = dist(a, b)
        if way_mm <= long and long:
            share = way_mm / long
            return a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])
        way_mm -= long
    return line[-1]


def length(line: Sequence[Point]) -> float:
    """Measure a line."""
    return sum(dist(a, b) for a, b in pairwise(line))


# --- wheel, track, stocks --------------------------------------------------------------------------


def _wheel(box: SmugglerBox, board: Point, room: BoardRoom) -> tuple[Point, ...]:
    spaces = box.wheel.spaces
    if len(box.wheel.at) == spaces:
        spots = tuple(_mm(dot, board) for dot in box.wheel.at)
        for spot in spots:
            room.take_dot(spot, wide=2 * WHEEL_SPACE_MM)
        if spots:
            room.take_box(_around(spots, WHEEL_SPACE_MM + 6.0))
        return spots
    wide = max(WHEEL_MM, spaces * (2.2 * WHEEL_SPACE_MM) / (2 * pi))
    side = 2 * (wide + WHEEL_SPACE_MM + 6.0)
    x, y, width, height = room.find((side, side), (0.0, 0.0))
    angles = (2 * pi * at / spaces for at in range(spaces))
    return tuple(
        (round(x + width / 2 + wide * sin(a), 2), round(y + height / 2 - wide * cos(a), 2)) for a in angles
    )


def _track(box: SmugglerBox, board: Point, room: BoardRoom) -> tuple[Point, ...]:
    """Give the steps where the box has them, else in rows that run to and fro where there is most room."""
    if not box.track:
        return ()
    dots = [(step.x, step.y) for step in box.track]
    told = [_mm((x, y), board) for x, y in dots if x is not None and y is not None]
    if len(told) == len(dots) and box.track_end is not None:
        steps = (*told, _mm(box.track_end, board))
        for step in steps:
            room.take_box(_around((step,), STEP_MM[0] / 2 + 2))
        return steps
    count = len(dots) + 1
    shapes = {(columns, -(-count // columns)) for columns in (1, 2, 3, -(-count // 3), -(-count // 2), count)}
    boxes = [room.look((c * STEP_MM[0] + 8, r * STEP_MM[1] + 8), board) for c, r in sorted(shapes)]
    _, (x, y, width, height) = min(boxes)
    room.take_box((x, y, width, height))
    columns = round((width - 8) / STEP_MM[0])
    return tuple(_to_and_fro(count, columns, (x + 4, y + 4)))


def _to_and_fro(count: int, columns: int, corner: Point) -> Iterator[Point]:
    for at in range(count):
        row, column = divmod(at, columns)
        column = columns - 1 - column if row % 2 else column
        yield corner[0] + (column + 0.5) * STEP_MM[0], corner[1] + (row + 0.5) * STEP_MM[1]


def _around(dots: Sequence[Point], away: float) -> Box:
    xs, ys = zip(*dots, strict=True)
    return min(xs) - away, min(ys) - away, max(xs) - min(xs) + 2 * away, max(ys) - min(ys) + 2 * away


def _find_squares(room: BoardRoom, shapes: Iterable[tuple[int, int]], near: Point) -> Box:
    """Find room for squares of goods, in the shape that covers least."""
    sizes = [(columns * SQUARE_MM + 6, rows * SQUARE_MM + 6) for columns, rows in shapes]
    _, box = min(room.look(size, near) for size in sizes)
    room.take_box(box)
    return box


def goods_spot(box: SmugglerBox, where: str) -> str:
    """Name where on the board goods lie: a place on land, or a stock; empty where they are not on it.

    >>> from scoring.games.smuggler.land.box import sample_box
    >>> [goods_spot(sample_box(), where) for where in ("newlyn", "merchant_north", "customs", "aboard")]
    ['newlyn', 'stock:merchant_north', 'stock:house', '']
    """
    if where == CUSTOMS:
        return f"{IN_STOCK}{HOUSE}"
    if where in box.merchants:
        return f"{IN_STOCK}{where}"
    return where if where in box.places and is_land(box.places[where]) else ""
