"""What stands and lies on the board of Cornish Smuggler: pegs, ships, officers, markers and goods."""

from collections.abc import Mapping, Sequence

from scoring.picture import Picture, Placed, Point, Shape
from vision.reader import Image
from vision.simulator.games.smuggler.plans import BoardPlan
from vision.simulator.table.bodies import facing, together, turned_body
from vision.simulator.table.things import Body, SimBox

PALETTE: Mapping[str, str] = {
    "red": "#b3262c",
    "pink": "#d8688a",
    "yellow": "#e2b42e",
    "green": "#2f7f47",
    "blue": "#2a5aa6",
    "black": "#1d1c1f",
    "gold": "#d79a1e",
    "white": "#ece8dc",
}
"""The players' colours as wood has them, the officers' black, and the two markers."""
PEG_MM, PEG_HIGH_MM = 9.0, 18.0
SQUARE_MM = 12.0
"""A side of a square of goods."""
DISC_MM = 11.0
THICK_MM = 2.0
BOARD = "board"
"""The face of the whole board; of its halves 0 and 1, each by its number."""
SHAPES = ("##", "###", "##,#.", "##,##", "###,#..", "##,##,#.")
"""Goods, as rows of squares."""
_HULL = ((-11.0, 0.0), (-9.0, -4.6), (4.0, -5.2), (11.0, 0.0), (4.0, 5.2), (-9.0, 4.6))
_CRATE, _EMBLEM = "#c69d62", "#7d5528"


def pieces_box(plan: BoardPlan, ground: Image) -> SimBox:
    """Give the things of one game: the board in two halves, since it folds."""
    width, height = plan.size_mm
    half, whole = _rectangle(width / 2, height), _rectangle(width, height)
    middle = ground.shape[1] // 2
    faces: dict[str, Picture | Image] = {
        BOARD: ground,
        f"{BOARD}:0": ground[:, :middle],
        f"{BOARD}:1": ground[:, middle:],
    }
    faces |= {f"goods:{shape}": _goods(shape) for shape in SHAPES}
    outlines = {BOARD: whole, f"{BOARD}:0": half, f"{BOARD}:1": half}
    outlines |= {f"goods:{shape}": outline_of(shape) for shape in SHAPES}
    peg = turned_body([(PEG_MM / 2, 0.0), (PEG_MM / 2 - 0.4, 10.0), (2.6, PEG_HIGH_MM)], around=10)
    disc = turned_body([(DISC_MM / 2, 0.0), (DISC_MM / 2, 4.0)], around=14)
    figures = {"peg": peg, "disc": disc, "ship": _ship()}
    return SimBox(
        faces,
        SQUARE_MM,
        THICK_MM,
        figures,
        PALETTE,
        outlines,
        scale_mm=50.0,
        taught=(BOARD,),
        whole=(BOARD,),
        room_mm=(width + 20.0, height + 20.0),
    )


def _rectangle(width: float, height: float) -> tuple[Point, ...]:
    """Give a rectangle around its middle, clockwise from its upper left corner."""
    across, down = width / 2, height / 2
    return (-across, -down), (across, -down), (across, down), (-across, down)


def _ship() -> Body:
    """Cut a hull, pointed at one end, with a lower deck at the other."""
    return together(_prism(_HULL, 7.0), _prism(tuple((0.45 * x, 0.5 * y) for x, y in _HULL), 13.0))


def _prism(outline: Sequence[Point], high_mm: float) -> Body:
    top = tuple((x, y, high_mm) for x, y in outline)
    foot = tuple((x, y, 0.0) for x, y in outline)
    walls = [
        facing(
            (foot[i - 1], foot[i], top[i], top[i - 1]),
            (foot[i - 1][0] + foot[i][0], foot[i - 1][1] + foot[i][1], 0.0),
        )
        for i in range(len(foot))
    ]
    return Body((*walls, facing(top, (0.0, 0.0, 1.0))))


def cells_of(shape: str) -> tuple[tuple[int, int], ...]:
    """Give the columns and rows of a piece's squares."""
    rows = enumerate(shape.split(","))
    return tuple((x, y) for y, row in rows for x, mark in enumerate(row) if mark == "#")


def squares_of(shape: str) -> tuple[Point, ...]:
    """Give the upper left corners of a piece's squares around its middle, in millimetres."""
    cells = cells_of(shape)
    across, down = (max(values) + 1 for values in zip(*cells, strict=True))
    return tuple((SQUARE_MM * (x - across / 2), SQUARE_MM * (y - down / 2)) for x, y in cells)


def outline_of(shape: str) -> tuple[Point, ...]:
    """Give a piece's outline, clockwise: the sides of its squares that no other square shares."""
    sides: dict[Point, Point] = {}
    squares = {*squares_of(shape)}
    for x, y in squares:
        east, south = x + SQUARE_MM, y + SQUARE_MM
        beside = ((x, y - SQUARE_MM), (east, y), (x, south), (x - SQUARE_MM, y))
        corners = ((x, y), (east, y), (east, south), (x, south))
        for at, other in enumerate(beside):
            if other not in squares:
                sides[corners[at]] = corners[(at + 1) % 4]
    found = [min(sides)]
    while (end := sides[found[-1]]) != found[0]:
        found.append(end)
    return tuple(found)


def _goods(shape: str) -> Picture:
    """Draw a piece of goods: cardboard, with a crate's lid on every square."""
    lid = tuple((x * 3.6, y * 3.6) for x, y in ((-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)))
    half = SQUARE_MM / 2
    body = Shape(outline_of(shape), fill="crate")
    lids = [
        Shape(
            tuple((x + half + a, y + half + b) for a, b in lid), stroke="emblem", stroke_mm=0.7, fill="crate"
        )
        for x, y in squares_of(shape)
    ]
    return Picture(
        (0, 0, 1, 1),
        {"crate": _CRATE, "emblem": _EMBLEM},
        {"all": (body, *lids)},
        (Placed("all", (0.0, 0.0)),),
    )
