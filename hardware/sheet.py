"""The sheet of printed markers: a PDF of one page, drawn in millimetres."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from hardware.paper import PAPERS_MM, RULER_MM, draw_box, draw_pdf, draw_ruler, draw_text

QUIET_SQUARES = 1.5
"""White around a marker, in squares of its pattern: one is needed, half of one is for the scissors."""
NAME_MM, GAP_MM, TOP_MM = 8.0, 6.0, 27.0
WHERE_TO_LAY = (
    "Lay them flat at the edge of the play area, far apart: any one anywhere, and two in view are enough."
)
"""What is said of it wherever markers are spoken of; see ``vision.geometry.markers.fit_plane``."""
HOW_TO = (
    "Print at 100 % (actual size). The line below must be 100 mm long.",
    "Cut along the dashes and keep the white rims.",
    WHERE_TO_LAY,
)
ABOUT_CHART = (
    "Glue this to something flat. Then run: tablekeeper doctor --lens",
    "and move it slowly through the whole picture of the camera, tilted another way each time.",
)


class Marker(NamedTuple):
    """A marker to print.

    Attributes:
        name: Written under it.
        squares: Its pattern, row by row from the top; True is black.
    """

    name: str
    squares: Sequence[Sequence[bool]]


def draw_sheet(markers: Sequence[Marker], side_mm: float, paper: str) -> bytes:
    """Draw four markers with their names, cutting lines and a ruler to check the printer with.

    Args:
        markers: Four of them; the first two make the upper row.
        side_mm: The side of the black square.
        paper: One of ``PAPERS_MM``.

    Returns:
        A PDF.
    """
    return draw_pdf([_page(markers, side_mm, paper)], paper)


def draw_chart(squares: Sequence[Sequence[bool]], unit_mm: float, paper: str) -> bytes:
    """Draw a chart that fills a page, by which the lens of a camera is measured; True is black."""
    width_mm, height_mm = PAPERS_MM[paper]
    left, top = (width_mm - len(squares[0]) * unit_mm) / 2, height_mm - TOP_MM
    drawing = ["0 g"]
    drawing += _pattern(squares, unit_mm, (left, top))
    drawing += [draw_text(says, left, height_mm - 12 - 6 * row, 3.6) for row, says in enumerate(ABOUT_CHART)]
    return draw_pdf([drawing], paper)


def _page(markers: Sequence[Marker], side_mm: float, paper: str) -> Iterator[str]:
    """Give the page's drawing commands."""
    width_mm, height_mm = PAPERS_MM[paper]
    rim_mm = QUIET_SQUARES * side_mm / len(markers[0].squares)
    card_mm = side_mm + 2 * rim_mm
    for row, says in enumerate(HOW_TO):
        yield draw_text(says, width_mm / 2 - card_mm - GAP_MM / 2 - 3, height_mm - 14 - 5 * row, 3.6)
    for index, marker in enumerate(markers):
        left = width_mm / 2 + (index % 2 - 1) * (card_mm + GAP_MM) + GAP_MM / 2
        top = height_mm - TOP_MM - 2 - index // 2 * (card_mm + NAME_MM + GAP_MM)
        yield from _card(marker, side_mm, rim_mm, (left, top))
    yield from draw_ruler(width_mm / 2 - RULER_MM / 2, 22)


def _card(marker: Marker, side_mm: float, rim_mm: float, corner_mm: tuple[float, float]) -> Iterator[str]:
    left, top = corner_mm
    card_mm = side_mm + 2 * rim_mm
    yield f"0.6 G 0.2 w [2 1.5] 0 d {draw_box(left, top - card_mm - NAME_MM, card_mm, card_mm + NAME_MM)} S"
    yield "0 g"
    yield from _pattern(marker.squares, side_mm / len(marker.squares), (left + rim_mm, top - rim_mm))
    yield draw_text(marker.name, left + rim_mm, top - card_mm - NAME_MM + 4, 4)


def _pattern(
    squares: Sequence[Sequence[bool]], square_mm: float, corner_mm: tuple[float, float]
) -> Iterator[str]:
    """Fill the black squares of a pattern, from its upper left corner on."""
    left, top = corner_mm
    for row, some in enumerate(squares):
        for first, count in _runs(some):
            x, y = left + first * square_mm, top - (row + 1) * square_mm
            yield f"{draw_box(x, y, count * square_mm, square_mm)} f"


def _runs(squares: Sequence[bool]) -> Iterator[tuple[int, int]]:
    """Give where each run of black squares begins and how long it is; seams would print as hairlines."""
    begin: int | None = None
    for place, is_black in enumerate((*squares, False)):
        if is_black and begin is None:
            begin = place
        elif not is_black and begin is not None:
            yield begin, place - begin
            begin = None
