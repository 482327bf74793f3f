"""The pieces and marks that lie on the tiles: followers, abbots, empty places, faults and doubts."""

from collections.abc import Mapping
from types import MappingProxyType

from scoring.games.carcassonne.drawing.buildings import TILE_MM
from scoring.games.carcassonne.land.curves import Line
from scoring.picture import Shape, ring
from scoring.signs import WORRY_SIGNS

PIECES: Mapping[str, str] = MappingProxyType(
    {
        "red": "#d8352a",
        "blue": "#2f6fd0",
        "yellow": "#f6c915",
        "green": "#2f9a46",
        "black": "#2b2b2f",
        "pink": "#ee7fb0",
        "orange": "#ef8a1f",
        "purple": "#7d4199",
        "brown": "#7b4a2b",
        "white": "#f4f1e8",
        "grey": "#8f9296",
        "neutral": "#9a9a9a",
        "outline": "#2a211b",
        "halo": "#fffaf0",
        "shadow": "#6f7f4c",
        "place": "#a9a79c",
        "unknown": "#cfcac0",
        "fault": "#c81e1e",
        "doubt": "#e08a00",
        "mark": "#ffffff",
        "proposed": "#7b3fe4",
    }
)
"""The colours of the players' pieces and of marks."""

_HALF_FOLLOWER: Line = (
    (0.0, -7.4), (1.2, -7.1), (2.0, -6.2), (2.2, -5.1), (1.8, -4.1), (3.4, -3.5), (5.6, -2.6),
    (6.6, -1.7), (6.5, -0.7), (5.5, -0.2), (3.2, -0.1), (4.0, 2.0), (5.6, 5.2), (5.5, 6.3), (4.7, 6.7),
    (1.6, 6.7), (0.9, 6.1), (0.0, 4.4),
)  # fmt: skip
_HALF_ABBOT: Line = (
    (0.0, -8.8), (1.3, -7.4), (1.9, -5.6), (1.5, -4.6), (1.9, -3.6), (3.6, -2.8), (4.4, -0.8),
    (4.3, 0.6), (3.5, 0.9), (4.4, 4.2), (4.8, 6.1), (4.2, 6.7), (0.0, 6.7),
)  # fmt: skip
_SIZE = 1.15
_CORNER_MM = TILE_MM / 2


def _whole(half: Line) -> Line:
    """Mirror the right half of a figure, given from top to bottom."""
    right = [(x * _SIZE, y * _SIZE) for x, y in half]
    return (*right, *((-x, y) for x, y in reversed(right) if x))


def _piece(outline: Line, shadow: Line) -> tuple[Shape, ...]:
    return (
        Shape(shadow, "shadow"),
        Shape(outline, "halo", "halo", 2.2),
        Shape(outline, "player", "outline", 0.7),
    )


def _lying(line: Line) -> Line:
    """Lay a standing figure on its side, head to the left."""
    return tuple((y, -x) for x, y in line)


def _frame(colour: str) -> tuple[Shape, ...]:
    """Frame a tile."""
    c = _CORNER_MM - 1.0
    corners = ((-c, -c), (c, -c), (c, c), (-c, c), (-c, -c))
    return (Shape(corners, stroke=colour, stroke_mm=2.0),)


def _place() -> tuple[Shape, ...]:
    """Show an empty place as four small corners and a plus."""
    c, leg = _CORNER_MM - 4.0, 3.5
    corners = tuple(
        Shape(((sx * (c - leg), sy * c), (sx * c, sy * c), (sx * c, sy * (c - leg))), "", "place", 0.6)
        for sx in (-1, 1)
        for sy in (-1, 1)
    )
    plus = (
        Shape(((-3.0, 0.0), (3.0, 0.0)), "", "place", 0.6),
        Shape(((0.0, -3.0), (0.0, 3.0)), "", "place", 0.6),
    )
    return (*corners, *plus)


def _unknown() -> tuple[Shape, ...]:
    """Show a tile that could not be read."""
    c = _CORNER_MM - 0.2
    return (Shape(((-c, -c), (c, -c), (c, c), (-c, c)), "unknown"),)


_FOLLOWER = _whole(_HALF_FOLLOWER)
_ABBOT = _whole(_HALF_ABBOT)

FIGURES: Mapping[str, tuple[Shape, ...]] = MappingProxyType(
    {
        "follower_standing": _piece(_FOLLOWER, ring((1.0, 6.4), 6.2, 1.9)),
        "follower_lying": _piece(_lying(_FOLLOWER), tuple((x + 0.7, y + 1.4) for x, y in _lying(_FOLLOWER))),
        "abbot_standing": _piece(_ABBOT, ring((0.8, 6.4), 5.4, 1.8)),
        "abbot_lying": _piece(_lying(_ABBOT), tuple((x + 0.7, y + 1.4) for x, y in _lying(_ABBOT))),
        "place": _place(),
        "unknown": _unknown(),
        "frame_fault": _frame("fault"),
        "frame_doubt": _frame("doubt"),
        "frame_proposed": _frame("proposed"),
        **WORRY_SIGNS,
    }
)
"""Every piece and mark by name, around its middle, in millimetres."""
