"""The measures of the case that a computer lies in on the mast's arm."""

from hardware.body.fittings import ABOVE_BOARD_MM, BOARD_THICK_MM, UNDER_BOARD_MM, CircuitBoard, Point

WALL_MM = 2.4
"""Of boxes: six lines of a nozzle of 0.4 mm."""
LID_MM = 2.4
CLIP_SLOT_MM = 3.0
"""Room for cables in the clip under the arm."""
POST_MM = 7.0
ROOM_MM = 1.0
"""Around a board in its case."""
POST_OUT_MM = 5.0
"""So far outside the board stand the posts that its lid is screwed to."""


def posts_of(board: CircuitBoard) -> tuple[Point, ...]:
    """Give the middles of the posts that a case's lid is screwed to; no plug needs their places."""
    wide, deep = board.size_mm
    far = min(wide, 78.0)
    return ((0.5, -POST_OUT_MM), (far, -POST_OUT_MM), (0.5, deep + POST_OUT_MM), (far, deep + POST_OUT_MM))


def case_high_mm() -> float:
    """Give how high a case is without its lid."""
    return WALL_MM + UNDER_BOARD_MM + BOARD_THICK_MM + ABOVE_BOARD_MM


def floor_of(board: CircuitBoard) -> tuple[float, float, float, float]:
    """Give left, low, right and upper edge of a case's floor and lid."""
    wide, deep = board.size_mm
    far = max(x for x, _ in posts_of(board))
    low = -POST_OUT_MM - POST_MM / 2 - 0.5
    return -ROOM_MM - WALL_MM, low, max(wide + WALL_MM, far + POST_MM / 2 + 0.5), deep - low
