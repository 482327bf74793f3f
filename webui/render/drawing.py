"""What the templates draw with: pictures as SVG, a frame around what is chosen, the next turn."""

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import lru_cache
from typing import Any
from zlib import crc32

import msgspec
from flask import g, url_for
from markupsafe import Markup
from msgspec.structs import replace

from scoring.game import Question
from scoring.picture import Picture, Placed, Point, Shape, bounds
from scoring.sentence import written
from scoring.signs import mark_of, without_taps
from webui.access.languages import called, language, translate
from webui.render.identity import Same
from webui.render.svg import Note, render_svg

CHOSEN = "chosen"
SMALLEST_FRAME_MM = 28.0
MOST_KEPT = 16
"""So many drawings of what phones look at just now are kept."""
FRAME = {"chosen_glow": "#ffffff", "chosen_line": "#c2185b"}


def draw(
    picture: Picture,
    says: str = "",
    link: Callable[[str], str] | None = None,
    prefix: str = "",
    notes: Sequence[Note] = (),
) -> Markup:
    """Draw a picture for this page, where each needs ids of its own.

    Args:
        picture: What to draw.
        says: What it is, for a screen reader.
        link: Gives the address behind a spot.
        prefix: Starts its ids where it stays while others around it come and go; else it is numbered.
        notes: Numbers or names to write on it.
    """
    if prefix and link is None and not notes:
        return _drawn_once(Same(picture), str(says), prefix, language())
    g.drawn = getattr(g, "drawn", 0) + 1
    return _drawn(picture, str(says), link, prefix or f"d{g.drawn}", notes)


@lru_cache(MOST_KEPT)
def _drawn_once(same: Same, says: str, prefix: str, code: str) -> Markup:
    """Draw what many phones look at, once in each language; the code is that of the one answered in."""
    return _drawn(same.thing, says, None, prefix)


def _drawn(
    picture: Picture,
    says: str,
    link: Callable[[str], str] | None,
    prefix: str,
    notes: Sequence[Note] = (),
) -> Markup:
    svg = render_svg(
        _translated(picture), css_class="drawing", title=says, prefix=prefix, link=link, notes=notes
    )
    # A size of its own, a CSS pixel to the millimetre, is what the larger view shows.
    _, _, width, height = picture.box_mm
    svg = svg.replace("<svg ", f'<svg width="{width:.0f}" height="{height:.0f}" ', 1)
    return Markup(svg)  # noqa: S704 - escaped where it was written


def _translated(picture: Picture) -> Picture:
    return replace(picture, placed=tuple(map(_said, picture.placed)))


def _said(each: Placed) -> Placed:
    return replace(each, says=called(translate(each.says))) if each.says else each


def name_of_picture(picture: Picture | None) -> str:
    """Name a picture by what is on it, so that a page can tell whether it has it already."""
    return _named_once(Same(picture)) if picture else ""


@lru_cache(MOST_KEPT)
def _named_once(same: Same) -> str:
    return f"{crc32(msgspec.json.encode(same.thing, enc_hook=written)):08x}"


def spot_link(id: str) -> Callable[[str], str]:
    """Give the function that knows the address of a spot of one table."""
    return lambda spot: url_for("corrections.ask", id=id, spot=spot)


def says_of(picture: Picture, spot: str) -> str:
    """Say what lies on a spot."""
    return next((placed.says for placed in picture.placed if placed.spot == spot), "")


def frame(picture: Picture, spots: Collection[str]) -> Picture:
    """Draw a frame around the things on some spots."""
    chosen = [placed for placed in picture.placed if placed.spot in spots]
    frames = {f"{CHOSEN}_{placed.symbol}": tuple(_frame(picture.symbols[placed.symbol])) for placed in chosen}
    around = (_frame_at(placed) for placed in chosen)
    return replace(
        picture,
        palette={**picture.palette, **FRAME},
        symbols={**picture.symbols, **frames},
        placed=(*picture.placed, *around),
    )


def frame_cells(
    picture: Picture, outlines: Collection[tuple[Point, ...]], colour: str = FRAME["chosen_line"]
) -> Picture:
    """Draw a frame around each of some cells, given as polygons in millimetres of the picture."""
    symbols: dict[tuple[Shape, ...], str] = {}
    placed = list(picture.placed)
    for outline in outlines:
        x, y = (sum(axis) / len(outline) for axis in zip(*outline, strict=True))
        line = tuple((round(ox - x, 2), round(oy - y, 2)) for ox, oy in (*outline, outline[0]))
        name = symbols.setdefault(tuple(_frame_along(line)), f"{CHOSEN}_cell_{len(symbols)}")
        placed.append(Placed(name, (x, y), emphasis=CHOSEN))
    frames = {name: shapes for shapes, name in symbols.items()}
    palette = {**picture.palette, **FRAME, "chosen_line": colour}
    return replace(picture, palette=palette, symbols={**picture.symbols, **frames}, placed=tuple(placed))


def _frame_along(line: tuple[Point, ...]) -> Iterator[Shape]:
    yield Shape(line, stroke="chosen_glow", stroke_mm=7.0)
    yield Shape(line, stroke="chosen_line", stroke_mm=4.0)


def only_to_look_at(picture: Picture) -> Picture:
    """Leave out what a picture offers to taps, and the room around that; mark whose each figure is."""
    return _bare_once(Same(picture))


@lru_cache(MOST_KEPT)
def _bare_once(same: Same) -> Picture:
    return without_taps(same.thing)


def _frame_at(placed: Placed) -> Placed:
    return Placed(f"{CHOSEN}_{placed.symbol}", placed.at_mm, placed.turn_deg, emphasis=CHOSEN)


def _frame(shapes: Collection[Shape]) -> Iterator[Shape]:
    """Frame what is drawn of lines alone, such as a tile's border, along them; all else with a rectangle."""
    if not any(shape.fill for shape in shapes):
        for shape in shapes:
            yield from _frame_along(shape.points_mm)
        return
    left, top, right, bottom = bounds(shapes)
    # Around a figure the frame stands clear, or it would hide what it shows.
    away = max(0.0, (SMALLEST_FRAME_MM - min(right - left, bottom - top)) / 2)
    left, top, right, bottom = left - away, top - away, right + away, bottom + away
    corners: tuple[Point, ...] = ((left, top), (right, top), (right, bottom), (left, bottom), (left, top))
    yield from _frame_along(corners)


def mark_points(colour: str) -> str:
    """Write a colour's shape for an SVG polygon in a box of 20 by 20."""
    return " ".join(f"{10 + 9 * x:.1f},{10 + 9 * y:.1f}" for x, y in mark_of(colour))


def next_value(question: Question) -> Any:
    """Give the answer that follows the present one, going round in order."""
    values = sorted(choice.value for choice in question.choices)
    now = values.index(question.chosen) if question.chosen in values else -1
    return values[(now + 1) % len(values)]
