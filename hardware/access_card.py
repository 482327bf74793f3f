"""The printed card of an appliance: its own Wi-Fi, as a code and in words, its address, and the PIN."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from hardware.paper import PAPERS_MM, draw_box, draw_pdf, draw_text

WIDTH_MM, HEIGHT_MM = 105.0, 74.0
"""A7, lying."""
TOP_MM, EDGE_MM = 20.0, 8.0
CODE_MM = 40.0


class PrintedAccess(NamedTuple):
    """What a card says.

    Attributes:
        code: A QR code for the Wi-Fi, row by row from the top, with its rim; True is black.
        lines: What stands beside it.
    """

    code: Sequence[Sequence[bool]]
    lines: Sequence[str]


def draw_access_card(card: PrintedAccess, paper: str) -> bytes:
    """Draw a page with the card, to be cut out along its edge.

    Args:
        card: What it says; letters beyond ASCII cannot be printed.
        paper: One of ``PAPERS_MM``.

    Example:
        >>> draw_access_card(PrintedAccess([[True]], ["tablekeeper"]), "a4")[:5]
        b'%PDF-'
    """
    return draw_pdf([list(_drawn(card, PAPERS_MM[paper]))], paper)


def _drawn(card: PrintedAccess, size_mm: tuple[float, float]) -> Iterator[str]:
    left = (size_mm[0] - WIDTH_MM) / 2
    bottom = size_mm[1] - TOP_MM - HEIGHT_MM
    yield f"0 G 0.2 w [2 2] 0 d {draw_box(left, bottom, WIDTH_MM, HEIGHT_MM)} S"
    side = CODE_MM / len(card.code)
    top = bottom + HEIGHT_MM - EDGE_MM
    for row, squares in enumerate(card.code):
        for column, is_black in enumerate(squares):
            if is_black:
                x, y = left + EDGE_MM + column * side, top - (row + 1) * side
                yield f"0 g {draw_box(x, y, side, side)} f"
    for at, line in enumerate(card.lines):
        yield draw_text(line, left + EDGE_MM + CODE_MM + 4, top - 5 - at * 6.5, 3.2)
