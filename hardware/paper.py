"""Pages to print, drawn in millimetres: a PDF of any number of them, texts, and a ruler to check with.

Source:
    ISO 32000-1, "Document structure" and "Path construction and painting".
"""

import zlib
from collections.abc import Iterable, Iterator, Sequence

PAPERS_MM = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
POINTS_PER_MM = 72 / 25.4
RULER_MM = 100
_FIRST_PAGE = 4
"""The number of the first page's object; catalogue, list of pages and font stand before it."""


def draw_pdf(pages: Sequence[Iterable[str]], paper: str, *, is_packed: bool = False) -> bytes:
    """Put pages into a file that is printed in its true size.

    Args:
        pages: The drawing commands of each; x runs right and y up from the lower left, in millimetres.
        paper: One of ``PAPERS_MM``.
        is_packed: Whether what is drawn is made small, and not to be read by people.
    """
    width, height = (round(side * POINTS_PER_MM, 2) for side in PAPERS_MM[paper])
    kids = b" ".join(b"%d 0 R" % (_FIRST_PAGE + 2 * at) for at in range(len(pages)))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R /ViewerPreferences << /PrintScaling /None >> >>",
        b"<< /Type /Pages /Kids [%s] /Count %d >>" % (kids, len(pages)),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ]
    for at, page in enumerate(pages):
        lines = "\n".join((f"{POINTS_PER_MM:.6f} 0 0 {POINTS_PER_MM:.6f} 0 0 cm", *page))
        drawing = lines.encode("cp1252", "replace")  # the letters of WinAnsiEncoding
        drawing, kind = (zlib.compress(drawing, 9), b" /Filter /FlateDecode") if is_packed else (drawing, b"")
        objects += [
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 %.2f %.2f] /Contents %d 0 R "
            b"/Resources << /Font << /F 3 0 R >> >> >>" % (width, height, _FIRST_PAGE + 2 * at + 1),
            b"<< /Length %d%s >>\nstream\n%s\nendstream" % (len(drawing), kind, drawing),
        ]
    return _document(objects)


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


def draw_ruler(left: float, y: float) -> Iterator[str]:
    """Draw a line of 100 mm with its marks."""
    yield f"0 G 0.25 w [] 0 d {left:.3f} {y:.3f} m {left + RULER_MM:.3f} {y:.3f} l S"
    for mark_mm in range(0, RULER_MM + 1, 10):
        x = left + mark_mm
        yield f"{x:.3f} {y:.3f} m {x:.3f} {y + (4 if mark_mm % 50 == 0 else 2.5):.3f} l S"
    for mark_mm in (0, 50, 100):
        yield draw_text(f"{mark_mm} mm", left + mark_mm - 3, y - 5, 3.6)


def draw_box(x: float, y: float, width: float, height: float) -> str:
    """Give the path of a rectangle, from its lower left corner."""
    return f"{x:.3f} {y:.3f} {width:.3f} {height:.3f} re"


def draw_text(says: str, x: float, y: float, size_mm: float) -> str:
    """Write a line from its lower left corner."""
    safe = says.replace("(", r"\(").replace(")", r"\)")
    return f"BT 0 g /F {size_mm} Tf {x:.3f} {y:.3f} Td ({safe}) Tj ET"
