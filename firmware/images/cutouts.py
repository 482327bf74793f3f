"""Things to cut out of paper, put on pages in their true size; what is too large for one is cut in two."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import cos, radians, sin
from textwrap import wrap
from typing import NamedTuple

from hardware.paper import PAPERS_MM, RULER_MM, draw_box, draw_pdf, draw_ruler, draw_text
from scoring.picture import Picture, Point, Printable, PrintableBox, Shape
from scoring.sentence import Sentence, counted, joined, marked, sentence

MARGIN_MM, GAP_MM, FOOT_MM = 7.0, 4.0, 11.0
"""Left white by printers; between things; for the ruler below."""
BLEED_MM = 1.9
"""So far beyond the line where it is cut a thing is drawn, at most."""
LINES, LINE_MM = 60, 4.0
"""So many lines has a column of the list of what there is, so far apart."""
LETTERS = 75
"""So many of them stand beside the ruler, on the narrower paper too."""
_LINE = "0.6 G 0.15 w [] 0 d"
_HOW_TO = sentence("Print at 100 %, on both sides, turned over the long edge: this line is 100 mm.")
_HEADING = sentence("What there is to cut out.")
_SHEET = marked("Sheet {number} of {count}; its back is the next page.")

Say = Callable[[str], str]
"""Puts a sentence into the language of whoever reads it."""


class Cutout(NamedTuple):
    """A thing on its page, or half of one.

    Attributes:
        at_mm: Its middle, from the page's upper left corner.
        is_turned: Whether it lies a quarter turn clockwise.
        half: -1 or 1 for the left or right half of what is cut in two; 0 for all of it.
    """

    thing: Printable
    at_mm: Point
    is_turned: bool
    half: int = 0


class _Part(NamedTuple):
    """A thing that fits on a page, and how much room it needs as it is turned."""

    thing: Printable
    size_mm: Point
    is_turned: bool
    half: int = 0


def lay_out(things: Iterable[Printable], paper: str) -> list[tuple[Cutout, ...]]:
    """Put things on pages, those with something on their other side apart from the rest.

    Args:
        things: What is to be cut out.
        paper: One of ``hardware.paper.PAPERS_MM``.
    """
    room = _room_mm(paper)
    parts = [part for thing in things for part in _parts(thing, room) for _ in range(thing.count)]
    parts.sort(key=lambda part: (part.thing.back is not None, -part.size_mm[1], -part.size_mm[0]))
    both = [part for part in parts if part.thing.back]
    return [*_pages(parts[: len(parts) - len(both)], room), *_pages(both, room)]


def _room_mm(paper: str) -> Point:
    width, height = PAPERS_MM[paper]
    return width - 2 * MARGIN_MM, height - 2 * MARGIN_MM - FOOT_MM


def _parts(thing: Printable, room: Point) -> Iterator[_Part]:
    """Turn a thing so that it fits best, or cut it in two."""
    width, height = _size_mm(thing)
    ways = [_Part(thing, (width, height), False), _Part(thing, (height, width), True)]
    fitting = [way for way in ways if _count(way.size_mm, room)]
    if fitting:
        yield max(fitting, key=lambda way: _count(way.size_mm, room))
        return
    for half in (-1, 1):
        yield _Part(thing, (width / 2, height), False, half)


def _size_mm(thing: Printable) -> Point:
    across, down = zip(*thing.outline_mm, strict=True)
    return 2 * max(map(abs, across)), 2 * max(map(abs, down))


def _count(size: Point, room: Point) -> int:
    """Count how many things of a size fit on a page."""
    columns, rows = (int((r + GAP_MM) // (s + GAP_MM)) for r, s in zip(room, size, strict=True))
    return columns * rows


def _pages(parts: Sequence[_Part], room: Point) -> list[tuple[Cutout, ...]]:
    """Fill pages row by row."""
    pages: list[list[Cutout]] = []
    x = y = row = 0.0
    for part in parts:
        width, height = part.size_mm
        if x + width > room[0]:
            x, y, row = 0.0, y + row + GAP_MM, 0.0
        if not pages or y + height > room[1]:
            pages.append([])
            x = y = row = 0.0
        middle = (MARGIN_MM + x + width / 2, MARGIN_MM + y + height / 2)
        pages[-1].append(Cutout(part.thing, middle, part.is_turned, part.half))
        x, row = x + width + GAP_MM, max(row, height)
    return [tuple(page) for page in pages]


# --- drawing ---------------------------------------------------------------------------------------


def draw_cutouts(box: PrintableBox, paper: str, say: Say = str) -> bytes:
    """Draw a box as a PDF: of each sheet the fronts and then their backs, or nothing; last what there is."""
    sheets, pages = lay_out(box.things, paper), list[Iterable[str]]()
    for number, sheet in enumerate(sheets, 1):
        says = joined([sentence(_SHEET, number=number, count=len(sheets)), box.says, _HOW_TO])
        pages += [_front(sheet, say(says), paper), _back(sheet, paper)]
    lines, heading = [*map(say, _parts_list(box.things, sheets))], joined([_HEADING, box.says])
    for first in range(0, len(lines), 2 * LINES):
        pages.append(_listed(lines[first : first + 2 * LINES], say(heading), paper))
    return draw_pdf(pages, paper, is_packed=True)


def _parts_list(things: Iterable[Printable], sheets: Sequence[Sequence[Cutout]]) -> Iterator[Sentence]:
    """Say of everything how often it is there, and on which sheets."""
    found: dict[str, set[int]] = {}
    for number, sheet in enumerate(sheets, 1):
        for each in sheet:
            found.setdefault(each.thing.name, set()).add(number)
    for thing in things:
        numbers = sorted(found[thing.name])
        yield counted(
            "{copies} x {thing}: sheet {numbers}",
            "{copies} x {thing}: sheets {numbers}",
            len(numbers),
            copies=thing.count,
            thing=thing.says,
            numbers=", ".join(map(str, numbers)),
        )


def _listed(lines: Sequence[str], heading: str, paper: str) -> Iterator[str]:
    """Draw a list in two columns."""
    width, height = PAPERS_MM[paper]
    yield draw_text(heading, MARGIN_MM, height - MARGIN_MM - 5, 2.8)
    for at, line in enumerate(lines):
        column, row = divmod(at, LINES)
        yield draw_text(line, MARGIN_MM + column * width / 2, height - MARGIN_MM - 14 - LINE_MM * row, 2.8)


def _front(page: Sequence[Cutout], says: str, paper: str) -> Iterator[str]:
    height = PAPERS_MM[paper][1]
    for each in page:
        yield from _cutout(each, each.thing.front, height)
    yield from draw_ruler(MARGIN_MM, MARGIN_MM + 4)
    for row, line in enumerate(wrap(says, LETTERS)):
        yield draw_text(line, MARGIN_MM + RULER_MM + 12, MARGIN_MM + 8 - 2.6 * row, 2.0)


def _back(page: Sequence[Cutout], paper: str) -> Iterator[str]:
    """Draw what lies behind a page: as in a mirror, so that it fits when the sheet is turned over."""
    width, height = PAPERS_MM[paper]
    for each in page:
        if each.thing.back:
            behind = each._replace(at_mm=(width - each.at_mm[0], each.at_mm[1]))
            yield from _cutout(behind, each.thing.back, height)


def _cutout(each: Cutout, picture: Picture, page_mm: float) -> Iterator[str]:
    """Draw a thing and the line along which it is cut."""
    middle = _half_mm(each)
    yield "q"
    yield _placed((each.at_mm[0], page_mm - each.at_mm[1]), 90.0 * each.is_turned, flips=True)
    yield f"1 0 0 1 {-middle:.3f} 0 cm"
    yield f"{draw_box(*_seen_mm(each))} W n"
    yield "1 j 1 J"
    for placed in picture.placed:
        yield f"q {_placed(placed.at_mm, placed.turn_deg)}"
        colours = {**picture.palette, "player": picture.palette.get(placed.colour, "#808080")}
        for shape in picture.symbols[placed.symbol]:
            yield from _shape(shape, colours)
        yield "Q"
    yield f"{_LINE} {_path(each.thing.outline_mm)} h S"
    yield "Q"


def _seen_mm(each: Cutout) -> tuple[float, float, float, float]:
    """Give what of a thing is drawn: all of it and a little around, or exactly the half that is here."""
    width, height = _size_mm(each.thing)
    if each.half:
        return min(0.0, each.half * width / 2), -height / 2, width / 2, height
    return -width / 2 - BLEED_MM, -height / 2 - BLEED_MM, width + 2 * BLEED_MM, height + 2 * BLEED_MM


def _half_mm(each: Cutout) -> float:
    """Give how far right of the whole thing's middle that of its half is."""
    return each.half * _size_mm(each.thing)[0] / 4


def _placed(at: Point, turn_deg: float, *, flips: bool = False) -> str:
    """Give the matrix that turns clockwise and moves; with ``flips`` y points down from there."""
    c, s = cos(radians(turn_deg)), sin(radians(turn_deg))
    a, b, e, f = (c, -s, -s, -c) if flips else (c, s, -s, c)
    return f"{a:.5f} {b:.5f} {e:.5f} {f:.5f} {at[0]:.3f} {at[1]:.3f} cm"


def _shape(shape: Shape, colours: Mapping[str, str]) -> Iterator[str]:
    words = []
    if shape.fill:
        words.append(f"{_rgb(colours[shape.fill])} rg")
    if shape.stroke:
        words.append(f"{_rgb(colours[shape.stroke])} RG {shape.stroke_mm:.3f} w")
    painted = "b" if shape.fill and shape.stroke else "f" if shape.fill else "S"
    yield f"{' '.join(words)} {_path(shape.points_mm)} {painted}"


def _path(points: Sequence[Point]) -> str:
    first, *rest = (f"{x:.3f} {y:.3f}" for x, y in points)
    return " ".join((f"{first} m", *(f"{point} l" for point in rest)))


def _rgb(code: str) -> str:
    return " ".join(f"{int(code[at : at + 2], 16) / 255:.3f}" for at in (1, 3, 5))
