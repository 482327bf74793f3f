"""Draws a picture of a table as SVG text, made for strict pages: no scripts, no inline styles."""

from collections.abc import Iterator, Mapping
from html import escape

from scoring.picture import Picture, Placed, Point, Shape

_UNITS = 100
"""Shapes are written in whole hundredths of a millimetre."""


def render_svg(
    picture: Picture, *, css_class: str = "board", title: str = "", prefix: str = "board"
) -> str:
    """Write a picture as one ``<svg>`` element.

    Every spot becomes something to tab to and press (``role="button"``, ``data-spot``), and every
    emphasis a class ("emphasis-fault"), so that the page's style sheet has the last word.

    Args:
        picture: What to draw.
        css_class: The class of the element.
        title: What the whole picture is, for a screen reader.
        prefix: Starts every id; two pictures on one page need two different prefixes.
    """
    box = " ".join(_number(value) for value in picture.box_mm)
    # "img" would hide the spots inside from screen readers; a group keeps them.
    role = "group" if any(placed.spot for placed in picture.placed) else "img"
    label = f' aria-label="{escape(title)}"' if title else ""
    head = f'<svg xmlns="http://www.w3.org/2000/svg" class="{escape(css_class)}" viewBox="{box}" role="{role}"{label}>'
    heading = f"<title>{escape(title)}</title>" if title else ""
    return "".join((head, heading, *_definitions(picture, prefix), *_uses(picture, prefix), "</svg>"))


def _number(value: float) -> str:
    """Write millimetres to a hundredth, as short as can be."""
    return f"{value:.2f}".rstrip("0").rstrip(".").replace("-0", "0") if abs(value) < 0.005 else f"{value:.2f}".rstrip("0").rstrip(".")


def _definitions(picture: Picture, prefix: str) -> Iterator[str]:
    yield "<defs>"
    for name, shapes in picture.symbols.items():
        yield f'<g id="{escape(_id(prefix, name))}" transform="scale({1 / _UNITS})" stroke-linejoin="round" stroke-linecap="round">'
        yield from (_path(shape, picture.palette) for shape in shapes)
        yield "</g>"
    yield "</defs>"


def _id(prefix: str, name: str) -> str:
    return f"{prefix}-{name}"


def _path(shape: Shape, palette: Mapping[str, str]) -> str:
    fill = f' fill="{_colour(shape.fill, palette)}"' if shape.fill else ' fill="none"'
    stroke = (
        f' stroke="{_colour(shape.stroke, palette)}" stroke-width="{round(shape.stroke_mm * _UNITS)}"'
        if shape.stroke
        else ""
    )
    return f'<path d="{_outline(shape.points_mm)}{"z" if shape.fill else ""}"{fill}{stroke}/>'


def _colour(name: str, palette: Mapping[str, str]) -> str:
    """Look a colour up; a player's comes in from the element that uses the symbol."""
    return "currentColor" if name == "player" else escape(palette[name])


def _outline(points_mm: tuple[Point, ...]) -> str:
    """Write points as a path of steps, which are shorter than places."""
    units = [(round(x * _UNITS), round(y * _UNITS)) for x, y in points_mm]
    (x0, y0), *rest = units
    steps = [f"M{x0} {y0}l"]
    for (ax, ay), (bx, by) in zip(units, rest, strict=False):
        steps.append(f"{bx - ax} {by - ay} ")
    return "".join(steps).rstrip().replace(" -", "-").rstrip("l")


def _uses(picture: Picture, prefix: str) -> Iterator[str]:
    for placed in picture.placed:
        move = f"translate({_number(placed.at_mm[0])} {_number(placed.at_mm[1])})"
        turn = f" rotate({_number(placed.turn_deg)})" if placed.turn_deg else ""
        colour = f' color="{_colour(placed.colour, picture.palette)}"' if placed.colour else ""
        use = f'<use href="#{escape(_id(prefix, placed.symbol))}" transform="{move}{turn}"{colour}'
        yield f"{use}{_spot(placed)}/>"


def _spot(placed: Placed) -> str:
    """Write what makes a placed symbol something to see, to press and to hear."""
    classes = [f"emphasis-{placed.emphasis}"] if placed.emphasis else []
    classes += ["spot"] if placed.spot else []
    css = f' class="{escape(" ".join(classes))}"' if classes else ""
    if placed.spot:
        label = escape(placed.says or placed.spot)
        return f'{css} data-spot="{escape(placed.spot)}" role="button" tabindex="0" aria-label="{label}"'
    return f'{css} role="img" aria-label="{escape(placed.says)}"' if placed.says else f'{css} aria-hidden="true"'
