"""What the templates draw with: pictures as SVG, a frame around what is chosen, the next turn."""

from collections.abc import Callable, Collection, Iterator

from flask import g, url_for
from markupsafe import Markup
from msgspec.structs import replace

from scoring.game import Question
from scoring.picture import Picture, Placed, Point, Shape
from webui.svg import render_svg

CHOSEN = "chosen"
FRAME = {"chosen_glow": "#ffffff", "chosen_line": "#c2185b"}


def draw(picture: Picture, says: str = "", link: Callable[[str], str] | None = None) -> Markup:
    """Draw a picture for this page, where each needs ids of its own."""
    g.drawn = getattr(g, "drawn", 0) + 1
    svg = render_svg(picture, css_class="drawing", title=says, prefix=f"d{g.drawn}", link=link)
    return Markup(svg)


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


def _frame_at(placed: Placed) -> Placed:
    return Placed(f"{CHOSEN}_{placed.symbol}", placed.at_mm, placed.turn_deg, emphasis=CHOSEN)


def _frame(shapes: Collection[Shape]) -> Iterator[Shape]:
    xs, ys = zip(*(point for shape in shapes for point in shape.points_mm), strict=True)
    left, top, right, bottom = min(xs) - 1, min(ys) - 1, max(xs) + 1, max(ys) + 1
    corners: tuple[Point, ...] = ((left, top), (right, top), (right, bottom), (left, bottom), (left, top))
    yield Shape(corners, stroke="chosen_glow", stroke_mm=5.0)
    yield Shape(corners, stroke="chosen_line", stroke_mm=3.0)


def chosen_picture(question: Question) -> Picture | None:
    """Give the drawing of the answer as the board has it now."""
    return next((choice.picture for choice in question.choices if choice.value == question.chosen), None)


def next_choice(question: Question) -> int:
    """Number the choice that follows the chosen one, going round by value."""
    order = sorted(range(len(question.choices)), key=lambda number: question.choices[number].value)
    now = next((k for k, number in enumerate(order) if question.choices[number].value == question.chosen), -1)
    return order[(now + 1) % len(order)]
