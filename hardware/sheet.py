"""The sheet of printed markers: a PDF of one page, drawn in millimetres."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

PAPERS_MM = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
POINTS_PER_MM = 72 / 25.4
QUIET_SQUARES = 1.5
"""White around a marker, in squares of its pattern: one is needed, half of one is for the scissors."""
NAME_MM, GAP_MM, TOP_MM = 8.0, 6.0, 27.0
RULER_MM = 100
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

    Source:
        ISO 32000-1, "Document structure" and "Path construction and painting".
    """
    return _pdf(_page(markers, side_mm, paper), paper)


def draw_chart(squares: Sequence[Sequence[bool]], unit_mm: float, paper: str) -> bytes:
    """Draw a chart that fills a page, by which the lens of a camera is measured; True is black."""
    width_mm, height_mm = PAPERS_MM[paper]
    left, top = (width_mm - len(squares[0]) * unit_mm) / 2, height_mm - TOP_MM
    drawing = [f"{POINTS_PER_MM:.6f} 0 0 {POINTS_PER_MM:.6f} 0 0 cm", "0 g"]
    drawing += _pattern(squares, unit_mm, (left, top))
    drawing += [_text(says, left, height_mm - 12 - 6 * row, 3.6) for row, says in enumerate(ABOUT_CHART)]
    return _pdf(drawing, paper)


def _pdf(page: Iterable[str], paper: str) -> bytes:
    """Put a page's drawing commands into a file."""
    width, height = (round(side * POINTS_PER_MM, 2) for side in PAPERS_MM[paper])
    drawing = "\n".join(page).encode("ascii")
    return _document(
        (
            b"<< /Type /Catalog /Pages 2 0 R /ViewerPreferences << /PrintScaling /None >> >>",
            b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 %.2f %.2f] /Contents 4 0 R "
            b"/Resources << /Font << /F 5 0 R >> >> >>" % (width, height),
            b"<< /Length %d >>\nstream\n%s\nendstream" % (len(drawing), drawing),
            b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        )
    )


def _document(objects: Sequence[bytes]) -> bytes:
    """Number the objects and list where each begins."""
    written, begins = b"%PDF-1.4\n", []
    for number, content in enumerate(objects, 1):
        begins.append(len(written))
        written += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    table = b"".join(b"%010d 00000 n \n" % begin for begin in begins)
    entries = len(objects) + 1
    table = b"xref\n0 %d\n0000000000 65535 f \n%s" % (entries, table)
    trailer = b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (entries, len(written))
    return written + table + trailer


def _page(markers: Sequence[Marker], side_mm: float, paper: str) -> Iterator[str]:
    """Give the page's drawing commands; x runs right and y up from the lower left, in millimetres."""
    width_mm, height_mm = PAPERS_MM[paper]
    yield f"{POINTS_PER_MM:.6f} 0 0 {POINTS_PER_MM:.6f} 0 0 cm"
    rim_mm = QUIET_SQUARES * side_mm / len(markers[0].squares)
    card_mm = side_mm + 2 * rim_mm
    for row, says in enumerate(HOW_TO):
        yield _text(says, width_mm / 2 - card_mm - GAP_MM / 2 - 3, height_mm - 14 - 5 * row, 3.6)
    for index, marker in enumerate(markers):
        left = width_mm / 2 + (index % 2 - 1) * (card_mm + GAP_MM) + GAP_MM / 2
        top = height_mm - TOP_MM - 2 - index // 2 * (card_mm + NAME_MM + GAP_MM)
        yield from _card(marker, side_mm, rim_mm, (left, top))
    yield from _ruler(width_mm / 2 - RULER_MM / 2, 22)


def _card(marker: Marker, side_mm: float, rim_mm: float, corner_mm: tuple[float, float]) -> Iterator[str]:
    left, top = corner_mm
    card_mm = side_mm + 2 * rim_mm
    yield f"0.6 G 0.2 w [2 1.5] 0 d {_box(left, top - card_mm - NAME_MM, card_mm, card_mm + NAME_MM)} S"
    yield "0 g"
    yield from _pattern(marker.squares, side_mm / len(marker.squares), (left + rim_mm, top - rim_mm))
    yield _text(marker.name, left + rim_mm, top - card_mm - NAME_MM + 4, 4)


def _pattern(
    squares: Sequence[Sequence[bool]], square_mm: float, corner_mm: tuple[float, float]
) -> Iterator[str]:
    """Fill the black squares of a pattern, from its upper left corner on."""
    left, top = corner_mm
    for row, some in enumerate(squares):
        for first, count in _runs(some):
            x, y = left + first * square_mm, top - (row + 1) * square_mm
            yield f"{_box(x, y, count * square_mm, square_mm)} f"


def _runs(squares: Sequence[bool]) -> Iterator[tuple[int, int]]:
    """Give where each run of black squares begins and how long it is; seams would print as hairlines."""
    begin: int | None = None
    for place, is_black in enumerate((*squares, False)):
        if is_black and begin is None:
            begin = place
        elif not is_black and begin is not None:
            yield begin, place - begin
            begin = None


def _ruler(left: float, y: float) -> Iterator[str]:
    yield f"0 G 0.25 w [] 0 d {left:.3f} {y:.3f} m {left + RULER_MM:.3f} {y:.3f} l S"
    for mark_mm in range(0, RULER_MM + 1, 10):
        x = left + mark_mm
        yield f"{x:.3f} {y:.3f} m {x:.3f} {y + (4 if mark_mm % 50 == 0 else 2.5):.3f} l S"
    for mark_mm in (0, 50, 100):
        yield _text(f"{mark_mm} mm", left + mark_mm - 3, y - 5, 3.6)


def _box(x: float, y: float, width: float, height: float) -> str:
    return f"{x:.3f} {y:.3f} {width:.3f} {height:.3f} re"


def _text(says: str, x: float, y: float, size_mm: float) -> str:
    safe = says.replace("(", r"\(").replace(")", r"\)")
    return f"BT 0 g /F {size_mm} Tf {x:.3f} {y:.3f} Td ({safe}) Tj ET"
